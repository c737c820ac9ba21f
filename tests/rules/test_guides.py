"""The worked examples of the guides that players learn from, each a test named after it."""

from dataclasses import replace

import pytest

from rules import PRESETS, Ending, hand_base, play, ron_value, settle
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


def rounds(*outcomes, ruleset=TENHOU, start=None):
    """The names of the hands that these outcomes lead through, as "E2-1" for East 2, 1 honba."""
    game = play(ruleset, outcomes, start)
    states = [game.start, *(hand.after for hand in game.hands)]
    return [f"{state.round}-{state.honba}" for state in states]


# --- Honba and riichi sticks


def test_a_run_of_four_hands():
    by_tsumo = tsumo(win(EAST, 3, 30))
    dealer_noten = draw(WEST)
    non_dealer_win = ron(NORTH, win(WEST, 2, 30))
    assert rounds(by_tsumo, dealer_noten, non_dealer_win) == ["E1-0", "E1-1", "E2-2", "E3-0"]


def test_the_non_dealer_of_the_run_collects_600_from_two_honba():
    start = state("E2", honba=2)
    assert settle(FREE, start, ron(NORTH, win(WEST, 2, 30))).deltas[WEST] == 2_000 + 600


def test_had_the_dealer_won_step_3():
    won = [tsumo(win(EAST, 3, 30)), draw(WEST), ron(NORTH, win(SOUTH, 2, 30))]
    assert rounds(*won) == ["E1-0", "E1-1", "E2-2", "E2-3"]


def test_a_draw_with_the_dealer_tenpai_adds_only_one():
    assert rounds(draw(EAST, WEST)) == ["E1-0", "E1-1"]


def test_only_a_non_dealer_win_clears_the_counter_whoever_is_dealing():
    draws = [draw(), draw(SOUTH), draw(), ron(SOUTH, win(EAST, 1, 30))]
    assert rounds(*draws) == ["E1-0", "E2-1", "E2-2", "E3-3", "E4-0"]


@pytest.mark.parametrize("preset", ["tenhou", "mahjong_soul", "m_league", "wrc", "ema"])
def test_all_play_tenpai_renchan(preset):
    assert rounds(draw(EAST), ruleset=PRESETS[preset]) == ["E1-0", "E1-1"]


@pytest.mark.parametrize("preset", ["tenhou", "mahjong_soul"])
def test_agari_yame_and_tenpai_yame_online(preset):
    last = state("S4", scores=(22_000, 22_000, 22_000, 34_000))
    assert settle(PRESETS[preset], last, tsumo(win(NORTH, 1, 30))).ending == Ending.AGARI_YAME
    assert settle(PRESETS[preset], last, draw(NORTH)).ending == Ending.TENPAI_YAME


@pytest.mark.parametrize("preset", ["m_league", "wrc", "ema"])
def test_the_last_dealer_keeps_dealing_at_live_tables(preset):
    total = PRESETS[preset].total
    last = state("S4", scores=(22_000, 22_000, 22_000, total - 66_000))
    for outcome in (tsumo(win(NORTH, 1, 30)), draw(NORTH)):
        hand = settle(PRESETS[preset], last, outcome)
        assert hand.ending is None
        assert (hand.after.round, hand.after.honba) == ("S4", 1)


@pytest.mark.parametrize("preset", ["tenhou", "mahjong_soul"])
def test_an_abortive_draw_keeps_the_dealer_and_nobody_pays(preset):
    hand = settle(PRESETS[preset], state("E2"), abort("nine_terminals"))
    assert (hand.after.round, hand.after.honba, hand.transfers) == ("E2", 1, ())


def test_three_honba_by_ron_are_2900():
    assert settle(FREE, state(honba=3), ron(NORTH, win(SOUTH, 2, 30))).deltas == (0, 2_900, 0, -2_900)


def test_three_honba_by_tsumo_are_2900():
    deltas = settle(FREE, state(honba=3), tsumo(win(SOUTH, 2, 30))).deltas
    assert deltas == (-1_000 - 300, 2_900, -500 - 300, -500 - 300)


def test_the_dealers_own_wins_add_the_same_300():
    assert settle(FREE, state(honba=1), ron(NORTH, win(EAST, 2, 30))).deltas[EAST] == 2_900 + 300
    assert settle(FREE, state(honba=1), tsumo(win(EAST, 2, 30))).deltas[EAST] == 3_000 + 300


def test_the_winner_takes_every_stick_their_own_included():
    hand = settle(FREE, state(sticks=2), ron(NORTH, win(SOUTH, 1, 30), riichi=(SOUTH, WEST)))
    assert hand.deltas == (0, 1_000 + 4_000 - 1_000, -1_000, -1_000)
    assert hand.after.sticks == 0


def test_after_a_draw_the_sticks_stay_put():
    assert settle(FREE, state(sticks=1), draw(WEST, riichi=(WEST,))).after.sticks == 2


@pytest.mark.parametrize(("preset", "scores"), [
    ("tenhou", (42_000, 40_000, 10_000, 6_000)),
    ("mahjong_soul", (42_000, 40_000, 10_000, 6_000)),
    ("ema", (41_000, 41_000, 10_000, 6_000)),
    ("wrc", (40_000, 40_000, 10_000, 6_000)),
])  # fmt: skip
def test_sticks_left_at_the_end(preset, scores):
    before = state("S4", sticks=2, scores=(40_000, 40_000, 10_000, 6_000))
    results = play(PRESETS[preset], [], before, ended_early=True).results
    assert tuple(result.score for result in results) == scores


def test_a_riichi_on_a_ronned_tile_keeps_its_stick():
    hand = settle(FREE, state(), ron(SOUTH, win(WEST, 3, 40)))  # South's riichi is not reported
    assert (hand.deltas, hand.after.sticks) == ((0, -5_200, 5_200, 0), 0)


@pytest.mark.parametrize("preset", ["tenhou", "mahjong_soul"])
def test_with_two_winners_honba_and_sticks_go_to_the_first_in_turn(preset):
    outcome = ron(WEST, win(EAST, 1, 30), win(NORTH, 1, 30))
    hand = settle(PRESETS[preset], state(honba=1, sticks=1), outcome)
    assert hand.deltas == (1_500, 0, -2_800, 2_300)
    assert (hand.after.round, hand.after.honba) == ("E1", 2)  # the dealer is one of them


def test_south_1_two_honba_by_ron():
    hand = settle(FREE, state("S1", honba=2, sticks=1), ron(WEST, win(SOUTH, 3, 30)))
    assert hand.deltas == (0, 5_500, -4_500, 0)


def test_south_1_two_honba_by_tsumo():
    hand = settle(FREE, state("S1", honba=2, sticks=1), tsumo(win(SOUTH, 3, 30)))
    assert hand.deltas == (-2_200, 5_600, -1_200, -1_200)


def test_three_sticks_are_worth_more_than_3_han_30_fu():
    hand = settle(FREE, state(sticks=3), ron(WEST, win(SOUTH, 1, 30)))
    assert hand.deltas[SOUTH] == 4_000 > ron_value(hand_base(FREE, 3, 30), dealer=False)


# --- Honba, in other words


def test_mangan_with_two_honba_by_tsumo():
    deltas = settle(FREE, state(honba=2), tsumo(win(SOUTH, **MANGAN))).deltas
    assert deltas == (-4_200, 8_600, -2_200, -2_200)


def test_honba_come_after_the_limit():
    assert settle(FREE, state(honba=1), ron(WEST, win(SOUTH, 13, 30))).deltas[SOUTH] == 32_300


def test_sekinin_barai_by_tsumo_is_all_from_the_liable_honba_too():
    hand = settle(FREE, state(honba=2), tsumo(win(SOUTH, yakuman=1, pao=(NORTH, 1))))
    assert hand.deltas == (0, 32_600, 0, -32_600)


def test_sekinin_barai_by_ron_is_shared_and_most_let_the_discarder_pay_honba():
    ruleset = replace(FREE, pao_honba="discarder")
    hand = settle(ruleset, state(honba=2), ron(WEST, win(SOUTH, yakuman=1, pao=(NORTH, 1))))
    assert hand.deltas == (0, 32_600, -16_600, -16_000)


def test_basengo():
    ruleset = replace(FREE, honba_points=1_500)
    assert settle(ruleset, state(honba=1), ron(WEST, win(SOUTH, 1, 30))).deltas[SOUTH] == 2_500
    assert settle(ruleset, state(honba=1), tsumo(win(SOUTH, 1, 30))).deltas == (-1_000, 2_600, -800, -800)


# --- The scoring table


@pytest.mark.parametrize(("han", "fu"), [(3, 70), (4, 40), (5, None), (3, 110), (4, 110)])
def test_where_mangan_begins(han, fu):
    assert hand_base(TENHOU, han, fu) == 2_000


@pytest.mark.parametrize(("han", "more"), [(6, 0.5), (8, 1), (11, 2), (13, 3)])
def test_how_much_more_than_mangan(han, more):
    assert hand_base(TENHOU, han, None) == 2_000 * (1 + more)


@pytest.mark.parametrize("dealer", [True, False])
def test_kiriage_makes_300_to_400_points_of_difference(dealer):
    lifted, plain = (hand_base(PRESETS[preset], 4, 30) for preset in ("wrc", "tenhou"))
    assert ron_value(lifted, dealer) - ron_value(plain, dealer) == (400 if dealer else 300)


# --- The end of a hand, the end of the game


def test_one_tenpai_collects_1000_from_each():
    assert settle(FREE, state(), draw(WEST)).deltas == (-1_000, -1_000, 3_000, -1_000)


def test_two_tenpai_collect_1500_each():
    assert settle(FREE, state(), draw(EAST, WEST)).deltas == (1_500, -1_500, 1_500, -1_500)


def test_three_tenpai_collect_1000_each():
    assert settle(FREE, state(), draw(EAST, SOUTH, WEST)).deltas == (1_000, 1_000, 1_000, -3_000)


@pytest.mark.parametrize("tenpai", [(), (EAST, SOUTH, WEST, NORTH)])
def test_all_or_none_tenpai_pay_nothing(tenpai):
    assert settle(FREE, state(), draw(*tenpai)).deltas == (0, 0, 0, 0)


def test_all_noten_passes_the_deal():
    assert rounds(draw()) == ["E1-0", "E2-1"]


def test_all_tenpai_keeps_it():
    assert rounds(draw(EAST, SOUTH, WEST, NORTH)) == ["E1-0", "E1-1"]


def test_nagashi_mangan_collects_a_mangan():
    assert settle(FREE, state(), draw(nagashi=(WEST,))).deltas == (-4_000, -2_000, 8_000, -2_000)


@pytest.mark.parametrize("reason", TENHOU.abortive_draws)
def test_the_five_abortive_draws(reason):
    riichi = (EAST, SOUTH, WEST, NORTH) if reason == "four_riichi" else (SOUTH,)
    hand = settle(TENHOU, state("E3", honba=1, sticks=1), abort(reason, riichi=riichi))
    assert (hand.after.round, hand.after.honba) == ("E3", 2)
    assert hand.after.sticks == 1 + len(riichi)
    assert hand.deltas == tuple(-1_000 if seat in riichi else 0 for seat in range(4))


def test_after_a_chonbo_the_same_hand_is_replayed_and_its_sticks_go_back():
    hand = settle(PRESETS["wrc"], state("E3", honba=1, sticks=1), chonbo(NORTH, riichi=(EAST,)))
    assert hand.after == state("E3", honba=1, sticks=1)


@pytest.mark.parametrize(("north", "ending"), [(1_000, None), (900, Ending.TOBI)])
def test_below_zero_ends_the_game_and_at_exactly_0_you_play_on(north, ending):
    start = state("E2", scores=(33_000, 33_000, 34_000 - north, north))
    assert settle(TENHOU, start, ron(NORTH, win(WEST, 1, 30))).ending == ending


def test_nobody_reached_30000():
    start = state("S4", scores=(26_000, 26_000, 24_000, 24_000))
    hand = settle(TENHOU, start, ron(NORTH, win(WEST, 1, 30)))
    assert (hand.ending, hand.after.round) == (None, "W1")
    assert settle(TENHOU, hand.after, tsumo(win(SOUTH, 5))).ending == Ending.TARGET
