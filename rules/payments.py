"""An outcome to transfers: who pays whom, how much, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from .outcomes import AbortiveDraw, Chonbo, ExhaustiveDraw, Outcome, Ron, Tsumo, Win
from .points import MANGAN, YAKUMAN, base_points, ron_value, tsumo_value
from .rulesets import Ruleset
from .state import STICK, State


class Reason(StrEnum):
    """Why points change hands."""

    HAND = "hand"
    HONBA = "honba"
    RIICHI_STICK = "riichi_stick"
    NOTEN = "noten"
    NAGASHI = "nagashi"
    PAO = "pao"
    CHONBO = "chonbo"


@dataclass(frozen=True, slots=True)
class Transfer:
    """`points` from seat `payer` to seat `payee`; None is the table, where riichi sticks lie."""

    payer: int | None
    payee: int | None
    points: int
    reason: Reason


def transfers(ruleset: Ruleset, state: State, outcome: Outcome) -> tuple[Transfer, ...]:
    """All transfers of a legal outcome, riichi sticks put down first.

    A chonbo moves no sticks (this hand's go back), and no points where they come off the result.
    """
    if isinstance(outcome, Chonbo):
        return tuple(_chonbo(ruleset, state, outcome))
    return (
        *(Transfer(seat, None, STICK, Reason.RIICHI_STICK) for seat in outcome.riichi),
        *_payments(ruleset, state, outcome),
    )


def _payments(ruleset: Ruleset, state: State, outcome: Outcome) -> Iterator[Transfer]:
    if isinstance(outcome, Ron):
        return _ron(ruleset, state, outcome)
    if isinstance(outcome, Tsumo):
        return _tsumo(ruleset, state, outcome)
    if isinstance(outcome, ExhaustiveDraw):
        return _nagashi(state, outcome) if outcome.nagashi else _noten(ruleset, state, outcome)
    assert isinstance(outcome, AbortiveDraw)
    return iter(())


def in_turn(seats: int, discarder: int, winners: tuple[Win, ...]) -> list[Win]:
    """The winners in turn order from the discarder, among `seats` seats."""
    return sorted(winners, key=lambda win: (win.seat - discarder) % seats)


def _ron(ruleset: Ruleset, state: State, outcome: Ron) -> Iterator[Transfer]:
    winners = in_turn(len(state.scores), outcome.discarder, outcome.winners)
    for turn, win in enumerate(winners):
        yield from _ron_hand(ruleset, state, outcome.discarder, win)
        if state.honba and (turn == 0 or ruleset.multi_ron_honba == "each"):
            payer = outcome.discarder
            if win.pao and ruleset.pao_honba == "liable":
                payer = win.pao.seat
            yield Transfer(payer, win.seat, ruleset.honba_points * state.honba, Reason.HONBA)
    yield from _sticks_of_ron(ruleset, state, outcome, winners)


def _ron_hand(ruleset: Ruleset, state: State, discarder: int, win: Win) -> Iterator[Transfer]:
    dealer = win.seat == state.dealer
    covered, rest = _covered(ruleset, win)
    if covered:
        owed = ron_value(covered, dealer)
        liable = win.pao.seat if win.pao else discarder
        if liable == discarder:
            yield Transfer(discarder, win.seat, owed, Reason.PAO)
        else:
            yield Transfer(liable, win.seat, owed // 2, Reason.PAO)
            yield Transfer(discarder, win.seat, owed // 2, Reason.HAND)
    if rest:
        yield Transfer(discarder, win.seat, ron_value(rest, dealer), Reason.HAND)


def _sticks_of_ron(ruleset: Ruleset, state: State, outcome: Ron, winners: list[Win]) -> Iterator[Transfer]:
    left = state.sticks + len(outcome.riichi)
    if ruleset.multi_ron_sticks == "own_back":
        for win in winners[1:]:
            if win.seat in outcome.riichi:
                left -= 1
                yield Transfer(None, win.seat, STICK, Reason.RIICHI_STICK)
    if left:
        yield Transfer(None, winners[0].seat, left * STICK, Reason.RIICHI_STICK)


def _tsumo(ruleset: Ruleset, state: State, outcome: Tsumo) -> Iterator[Transfer]:
    win = outcome.win
    payers = [seat for seat in range(len(state.scores)) if seat != win.seat]
    covered, rest = _covered(ruleset, win)
    if win.pao and covered:
        owed = sum(points for _, points in _tsumo_shares(state, win.seat, covered, payers))
        yield Transfer(win.pao.seat, win.seat, owed, Reason.PAO)
    if rest:
        for payer, points in _tsumo_shares(state, win.seat, rest, payers):
            yield Transfer(payer, win.seat, points, Reason.HAND)
    if state.honba:
        honba = ruleset.honba_points * state.honba
        if win.pao:
            yield Transfer(win.pao.seat, win.seat, honba, Reason.HONBA)
        else:
            for payer in payers:
                yield Transfer(payer, win.seat, honba // len(payers), Reason.HONBA)
    sticks = state.sticks + len(outcome.riichi)
    if sticks:
        yield Transfer(None, win.seat, sticks * STICK, Reason.RIICHI_STICK)


def _tsumo_shares(state: State, winner: int, base: int, payers: list[int]) -> list[tuple[int, int]]:
    dealer = state.dealer
    return [(seat, tsumo_value(base, dealer in (winner, seat))) for seat in payers]


def _covered(ruleset: Ruleset, win: Win) -> tuple[int, int]:
    """The win's base points in two parts: what a liable seat covers, and the rest."""
    base = base_points(ruleset, win)
    if win.pao is None:
        return 0, base
    if ruleset.pao_scope == "hand":
        return base, 0
    covered = YAKUMAN * win.pao.yakuman
    return covered, base - covered


def _noten(ruleset: Ruleset, state: State, outcome: ExhaustiveDraw) -> Iterator[Transfer]:
    tenpai = sorted(outcome.tenpai)
    noten = [seat for seat in range(len(state.scores)) if seat not in tenpai]
    if not (tenpai and noten and ruleset.noten_points):
        return
    if len(tenpai) == len(noten):
        pairs = list(zip(noten, tenpai, strict=True))
    else:
        # One side is a single seat, or (with four players) the shares divide evenly among all pairs.
        pairs = [(payer, payee) for payer in noten for payee in tenpai]
    for payer, payee in pairs:
        yield Transfer(payer, payee, ruleset.noten_points // len(pairs), Reason.NOTEN)


def _nagashi(state: State, outcome: ExhaustiveDraw) -> Iterator[Transfer]:
    for seat in sorted(outcome.nagashi):
        for payer, points in _mangan_tsumo(state, seat):
            yield Transfer(payer, seat, points, Reason.NAGASHI)


def _chonbo(ruleset: Ruleset, state: State, outcome: Chonbo) -> Iterator[Transfer]:
    if ruleset.chonbo == "reverse_mangan":
        for seat in sorted(outcome.seats):
            for payee, points in _mangan_tsumo(state, seat):
                yield Transfer(seat, payee, points, Reason.CHONBO)


def _mangan_tsumo(state: State, winner: int) -> list[tuple[int, int]]:
    others = [seat for seat in range(len(state.scores)) if seat != winner]
    return _tsumo_shares(state, winner, MANGAN, others)
