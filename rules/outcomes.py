"""What a table reports of a hand: facts only, no points.

Seats are 0 to 3, seat 0 the first dealer. Whether an outcome can be, under a ruleset and in a state,
is decided when it is settled (`rules.settle`).

Every outcome has `riichi`, the seats whose riichi stood; `time`, the clock ran out during the hand;
`stop`, the dealer, asked, ended the game by an optional agari-yame or tenpai-yame; `wins`, which is
empty where nobody won; and `kind`, its word in a record.
"""

from __future__ import annotations

from typing import NamedTuple


class Pao(NamedTuple):
    """Liability: `seat` fed the yakuman; `yakuman` of the hand's yakuman are covered."""

    seat: int
    yakuman: int = 1


class Win(NamedTuple):
    """One winner's hand, valued in one of three ways: `han` (with `fu` below 5 han), `base` points
    where only the value was spoken, or a number of `yakuman`. `yaku` are names, for the record only.
    """

    seat: int
    han: int | None = None
    fu: int | None = None
    base: int | None = None
    yakuman: int | None = None
    pao: Pao | None = None
    yaku: tuple[str, ...] = ()


class Ron(NamedTuple):
    """One or more players win on `discarder`'s tile (a robbed kan is the caller's tile)."""

    discarder: int
    winners: tuple[Win, ...]
    riichi: tuple[int, ...] = ()
    time: bool = False
    stop: bool = False

    @property
    def kind(self) -> str:
        return "ron"

    @property
    def wins(self) -> tuple[Win, ...]:
        return self.winners


class Tsumo(NamedTuple):
    """A player wins on a tile they drew."""

    win: Win
    riichi: tuple[int, ...] = ()
    time: bool = False
    stop: bool = False

    @property
    def kind(self) -> str:
        return "tsumo"

    @property
    def wins(self) -> tuple[Win, ...]:
        return (self.win,)


class ExhaustiveDraw(NamedTuple):
    """The wall ran out; `tenpai` seats (riichi among them) and `nagashi` mangan seats."""

    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    riichi: tuple[int, ...] = ()
    time: bool = False
    stop: bool = False

    @property
    def kind(self) -> str:
        return "exhaustive_draw"

    @property
    def wins(self) -> tuple[Win, ...]:
        return ()


class AbortiveDraw(NamedTuple):
    """The hand was called off; `reason` is a key of `rulesets.ABORTIVE_DRAWS`."""

    reason: str
    riichi: tuple[int, ...] = ()
    time: bool = False
    stop: bool = False

    @property
    def kind(self) -> str:
        return "abortive_draw"

    @property
    def wins(self) -> tuple[Win, ...]:
        return ()


class Chonbo(NamedTuple):
    """A serious foul by `seats`: the hand is void and replayed."""

    seats: tuple[int, ...]
    riichi: tuple[int, ...] = ()
    time: bool = False
    stop: bool = False

    @property
    def kind(self) -> str:
        return "chonbo"

    @property
    def wins(self) -> tuple[Win, ...]:
        return ()


Outcome = Ron | Tsumo | ExhaustiveDraw | AbortiveDraw | Chonbo
