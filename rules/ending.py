"""Is the game over, and why: asked after each hand, in the order of the rulebook's section 4."""

from __future__ import annotations

from enum import StrEnum

from .outcomes import AbortiveDraw, Chonbo, Outcome
from .rulesets import Ruleset
from .state import State


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

    None where it goes on.
    """
    # 1. A chonbo never ends a game.
    if isinstance(outcome, Chonbo):
        return None
    # 2. Tobi.
    if ruleset.tobi != "off":
        lowest = min(scores)
        if lowest < 0 or (lowest == 0 and ruleset.tobi == "zero_or_below"):
            return Ending.TOBI
    # 3. Time.
    out_of_time = outcome.time or state.clock != "running"
    if out_of_time and (ruleset.time_up == "finish_hand" or state.clock == "before"):
        return Ending.TIME
    # 4 and 5. The last round has not come, or the hand was called off.
    if not is_last(ruleset, state) or isinstance(outcome, AbortiveDraw):
        return None
    extension = state.wind > ruleset.last_wind
    highest = max(scores)
    target = highest >= ruleset.target_points
    # 6. An extension that ends with the first to have the target.
    if extension and target and ruleset.extension == "immediate":
        return Ending.TARGET
    # 7. The dealer keeps the deal. A dealer tied with an earlier seat is not top.
    if dealer_stays:
        if not target or scores.index(highest) != state.dealer:
            return None
        why = Ending.AGARI_YAME if outcome.wins else Ending.TENPAI_YAME
        option = getattr(ruleset, why)
        return why if option == "automatic" or (option == "optional" and outcome.stop) else None
    # 8. The deal passes.
    if not extension:
        return Ending.LAST_HAND if target or ruleset.extension == "off" else None
    if target:
        return Ending.TARGET
    return Ending.EXTENSION_OVER if state.dealer == ruleset.players - 1 else None


def asked_ending(
    ruleset: Ruleset, state: State, outcome: Outcome, scores: tuple[int, ...], dealer_stays: bool
) -> Ending | None:
    """The ending that the dealer is asked about after this hand, None where nobody is asked."""
    why = ending(ruleset, state, outcome._replace(stop=True), scores, dealer_stays)
    is_asked = why in (Ending.AGARI_YAME, Ending.TENPAI_YAME) and getattr(ruleset, why) == "optional"
    return why if is_asked else None


def is_last(ruleset: Ruleset, state: State) -> bool:
    """Whether the hand is the last scheduled one or one of the extension ("all last")."""
    if state.wind == ruleset.last_wind:
        return state.dealer == ruleset.players - 1
    return state.wind > ruleset.last_wind
