"""One hand settled, a whole game played: who deals next, honba, sticks, and the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from operator import sub
from typing import NamedTuple

from .ending import Ending, asked_ending, ending
from .errors import RulesError
from .legality import check
from .outcomes import Chonbo, ExhaustiveDraw, Outcome, Ron, Tsumo
from .payments import Move, Transfer, moves_of
from .results import Addition, SeatResult, results
from .rulesets import Ruleset
from .state import STICK, State, first_state


class Settlement(NamedTuple):
    """One hand: the state before it, what was reported, who paid whom, and what came of it.

    `deltas` are whole changes by seat, riichi sticks put down and taken included. `after` is the
    state of the next hand, or, where `ending` says why the game is over, what it would have been.
    """

    before: State
    outcome: Outcome
    moves: tuple[Move, ...]
    deltas: tuple[int, ...]
    after: State
    ending: Ending | None

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Who paid whom, how much, and why."""
        seats = [*range(len(self.deltas)), None]
        return tuple(
            [Transfer(seats[payer], seats[payee], points, why) for payer, payee, points, why in self.moves]
        )


def settle(ruleset: Ruleset, state: State, outcome: Outcome) -> Settlement:
    """Settle one hand. Raises RulesError for an outcome that cannot be."""
    check(ruleset, state, outcome)
    moves = moves_of(ruleset, state, outcome)
    balance = [*state.scores, state.sticks * STICK]
    for payer, payee, points, _ in moves:
        balance[payer] -= points
        balance[payee] += points
    sticks = balance.pop() // STICK
    scores = tuple(balance)
    deltas = tuple(map(sub, scores, state.scores))
    stays = dealer_stays(ruleset, state, outcome)
    why = ending(ruleset, state, outcome, scores, stays)
    if outcome.stop and not asked_ending(ruleset, state, outcome, scores, stays):
        raise RulesError("The dealer cannot end the game here.")
    after = _next(state, outcome, scores, sticks, stays)
    return Settlement(state, outcome, tuple(moves), deltas, after, why)


def asks_dealer(ruleset: Ruleset, state: State, outcome: Outcome) -> Ending | None:
    """The ending that the dealer is asked about if this hand is so (an optional yame), else None."""
    scores = settle(ruleset, state, outcome).after.scores
    return asked_ending(ruleset, state, outcome, scores, dealer_stays(ruleset, state, outcome))


def dealer_stays(ruleset: Ruleset, state: State, outcome: Outcome) -> bool:
    """Whether the dealer keeps the deal after this hand."""
    if isinstance(outcome, Tsumo):
        return outcome.win.seat == state.dealer
    if isinstance(outcome, Ron):
        return state.dealer in [win.seat for win in outcome.winners]
    if isinstance(outcome, ExhaustiveDraw):
        return ruleset.renchan == "tenpai" and state.dealer in outcome.tenpai
    return True


def _next(state: State, outcome: Outcome, scores: tuple[int, ...], sticks: int, stays: bool) -> State:
    wind, dealer, honba, clock = state.wind, state.dealer, state.honba + 1, state.clock
    if isinstance(outcome, Chonbo):
        # Replayed: the same hand again. Time that ran out during it ran out during its replay.
        if outcome.time and clock == "running":
            clock = "during"
        return State(wind, dealer, state.honba, sticks, scores, clock)
    if outcome.time or clock == "during":
        clock = "before"
    if not stays:
        if outcome.wins:
            honba = 0
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
    state = begin = start or first_state(ruleset)
    hands: list[Settlement] = []
    over = None
    for outcome in outcomes:
        try:
            if over:
                raise RulesError("The game was over before this hand.")
            hand = settle(ruleset, state, outcome)
        except RulesError as error:
            raise error.in_hand(len(hands) + 1) from None
        hands.append(hand)
        state, over = hand.after, hand.ending
    if ended_early and over:
        raise RulesError("The game was over; it cannot be ended early.")
    return Game(ruleset, begin, tuple(hands), ended_early, additions)
