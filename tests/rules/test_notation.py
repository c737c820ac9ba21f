"""Records, hands and rulesets to JSON and back; the answer of a replay."""

import json

import pytest

from rules import (
    PRESETS,
    Addition,
    Record,
    game_to_json,
    outcome_from_json,
    outcome_to_json,
    play,
    record_from_json,
    record_to_json,
    start_from_json,
    start_to_json,
    state_to_json,
)
from tests.rules.hands import (
    EAST,
    NORTH,
    SOUTH,
    TENHOU,
    WEST,
    abort,
    chonbo,
    draw,
    ron,
    state,
    tsumo,
    win,
)
from tests.rules.test_data import cases

OUTCOMES = [
    (
        ron(WEST, win(SOUTH, 3, 40), win(NORTH, base=2_000), riichi=(NORTH,), time=True),
        {
            "kind": "ron",
            "discarder": 2,
            "wins": [{"seat": 1, "han": 3, "fu": 40}, {"seat": 3, "base": 2_000}],
            "riichi": [3],
            "time": True,
        },
    ),
    (
        tsumo(win(SOUTH, yakuman=2, pao=(NORTH, 1))._replace(yaku=("daisangen", "四暗刻"))),
        {
            "kind": "tsumo",
            "wins": [
                {
                    "seat": 1,
                    "yakuman": 2,
                    "pao": {"seat": 3, "yakuman": 1},
                    "yaku": ["daisangen", "四暗刻"],
                }
            ],
            "riichi": [],
        },
    ),
    (
        tsumo(win(EAST, 6), stop=True),
        {"kind": "tsumo", "wins": [{"seat": 0, "han": 6}], "riichi": [], "stop": True},
    ),
    (
        draw(EAST, SOUTH, nagashi=(WEST,), riichi=(SOUTH,)),
        {"kind": "exhaustive_draw", "tenpai": [0, 1], "nagashi": [2], "riichi": [1]},
    ),
    (draw(), {"kind": "exhaustive_draw", "tenpai": [], "riichi": []}),
    (abort("four_kans"), {"kind": "abortive_draw", "reason": "four_kans", "riichi": []}),
    (chonbo(WEST, riichi=(EAST,)), {"kind": "chonbo", "seats": [2], "riichi": [0]}),
]


@pytest.mark.parametrize(("outcome", "data"), OUTCOMES, ids=[outcome.kind for outcome, _ in OUTCOMES])
def test_every_kind_of_hand(outcome, data):
    assert outcome_to_json(outcome) == data
    assert outcome_from_json(data) == outcome


def test_what_is_empty_may_be_left_out():
    assert outcome_from_json({"kind": "exhaustive_draw", "tenpai": [1]}) == draw(SOUTH)
    with_empty = {"kind": "exhaustive_draw", "tenpai": [1], "nagashi": [], "riichi": [], "time": False}
    assert outcome_from_json(with_empty) == draw(SOUTH)


def test_the_order_of_seats_is_kept_and_does_not_matter():
    data = {"kind": "exhaustive_draw", "tenpai": [3, 1], "riichi": [3]}
    outcome = outcome_from_json(data)
    assert outcome_to_json(outcome) == data
    assert play(TENHOU, [outcome]).state == play(TENHOU, [draw(SOUTH, NORTH, riichi=(NORTH,))]).state


def test_a_whole_record():
    data = {
        "format": "clubscore-game",
        "version": 1,
        "ruleset": {"preset": "wrc", "name": "Friday", "time_limit": 60, "uma": [7.5, 2.5, -2.5, -7.5]},
        "players": [{"name": "Aiko", "id": 7}, {"name": "健"}, {"name": "C", "id": "c"}, {"name": ""}],
        "hands": [data for _, data in OUTCOMES if data["kind"] == "chonbo"],
        "started_at": "2026-02-19T18:30:00+01:00",
        "ended_at": "2026-02-19T20:00:00+01:00",
        "start": {"round": "S2", "honba": 1, "sticks": 1, "scores": [29_000, 30_000, 30_000, 30_000]},
        "ended_early": "closing time",
        "additions": [{"seat": 2, "points": -20_000, "reason": "late"}],
    }
    record = record_from_json(data)
    assert record_to_json(record) == data
    assert record.start == state("S2", 1, 1, (29_000, 30_000, 30_000, 30_000))
    assert record.additions == (Addition(2, -20_000, "late"),)
    assert record.play().results[2].points / 10 == 2.5 - 20.0 - 20.0  # uma, chonbo, addition


@pytest.mark.parametrize("name", ["real_games.jsonl", "real_games_sanma.jsonl", "cases.jsonl"])
def test_recorded_games_read_and_written_stay_the_same(name):
    for case in cases(name):
        record = record_from_json(case["record"])
        again = record_from_json(json.loads(json.dumps(record_to_json(record))))
        assert again == record


def test_a_start_follows_from_its_state():
    before = state("W3", 2, 1, (24_000, 25_000, 25_000, 25_000))
    assert start_from_json(TENHOU, start_to_json(before)) == before
    assert state_to_json(before) == {**start_to_json(before), "dealer": WEST}


# --- The answer of a replay


def test_the_answer_to_a_game_that_goes_on():
    record = Record(TENHOU, (), (ron(SOUTH, win(WEST, 3, 40), riichi=(WEST,)),))
    assert game_to_json(record.play()) == {
        "hands": [
            {
                "before": {"round": "E1", "dealer": 0, "honba": 0, "sticks": 0, "scores": [25_000] * 4},
                "deltas": [0, -5_200, 5_200, 0],
                "after": {
                    "round": "E2",
                    "dealer": 1,
                    "honba": 0,
                    "sticks": 0,
                    "scores": [25_000, 19_800, 30_200, 25_000],
                },
            }
        ],
        "ended": None,
        "final": None,
    }


def test_the_answer_to_a_game_that_is_over():
    start = state("S4", sticks=1, scores=(39_000, 30_000, 20_000, 10_000))
    got = game_to_json(play(PRESETS["mahjong_soul"], [draw(SOUTH, riichi=(SOUTH,))], start))
    assert got["ended"] == "last_hand"
    assert got["hands"][-1]["after"] == {
        "round": None,
        "dealer": None,
        "honba": 1,
        "sticks": 2,
        "scores": [38_000, 32_000, 19_000, 9_000],
    }
    assert got["final"] == {
        "scores": [40_000, 32_000, 19_000, 9_000],
        "places": [1, 2, 3, 4],
        "points": [30.0, 12.0, -11.0, -31.0],
    }


def test_a_game_ended_early_has_no_next_hand():
    got = game_to_json(play(TENHOU, [draw(EAST)], ended_early=True))
    assert (got["ended"], got["hands"][0]["after"]["round"]) == ("early", None)
    assert game_to_json(play(TENHOU, [], ended_early=True))["final"]["points"] == [35.0, 5.0, -15.0, -25.0]
