"""What a record cannot say: each refusal is a sentence, with the hand before it where it is about one."""

import pytest

from rules import (
    PRESETS,
    RulesError,
    record_from_json,
    ruleset_from_full_json,
    ruleset_to_full_json,
)

GONE = object()
ADD_UP = "Scores and sticks must add up to 100,000; they add up to 99,000, which is 1,000 too few."
TOO_MANY = "Scores and sticks must add up to 100,000; they add up to 101,000, which is 1,000 too many."
COVER = "The liability must cover at least one yakuman, and no more than the win has."
FLOATING = "A floating uma needs a row for each number of players at the return points, from 0."
NOTEN = "The noten payment must split into hundreds among the players who pay or get it."
ONE_WINNER = "Under these rules only the first in turn wins on a discard."
TRIPLE_RON = "Under these rules three winners on one discard are an abortive draw."
HUGE = 10**4_200
NAN, INFINITY = float("nan"), float("inf")
SOUTH_WINS = {"seat": 1, "han": 3, "fu": 40}
RON = {"kind": "ron", "discarder": 2, "wins": [SOUTH_WINS], "riichi": []}
TSUMO = {"kind": "tsumo", "wins": [SOUTH_WINS], "riichi": []}
DRAW = {"kind": "exhaustive_draw", "tenpai": [1], "riichi": []}
ABORT = {"kind": "abortive_draw", "reason": "nine_terminals", "riichi": []}
CHONBO = {"kind": "chonbo", "seats": [1], "riichi": []}
YAKUMAN = {"seat": 1, "yakuman": 1, "pao": {"seat": 3, "yakuman": 1}}
START = {"round": "E1", "honba": 0, "sticks": 0, "scores": [25_000] * 4}
ADDITION = {"seat": 2, "points": -20_000, "reason": "late"}


def with_(data, **changes):
    return {key: value for key, value in {**data, **changes}.items() if value is not GONE}


def record(*hands, preset="tenhou", options=None, **changes):
    whole = {
        "format": "clubscore-game",
        "version": 1,
        "ruleset": {"preset": preset, **(options or {})},
        "players": [{"name": f"P{seat}"} for seat in range(PRESETS[preset].players)],
        "hands": list(hands),
    }
    return with_(whole, **changes)


def refusal(value):
    with pytest.raises(RulesError) as caught:
        record_from_json(value).play()
    return str(caught.value)


def test_what_these_tests_change_is_played():
    ruleset = {"chonbo": "deduct"}
    for hand in (RON, TSUMO, DRAW, ABORT, CHONBO, with_(TSUMO, wins=[YAKUMAN])):
        whole = record(hand, options=ruleset, start=START, additions=[ADDITION], ended_early="closing time")
        whole = with_(whole, started_at="2026-02-19T18:30", ended_at="2026-02-19T20:00")
        whole["ruleset"]["tobi"] = "off"
        assert record_from_json(whole).play().ending == "early"


# --- The record

PLAYERS = [{"name": name} for name in "ABCD"]
TYPE_OF = {
    "text": [None, 1, True, 1.0, [], {}],
    "a whole number": [None, "1", True, 1.0, NAN, INFINITY, [], {}],
    "a list": [None, "12", 1, True, {}],
    "true or false": [None, 0, 1, "true", []],
}


@pytest.mark.parametrize("value", [None, 1, 1.5, True, "record", []])
def test_a_record_is_an_object(value):
    assert refusal(value) == "A record must be an object."


@pytest.mark.parametrize("key", ["format", "version", "ruleset", "players", "hands"])
def test_a_key_is_missing(key):
    assert refusal(record(**{key: GONE})) == f"“{key}” is missing."


@pytest.mark.parametrize(("changes", "sentence"), [
    ({"format": "tenhou"}, "The format must be “clubscore-game”."),
    ({"version": 2}, "This version of the record format is not known."),
    ({"version": 0}, "This version of the record format is not known."),
    ({"version": HUGE}, "This version of the record format is not known."),
    ({"hand": []}, "A record has an unknown key “hand”."),
    ({"ruleset": "tenhou"}, "The ruleset must be an object."),
    ({"ruleset": None}, "The ruleset must be an object."),
    ({"ruleset": {}}, "“preset” is missing."),
    ({"players": PLAYERS[:3]}, "There must be 4 players."),
    ({"players": []}, "There must be 4 players."),
    ({"players": [*PLAYERS, {"name": "E"}]}, "There must be 4 players."),
    ({"players": ["A", "B", "C", "D"]}, "A player must be an object."),
    ({"players": [*PLAYERS[:3], {}]}, "“name” is missing."),
    ({"players": [*PLAYERS[:3], {"name": None}]}, "“name” must be text."),
    ({"players": [*PLAYERS[:3], {"name": "D", "rank": 1}]}, "A player has an unknown key “rank”."),
    ({"players": [*PLAYERS[:3], {"name": "D", "id": True}]}, "“id” must be text or a whole number."),
    ({"players": [*PLAYERS[:3], {"name": "D", "id": None}]}, "“id” must be text or a whole number."),
    ({"players": [*PLAYERS[:3], {"name": "D", "id": 1.0}]}, "“id” must be text or a whole number."),
    ({"ended_early": None}, "“ended_early” must be text."),
    ({"ended_early": " "}, "“ended_early” must say why."),
    ({"started_at": 1_700_000_000}, "“started_at” must be text."),
    ({"ended_at": None}, "“ended_at” must be text."),
])  # fmt: skip
def test_what_a_record_cannot_be(changes, sentence):
    assert refusal(record(**changes)) == sentence


@pytest.mark.parametrize(("key", "kind"), [
    ("format", "text"), ("version", "a whole number"), ("players", "a list"), ("hands", "a list"),
    ("additions", "a list"), ("ended_early", "text"), ("started_at", "text"),
])  # fmt: skip
def test_a_record_with_a_wrong_type(key, kind):
    for value in TYPE_OF[kind]:
        assert refusal(record(**{key: value})) == f"“{key}” must be {kind}."


def test_three_players_where_the_ruleset_has_four():
    assert refusal(record(preset="tenhou_sanma", players=PLAYERS)) == "There must be 3 players."


@pytest.mark.parametrize(("change", "sentence"), [
    ({"seat": 4}, "There is no seat 4 at this table."),
    ({"seat": -1}, "There is no seat -1 at this table."),
    ({"seat": "2"}, "“seat” must be a whole number."),
    ({"points": 50}, "An addition must be in whole hundreds, and not too large."),
    ({"points": HUGE}, "An addition must be in whole hundreds, and not too large."),
    ({"points": -20.0}, "“points” must be a whole number."),
    ({"reason": GONE}, "“reason” is missing."),
    ({"reason": ""}, "“reason” must say why."),
    ({"who": "host"}, "An addition has an unknown key “who”."),
])  # fmt: skip
def test_what_an_addition_cannot_be(change, sentence):
    assert refusal(record(additions=[with_(ADDITION, **change)])) == sentence


def test_an_addition_is_an_object():
    assert refusal(record(additions=[-20_000])) == "An addition must be an object."


# --- The start


@pytest.mark.parametrize(("change", "sentence"), [
    ({"round": "N1"}, "There is no round “N1” in this game."),
    ({"round": "E5"}, "There is no round “E5” in this game."),
    ({"round": "E0"}, "There is no round “E0” in this game."),
    ({"round": ""}, "There is no round “” in this game."),
    ({"round": "東1"}, "There is no round “東1” in this game."),
    ({"round": 1}, "“round” must be text."),
    ({"round": GONE}, "“round” is missing."),
    ({"honba": -1}, "Honba and sticks cannot be negative."),
    ({"honba": True}, "“honba” must be a whole number."),
    ({"honba": HUGE}, "Honba, sticks or scores are too large."),
    ({"sticks": -1, "scores": [26_000, 25_000, 25_000, 25_000]}, "Honba and sticks cannot be negative."),
    ({"sticks": HUGE}, "Honba, sticks or scores are too large."),
    ({"sticks": 1}, TOO_MANY),
    ({"sticks": GONE}, "“sticks” is missing."),
    ({"scores": [25_000] * 3}, "There must be 4 scores."),
    ({"scores": []}, "There must be 4 scores."),
    ({"scores": [25_000, 25_000, 25_000, 24_000]}, ADD_UP),
    ({"scores": [25_050, 24_950, 25_000, 25_000]}, "Scores must be whole hundreds."),
    ({"scores": [25_000, 25_000, 25_000, "25000"]}, "“scores” must be a list of whole numbers."),
    ({"scores": [25_000, 25_000, 25_000, 25_000.0]}, "“scores” must be a list of whole numbers."),
    ({"scores": [HUGE, -HUGE, 50_000, 50_000]}, "Honba, sticks or scores are too large."),
    ({"scores": "25000"}, "“scores” must be a list."),
    ({"dealer": 0}, "The start has an unknown key “dealer”."),
])  # fmt: skip
def test_what_a_start_cannot_be(change, sentence):
    assert refusal(record(start=with_(START, **change))) == sentence


@pytest.mark.parametrize("value", [None, [], "E1"])
def test_a_start_is_an_object(value):
    assert refusal(record(start=value)) == "The start must be an object."


@pytest.mark.parametrize(("preset", "options", "round"), [
    ("wrc", {}, "W1"),
    ("tenhou", {"length": "tonpuusen"}, "W1"),
    ("tenhou", {"length": "tonpuusen", "extension": "off"}, "S1"),
    ("tenhou_sanma", {}, "E4"),
])  # fmt: skip
def test_a_round_that_the_ruleset_does_not_have(preset, options, round):
    ruleset = PRESETS[preset]
    start = with_(START, round=round, scores=[ruleset.starting_points] * ruleset.players)
    assert refusal(record(preset=preset, options=options, start=start)) == (
        f"There is no round “{round}” in this game."
    )


# --- The ruleset


@pytest.mark.parametrize(("options", "sentence"), [
    ({"preset": "tenho"}, "There is no preset “tenho”."),
    ({"preset": ["tenhou"]}, "“preset” must be text."),
    ({"preset": None}, "“preset” must be text."),
    ({"aka_dora": 3}, "The ruleset has an unknown key “aka_dora”."),
    ({"": 3}, "The ruleset has an unknown key “”."),
    ({"x" * 1_000: 3}, f"The ruleset has an unknown key “{'x' * 59}…”."),
    ({"tobi": "sudden"}, "“Tobi” cannot be “sudden”."),
    ({"tobi": None}, "“Tobi” cannot be “…”."),
    ({"tobi": False}, "“Tobi” cannot be “False”."),
    ({"tobi": ["off"]}, "“Tobi” cannot be “…”."),
    ({"tobi": {"off": 1}}, "“Tobi” cannot be “…”."),
    ({"players": 5}, "“Players” cannot be “5”."),
    ({"players": "4"}, "“Players” cannot be “4”."),
    ({"players": 4.0}, "“Players” cannot be “4.0”."),
    ({"players": True}, "“Players” cannot be “True”."),
    ({"players": 3}, "The uma needs one figure for each of the 3 places."),
    ({"kiriage_mangan": 1}, "“Kiriage mangan” cannot be “1”."),
    ({"kiriage_mangan": "yes"}, "“Kiriage mangan” cannot be “yes”."),
    ({"kiriage_mangan": None}, "“Kiriage mangan” cannot be “…”."),
    ({"starting_points": 25_050}, "“Starting points” cannot be “25050”."),
    ({"starting_points": -100}, "“Starting points” cannot be “-100”."),
    ({"starting_points": 25_000.0}, "“Starting points” cannot be “25000.0”."),
    ({"starting_points": NAN}, "“Starting points” cannot be “nan”."),
    ({"starting_points": INFINITY}, "“Starting points” cannot be “inf”."),
    ({"starting_points": HUGE}, f"“Starting points” cannot be “1{'0' * 58}…”."),
    ({"starting_points": 0}, "Players must begin with some points."),
    ({"target_points": "30000"}, "“Target points” cannot be “30000”."),
    ({"time_limit": 0}, "“Time limit” cannot be “0”."),
    ({"time_limit": -1}, "“Time limit” cannot be “-1”."),
    ({"time_limit": True}, "“Time limit” cannot be “True”."),
    ({"time_limit": 50.5}, "“Time limit” cannot be “50.5”."),
    ({"honba_points": 1_000}, "A honba must split into hundreds among 3 payers."),
    ({"noten_points": 1_000}, NOTEN),
    ({"name": 1}, "“Name” cannot be “1”."),
    ({"name": None}, "“Name” cannot be “…”."),
    ({"abortive_draws": "four_winds"}, "“Abortive draws” cannot be “four_winds”."),
    ({"abortive_draws": ["four_winds", "four_winds"]}, "“Abortive draws” cannot be “…”."),
    ({"abortive_draws": ["five_winds"]}, "“Abortive draws” cannot be “…”."),
    ({"abortive_draws": [["four_winds"]]}, "“Abortive draws” cannot be “…”."),
    ({"abortive_draws": {"four_winds": True}}, "“Abortive draws” cannot be “…”."),
    ({"abortive_draws": None}, "“Abortive draws” cannot be “…”."),
    ({"pao": [1]}, "“Liability (pao)” cannot be “…”."),
    ({"pao": ["tsuuiisou"]}, "“Liability (pao)” cannot be “…”."),
    ({"uma": []}, "The uma needs one figure for each of the 4 places."),
    ({"uma": [20, 10, -30]}, "The uma needs one figure for each of the 4 places."),
    ({"uma": [20, 10, -10, -20, 0]}, "The uma needs one figure for each of the 4 places."),
    ({"uma": [20, 10, -10, -10]}, "The uma must add up to zero."),
    ({"uma": [20.05, 10, -10, -20.05]}, "The uma must be in thousands with at most one decimal."),
    ({"uma": [20.00000001, 10, -10, -20]}, "The uma must be in thousands with at most one decimal."),
    ({"uma": [True, 0, 0, -1]}, "The uma must be in thousands with at most one decimal."),
    ({"uma": ["20", 10, -10, -20]}, "The uma must be in thousands with at most one decimal."),
    ({"uma": [[20], 10, -10, -20]}, "The uma must be in thousands with at most one decimal."),
    ({"uma": [NAN, 10, -10, -20]}, "The uma must be in thousands with at most one decimal."),
    ({"uma": [INFINITY, 10, -10, -INFINITY]}, "The uma must be in thousands with at most one decimal."),
    ({"uma": [HUGE, 0, 0, -HUGE]}, "The uma must be in thousands with at most one decimal."),
    ({"uma": 20}, "The uma needs one figure for each of the 4 places."),
    ({"uma": None}, "The uma must be in thousands with at most one decimal."),
    ({"uma": "20 10 -10 -20"}, "The uma must be in thousands with at most one decimal."),
    ({"uma": {}}, FLOATING),
    ({"uma": {"0": [8, 4, -4, -8]}}, FLOATING),
    ({"uma": {str(n): [8, 4, -4, -8] for n in range(4)}}, FLOATING),
    ({"uma": {str(n): [8, 4, -4, -8] for n in range(1, 6)}}, FLOATING),
    ({"uma": {"0": [8, 4, -4, -8], "x": []}}, FLOATING),
    ({"uma": {str(n): [8, 4, -4] for n in range(5)}}, "The uma needs one figure for each of the 4 places."),
    ({"uma": {str(n): 8 for n in range(5)}}, "The uma needs one figure for each of the 4 places."),
])  # fmt: skip
def test_what_a_ruleset_cannot_be(options, sentence):
    assert refusal(record(options=options)) == sentence
    full = {**ruleset_to_full_json(PRESETS["tenhou"]), **options}
    with pytest.raises(RulesError):
        ruleset_from_full_json(full)


@pytest.mark.parametrize("value", [None, [], "tenhou", 1])
def test_a_kept_ruleset_is_an_object(value):
    with pytest.raises(RulesError, match=r"The ruleset must be an object\."):
        ruleset_from_full_json(value)


def test_a_ruleset_in_a_ruleset_without_end():
    nested = []
    for _ in range(100_000):
        nested = [nested]
    assert refusal(record(options={"tobi": nested})) == "The ruleset cannot be read."


# --- The hands


@pytest.mark.parametrize("value", [None, [], "ron", 1])
def test_a_hand_is_an_object(value):
    assert refusal(record(DRAW, value)) == "hand 2: A hand must be an object."


@pytest.mark.parametrize(("hand", "sentence"), [
    ({}, "“kind” is missing."),
    (with_(RON, kind="win"), "There is no kind of hand “win”."),
    (with_(RON, kind=["ron"]), "“kind” must be text."),
    (with_(RON, kind=None), "“kind” must be text."),
    # Unknown and missing keys, wrong types.
    (with_(RON, tenpai=[1]), "A hand has an unknown key “tenpai”."),
    (with_(TSUMO, discarder=2), "A hand has an unknown key “discarder”."),
    (with_(DRAW, wins=[]), "A hand has an unknown key “wins”."),
    (with_(ABORT, nagashi=[1]), "A hand has an unknown key “nagashi”."),
    (with_(CHONBO, seat=1), "A hand has an unknown key “seat”."),
    (with_(RON, discarder=GONE), "“discarder” is missing."),
    (with_(RON, wins=GONE), "“wins” is missing."),
    (with_(TSUMO, wins=GONE), "“wins” is missing."),
    (with_(DRAW, tenpai=GONE), "“tenpai” is missing."),
    (with_(ABORT, reason=GONE), "“reason” is missing."),
    (with_(CHONBO, seats=GONE), "“seats” is missing."),
    (with_(RON, wins={"seat": 1}), "“wins” must be a list."),
    (with_(RON, wins="1"), "“wins” must be a list."),
    (with_(RON, wins=[1]), "A win must be an object."),
    (with_(RON, wins=[None]), "A win must be an object."),
    (with_(DRAW, tenpai=1), "“tenpai” must be a list."),
    (with_(DRAW, tenpai="1"), "“tenpai” must be a list."),
    (with_(DRAW, tenpai=[True]), "“tenpai” must be a list of whole numbers."),
    (with_(DRAW, tenpai=[1.0]), "“tenpai” must be a list of whole numbers."),
    (with_(DRAW, tenpai=["1"]), "“tenpai” must be a list of whole numbers."),
    (with_(DRAW, tenpai=[[1]]), "“tenpai” must be a list of whole numbers."),
    (with_(DRAW, tenpai=None), "“tenpai” must be a list."),
    (with_(DRAW, riichi=None), "“riichi” must be a list."),
    (with_(DRAW, nagashi=None), "“nagashi” must be a list."),
    (with_(CHONBO, seats=1), "“seats” must be a list."),
    (with_(ABORT, reason=None), "“reason” must be text."),
    # Seats that do not exist or appear twice.
    (with_(RON, discarder=4), "There is no seat 4 at this table."),
    (with_(RON, discarder=-1), "There is no seat -1 at this table."),
    (with_(RON, wins=[with_(SOUTH_WINS, seat=4)]), "There is no seat 4 at this table."),
    (with_(RON, wins=[with_(SOUTH_WINS, seat=HUGE)]), f"There is no seat 1{'0' * 58}… at this table."),
    (with_(TSUMO, wins=[with_(SOUTH_WINS, seat=-1)]), "There is no seat -1 at this table."),
    (with_(DRAW, tenpai=[1, 4]), "There is no seat 4 at this table."),
    (with_(DRAW, nagashi=[4]), "There is no seat 4 at this table."),
    (with_(DRAW, riichi=[4]), "There is no seat 4 at this table."),
    (with_(CHONBO, seats=[4]), "There is no seat 4 at this table."),
    (with_(ABORT, riichi=[-1]), "There is no seat -1 at this table."),
    (with_(TSUMO, wins=[with_(YAKUMAN, pao={"seat": 4, "yakuman": 1})]), "There is no seat 4 at this table."),
    (with_(RON, wins=[SOUTH_WINS, SOUTH_WINS]), "The same seat is named twice."),
    (with_(DRAW, tenpai=[1, 1]), "The same seat is named twice."),
    (with_(DRAW, riichi=[1, 1]), "The same seat is named twice."),
    (with_(DRAW, nagashi=[1, 1]), "The same seat is named twice."),
    (with_(CHONBO, seats=[1, 1]), "The same seat is named twice."),
    # Winners.
    (with_(RON, discarder=1), "A player cannot win on their own discard."),
    (with_(RON, wins=[]), "A win needs a winner."),
    (with_(TSUMO, wins=[]), "A win needs a winner."),
    (with_(TSUMO, wins=[SOUTH_WINS, with_(SOUTH_WINS, seat=2)]), "A tsumo has one winner."),
    # What else is never so.
    (with_(DRAW, riichi=[2]), "A player in riichi is tenpai; noten in riichi is a chonbo."),
    (with_(ABORT, reason="five_winds"), "There is no abortive draw “five_winds”."),
    (with_(ABORT, reason=""), "There is no abortive draw “”."),
    (with_(ABORT, reason="four_riichi"), "At four riichi all four players are in riichi."),
    (with_(CHONBO, seats=[]), "A chonbo needs the player who made it."),
    (with_(DRAW, stop=True), "The dealer cannot end the game here."),
])  # fmt: skip
def test_what_a_hand_cannot_be(hand, sentence):
    assert refusal(record(DRAW, hand, options={"chonbo": "deduct"})) == f"hand 2: {sentence}"


@pytest.mark.parametrize("hand", [RON, TSUMO, DRAW, ABORT, CHONBO])
@pytest.mark.parametrize("key", ["time", "stop"])
def test_flags_are_true_or_false(hand, key):
    for value in TYPE_OF["true or false"]:
        assert refusal(record(with_(hand, **{key: value}))) == f"hand 1: “{key}” must be true or false."


@pytest.mark.parametrize(("change", "sentence"), [
    ({"han": GONE, "fu": GONE}, "A win needs a value."),
    ({"han": GONE}, "The value of a win is stated in two ways."),
    ({"fu": GONE}, "Below 5 han the fu must be told."),
    ({"han": 4, "fu": GONE}, "Below 5 han the fu must be told."),
    ({"han": 0}, "A win has at least 1 han."),
    ({"han": -1, "fu": GONE}, "A win has at least 1 han."),
    ({"han": 1, "fu": 20}, "1 han with 20 fu cannot exist."),
    ({"han": 1, "fu": 25}, "1 han with 25 fu cannot exist."),
    ({"fu": 35}, "There is no hand of 35 fu."),
    ({"fu": 0}, "There is no hand of 0 fu."),
    ({"fu": 120}, "There is no hand of 120 fu."),
    ({"han": 6, "fu": 26}, "There is no hand of 26 fu."),
    ({"fu": HUGE}, f"There is no hand of 1{'0' * 58}… fu."),
    ({"han": 3.0}, "“han” must be a whole number."),
    ({"han": True}, "“han” must be a whole number."),
    ({"han": "3"}, "“han” must be a whole number."),
    ({"han": NAN}, "“han” must be a whole number."),
    ({"han": None}, "“han” must be a whole number."),
    ({"fu": None}, "“fu” must be a whole number."),
    ({"fu": 40.0}, "“fu” must be a whole number."),
    ({"seat": GONE}, "“seat” is missing."),
    ({"seat": None}, "“seat” must be a whole number."),
    ({"points": 5_200}, "A win has an unknown key “points”."),
    ({"base": 1_280}, "The value of a win is stated in two ways."),
    ({"yakuman": 1}, "The value of a win is stated in two ways."),
    ({"han": GONE, "fu": GONE, "base": 2_000, "yakuman": 1}, "The value of a win is stated in two ways."),
    ({"han": GONE, "base": 1_280}, "The value of a win is stated in two ways."),
    ({"han": GONE, "fu": GONE, "base": 950}, "No hand has 950 base points."),
    ({"han": GONE, "fu": GONE, "base": 0}, "No hand has 0 base points."),
    ({"han": GONE, "fu": GONE, "base": 8_000}, "No hand has 8000 base points."),
    ({"han": GONE, "fu": GONE, "base": 160}, "No hand has 160 base points."),  # 1 han 20 fu
    ({"han": GONE, "fu": GONE, "base": None}, "“base” must be a whole number."),
    ({"han": GONE, "fu": GONE, "yakuman": 0}, "A yakuman win has at least one yakuman."),
    ({"han": GONE, "fu": GONE, "yakuman": -1}, "A yakuman win has at least one yakuman."),
    ({"han": GONE, "fu": GONE, "yakuman": True}, "“yakuman” must be a whole number."),
    ({"han": GONE, "fu": GONE, "yakuman": HUGE}, "No hand has that many yakuman."),
    ({"yaku": "riichi"}, "“yaku” must be a list."),
    ({"yaku": [1]}, "“yaku” must be a list of texts."),
    ({"yaku": None}, "“yaku” must be a list."),
    ({"pao": {"seat": 3, "yakuman": 1}}, "Only a yakuman can carry liability."),
])  # fmt: skip
def test_what_a_win_cannot_be(change, sentence):
    win = with_(SOUTH_WINS, **change)
    assert refusal(record(with_(RON, wins=[win]))) == f"hand 1: {sentence}"
    assert refusal(record(with_(TSUMO, wins=[win]))) == f"hand 1: {sentence}"


@pytest.mark.parametrize(("pao", "sentence"), [
    (None, "The liability must be an object."),
    (3, "The liability must be an object."),
    ({"yakuman": 1}, "“seat” is missing."),
    ({"seat": 3}, "“yakuman” is missing."),
    ({"seat": 3, "yakuman": 1, "why": "daisangen"}, "The liability has an unknown key “why”."),
    ({"seat": 1, "yakuman": 1}, "A player cannot be liable for their own win."),
    ({"seat": 3, "yakuman": 2}, COVER),
    ({"seat": 3, "yakuman": 0}, COVER),
    ({"seat": 3, "yakuman": True}, "“yakuman” must be a whole number."),
])  # fmt: skip
def test_what_liability_cannot_be(pao, sentence):
    hand = with_(TSUMO, wins=[with_(YAKUMAN, pao=pao)])
    assert refusal(record(hand)) == f"hand 1: {sentence}"


@pytest.mark.parametrize("han", [5, 13, 10**9, HUGE])
def test_however_many_han_are_played(han):
    assert record_from_json(record(with_(TSUMO, wins=[{"seat": 1, "han": han}]))).play()


def test_riichi_without_the_points():
    start = with_(START, scores=[900, 34_100, 40_000, 25_000])
    sentence = "hand 1: A player with less than 1,000 points cannot declare riichi."
    assert refusal(record(with_(RON, riichi=[0]), start=start)) == sentence


# --- What the ruleset does not play


@pytest.mark.parametrize(("preset", "options", "hand", "sentence"), [
    ("wrc", {}, with_(DRAW, nagashi=[1]), "These rules do not play nagashi mangan."),
    ("wrc", {}, ABORT, "These rules do not play this abortive draw."),
    ("mahjong_soul", {}, with_(ABORT, reason="triple_ron"), "These rules do not play this abortive draw."),
    ("tenhou", {}, CHONBO, "These rules know no chonbo."),
    ("tenhou", {"pao": []}, with_(TSUMO, wins=[YAKUMAN]), "These rules know no liability (pao)."),
    ("wrc", {}, with_(RON, wins=[SOUTH_WINS, with_(SOUTH_WINS, seat=3)]), ONE_WINNER),
    ("tenhou", {}, with_(RON, wins=[with_(SOUTH_WINS, seat=n) for n in (0, 1, 3)]), TRIPLE_RON),
    ("ema", {}, with_(TSUMO, wins=[{"seat": 1, "yakuman": 2}]), "Under these rules yakuman do not add up."),
    ("tenhou_sanma", {}, with_(RON, discarder=3), "There is no seat 3 at this table."),
    ("tenhou_sanma", {}, with_(DRAW, tenpai=[3]), "There is no seat 3 at this table."),
])  # fmt: skip
def test_what_the_ruleset_does_not_play(preset, options, hand, sentence):
    assert refusal(record(hand, preset=preset, options=options)) == f"hand 1: {sentence}"


# --- After the end

LAST = with_(START, round="S4", scores=[22_000, 34_000, 22_000, 22_000])


def test_a_hand_after_the_end():
    assert refusal(record(DRAW, DRAW, start=LAST)) == "hand 2: The game was over before this hand."


def test_ended_early_after_the_end():
    sentence = "The game was over; it cannot be ended early."
    assert refusal(record(DRAW, start=LAST, ended_early="closing time")) == sentence


# --- The errors themselves


def test_an_error_keeps_message_and_values_apart_for_translators():
    with pytest.raises(RulesError) as caught:
        record_from_json(record(with_(RON, discarder=7))).play()
    error = caught.value
    assert error.message % error.values == "There is no seat 7 at this table."
    assert (error.values, error.hand) == ({"seat": "7"}, 1)


def test_a_sentence_can_always_be_written():
    sentence = refusal(record(**{"\ud800": 1}))
    assert sentence == "A record has an unknown key “?”."
    sentence.encode()
