"""What a table reports of a hand: facts only, no points.

Seats are 0 to 3, seat 0 the first dealer. Whether an outcome can be, under a ruleset and in a state,
is decided when it is settled (`rules.settle`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Pao:
    """Liability: `seat` fed the yakuman; `yakuman` of the hand's yakuman are covered."""

    seat: int
    yakuman: int = 1


@dataclass(frozen=True, slots=True)
class Win:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What every outcome has.

    `riichi`: the seats whose riichi stood. `time`: the clock ran out during the hand.
    `stop`: the dealer, asked, ended the game by an optional agari-yame or tenpai-yame.
    """

    kind: ClassVar[str]

    riichi: tuple[int, ...] = ()
    time: bool = False
    stop: bool = False

    @property
    def wins(self) -> tuple[Win, ...]:
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ron(Outcome):
    """One or more players win on `discarder`'s tile (a robbed kan is the caller's tile)."""

    kind: ClassVar[str] = "ron"

    discarder: int
    winners: tuple[Win, ...]

    @property
    def wins(self) -> tuple[Win, ...]:
        return self.winners


@dataclass(frozen=True, slots=True, kw_only=True)
class Tsumo(Outcome):
    """A player wins on a tile they drew."""

    kind: ClassVar[str] = "tsumo"

    win: Win

    @property
    def wins(self) -> tuple[Win, ...]:
        return (self.win,)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhaustiveDraw(Outcome):
    """The wall ran out; `tenpai` seats (riichi among them) and `nagashi` mangan seats."""

    kind: ClassVar[str] = "exhaustive_draw"

    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortiveDraw(Outcome):
    """The hand was called off; `reason` is a key of `rulesets.ABORTIVE_DRAWS`."""

    kind: ClassVar[str] = "abortive_draw"

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chonbo(Outcome):
    """A serious foul by `seats`: the hand is void and replayed."""

    kind: ClassVar[str] = "chonbo"

    seats: tuple[int, ...]
