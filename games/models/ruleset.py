"""A club's own rulesets."""

from django.db import models
from django.utils.translation import gettext_lazy as _

import rules

from .club import Club


class Ruleset(models.Model):
    """Rules that a club plays by: a preset with some options changed, under a name.

    Games and seasons keep a copy of their own, so changing it changes nothing that has begun.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="rulesets")
    name = models.CharField(_("name"), max_length=60)
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
