"""Outcomes, rulesets and whole records to and from JSON, in clubscore's own format.

Reading raises RulesError for whatever the format does not know: unknown or missing keys, wrong types,
values that cannot be. Numbers are integers (`true` is none); what is read and written again is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .errors import RulesError
from .game import Game, play
from .outcomes import AbortiveDraw, Chonbo, ExhaustiveDraw, Outcome, Pao, Ron, Tsumo, Win
from .results import Addition
from .rulesets import OPTIONS, PRESETS, Ruleset, Uma
from .state import State, midway

FORMAT, VERSION = "clubscore-game", 1
Json = dict[str, Any]


# --- Reading: each helper takes the object and the key, so that its error can name the key.


def _object(value: object, what: str) -> Json:
    if not isinstance(value, dict):
        raise RulesError("%(what)s must be an object.", what=what)
    return value


def _known(data: Json, keys: frozenset[str], what: str) -> None:
    for key in data:
        if key not in keys:
            raise RulesError("%(what)s has an unknown key “%(key)s”.", what=what, key=key)


def _need(data: Json, key: str) -> object:
    if key not in data:
        raise RulesError("“%(key)s” is missing.", key=key)
    return data[key]


def _int(value: object, key: str) -> int:
    if type(value) is not int:
        raise RulesError("“%(key)s” must be a whole number.", key=key)
    return value


def _str(value: object, key: str) -> str:
    if type(value) is not str:
        raise RulesError("“%(key)s” must be text.", key=key)
    return value


def _list(value: object, key: str) -> list[Any]:
    if type(value) is not list:
        raise RulesError("“%(key)s” must be a list.", key=key)
    return value


def _seats(data: Json, key: str) -> tuple[int, ...]:
    value = data.get(key)
    if not value and type(value) is list:
        return ()
    return tuple([_int(seat, key) for seat in _list(value, key)])


def _flag(data: Json, key: str) -> bool:
    value = data.get(key, False)
    if type(value) is not bool:
        raise RulesError("“%(key)s” must be true or false.", key=key)
    return value


# --- Outcomes

_COMMON = frozenset({"kind", "riichi", "time", "stop"})
_WIN_KEYS = frozenset({"seat", "han", "fu", "base", "yakuman", "pao", "yaku"})


def outcome_from_json(data: object) -> Outcome:
    """One hand of a record. Raises RulesError."""
    data = _object(data, "A hand")
    kind = _str(_need(data, "kind"), "kind")
    if kind not in _READERS:
        raise RulesError("There is no kind of hand “%(kind)s”.", kind=kind)
    keys, read = _READERS[kind]
    _known(data, keys, "The hand")
    riichi = _seats(data, "riichi") if "riichi" in data else ()
    return read(data, {"riichi": riichi, "time": _flag(data, "time"), "stop": _flag(data, "stop")})


def _read_ron(data: Json, common: Json) -> Outcome:
    discarder = _int(_need(data, "discarder"), "discarder")
    return Ron(discarder=discarder, winners=_wins(data), **common)


def _read_tsumo(data: Json, common: Json) -> Outcome:
    wins = _wins(data)
    if len(wins) != 1:
        raise RulesError("A tsumo has one winner.")
    return Tsumo(win=wins[0], **common)


def _read_draw(data: Json, common: Json) -> Outcome:
    _need(data, "tenpai")
    nagashi = _seats(data, "nagashi") if "nagashi" in data else ()
    return ExhaustiveDraw(tenpai=_seats(data, "tenpai"), nagashi=nagashi, **common)


def _read_abort(data: Json, common: Json) -> Outcome:
    return AbortiveDraw(reason=_str(_need(data, "reason"), "reason"), **common)


def _read_chonbo(data: Json, common: Json) -> Outcome:
    _need(data, "seats")
    return Chonbo(seats=_seats(data, "seats"), **common)


_READERS: Mapping[str, tuple[frozenset[str], Callable[[Json, Json], Outcome]]] = {
    "ron": (_COMMON | {"discarder", "wins"}, _read_ron),
    "tsumo": (_COMMON | {"wins"}, _read_tsumo),
    "exhaustive_draw": (_COMMON | {"tenpai", "nagashi"}, _read_draw),
    "abortive_draw": (_COMMON | {"reason"}, _read_abort),
    "chonbo": (_COMMON | {"seats"}, _read_chonbo),
}


def _wins(data: Json) -> tuple[Win, ...]:
    wins = _list(_need(data, "wins"), "wins")
    if not wins:
        raise RulesError("A win needs a winner.")
    return tuple([_win(win) for win in wins])


def _win(value: object) -> Win:
    data = _object(value, "A win")
    _known(data, _WIN_KEYS, "The win")
    number = {key: _int(data[key], key) for key in ("han", "fu", "base", "yakuman") if key in data}
    pao = _pao(data["pao"]) if "pao" in data else None
    yaku = tuple(_str(name, "yaku") for name in _list(data["yaku"], "yaku")) if "yaku" in data else ()
    return Win(_int(_need(data, "seat"), "seat"), pao=pao, yaku=yaku, **number)


def _pao(value: object) -> Pao:
    data = _object(value, "The liability")
    _known(data, frozenset({"seat", "yakuman"}), "The liability")
    return Pao(_int(_need(data, "seat"), "seat"), _int(_need(data, "yakuman"), "yakuman"))


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


def ruleset_from_json(data: object) -> Ruleset:
    """A ruleset as a record spells it: a preset, and the keys that differ from it. Raises RulesError."""
    data = _object(data, "The ruleset")
    preset = _str(_need(data, "preset"), "preset")
    if preset not in PRESETS:
        raise RulesError("There is no preset “%(preset)s”.", preset=preset)
    return replace(PRESETS[preset], **_options(data)) if len(data) > 1 else PRESETS[preset]


def ruleset_from_full_json(data: Json) -> Ruleset:
    """A ruleset as a game keeps it, with every key of its day: a key that came later has the
    behaviour from before it existed, whatever the preset says now.
    """
    return Ruleset(**_options(data))


def _options(data: Json) -> Json:
    _known(data, frozenset(OPTIONS), "The ruleset")
    return {key: _option(key, value) for key, value in data.items()}


def _option(key: str, value: object) -> object:
    kind = OPTIONS[key].kind
    if kind == "uma":
        return _uma(value)
    if kind == "list":
        return tuple(_str(item, key) for item in _list(value, key))
    if kind == "choice" and not isinstance(value, str | int):
        raise RulesError("“%(key)s” has an unknown value.", key=key)
    return value


def _uma(value: object) -> Uma:
    if isinstance(value, dict):
        rows = [str(count) for count in range(len(value))]
        if len(rows) < 2 or set(rows) != set(value):
            raise RulesError("A floating uma needs a row for each number of players at the return points, from 0.")
        return tuple(_uma_row(value[count]) for count in rows)
    return (_uma_row(value),)


def _uma_row(value: object) -> tuple[int, ...]:
    row = []
    for figure in _list(value, "uma"):
        if type(figure) not in (int, float) or abs(figure) > 1_000_000 or round(figure * 10, 6) % 1:
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


def start_from_json(ruleset: Ruleset, data: object) -> State:
    """The state of a game taken over midway. Raises RulesError."""
    data = _object(data, "The start")
    _known(data, frozenset({"round", "honba", "sticks", "scores"}), "The start")
    scores = tuple([_int(score, "scores") for score in _list(_need(data, "scores"), "scores")])
    honba, sticks = _int(_need(data, "honba"), "honba"), _int(_need(data, "sticks"), "sticks")
    return midway(ruleset, _str(_need(data, "round"), "round"), honba, sticks, scores)


def start_to_json(state: State) -> Json:
    """The state without its dealer, who follows from the round."""
    return {"round": state.round, "honba": state.honba, "sticks": state.sticks, "scores": list(state.scores)}


def state_to_json(state: State, over: bool = False) -> Json:
    """The state; where the game is `over` there is no next round and dealer."""
    return {
        "round": None if over else state.round,
        "dealer": None if over else state.dealer,
        "honba": state.honba,
        "sticks": state.sticks,
        "scores": list(state.scores),
    }


# --- Records

_RECORD_KEYS = frozenset(
    {"format", "version", "ruleset", "players", "start", "hands", "ended_early", "started_at", "ended_at", "additions"}
)


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
    data = _object(value, "A record")
    _known(data, _RECORD_KEYS, "The record")
    if _need(data, "format") != FORMAT:
        raise RulesError("This is no “%(format)s” record.", format=FORMAT)
    if _int(_need(data, "version"), "version") != VERSION:
        raise RulesError("This version of the record format is not known.")
    ruleset = ruleset_from_json(_need(data, "ruleset"))
    return Record(
        ruleset,
        _players(ruleset, _need(data, "players")),
        tuple(_hands(_need(data, "hands"))),
        start_from_json(ruleset, data["start"]) if "start" in data else None,
        _reason(data["ended_early"]) if "ended_early" in data else None,
        tuple(_addition(ruleset, item) for item in _list(data.get("additions", []), "additions")),
        {key: _str(data[key], key) for key in ("started_at", "ended_at") if key in data},
    )


def _players(ruleset: Ruleset, value: object) -> tuple[Json, ...]:
    players = tuple(_object(player, "A player") for player in _list(value, "players"))
    if len(players) != ruleset.players:
        raise RulesError("There must be %(players)s players.", players=ruleset.players)
    for player in players:
        _known(player, frozenset({"name", "id"}), "The player")
        _str(_need(player, "name"), "name")
        if not isinstance(player.get("id", ""), str | int) or isinstance(player.get("id"), bool):
            raise RulesError("“%(key)s” must be text.", key="id")
    return players


def _hands(value: object) -> list[Outcome]:
    outcomes = []
    for number, hand in enumerate(_list(value, "hands"), 1):
        try:
            outcomes.append(outcome_from_json(hand))
        except RulesError as error:
            raise error.in_hand(number) from None
    return outcomes


def _reason(value: object) -> str:
    if not _str(value, "ended_early").strip():
        raise RulesError("A game that was ended early needs a reason.")
    return value  # type: ignore[return-value]


def _addition(ruleset: Ruleset, value: object) -> Addition:
    data = _object(value, "An addition")
    _known(data, frozenset({"seat", "points", "reason"}), "The addition")
    seat, points = _int(_need(data, "seat"), "seat"), _int(_need(data, "points"), "points")
    if not 0 <= seat < ruleset.players:
        raise RulesError("There is no seat %(seat)s at this table.", seat=seat)
    if points % 100:
        raise RulesError("An addition must be in whole hundreds.")
    return Addition(seat, points, _str(_need(data, "reason"), "reason"))


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
    hands = [
        {
            "before": state_to_json(hand.before),
            "deltas": list(hand.deltas),
            "after": state_to_json(hand.after, over=game.ending is not None and hand is game.hands[-1]),
        }
        for hand in game.hands
    ]
    final = None
    if game.results is not None:
        final = {
            "scores": [result.score for result in game.results],
            "places": [result.place for result in game.results],
            "points": [result.points / 10 for result in game.results],
        }
    return {"hands": hands, "ended": game.ending, "final": final}
