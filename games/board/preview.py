"""What will be if the hand is saved so."""

from django.utils.functional import cached_property
from django.utils.translation import gettext

import rules
from games import words


class Preview:
    """The hand as it would be settled, in words: who pays, the sum, and what comes next."""

    def __init__(self, board):
        self.board, self.hand, self.names = board, board.hand, board.names

    @property
    def title(self):
        return words.what_happened(self.hand.outcome, self.names)

    @property
    def pays(self):
        return words.pays(self.hand, self.names)

    @property
    def next(self):
        return words.what_next(self.hand)

    @property
    def ends(self):
        return self.hand.ending is not None

    @cached_property
    def asks(self):
        """Whether the dealer may end the game here, and so is asked."""
        return bool(rules.asks_dealer(self.board.ruleset, self.hand.before, self.hand.outcome))

    @property
    def notes(self):
        return self.board.form.notes

    @property
    def warnings(self):
        tsumo = isinstance(self.hand.outcome, rules.Tsumo)
        return [self._unusual(win) for win in self.hand.outcome.wins if rules.unusual(win, tsumo)]

    @staticmethod
    def _unusual(win):
        if win.fu == 20:
            return gettext("20 fu by ron is unusual: only a pinfu tsumo has 20 fu. Check the hand.")
        return gettext("2 han 25 fu by tsumo is unusual: seven pairs and tsumo are 3 han. Check the hand.")

    @cached_property
    def groups(self):
        """For each winner, in turn, the sum in rows."""
        outcome = self.hand.outcome
        winners = rules.in_turn(len(self.names), getattr(outcome, "discarder", 0), outcome.wins)
        return [self._group(win) for win in winners]

    def _group(self, win):
        rows = self._rows(win)
        return {"name": self.names[win.seat], "rows": rows, "digits": len(str(rows[-1]["points"]))}

    @property
    def rows(self):
        """The sum of a single winner; for a draw what is paid."""
        if self.hand.outcome.wins:
            return self.groups[0]["rows"]
        return []

    def _rows(self, win):
        parts = words.parts(self.hand, win.seat)
        named = words.value(win, rules.base_points(self.board.ruleset, win)) or gettext("hand")
        rows = [
            {
                "op": "+" if i else "",
                "points": points,
                "label": named if kind == "hand" else words.part_name(kind, count),
                "is_result": False,
            }
            for i, (points, kind, count) in enumerate(parts)
        ]
        if len(rows) > 1:
            total = sum(points for points, _, _ in parts)
            label = gettext("to %(player)s") % {"player": self.names[win.seat]}
            rows.append({"op": "=", "points": total, "label": label, "is_result": True})
        return rows
