"""A table of the club, and the link that makes a device this table's."""

import random

from django.core.signing import BadSignature, Signer
from django.db import models, transaction
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.lines import Line

from .change import Change
from .club import Club
from .game import Game, StillPlaying
from .kept import Kept


class Table(Kept):
    """A table of the club. Its link makes a device this table's; a new `edition` revokes it."""

    ADD, CHANGE = Change.Verb.ADD_TABLE, Change.Verb.CHANGE_TABLE
    NOTED = ("name", "is_retired")

    club = models.ForeignKey(Club, models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField(_("number"))
    name = Line(_("name"), max_length=40, blank=True)
    edition = models.PositiveIntegerField(default=1, editable=False)
    is_retired = models.BooleanField(_("retired"), default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_table_of_a_number_in_a_club")
        ]

    def __str__(self):
        return self.name or _("Table %(number)s") % {"number": self.number}

    def fill_in(self):
        if self.number is None:
            self.number = (self.club.tables.aggregate(models.Max("number"))["number__max"] or 0) + 1

    def verb_of(self, before, changed):
        if before and self.is_retired and "is_retired" in changed:
            return Change.Verb.RETIRE_TABLE
        return super().verb_of(before, changed)

    def begin(self, names, guests, ruleset, *, draw, key, by, start=None):
        """Seat these people, in this order or (`draw`) drawn anew, and begin a game.

        Names that nobody has become new players, guests where `guests` says so. Raises Stale where a
        game has begun here meanwhile.
        """
        with transaction.atomic():
            Club.objects.select_for_update().get(pk=self.club_id)  # two tables may name somebody new at once
            players = [self.club.person(name, guest) for name, guest in zip(names, guests, strict=True)]
            if draw:
                random.SystemRandom().shuffle(players)
            season = self.club.current_season
            return Game.begin(self, players, ruleset, key=key, by=by, season=season, start=start)

    def begin_again(self, *, key, by):
        """Begin the next game with the same people, drawn anew, under the same rules."""
        last = self.latest_game
        players = [seat.player for seat in last.seats.select_related("player")]
        random.SystemRandom().shuffle(players)
        return Game.begin(self, players, last.rules, key=key, by=by, season=self.club.current_season)

    @cached_property
    def latest_game(self):
        """The game that is played here or was played last, None before the first."""
        return self.games.with_hands().played_last()

    @property
    def is_playing(self):
        return bool(self.latest_game and not self.latest_game.is_over)

    @property
    def token(self):
        """The signed secret of this table's link, good until the link is renewed."""
        return _signer.sign(f"{self.pk}-{self.edition}")

    @classmethod
    def of_token(cls, token):
        """The table that a link's token opens, None for a token that opens none (any more)."""
        try:
            pk, edition = _signer.unsign(token).split("-")
        except (BadSignature, ValueError):
            return None
        open_tables = cls.objects.select_related("club").filter(is_retired=False)
        return open_tables.filter(pk=pk, edition=edition).first()

    def renew(self, *, by, key=None):
        """Make the old link, and every device that followed it, stop at once. The same key does it once."""
        with transaction.atomic():
            club = Club.objects.select_for_update(no_key=True).get(pk=self.club_id)
            if key and club.changes.filter(key=key).exists():
                return
            self.edition = models.F("edition") + 1
            self.save(update_fields=["edition"])
            self.refresh_from_db(fields=["edition"])
            club.note(Change.Verb.RENEW_TABLE, by, key=key, after=self.told())

    def retire(self, *, by):
        """Put the table away: its link opens nothing. Raises StillPlaying."""
        with transaction.atomic():
            if self.games.running().select_for_update(no_key=True).exists():
                raise StillPlaying
            self.is_retired = True
            self.keep(by=by)

    def take_back(self, *, by):
        """Use a retired table again; its card opens it again."""
        self.is_retired = False
        self.keep(by=by)


_signer = Signer(salt="games.table")
