"""A ruleset is one frozen value. Every option stands once: its default, label, help and choices.

A new option gets, as its default here, the behaviour from before it existed, because rulesets that
were saved before do not have its key. Presets name their own values below.

Sources: the published rules of each body, as collected in the rulebook of this project; where a body
leaves something open, the preset takes what its players do, and a house ruleset can change it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from .errors import RulesError

LARGEST = 10_000_000  # of all numbers that scores are made of, so that scores fit 64 bits

Kind = Literal["choice", "flag", "points", "minutes", "uma", "list", "text"]
Uma = tuple[tuple[int, ...], ...]

ABORTIVE_DRAWS: Mapping[str, str] = MappingProxyType(
    {
        "nine_terminals": "Nine terminals and honours",
        "four_winds": "Four winds",
        "four_riichi": "Four riichi",
        "four_kans": "Four kans",
        "triple_ron": "Triple ron",
    }
)
PAO_YAKUMAN: Mapping[str, str] = MappingProxyType(
    {"daisangen": "Daisangen", "daisuushii": "Daisuushii", "suukantsu": "Suukantsu"}
)
FOUR_PLAYER_ABORTS = frozenset({"four_winds", "four_riichi", "triple_ron"})


@dataclass(frozen=True, slots=True)
class Option:
    """How an option is asked for and explained: what kind of value, label, help, and its choices.

    The first option of a chapter carries the chapter's title; those below it belong to it.
    """

    kind: Kind
    label: str
    help: str = ""
    choices: Mapping[Any, str] = field(default_factory=dict)
    chapter: str = ""


def _choice(default: Any, label: str, choices: Mapping[Any, str], help: str = "", chapter: str = "") -> Any:
    return field(default=default, metadata={"option": Option("choice", label, help, choices, chapter)})


def _flag(default: bool, label: str, help: str = "", chapter: str = "") -> Any:
    return field(default=default, metadata={"option": Option("flag", label, help, chapter=chapter)})


def _points(default: int, label: str, help: str = "", chapter: str = "") -> Any:
    return field(default=default, metadata={"option": Option("points", label, help, chapter=chapter)})


def _list(
    default: tuple[str, ...], label: str, choices: Mapping[str, str], help: str = "", chapter: str = ""
) -> Any:
    return field(default=default, metadata={"option": Option("list", label, help, choices, chapter)})


@dataclass(frozen=True)
class Ruleset:
    """The rules that one game is played under; all points are table points.

    `uma` is in tenths of a result point: one row by place, or, floating, one row for each number of
    seats (0, 1, ...) with at least `return_points`. Raises RulesError for values that do not fit
    together.
    """

    preset: str = field(default="tenhou", metadata={"option": Option("text", "Preset")})
    name: str = field(
        default="", metadata={"option": Option("text", "Name", "Your own name for these rules.")}
    )
    players: int = _choice(4, "Players", {4: "Four", 3: "Three"}, chapter="The game")
    length: str = _choice(
        "hanchan", "Length", {"hanchan": "Hanchan (East and South)", "tonpuusen": "Tonpuusen (East only)"}
    )
    starting_points: int = _points(25_000, "Starting points", "What each player begins with.")
    return_points: int = _points(
        30_000, "Return points", "The result counts from here; what this is above the start makes the oka."
    )
    target_points: int = _points(
        30_000, "Target points", "What somebody must have for the game to end in time."
    )
    uma: Uma = field(
        default=((200, 100, -100, -200),),
        metadata={
            "option": Option(
                "uma", "Uma", "Bonus by place, in thousands, from first to last.", chapter="The result"
            )
        },
    )
    rounding: str = _choice(
        "tenth",
        "Rounding",
        {"tenth": "To a tenth", "whole": "To whole points, the first takes the difference"},
    )
    ties: str = _choice(
        "seat_order",
        "Equal scores",
        {"seat_order": "The earlier seat ranks first", "split": "Places, uma and oka are shared"},
    )
    leftover_sticks: str = _choice(
        "first",
        "Riichi sticks left at the end",
        {
            "first": "To the first",
            "split": "Shared by a tied first",
            "split_down": "Shared by a tied first, odd hundreds are lost",
            "nobody": "To nobody",
        },
    )
    tobi: str = _choice(
        "below_zero",
        "Tobi",
        {
            "below_zero": "The game ends when somebody is below 0",
            "zero_or_below": "The game ends when somebody is at 0 or below",
            "off": "Play on below 0",
        },
        chapter="The end of the game",
    )
    agari_yame: str = _choice(
        "automatic",
        "Agari-yame",
        {"automatic": "The game ends", "optional": "The dealer is asked", "off": "Play on"},
        "The dealer of the last hand wins and is first with the target.",
    )
    tenpai_yame: str = _choice(
        "automatic",
        "Tenpai-yame",
        {"automatic": "The game ends", "optional": "The dealer is asked", "off": "Play on"},
        "The dealer of the last hand is tenpai at a draw and is first with the target.",
    )
    extension: str = _choice(
        "renchan_priority",
        "Extension",
        {
            "renchan_priority": "One more wind; a dealer who keeps the deal plays on",
            "immediate": "One more wind; over as soon as somebody has the target",
            "off": "None",
        },
        "What happens when nobody has the target after the last hand.",
    )
    renchan: str = _choice(
        "tenpai",
        "The dealer keeps the deal",
        {"tenpai": "By winning, or tenpai at a draw", "agari": "Only by winning"},
        chapter="Deals and draws",
    )
    honba_points: int = _points(300, "Points for a honba", "Together from all payers.")
    noten_points: int = _points(3_000, "Noten payment", "Together, from the noten to the tenpai players.")
    kiriage_mangan: bool = _flag(
        False, "Kiriage mangan", "4 han 30 fu and 3 han 60 fu count as mangan.", chapter="Values"
    )
    kazoe_yakuman: bool = _flag(True, "Counted yakuman", "13 han and more count as a yakuman.")
    yakuman_stack: bool = _flag(True, "Several yakuman add up")
    riichi_below_1000: bool = _flag(False, "Riichi below 1,000 points", chapter="Riichi and special draws")
    nagashi_mangan: str = _choice(
        "draw",
        "Nagashi mangan",
        {"draw": "Paid as a mangan tsumo, in place of noten payments", "off": "Not played"},
    )
    abortive_draws: tuple[str, ...] = _list(tuple(ABORTIVE_DRAWS), "Abortive draws", ABORTIVE_DRAWS)
    multi_ron: str = _choice(
        "all",
        "Several players win on one discard",
        {"all": "All of them win", "atamahane": "Only the first in turn wins (atamahane)"},
        chapter="Several winners",
    )
    multi_ron_honba: str = _choice(
        "first", "Honba with several winners", {"first": "To the first in turn", "each": "To each winner"}
    )
    multi_ron_sticks: str = _choice(
        "first",
        "Sticks with several winners",
        {"first": "All to the first in turn", "own_back": "Own stick back, the rest to the first in turn"},
    )
    pao: tuple[str, ...] = _list(
        ("daisangen", "daisuushii"),
        "Liability (pao)",
        PAO_YAKUMAN,
        "Yakuman that make their feeder liable.",
        chapter="Liability",
    )
    pao_scope: str = _choice(
        "hand", "Liability covers", {"hand": "The whole hand", "yakuman": "Only the yakuman that was fed"}
    )
    pao_honba: str = _choice(
        "liable",
        "Honba with liability on a ron",
        {"liable": "From the liable player", "discarder": "From the discarder"},
    )
    chonbo: str = _choice(
        "off",
        "Chonbo",
        {
            "off": "Cannot happen",
            "reverse_mangan": "A mangan tsumo is paid to the others",
            "deduct": "Points are taken off the result",
        },
        chapter="Penalties",
    )
    chonbo_points: int = _points(20_000, "Points for a chonbo", "Taken off the result, after uma.")
    yakitori_points: int = _points(
        0, "Yakitori", "Lost by each player who won no hand, shared by those who did; 0 is off."
    )
    time_limit: int | None = field(
        default=None,
        metadata={"option": Option("minutes", "Time limit", "In minutes; empty for none.", chapter="Time")},
    )
    time_up: str = _choice(
        "finish_hand", "When time is up", {"finish_hand": "Finish the hand", "one_more_hand": "One more hand"}
    )

    def __post_init__(self) -> None:
        for key, option in OPTIONS.items():
            _check_value(option, getattr(self, key))
        if self.preset not in PRESET_NAMES:
            raise RulesError("There is no preset “%(preset)s”.", preset=self.preset)
        if self.starting_points == 0:
            raise RulesError("Players must begin with some points.")
        _check_uma(self)
        _check_splits(self)

    @property
    def title(self) -> str:
        """The club's own name for the rules, or else the preset's."""
        return self.name or PRESET_NAMES[self.preset]

    @cached_property
    def last_wind(self) -> int:
        """The wind of the last scheduled round: 0 for a tonpuusen, 1 for a hanchan."""
        return 0 if self.length == "tonpuusen" else 1

    @property
    def oka(self) -> int:
        """What the first gets for the difference of start and return, in tenths of a result point."""
        return (self.return_points - self.starting_points) * self.players // 100

    @property
    def total(self) -> int:
        """All points of the game, on the table and before the players."""
        return self.starting_points * self.players

    @property
    def playable_aborts(self) -> tuple[str, ...]:
        """The abortive draws that can happen with this number of players, in the usual order."""
        return tuple(
            kind
            for kind in ABORTIVE_DRAWS
            if kind in self.abortive_draws and (self.players == 4 or kind not in FOUR_PLAYER_ABORTS)
        )


OPTIONS: Mapping[str, Option] = MappingProxyType(
    {item.name: item.metadata["option"] for item in fields(Ruleset)}
)


def _chapters() -> dict[str, tuple[str, ...]]:
    chapters: dict[str, tuple[str, ...]] = {}
    title = ""
    for key, option in OPTIONS.items():
        title = option.chapter or title
        if title:
            chapters[title] = (*chapters.get(title, ()), key)
    return chapters


CHAPTERS: Mapping[str, tuple[str, ...]] = MappingProxyType(_chapters())
"""The options by chapter, in their order; preset and name are of none."""


def _check_value(option: Option, value: Any) -> None:
    """Whether the value is of the option's kind; types are exact, since True is no number here."""
    kind = option.kind
    if kind == "choice":
        fits = type(value) in (str, int) and value in option.choices
    elif kind == "flag":
        fits = type(value) is bool
    elif kind == "points":
        fits = type(value) is int and 0 <= value <= LARGEST and value % 100 == 0
    elif kind == "minutes":
        fits = value is None or (type(value) is int and 0 < value <= LARGEST)
    elif kind == "list":
        fits = type(value) is tuple and _are_different_choices(option, value)
    elif kind == "text":
        fits = type(value) is str
    else:
        fits = type(value) is tuple
    if not fits:
        shown = value if isinstance(value, str | int | float) else "…"
        raise RulesError("“%(option)s” cannot be “%(value)s”.", option=option.label, value=shown)


def _are_different_choices(option: Option, values: tuple[Any, ...]) -> bool:
    """Whether the values are choices of the option, each once."""
    if not all(type(value) is str and value in option.choices for value in values):
        return False
    return len(set(values)) == len(values)


FLOATING_UMA = "A floating uma needs a row for each number of players at the return points, from 0."


def _check_uma(ruleset: Ruleset) -> None:
    if len(ruleset.uma) not in (1, ruleset.players + 1):
        raise RulesError(FLOATING_UMA)
    for row in ruleset.uma:
        if len(row) != ruleset.players:
            raise RulesError(
                "The uma needs one figure for each of the %(players)s places.", players=ruleset.players
            )
        if sum(row) != 0:
            raise RulesError("The uma must add up to zero.")


def _check_splits(ruleset: Ruleset) -> None:
    payers = ruleset.players - 1
    if ruleset.honba_points % (100 * payers):
        raise RulesError("A honba must split into hundreds among %(payers)s payers.", payers=payers)
    # Among one, two (and with four players three) payers or payees.
    if ruleset.noten_points % (600 if ruleset.players == 4 else 200):
        raise RulesError("The noten payment must split into hundreds among the players who pay or get it.")


PRESET_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "tenhou": "Tenhou",
        "mahjong_soul": "Mahjong Soul",
        "m_league": "M-League",
        "wrc": "WRC",
        "ema": "EMA",
        "ema_2016": "EMA (2016 edition)",
        "jpml": "JPML",
        "tenhou_sanma": "Tenhou, three players",
        "mahjong_soul_sanma": "Mahjong Soul, three players",
    }
)

_TENHOU = Ruleset()
_MAHJONG_SOUL = replace(
    _TENHOU,
    preset="mahjong_soul",
    return_points=25_000,
    uma=((150, 50, -50, -150),),
    abortive_draws=("nine_terminals", "four_winds", "four_riichi", "four_kans"),
    pao_scope="yakuman",
)
_M_LEAGUE = replace(
    _TENHOU,
    preset="m_league",
    uma=((300, 100, -100, -300),),
    ties="split",
    leftover_sticks="split",
    tobi="off",
    agari_yame="off",
    tenpai_yame="off",
    extension="off",
    kiriage_mangan=True,
    kazoe_yakuman=False,
    riichi_below_1000=True,
    nagashi_mangan="off",
    abortive_draws=(),
    multi_ron="atamahane",
    pao=("daisangen", "daisuushii", "suukantsu"),
    pao_scope="yakuman",
    pao_honba="discarder",
    chonbo="deduct",
)
_WRC = replace(
    _M_LEAGUE,
    preset="wrc",
    starting_points=30_000,
    uma=((150, 50, -50, -150),),
    leftover_sticks="nobody",
)
_EMA = replace(
    _WRC,
    preset="ema",
    leftover_sticks="split_down",
    yakuman_stack=False,
    multi_ron="all",
    multi_ron_honba="each",
    multi_ron_sticks="own_back",
    pao=("daisangen", "daisuushii"),
    time_up="one_more_hand",
)
_JPML = replace(
    _WRC,
    preset="jpml",
    uma=(
        (80, 40, -40, -80),
        (120, -10, -30, -80),
        (80, 40, -40, -80),
        (80, 30, 10, -120),
        (80, 40, -40, -80),
    ),
    kiriage_mangan=False,
)


def _three_players(preset: str, sibling: Ruleset, return_points: int, uma: tuple[int, ...]) -> Ruleset:
    return replace(
        sibling,
        preset=preset,
        players=3,
        starting_points=35_000,
        return_points=return_points,
        target_points=40_000,
        uma=(uma,),
        honba_points=200,
        noten_points=2_000,
    )


PRESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        ruleset.preset: ruleset
        for ruleset in (
            _TENHOU,
            _MAHJONG_SOUL,
            _M_LEAGUE,
            _WRC,
            _EMA,
            replace(_EMA, preset="ema_2016", kiriage_mangan=False),
            _JPML,
            _three_players("tenhou_sanma", _TENHOU, 40_000, (200, 0, -200)),
            _three_players("mahjong_soul_sanma", _MAHJONG_SOUL, 35_000, (150, 0, -150)),
        )
    }
)
