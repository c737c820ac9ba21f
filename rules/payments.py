"""An outcome to transfers: who pays whom, how much, and why."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from .outcomes import Chonbo, ExhaustiveDraw, Outcome, Pao, Ron, Tsumo, Win
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


HAND, HONBA, RIICHI_STICK, NOTEN, NAGASHI, PAO, CHONBO = Reason


class Transfer(NamedTuple):
    """`points` from seat `payer` to seat `payee`; None is the table, where riichi sticks lie."""

    payer: int | None
    payee: int | None
    points: int
    reason: Reason


# Inside, a transfer is a bare tuple, and the table the last place of a list that begins with the seats:
# a season of games is played through several times faster so.
Move = tuple[int, int, int, Reason]
TABLE = -1


def moves_of(ruleset: Ruleset, state: State, outcome: Outcome) -> list[Move]:
    """All transfers of a legal outcome, riichi sticks put down first.

    A chonbo moves no sticks (this hand's go back), and no points where they come off the result.
    """
    if isinstance(outcome, Chonbo):
        return _chonbo(ruleset, state, outcome)
    moves: list[Move] = []
    for seat in outcome.riichi:
        moves.append((seat, TABLE, STICK, RIICHI_STICK))
    if isinstance(outcome, Ron):
        moves += _ron(ruleset, state, outcome)
    elif isinstance(outcome, Tsumo):
        moves += _tsumo(ruleset, state, outcome)
    elif isinstance(outcome, ExhaustiveDraw):
        moves += _nagashi(ruleset, state, outcome) if outcome.nagashi else _noten(ruleset, outcome)
    return moves


def in_turn(seats: int, discarder: int, winners: tuple[Win, ...]) -> tuple[Win, ...]:
    """The winners in turn order from the discarder, among `seats` seats."""
    return tuple(sorted(winners, key=lambda win: (win.seat - discarder) % seats))


def _ron(ruleset: Ruleset, state: State, outcome: Ron) -> list[Move]:
    moves: list[Move] = []
    discarder, winners = outcome.discarder, outcome.winners
    honba = ruleset.honba_points * state.honba
    if len(winners) > 1:
        winners = in_turn(ruleset.players, discarder, winners)
    for win in winners:
        base, dealer = base_points(ruleset, win), win.seat == state.dealer
        if win.pao is None:
            moves.append((discarder, win.seat, ron_value(base, dealer), HAND))
        else:
            moves += _ron_with_pao(ruleset, discarder, win.seat, win.pao, base, dealer)
        if honba and (win is winners[0] or ruleset.multi_ron_honba == "each"):
            payer = win.pao.seat if win.pao and ruleset.pao_honba == "liable" else discarder
            moves.append((payer, win.seat, honba, HONBA))
    sticks = state.sticks + len(outcome.riichi)
    if ruleset.multi_ron_sticks == "own_back":
        for win in winners[1:]:
            if win.seat in outcome.riichi:
                sticks -= 1
                moves.append((TABLE, win.seat, STICK, RIICHI_STICK))
    if sticks:
        moves.append((TABLE, winners[0].seat, sticks * STICK, RIICHI_STICK))
    return moves


def _ron_with_pao(
    ruleset: Ruleset, discarder: int, winner: int, pao: Pao, base: int, dealer: bool
) -> list[Move]:
    covered = _covered(ruleset, base, pao)
    owed, rest = ron_value(covered, dealer), ron_value(base - covered, dealer)
    if pao.seat == discarder:
        moves: list[Move] = [(discarder, winner, owed, PAO)]
    else:
        moves = [(pao.seat, winner, owed // 2, PAO), (discarder, winner, owed // 2, HAND)]
    if rest:
        moves.append((discarder, winner, rest, HAND))
    return moves


def _tsumo(ruleset: Ruleset, state: State, outcome: Tsumo) -> list[Move]:
    win, players, dealer = outcome.win, ruleset.players, state.dealer
    base, honba = base_points(ruleset, win), ruleset.honba_points * state.honba
    if win.pao is None:
        moves = [*_shares(players, dealer, win.seat, base, HAND)]
        if honba:
            share = honba // (players - 1)
            moves += [(payer, win.seat, share, HONBA) for payer in range(players) if payer != win.seat]
    else:
        liable, covered = win.pao.seat, _covered(ruleset, base, win.pao)
        owed = sum([points for _, _, points, _ in _shares(players, dealer, win.seat, covered, PAO)])
        moves = [(liable, win.seat, owed, PAO)]
        if base > covered:
            moves += _shares(players, dealer, win.seat, base - covered, HAND)
        if honba:
            moves.append((liable, win.seat, honba, HONBA))
    sticks = state.sticks + len(outcome.riichi)
    if sticks:
        moves.append((TABLE, win.seat, sticks * STICK, RIICHI_STICK))
    return moves


@lru_cache(maxsize=4096)
def _shares(players: int, dealer: int, winner: int, base: int, reason: Reason) -> tuple[Move, ...]:
    """What each payer of a tsumo pays."""
    return tuple(
        (payer, winner, tsumo_value(base, dealer in (payer, winner)), reason)
        for payer in range(players)
        if payer != winner
    )


def _covered(ruleset: Ruleset, base: int, pao: Pao) -> int:
    """How much of a win's base points the liable seat covers."""
    return base if ruleset.pao_scope == "hand" else YAKUMAN * pao.yakuman


def _noten(ruleset: Ruleset, outcome: ExhaustiveDraw) -> list[Move]:
    tenpai = sorted(outcome.tenpai)
    noten = [seat for seat in range(ruleset.players) if seat not in tenpai]
    if not (tenpai and noten and ruleset.noten_points):
        return []
    pairs: Sequence[tuple[int, int]] = [(payer, payee) for payer in noten for payee in tenpai]
    if len(tenpai) == len(noten):
        pairs = list(zip(noten, tenpai, strict=True))
    points = ruleset.noten_points // len(pairs)
    return [(payer, payee, points, NOTEN) for payer, payee in pairs]


def _nagashi(ruleset: Ruleset, state: State, outcome: ExhaustiveDraw) -> list[Move]:
    return [
        move
        for seat in sorted(outcome.nagashi)
        for move in _shares(ruleset.players, state.dealer, seat, MANGAN, NAGASHI)
    ]


def _chonbo(ruleset: Ruleset, state: State, outcome: Chonbo) -> list[Move]:
    if ruleset.chonbo != "reverse_mangan":
        return []
    return [
        (offender, payee, points, reason)
        for offender in sorted(outcome.seats)
        for payee, _, points, reason in _shares(ruleset.players, state.dealer, offender, MANGAN, CHONBO)
    ]
