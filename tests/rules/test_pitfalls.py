"""Faults that other scoring programs really had (tests/data/pitfalls.json), and what is right."""

from dataclasses import replace

import pytest

from rules import PRESETS, RulesError, asks_dealer, hand_base, places_of, play, settle, value_cell
from tests.rules.hands import (
    EAST,
    FREE,
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

MANGAN = {"base": 2_000}
ONE = (1, 30)


def house(**options):
    return replace(FREE, **options)


def pitfall(identity, *values):
    return pytest.param(*values, marks=pytest.mark.pitfall(identity), id=identity)


# --- One hand: before it, what was reported, the scores after it, and what is played next.


@pytest.mark.parametrize(("before", "outcome", "scores", "following"), [
    pitfall(
        "B01",
        state(honba=1, scores=(37_000, 21_000, 21_000, 21_000)),
        tsumo(win(EAST, **MANGAN)),
        (49_300, 16_900, 16_900, 16_900),
        "E1-2",
    ),
    pitfall(
        "B03",
        state(honba=2),
        tsumo(win(SOUTH, **MANGAN)),
        (20_800, 33_600, 22_800, 22_800),
        "E2-0",
    ),
    pitfall("B04", state(), draw(SOUTH), (24_000, 28_000, 24_000, 24_000), "E2-1"),
    pitfall("B06", state("E2"), draw(SOUTH, NORTH), (23_500, 26_500, 23_500, 26_500), "E2-1"),
    pitfall("B07", state(honba=1), draw(), (25_000,) * 4, "E2-2"),
    pitfall("B12", state(), draw(EAST, SOUTH), (26_500, 26_500, 23_500, 23_500), "E1-1"),
    pitfall(
        "B13",
        state(),
        tsumo(win(WEST, 3, 30), riichi=(SOUTH, WEST)),
        (23_000, 23_000, 30_000, 24_000),
        "E2-0",
    ),
    pitfall(
        "B15",
        state("E2", sticks=2, scores=(25_000, 40_000, 20_000, 13_000)),
        tsumo(win(WEST, yakuman=1, pao=(SOUTH, 1))),
        (25_000, 8_000, 54_000, 13_000),
        "E3-0",
    ),
    # South's riichi does not stand: its tile is ronned.
    pitfall("B25", state(), ron(SOUTH, win(WEST, base=960)), (25_000, 21_100, 28_900, 25_000), "E2-0"),
    pitfall(
        "B30",
        state(honba=1, sticks=1),
        ron(SOUTH, win(WEST, base=960), win(NORTH, **MANGAN)),
        (25_000, 12_800, 30_200, 33_000),
        "E2-0",
    ),
    pitfall(
        "B33",
        state("S4"),
        ron(WEST, win(NORTH, *ONE), win(EAST, 2, 30)),
        (27_000, 25_000, 21_500, 26_500),
        "S4-1",
    ),
    pitfall(
        "B34",
        state(),
        ron(SOUTH, win(WEST, base=960), win(NORTH, **MANGAN)),
        (25_000, 13_100, 28_900, 33_000),
        "E2-0",
    ),
    pitfall(
        "B36",
        state("S4", scores=(20_000, 21_000, 21_000, 38_000)),
        abort("nine_terminals"),
        (20_000, 21_000, 21_000, 38_000),
        "S4-1",
    ),
    pitfall(
        "B37",
        state("S4", scores=(23_000, 23_000, 24_000, 30_000)),
        abort("nine_terminals"),
        (23_000, 23_000, 24_000, 30_000),
        "S4-1",
    ),
    # The discard after the fourth kan is ronned: a win. Nobody claims it: an abortive draw.
    pitfall("B39", state(), ron(EAST, win(WEST, 3, 40)), (19_800, 25_000, 30_200, 25_000), "E2-0"),
    pitfall("B39", state(), abort("four_kans"), (25_000,) * 4, "E1-1"),
    pitfall(
        "B40",
        state("S1"),
        draw(EAST, nagashi=(WEST,), riichi=(EAST,)),
        (20_000, 23_000, 33_000, 23_000),
        "S1-1",
    ),
    pitfall(
        "B46",
        state("S3", scores=(31_000, 23_000, 23_000, 23_000)),
        draw(),
        (31_000, 23_000, 23_000, 23_000),
        "S4-1",
    ),
    pitfall("B48", state("W4"), draw(NORTH), (24_000, 24_000, 24_000, 28_000), "W4-1"),
    pitfall(
        "B49",
        state("S4", scores=(29_900, 24_000, 23_100, 23_000)),
        draw(),
        (29_900, 24_000, 23_100, 23_000),
        "W1-1",
    ),
    pitfall("B49", state("W1"), draw(EAST), (28_000, 24_000, 24_000, 24_000), "W1-1"),
])  # fmt: skip
def test_one_hand(before, outcome, scores, following):
    hand = settle(FREE, before, outcome)
    assert hand.after.scores == scores
    assert (hand.ending, f"{hand.after.round}-{hand.after.honba}") == (None, following)
    assert sum(hand.deltas) + 1_000 * (hand.after.sticks - before.sticks) == 0


@pytest.mark.pitfall("B01")
def test_honba_of_the_dealers_first_win_count_in_the_second():
    game = play(TENHOU, [tsumo(win(EAST, **MANGAN))] * 2)
    assert [hand.after.scores for hand in game.hands] == [
        (37_000, 21_000, 21_000, 21_000),
        (49_300, 16_900, 16_900, 16_900),
    ]


@pytest.mark.pitfall("B03")
def test_a_dealer_tsumo_mangan_at_two_honba_is_4200_all():
    assert settle(FREE, state(honba=2), tsumo(win(EAST, **MANGAN))).deltas == (12_600, *[-4_200] * 3)


@pytest.mark.pitfall("B09")
def test_honba_count_once_with_three_winners():
    three = ron(EAST, win(SOUTH, **MANGAN), win(WEST, **MANGAN), win(NORTH, **MANGAN))
    hand = settle(house(abortive_draws=()), state(honba=1), three)
    assert hand.deltas == (-24_300, 8_300, 8_000, 8_000)


@pytest.mark.pitfall("B10")
@pytest.mark.parametrize(("tenpai", "deltas"), [
    ((EAST,), (3_000, -1_000, -1_000, -1_000)),
    ((EAST, WEST), (1_500, -1_500, 1_500, -1_500)),
    ((EAST, WEST, NORTH), (1_000, -3_000, 1_000, 1_000)),
    ((), (0, 0, 0, 0)),
    ((EAST, SOUTH, WEST, NORTH), (0, 0, 0, 0)),
])  # fmt: skip
def test_noten_payments(tenpai, deltas):
    assert settle(FREE, state(), draw(*tenpai)).deltas == deltas


# --- Riichi


@pytest.mark.pitfall("B24")
def test_a_riichi_whose_tile_is_ronned_does_not_change_the_place():
    before = state("S4", scores=(24_800, 25_300, 25_000, 24_900))
    hand = settle(FREE, before, ron(NORTH, win(WEST, *ONE)))  # North's riichi is not reported
    assert (hand.after.scores, hand.after.sticks) == ((24_800, 25_300, 26_000, 23_900), 0)


@pytest.mark.pitfall("B27", "B28")
@pytest.mark.parametrize(("points", "allowed"), [(900, False), (1_000, True)])
def test_who_can_pay_for_a_riichi(points, allowed):
    before = state(scores=(25_000, points, 25_000, 50_000 - points))
    outcome = draw(SOUTH, EAST, WEST, NORTH, riichi=(SOUTH,))
    if allowed:
        hand = settle(TENHOU, before, outcome)
        assert (hand.after.scores[SOUTH], hand.ending) == (0, None)
    else:
        with pytest.raises(RulesError, match="less than 1,000 points"):
            settle(TENHOU, before, outcome)


# --- Several winners: the rulebook has two of the three ways to give out the sticks.


@pytest.mark.pitfall("B31")
@pytest.mark.parametrize(("rule", "in_riichi", "west", "north"), [
    ("first", WEST, 3_000, 0),
    ("own_back", WEST, 3_000, 0),
    ("first", NORTH, 3_000, 0),
    ("own_back", NORTH, 2_000, 1_000),
])  # fmt: skip
def test_sticks_of_two_winners(rule, in_riichi, west, north):
    """South discards to West and North; East and one of them were in riichi, one stick is old."""
    outcome = ron(SOUTH, win(NORTH, *ONE), win(WEST, *ONE), riichi=(EAST, in_riichi))
    hand = settle(house(multi_ron_sticks=rule), state(sticks=1), outcome)
    taken = {move.payee: move.points for move in hand.transfers if move.payer is None}
    assert (taken.get(WEST, 0), taken.get(NORTH, 0)) == (west, north)


# --- Liability


@pytest.mark.pitfall("B57")
@pytest.mark.parametrize(("pao_honba", "deltas"), [
    ("liable", (-16_000, 33_800, -17_800, 0)), ("discarder", (-17_800, 33_800, -16_000, 0)),
])  # fmt: skip
def test_liability_by_ron(pao_honba, deltas):
    outcome = ron(EAST, win(SOUTH, yakuman=1, pao=(WEST, 1)))
    assert settle(house(pao_honba=pao_honba), state(honba=6), outcome).deltas == deltas


@pytest.mark.pitfall("B58")
def test_honba_of_liability_by_ron():
    outcome = ron(WEST, win(SOUTH, yakuman=1, pao=(NORTH, 1)))
    assert settle(FREE, state(honba=2), outcome).deltas == (0, 32_600, -16_000, -16_600)


# --- Chonbo


@pytest.mark.pitfall("B42")
def test_a_chonbo_in_the_last_hand_is_replayed():
    before = state("S4", scores=(30_000,) * 4)
    assert settle(PRESETS["wrc"], before, chonbo(EAST, riichi=(EAST, SOUTH))).after == before


@pytest.mark.pitfall("B43")
def test_a_chonbo_is_in_the_result_by_name():
    ruleset = replace(PRESETS["wrc"], starting_points=25_000, return_points=25_000, chonbo_points=12_000)
    results = play(ruleset, [chonbo(NORTH)], ended_early=True).results
    assert (results[NORTH].score, results[NORTH].chonbo) == (25_000, -120)
    assert [result.points for result in results] == [0, 0, 0, -120]


# --- The end


@pytest.mark.pitfall("B49")
@pytest.mark.parametrize(("east", "ending"), [(30_000, "last_hand"), (29_900, None)])
def test_exactly_the_target_is_enough(east, ending):
    before = state("S4", scores=(east, 24_000, 23_000, 53_000 - east))
    hand = settle(TENHOU, before, draw())
    assert (hand.ending, hand.after.round) == (ending, "W1")


@pytest.mark.pitfall("B51")
def test_the_dealer_is_asked():
    ruleset, before = (
        replace(TENHOU, agari_yame="optional"),
        state("S4", scores=(22_000, 22_000, 23_000, 33_000)),
    )
    wins = ron(WEST, win(NORTH, *ONE))
    assert asks_dealer(ruleset, before, wins) == "agari_yame"
    goes_on = settle(ruleset, before, wins)
    assert (goes_on.ending, goes_on.after.round, goes_on.after.honba) == (None, "S4", 1)
    assert settle(ruleset, before, wins._replace(stop=True)).ending == "agari_yame"


@pytest.mark.pitfall("B52")
def test_an_east_only_game_goes_on_into_south():
    after = settle(replace(TENHOU, length="tonpuusen"), state("E4"), draw(EAST)).after
    assert (after.round, after.dealer, after.honba) == ("S1", EAST, 1)


@pytest.mark.pitfall("B66")
def test_a_hanchan_without_repeats_is_eight_hands():
    passes = [
        ron((n + 1) % 4, win((n + 2) % 4, 4, 40)) for n in range(8)
    ]  # the next one deals in to West's side
    game = play(house(extension="off"), passes)
    assert [hand.before.round for hand in game.hands] == ["E1", "E2", "E3", "E4", "S1", "S2", "S3", "S4"]
    assert game.ending == "last_hand"


# --- Sticks left at the end


@pytest.mark.pitfall("B16")
def test_the_first_gets_the_stick_and_all_adds_up():
    ruleset = PRESETS["mahjong_soul"]
    before = state("S4", sticks=1, scores=(40_000, 30_000, 19_000, 10_000))
    game = play(ruleset, [draw()], before)
    assert [result.score for result in game.results] == [41_000, 30_000, 19_000, 10_000]
    assert [result.points for result in game.results] == [310, 100, -110, -300]


@pytest.mark.pitfall("B18", "B19")
@pytest.mark.parametrize(("rule", "scores"), [
    ("first", (33_000, 31_000, 20_000, 16_000)),
    ("split", (32_000, 32_000, 20_000, 16_000)),
    ("split_down", (32_000, 32_000, 20_000, 16_000)),
    ("nobody", (31_000, 31_000, 20_000, 16_000)),
])  # fmt: skip
def test_who_owns_the_sticks_is_a_rule(rule, scores):
    before = state("S4", sticks=2, scores=(31_000, 31_000, 20_000, 16_000))
    results = play(replace(TENHOU, leftover_sticks=rule), [], before, ended_early=True).results
    assert tuple(result.score for result in results) == scores


@pytest.mark.pitfall("B21")
def test_a_forced_finish_gives_the_sticks_out_too():
    game = play(TENHOU, [draw(EAST, SOUTH, riichi=(EAST, SOUTH))], ended_early=True)
    assert [result.score for result in game.results] == [27_500, 25_500, 23_500, 23_500]


@pytest.mark.pitfall("B22")
def test_sticks_are_given_out_after_the_noten_payments():
    before = state("S4", sticks=2, scores=(31_000, 30_500, 20_000, 16_500))
    results = play(TENHOU, [draw(SOUTH)], before).results
    assert (results[SOUTH].score, results[SOUTH].place) == (35_500, 1)


# --- Places and points


@pytest.mark.pitfall("B60", "B85")
@pytest.mark.parametrize(("ties", "points", "places"), [
    ("split", [150, 150, -50, -250], [1, 1, 3, 4]), ("seat_order", [200, 100, -50, -250], [1, 2, 3, 4]),
])  # fmt: skip
def test_equal_scores(ties, points, places):
    ruleset, before = (
        replace(PRESETS["mahjong_soul"], ties=ties),
        state(scores=(30_000, 30_000, 25_000, 15_000)),
    )
    results = play(ruleset, [], before, ended_early=True).results
    assert [result.points for result in results] == points
    assert [result.place for result in results] == places


@pytest.mark.pitfall("B63")
def test_ties_are_broken_by_the_first_deal():
    """Seats are the order of the first deal: P2, P3, P0, P1."""
    before = state(sticks=1, scores=(18_000, 31_500, 18_000, 31_500))
    results = play(TENHOU, [], before, ended_early=True).results
    assert [result.place for result in results] == [3, 1, 4, 2]
    assert [result.score for result in results] == [18_000, 32_500, 18_000, 31_500]


@pytest.mark.pitfall("B64")
def test_at_equal_scores_the_order_is_east_south_west_north():
    assert places_of((25_000,) * 4, shared=False) == [1, 2, 3, 4]


@pytest.mark.pitfall("B67")
@pytest.mark.parametrize(("scores", "uma"), [
    ((45_000, 35_000, 25_000, 15_000), [80, 40, -40, -80]),
    ((50_000, 29_000, 25_000, 16_000), [120, -10, -30, -80]),
])  # fmt: skip
def test_uma_by_how_many_finished_above_the_start(scores, uma):
    results = play(PRESETS["jpml"], [], state(scores=scores), ended_early=True).results
    assert [result.uma for result in results] == uma


@pytest.mark.pitfall("B66", "B69")
def test_points_are_integers_of_a_tenth_in_one_unit_everywhere():
    results = play(PRESETS["m_league"], [], ended_early=True).results
    assert [result.points for result in results] == [0, 0, 0, 0]
    assert (123 - 45 + 1) / 10 == 7.9
    before = state(scores=(45_100, 25_000, 20_000, 9_900))
    points = [result.points for result in play(PRESETS["m_league"], [], before, ended_early=True).results]
    assert points == [151 + 300 + 200, -50 + 100, -100 - 100, -201 - 300]


# --- What is refused, what is not


@pytest.mark.pitfall("B79")
def test_a_winner_is_not_the_discarder():
    with pytest.raises(RulesError, match="cannot win on their own discard"):
        settle(FREE, state(), ron(SOUTH, win(SOUTH, *ONE)))


@pytest.mark.pitfall("B81")
def test_limit_hands_need_no_fu():
    cell = value_cell(hand_base(TENHOU, 6, None), dealer=False)
    assert (cell.ron, cell.tsumo, cell.tsumo_dealer) == (12_000, 3_000, 6_000)
    assert settle(FREE, state(), ron(WEST, win(SOUTH, 6))).deltas[SOUTH] == 12_000


def test_exchanging_two_seats_replays_the_hands_with_the_other_dealer():
    as_saved = play(TENHOU, [ron(NORTH, win(EAST, 3, 40)), draw()])
    exchanged = play(TENHOU, [ron(NORTH, win(SOUTH, 3, 40)), draw()])
    assert as_saved.hands[0].after.scores == (32_700, 25_000, 25_000, 17_300)
    assert exchanged.hands[0].after.scores == (25_000, 30_200, 25_000, 19_800)
    assert [hand.before.round for hand in exchanged.hands] == ["E1", "E2"]
