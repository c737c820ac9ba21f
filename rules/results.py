"""The result of a game: places, left-over sticks, uma, oka and additions. Tenths of a result point."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .outcomes import Chonbo, Outcome
from .rulesets import Ruleset
from .state import STICK, State


@dataclass(frozen=True, slots=True)
class Addition:
    """Points added to a seat's result by the organiser, in table points (hundreds), with a reason."""

    seat: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one seat takes home. `score` includes left-over sticks; the rest are tenths of a point.

    `base` is the score's part, counted from the return points; `chonbo` and `additions` may keep the
    results of a game from adding up to zero, and are shown by name.
    """

    score: int
    place: int
    base: int
    uma: int
    oka: int
    yakitori: int = 0
    chonbo: int = 0
    additions: int = 0

    @property
    def points(self) -> int:
        """The total, in tenths."""
        return self.base + self.uma + self.oka + self.yakitori + self.chonbo + self.additions


def results(
    ruleset: Ruleset, state: State, outcomes: Iterable[Outcome], additions: Iterable[Addition] = ()
) -> tuple[SeatResult, ...]:
    """The result by seat of a game that ended in `state`."""
    outcomes = list(outcomes)
    seats = range(ruleset.players)
    ranking = sorted(seats, key=lambda seat: -state.scores[seat])
    places = places_of(state.scores, shared=ruleset.ties == "split")
    scores = _with_leftovers(ruleset, state, ranking)
    base = _base(ruleset, scores)
    uma = _by_place(ruleset, _uma_row(ruleset, state.scores), ranking, places)
    oka = _by_place(ruleset, [ruleset.oka] + [0] * (ruleset.players - 1), ranking, places)
    if ruleset.rounding == "whole":
        first = ranking[0]
        base[first] = 0
        base[first] = -(sum(base) + sum(uma) + sum(oka))
    yakitori = _yakitori(ruleset, outcomes, ranking)
    chonbo, added = [0] * ruleset.players, [0] * ruleset.players
    if ruleset.chonbo == "deduct":
        for outcome in outcomes:
            if isinstance(outcome, Chonbo):
                for seat in outcome.seats:
                    chonbo[seat] -= ruleset.chonbo_points // 100
    for addition in additions:
        added[addition.seat] += addition.points // 100
    return tuple(
        SeatResult(scores[i], places[i], base[i], uma[i], oka[i], yakitori[i], chonbo[i], added[i]) for i in seats
    )


def places_of(scores: tuple[int, ...], shared: bool) -> list[int]:
    """Each seat's place, from 1. Equal scores share the better place, or the earlier seat has it."""
    return [
        1 + sum(other > score or (other == score and not shared and earlier < seat) for earlier, other in enumerate(scores))
        for seat, score in enumerate(scores)
    ]


def _with_leftovers(ruleset: Ruleset, state: State, ranking: list[int]) -> list[int]:
    scores = list(state.scores)
    points = state.sticks * STICK
    if not points or ruleset.leftover_sticks == "nobody":
        return scores
    if ruleset.leftover_sticks == "first":
        scores[ranking[0]] += points
        return scores
    tied = [seat for seat in ranking if state.scores[seat] == state.scores[ranking[0]]]
    hundreds, odd = divmod(points // 100, len(tied))
    for i, seat in enumerate(tied):
        scores[seat] += 100 * (hundreds + (i < odd and ruleset.leftover_sticks == "split"))
    return scores


def _base(ruleset: Ruleset, scores: list[int]) -> list[int]:
    if ruleset.rounding == "whole":
        scores = [_to_thousands(score) for score in scores]
    return [(score - ruleset.return_points) // 100 for score in scores]


def _to_thousands(score: int) -> int:
    """Halves go away from zero."""
    rounded = (abs(score) + 500) // 1000 * 1000
    return rounded if score >= 0 else -rounded


def _uma_row(ruleset: Ruleset, scores: tuple[int, ...]) -> tuple[int, ...]:
    if len(ruleset.uma) == 1:
        return ruleset.uma[0]
    return ruleset.uma[sum(score >= ruleset.return_points for score in scores)]


def _by_place(
    ruleset: Ruleset, row: tuple[int, ...] | list[int], ranking: list[int], places: list[int]
) -> list[int]:
    """Give out one figure a place; seats that share places share their figures, in tenths rounded
    down, the tenths left over to the earlier seats.
    """
    given = [0] * ruleset.players
    for place in set(places):
        sharing = sorted(seat for seat in ranking if places[seat] == place)
        share, odd = divmod(sum(row[place - 1 : place - 1 + len(sharing)]), len(sharing))
        for i, seat in enumerate(sharing):
            given[seat] = share + (i < odd)
    return given


def _yakitori(ruleset: Ruleset, outcomes: list[Outcome], ranking: list[int]) -> list[int]:
    given = [0] * ruleset.players
    winners = {win.seat for outcome in outcomes for win in outcome.wins}
    losers = [seat for seat in ranking if seat not in winners]
    if not winners or not losers or not ruleset.yakitori_points:
        return given
    lost = ruleset.yakitori_points // 100
    for seat in losers:
        given[seat] = -lost
    share, odd = divmod(lost * len(losers), len(winners))
    for i, seat in enumerate(seat for seat in ranking if seat in winners):
        given[seat] = share + (i < odd)
    return given
