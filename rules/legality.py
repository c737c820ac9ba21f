"""What cannot be: each refusal is a sentence that a player understands."""

from __future__ import annotations

from .errors import RulesError
from .outcomes import AbortiveDraw, Chonbo, ExhaustiveDraw, Outcome, Pao, Ron, Tsumo, Win
from .points import FU, SPOKEN_BASES
from .rulesets import ABORTIVE_DRAWS, LARGEST, Ruleset
from .state import STICK, State


def check(ruleset: Ruleset, state: State, outcome: Outcome) -> None:
    """Raise RulesError where the outcome cannot be under the ruleset, in this state."""
    if outcome.riichi:
        _check_riichi(ruleset, state, outcome.riichi)
    if isinstance(outcome, Ron):
        _check_ron(ruleset, outcome)
    elif isinstance(outcome, Tsumo):
        _check_win(ruleset, outcome.win)
    elif isinstance(outcome, ExhaustiveDraw):
        _check_draw(ruleset, outcome)
    elif isinstance(outcome, AbortiveDraw):
        _check_abort(ruleset, outcome)
    elif isinstance(outcome, Chonbo):
        _check_chonbo(ruleset, outcome)


def _check_seats(ruleset: Ruleset, seats: tuple[int, ...]) -> None:
    for seat in seats:
        if not 0 <= seat < ruleset.players:
            raise _no_seat(seat)
    if len(seats) > 1 and len(set(seats)) < len(seats):
        raise RulesError("The same seat is named twice.")


def _no_seat(seat: int) -> RulesError:
    return RulesError("There is no seat %(seat)s at this table.", seat=seat)


def _check_riichi(ruleset: Ruleset, state: State, riichi: tuple[int, ...]) -> None:
    _check_seats(ruleset, riichi)
    if not ruleset.riichi_below_1000:
        for seat in riichi:
            if state.scores[seat] < STICK:
                raise RulesError("A player with less than 1,000 points cannot declare riichi.")


def _check_ron(ruleset: Ruleset, outcome: Ron) -> None:
    if not 0 <= outcome.discarder < ruleset.players:
        raise _no_seat(outcome.discarder)
    for win in outcome.winners:
        _check_win(ruleset, win)
        if win.seat == outcome.discarder:
            raise RulesError("A player cannot win on their own discard.")
    winners = len(outcome.winners)
    if winners == 1:
        return
    if winners == 0:
        raise RulesError("A ron needs a winner.")
    _check_seats(ruleset, tuple([win.seat for win in outcome.winners]))
    if winners == 3 and "triple_ron" in ruleset.abortive_draws:
        raise RulesError("Under these rules three winners on one discard are an abortive draw.")
    if ruleset.multi_ron == "atamahane":
        raise RulesError("Under these rules only the first in turn wins on a discard.")


def _check_win(ruleset: Ruleset, win: Win) -> None:
    if not 0 <= win.seat < ruleset.players:
        raise _no_seat(win.seat)
    stated = (win.han is not None) + (win.base is not None) + (win.yakuman is not None)
    if stated > 1 or (win.fu is not None and win.han is None):
        raise RulesError("The value of a win is stated in two ways.")
    if win.han is not None:
        _check_han(win.han, win.fu)
    elif win.base is not None:
        if win.base not in SPOKEN_BASES:
            raise RulesError("No hand has %(base)s base points.", base=win.base)
    elif win.yakuman is None:
        raise RulesError("A win needs a value.")
    elif win.yakuman < 1:
        raise RulesError("A yakuman win has at least one yakuman.")
    elif win.yakuman > LARGEST:
        raise RulesError("No hand has that many yakuman.")
    elif win.yakuman > 1 and not ruleset.yakuman_stack:
        raise RulesError("Under these rules yakuman do not add up.")
    if win.pao is not None:
        _check_pao(ruleset, win, win.pao)


def _check_han(han: int, fu: int | None) -> None:
    if han < 1:
        raise RulesError("A win has at least 1 han.")
    if fu is None:
        if han < 5:
            raise RulesError("Below 5 han the fu must be told.")
    elif fu not in FU:
        raise RulesError("There is no hand of %(fu)s fu.", fu=fu)
    elif han == 1 and fu < 30:
        raise RulesError("1 han with %(fu)s fu cannot exist.", fu=fu)


def _check_pao(ruleset: Ruleset, win: Win, pao: Pao) -> None:
    if win.yakuman is None:
        raise RulesError("Only a yakuman can carry liability.")
    if not ruleset.pao:
        raise RulesError("These rules know no liability (pao).")
    if not 0 <= pao.seat < ruleset.players:
        raise _no_seat(pao.seat)
    if pao.seat == win.seat:
        raise RulesError("A player cannot be liable for their own win.")
    if not 1 <= pao.yakuman <= win.yakuman:
        raise RulesError("The liability must cover at least one yakuman, and no more than the win has.")


def _check_draw(ruleset: Ruleset, outcome: ExhaustiveDraw) -> None:
    _check_seats(ruleset, outcome.tenpai)
    for seat in outcome.riichi:
        if seat not in outcome.tenpai:
            raise RulesError("A player in riichi is tenpai; noten in riichi is a chonbo.")
    if outcome.nagashi:
        _check_seats(ruleset, outcome.nagashi)
        if ruleset.nagashi_mangan == "off":
            raise RulesError("These rules do not play nagashi mangan.")


def _check_abort(ruleset: Ruleset, outcome: AbortiveDraw) -> None:
    if outcome.reason not in ABORTIVE_DRAWS:
        raise RulesError("There is no abortive draw “%(reason)s”.", reason=outcome.reason)
    if outcome.reason not in ruleset.playable_aborts:
        raise RulesError("These rules do not play this abortive draw.")
    if outcome.reason == "four_riichi" and len(outcome.riichi) < 4:
        raise RulesError("At four riichi all four players are in riichi.")


def _check_chonbo(ruleset: Ruleset, outcome: Chonbo) -> None:
    _check_seats(ruleset, outcome.seats)
    if not outcome.seats:
        raise RulesError("A chonbo needs the player who made it.")
    if ruleset.chonbo == "off":
        raise RulesError("These rules know no chonbo.")
