"""Draws and chonbo (rulebook section 2)."""

from dataclasses import replace
from itertools import combinations

import pytest

from rules import ABORTIVE_DRAWS, PRESETS, RulesError, settle
from tests.rules.hands import EAST, FREE, NORTH, SOUTH, TENHOU, WEST, abort, chonbo, draw, state

SANMA = replace(PRESETS["tenhou_sanma"], tobi="off")
THREE = (35_000,) * 3


def house(**options):
    return replace(FREE, **options)


def paid(ruleset, before, outcome):
    return [tuple(move) for move in settle(ruleset, before, outcome).transfers]


# --- Exhaustive draw


@pytest.mark.parametrize("tenpai", [seats for n in range(5) for seats in combinations(range(4), n)])
def test_noten_payments_in_equal_shares(tenpai):
    gain, loss = {0: (0, 0), 1: (3_000, 1_000), 2: (1_500, 1_500), 3: (1_000, 3_000), 4: (0, 0)}[len(tenpai)]
    expected = tuple(gain if seat in tenpai else -loss for seat in range(4))
    assert settle(FREE, state(), draw(*tenpai)).deltas == expected


@pytest.mark.parametrize(("tenpai", "expected"), [
    ((), (0, 0, 0)),
    ((SOUTH,), (-1_000, 2_000, -1_000)),
    ((EAST, WEST), (1_000, -2_000, 1_000)),
    ((EAST, SOUTH, WEST), (0, 0, 0)),
])  # fmt: skip
def test_noten_payments_of_three_players(tenpai, expected):
    assert settle(SANMA, state(scores=THREE), draw(*tenpai)).deltas == expected


def test_who_pays_whom_at_a_draw():
    assert paid(FREE, state(), draw(WEST)) == [
        (EAST, WEST, 1_000, "noten"),
        (SOUTH, WEST, 1_000, "noten"),
        (NORTH, WEST, 1_000, "noten"),
    ]
    assert paid(FREE, state(), draw(NORTH, EAST)) == [
        (SOUTH, EAST, 1_500, "noten"),
        (WEST, NORTH, 1_500, "noten"),
    ]
    assert paid(FREE, state(), draw(EAST, SOUTH, NORTH)) == [
        (WEST, EAST, 1_000, "noten"),
        (WEST, SOUTH, 1_000, "noten"),
        (WEST, NORTH, 1_000, "noten"),
    ]


@pytest.mark.parametrize("points", [0, 600, 1_500 * 2, 6_000])
def test_the_noten_payment_is_an_option(points):
    assert settle(house(noten_points=points), state(), draw(EAST)).deltas[EAST] == points


def test_honba_do_not_count_at_a_draw():
    assert settle(FREE, state(honba=5), draw(EAST)).deltas == (3_000, -1_000, -1_000, -1_000)


def test_a_riichi_at_a_draw_costs_its_stick():
    hand = settle(FREE, state(), draw(EAST, SOUTH, riichi=(SOUTH,)))
    assert (hand.deltas, hand.after.sticks) == ((1_500, 500, -1_500, -1_500), 1)


def test_noten_riichi_is_a_chonbo():
    with pytest.raises(RulesError, match="noten in riichi is a chonbo"):
        settle(FREE, state(), draw(EAST, riichi=(SOUTH,)))


# --- Nagashi mangan


def test_nagashi_is_a_mangan_tsumo_instead_of_noten_payments():
    assert paid(FREE, state(), draw(EAST, nagashi=(WEST,))) == [
        (EAST, WEST, 4_000, "nagashi"),
        (SOUTH, WEST, 2_000, "nagashi"),
        (NORTH, WEST, 2_000, "nagashi"),
    ]


def test_the_dealers_nagashi():
    assert settle(FREE, state(), draw(nagashi=(EAST,))).deltas == (12_000, -4_000, -4_000, -4_000)


def test_nagashi_takes_no_honba_and_no_sticks():
    hand = settle(FREE, state(honba=3, sticks=2), draw(SOUTH, nagashi=(WEST,), riichi=(SOUTH,)))
    assert (hand.deltas, hand.after.sticks) == ((-4_000, -3_000, 8_000, -2_000), 3)


def test_several_nagashi_net_out():
    assert settle(FREE, state(), draw(nagashi=(SOUTH, WEST))).deltas == (-8_000, 6_000, 6_000, -4_000)
    assert settle(FREE, state(), draw(nagashi=(EAST, WEST))).deltas == (8_000, -6_000, 4_000, -6_000)


def test_nagashi_of_three_players():
    assert settle(SANMA, state(scores=THREE), draw(nagashi=(WEST,))).deltas == (-4_000, -2_000, 6_000)


@pytest.mark.parametrize(("tenpai", "after"), [((EAST,), ("E1", 1)), ((), ("E2", 1)), ((SOUTH,), ("E2", 1))])
@pytest.mark.parametrize("nagashi", [EAST, WEST])
def test_with_nagashi_the_dealer_stays_only_if_tenpai(tenpai, after, nagashi):
    state_after = settle(FREE, state(), draw(*tenpai, nagashi=(nagashi,))).after
    assert (state_after.round, state_after.honba) == after


@pytest.mark.parametrize("preset", ["m_league", "wrc", "ema", "ema_2016", "jpml"])
def test_who_does_not_play_nagashi(preset):
    with pytest.raises(RulesError, match="do not play nagashi mangan"):
        settle(PRESETS[preset], state(), draw(nagashi=(WEST,)))


# --- Abortive draws


def riichi_of(reason):
    return (EAST, SOUTH, WEST, NORTH) if reason == "four_riichi" else (WEST,)


@pytest.mark.parametrize("reason", ABORTIVE_DRAWS)
def test_at_an_abortive_draw_nobody_pays_and_sticks_stay(reason):
    riichi = riichi_of(reason)
    assert paid(FREE, state(), abort(reason, riichi=riichi)) == [
        (seat, None, 1_000, "riichi_stick") for seat in riichi
    ]
    assert settle(FREE, state(sticks=2), abort(reason, riichi=riichi)).after.sticks == 2 + len(riichi)


@pytest.mark.parametrize("reason", ABORTIVE_DRAWS)
@pytest.mark.parametrize("preset", PRESETS)
def test_only_listed_abortive_draws_are_played(preset, reason):
    ruleset = replace(PRESETS[preset], riichi_below_1000=True)
    played = {
        "tenhou": set(ABORTIVE_DRAWS),
        "mahjong_soul": set(ABORTIVE_DRAWS) - {"triple_ron"},
        "tenhou_sanma": {"nine_terminals", "four_kans"},  # the others need four players
        "mahjong_soul_sanma": {"nine_terminals", "four_kans"},
    }.get(preset, set())
    assert (reason in ruleset.playable_aborts) == (reason in played)
    before = state(scores=(ruleset.starting_points,) * ruleset.players)
    outcome = abort(reason, riichi=riichi_of(reason)[: ruleset.players])
    if reason in played:
        assert settle(ruleset, before, outcome).after.honba == 1
    else:
        with pytest.raises(RulesError, match="do not play this abortive draw"):
            settle(ruleset, before, outcome)


@pytest.mark.parametrize("riichi", [(), (EAST,), (EAST, SOUTH, WEST)])
def test_at_four_riichi_all_four_are_in_riichi(riichi):
    with pytest.raises(RulesError, match="all four players are in riichi"):
        settle(FREE, state(), abort("four_riichi", riichi=riichi))


# --- Chonbo


def test_reverse_mangan_pays_what_a_mangan_tsumo_would_have_brought():
    ruleset = house(chonbo="reverse_mangan")
    assert paid(ruleset, state(honba=2), chonbo(SOUTH)) == [
        (SOUTH, EAST, 4_000, "chonbo"),
        (SOUTH, WEST, 2_000, "chonbo"),
        (SOUTH, NORTH, 2_000, "chonbo"),
    ]
    assert settle(ruleset, state(), chonbo(EAST)).deltas == (-12_000, 4_000, 4_000, 4_000)


def test_each_offender_pays():
    deltas = settle(house(chonbo="reverse_mangan"), state(), chonbo(EAST, WEST)).deltas
    assert deltas == (-8_000, 6_000, -4_000, 6_000)


def test_reverse_mangan_of_three_players():
    ruleset = replace(SANMA, chonbo="reverse_mangan")
    assert settle(ruleset, state(scores=THREE), chonbo(WEST)).deltas == (4_000, 2_000, -6_000)


@pytest.mark.parametrize("penalty", ["reverse_mangan", "deduct"])
def test_a_void_hand_is_replayed_and_its_sticks_go_back(penalty):
    before = state("S2", honba=3, sticks=1)
    after = settle(house(chonbo=penalty), before, chonbo(NORTH, riichi=(EAST, NORTH))).after
    assert after._replace(scores=before.scores) == before


def test_a_deduction_moves_no_points_at_the_table():
    assert settle(PRESETS["wrc"], state(scores=(30_000,) * 4), chonbo(NORTH)).deltas == (0, 0, 0, 0)


@pytest.mark.parametrize("preset", ["tenhou", "mahjong_soul", "tenhou_sanma", "mahjong_soul_sanma"])
def test_where_chonbo_cannot_happen(preset):
    players = PRESETS[preset].players
    with pytest.raises(RulesError, match="know no chonbo"):
        settle(PRESETS[preset], state(scores=(25_000,) * players), chonbo(EAST))


def test_a_chonbo_never_ends_a_game():
    ruleset = replace(TENHOU, chonbo="reverse_mangan", time_up="finish_hand")
    before = state("W4", scores=(1_000, 60_000, 20_000, 19_000), clock="before")
    hand = settle(ruleset, before, chonbo(EAST, time=True))
    assert (hand.ending, hand.after.scores[EAST]) == (None, -7_000)
