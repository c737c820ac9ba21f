"""The forms of the correction page. What a page carries is trusted in nothing: a valid form holds facts."""

import json
from dataclasses import replace
from datetime import UTC
from zoneinfo import ZoneInfo

from django import forms
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

import rules
from games import words
from games.facts import Facts
from games.forms import AskForm, RulesField, ScoreField
from games.moments import MomentField

REASON = 200  # letters
# What facts raise that are none.
BROKEN = (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError)


class FactsField(forms.CharField):
    """The facts of a game of this club, as JSON."""

    widget = forms.HiddenInput
    BROKEN = _("This page cannot be read any more. Begin the correction again.")

    def __init__(self, game):
        super().__init__(strip=False, error_messages={"required": self.BROKEN})
        self.game = game

    def to_python(self, value):
        text = super().to_python(value)
        if text in self.empty_values:
            return None
        try:
            return checked(self.game, json.loads(text, parse_constant=_refuse))
        except rules.RulesError as refusal:
            raise forms.ValidationError(words.error(refusal)) from None
        except BROKEN:
            raise forms.ValidationError(self.BROKEN) from None


def _refuse(constant):
    raise ValueError(constant)


def checked(game, data):
    """These facts, where they can be facts of this game. Raises RulesError, ValueError and the like."""
    if "\\u0000" in json.dumps(data):
        raise ValueError("a text that databases do not keep")
    json.dumps(data, ensure_ascii=False).encode()  # raises for half a letter
    facts = Facts.from_json(data)
    ruleset = facts.rules
    club = game.club
    people = {player.pk: player for player in club.players.all()}
    if any(type(player) is not int or player not in people for player in facts.players):
        raise ValueError("somebody who is not of the club")
    facts = facts.among({number: people[number].itself.pk for number in facts.players})
    if not (len(set(facts.players)) == len(facts.players) == ruleset.players == game.rules.players):
        raise ValueError("not so many players")
    for name, there in (("season", club.seasons), ("table", club.tables)):
        number = getattr(facts, name)
        if number is not None and number not in set(there.values_list("pk", flat=True)):
            raise ValueError(f"no {name} of the club")
    if type(facts.ended_early) is not str or len(facts.ended_early) > REASON:
        raise ValueError("no reason")
    hands = tuple(
        (rules.outcome_to_json(rules.outcome_from_json(hand)), _moment(at)) for hand, at in facts.hands
    )
    return replace(
        facts,
        ruleset=rules.ruleset_to_full_json(ruleset),
        start=facts.start and rules.start_to_json(rules.start_from_json(ruleset, facts.start)),
        hands=hands,
        additions=tuple(_addition(ruleset, one) for one in facts.additions),
        started_at=_moment(facts.started_at),
    )


def _moment(text):
    moment = parse_datetime(text)
    if moment is None or moment.tzinfo is None:
        raise ValueError("no moment")
    return moment.astimezone(UTC).isoformat()


def _addition(ruleset, one):
    seat, points, reason = (one[name] for name in ("seat", "points", "reason"))
    if type(seat) is not int or type(points) is not int or not 0 <= seat < ruleset.players:
        raise ValueError("no addition")
    if points % 100 or abs(points) > rules.LARGEST or type(reason) is not str:
        raise ValueError("no addition")
    if not 0 < len(reason.strip()) <= REASON:
        raise ValueError("no reason")
    return {"seat": seat, "points": points, "reason": reason}


class DraftForm(AskForm):
    """What is proposed, as the page showed it."""

    def __init__(self, game, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["facts"] = FactsField(game)


class GameForm(forms.Form):
    """All of a game but its hands and additions, changed from `facts`. Valid: `facts` with what differs.

    Where only the final scores were entered, they are its start, of which nothing else is asked.
    """

    ruleset = RulesField(label=_("Rules"))
    length = forms.ChoiceField(
        label=_("Length"), choices=[("hanchan", _("Hanchan")), ("tonpuusen", _("Tonpuusen"))]
    )
    ended_early = forms.CharField(
        label=_("Ended early, because"),
        max_length=REASON,
        required=False,
        help_text=_("Empty where the game ended by the rules, or goes on."),
    )

    def __init__(self, game, facts, data=None):
        self.game, self.before = game, facts
        super().__init__(data, initial=self._initial())
        club = game.club
        self.fields["started_at"] = MomentField(ZoneInfo(club.time_zone), label=_("Begin"))
        people = club.players.all().by_name()
        choices = [
            (player.pk, player)
            for player in people
            if player.pk in facts.players
            or not (player.is_forgotten or player.is_retired or player.merged_into_id)
        ]
        for seat, wind in zip(range(len(facts.players)), rules.WINDS, strict=False):
            self.fields[f"player_{seat}"] = forms.TypedChoiceField(
                label=words.WIND_NAMES[wind], choices=choices, coerce=int
            )
        self.fields["ruleset"].offer(
            self._rulesets(), same=lambda ruleset: replace(ruleset, length="hanchan")
        )
        none = [("", pgettext("season or table", "None"))]
        self.fields["season"] = forms.TypedChoiceField(
            label=_("Season"),
            choices=[*none, *((season.pk, season) for season in club.seasons.all())],
            coerce=int,
            empty_value=None,
            required=False,
        )
        self.fields["table"] = forms.TypedChoiceField(
            label=_("Table"),
            choices=[*none, *((table.pk, table) for table in club.tables.all())],
            coerce=int,
            empty_value=None,
            required=False,
        )
        if facts.start:
            names = {player.pk: player.short for player in people}
            self._ask_for_start([names[player] for player in facts.players])

    def _ask_for_start(self, names):
        facts, most = self.before, {"min_value": 0, "max_value": 99}
        if facts.is_scores_only:
            self.fields["ended_early"].label = _("Where the scores come from")
            self.fields["ended_early"].help_text = ""
            self.fields["sticks"] = forms.IntegerField(label=_("Riichi sticks left"), **most)
        else:
            rounds = [(one, words.round_of(one)) for one in rules.rounds(facts.rules)]
            self.fields["round"] = forms.ChoiceField(label=_("Before the hand"), choices=rounds)
            self.fields["honba"] = forms.IntegerField(label=_("Honba"), **most)
            self.fields["sticks"] = forms.IntegerField(label=_("Riichi sticks"), **most)
        for seat, name in enumerate(names):
            self.fields[f"score_{seat}"] = ScoreField(label=_("Score of %(player)s") % {"player": name})

    def _rulesets(self):
        """The rulesets to choose from, by a word for each: what is proposed, what was recorded, and the
        others for so many players.
        """
        draft = self.before.rules
        offers = {"draft": draft, "recorded": self.game.rules, **self.game.club.rules_on_offer}
        return {key: ruleset for key, ruleset in offers.items() if ruleset.players == draft.players}

    def _initial(self):
        facts = self.before
        return {
            **{f"player_{seat}": player for seat, player in enumerate(facts.players)},
            "ruleset": "draft",
            "length": facts.rules.length,
            "season": facts.season or "",
            "table": facts.table or "",
            "started_at": parse_datetime(facts.started_at),
            "ended_early": facts.ended_early,
            **{name: value for name, value in (facts.start or {}).items() if name != "scores"},
            **{f"score_{seat}": score for seat, score in enumerate((facts.start or {}).get("scores", ()))},
        }

    def clean_started_at(self):
        """The moment as text; as it was, to the second, where it is the same minute."""
        typed, shown = self.cleaned_data["started_at"], self.fields["started_at"].prepare_value
        is_same = shown(typed) == shown(self.initial["started_at"])
        return self.before.started_at if is_same else typed.isoformat()

    def clean(self):
        data = self.cleaned_data
        players = tuple(data.get(f"player_{seat}") for seat in range(len(self.before.players)))
        if None not in players and len(set(players)) < len(players):
            raise forms.ValidationError(
                _("Somebody sits here twice. To let two exchange their seats, use “Exchange” below.")
            )
        if self.errors:
            return
        ruleset = replace(data["ruleset"], length=data["length"])
        try:
            start = self.before.start and self._start(ruleset)
        except rules.RulesError as refusal:
            is_of_rules = ruleset != self.before.rules
            self.add_error("ruleset" if is_of_rules else "sticks", words.error(refusal))
            return
        self.facts = replace(
            self.before,
            players=players,
            ruleset=rules.ruleset_to_full_json(ruleset),
            start=start,
            season=data["season"],
            table=data["table"],
            started_at=data["started_at"],
            ended_early=data["ended_early"],
        )

    def _start(self, ruleset):
        """Where it was taken over. Raises RulesError."""
        names = rules.rounds(ruleset)
        scores = [self.cleaned_data[f"score_{seat}"] for seat in range(len(self.before.players))]
        start = {**self.before.start, "sticks": self.cleaned_data["sticks"], "scores": scores}
        if not self.before.is_scores_only:
            start |= {name: self.cleaned_data[name] for name in ("round", "honba")}
        elif start["round"] not in names:
            start["round"] = names[0]  # it was no round that was played
        return rules.start_to_json(rules.start_from_json(ruleset, start))

    @property
    def of_start(self):
        """The fields of what it was taken over with."""
        scores = (f"score_{seat}" for seat in range(len(self.before.players)))
        return [self[name] for name in ("round", "honba", *scores, "sticks") if name in self.fields]

    @property
    def seats(self):
        """The fields of the players."""
        return [self[f"player_{seat}"] for seat in range(len(self.before.players))]

    @property
    def others(self):
        return [self[name] for name in ("ruleset", "length", "season", "table", "started_at", "ended_early")]


class AdditionForm(forms.Form):
    """Points for or against a player, beside what was played for."""

    seat = forms.TypedChoiceField(label=_("Player"), coerce=int)
    points = forms.DecimalField(
        label=_("Points"), max_digits=7, decimal_places=1, widget=forms.NumberInput(attrs={"step": "0.1"})
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON, widget=forms.TextInput(attrs={"list": "why-points"})
    )

    def __init__(self, names, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = enumerate(names)

    @property
    def is_begun(self):
        return bool(self["points"].value() or self["reason"].value())

    def clean_points(self):
        points = int(self.cleaned_data["points"] * 1_000)
        if points == 0:
            raise forms.ValidationError(_("How many points, such as −20?"))
        if abs(points) > rules.LARGEST:
            raise forms.ValidationError(_("These are too many points."))
        return points


class SaveForm(forms.Form):
    """Why it is corrected, and what is decided about what no longer fits. `needs` is the conflict."""

    quick = forms.ChoiceField(
        label=_("Why is it corrected?"),
        choices=[
            ("seat", _("Wrong seat")),
            ("value", _("Wrong value")),
            ("forgotten", _("Forgotten hand")),
            ("discarder", _("Wrong discarder")),
            ("other", pgettext_lazy("reason", "Another reason")),
        ],
        widget=forms.RadioSelect,
        initial="other",
        required=False,
    )
    why = forms.CharField(label=_("In your own words"), max_length=REASON, required=False)
    choice = forms.ChoiceField(
        choices=[(word, word) for word in ("aside", "open", "early", "propose")], required=False
    )
    early = forms.CharField(label=_("Why does it end there?"), max_length=REASON, required=False)

    # What may be decided where something no longer fits.
    CHOICES = {
        "beyond": ("aside", "propose"),
        "open": ("open", "early", "propose"),
        "impossible": ("propose",),
    }

    @property
    def reason(self):
        """The reason in words."""
        quick = self.cleaned_data["quick"]
        picked = dict(self.fields["quick"].choices)[quick] if quick and quick != "other" else ""
        return ": ".join(str(part) for part in (picked, self.cleaned_data["why"].strip()) if part)

    @property
    def is_proposal(self):
        return self.cleaned_data["choice"] == "propose"

    def decided(self, correction):
        """The facts to be saved, after what was decided."""
        match self.cleaned_data["choice"], correction.conflict:
            case "aside", "beyond":
                return correction.facts.until(correction.played)
            case "early", "open":
                return replace(correction.facts, ended_early=self.cleaned_data["early"].strip())
        return correction.facts

    def fits(self, correction):
        """Whether nothing is missing; what is, is said."""
        choice, conflict = self.cleaned_data["choice"], correction.conflict
        if not (self.reason or correction.reason_of_points):
            self.add_error("why", _("Say in a few words why."))
        if conflict and choice not in self.CHOICES[conflict]:
            self.add_error("choice", _("This has to be decided first."))
        elif (conflict, choice) == ("open", "early") and not self.cleaned_data["early"].strip():
            self.add_error("early", _("Say in a few words why the game ends there."))
        return not self.errors
