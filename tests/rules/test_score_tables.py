"""The two score tables, cell by cell, as every rule book prints them: tsumo, then ron."""

from dataclasses import replace

import pytest

from rules import (
    FU,
    PRESETS,
    Cell,
    base_points,
    cell,
    exists,
    hand_base,
    limit_name,
    settle,
    unusual,
    usual_bases,
    value_cell,
)
from tests.rules.hands import EAST, FREE, NORTH, SOUTH, TENHOU, WEST, ron, state, tsumo, win

# An empty cell is mangan like the last one above it; "--" cannot be.
DEALER = """
fu    1 han        2 han        3 han        4 han
20    -- --        700 2000     1300 3900    2600 7700
25    -- --        -- 2400      1600 4800    3200 9600
30    500 1500     1000 2900    2000 5800    3900 11600
40    700 2000     1300 3900    2600 7700    4000 12000
50    800 2400     1600 4800    3200 9600
60    1000 2900    2000 5800    3900 11600
70    1200 3400    2300 6800    4000 12000
80    1300 3900    2600 7700
90    1500 4400    2900 8700
100   1600 4800    3200 9600
110   1800 5300    3600 10600
"""
NON_DEALER = """
fu    1 han            2 han            3 han            4 han
20    -- --            400/700 1300     700/1300 2600    1300/2600 5200
25    -- --            -- 1600          800/1600 3200    1600/3200 6400
30    300/500 1000     500/1000 2000    1000/2000 3900   2000/3900 7700
40    400/700 1300     700/1300 2600    1300/2600 5200   2000/4000 8000
50    400/800 1600     800/1600 3200    1600/3200 6400
60    500/1000 2000    1000/2000 3900   2000/3900 7700
70    600/1200 2300    1200/2300 4500   2000/4000 8000
80    700/1300 2600    1300/2600 5200
90    800/1500 2900    1500/2900 5800
100   800/1600 3200    1600/3200 6400
110   900/1800 3600    1800/3600 7100
"""

LIMITS = {
    "mangan": ([5], (4_000, 12_000), (2_000, 4_000, 8_000)),
    "haneman": ([6, 7], (6_000, 18_000), (3_000, 6_000, 12_000)),
    "baiman": ([8, 9, 10], (8_000, 24_000), (4_000, 8_000, 16_000)),
    "sanbaiman": ([11, 12], (12_000, 36_000), (6_000, 12_000, 24_000)),
    "yakuman": ([13, 14, 26], (16_000, 48_000), (8_000, 16_000, 32_000)),
}
MANGAN = {True: Cell(12_000, 4_000, None), False: Cell(8_000, 2_000, 4_000)}
PLAIN = replace(TENHOU, kiriage_mangan=False, kazoe_yakuman=True)


def cells(table, dealer):
    """(han, fu, dealer, cell) for every cell of a table below 5 han."""
    for line in table.strip().splitlines()[1:]:
        fu, *figures = line.split()
        for han in range(1, 5):
            tsumo, ron, *figures = *figures, "", ""
            yield han, int(fu), dealer, figures_of(tsumo, ron, dealer) if tsumo else MANGAN[dealer]


def figures_of(tsumo, ron, dealer):
    numbers = [None if text == "--" else int(text) for text in tsumo.split("/")]
    small, large = (*numbers, None)[:2] if dealer else (*numbers, *numbers)[:2]
    return Cell(None if ron == "--" else int(ron), small, large)


TABLE = [*cells(DEALER, True), *cells(NON_DEALER, False)]
LIMIT_TABLE = [
    (han, fu, dealer, Cell(row[-1], row[0], None if dealer else row[1]))
    for name, (hans, *rows) in LIMITS.items()
    for han in hans
    for fu in (None, 30)
    for dealer, row in zip((True, False), rows, strict=True)
]


def test_the_tables_are_whole():
    assert len(TABLE) == 2 * 4 * 11


@pytest.mark.parametrize(("han", "fu", "dealer", "expected"), TABLE + LIMIT_TABLE)
def test_every_cell(han, fu, dealer, expected):
    assert cell(PLAIN, han, fu, dealer) == expected


@pytest.mark.parametrize(("han", "fu", "dealer", "expected"), TABLE + LIMIT_TABLE)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_cell_under_every_preset(preset, han, fu, dealer, expected):
    """Kiriage lifts exactly 4 han 30 fu and 3 han 60 fu; without kazoe 13 han stay sanbaiman."""
    ruleset = PRESETS[preset]
    if ruleset.kiriage_mangan and (han, fu) in [(4, 30), (3, 60)]:
        expected = MANGAN[dealer]
    if not ruleset.kazoe_yakuman and han >= 13:
        expected = Cell(36_000, 12_000, None) if dealer else Cell(24_000, 6_000, 12_000)
    assert cell(ruleset, han, fu, dealer) == expected


@pytest.mark.parametrize(("preset", "kiriage", "kazoe"), [
    ("tenhou", False, True),
    ("mahjong_soul", False, True),
    ("m_league", True, False),
    ("wrc", True, False),
    ("ema", True, False),
    ("ema_2016", False, False),
    ("jpml", False, False),
    ("tenhou_sanma", False, True),
    ("mahjong_soul_sanma", False, True),
])  # fmt: skip
def test_who_plays_kiriage_and_kazoe(preset, kiriage, kazoe):
    assert hand_base(PRESETS[preset], 4, 30) == (2_000 if kiriage else 1_920)
    assert hand_base(PRESETS[preset], 13, None) == (8_000 if kazoe else 6_000)


@pytest.mark.parametrize(("han", "fu", "dealer", "expected"), TABLE + LIMIT_TABLE)
def test_a_hand_is_paid_as_its_cell_says(han, fu, dealer, expected):
    if expected.ron is None:
        return
    winner, before = (EAST if dealer else SOUTH), state("E1")
    assert settle(FREE, before, ron(WEST, win(winner, han, fu))).deltas[winner] == expected.ron
    if expected.tsumo is None:
        return
    deltas = settle(FREE, before, tsumo(win(winner, han, fu))).deltas
    assert -deltas[NORTH] == expected.tsumo
    assert -deltas[SOUTH if dealer else EAST] == (expected.tsumo_dealer or expected.tsumo)


@pytest.mark.parametrize("fu", FU)
@pytest.mark.parametrize("han", [1, 2, 3, 4])
def test_one_han_with_20_or_25_fu_cannot_exist(han, fu):
    assert exists(han, fu) == (han > 1 or fu >= 30)


@pytest.mark.parametrize("fu", [0, 10, 35, 120])
def test_other_fu_do_not_exist(fu):
    assert not exists(2, fu)


def test_chiitoitsu_by_tsumo_is_three_han():
    assert cell(PLAIN, 2, 25, False) == Cell(1_600, None, None)
    assert settle(FREE, state(), tsumo(win(SOUTH, 2, 25))).deltas == (-800, 1_600, -400, -400)


@pytest.mark.parametrize(("han", "fu", "by_tsumo", "expected"), [
    (2, 20, False, True),
    (4, 20, False, True),
    (2, 20, True, False),
    (2, 25, True, True),
    (3, 25, True, False),
    (2, 25, False, False),
    (2, 30, False, False),
    (5, 20, False, False),
    (13, 20, False, False),
    (6, None, True, False),
])  # fmt: skip
def test_what_the_board_asks_about(han, fu, by_tsumo, expected):
    assert unusual(win(SOUTH, han, fu), tsumo=by_tsumo) == expected


def test_a_spoken_value_is_not_unusual():
    assert not unusual(win(SOUTH, base=640), tsumo=False)


def test_different_base_points_have_different_ron_values():
    bases = {hand_base(PLAIN, han, fu) for han, fu, _, expected in TABLE + LIMIT_TABLE if expected.ron}
    for dealer in (True, False):
        assert len({value_cell(base, dealer).ron for base in bases}) == len(bases)


@pytest.mark.parametrize(("base", "dealer", "expected"), [
    (960, False, Cell(3_900, 1_000, 2_000)),
    (960, True, Cell(5_800, 2_000, None)),
    (320, False, Cell(1_300, 400, 700)),
    (640, False, Cell(2_600, 700, 1_300)),
    (1_280, True, Cell(7_700, 2_600, None)),
    (16_000, False, Cell(64_000, 16_000, 32_000)),
])  # fmt: skip
def test_what_a_spoken_value_names(base, dealer, expected):
    assert value_cell(base, dealer) == expected


@pytest.mark.parametrize(("a_win", "expected"), [
    (win(SOUTH, base=1_920), 2_000),
    (win(SOUTH, 4, 30), 2_000),
    (win(SOUTH, 3, 60), 2_000),
    (win(SOUTH, base=1_600), 1_600),
    (win(SOUTH, 4, 25), 1_600),
    (win(SOUTH, base=960), 960),
])  # fmt: skip
def test_kiriage_lifts_exactly_1920(a_win, expected):
    assert base_points(PRESETS["wrc"], a_win) == expected


@pytest.mark.parametrize("count", [1, 2, 3])
def test_yakuman_add_up(count):
    assert base_points(TENHOU, win(SOUTH, yakuman=count)) == count * 8_000


def test_limits_have_names():
    names = [limit_name(base) for base in (1_920, 2_000, 3_000, 4_000, 6_000, 8_000, 16_000)]
    assert names == [None, "mangan", "haneman", "baiman", "sanbaiman", "yakuman", None]


def test_the_values_a_table_speaks_of_most():
    assert usual_bases(False) == (
        240, 320, 400, 480, 640, 800, 960, 1_280, 1_600, 1_920,
    )  # fmt: skip
    assert usual_bases(True)[-1] == 1_600
