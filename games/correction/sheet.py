"""The correction page: what is proposed, the forms that change it, and what comes of it.

Whatever is typed on its left side is the proposal; each request takes it in and shows what follows.
"""

import json
import uuid
from dataclasses import replace

from django.utils.datastructures import MultiValueDict
from django.utils.functional import cached_property
from django.utils.translation import gettext

import rules
from games import words

from .compare import Correction
from .forms import BROKEN, AdditionForm, DraftForm, GameForm, SaveForm, checked
from .hand import HandPanel, entry_of
from .rebase import rebase, since
from .told import play

NEW = "new-"  # before the number of a hand that is not there yet


class Sheet:
    """A correction of a game as its page shows it. `facts` are what is proposed, `place` the hand that is
    looked at: its number, or that of one which is not there yet.
    """

    def __init__(self, game, facts, place="1"):
        self.game, self.facts, self.shown = game, facts, facts
        self.version, self.key, self.sent_key = game.version, uuid.uuid4(), None
        self.go_to(place)
        self.entry = self._game_form = self._addition_form = None  # what was typed and is not right yet
        self.save_form = SaveForm()
        self.error, self.notes, self.meanwhile, self.is_mixed = "", [], game.changes.none(), False

    @classmethod
    def opened(cls, game, data):
        """The page as a link opens it: at a `hand`, or with what a point of the history (`at`) had, or a
        proposal (`use`) would have.
        """
        sheet = cls(game, game.recorded, data.get("hand", ""))
        at, use = (int(data[name]) if data.get(name, "").isdecimal() else None for name in ("at", "use"))
        try:
            if at and (change := game.changes.filter(pk=at).first()):
                sheet.facts = sheet.shown = checked(game, game.facts_at(change).to_json())
            elif use and (change := game.proposals.filter(pk=use).first()):
                base, facts = (checked(game, one) for one in (change.before, change.after))
                sheet.facts, sheet.is_mixed = rebase(facts, base, game.recorded)
                sheet.shown = sheet.facts
        except (*BROKEN, rules.RulesError):
            sheet.error = gettext("That cannot be brought back any more.")
        sheet.go_to(data.get("hand", ""))
        return sheet

    @classmethod
    def sent(cls, game, data):
        """The page as it was sent, with what was typed in it taken in."""
        form = DraftForm(game, data)
        if not form.is_valid():
            sheet = cls(game, game.recorded, data.get("hand", ""))
            sheet.error = " ".join(next(iter(form.errors.values())))
            return sheet
        sheet = cls(game, form.cleaned_data["facts"], data.get("hand", ""))
        sheet.version, sheet.key = form.cleaned_data["version"], form.cleaned_data["key"]
        sheet.sent_key = sheet.key
        if not sheet.is_behind and game.club.changes.filter(key=sheet.key).exists():
            sheet.key = uuid.uuid4()  # this one has done something
        sheet.save_form = SaveForm(data)
        try:
            sheet._take_in(data)
            play(sheet.facts)
        except rules.RulesError as refusal:
            # No hand is to blame, such as where rules do not fit the points that a game was taken over with.
            sheet.facts, sheet.error = sheet.shown, words.error(refusal)
        return sheet

    def go_to(self, place):
        """Look at another hand."""
        text, last = place.removeprefix(NEW), len(self.facts.hands)
        self.is_new = place.startswith(NEW) or not last
        number = int(text) if text.isdecimal() and len(text) < 5 else 1
        self.number = min(max(number, 1), last + self.is_new)

    @property
    def place(self):
        return f"{NEW}{self.number}" if self.is_new else str(self.number)

    # Taking in what was typed.

    def _take_in(self, data):
        button = data.get("do", "")
        if button not in ("leave", "afresh"):
            self._take_hand(data)
        self._take_game(data)
        self._take_additions(data)
        if self.entry is None or button in ("delete", "afresh"):
            self._press(button, data)

    def _take_hand(self, data):
        panel = self._panel(data)
        if panel.problem:
            self.entry = data
        elif panel.outcome is not None:
            self.notes = panel.notes
            self._put(panel.outcome)

    def _put(self, outcome):
        if self.is_new:
            self.facts = self.facts.insert(self.number, rules.outcome_to_json(outcome))
            self.is_new = False
            return
        recorded = rules.outcome_from_json(self.facts.hands[self.number - 1][0])
        outcome = _with_yaku(outcome, recorded)
        if outcome != recorded:
            self.facts = self.facts.change(self.number, rules.outcome_to_json(outcome))

    def _take_game(self, data):
        if "ruleset" not in data:
            return
        form = GameForm(self.game, self.facts, data)
        if form.is_valid():
            self.facts = form.facts
        else:
            self._game_form = form

    def _take_additions(self, data):
        additions = [one for i, one in enumerate(self.facts.additions) if str(i) not in data.getlist("drop")]
        form = AdditionForm(self._seated, data)
        if form.is_begun and form.is_valid():
            additions.append(form.cleaned_data)
        elif form.is_begun:
            self._addition_form = form
        self.facts = replace(self.facts, additions=tuple(additions))

    def _press(self, button, data):
        number, last = self.number, len(self.facts.hands)
        match button:
            case "afresh":
                self.__init__(self.game, self.game.recorded, self.place)
            case "leave":
                self.go_to(str(number))
            case "insert":
                self.go_to(f"{NEW}{number}")
            case "delete" if not self.is_new:
                self.facts, self.entry = self.facts.delete(number), None
                self.go_to(str(number))
            case "up" if number > 1 and not self.is_new:
                self.facts, self.number = self.facts.move(number, number - 1), number - 1
            case "down" if number < last and not self.is_new:
                self.facts, self.number = self.facts.move(number, number + 1), number + 1
            case "exchange" | "rename":
                self._exchange(data, with_hands=button == "exchange")
            case _ if "go" in data:
                self.go_to(data["go"])

    def _exchange(self, data, with_hands):
        """Let two players exchange their seats, with what they did there or without."""
        seats = [str(seat) for seat in range(len(self.facts.players))]
        if not (data.get("one") in seats and data.get("two") in seats):
            return
        order = list(range(len(seats)))
        one, two = seats.index(data["one"]), seats.index(data["two"])
        order[one], order[two] = two, one
        moved = self.facts.reseat(order)
        self.facts = moved if with_hands else replace(self.facts, players=moved.players)

    # When somebody was faster.

    @property
    def is_behind(self):
        return self.version != self.game.version

    def catch_up(self):
        """Do the same changes to the game as it is now."""
        base, self.meanwhile = since(self.game, self.version)
        facts = self.game.recorded
        base = checked(self.game, base.to_json()) if base else facts
        self.facts, self.is_mixed = rebase(self.facts, base, facts)
        self.shown, self.version, self.key = self.facts, self.game.version, uuid.uuid4()
        self.go_to(self.place)

    # Saving.

    @property
    def is_finished(self):
        """Whether all that was typed is in the proposal."""
        return not (self.error or self.entry or self._game_form or self._addition_form)

    def may_be_saved(self):
        """Whether it was seen as it is, and nothing is missing; what is, is said."""
        if not self.is_finished:
            return False
        if self.facts != self.shown:
            self.error = gettext("This is what it comes to. Look at it, and save it then.")
            return False
        if not self.is_behind and not self.correction.is_changed:
            self.error = gettext("Nothing is changed yet.")
            return False
        return self.save_form.is_valid() and (self.is_behind or self.save_form.fits(self.correction))

    @property
    def reason(self):
        """Why it is corrected, in words."""
        return self.save_form.reason or self.correction.reason_of_points

    # What the page shows.

    @cached_property
    def correction(self):
        return Correction(self.game, self.facts)

    @property
    def carried(self):
        """The proposal as the page carries it."""
        return json.dumps(self.facts.to_json())

    @cached_property
    def table(self):
        """The table that it would go on at, None where there is none (any more)."""
        return self.game.club.tables.filter(pk=self.facts.table, is_retired=False).first()

    @cached_property
    def plays_there(self):
        """The game that this table plays now, None where it plays none or this one."""
        return self.table and self.table.games.running().exclude(pk=self.game.pk).first()

    @property
    def _seated(self):
        """The names by seat."""
        return [self._people[player].itself.short for player in self.facts.players]

    @cached_property
    def _people(self):
        return {player.pk: player for player in self.game.club.players.select_related("merged_into")}

    @property
    def hands(self):
        """The hands to choose from."""
        return [Choice(self, number) for number in range(1, len(self.facts.hands) + 1)]

    @property
    def after_last(self):
        """Where a hand stands that is added at the end."""
        return f"{NEW}{len(self.facts.hands) + 1}"

    @cached_property
    def panel(self):
        """The form of the hand that is looked at."""
        if self.entry is not None:
            return self._panel(self.entry)
        if self.is_new:
            return self._panel(MultiValueDict())
        return self._panel(entry_of(rules.outcome_from_json(self.facts.hands[self.number - 1][0])))

    def _panel(self, entry):
        played = play(self.facts)[1]
        is_played = self.number <= len(played.hands)
        state = played.hands[self.number - 1].before if is_played else played.state
        entry = MultiValueDict(dict(entry.lists()) | {"version": ["0"], "key": [str(uuid.uuid4())]})
        return HandPanel(self.facts.rules, state, self._seated, entry)

    @cached_property
    def game_form(self):
        return self._game_form or GameForm(self.game, self.facts)

    @property
    def is_other_game(self):
        """Whether rules, season, table or times are to be others, or are typed wrong."""
        names = ("ruleset", "season", "table", "started_at", "ended_early")
        recorded = self.correction.recorded
        if self._game_form and any(name in self._game_form.errors for name in (*names, "length")):
            return True
        return any(getattr(self.facts, name) != getattr(recorded, name) for name in names)

    @property
    def is_other_start(self):
        """Whether it is to be taken over with other points, or these are typed wrong."""
        is_wrong = self._game_form and any(field.errors for field in self._game_form.of_start)
        return is_wrong or self.facts.start != self.correction.recorded.start

    @cached_property
    def addition_form(self):
        return self._addition_form or AdditionForm(self._seated)

    @property
    def additions(self):
        """(name, points in tenths, reason) of each."""
        names = self._seated
        return [(names[one["seat"]], one["points"] // 100, one["reason"]) for one in self.facts.additions]


class Choice:
    """A hand of the proposal, to choose it by."""

    def __init__(self, sheet, number):
        correction = sheet.correction
        self.number = number
        self.is_here = number == sheet.number and not sheet.is_new
        self.is_later = number > sheet.number
        self.is_played = number <= correction.played
        self.state = correction.now.hands[number - 1].before if self.is_played else None
        self.is_refused = correction.conflict == "impossible" and number == correction.refusal.hand


def _with_yaku(outcome, recorded):
    """The outcome with the yaku that were recorded of the same win: the form does not ask for them."""
    kept = {win._replace(yaku=()): win for win in recorded.wins}
    match outcome:
        case rules.Ron():
            return outcome._replace(winners=tuple(kept.get(win, win) for win in outcome.winners))
        case rules.Tsumo():
            return outcome._replace(win=kept.get(outcome.win, outcome.win))
    return outcome
