"""The keys that a winner's hand is valued with."""

from functools import lru_cache

from django.utils.translation import get_language, gettext, ngettext

import rules
from games import words


def chips(ruleset, dealer):
    """The values as players speak them, for a winner who is (not) the dealer."""
    return _chips(ruleset.kiriage_mangan, dealer, get_language())


@lru_cache(maxsize=32)
def _chips(kiriage_mangan, dealer, language):
    limits = [base for base in rules.LIMITS if base != rules.YAKUMAN]
    return [
        *(_chip(f"b{base}", base, dealer) for base in (*rules.usual_bases(kiriage_mangan), *limits)),
        _chip("y1", rules.YAKUMAN, dealer),
    ]


def _chip(value, base, dealer):
    cell = rules.value_cell(base, dealer)
    limit = rules.limit_name(base)
    return {
        "value": value,
        "ron": words.points(cell.ron),
        "is_long": cell.ron > 9_999 and not limit,
        "tsumo": words.points(cell.tsumo),
        "tsumo_dealer": words.points(cell.tsumo_dealer) if cell.tsumo_dealer else "",
        "limit": str(words.LIMIT_NAMES[limit]) if limit else "",
    }


class DetailPad:
    """Han and fu, several yakuman, and liability, for one winner."""

    MOST_YAKUMAN = 6

    def __init__(self, ruleset, winner, seats, tsumo):
        self.ruleset, self.winner, self.tsumo = ruleset, winner, tsumo
        self.pao = [panel for panel in seats if panel is not winner] if ruleset.pao else []
        self.plays_stack = ruleset.yakuman_stack

    @property
    def hans(self):
        return [
            {"han": han, "label": words.han(han), "cells": [self._cell(han, fu) for fu in rules.FU]}
            for han in range(1, 5)
        ]

    def _cell(self, han, fu):
        exists = rules.exists(han, fu)
        text = self._text(rules.hand_base(self.ruleset, han, fu)) if exists else ""
        return {"fu": fu, "value": f"h{han}.{fu}", "text": text, "exists": exists}

    @property
    def limits(self):
        """The hands from 5 han on, where fu no longer count."""
        bases = {han: rules.hand_base(self.ruleset, han, None) for han in range(5, 14)}
        return [
            {
                "value": f"h{han}",
                "label": words.han(han),
                "name": str(words.LIMIT_NAMES[rules.limit_name(base)]),
                "text": self._text(base),
            }
            for han, base in bases.items()
        ]

    @property
    def yakuman(self):
        most = self.MOST_YAKUMAN if self.plays_stack else 1
        return [
            {"value": f"y{count}", "label": self._yakuman(count), "text": self._text(rules.YAKUMAN * count)}
            for count in range(1, most + 1)
        ]

    @staticmethod
    def _yakuman(count):
        return (
            gettext("Yakuman")
            if count == 1
            else ngettext("%(count)s yakuman", "%(count)s yakuman", count) % {"count": count}
        )

    def _text(self, base):
        # A place to break the line: the cells are narrow.
        return words.spoken(base, self.winner.is_dealer, self.tsumo).replace("/", "/\u200b")
