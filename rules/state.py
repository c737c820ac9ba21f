"""The state of a game between two hands."""

from __future__ import annotations

from typing import Literal, NamedTuple

from .errors import RulesError
from .rulesets import LARGEST, Ruleset

WINDS = "ESWN"
STICK = 1_000
TOO_FEW = "Scores and sticks must add up to %(total)s; they add up to %(sum)s, which is %(by)s too few."
TOO_MANY = "Scores and sticks must add up to %(total)s; they add up to %(sum)s, which is %(by)s too many."


class State(NamedTuple):
    """Where a game stands before a hand.

    `wind` is the round's wind (0 East, 1 South, 2 West), `dealer` the seat that deals, `sticks` the
    riichi sticks on the table, `scores` what lies before each seat. `clock`: whether time ran out
    `before` this hand, or `during` it (known beforehand when a hand is replayed after a chonbo).
    """

    wind: int
    dealer: int
    honba: int
    sticks: int
    scores: tuple[int, ...]
    clock: Literal["running", "during", "before"] = "running"

    @property
    def round(self) -> str:
        """The round's name, "E1" to "W4"."""
        return WINDS[self.wind] + "1234"[self.dealer]

    def wind_of(self, seat: int) -> str:
        """The seat's own wind, "E" for the dealer."""
        return WINDS[(seat - self.dealer) % len(self.scores)]


def first_state(ruleset: Ruleset) -> State:
    """East 1, everybody with the starting points."""
    return State(0, 0, 0, 0, (ruleset.starting_points,) * ruleset.players)


def rounds(ruleset: Ruleset) -> tuple[str, ...]:
    """The names of all rounds that a game can come to, the extension's included."""
    winds = ruleset.last_wind + (1 if ruleset.extension == "off" else 2)
    return tuple(f"{WINDS[wind]}{number + 1}" for wind in range(winds) for number in range(ruleset.players))


def midway(ruleset: Ruleset, round: str, honba: int, sticks: int, scores: tuple[int, ...]) -> State:
    """The state of a game that is taken over before the hand `round`, `honba`.

    Raises RulesError where the round does not exist or the points do not add up.
    """
    if round not in rounds(ruleset):
        raise RulesError("There is no round “%(round)s” in this game.", round=round)
    if len(scores) != ruleset.players:
        raise RulesError("There must be %(players)s scores.", players=ruleset.players)
    if honba < 0 or sticks < 0:
        raise RulesError("Honba and sticks cannot be negative.")
    if max(honba, sticks, *scores, -min(scores)) > LARGEST:
        raise RulesError("Honba, sticks or scores are too large.")
    if any(score % 100 for score in scores):
        raise RulesError("Scores must be whole hundreds.")
    missing = ruleset.total - sum(scores) - sticks * STICK
    if missing:
        message = TOO_FEW if missing > 0 else TOO_MANY
        figures = {"total": ruleset.total, "sum": ruleset.total - missing, "by": abs(missing)}
        raise RulesError(message, **{name: f"{figure:,}" for name, figure in figures.items()})
    return State(WINDS.index(round[0]), int(round[1:]) - 1, honba, sticks, scores)


def with_riichi(ruleset: Ruleset, state: State, riichi: tuple[int, ...]) -> State:
    """The state with the sticks of `riichi` put down.

    Raises RulesError where a seat has not the points that the ruleset asks for.
    """
    if not riichi:
        return state
    scores = list(state.scores)
    for seat in riichi:
        if scores[seat] < STICK and not ruleset.riichi_below_1000:
            raise RulesError("A player with less than 1,000 points cannot declare riichi.")
        scores[seat] -= STICK
    return State(
        state.wind, state.dealer, state.honba, state.sticks + len(riichi), tuple(scores), state.clock
    )
