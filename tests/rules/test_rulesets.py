"""Rulesets (rulebook section 6): what each preset plays, and what a house ruleset may change."""

from dataclasses import FrozenInstanceError, fields, replace

import pytest

from rules import (
    ABORTIVE_DRAWS,
    CHAPTERS,
    OPTIONS,
    PAO_YAKUMAN,
    PRESET_NAMES,
    PRESETS,
    RulesError,
    Ruleset,
    rounds,
    ruleset_from_full_json,
    ruleset_from_json,
    ruleset_to_full_json,
    ruleset_to_json,
)

TWO, THREE = "daisangen, daisuushii", "daisangen, daisuushii, suukantsu"
FOUR_ABORTS = "nine_terminals, four_winds, four_riichi, four_kans"

# The table of section 6, and of the keys that it leaves out what its text says.
TABLE = """
                  | tenhou            | mahjong_soul      | m_league        | wrc             | ema
starting_points   | 25000             | 25000             | 25000           | 30000           | 30000
return_points     | 30000             | 25000             | 30000           | 30000           | 30000
target_points     | 30000             | 30000             | 30000           | 30000           | 30000
uma               | 20 10 -10 -20     | 15 5 -5 -15       | 30 10 -10 -30   | 15 5 -5 -15     | 15 5 -5 -15
rounding          | tenth             | tenth             | tenth           | tenth           | tenth
ties              | seat_order        | seat_order        | split           | split           | split
tobi              | below_zero        | below_zero        | off             | off             | off
agari_yame        | automatic         | automatic         | off             | off             | off
tenpai_yame       | automatic         | automatic         | off             | off             | off
extension         | renchan_priority  | renchan_priority  | off             | off             | off
renchan           | tenpai            | tenpai            | tenpai          | tenpai          | tenpai
honba_points      | 300               | 300               | 300             | 300             | 300
noten_points      | 3000              | 3000              | 3000            | 3000            | 3000
nagashi_mangan    | draw              | draw              | off             | off             | off
abortive_draws    | FIVE              | FOUR              | NONE            | NONE            | NONE
multi_ron         | all               | all               | atamahane       | atamahane       | all
multi_ron_honba   | first             | first             | first           | first           | each
multi_ron_sticks  | first             | first             | first           | first           | own_back
kiriage_mangan    | no                | no                | yes             | yes             | yes
kazoe_yakuman     | yes               | yes               | no              | no              | no
yakuman_stack     | yes               | yes               | yes             | yes             | no
pao               | TWO               | TWO               | THREE           | THREE           | TWO
pao_scope         | hand              | yakuman           | yakuman         | yakuman         | yakuman
pao_honba         | liable            | liable            | discarder       | discarder       | discarder
riichi_below_1000 | no                | no                | yes             | yes             | yes
leftover_sticks   | first             | first             | split           | nobody          | split_down
chonbo            | off               | off               | deduct          | deduct          | deduct
time_up           | finish_hand       | finish_hand       | finish_hand     | finish_hand     | one_more_hand
time_limit        | null              | null              | null            | null            | null
players           | 4                 | 4                 | 4               | 4               | 4
length            | hanchan           | hanchan           | hanchan         | hanchan         | hanchan
chonbo_points     | 20000             | 20000             | 20000           | 20000           | 20000
yakitori_points   | 0                 | 0                 | 0               | 0               | 0
"""
WORDS = {
    "yes": True,
    "no": False,
    "null": None,
    "FIVE": list(ABORTIVE_DRAWS),
    "FOUR": FOUR_ABORTS.split(", "),
    "NONE": [],
    "TWO": TWO.split(", "),
    "THREE": THREE.split(", "),
}


def value_of(key, text):
    if text in WORDS:
        return WORDS[text]
    if key == "uma":
        return [int(figure) for figure in text.split()]
    return int(text) if text.isdecimal() else text


def columns():
    header, *rows = TABLE.strip("\n").splitlines()
    presets = {name.strip(): {} for name in header.split("|")[1:]}
    for row in rows:
        key, *texts = (text.strip() for text in row.split("|"))
        for preset, text in zip(presets.values(), texts, strict=True):
            preset[key] = value_of(key, text)
    return presets


COLUMNS = columns()
COLUMNS["ema_2016"] = COLUMNS["ema"] | {"kiriage_mangan": False}
COLUMNS["jpml"] = COLUMNS["wrc"] | {
    "kiriage_mangan": False,
    "uma": {
        "0": [8, 4, -4, -8],
        "1": [12, -1, -3, -8],
        "2": [8, 4, -4, -8],
        "3": [8, 3, 1, -12],
        "4": [8, 4, -4, -8],
    },
}
SANMA = {
    "players": 3,
    "starting_points": 35_000,
    "target_points": 40_000,
    "honba_points": 200,
    "noten_points": 2_000,
}
COLUMNS["tenhou_sanma"] = COLUMNS["tenhou"] | SANMA | {"return_points": 40_000, "uma": [20, 0, -20]}
COLUMNS["mahjong_soul_sanma"] = (
    COLUMNS["mahjong_soul"] | SANMA | {"return_points": 35_000, "uma": [15, 0, -15]}
)


def test_the_table_is_whole():
    keys = {field.name for field in fields(Ruleset)} - {"preset", "name"}
    assert COLUMNS.keys() == PRESETS.keys() == PRESET_NAMES.keys()
    assert all(column.keys() == keys for column in COLUMNS.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_of_every_preset(preset):
    assert ruleset_to_full_json(PRESETS[preset]) == {"preset": preset, "name": "", **COLUMNS[preset]}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_alone_is_a_ruleset(preset):
    assert ruleset_from_json({"preset": preset}) == PRESETS[preset]
    assert ruleset_to_json(PRESETS[preset]) == {"preset": preset}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_record_spells_only_what_differs(preset):
    house = replace(PRESETS[preset], name="内 house", tobi="zero_or_below", time_limit=50)
    sparse = ruleset_to_json(house)
    assert sparse == {"preset": preset, "name": "内 house", "tobi": "zero_or_below", "time_limit": 50}
    assert ruleset_from_json(sparse) == house


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_keeps_every_key(preset):
    ruleset = PRESETS[preset]
    full = ruleset_to_full_json(ruleset)
    assert full.keys() == OPTIONS.keys()
    assert ruleset_from_full_json(full) == ruleset
    assert ruleset_from_json(full) == ruleset


@pytest.mark.parametrize("key", sorted(OPTIONS.keys() - {"preset"}))
def test_a_key_that_came_later_means_the_old_behaviour_whatever_the_preset_says(key):
    full = ruleset_to_full_json(PRESETS["jpml"])
    if key == "players":
        full = {**ruleset_to_full_json(PRESETS["tenhou"]), "preset": "jpml"}
    del full[key]
    assert getattr(ruleset_from_full_json(full), key) == getattr(Ruleset(), key)


def test_a_ruleset_is_frozen():
    with pytest.raises(FrozenInstanceError):
        PRESETS["tenhou"].players = 3


@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_is_described_once_for_the_form_and_the_rules_page(key):
    option = OPTIONS[key]
    assert option.label and option.label[0].isupper()
    if option.kind in ("choice", "list"):
        assert all(option.choices.values())


def test_every_option_but_the_names_is_in_one_chapter_in_its_order():
    in_chapters = [key for keys in CHAPTERS.values() for key in keys]
    assert in_chapters == [key for key in OPTIONS if key not in ("preset", "name")]


@pytest.mark.parametrize("key", [key for key, option in OPTIONS.items() if option.kind == "choice"])
def test_every_choice_can_be_chosen(key):
    for choice in OPTIONS[key].choices:
        base = PRESETS["tenhou" if key != "players" or choice == 4 else "tenhou_sanma"]
        assert getattr(replace(base, **{key: choice}), key) == choice


@pytest.mark.parametrize(("players", "honba", "noten", "fits"), [
    (4, 300, 3_000, True),
    (4, 1_500, 6_000, True),  # basengo
    (4, 0, 0, True),
    (4, 600, 600, True),
    (4, 200, 3_000, False),
    (4, 1_000, 3_000, False),
    (4, 300, 1_000, False),
    (4, 300, 300, False),
    (3, 200, 2_000, True),
    (3, 1_000, 3_000, True),
    (3, 300, 2_000, False),
    (3, 200, 2_100, False),
])  # fmt: skip
def test_payments_must_split_into_hundreds(players, honba, noten, fits):
    base = PRESETS["tenhou" if players == 4 else "tenhou_sanma"]
    if fits:
        assert replace(base, honba_points=honba, noten_points=noten).honba_points == honba
    else:
        with pytest.raises(RulesError, match="must split into hundreds"):
            replace(base, honba_points=honba, noten_points=noten)


@pytest.mark.parametrize(("options", "expected"), [
    ({}, "E1 E2 E3 E4 S1 S2 S3 S4 W1 W2 W3 W4"),
    ({"extension": "off"}, "E1 E2 E3 E4 S1 S2 S3 S4"),
    ({"length": "tonpuusen"}, "E1 E2 E3 E4 S1 S2 S3 S4"),
    ({"length": "tonpuusen", "extension": "off"}, "E1 E2 E3 E4"),
])  # fmt: skip
def test_the_rounds_that_a_game_can_come_to(options, expected):
    assert rounds(replace(PRESETS["tenhou"], **options)) == tuple(expected.split())


def test_the_rounds_of_three_players():
    assert rounds(PRESETS["tenhou_sanma"]) == ("E1", "E2", "E3", "S1", "S2", "S3", "W1", "W2", "W3")


def test_pao_can_be_of_three_yakuman():
    assert list(PAO_YAKUMAN) == THREE.split(", ")


@pytest.mark.parametrize(("preset", "oka"), [
    ("tenhou", 200), ("mahjong_soul", 0), ("m_league", 200), ("wrc", 0), ("tenhou_sanma", 150),
])  # fmt: skip
def test_oka(preset, oka):
    assert PRESETS[preset].oka == oka


def test_a_club_may_name_its_rules():
    assert PRESETS["wrc"].title == "WRC"
    assert replace(PRESETS["wrc"], name="Friday").title == "Friday"


@pytest.mark.parametrize("uma", [[7.5, 2.5, -2.5, -7.5], [10.0, 5, -5, -10], [0, 0, 0, 0]])
def test_uma_has_at_most_one_decimal(uma):
    assert ruleset_to_json(ruleset_from_json({"preset": "tenhou", "uma": uma}))["uma"] == uma
