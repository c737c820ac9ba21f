"""A club's own rulesets."""

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

import rules
from games.lines import Line

from .change import Change
from .club import Club
from .kept import Kept


class Ruleset(Kept):
    """Rules that a club plays by: a preset with some options changed, under a name.

    Games and seasons keep a copy of their own, so changing it changes nothing that has begun.
    """

    ADD, CHANGE = Change.Verb.ADD_RULESET, Change.Verb.CHANGE_RULESET
    UNTOLD = ("ruleset",)

    club = models.ForeignKey(Club, models.CASCADE, related_name="rulesets")
    name = Line(_("name"), max_length=60)
    ruleset = models.JSONField(_("ruleset"))

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_ruleset_of_a_name_in_a_club")
        ]

    def __str__(self):
        return self.name

    @property
    def rules(self):
        return rules.ruleset_from_full_json(self.ruleset)

    @property
    def preset(self):
        """The preset that it was made from."""
        return rules.PRESETS[self.rules.preset]

    def remove(self, *, by):
        """Offer it no longer. What was begun with it keeps its copy."""
        with transaction.atomic():
            self.club.note(Change.Verb.REMOVE_RULESET, by, before=self.told(("ruleset",)))
            self.delete()
