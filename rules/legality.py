"""What cannot be: each refusal is a sentence that a player understands."""

from __future__ import annotations

from .errors import RulesError
from .outcomes import AbortiveDraw, Chonbo, ExhaustiveDraw, Outcome, Ron, Tsumo, Win
from .points import FU, SPOKEN_BASES, exists
from .rulesets import ABORTIVE_DRAWS, Ruleset
from .state import STICK, State


def check(ruleset: Ruleset, state: State, outcome: Outcome) -> None:
    """Raise RulesError where the outcome cannot be under the ruleset, in this state."""
    players = ruleset.players
    _check_seats(players, outcome.riichi)
    _check_riichi(ruleset, state, outcome.riichi)
    if isinstance(outcome, Ron):
        _check_ron(ruleset, outcome)
    elif isinstance(outcome, Tsumo):
        _check_seats(players, (outcome.win.seat,))
        _check_win(ruleset, outcome.win)
    elif isinstance(outcome, ExhaustiveDraw):
        _check_draw(ruleset, outcome)
    elif isinstance(outcome, AbortiveDraw):
        _check_abort(ruleset, outcome)
    elif isinstance(outcome, Chonbo):
        _check_chonbo(ruleset, outcome)


def _check_seats(players: int, seats: tuple[int, ...]) -> None:
    for seat in seats:
        if not 0 <= seat < players:
            raise RulesError("There is no seat %(seat)s at this table.", seat=seat)
    if len(seats) > 1 and len(set(seats)) < len(seats):
        raise RulesError("The same seat is named twice.")


def _check_riichi(ruleset: Ruleset, state: State, riichi: tuple[int, ...]) -> None:
    if riichi and not ruleset.riichi_below_1000 and any(state.scores[seat] < STICK for seat in riichi):
        raise RulesError("A player with less than 1,000 points cannot declare riichi.")


def _check_ron(ruleset: Ruleset, outcome: Ron) -> None:
    _check_seats(ruleset.players, (outcome.discarder,))
    _check_seats(ruleset.players, tuple([win.seat for win in outcome.winners]))
    if not outcome.winners:
        raise RulesError("A ron needs a winner.")
    for win in outcome.winners:
        if win.seat == outcome.discarder:
            raise RulesError("A player cannot win on their own discard.")
        _check_win(ruleset, win)
    if len(outcome.winners) > 1 and ruleset.multi_ron == "atamahane":
        raise RulesError("Under these rules only the first in turn wins on a discard.")
    if len(outcome.winners) == 3 and "triple_ron" in ruleset.abortive_draws:
        raise RulesError("Under these rules three winners on one discard are an abortive draw.")


def _check_win(ruleset: Ruleset, win: Win) -> None:
    stated = [value for value in (win.han, win.base, win.yakuman) if value is not None]
    if len(stated) > 1 or (win.fu is not None and win.han is None):
        raise RulesError("The value of a win is stated in two ways.")
    if win.yakuman is not None:
        _check_yakuman(ruleset, win, win.yakuman)
    elif win.pao is not None:
        raise RulesError("Only a yakuman can carry liability.")
    elif win.base is not None:
        if win.base not in SPOKEN_BASES:
            raise RulesError("No hand has %(base)s base points.", base=win.base)
    elif win.han is not None:
        _check_han(win.han, win.fu)
    else:
        raise RulesError("A win needs a value.")


def _check_han(han: int, fu: int | None) -> None:
    if han < 1:
        raise RulesError("A win has at least 1 han.")
    if fu is None:
        if han < 5:
            raise RulesError("Below 5 han the fu must be told.")
        return
    if fu not in FU:
        raise RulesError("There is no hand of %(fu)s fu.", fu=fu)
    if not exists(han, fu):
        raise RulesError("1 han with %(fu)s fu cannot exist.", fu=fu)


def _check_yakuman(ruleset: Ruleset, win: Win, yakuman: int) -> None:
    if yakuman < 1:
        raise RulesError("A yakuman win has at least one yakuman.")
    if yakuman > 1 and not ruleset.yakuman_stack:
        raise RulesError("Under these rules yakuman do not add up.")
    if win.pao is None:
        return
    if not ruleset.pao:
        raise RulesError("These rules know no liability (pao).")
    _check_seats(ruleset.players, (win.pao.seat,))
    if win.pao.seat == win.seat:
        raise RulesError("A player cannot be liable for their own win.")
    if not 1 <= win.pao.yakuman <= yakuman:
        raise RulesError("The liability must cover one or more of the win's yakuman, and no more than it has.")


def _check_draw(ruleset: Ruleset, outcome: ExhaustiveDraw) -> None:
    _check_seats(ruleset.players, outcome.tenpai)
    _check_seats(ruleset.players, outcome.nagashi)
    if any(seat not in outcome.tenpai for seat in outcome.riichi):
        raise RulesError("A player in riichi is tenpai; noten in riichi is a chonbo.")
    if outcome.nagashi and ruleset.nagashi_mangan == "off":
        raise RulesError("These rules do not play nagashi mangan.")


def _check_abort(ruleset: Ruleset, outcome: AbortiveDraw) -> None:
    if outcome.reason not in ABORTIVE_DRAWS:
        raise RulesError("There is no abortive draw “%(reason)s”.", reason=outcome.reason)
    if outcome.reason not in ruleset.playable_aborts:
        raise RulesError("These rules do not play this abortive draw.")
    if outcome.reason == "four_riichi" and len(outcome.riichi) < 4:
        raise RulesError("At four riichi all four players are in riichi.")


def _check_chonbo(ruleset: Ruleset, outcome: Chonbo) -> None:
    _check_seats(ruleset.players, outcome.seats)
    if not outcome.seats:
        raise RulesError("A chonbo needs the player who made it.")
    if ruleset.chonbo == "off":
        raise RulesError("These rules know no chonbo.")
