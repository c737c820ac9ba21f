"""Outcomes, rulesets and whole records to and from JSON, in clubscore's own format.

Reading raises RulesError for whatever the format does not know: unknown or missing keys, wrong types,
values that cannot be. Numbers are integers (`true` is none); what is read and written again is the same.
`text.py` makes the values that are read here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from .errors import RulesError
from .game import Game, play
from .outcomes import AbortiveDraw, Chonbo, ExhaustiveDraw, Outcome, Pao, Ron, Tsumo, Win
from .results import Addition
from .rulesets import FLOATING_UMA, LARGEST, OPTIONS, PRESETS, Ruleset, Uma
from .state import State, midway

FORMAT, VERSION = "clubscore-game", 1
Json = dict[str, Any]


# --- Reading: each helper takes the object and the key, so that its error can name the key.


def _object(value: object, what: str, keys: AbstractSet[str]) -> Json:
    if type(value) is not dict:
        raise RulesError("%(what)s must be an object.", what=what)
    if not value.keys() <= keys:
        raise _unknown(value, what, keys)
    return value


def _unknown(data: Json, what: str, keys: AbstractSet[str]) -> RulesError:
    unknown = next(key for key in data if key not in keys)
    return RulesError("%(what)s has an unknown key “%(key)s”.", what=what, key=unknown)


def _wrong(data: Json, key: str, expected: str) -> RulesError:
    if key not in data:
        return RulesError("“%(key)s” is missing.", key=key)
    return RulesError("“%(key)s” must be %(expected)s.", key=key, expected=expected)


def _int(data: Json, key: str) -> int:
    value = data.get(key)
    if type(value) is not int:
        raise _wrong(data, key, "a whole number")
    return value


def _str(data: Json, key: str) -> str:
    value = data.get(key)
    if type(value) is not str:
        raise _wrong(data, key, "text")
    return value


def _flag(data: Json, key: str) -> bool:
    value = data.get(key)
    if type(value) is not bool:
        raise _wrong(data, key, "true or false")
    return value


def _list(data: Json, key: str) -> list[Any]:
    value = data.get(key)
    if type(value) is not list:
        raise _wrong(data, key, "a list")
    return value


def _ints(data: Json, key: str) -> tuple[int, ...]:
    numbers = data.get(key)
    if type(numbers) is not list:
        raise _wrong(data, key, "a list")
    for number in numbers:
        if type(number) is not int:
            raise _wrong(data, key, "a list of whole numbers")
    return tuple(numbers)


def _strs(data: Json, key: str) -> tuple[str, ...]:
    texts = _list(data, key)
    for text in texts:
        if type(text) is not str:
            raise _wrong(data, key, "a list of texts")
    return tuple(texts)


# --- Outcomes

_COMMON = frozenset({"kind", "riichi", "time", "stop"})
_WIN_KEYS = frozenset({"seat", "han", "fu", "base", "yakuman", "pao", "yaku"})
_PAO_KEYS = frozenset({"seat", "yakuman"})


def outcome_from_json(value: object) -> Outcome:
    """One hand of a record. Raises RulesError."""
    if type(value) is not dict:
        raise RulesError("A hand must be an object.")
    kind = value.get("kind")
    if type(kind) is not str:
        raise _wrong(value, "kind", "text")
    if kind not in _READERS:
        raise RulesError("There is no kind of hand “%(kind)s”.", kind=kind)
    keys, read = _READERS[kind]
    if not value.keys() <= keys:
        raise _unknown(value, "A hand", keys)
    riichi = _ints(value, "riichi") if "riichi" in value else ()
    time = "time" in value and _flag(value, "time")
    stop = "stop" in value and _flag(value, "stop")
    return read(value, riichi, time, stop)


def _read_ron(data: Json, riichi: tuple[int, ...], time: bool, stop: bool) -> Outcome:
    return Ron(_int(data, "discarder"), _wins(data), riichi, time, stop)


def _read_tsumo(data: Json, riichi: tuple[int, ...], time: bool, stop: bool) -> Outcome:
    wins = _wins(data)
    if len(wins) != 1:
        raise RulesError("A tsumo has one winner.")
    return Tsumo(wins[0], riichi, time, stop)


def _read_draw(data: Json, riichi: tuple[int, ...], time: bool, stop: bool) -> Outcome:
    nagashi = _ints(data, "nagashi") if "nagashi" in data else ()
    return ExhaustiveDraw(_ints(data, "tenpai"), nagashi, riichi, time, stop)


def _read_abort(data: Json, riichi: tuple[int, ...], time: bool, stop: bool) -> Outcome:
    return AbortiveDraw(_str(data, "reason"), riichi, time, stop)


def _read_chonbo(data: Json, riichi: tuple[int, ...], time: bool, stop: bool) -> Outcome:
    return Chonbo(_ints(data, "seats"), riichi, time, stop)


_Reader = Callable[[Json, tuple[int, ...], bool, bool], Outcome]
_READERS: Mapping[str, tuple[frozenset[str], _Reader]] = {
    "ron": (_COMMON | {"discarder", "wins"}, _read_ron),
    "tsumo": (_COMMON | {"wins"}, _read_tsumo),
    "exhaustive_draw": (_COMMON | {"tenpai", "nagashi"}, _read_draw),
    "abortive_draw": (_COMMON | {"reason"}, _read_abort),
    "chonbo": (_COMMON | {"seats"}, _read_chonbo),
}


def _wins(data: Json) -> tuple[Win, ...]:
    wins = _list(data, "wins")
    if len(wins) == 1:
        return (_win(wins[0]),)
    if not wins:
        raise RulesError("A win needs a winner.")
    return tuple([_win(win) for win in wins])


def _win(value: object) -> Win:
    data = _object(value, "A win", _WIN_KEYS)
    return Win(
        _int(data, "seat"),
        _int(data, "han") if "han" in data else None,
        _int(data, "fu") if "fu" in data else None,
        _int(data, "base") if "base" in data else None,
        _int(data, "yakuman") if "yakuman" in data else None,
        _pao(data["pao"]) if "pao" in data else None,
        _strs(data, "yaku") if "yaku" in data else (),
    )


def _pao(value: object) -> Pao:
    data = _object(value, "The liability", _PAO_KEYS)
    return Pao(_int(data, "seat"), _int(data, "yakuman"))


def outcome_to_json(outcome: Outcome) -> Json:
    """The hand as a record has it; `riichi` always, other keys only where they say something."""
    data: Json = {"kind": outcome.kind}
    if isinstance(outcome, Ron):
        data["discarder"] = outcome.discarder
    if outcome.wins:
        data["wins"] = [_win_to_json(win) for win in outcome.wins]
    if isinstance(outcome, ExhaustiveDraw):
        data["tenpai"] = list(outcome.tenpai)
        if outcome.nagashi:
            data["nagashi"] = list(outcome.nagashi)
    if isinstance(outcome, AbortiveDraw):
        data["reason"] = outcome.reason
    if isinstance(outcome, Chonbo):
        data["seats"] = list(outcome.seats)
    data["riichi"] = list(outcome.riichi)
    data.update({key: True for key in ("time", "stop") if getattr(outcome, key)})
    return data


def _win_to_json(win: Win) -> Json:
    data: Json = {"seat": win.seat}
    for key in ("han", "fu", "base", "yakuman"):
        if getattr(win, key) is not None:
            data[key] = getattr(win, key)
    if win.pao:
        data["pao"] = {"seat": win.pao.seat, "yakuman": win.pao.yakuman}
    if win.yaku:
        data["yaku"] = list(win.yaku)
    return data


# --- Rulesets


def ruleset_from_json(value: object) -> Ruleset:
    """A ruleset as a record spells it: a preset, and the keys that differ from it. Raises RulesError."""
    data = _object(value, "The ruleset", OPTIONS.keys())
    try:
        return _ruleset(json.dumps(data))
    except RecursionError:
        raise RulesError("The ruleset cannot be read.") from None


@lru_cache(maxsize=64)
def _ruleset(text: str) -> Ruleset:
    """The same few rulesets come with game after game, and making one takes as long as a hand."""
    data = json.loads(text)
    preset = _str(data, "preset")
    if preset not in PRESETS:
        raise RulesError("There is no preset “%(preset)s”.", preset=preset)
    return replace(PRESETS[preset], **_options(data))


def ruleset_from_full_json(value: object) -> Ruleset:
    """A ruleset as a game keeps it, with every key of its day: a key that came later has the
    behaviour from before it existed, whatever the preset says now. Raises RulesError.
    """
    return Ruleset(**_options(_object(value, "The ruleset", OPTIONS.keys())))


def _options(data: Json) -> Json:
    return {key: _option(key, value) for key, value in data.items()}


def _option(key: str, value: object) -> object:
    if key == "uma":
        return _uma(value)
    # Any other list is one of texts; what else the value must be, Ruleset checks.
    return tuple(value) if type(value) is list else value


def _uma(value: object) -> Uma:
    if type(value) is not dict:
        return (_uma_row(value),)
    counts = [str(count) for count in range(len(value))]
    if len(counts) < 2 or not value.keys() <= set(counts):
        raise RulesError(FLOATING_UMA)
    return tuple(_uma_row(value[count]) for count in counts)


def _uma_row(value: object) -> tuple[int, ...]:
    figures: list[Any] = value if type(value) is list else [value]
    row = []
    for figure in figures:
        if type(figure) not in (int, float) or abs(figure) > LARGEST or round(figure, 1) != figure:
            raise RulesError("The uma must be in thousands with at most one decimal.")
        row.append(round(figure * 10))
    return tuple(row)


def ruleset_to_json(ruleset: Ruleset) -> Json:
    """The preset, and the keys that differ from it."""
    full, preset = ruleset_to_full_json(ruleset), ruleset_to_full_json(PRESETS[ruleset.preset])
    return {key: value for key, value in full.items() if key == "preset" or value != preset[key]}


def ruleset_to_full_json(ruleset: Ruleset) -> Json:
    """Every key, for keeping with a game."""
    data = {key: getattr(ruleset, key) for key in OPTIONS}
    rows = [[tenths / 10 if tenths % 10 else tenths // 10 for tenths in row] for row in ruleset.uma]
    data["uma"] = rows[0] if len(rows) == 1 else {str(count): row for count, row in enumerate(rows)}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}


# --- States

_START_KEYS = frozenset({"round", "honba", "sticks", "scores"})


def start_from_json(ruleset: Ruleset, value: object) -> State:
    """The state of a game taken over midway. Raises RulesError."""
    data = _object(value, "The start", _START_KEYS)
    return midway(
        ruleset, _str(data, "round"), _int(data, "honba"), _int(data, "sticks"), _ints(data, "scores")
    )


def start_to_json(state: State) -> Json:
    """The state without its dealer, who follows from the round."""
    return {"round": state.round, "honba": state.honba, "sticks": state.sticks, "scores": list(state.scores)}


def state_to_json(state: State) -> Json:
    """The state of a game between two hands."""
    return {
        "round": state.round,
        "dealer": state.dealer,
        "honba": state.honba,
        "sticks": state.sticks,
        "scores": list(state.scores),
    }


# --- Records

_RECORD_KEYS = frozenset(
    {"format", "version", "ruleset", "players", "hands"}
    | {"start", "ended_early", "additions", "started_at", "ended_at"}
)
_PLAYER_KEYS = frozenset({"name", "id"})
_ADDITION_KEYS = frozenset({"seat", "points", "reason"})


@dataclass(frozen=True)
class Record:
    """One game as it was reported. `players` are objects with a name and perhaps an id, by seat;
    `ended_early` is the reason, None where it was not; times are kept as they were written.
    """

    ruleset: Ruleset
    players: tuple[Json, ...]
    outcomes: tuple[Outcome, ...]
    start: State | None = None
    ended_early: str | None = None
    additions: tuple[Addition, ...] = ()
    times: Json = field(default_factory=dict)

    def play(self) -> Game:
        """Play the record. Raises RulesError."""
        early = self.ended_early is not None
        return play(self.ruleset, self.outcomes, self.start, early, self.additions)


def record_from_json(value: object) -> Record:
    """Read a record. Raises RulesError, with its `hand` set where it is about a hand."""
    if type(value) is not dict:
        raise RulesError("A record must be an object.")
    if _str(value, "format") != FORMAT:
        raise RulesError("The format must be “%(format)s”.", format=FORMAT)
    if _int(value, "version") != VERSION:
        raise RulesError("This version of the record format is not known.")
    data = _object(value, "A record", _RECORD_KEYS)
    if "ruleset" not in data:
        raise _wrong(data, "ruleset", "an object")
    ruleset = ruleset_from_json(data["ruleset"])
    return Record(
        ruleset,
        _players(ruleset, data),
        _hands(data),
        start_from_json(ruleset, data["start"]) if "start" in data else None,
        _reason(data, "ended_early") if "ended_early" in data else None,
        _additions(ruleset, data) if "additions" in data else (),
        {key: _str(data, key) for key in ("started_at", "ended_at") if key in data},
    )


def _players(ruleset: Ruleset, data: Json) -> tuple[Json, ...]:
    players = _list(data, "players")
    if len(players) != ruleset.players:
        raise RulesError("There must be %(players)s players.", players=ruleset.players)
    for value in players:
        player = _object(value, "A player", _PLAYER_KEYS)
        _str(player, "name")
        if type(player.get("id", "")) not in (str, int):
            raise _wrong(player, "id", "text or a whole number")
    return tuple(players)


def _hands(data: Json) -> tuple[Outcome, ...]:
    outcomes = []
    for number, hand in enumerate(_list(data, "hands"), 1):
        try:
            outcomes.append(outcome_from_json(hand))
        except RulesError as error:
            raise error.in_hand(number) from None
    return tuple(outcomes)


def _reason(data: Json, key: str) -> str:
    reason = _str(data, key)
    if not reason.strip():
        raise RulesError("“%(key)s” must say why.", key=key)
    return reason


def _additions(ruleset: Ruleset, data: Json) -> tuple[Addition, ...]:
    additions = []
    for value in _list(data, "additions"):
        item = _object(value, "An addition", _ADDITION_KEYS)
        addition = Addition(_int(item, "seat"), _int(item, "points"), _reason(item, "reason"))
        if not 0 <= addition.seat < ruleset.players:
            raise RulesError("There is no seat %(seat)s at this table.", seat=addition.seat)
        if addition.points % 100 or abs(addition.points) > LARGEST:
            raise RulesError("An addition must be in whole hundreds, and not too large.")
        additions.append(addition)
    return tuple(additions)


def record_to_json(record: Record) -> Json:
    """The record as JSON, ready to be read back as the same."""
    data: Json = {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": ruleset_to_json(record.ruleset),
        "players": list(record.players),
        "hands": [outcome_to_json(outcome) for outcome in record.outcomes],
        **record.times,
    }
    if record.start is not None:
        data["start"] = start_to_json(record.start)
    if record.ended_early is not None:
        data["ended_early"] = record.ended_early
    if record.additions:
        data["additions"] = [
            {"seat": a.seat, "points": a.points, "reason": a.reason} for a in record.additions
        ]
    return data


def game_to_json(game: Game) -> Json:
    """The answer of a replay: every hand before and after, why the game ended, and its result.

    Points have one decimal.
    """
    states = [state_to_json(game.start), *[state_to_json(hand.after) for hand in game.hands]]
    if game.ending is not None:
        states[-1].update(round=None, dealer=None)
    hands = [
        {"before": before, "deltas": list(hand.deltas), "after": after}
        for before, hand, after in zip(states, game.hands, states[1:], strict=False)
    ]
    final = None
    if game.results is not None:
        final = {
            "scores": [result.score for result in game.results],
            "places": [result.place for result in game.results],
            "points": [result.points / 10 for result in game.results],
        }
    return {"hands": hands, "ended": game.ending, "final": final}
