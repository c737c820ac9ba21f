"""The result of a game: places, left-over sticks, uma, oka and additions. Tenths of a result point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import sub
from typing import NamedTuple

from .outcomes import Chonbo, Outcome
from .rulesets import Ruleset
from .state import STICK, State


class Addition(NamedTuple):
    """Points added to a seat's result by the organiser, in table points (hundreds), with a reason."""

    seat: int
    points: int
    reason: str


class SeatResult(NamedTuple):
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
    ruleset: Ruleset, state: State, outcomes: Sequence[Outcome], additions: Iterable[Addition] = ()
) -> tuple[SeatResult, ...]:
    """The result by seat of a game that ended in `state`."""
    places = places_of(state.scores, shared=ruleset.ties == "split")
    first = places.index(1)  # of a tied first, the earlier seat
    scores = list(state.scores)
    if state.sticks:
        _give_sticks(ruleset, state.sticks, scores)
    counted = [_to_thousands(score) for score in scores] if ruleset.rounding == "whole" else scores
    base = [(score - ruleset.return_points) // 100 for score in counted]
    row = _uma_row(ruleset, state.scores)
    uma = _by_place(row, places)
    # Tied seats share uma and oka as one sum, so that no two of them are more than a tenth apart.
    both = _by_place((row[0] + ruleset.oka, *row[1:]), places)
    oka = list(map(sub, both, uma))
    if ruleset.rounding == "whole":
        base[first] -= sum(base) + sum(both)
    yakitori, chonbo, added = ([0] * ruleset.players for _ in range(3))
    if ruleset.yakitori_points:
        _settle_yakitori(ruleset, outcomes, places, yakitori)
    if ruleset.chonbo == "deduct":
        _deduct_chonbo(ruleset, outcomes, chonbo)
    for addition in additions:
        added[addition.seat] += addition.points // 100
    return tuple(map(SeatResult, scores, places, base, uma, oka, yakitori, chonbo, added))


def places_of(scores: Sequence[int], shared: bool) -> list[int]:
    """Each seat's place, from 1. Equal scores share the better place, or the earlier seat has it."""
    descending = sorted(scores, reverse=True)
    places = [descending.index(score) + 1 for score in scores]
    if not shared and len(set(places)) < len(places):
        places = [place + places[:seat].count(place) for seat, place in enumerate(places)]
    return places


def _give_sticks(ruleset: Ruleset, sticks: int, scores: list[int]) -> None:
    highest, rule = max(scores), ruleset.leftover_sticks
    tied = [seat for seat, score in enumerate(scores) if score == highest]
    if rule == "first":
        scores[tied[0]] += sticks * STICK
    elif rule != "nobody":
        hundreds, odd = divmod(sticks * STICK // 100, len(tied))
        for i, seat in enumerate(tied):
            scores[seat] += 100 * (hundreds + (rule == "split" and i < odd))


def _to_thousands(score: int) -> int:
    """Halves go away from zero."""
    rounded = (abs(score) + 500) // 1000 * 1000
    return rounded if score >= 0 else -rounded


def _uma_row(ruleset: Ruleset, scores: Sequence[int]) -> tuple[int, ...]:
    if len(ruleset.uma) == 1:
        return ruleset.uma[0]
    return ruleset.uma[sum(score >= ruleset.return_points for score in scores)]


def _by_place(row: tuple[int, ...], places: list[int]) -> list[int]:
    """Give out one figure a place. Seats that share places share their figures, in tenths rounded
    down, the tenths left over to the earlier seats.
    """
    if len(set(places)) == len(places):
        return [row[place - 1] for place in places]
    given = []
    for seat, place in enumerate(places):
        sharing = places.count(place)
        share, odd = divmod(sum(row[place - 1 : place - 1 + sharing]), sharing)
        given.append(share + (places[:seat].count(place) < odd))
    return given


def _settle_yakitori(
    ruleset: Ruleset, outcomes: Sequence[Outcome], places: list[int], yakitori: list[int]
) -> None:
    lost = ruleset.yakitori_points // 100
    have_won = {win.seat for outcome in outcomes for win in outcome.wins}
    if 0 < len(have_won) < ruleset.players:
        share, odd = divmod(lost * (ruleset.players - len(have_won)), len(have_won))
        for seat in sorted(range(ruleset.players), key=places.__getitem__):
            if seat in have_won:
                yakitori[seat] = share + (odd > 0)
                odd -= 1
            else:
                yakitori[seat] = -lost


def _deduct_chonbo(ruleset: Ruleset, outcomes: Sequence[Outcome], chonbo: list[int]) -> None:
    for outcome in outcomes:
        if isinstance(outcome, Chonbo):
            for seat in outcome.seats:
                chonbo[seat] -= ruleset.chonbo_points // 100
