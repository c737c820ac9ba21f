"""The board as a whole."""

import uuid
from contextlib import suppress

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext

import rules
from games import words
from games.forms import HandForm

from .pads import DetailPad
from .panel import POSITIONS, Panel
from .preview import Preview
from .tag import is_fresh, tag

NOT_FACTS = ("key", "version", "riichi", "tag", "again", "csrfmiddlewaretoken")


class Board:
    """The board of a game. `data` is the entry: what has been typed of the hand so far, or nothing.

    `stage` is what the centre shows: "rest" (and the steps that need no figures), "value" and "detail"
    (`winner` is to be valued), "preview", "draw", "abort", "chonbo", "conflict" or "over".
    """

    def __init__(self, table, game, data):
        self.table, self.game, self.club, self.data = table, game, table.club, data
        self.ruleset, self.played, self.state = game.rules, game.played, game.state
        self.names = [seat.player.short for seat in game.seats.all()]
        self.version = game.version
        self.recorded_at = game.last_hand and game.last_hand.recorded_at
        self.last = self.played.hands[-1] if self.played.hands else None
        self.is_started = not game.is_over and HandForm.started(data)
        self.is_behind = self.is_started and data.get("version") != str(self.version)
        if self.is_behind and self._is_saved():
            self.is_started = self.is_behind = False
        self.form = self._entry()
        self.entered = self.form.cleaned_data if self.is_started else {}
        self.hand, self.problem = self._settle()
        self.stage = self._stage()
        self.seats = [Panel(self, seat) for seat in range(self.ruleset.players)]

    @property
    def dealt(self):
        """The hand whose tiles lie on the table: after the last one of a game no other is dealt."""
        is_played_out = self.game.is_over and not self.game.ended_early
        return self.last.before if is_played_out else self.state

    def _is_saved(self):
        """Whether this very entry was saved: an old address, or the back button."""
        key = self._typed_key
        return key is not None and self.game.changes.filter(key=key).exists()

    @property
    def _typed_key(self):
        with suppress(ValueError):
            return uuid.UUID(self.data.get("key", ""))

    def _entry(self):
        """The form of the entry, on the game as it is now."""
        if not self.is_started:
            return HandForm(self.ruleset)
        data = self.data.copy()
        # Riichi is the game's; a hand is refused whose table saw another.
        data.setlist("riichi", [str(seat) for seat in self.game.riichi])
        data["version"] = str(self.version)
        if self.is_behind or self._typed_key is None:
            data["key"] = HandForm.new_key()
        form = HandForm(self.ruleset, data)
        form.is_valid()
        return form

    def _settle(self):
        """The entry as a settled hand, and what is wrong with it."""
        if self.form.outcome is None or self.form.problem:
            return None, self.form.problem if self.is_started else ""
        try:
            return rules.settle(self.ruleset, self.played.state, self.form.outcome), ""
        except rules.RulesError as refusal:
            return None, words.error(refusal)

    def _stage(self):
        if self.game.is_over:
            return "over"
        if self.is_behind and "again" not in self.data:
            return "conflict"
        if self.form.stage == "win":
            # A value that cannot be is asked for again.
            return "preview" if self.hand else "detail" if "pad" in self.data else "value"
        return "rest" if self.form.stage == "ask" else self.form.stage

    # What rides along with every tap.

    @property
    def url(self):
        return reverse("table-board", args=[self.club.slug, self.table.number])

    poll_url = url

    @cached_property
    def key(self):
        """Made when the entry was begun, so that no tap saves twice."""
        return (self.is_started and self.form.data.get("key")) or HandForm.new_key()

    @cached_property
    def tag(self):
        """What a poll compares: it changes with everything that this board shows."""
        return tag(self.game, self.recorded_at)

    @cached_property
    def hidden(self):
        """Fields of the entry that the stage has no controls for."""
        if self.stage == "conflict":
            return [
                (name, value)
                for name, values in self.data.lists()
                if name not in NOT_FACTS
                for value in values
            ]
        hidden = [("draw", self.form.outcome.reason)] if self.stage == "abort" and self.form.outcome else []
        return [*hidden, ("time", "1")] if self.is_time_up else hidden

    # The table.

    @property
    def ruleset_line(self):
        lengths = {"hanchan": gettext("Hanchan"), "tonpuusen": gettext("Tonpuusen")}
        return f"{self.ruleset.title} · {lengths[self.ruleset.length]}"

    @property
    def kanji(self):
        return words.KANJI[rules.WINDS[self.state.wind]]

    @property
    def number(self):
        return self.state.dealer + 1

    @property
    def round_name(self):
        return words.round_name(self.state)

    @property
    def heading(self):
        """What the board shows, in a word or two: no hand follows a game that is over."""
        return gettext("Result") if self.game.is_over else self.round_name

    @property
    def honba(self):
        return self.state.honba

    @property
    def sticks(self):
        return self.state.sticks

    @property
    def is_last(self):
        return rules.is_last(self.ruleset, self.state)

    @property
    def players(self):
        return self.ruleset.players

    @property
    def dealer_pos(self):
        return POSITIONS[self.state.dealer]

    @cached_property
    def clock(self):
        """The time that is left in a timed game."""
        left = self.game.seconds_left
        if left is None:
            return None
        return {"seconds_left": left, "text": "{}:{:02}".format(*divmod(max(left, 0), 60))}

    @property
    def is_time_up(self):
        """Whether the clock ran out in the hand that is being played."""
        return self.is_time_called or (self.state.clock == "running" and self._has_run_out)

    @property
    def is_time_called(self):
        """The same, where it is the table that said so."""
        return self.game.is_time_called and not self._has_run_out

    @property
    def _has_run_out(self):
        return bool(self.clock and self.clock["seconds_left"] <= 0)

    @property
    def may_call_time(self):
        """Whether the table may say that time is up: the clock's, or the event's."""
        return self.state.clock == "running" and not self.is_time_up

    # What can be entered.

    @property
    def aborts(self):
        return [(kind, words.ABORTS[kind]) for kind in self.ruleset.playable_aborts]

    @property
    def plays_nagashi(self):
        return self.ruleset.nagashi_mangan != "off"

    @property
    def plays_chonbo(self):
        return self.ruleset.chonbo != "off"

    @property
    def with_nagashi(self):
        return self.plays_nagashi and bool(self.data.get("with_nagashi") or self.data.get("nagashi"))

    @property
    def offer_four_riichi(self):
        return len(self.game.riichi) == 4 and "four_riichi" in self.ruleset.playable_aborts

    @property
    def is_ron(self):
        return bool(self.entered.get("ron")) and not self.entered.get("tsumo")

    @cached_property
    def winner(self):
        """The panel of the player whose hand is to be valued now."""
        seat = self.form.winner
        if seat is None and self.form.stage == "win" and not self.hand:
            seat = self.form.outcome.wins[-1].seat
        return None if seat is None else self.seats[seat]

    @cached_property
    def detail(self):
        """The pad by han and fu, for the winner."""
        return (
            DetailPad(self.ruleset, self.winner, self.seats, not self.is_ron)
            if self.stage == "detail"
            else None
        )

    # What was entered.

    @property
    def mover(self):
        """Whom the centre faces: the winner, or else the dealer."""
        if self.winner:
            return self.winner.pos
        wins = self.hand.outcome.wins if self.hand else ()
        return POSITIONS[wins[0].seat] if wins else self.dealer_pos

    @cached_property
    def preview(self):
        return Preview(self) if self.hand else None

    @cached_property
    def is_fresh(self):
        """Whether the last hand was saved just now."""
        return is_fresh(self.game, self.recorded_at)

    @property
    def saved(self):
        """The hand that was saved just now, in words."""
        if not self.is_fresh or self.stage != "rest":
            return None
        return {"words": words.what_happened(self.last.outcome, self.names), "is_undoable": True}

    @property
    def conflict(self):
        """What another device did while this one was typing."""
        if self.stage != "conflict":
            return None
        typed, last = self.form.outcome, self.last
        return {
            "saved": words.what_happened(last.outcome, self.names) if last else "",
            "typed": words.what_happened(typed, self.names) if typed else "",
            "same": bool(last and typed and last.outcome == typed),
        }

    # The end.

    @cached_property
    def results(self):
        """The panels by place."""
        return (
            sorted(self.seats, key=lambda panel: (panel.result.place, panel.seat))
            if self.game.is_over
            else []
        )

    @property
    def has_other(self):
        """Whether yakitori, chonbo or additions are part of somebody's result."""
        return any(panel.other for panel in self.results)

    @property
    def ending(self):
        return gettext("The game is over: %(why)s.") % {"why": words.why_over(self.game)}

    @property
    def leftover(self):
        return words.leftover(self.played, self.names) if self.game.is_over else ""
