"""One seat's panel."""

from django.utils.functional import cached_property
from django.utils.translation import gettext

import rules
from games import words

from .pads import chips

POSITIONS = ("bottom", "right", "top", "left")


class Panel:
    """What one seat's panel shows, and what is entered there."""

    def __init__(self, board, seat):
        self.board, self.seat, self.pos = board, seat, POSITIONS[seat]
        state = board.state
        self.name = board.names[seat]
        self.wind = board.dealt.wind_of(seat)
        self.kanji, self.wind_name = words.KANJI[self.wind], words.WIND_NAMES[self.wind]
        self.is_dealer = seat == board.dealt.dealer
        self.score = state.scores[seat]
        self.place = self._place(state.scores)
        self.place_name = words.PLACES[self.place]
        self.is_top = self.place == 1
        self.lit = seat in board.game.riichi
        self.may_riichi = self.lit or self.score >= rules.STICK or board.ruleset.riichi_below_1000
        entered = board.entered
        self.ron = seat in (entered.get("ron") or ())
        self.tsumo = seat in (entered.get("tsumo") or ())
        self.dealt_in = entered.get("from") == seat
        self.tenpai = self.lit or seat in (entered.get("tenpai") or ())
        self.nagashi = seat in (entered.get("nagashi") or ())
        self.chonbo = seat in (entered.get("chonbo") or ())

    def _place(self, scores):
        return rules.places_of(scores, shared=self.board.ruleset.ties == "split")[self.seat]

    # The value of this seat's hand, once it has one.

    @property
    def is_valued(self):
        return (self.ron or self.tsumo) and self.board.winner is not self

    @property
    def value(self):
        return self.board.data.get(f"value-{self.seat}", "") if self.is_valued else ""

    @property
    def pao(self):
        return self.board.data.get(f"pao-{self.seat}", "") if self.value else ""

    @property
    def covered(self):
        return self.board.data.get(f"covered-{self.seat}", "") if self.value else ""

    @property
    def chips(self):
        return chips(self.board.ruleset, self.is_dealer)

    # Differences to the others.

    @property
    def _others(self):
        return [panel for panel in self.board.seats if panel is not self]

    @property
    def diffs(self):
        return [
            {"wind": other.wind, "name": other.name, "points": self.score - other.score}
            for other in self._others
        ]

    @property
    def vs(self):
        return [
            {"seat": other.seat, "name": other.name, "points": self.score - other.score}
            for other in self._others
        ]

    # The change of the hand that is entered, or was saved just now.

    @cached_property
    def _scores(self):
        """This seat's score before and after, and the places that go with it; None where nothing changes."""
        board = self.board
        if board.hand:
            return board.state.scores, board.hand.after.scores
        if board.saved:
            before = rules.with_riichi(board.ruleset, board.last.before, board.last.outcome.riichi)
            return before.scores, board.last.after.scores
        return None

    @property
    def change(self):
        if self._scores is None:
            return None
        before, after = self._scores
        return after[self.seat] - before[self.seat]

    @property
    def total(self):
        return self._scores[1][self.seat] if self._scores else None

    @property
    def place_shift(self):
        if not self._scores:
            return ""
        before, after = (words.PLACES[self._place(scores)] for scores in self._scores)
        return gettext("stays %(place)s") % {"place": after} if before == after else f"{before} → {after}"

    @property
    def moved(self):
        """Places gained by the hand that was saved just now."""
        if not self.board.saved:
            return 0
        before, after = (self._place(scores) for scores in self._scores)
        return before - after

    @property
    def no_win_yet(self):
        """Whether yakitori threatens: no hand won so far."""
        if not self.board.ruleset.yakitori_points:
            return False
        hands = self.board.played.hands
        return not any(win.seat == self.seat for hand in hands for win in hand.outcome.wins)

    @property
    def result(self):
        results = self.board.played.results
        return results[self.seat] if results else None

    @property
    def other(self):
        """What yakitori, chonbo and additions come to, in the result."""
        return self.result.yakitori + self.result.chonbo + self.result.additions
