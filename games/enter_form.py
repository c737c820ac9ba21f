"""The organiser's form of a game that was played on paper."""

import uuid
from dataclasses import replace
from zoneinfo import ZoneInfo

from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import rules

from .forms import SeatsForm
from .imports import Roster, Wrong
from .lines import check_line
from .models import Game
from .moments import MomentField

NEW = [("", "–"), ("player", _("a new player")), ("guest", _("a new guest"))]
AS_RULES = pgettext_lazy("length", "As in the rules")
NONE = ("", pgettext_lazy("season or table", "None"))


class EnterForm(SeatsForm):
    """A game by its final scores; or, where `is_by_hand`, only who played it and when, because its hands
    are entered next. Valid: `season` and `table` too, None for none. Whether it is one of the games that are
    here and look the same is asked once: `similar`, and `anyway`.
    """

    anyway = forms.BooleanField(label=_("This is another game"), required=False)
    season = forms.ChoiceField(label=_("Season"), required=False)
    table = forms.ChoiceField(label=_("Table"), required=False)
    note = forms.CharField(
        label=_("Where the scores come from"),
        max_length=200,
        validators=[check_line],
        error_messages={"required": _("Say in a few words where these scores come from.")},
    )

    def __init__(self, club, data=None):
        initial = {"key": uuid.uuid4(), "started_at": timezone.now(), "sticks": 0, "note": _("From paper")}
        super().__init__(club, data, initial=initial)
        self.is_by_hand = self.data.get("do") == "hands"
        self.unknown = []  # the questions to ask about names that nobody has
        self.similar = []
        self.seasons = {str(season.pk): season for season in club.seasons.all()}
        self.tables = {str(table.pk): table for table in club.tables.all()}
        own = {f"own-{ruleset.pk}": ruleset.rules for ruleset in club.rulesets.all()}
        self.offers = {**own, **rules.PRESETS}
        self._offer()
        self.fields["sticks"].label = _("Riichi sticks left on the table")
        self.fields["sticks"].help_text = _(
            "The scores are those without them, and the rules say who gets them. 0 where somebody got them."
        )
        self.fields["started_at"] = MomentField(ZoneInfo(club.time_zone), label=_("Begin"))
        for seat in range(4):
            self.fields[f"new_{seat}"] = forms.ChoiceField(label=_("This is"), choices=NEW, required=False)

    def _offer(self):
        """What there is to choose from, what is usual first."""
        day, rules_of_it = [], []
        if self.seasons:
            day, rules_of_it = [("day", _("The one of its day"))], [("season", _("Those of the season"))]
        titles = [(key, ruleset.title) for key, ruleset in self.offers.items()]
        self.fields["season"].choices = [*day, NONE, *self.seasons.items()]
        self.fields["preset"].choices = [*rules_of_it, *titles]
        self.fields["length"].choices = [("", AS_RULES), *self.fields["length"].choices]
        self.fields["table"].choices = [NONE, *self.tables.items()]

    @cached_property
    def of_three(self):
        """The rulesets that three play by, and the seasons that have such."""
        seasons = {**self.seasons, "day": self.club.shown_season}
        of_three = [key for key, ruleset in self.offers.items() if ruleset.players == 3]
        return of_three + [key for key, season in seasons.items() if season and season.rules.players == 3]

    def find(self, name):
        """Whoever goes by this name, however it is written."""
        try:
            return self._roster.find(name)
        except Wrong as wrong:
            raise forms.ValidationError(str(wrong)) from None

    def clean(self):
        self._roster = Roster(self.club)
        self._clean_season_and_table()
        self.rules = self._rules()
        if self.rules is None:
            return
        self._clean_players()
        for seat in range(self.rules.players, 4):
            if self.cleaned_data.get(f"player_{seat}") or self.cleaned_data.get(f"score_{seat}"):
                self.add_error(f"player_{seat}", _("Three play by these rules: leave this seat empty."))
        self._ask_who_is_new()
        if not self.is_by_hand:
            self.cleaned_data["sticks"] = self.cleaned_data.get("sticks") or 0
            self._clean_start(rules.rounds(self.rules)[0], 0)  # any hand will do: none is played from there
            self._ask_whether_it_is_here()

    def _clean_season_and_table(self):
        data = self.cleaned_data
        self.season = self.seasons.get(data.get("season"))
        if data.get("season") == "day":
            # Where the moment is wrong the rest is looked at all the same, as if it was today.
            day = self.club.day_of(data.get("started_at", timezone.now()))
            self.season = next((one for one in self.seasons.values() if one.starts <= day <= one.ends), None)
        self.table = self.tables.get(data.get("table"))
        if self.is_by_hand and "table" in data:
            self._check_table()

    def _check_table(self):
        """Whether its hands can be entered there."""
        if self.table is None:
            self.add_error("table", _("Choose a free table: its board is where the hands are entered."))
        elif self.table.is_retired:
            self.add_error("table", _("This table is retired. Choose another one."))
        elif game := self.table.games.running().exclude(changes__key=self.cleaned_data.get("key")).first():
            told = {"table": self.table, "number": game.number}
            wrong = _("%(table)s plays game %(number)s now. Choose a free one, or end that game first.")
            self.add_error("table", wrong % told)

    def _rules(self):
        data = self.cleaned_data
        if "preset" not in data or "season" not in data:
            return None
        if data["preset"] != "season":
            ruleset = self.offers[data["preset"]]
        elif self.season:
            ruleset = self.season.rules
        else:
            self.add_error("preset", _("It belongs to no season, so choose the rules."))
            return None
        return replace(ruleset, length=data.get("length") or ruleset.length)

    def _ask_who_is_new(self):
        wrong = _("Nobody goes by “%(name)s” here. Correct it, or say who this is.")
        for seat, name in enumerate(self.names):
            field, new = f"player_{seat}", f"new_{seat}"
            if name and not self.found[seat] and field not in self.errors:
                self.unknown.append(new)
                if not self.cleaned_data.get(new):
                    self.add_error(field, wrong % {"name": name})

    def _ask_whether_it_is_here(self):
        """Whether a game of these players with these scores is there on that day; not the one that this page
        has entered.
        """
        data = self.cleaned_data
        if self.errors or data.get("anyway") or None in self.found:
            return
        scores = {(player.pk, data[f"score_{seat}"]) for seat, player in enumerate(self.found)}
        games = self.club.games.finished().filter(day=self.club.day_of(data["started_at"]))
        games = games.exclude(changes__key=data["key"]).with_players().order_by("number")
        self.similar = [game for game in games if scores in _scores(game)]
        if self.similar:
            self.add_error(None, _("A game of these players with these scores is here on that day already."))

    def enter(self, *, by):
        """Enter the game, or begin it where its hands are entered next. Raises Stale."""
        data = self.cleaned_data
        asked = {"key": data["key"], "by": by, "season": self.season, "started_at": data["started_at"]}
        with transaction.atomic():
            club = self.club.locked()
            players = [
                found or club.person(name, is_guest=data[f"new_{seat}"] == "guest")
                for seat, (name, found) in enumerate(zip(self.names, self.found, strict=True))
            ]
            if self.is_by_hand:
                # Its clock has run; the table says of a hand whether time ran out in it.
                return Game.begin(self.table, players, replace(self.rules, time_limit=None), **asked)
            return Game.enter(club, players, self.rules, self.start, data["note"], table=self.table, **asked)

    @property
    def rows(self):
        """The seats: the wind, the fields of who sat there, and whether it is somebody new."""
        fields = ("player", "score", "new")
        return [(wind, *(self[f"{name}_{seat}"] for name in fields)) for seat, wind in enumerate(rules.WINDS)]


def _scores(game):
    """What its players ended with, as (player, score); as it was entered too, where that was all."""
    by_seat = sorted(game.seats.all(), key=lambda seat: seat.seat)
    ended = [{(seat.player_id, seat.score) for seat in by_seat}]
    if game.is_scores_only:
        scores = zip(by_seat, game.start["scores"], strict=True)
        ended.append({(seat.player_id, score) for seat, score in scores})
    return ended
