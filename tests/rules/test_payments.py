"""What a hand is worth (rulebook section 1): who pays whom, how much, and why."""

from dataclasses import replace

import pytest

from rules import PRESETS, Reason, RulesError, in_turn, settle
from tests.rules.hands import EAST, FREE, NORTH, SOUTH, WEST, draw, ron, state, tsumo, win

TABLE = None  # as a payer or payee
SANMA = replace(PRESETS["tenhou_sanma"], tobi="off")


def house(**options):
    return replace(FREE, **options)


def paid(ruleset, before, outcome):
    """The transfers as (payer, payee, points, why)."""
    return [tuple(move) for move in settle(ruleset, before, outcome).transfers]


# --- Ron and tsumo


def test_a_ron_is_paid_by_the_discarder_alone():
    assert paid(FREE, state(), ron(WEST, win(SOUTH, 3, 40))) == [(WEST, SOUTH, 5_200, "hand")]


def test_a_dealers_ron_is_worth_half_more():
    assert paid(FREE, state(), ron(WEST, win(EAST, 3, 40))) == [(WEST, EAST, 7_700, "hand")]


def test_a_tsumo_is_paid_by_all_the_dealer_twice():
    assert paid(FREE, state(), tsumo(win(SOUTH, 3, 40))) == [
        (EAST, SOUTH, 2_600, "hand"),
        (WEST, SOUTH, 1_300, "hand"),
        (NORTH, SOUTH, 1_300, "hand"),
    ]


def test_a_dealers_tsumo_is_paid_by_all_alike():
    assert paid(FREE, state("E3"), tsumo(win(WEST, 3, 40))) == [
        (EAST, WEST, 2_600, "hand"),
        (SOUTH, WEST, 2_600, "hand"),
        (NORTH, WEST, 2_600, "hand"),
    ]


def test_each_payer_of_a_tsumo_is_rounded_up_separately():
    assert settle(FREE, state(), tsumo(win(SOUTH, 1, 30))).deltas == (-500, 1_100, -300, -300)


def test_three_players_pay_what_two_would_pay_anyway():
    before = state(scores=(35_000,) * 3)
    assert settle(SANMA, before, tsumo(win(SOUTH, 3, 40))).deltas == (-2_600, 3_900, -1_300)
    assert settle(SANMA, before, tsumo(win(EAST, 3, 40))).deltas == (5_200, -2_600, -2_600)


# --- Honba and sticks


def test_honba_of_a_ron_come_from_the_discarder():
    assert paid(FREE, state(honba=2), ron(WEST, win(SOUTH, 1, 30)))[1:] == [(WEST, SOUTH, 600, "honba")]


def test_honba_of_a_tsumo_come_in_equal_shares():
    assert paid(FREE, state(honba=2), tsumo(win(SOUTH, 1, 30)))[3:] == [
        (EAST, SOUTH, 200, "honba"),
        (WEST, SOUTH, 200, "honba"),
        (NORTH, SOUTH, 200, "honba"),
    ]


def test_honba_that_are_worth_nothing_are_not_paid():
    for outcome in (ron(WEST, win(SOUTH, 1, 30)), tsumo(win(SOUTH, 1, 30))):
        assert {reason for *_, reason in paid(house(honba_points=0), state(honba=2), outcome)} == {"hand"}


def test_honba_of_three_players():
    before = state(honba=2, scores=(35_000,) * 3)
    assert settle(SANMA, before, ron(WEST, win(SOUTH, 1, 30))).deltas == (0, 1_400, -1_400)
    assert settle(SANMA, before, tsumo(win(SOUTH, 1, 30))).deltas == (-700, 1_200, -500)


def test_a_riichi_stick_goes_to_the_table_and_to_the_winner():
    assert paid(FREE, state(sticks=1), ron(WEST, win(SOUTH, 1, 30), riichi=(NORTH, SOUTH))) == [
        (NORTH, TABLE, 1_000, "riichi_stick"),
        (SOUTH, TABLE, 1_000, "riichi_stick"),
        (WEST, SOUTH, 1_000, "hand"),
        (TABLE, SOUTH, 3_000, "riichi_stick"),
    ]


def test_a_tsumo_takes_the_sticks_too():
    moves = paid(FREE, state(sticks=1), tsumo(win(SOUTH, 1, 30), riichi=(EAST,)))
    assert moves[0] == (EAST, TABLE, 1_000, "riichi_stick")
    assert moves[-1] == (TABLE, SOUTH, 2_000, "riichi_stick")


@pytest.mark.parametrize(("points", "below_1000", "allowed"), [
    (1_000, False, True),
    (900, False, False),
    (0, False, False),
    (900, True, True),
    (-5_000, True, True),
])  # fmt: skip
def test_riichi_needs_1000_points_unless_the_rules_say_otherwise(points, below_1000, allowed):
    before = state(scores=(points, 50_000 - points, 25_000, 25_000))
    outcome = draw(EAST, riichi=(EAST,))
    ruleset = house(riichi_below_1000=below_1000)
    if allowed:
        assert settle(ruleset, before, outcome).after.scores[EAST] == points - 1_000 + 3_000
    else:
        with pytest.raises(RulesError, match=r"less than 1,000 points cannot declare riichi"):
            settle(ruleset, before, outcome)


# --- Several winners on one discard

FIRST = {"multi_ron_honba": "first"}
EACH = {"multi_ron_honba": "each"}
OWN_BACK = {"multi_ron_sticks": "own_back"}


@pytest.mark.parametrize(("discarder", "order"), [
    (EAST, [SOUTH, WEST, NORTH]),
    (SOUTH, [WEST, NORTH, EAST]),
    (WEST, [NORTH, EAST, SOUTH]),
    (NORTH, [EAST, SOUTH, WEST]),
])  # fmt: skip
def test_turn_order_goes_on_from_the_discarder(discarder, order):
    winners = tuple(win(seat, 1, 30) for seat in sorted(order, reverse=True))
    assert [each.seat for each in in_turn(4, discarder, winners)] == order


@pytest.mark.parametrize(("options", "honba"), [
    (FIRST, [(WEST, NORTH, 300)]),
    (EACH, [(WEST, NORTH, 300), (WEST, SOUTH, 300)]),
])  # fmt: skip
def test_honba_of_two_winners(options, honba):
    outcome = ron(WEST, win(SOUTH, 1, 30), win(NORTH, 2, 30))
    moves = paid(house(**options), state(honba=1), outcome)
    assert [move[:3] for move in moves if move[3] == "honba"] == honba
    assert [move[:3] for move in moves if move[3] == "hand"] == [(WEST, NORTH, 2_000), (WEST, SOUTH, 1_000)]


@pytest.mark.parametrize(("options", "riichi", "taken"), [
    ({}, (), {NORTH: 2_000}),
    ({}, (SOUTH,), {NORTH: 3_000}),
    ({}, (SOUTH, NORTH), {NORTH: 4_000}),
    (OWN_BACK, (), {NORTH: 2_000}),
    (OWN_BACK, (SOUTH,), {SOUTH: 1_000, NORTH: 2_000}),
    (OWN_BACK, (SOUTH, NORTH), {SOUTH: 1_000, NORTH: 3_000}),
    (OWN_BACK, (EAST, NORTH), {NORTH: 4_000}),
    (OWN_BACK, (EAST, SOUTH, WEST), {SOUTH: 1_000, NORTH: 4_000}),
])  # fmt: skip
def test_sticks_of_two_winners(options, riichi, taken):
    """Two sticks lie on the table; North is the first in turn from West."""
    outcome = ron(WEST, win(SOUTH, 1, 30), win(NORTH, 1, 30), riichi=riichi)
    hand = settle(house(**options), state(sticks=2), outcome)
    got = {move.payee: move.points for move in hand.transfers if move.payer is TABLE}
    assert (got, hand.after.sticks) == (taken, 0)


def test_the_only_stick_is_the_second_winners_own():
    outcome = ron(WEST, win(SOUTH, 1, 30), win(NORTH, 1, 30), riichi=(SOUTH,))
    assert settle(house(**OWN_BACK), state(), outcome).deltas == (0, 1_000, -2_000, 1_000)


def test_three_winners_where_that_is_no_abortive_draw():
    ruleset = house(abortive_draws=(), **EACH, **OWN_BACK)
    outcome = ron(EAST, win(NORTH, 3, 30), win(SOUTH, 1, 30), win(WEST, 2, 30), riichi=(SOUTH, WEST, NORTH))
    hand = settle(ruleset, state(honba=1, sticks=2), outcome)
    assert hand.deltas == (-7_800, 1_300 + 2_000, 2_300, 4_200)


@pytest.mark.parametrize("winners", [2, 3])
def test_under_atamahane_only_one_wins(winners):
    seats = (SOUTH, WEST, NORTH)[:winners]
    with pytest.raises(RulesError, match="only the first in turn wins"):
        settle(PRESETS["wrc"], state(), ron(EAST, *(win(seat, 1, 30) for seat in seats)))


def test_where_triple_ron_aborts_three_winners_are_no_win():
    three = ron(EAST, win(SOUTH, 1, 30), win(WEST, 1, 30), win(NORTH, 1, 30))
    with pytest.raises(RulesError, match="are an abortive draw"):
        settle(PRESETS["tenhou"], state(), three)
    with pytest.raises(RulesError, match="are an abortive draw"):
        settle(house(multi_ron="atamahane"), state(), three)
    assert settle(PRESETS["mahjong_soul"], state(), three).deltas == (-3_000, 1_000, 1_000, 1_000)


@pytest.mark.parametrize(("winners", "stays"), [((SOUTH, EAST), True), ((SOUTH, NORTH), False)])
def test_the_dealer_keeps_the_deal_if_among_the_winners(winners, stays):
    after = settle(FREE, state(), ron(WEST, *(win(seat, 1, 30) for seat in winners))).after
    assert (after.round, after.honba) == (("E1", 1) if stays else ("E2", 0))


# --- Liability

HAND = {"pao_scope": "hand"}
YAKUMAN = {"pao_scope": "yakuman"}
LIABLE = {"pao_honba": "liable"}
DISCARDER = {"pao_honba": "discarder"}
DOUBLE = win(SOUTH, yakuman=2, pao=(NORTH, 1))  # North is liable for one of the two
SINGLE = win(SOUTH, yakuman=1, pao=(NORTH, 1))
DEALERS = win(EAST, yakuman=1, pao=(NORTH, 1))


@pytest.mark.parametrize(("options", "outcome", "expected"), [
    # Tsumo: the covered part and all honba are the liable seat's, the rest is an ordinary tsumo.
    (HAND, tsumo(SINGLE), [(NORTH, SOUTH, 32_000, "pao"), (NORTH, SOUTH, 600, "honba")]),
    (YAKUMAN, tsumo(SINGLE), [(NORTH, SOUTH, 32_000, "pao"), (NORTH, SOUTH, 600, "honba")]),
    (HAND, tsumo(DEALERS), [(NORTH, EAST, 48_000, "pao"), (NORTH, EAST, 600, "honba")]),
    (HAND, tsumo(DOUBLE), [(NORTH, SOUTH, 64_000, "pao"), (NORTH, SOUTH, 600, "honba")]),
    (YAKUMAN, tsumo(DOUBLE), [
        (NORTH, SOUTH, 32_000, "pao"),
        (EAST, SOUTH, 16_000, "hand"),
        (WEST, SOUTH, 8_000, "hand"),
        (NORTH, SOUTH, 8_000, "hand"),
        (NORTH, SOUTH, 600, "honba"),
    ]),
    # Ron: halves of the covered part, the rest is the discarder's; honba as the rules say.
    (HAND | LIABLE, ron(WEST, SINGLE), [
        (NORTH, SOUTH, 16_000, "pao"),
        (WEST, SOUTH, 16_000, "hand"),
        (NORTH, SOUTH, 600, "honba"),
    ]),
    (HAND | DISCARDER, ron(WEST, DEALERS), [
        (NORTH, EAST, 24_000, "pao"),
        (WEST, EAST, 24_000, "hand"),
        (WEST, EAST, 600, "honba"),
    ]),
    (HAND | LIABLE, ron(WEST, DOUBLE), [
        (NORTH, SOUTH, 32_000, "pao"),
        (WEST, SOUTH, 32_000, "hand"),
        (NORTH, SOUTH, 600, "honba"),
    ]),
    (YAKUMAN | DISCARDER, ron(WEST, DOUBLE), [
        (NORTH, SOUTH, 16_000, "pao"),
        (WEST, SOUTH, 16_000, "hand"),
        (WEST, SOUTH, 32_000, "hand"),
        (WEST, SOUTH, 600, "honba"),
    ]),
    # The liable seat deals in: it pays everything.
    (HAND | LIABLE, ron(NORTH, SINGLE), [(NORTH, SOUTH, 32_000, "pao"), (NORTH, SOUTH, 600, "honba")]),
    (YAKUMAN | DISCARDER, ron(NORTH, DOUBLE), [
        (NORTH, SOUTH, 32_000, "pao"),
        (NORTH, SOUTH, 32_000, "hand"),
        (NORTH, SOUTH, 600, "honba"),
    ]),
])  # fmt: skip
def test_liability(options, outcome, expected):
    assert paid(house(**options), state(honba=2), outcome) == expected


def test_liability_of_three_players_is_what_two_payers_would_owe():
    before = state(scores=(35_000,) * 3)
    one = win(SOUTH, yakuman=1, pao=(WEST, 1))
    assert settle(SANMA, before, tsumo(one)).deltas == (0, 24_000, -24_000)
    assert settle(SANMA, before, ron(EAST, one)).deltas == (-16_000, 32_000, -16_000)
    dealers = win(EAST, yakuman=1, pao=(WEST, 1))
    assert settle(SANMA, before, tsumo(dealers)).deltas == (32_000, 0, -32_000)


def test_liability_does_not_touch_the_other_winner():
    outcome = ron(WEST, win(EAST, 1, 30), SINGLE)
    hand = settle(house(multi_ron_honba="each"), state(honba=1), outcome)
    assert hand.deltas == (1_800, 32_300, -16_000 - 1_800, -16_300)


def test_the_winner_with_liability_takes_the_sticks():
    assert settle(FREE, state(sticks=2), tsumo(SINGLE, riichi=(SOUTH,))).deltas == (0, 34_000, 0, -32_000)


def test_every_transfer_has_one_of_the_reasons():
    assert [reason.value for reason in Reason] == [
        "hand", "honba", "riichi_stick", "noten", "nagashi", "pao", "chonbo",
    ]  # fmt: skip
