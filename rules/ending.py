"""Is the game over, and why: asked after each hand, in the order of the rulebook's section 4."""

from __future__ import annotations

from enum import StrEnum

from .errors import RulesError
from .outcomes import AbortiveDraw, Chonbo, Outcome
from .rulesets import Ruleset
from .state import State, last_wind


class Ending(StrEnum):
    """Why a game is over."""

    TOBI = "tobi"
    TIME = "time"
    AGARI_YAME = "agari_yame"
    TENPAI_YAME = "tenpai_yame"
    LAST_HAND = "last_hand"
    TARGET = "target"
    EXTENSION_OVER = "extension_over"
    EARLY = "early"


def ending(
    ruleset: Ruleset, state: State, outcome: Outcome, scores: tuple[int, ...], dealer_stays: bool
) -> Ending | None:
    """Why the game is over after `outcome`, played in `state`, brought the scores to `scores`.

    None where it goes on. Raises RulesError where the dealer stopped the game without being asked.
    """
    why = _ending(ruleset, state, outcome, scores, dealer_stays)
    if outcome.stop and why not in _asked(ruleset):
        raise RulesError("The dealer cannot end the game here.")
    return why


def _asked(ruleset: Ruleset) -> list[Ending]:
    return [
        why
        for why, option in (
            (Ending.AGARI_YAME, ruleset.agari_yame),
            (Ending.TENPAI_YAME, ruleset.tenpai_yame),
        )
        if option == "optional"
    ]


def dealer_may_stop(
    ruleset: Ruleset, state: State, outcome: Outcome, scores: tuple[int, ...], dealer_stays: bool
) -> Ending | None:
    """The ending that the dealer is asked about after this hand, None where nobody is asked."""
    if _over_anyway(ruleset, state, outcome, scores) or not dealer_stays:
        return None
    why = _yame(ruleset, state, outcome, scores)
    return why if why in _asked(ruleset) else None


def _ending(
    ruleset: Ruleset, state: State, outcome: Outcome, scores: tuple[int, ...], dealer_stays: bool
) -> Ending | None:
    # 1: a chonbo never ends a game. 2, 3 and 6: whoever deals next.
    if isinstance(outcome, Chonbo):
        return None
    why = _over_anyway(ruleset, state, outcome, scores)
    if why is not None:
        return why
    # 4 and 5: the last round has not come, or the hand was called off.
    if not is_last(ruleset, state) or isinstance(outcome, AbortiveDraw):
        return None
    extension = state.wind > last_wind(ruleset)
    target = max(scores) >= ruleset.target_points
    # 7: the dealer keeps the deal.
    if dealer_stays:
        why = _yame(ruleset, state, outcome, scores)
        return why if outcome.stop or why not in _asked(ruleset) else None
    # 8: the deal passes.
    if not extension:
        return Ending.LAST_HAND if ruleset.extension == "off" or target else None
    if target:
        return Ending.TARGET
    return Ending.EXTENSION_OVER if state.dealer == ruleset.players - 1 else None


def _over_anyway(
    ruleset: Ruleset, state: State, outcome: Outcome, scores: tuple[int, ...]
) -> Ending | None:
    if isinstance(outcome, Chonbo):
        return None
    if ruleset.tobi != "off":
        lowest = min(scores)
        if lowest < 0 or (lowest == 0 and ruleset.tobi == "zero_or_below"):
            return Ending.TOBI
    if is_time_over(ruleset, state, outcome):
        return Ending.TIME
    if (
        ruleset.extension == "immediate"
        and state.wind > last_wind(ruleset)
        and not isinstance(outcome, AbortiveDraw)
        and max(scores) >= ruleset.target_points
    ):
        return Ending.TARGET
    return None


def is_last(ruleset: Ruleset, state: State) -> bool:
    """Whether the hand is the last scheduled one or one of the extension ("all last")."""
    last = last_wind(ruleset)
    return state.wind > last or (state.wind == last and state.dealer == ruleset.players - 1)


def is_time_over(ruleset: Ruleset, state: State, outcome: Outcome) -> bool:
    """Whether the clock ends the game after this hand, which is no chonbo."""
    if ruleset.time_up == "one_more_hand":
        return state.clock == "before"
    return outcome.time or state.clock != "running"


def _yame(ruleset: Ruleset, state: State, outcome: Outcome, scores: tuple[int, ...]) -> Ending | None:
    if not is_last(ruleset, state) or isinstance(outcome, AbortiveDraw):
        return None
    # A dealer tied with an earlier seat is not top.
    is_top = scores.index(max(scores)) == state.dealer
    if not is_top or scores[state.dealer] < ruleset.target_points:
        return None
    if outcome.wins:
        return Ending.AGARI_YAME if ruleset.agari_yame != "off" else None
    return Ending.TENPAI_YAME if ruleset.tenpai_yame != "off" else None
