"""Forms: a valid one holds domain values."""

import re
import uuid
from dataclasses import replace
from functools import cache

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules

from . import words
from .lines import check_line

_VALUE = re.compile(r"b(?P<base>\d{1,5})|h(?P<han>\d{1,2})(\.(?P<fu>\d{1,3}))?|y(?P<yakuman>\d)")


class SeatsField(forms.Field):
    """Seats that are ticked: a tuple in seat order."""

    widget = forms.MultipleHiddenInput

    def __init__(self, players):
        super().__init__(required=False)
        self.players = players

    def to_python(self, value):
        seats = {str(seat): seat for seat in range(self.players)}
        if any(text not in seats for text in value or ()):
            raise forms.ValidationError(_("There is no such seat at this table."))
        return tuple(sorted({seats[text] for text in value or ()}))


class SeatField(SeatsField):
    """One seat, or None."""

    widget = forms.HiddenInput

    def to_python(self, value):
        seats = super().to_python([value] if value else [])
        return seats[0] if seats else None


class ValueField(forms.Field):
    """A hand's value as the board spells it, as keyword arguments of `rules.Win`: b960 is 960 base
    points, h3.40 3 han 40 fu, h6 6 han, y1 a yakuman; None where there is none yet.
    """

    widget = forms.HiddenInput

    def to_python(self, value):
        if not value:
            return None
        match = _VALUE.fullmatch(value)
        if not match:
            raise forms.ValidationError(_("This is no value of a hand."))
        return {name: int(number) for name, number in match.groupdict().items() if number is not None}


def value_code(win):
    """A win's value as ValueField reads it."""
    if win.base is not None:
        return f"b{win.base}"
    if win.yakuman is not None:
        return f"y{win.yakuman}"
    return f"h{win.han}.{win.fu}" if win.fu is not None else f"h{win.han}"


class KeyForm(forms.Form):
    """A key made when the form was opened: the same one never does anything twice."""

    key = forms.UUIDField(widget=forms.HiddenInput)


class AskForm(KeyForm):
    """What every write to a game carries: its version that was looked at, and a key made for this."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class RiichiForm(forms.Form):
    """One seat's riichi, and what it shall be: "2-on". Valid: `seat` and `lit`."""

    version = forms.IntegerField(min_value=0)

    def __init__(self, ruleset, *args, **kwargs):
        super().__init__(*args, **kwargs)
        seats = range(ruleset.players)
        self.fields["lit"] = forms.ChoiceField(
            choices=[(f"{seat}-{word}", word) for seat in seats for word in ("on", "off")]
        )

    def clean_lit(self):
        seat, _, word = self.cleaned_data["lit"].partition("-")
        self.seat, self.lit = int(seat), word == "on"


class TimeForm(forms.Form):
    """Whether time is up. Valid: `is_called`."""

    version = forms.IntegerField(min_value=0)
    called = forms.ChoiceField(choices=[("on", "on"), ("off", "off")])

    @property
    def is_called(self):
        return self.cleaned_data["called"] == "on"


@cache
def _fields(players):
    """The fields of a hand, and those of each win: made once for all forms, which change nothing of them."""
    seats = ("riichi", "ron", "tsumo", "tenpai", "nagashi", "chonbo")
    of_hand = {name: SeatsField(players) for name in seats} | {"from": SeatField(players)}
    covered = forms.IntegerField(min_value=1, max_value=6, required=False)
    return of_hand, {"value": ValueField(required=False), "pao": SeatField(players), "covered": covered}


class HandForm(AskForm):
    """A hand as it is being entered. Valid once it is complete: then `outcome` is a rules outcome.

    `stage` says how far it is: "rest", "ask" (who dealt in?), "value" (`winner` is the seat to be valued
    now), "detail" (the same, by han and fu), "win", "draw", "abort" or "chonbo"; `notes` what the table
    must be told of how its taps were understood.
    """

    draw = forms.ChoiceField(
        choices=[(kind, kind) for kind in ("exhaustive", *rules.ABORTIVE_DRAWS)], required=False
    )
    time = forms.BooleanField(required=False)
    stop = forms.BooleanField(required=False)

    # What of it begins a hand; the rest says what is looked at, which button was pressed, that time is up.
    FACTS = ("ron", "from", "tsumo", "draw", "tenpai", "nagashi", "chonbo")

    def __init__(self, ruleset, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.outcome, self.stage, self.winner, self.notes = None, "rest", None, []
        of_hand, of_win = _fields(ruleset.players)
        self.fields |= of_hand
        for seat in range(ruleset.players):
            if f"value-{seat}" in self.data:
                self.fields |= {f"{name}-{seat}": field for name, field in of_win.items()}

    @classmethod
    def started(cls, data):
        """Whether anything of a hand has been entered in these data."""
        return any(data.get(name) for name in cls.FACTS) or data.get("stage") == "chonbo"

    @staticmethod
    def new_key():
        return str(uuid.uuid4())

    def clean(self):
        if not self.errors:
            self.outcome = self._read(self.cleaned_data)
        if not self.errors and self.outcome is None:
            raise forms.ValidationError(gettext("This hand is not complete yet."), code="incomplete")

    def _read(self, data):
        common = {"riichi": data["riichi"], "time": data["time"], "stop": data["stop"]}
        if data["chonbo"] or self.data.get("stage") == "chonbo":
            self.stage = "chonbo"
            return rules.Chonbo(seats=data["chonbo"], **common) if data["chonbo"] else None
        if data["draw"] == "exhaustive":
            self.stage = "draw"
            # A tenpai that is in riichi needs no tap of its own.
            tenpai = tuple(sorted({*data["tenpai"], *data["riichi"]}))
            return rules.ExhaustiveDraw(tenpai=tenpai, nagashi=data["nagashi"], **common)
        if data["draw"]:
            self.stage = "abort"
            return rules.AbortiveDraw(reason=data["draw"], **common)
        if data["tsumo"]:
            wins = self._wins(data["tsumo"][:1])
            return rules.Tsumo(win=wins[0], **common) if wins else None
        if data["ron"]:
            return self._read_ron(data, common)
        return None

    def _read_ron(self, data, common):
        if data["from"] is None:
            self.stage = "ask"
            return None
        seats = [seat for seat in data["ron"] if seat != data["from"]]
        if not seats:
            raise forms.ValidationError(_("A player cannot win on their own discard."))
        if len(seats) == 3 and "triple_ron" in self.ruleset.playable_aborts:
            self.stage = "abort"
            self.notes.append(
                gettext("Three winners on one discard: the hand is called off under these rules.")
            )
            return rules.AbortiveDraw(reason="triple_ron", **common)
        if len(seats) > 1 and self.ruleset.multi_ron == "atamahane":
            seats = [min(seats, key=lambda seat: (seat - data["from"]) % self.ruleset.players)]
            self.notes.append(gettext("Under these rules only the first in turn wins (atamahane)."))
        wins = self._wins(seats)
        return rules.Ron(discarder=data["from"], winners=tuple(wins), **common) if wins else None

    def _wins(self, seats):
        """The wins of these seats, None while one has no value: that seat is `winner`."""
        data, wins = self.cleaned_data, []
        self.stage = "win"
        values = {seat: data.get(f"value-{seat}") for seat in seats}
        if self.data.get("back") == "value":
            values[max(seats)] = None
        for seat, value in values.items():
            if value is None:
                self.winner = seat
                self.stage = "detail" if self.data.get("pad") == "detail" else "value"
                return None
            wins.append(rules.Win(seat, pao=self._pao(seat, value), **value))
        return wins

    def _pao(self, seat, value):
        liable = self.cleaned_data[f"pao-{seat}"]
        if liable is None or "yakuman" not in value:
            return None
        return rules.Pao(liable, self.cleaned_data[f"covered-{seat}"] or 1)

    @property
    def problem(self):
        """A sentence on what is wrong, "" where nothing is, or where it is only not complete yet."""
        for errors in self.errors.as_data().values():
            for error in errors:
                if error.code != "incomplete":
                    return " ".join(error.messages)
        return ""


class EndForm(AskForm):
    """Why a game is ended before its end."""

    reason = forms.CharField(
        label=_("Why does the game end here?"),
        max_length=200,
        validators=[check_line],
        error_messages={"required": _("Say in a few words why the game ends here.")},
    )


class ScoreField(forms.IntegerField):
    """Points as people write them: 32300, 32,300 and −1 200."""

    widget = forms.TextInput
    _BETWEEN = re.compile(r"(?<=\d)[.,'’\s](?=\d{3}(\D|$))")

    def to_python(self, value):
        text = value.strip().replace("−", "-") if isinstance(value, str) else value
        return super().to_python(self._BETWEEN.sub("", text) if isinstance(text, str) else text)


class RulesField(forms.ChoiceField):
    """A ruleset by its word. One that equals another is not shown, and taken all the same: it may have been
    another one when the page was made, before a season began.
    """

    default_error_messages = {"invalid_choice": _("These rules are not offered any more. Choose others.")}

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.offers = self.shown = {}

    def offer(self, offers, *, label=lambda key, ruleset: ruleset.title, same=lambda ruleset: ruleset):
        """Offer these, by a word for each, of those that are the `same` the first."""
        firsts = {}
        self.offers = offers
        self.shown = {key: firsts.setdefault(same(ruleset), key) for key, ruleset in offers.items()}
        self.choices = [(key, label(key, offers[key])) for key in firsts.values()]

    def prepare_value(self, value):
        return self.shown.get(value, value)

    def valid_value(self, value):
        return value in self.offers

    def clean(self, value):
        return self.offers[super().clean(value)]


OF_COUNTS = {
    "invalid": _("Type a number."),
    "min_value": _("There cannot be fewer than 0."),
    "max_value": _("There cannot be more than 99."),
}


class SeatsForm(KeyForm):
    """Who sits where, under which rules, and what lies before them. Valid: `names` in seat order, and who
    was `found` by each (None for somebody new); `rules`; and `start` where scores were asked for.
    """

    preset = forms.ChoiceField(label=_("Rules"))
    length = forms.ChoiceField(
        label=_("Length"), choices=[("hanchan", _("Hanchan")), ("tonpuusen", _("Tonpuusen"))], required=False
    )
    sticks = forms.IntegerField(
        label=_("Riichi sticks"), min_value=0, max_value=99, required=False, error_messages=OF_COUNTS
    )

    start = None

    def __init__(self, club, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.club = club
        for seat in range(4):
            self.fields[f"player_{seat}"] = forms.CharField(
                max_length=60, required=False, validators=[check_line]
            )
            self.fields[f"score_{seat}"] = ScoreField(required=False)

    def find(self, name):
        """The player of this name, None where nobody has it. Raises ValidationError where several do."""
        return self.club.known(name)

    def _find(self, seat, name):
        try:
            return self.find(name)
        except forms.ValidationError as problem:
            return self.add_error(f"player_{seat}", problem)

    def _clean_players(self):
        seats, data = range(self.rules.players), self.cleaned_data
        self.names = [data.get(f"player_{seat}", "").strip() for seat in seats]
        self.found, seated = [], set()
        for seat, name in enumerate(self.names):
            found = name and self._find(seat, name)
            who = found or name.casefold()  # by a short name it is the same person
            if not name and f"player_{seat}" not in self.errors:
                self.add_error(f"player_{seat}", _("Who sits here?"))
            elif name and who in seated:
                self.add_error(f"player_{seat}", _("%(name)s sits at this table already.") % {"name": name})
            self.found.append(found)
            seated.add(who)

    def _clean_start(self, round, honba):
        """What the game stands at before this hand."""
        seats, data = range(self.rules.players), self.cleaned_data
        scores = [data.get(f"score_{seat}") for seat in seats]
        for seat, score in enumerate(scores):
            if score is None and f"score_{seat}" not in self.errors:
                self.add_error(f"score_{seat}", _("What lies before this player?"))
        if self.errors:
            return
        facts = {"round": round, "honba": honba, "sticks": data["sticks"], "scores": scores}
        try:
            self.start = rules.start_from_json(self.rules, facts)
        except rules.RulesError as refusal:
            self.add_error(None, words.error(refusal))


class StartForm(SeatsForm):
    """A game that begins at a table, or is taken over midway. Names that nobody has are new people."""

    draw = forms.BooleanField(label=_("Draw the seats"), required=False)
    taken_over = forms.BooleanField(label=_("Take over a game begun on paper"), required=False)
    round = forms.ChoiceField(label=_("Round"), required=False)
    honba = forms.IntegerField(
        label=_("Honba"), min_value=0, max_value=99, required=False, error_messages=OF_COUNTS
    )

    def __init__(self, club, *args, **kwargs):
        super().__init__(club, *args, **kwargs)
        rounds = [f"{wind}{number}" for wind in "ESW" for number in range(1, 5)]
        self.fields["round"].choices = [(code, words.round_of(code)) for code in rounds]
        self.season = club.current_season
        self.fields["preset"] = RulesField(label=_("Rules"))
        self.fields["preset"].offer(club.rules_on_offer)
        for seat in range(4):
            self.fields[f"guest_{seat}"] = forms.BooleanField(label=_("Guest"), required=False)

    @property
    def three_players(self):
        """The rulesets that three play by."""
        return [key for key, ruleset in self.fields["preset"].offers.items() if ruleset.players == 3]

    def begin(self, table, *, by):
        """Begin the game at the table. Raises Stale."""
        draw = self.cleaned_data["draw"] and self.start is None
        key = self.cleaned_data["key"]
        return table.begin(self.names, self.guests, self.rules, draw=draw, start=self.start, key=key, by=by)

    def clean(self):
        data = self.cleaned_data
        if "preset" not in data:
            return
        self.rules = replace(data["preset"], length=data.get("length") or data["preset"].length)
        self._clean_players()
        self.guests = [data.get(f"guest_{seat}", False) for seat in range(self.rules.players)]
        if data.get("taken_over"):
            for name in ("round", "honba", "sticks"):
                if data.get(name) in (None, "") and name not in self.errors:
                    self.add_error(name, _("This is needed to take over a game."))
            self._clean_start(data.get("round"), data.get("honba"))
