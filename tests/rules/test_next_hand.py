"""The next hand (rulebook section 3)."""

from dataclasses import replace

import pytest

from rules import PRESETS, dealer_stays, settle
from tests.rules.hands import (
    EAST,
    FREE,
    NORTH,
    SOUTH,
    WEST,
    abort,
    chonbo,
    draw,
    ron,
    state,
    tsumo,
    win,
)

TENPAI = replace(FREE, chonbo="reverse_mangan")
AGARI = replace(TENPAI, renchan="agari")
ONE = (1, 30)


@pytest.mark.parametrize(("ruleset", "outcome", "after"), [
    (TENPAI, ron(NORTH, win(SOUTH, *ONE)), ("E2", 3)),
    (TENPAI, tsumo(win(SOUTH, *ONE)), ("E2", 3)),
    (TENPAI, ron(NORTH, win(SOUTH, *ONE), win(WEST, *ONE)), ("E2", 3)),
    (TENPAI, ron(NORTH, win(WEST, *ONE), win(SOUTH, *ONE)), ("E2", 3)),
    (TENPAI, ron(NORTH, win(WEST, *ONE)), ("E3", 0)),
    (TENPAI, tsumo(win(EAST, *ONE)), ("E3", 0)),
    (TENPAI, ron(NORTH, win(EAST, *ONE), win(WEST, *ONE)), ("E3", 0)),
    (TENPAI, draw(SOUTH), ("E2", 3)),
    (TENPAI, draw(EAST, SOUTH, WEST, NORTH), ("E2", 3)),
    (TENPAI, draw(EAST), ("E3", 3)),
    (TENPAI, draw(), ("E3", 3)),
    (TENPAI, abort(), ("E2", 3)),
    (TENPAI, chonbo(SOUTH), ("E2", 2)),
    (TENPAI, chonbo(WEST), ("E2", 2)),
    (AGARI, ron(NORTH, win(SOUTH, *ONE)), ("E2", 3)),
    (AGARI, ron(NORTH, win(WEST, *ONE)), ("E3", 0)),
    (AGARI, draw(SOUTH), ("E3", 3)),
    (AGARI, draw(EAST, SOUTH, WEST, NORTH), ("E3", 3)),
    (AGARI, draw(), ("E3", 3)),
    (AGARI, abort(), ("E2", 3)),
    (AGARI, chonbo(WEST), ("E2", 2)),
])  # fmt: skip
def test_how_the_hand_ended(ruleset, outcome, after):
    """Played in East 2 with 2 honba, where South deals."""
    before = state("E2", honba=2)
    following = settle(ruleset, before, outcome).after
    assert (following.round, following.honba) == after
    assert dealer_stays(ruleset, before, outcome) == (following.dealer == SOUTH)


@pytest.mark.parametrize(("round", "following"), [
    ("E1", "E2"), ("E3", "E4"), ("E4", "S1"), ("S3", "S4"), ("S4", "W1"), ("W2", "W3"),
])  # fmt: skip
def test_the_deal_goes_round_and_the_winds_follow(round, following):
    after = settle(FREE, state(round), draw()).after
    assert (after.round, after.dealer) == (following, int(following[1]) - 1)


@pytest.mark.parametrize(("round", "following"), [("E3", "S1"), ("S3", "W1")])
def test_three_players_have_three_rounds_a_wind(round, following):
    ruleset = replace(PRESETS["tenhou_sanma"], tobi="off")
    assert settle(ruleset, state(round, scores=(35_000,) * 3), draw()).after.round == following


def test_own_winds_turn_with_the_deal():
    assert [state("E2").wind_of(seat) for seat in range(4)] == ["N", "E", "S", "W"]
    assert [state("S3", scores=(35_000,) * 3).wind_of(seat) for seat in range(3)] == ["S", "W", "E"]


def test_sticks_go_along_when_nobody_wins():
    assert settle(FREE, state("E4", sticks=2), draw(EAST, riichi=(EAST,))).after.sticks == 3
