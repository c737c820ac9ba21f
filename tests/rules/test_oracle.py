"""Payments are what the `mahjong` package and the bare player of tests/bench come to."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from mahjong.constants import EAST as DEALER
from mahjong.constants import SOUTH as NO_DEALER
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator

from rules import FU, PRESETS, Record, Ron, Tsumo, exists, game_to_json, record_to_json, settle
from tests.bench import bare_player
from tests.rules.hands import EAST, SOUTH, WEST, state, win
from tests.rules.strategies import games

HANDS = [(han, fu) for han in range(1, 14) for fu in FU if exists(han, fu)]


def expected(ruleset, dealer, by_tsumo, han, fu, honba, sticks, is_yakuman):
    options = OptionalRules(
        kiriage=ruleset.kiriage_mangan,
        kazoe_limit=HandConfig.KAZOE_LIMITED if ruleset.kazoe_yakuman else HandConfig.KAZOE_SANBAIMAN,
        is_three_player=ruleset.players == 3,
    )
    config = HandConfig(
        is_tsumo=by_tsumo,
        player_wind=DEALER if dealer else NO_DEALER,
        tsumi_number=honba,
        kyoutaku_number=sticks,
        options=options,
    )
    return ScoresCalculator.calculate_scores(han, fu, config, is_yakuman)


def check(ruleset, dealer, by_tsumo, hand, honba, sticks, han, fu, is_yakuman=False):
    points = expected(ruleset, dealer, by_tsumo, han, fu, honba, sticks, is_yakuman)
    before = state(honba=honba, sticks=sticks, scores=(25_000,) * ruleset.players)
    winner = EAST if dealer else SOUTH
    outcome = Tsumo(hand._replace(seat=winner)) if by_tsumo else Ron(WEST, (hand._replace(seat=winner),))
    deltas = settle(ruleset, before, outcome).deltas
    assert deltas[winner] == points["total"]
    if by_tsumo:
        assert -deltas[WEST] == points["additional"] + points["additional_bonus"]
        assert -deltas[SOUTH if dealer else EAST] == points["main"] + points["main_bonus"]
    else:
        assert -deltas[WEST] == points["main"] + points["main_bonus"]


@pytest.mark.parametrize("by_tsumo", [True, False], ids=["tsumo", "ron"])
@pytest.mark.parametrize("dealer", [True, False], ids=["dealer", "non-dealer"])
@pytest.mark.parametrize("kiriage", [True, False], ids=["kiriage", ""])
@pytest.mark.parametrize("kazoe", [True, False], ids=["kazoe", ""])
@pytest.mark.parametrize("preset", ["tenhou", "tenhou_sanma"])
def test_all_han_and_fu(preset, kiriage, kazoe, dealer, by_tsumo):
    ruleset = replace(PRESETS[preset], kiriage_mangan=kiriage, kazoe_yakuman=kazoe)
    for han, fu in HANDS:
        for honba in range(4):
            check(ruleset, dealer, by_tsumo, win(SOUTH, han, fu), honba, honba % 3, han, fu)


@pytest.mark.parametrize("by_tsumo", [True, False], ids=["tsumo", "ron"])
@pytest.mark.parametrize("dealer", [True, False], ids=["dealer", "non-dealer"])
@pytest.mark.parametrize("preset", ["tenhou", "wrc", "tenhou_sanma"])
@pytest.mark.parametrize("count", range(1, 7))
def test_yakuman(preset, dealer, by_tsumo, count):
    check(PRESETS[preset], dealer, by_tsumo, win(SOUTH, yakuman=count), 2, 1, 13 * count, 0, is_yakuman=True)


@given(games())
def test_the_bare_player_comes_to_the_same(game):
    ruleset, start, outcomes = game
    record = Record(ruleset, (), tuple(outcomes), start)
    assert json.loads(json.dumps(game_to_json(record.play()))) == bare_player.replay(record_to_json(record))
