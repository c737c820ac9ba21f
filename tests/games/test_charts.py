import pytest

import rules
from games import charts, race
from games.charts import apart, score_chart

TENHOU = rules.PRESETS["tenhou"]


def ron(seat, discarder, base=960, riichi=()):
    return rules.Ron(discarder=discarder, winners=(rules.Win(seat, base=base),), riichi=riichi)


def shares(text):
    return [tuple(float(number) for number in point.split(",")) for point in text.split()]


def test_there_is_no_chart_before_the_first_hand():
    assert score_chart(rules.play(TENHOU, [])) is None


def test_each_line_goes_through_the_scores():
    chart = score_chart(rules.play(TENHOU, [ron(1, 0), ron(2, 1)]))
    top, bottom = chart.levels[-1].score, chart.levels[0].score
    scores = [[round(top - y / 100 * (top - bottom)) for _, y in shares(line.points)] for line in chart.lines]
    assert scores == [
        [25_000, 21_100, 21_100],
        [25_000, 28_900, 25_000],
        [25_000, 25_000, 28_900],
        [25_000, 25_000, 25_000],
    ]
    assert [line.score for line in chart.lines] == [21_100, 25_000, 28_900, 25_000]


def test_a_running_game_leaves_room_for_its_rounds_and_a_finished_one_none():
    hands = [ron(1, 0), ron(2, 1)]
    assert score_chart(rules.play(TENHOU, hands)).end == "25.00"
    assert score_chart(rules.play(TENHOU, hands, ended_early=True)).end == "100.00"


def test_a_game_taken_over_expects_only_the_rounds_that_are_left():
    start = rules.start_from_json(
        TENHOU, {"round": "S1", "honba": 0, "sticks": 0, "scores": [25_000, 25_000, 25_000, 25_000]}
    )
    assert score_chart(rules.play(TENHOU, [ron(1, 0)], start)).end == "25.00"


@pytest.mark.parametrize(
    "scores, levels",
    [
        ((25_000, 25_000, 25_000, 25_000), [24_000, 25_000, 26_000]),
        ((21_100, 28_900, 25_000, 25_000), [20_000, 22_000, 24_000, 26_000, 28_000, 30_000]),
        ((-12_300, 60_000, 27_300, 25_000), [-20_000, 0, 20_000, 40_000, 60_000]),
    ],
)
def test_levels_are_round_scores_around_all_scores(scores, levels):
    start = rules.start_from_json(TENHOU, {"round": "E1", "honba": 0, "sticks": 0, "scores": list(scores)})
    hand = rules.AbortiveDraw(reason="nine_terminals")
    assert [level.score for level in score_chart(rules.play(TENHOU, [hand], start)).levels] == levels


@pytest.mark.parametrize("steps", [charts.STEPS, race.STEPS])
@pytest.mark.parametrize("largest", [10**digits for digits in range(1, 19)])
def test_there_are_few_levels_however_large_the_scores(largest, steps):
    levels = charts.levels_of([-largest // 3, largest], steps)
    assert len(levels) <= charts.LEVELS and levels[0] <= -largest // 3 and largest <= levels[-1]


def test_the_starting_points_have_their_line_between_the_levels():
    yakuman = rules.Ron(discarder=0, winners=(rules.Win(1, yakuman=1),))
    chart = score_chart(rules.play(TENHOU, [yakuman]))
    assert [level.score for level in chart.levels] == [-20_000, 0, 20_000, 40_000, 60_000]
    assert chart.start == "43.75"


@pytest.mark.parametrize(
    "heights, moved",
    [
        ([10, 50, 90], [10, 50, 90]),
        ([50, 52, 10], [50, 60, 10]),
        ([99, 100, 98], [90, 100, 80]),
        ([50, 50, 50], [50, 60, 70]),
    ],
)
def test_names_move_apart_and_stay_in_order(heights, moved):
    assert apart(heights, 10) == moved


def test_hands_are_named_as_far_as_there_is_room():
    draw = rules.ExhaustiveDraw(tenpai=(0,))
    few = score_chart(rules.play(TENHOU, [draw, draw, ron(1, 0)]))
    assert [(tick.state.honba, tick.wide, tick.narrow) for tick in few.ticks] == [
        (0, True, True),
        (1, True, False),
        (2, True, False),
    ]
    long = score_chart(rules.play(TENHOU, [draw] * 15 + [ron(1, 0), ron(2, 1)], ended_early=True))
    assert [tick.state.round for tick in long.ticks if tick.wide and tick.state.honba == 0] == ["E1", "E2"]
    assert not all(tick.wide for tick in long.ticks)


def test_a_dotted_line_stands_where_a_wind_is_over():
    hands = [ron(3, 0), ron(0, 1), ron(1, 2), ron(2, 3), ron(3, 0)]
    chart = score_chart(rules.play(TENHOU, hands))
    assert [tick.state.round for tick in chart.ticks if tick.wind_over] == ["E4"]


def test_three_seats_have_three_lines():
    sanma = rules.PRESETS["tenhou_sanma"]
    assert len(score_chart(rules.play(sanma, [ron(1, 0)])).lines) == 3


def test_it_says_how_many_led_and_by_how_much():
    chart = score_chart(rules.play(TENHOU, [ron(1, 0), ron(2, 1, base=2_000)]))
    assert (chart.leaders, chart.gap) == (2, 33_000 - 25_000)
