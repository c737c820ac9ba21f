"""The result (rulebook section 5): places, left-over sticks, uma, oka, rounding, additions."""

from dataclasses import replace

import pytest

from rules import PRESETS, Addition, SeatResult, places_of, play
from tests.rules.hands import EAST, NORTH, SOUTH, TENHOU, WEST, chonbo, draw, ron, state, tsumo, win

WRC = PRESETS["wrc"]


def results(ruleset, scores, sticks=0, outcomes=(), additions=()):
    """The results of a game that stands so and is ended early."""
    start = state(sticks=sticks, scores=scores)
    return play(ruleset, outcomes, start, ended_early=True, additions=additions).results


def points(ruleset, scores, **more):
    return [result.points / 10 for result in results(ruleset, scores, **more)]


# --- 1: places


@pytest.mark.parametrize(("scores", "in_seat_order", "shared"), [
    ((40_000, 30_000, 20_000, 10_000), [1, 2, 3, 4], [1, 2, 3, 4]),
    ((10_000, 20_000, 30_000, 40_000), [4, 3, 2, 1], [4, 3, 2, 1]),
    ((30_000, 30_000, 25_000, 15_000), [1, 2, 3, 4], [1, 1, 3, 4]),
    ((15_000, 30_000, 25_000, 30_000), [4, 1, 3, 2], [4, 1, 3, 1]),
    ((20_000, 40_000, 20_000, 20_000), [2, 1, 3, 4], [2, 1, 2, 2]),
    ((30_000, 20_000, 20_000, 30_000), [1, 3, 4, 2], [1, 3, 3, 1]),
    ((25_000, 25_000, 25_000, 25_000), [1, 2, 3, 4], [1, 1, 1, 1]),
    ((35_000, 35_000, 35_000), [1, 2, 3], [1, 1, 1]),
    ((-1_000, 106_000, 0), [3, 1, 2], [3, 1, 2]),
])  # fmt: skip
def test_places(scores, in_seat_order, shared):
    assert places_of(scores, shared=False) == in_seat_order
    assert places_of(scores, shared=True) == shared


@pytest.mark.parametrize(("ties", "expected"), [
    ("seat_order", [20.0, 10.0, -5.0, -25.0]), ("split", [15.0, 15.0, -5.0, -25.0]),
])  # fmt: skip
def test_tied_seats_share_the_uma_of_the_places_they_fill(ties, expected):
    ruleset = replace(PRESETS["mahjong_soul"], ties=ties)
    assert points(ruleset, (30_000, 30_000, 25_000, 15_000)) == expected


def test_tied_firsts_share_the_oka():
    ruleset = replace(TENHOU, ties="split")  # oka 20.0, uma 20 and 10
    assert points(ruleset, (35_000, 35_000, 20_000, 10_000)) == [30.0, 30.0, -20.0, -40.0]


@pytest.mark.parametrize(("uma", "scores", "expected"), [
    ((101, 55, -50, -106), (30_000, 30_000, 30_000, 10_000), [8.6, 8.5, 8.5, -25.6]),
    ((101, 50, -50, -101), (30_000, 30_000, 20_000, 20_000), [12.6, 12.5, -12.5, -12.6]),
    ((101, 50, -50, -101), (20_000, 30_000, 20_000, 30_000), [-12.5, 12.6, -12.6, 12.5]),
])  # fmt: skip
def test_tenths_that_are_left_over_go_to_the_earlier_seats(uma, scores, expected):
    ruleset = replace(TENHOU, ties="split", uma=(uma,), return_points=25_000)
    assert points(ruleset, scores) == expected


def test_uma_and_oka_are_shared_as_one_sum():
    ruleset = replace(TENHOU, ties="split")  # (20 + 10 - 10) + 20 among three: 13.3 each and a tenth
    assert points(ruleset, (30_000, 30_000, 30_000, 10_000)) == [13.4, 13.3, 13.3, -40.0]
    assert points(ruleset, (25_000, 25_000, 25_000, 25_000)) == [0.0, 0.0, 0.0, 0.0]


# --- 2: sticks left on the table


@pytest.mark.parametrize(("rule", "scores", "sticks", "expected"), [
    ("first", (32_000, 33_000, 18_000, 16_000), 1, (32_000, 34_000, 18_000, 16_000)),
    ("first", (33_000, 33_000, 16_000, 17_000), 1, (34_000, 33_000, 16_000, 17_000)),
    ("first", (16_000, 33_000, 17_000, 33_000), 1, (16_000, 34_000, 17_000, 33_000)),
    ("split", (32_000, 33_000, 18_000, 16_000), 1, (32_000, 34_000, 18_000, 16_000)),
    ("split", (33_000, 33_000, 16_000, 17_000), 1, (33_500, 33_500, 16_000, 17_000)),
    ("split", (30_000, 9_000, 30_000, 30_000), 1, (30_400, 9_000, 30_300, 30_300)),
    ("split", (30_000, 8_000, 30_000, 30_000), 2, (30_700, 8_000, 30_700, 30_600)),
    ("split_down", (33_000, 33_000, 16_000, 17_000), 1, (33_500, 33_500, 16_000, 17_000)),
    ("split_down", (30_000, 9_000, 30_000, 30_000), 1, (30_300, 9_000, 30_300, 30_300)),
    ("split_down", (32_000, 33_000, 18_000, 16_000), 1, (32_000, 34_000, 18_000, 16_000)),
    ("nobody", (32_000, 33_000, 18_000, 16_000), 1, (32_000, 33_000, 18_000, 16_000)),
    ("nobody", (33_000, 33_000, 17_000, 16_000), 1, (33_000, 33_000, 17_000, 16_000)),
])  # fmt: skip
@pytest.mark.parametrize("ties", ["split", "seat_order"])
def test_who_gets_the_sticks(rule, scores, sticks, expected, ties):
    ruleset = replace(TENHOU, leftover_sticks=rule, ties=ties)
    assert tuple(result.score for result in results(ruleset, scores, sticks)) == expected


def test_sticks_change_scores_never_places():
    ruleset = replace(TENHOU, ties="split", leftover_sticks="first")
    first, second, *_ = results(ruleset, (33_000, 33_000, 16_000, 17_000), sticks=1)
    assert (first.place, second.place) == (1, 1)
    assert (first.points - second.points) / 10 == 1.0  # the stick alone


def test_sticks_do_not_count_for_a_floating_uma():
    jpml = replace(PRESETS["jpml"], leftover_sticks="first")
    assert [result.uma for result in results(jpml, (29_500, 29_400, 29_300, 29_800), sticks=2)] == [
        40, -40, -80, 80,
    ]  # fmt: skip


# --- 3: points


@pytest.mark.parametrize(("preset", "scores", "expected"), [
    ("tenhou", (40_000, 30_000, 20_000, 10_000), [50.0, 10.0, -20.0, -40.0]),
    ("mahjong_soul", (40_000, 30_000, 20_000, 10_000), [30.0, 10.0, -10.0, -30.0]),
    ("m_league", (40_000, 30_000, 20_000, 10_000), [60.0, 10.0, -20.0, -50.0]),
    ("wrc", (50_000, 35_000, 25_000, 10_000), [35.0, 10.0, -10.0, -35.0]),
    ("ema", (50_000, 35_000, 25_000, 10_000), [35.0, 10.0, -10.0, -35.0]),
    ("jpml", (50_000, 35_000, 25_000, 10_000), [28.0, 9.0, -9.0, -28.0]),
    ("tenhou_sanma", (50_000, 35_000, 20_000), [45.0, -5.0, -40.0]),
    ("mahjong_soul_sanma", (50_000, 35_000, 20_000), [30.0, 0.0, -30.0]),
])  # fmt: skip
def test_points_of_every_preset(preset, scores, expected):
    assert points(PRESETS[preset], scores) == expected


def test_the_parts_of_a_result():
    assert results(TENHOU, (40_100, 29_900, 20_000, 10_000))[0] == SeatResult(
        score=40_100, place=1, base=101, uma=200, oka=200
    )


@pytest.mark.parametrize(("scores", "uma"), [
    ((29_900, 29_800, 29_700, 29_600), (80, 40, -40, -80)),  # a stick lies on the table
    ((40_000, 29_000, 28_000, 23_000), (120, -10, -30, -80)),
    ((40_000, 30_000, 29_900, 20_100), (80, 40, -40, -80)),
    ((40_000, 30_000, 30_000, 20_000), (80, 20, 20, -120)),
    ((45_000, 35_000, 30_100, 9_900), (80, 30, 10, -120)),
    ((30_000, 30_000, 30_000, 30_000), (0, 0, 0, 0)),
])  # fmt: skip
def test_the_floating_uma_of_the_jpml(scores, uma):
    sticks = (120_000 - sum(scores)) // 1_000
    assert tuple(result.uma for result in results(PRESETS["jpml"], scores, sticks)) == uma


# --- 3: rounding to whole points

WHOLE = replace(TENHOU, rounding="whole")


@pytest.mark.parametrize(("scores", "expected"), [
    ((35_500, 32_400, 32_600, -500), [46.0, -8.0, 13.0, -51.0]),  # halves away from zero
    ((38_100, 26_200, 20_300, 15_400), [49.0, 6.0, -20.0, -35.0]),
    ((30_400, 30_400, 20_500, 18_700), [40.0, 10.0, -19.0, -31.0]),
])  # fmt: skip
def test_whole_points(scores, expected):
    assert points(WHOLE, scores) == expected
    assert sum(expected) == 0


def test_of_a_tied_first_the_earlier_seat_takes_the_difference():
    ruleset = replace(WHOLE, ties="split")
    assert points(ruleset, (20_400, 34_400, 10_800, 34_400)) == [-20.0, 30.0, -39.0, 29.0]


# --- 4: yakitori, chonbo, additions

ONE = (1, 30)


@pytest.mark.parametrize(("winners", "expected"), [
    ((), [0, 0, 0, 0]),
    ((EAST,), [300, -100, -100, -100]),
    ((EAST, WEST), [100, -100, 100, -100]),
    ((EAST, SOUTH, WEST), [34, 33, 33, -100]),
    ((EAST, SOUTH, WEST, NORTH), [0, 0, 0, 0]),
])  # fmt: skip
def test_yakitori_is_shared_by_those_who_won(winners, expected):
    ruleset = replace(WRC, yakitori_points=10_000)
    outcomes = [ron((seat + 1) % 4, win(seat, *ONE)) for seat in winners]
    start = state(scores=(60_000, 30_000, 20_000, 10_000))
    game = play(ruleset, outcomes, start, ended_early=True)
    assert [result.yakitori for result in game.results] == expected


def test_left_over_tenths_of_yakitori_go_to_the_better_place():
    ruleset = replace(WRC, yakitori_points=10_000)
    outcomes = [ron(NORTH, win(seat, *ONE)) for seat in (EAST, SOUTH, WEST)]
    start = state(scores=(10_000, 60_000, 40_000, 10_000))
    game = play(ruleset, outcomes, start, ended_early=True)
    assert [result.yakitori for result in game.results] == [33, 34, 33, -100]


def test_nagashi_is_no_win():
    ruleset = replace(TENHOU, yakitori_points=1_000)
    outcomes = [draw(EAST, nagashi=(WEST,)), tsumo(win(EAST, *ONE))]
    game = play(ruleset, outcomes, ended_early=True)
    assert [result.yakitori for result in game.results] == [30, -10, -10, -10]


def test_chonbo_is_deducted_after_uma_and_the_sum_shows_it():
    outcomes = [chonbo(NORTH), chonbo(NORTH, SOUTH)]
    got = results(WRC, (30_000,) * 4, outcomes=outcomes)
    assert [result.chonbo for result in got] == [0, -200, 0, -400]
    assert [result.score for result in got] == [30_000] * 4
    assert sum(result.points for result in got) == -600


def test_a_chonbo_that_was_paid_at_the_table_is_not_deducted_again():
    ruleset = replace(WRC, chonbo="reverse_mangan")
    got = results(ruleset, (30_000,) * 4, outcomes=[chonbo(NORTH)])
    assert [result.chonbo for result in got] == [0, 0, 0, 0]
    assert sum(result.points for result in got) == 0


def test_additions_are_part_of_the_result():
    added = (Addition(WEST, -20_000, "late"), Addition(WEST, 500, "mended"), Addition(EAST, 100, "host"))
    got = results(WRC, (30_000,) * 4, additions=added)
    assert [result.additions for result in got] == [1, 0, -195, 0]
    assert [result.points for result in got] == [1, 0, -195, 0]


def test_results_are_integers():
    got = results(replace(WRC, yakitori_points=10_000), (30_100, 30_100, 29_900, 29_900))
    assert {type(value) for result in got for value in (*result, result.points)} == {int}
