"""Han and fu to base points, what base points pay, and the score table.

Source: the scoring tables that every ruleset here shares; the options that change them are
`kiriage_mangan` and `kazoe_yakuman`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .outcomes import Win
from .rulesets import Ruleset

FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
MANGAN, HANEMAN, BAIMAN, SANBAIMAN, YAKUMAN = 2_000, 3_000, 4_000, 6_000, 8_000
LIMITS = {
    MANGAN: "mangan",
    HANEMAN: "haneman",
    BAIMAN: "baiman",
    SANBAIMAN: "sanbaiman",
    YAKUMAN: "yakuman",
}
_KIRIAGE = 1_920  # 4 han 30 fu and 3 han 60 fu, nothing else


def exists(han: int, fu: int) -> bool:
    """Whether a hand of this han and fu can be at all: 1 han with 20 or 25 fu cannot."""
    return fu in FU and (han > 1 or fu >= 30)


SPOKEN_BASES = frozenset(
    min(fu << 2 + han, MANGAN) for han in range(1, 5) for fu in FU if exists(han, fu)
) | {
    MANGAN,
    HANEMAN,
    BAIMAN,
    SANBAIMAN,
}


def base_points(ruleset: Ruleset, win: Win) -> int:
    """The base points of a legal win, the limits and the ruleset's lifts included."""
    if win.han is not None:
        return hand_base(ruleset, win.han, win.fu)
    if win.base is not None:
        return MANGAN if win.base == _KIRIAGE and ruleset.kiriage_mangan else win.base
    assert win.yakuman is not None
    return YAKUMAN * win.yakuman


def hand_base(ruleset: Ruleset, han: int, fu: int | None) -> int:
    """The base points of `han` and `fu`; fu matter below 5 han."""
    if han < 5:
        assert fu is not None
        base = fu << 2 + han
        if base > MANGAN or (base == _KIRIAGE and ruleset.kiriage_mangan):
            return MANGAN
        return base
    if han == 5:
        return MANGAN
    if han <= 7:
        return HANEMAN
    if han <= 10:
        return BAIMAN
    if han <= 12 or not ruleset.kazoe_yakuman:
        return SANBAIMAN
    return YAKUMAN


def ron_value(base: int, dealer: bool) -> int:
    """What the discarder pays to a winner who is (not) the dealer, without honba."""
    return -(base * (-6 if dealer else -4) // 100) * 100  # rounded up


def tsumo_value(base: int, dealer: bool) -> int:
    """What one payer pays on a tsumo in which the dealer takes part: as winner or as this payer."""
    return -(base * (-2 if dealer else -1) // 100) * 100  # rounded up


class Cell(NamedTuple):
    """One cell of the score table: what a hand pays. None where such a win cannot be.

    `ron` from the discarder; `tsumo` from each (a dealer's win) or from each non-dealer;
    `tsumo_dealer` from the dealer (None for a dealer's win).
    """

    ron: int | None
    tsumo: int | None
    tsumo_dealer: int | None


def cell(ruleset: Ruleset, han: int, fu: int | None, dealer: bool) -> Cell:
    """The score table's cell for `han` and `fu`. 25 fu is seven pairs: no tsumo of 2 han."""
    if fu is not None and not exists(han, fu):
        return Cell(None, None, None)
    value = value_cell(hand_base(ruleset, han, fu), dealer)
    return Cell(value.ron, None, None) if (han, fu) == (2, 25) else value


def value_cell(base: int, dealer: bool) -> Cell:
    """What `base` points pay to a winner who is (not) the dealer."""
    if dealer:
        return Cell(ron_value(base, True), tsumo_value(base, True), None)
    return Cell(ron_value(base, False), tsumo_value(base, False), tsumo_value(base, True))


def unusual(win: Win, tsumo: bool) -> bool:
    """Whether han and fu are a pair that a counting mistake makes more likely than a hand:
    20 fu by ron (pinfu tsumo is the only 20 fu), or 2 han 25 fu by tsumo (seven pairs and tsumo are
    3 han). Such a hand is played; the board asks first.
    """
    if win.han is None or win.han >= 5:
        return False
    return (win.han, win.fu) == (2, 25) if tsumo else win.fu == 20


def limit_name(base: int) -> str | None:
    """The limit's name for base points that are exactly one ("mangan" to "yakuman"), else None."""
    return LIMITS.get(base)


@lru_cache(maxsize=8)
def usual_bases(kiriage_mangan: bool) -> tuple[int, ...]:
    """The base points below mangan that tables speak of most, ascending: those of 30 and 40 fu and
    their doubles. The rest is entered by han and fu.
    """
    bases = {min(fu << 2 + han, MANGAN) for han in range(1, 5) for fu in (30, 40)}
    bases |= {min(fu << 2 + han, MANGAN) for han in range(2, 5) for fu in (25, 50)} | {50 << 2 + 1}
    return tuple(sorted(base for base in bases if base < (_KIRIAGE if kiriage_mangan else MANGAN)))
