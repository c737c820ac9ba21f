"""One hand settled, a whole game played: who deals next, honba, sticks, and the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from .ending import Ending, dealer_may_stop, ending
from .errors import RulesError
from .legality import check
from .outcomes import Chonbo, ExhaustiveDraw, Outcome
from .payments import Transfer, transfers
from .results import Addition, SeatResult, results
from .rulesets import Ruleset
from .state import STICK, State, first_state


@dataclass(frozen=True, slots=True)
class Settlement:
    """One hand: the state before it, what was reported, who paid whom, and what came of it.

    `deltas` are whole changes by seat, riichi sticks put down and taken included. `after` is the
    state of the next hand, or, where `ending` says why the game is over, what it would have been.
    """

    before: State
    outcome: Outcome
    transfers: tuple[Transfer, ...]
    deltas: tuple[int, ...]
    after: State
    ending: Ending | None


def settle(ruleset: Ruleset, state: State, outcome: Outcome) -> Settlement:
    """Settle one hand. Raises RulesError for an outcome that cannot be."""
    check(ruleset, state, outcome)
    moves = transfers(ruleset, state, outcome)
    deltas = [0] * len(state.scores)
    sticks = state.sticks
    for move in moves:
        if move.payer is None:
            sticks -= move.points // STICK
        else:
            deltas[move.payer] -= move.points
        if move.payee is None:
            sticks += move.points // STICK
        else:
            deltas[move.payee] += move.points
    scores = tuple([score + delta for score, delta in zip(state.scores, deltas, strict=True)])
    stays = dealer_stays(ruleset, state, outcome)
    after = _next(state, outcome, scores, sticks, stays)
    why = ending(ruleset, state, outcome, scores, stays)
    return Settlement(state, outcome, moves, tuple(deltas), after, why)


def asks_dealer(ruleset: Ruleset, state: State, outcome: Outcome) -> Ending | None:
    """The ending that the dealer is asked about if this hand is so (an optional yame), else None."""
    settled = settle(ruleset, state, outcome)
    stays = dealer_stays(ruleset, state, outcome)
    return dealer_may_stop(ruleset, state, outcome, settled.after.scores, stays)


def dealer_stays(ruleset: Ruleset, state: State, outcome: Outcome) -> bool:
    """Whether the dealer keeps the deal after this hand."""
    if outcome.wins:
        return any(win.seat == state.dealer for win in outcome.wins)
    if isinstance(outcome, ExhaustiveDraw):
        return ruleset.renchan == "tenpai" and state.dealer in outcome.tenpai
    return True


def _next(state: State, outcome: Outcome, scores: tuple[int, ...], sticks: int, stays: bool) -> State:
    if isinstance(outcome, Chonbo):
        # Replayed: the same hand again. Time that ran out during it ran out during its replay.
        clock = "during" if outcome.time and state.clock == "running" else state.clock
        return State(state.wind, state.dealer, state.honba, sticks, scores, clock)
    honba = 0 if outcome.wins and not stays else state.honba + 1
    clock = "before" if outcome.time or state.clock != "running" else "running"
    wind, dealer = state.wind, state.dealer
    if not stays:
        dealer += 1
        if dealer == len(scores):
            wind, dealer = wind + 1, 0
    return State(wind, dealer, honba, sticks, scores, clock)


@dataclass(frozen=True)
class Game:
    """A game as played: its hands settled one after the other, and how it stands.

    `ended_early` is set where it was ended before its end, whatever the reason was.
    """

    ruleset: Ruleset
    start: State
    hands: tuple[Settlement, ...]
    ended_early: bool = False
    additions: tuple[Addition, ...] = ()

    @property
    def state(self) -> State:
        """The state after the last hand, which is that of the next one where the game goes on."""
        return self.hands[-1].after if self.hands else self.start

    @property
    def ending(self) -> Ending | None:
        """Why the game is over, None where it goes on."""
        if self.ended_early:
            return Ending.EARLY
        return self.hands[-1].ending if self.hands else None

    @cached_property
    def results(self) -> tuple[SeatResult, ...] | None:
        """The result of each seat, None while the game goes on."""
        if self.ending is None:
            return None
        outcomes = [hand.outcome for hand in self.hands]
        return results(self.ruleset, self.state, outcomes, self.additions)


def play(
    ruleset: Ruleset,
    outcomes: Iterable[Outcome],
    start: State | None = None,
    ended_early: bool = False,
    additions: tuple[Addition, ...] = (),
) -> Game:
    """Play a whole game from its hands, from `start` where it was taken over midway.

    Raises RulesError, with its `hand` set, at the first hand that cannot be.
    """
    state = start or first_state(ruleset)
    hands: list[Settlement] = []
    begin = state
    for outcome in outcomes:
        if hands and hands[-1].ending is not None:
            raise RulesError("The game was over before this hand.").in_hand(len(hands) + 1)
        try:
            hand = settle(ruleset, state, outcome)
        except RulesError as error:
            raise error.in_hand(len(hands) + 1) from None
        hands.append(hand)
        state = hand.after
    if ended_early and hands and hands[-1].ending is not None:
        raise RulesError("The game was over; it cannot be ended early.")
    return Game(ruleset, begin, tuple(hands), ended_early, additions)


