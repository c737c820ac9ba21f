"""Is the game over (rulebook section 4), clause by clause."""

from dataclasses import replace

import pytest

from rules import PRESETS, Ending, RulesError, asks_dealer, is_last, play, settle
from tests.rules.hands import (
    EAST,
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

EAST_ONLY = replace(TENHOU, length="tonpuusen")
SANMA = PRESETS["tenhou_sanma"]
ONE = (1, 30)

NORTH_LEADS = (22_000, 22_000, 22_000, 34_000)
SOUTH_LEADS = (22_000, 34_000, 22_000, 22_000)
NOBODY = (25_000, 25_000, 25_000, 25_000)

DEALER_WINS = ron(EAST, win(NORTH, *ONE))  # 1,500 from East to North, who deals in round 4
DEALER_TENPAI = draw(NORTH)
DEALER_NOTEN = draw(SOUTH)
OTHER_WINS = ron(EAST, win(SOUTH, *ONE))
ABORT = abort()


def house(**options):
    return replace(TENHOU, **options)


def ending_of(ruleset, round, scores, outcome, clock="running"):
    return settle(ruleset, state(round, scores=scores, clock=clock), outcome).ending


# --- 2: tobi


@pytest.mark.parametrize(("tobi", "left", "ends"), [
    ("below_zero", 100, False),
    ("below_zero", 0, False),
    ("below_zero", -100, True),
    ("zero_or_below", 100, False),
    ("zero_or_below", 0, True),
    ("zero_or_below", -100, True),
    ("off", 0, False),
    ("off", -100, False),
])  # fmt: skip
def test_tobi(tobi, left, ends):
    scores = (1_000 + left, 33_000, 33_000, 33_000 - left)
    why = ending_of(house(tobi=tobi), "E2", scores, ron(EAST, win(WEST, *ONE)))
    assert why == (Ending.TOBI if ends else None)


def test_tobi_comes_before_all_other_reasons():
    scores = (500, 30_000, 30_000, 39_500)
    assert ending_of(TENHOU, "S4", scores, DEALER_WINS) == Ending.TOBI
    assert ending_of(TENHOU, "S4", scores, DEALER_WINS._replace(time=True)) == Ending.TOBI


def test_a_stick_that_leaves_nothing_ends_the_game_where_0_does():
    scores = (1_000, 33_000, 33_000, 33_000)
    four = abort("four_riichi", riichi=(EAST, SOUTH, WEST, NORTH))
    assert ending_of(house(tobi="zero_or_below"), "E2", scores, four) == Ending.TOBI


def test_the_hand_after_a_chonbo_below_zero_ends_the_game():
    ruleset = house(chonbo="reverse_mangan")
    before = state("E2", scores=(1_000, 33_000, 33_000, 33_000))
    assert [hand.ending for hand in play(ruleset, [chonbo(EAST), ABORT], before).hands] == [None, Ending.TOBI]


# --- 3: time


@pytest.mark.parametrize(("time_up", "times", "ends"), [
    # Whether time ran out in each hand, and in which hand the game ends (from 1).
    ("finish_hand", "-t", 2),
    ("finish_hand", "t", 1),
    ("one_more_hand", "t-", 2),
    ("one_more_hand", "-t-", 3),
    ("one_more_hand", "tt", 2),
    # A chonbo (lower case c; capital: time ran out during it) is no hand of this count.
    ("finish_hand", "C-", 2),
    ("finish_hand", "Cc-", 3),
    ("finish_hand", "ct", 2),
    ("one_more_hand", "tc-", 3),
    ("one_more_hand", "tC-", 3),
    ("one_more_hand", "C--", 3),
    ("one_more_hand", "Cc-c-", 5),
])  # fmt: skip
def test_time(time_up, times, ends):
    ruleset = replace(PRESETS["wrc"], time_up=time_up)
    hands = [chonbo(WEST, time=mark == "C") if mark in "cC" else draw(time=mark == "t") for mark in times]
    game = play(ruleset, hands)
    assert [number for number, hand in enumerate(game.hands, 1) if hand.ending] == [ends]
    assert game.ending == Ending.TIME


def test_time_ends_the_game_after_an_abortive_draw_too():
    assert ending_of(TENHOU, "E1", NOBODY, abort(time=True)) == Ending.TIME


def test_time_does_not_keep_a_game_from_ending_otherwise():
    assert ending_of(house(time_up="one_more_hand"), "S4", SOUTH_LEADS, draw(time=True)) == Ending.LAST_HAND


# --- 4: before the last round


@pytest.mark.parametrize("outcome", [DEALER_WINS, DEALER_TENPAI, DEALER_NOTEN, OTHER_WINS, ABORT])
@pytest.mark.parametrize("round", ["E1", "E4", "S1", "S3"])
def test_before_the_last_round_the_game_goes_on(round, outcome):
    assert ending_of(TENHOU, round, NORTH_LEADS, outcome) is None


@pytest.mark.parametrize(("ruleset", "last"), [
    (TENHOU, ["S4", "W1", "W4"]),
    (EAST_ONLY, ["E4", "S1", "S4"]),
    (SANMA, ["S3", "W1", "W3"]),
    (replace(SANMA, length="tonpuusen"), ["E3", "S1", "S3"]),
])  # fmt: skip
def test_what_is_last(ruleset, last):
    players = range(1, ruleset.players + 1)
    winds = "ESW"[: ruleset.last_wind + 2]
    found = [
        f"{wind}{number}"
        for wind in winds
        for number in players
        if is_last(ruleset, state(f"{wind}{number}"))
    ]
    assert found[0] == last[0] and found[1:] == [f"{last[1][0]}{number}" for number in players]


# --- 5: an abortive draw


@pytest.mark.parametrize("round", ["S4", "W1", "W4"])
@pytest.mark.parametrize("scores", [NORTH_LEADS, SOUTH_LEADS, NOBODY])
@pytest.mark.parametrize("extension", ["renchan_priority", "immediate"])
def test_an_abortive_draw_ends_nothing(round, scores, extension):
    hand = settle(house(extension=extension), state(round, scores=scores), ABORT)
    assert (hand.ending, hand.after.round, hand.after.honba) == (None, round, 1)


# --- 6: the extension that ends with the first to have the target


@pytest.mark.parametrize(("extension", "ending"), [
    ("immediate", Ending.TARGET), ("renchan_priority", None),
])  # fmt: skip
def test_somebody_has_the_target_while_the_dealer_stays(extension, ending):
    scores = (24_000, 32_000, 22_000, 22_000)
    assert ending_of(house(extension=extension), "W1", scores, draw(EAST)) == ending


def test_immediate_is_of_the_extension_only():
    assert ending_of(house(extension="immediate"), "S4", SOUTH_LEADS, DEALER_TENPAI) is None


# --- 7: the dealer keeps the deal

YAME = [("agari_yame", DEALER_WINS), ("tenpai_yame", DEALER_TENPAI)]


@pytest.mark.parametrize(("name", "outcome"), YAME)
@pytest.mark.parametrize("round", ["S4", "W4"])
def test_a_dealer_who_is_top_with_the_target_ends_the_game(name, outcome, round):
    assert ending_of(TENHOU, round, NORTH_LEADS, outcome) == name
    assert ending_of(house(**{name: "off"}), round, NORTH_LEADS, outcome) is None


@pytest.mark.parametrize(("scores", "outcome", "ending"), [
    ((25_000, 25_000, 21_500, 28_500), DEALER_WINS, Ending.AGARI_YAME),  # 30,000 to the point
    ((25_000, 25_000, 21_600, 28_400), DEALER_WINS, None),  # 29,900
    ((25_000, 25_000, 23_000, 27_000), DEALER_TENPAI, Ending.TENPAI_YAME),
    ((25_000, 25_000, 23_100, 26_900), DEALER_TENPAI, None),
    ((20_000, 35_000, 15_000, 30_000), DEALER_WINS, None),  # South is top
    ((10_000, 35_000, 21_500, 33_500), DEALER_WINS, None),  # tied with South, who is earlier
    ((20_000, 34_000, 16_000, 30_000), DEALER_TENPAI, None),  # the same: 33,000 each
])  # fmt: skip
def test_who_is_top_with_the_target(scores, outcome, ending):
    assert ending_of(TENHOU, "S4", scores, outcome) == ending


def test_a_dealer_tied_with_a_later_seat_is_top():
    scores = (32_000, 36_000, 16_000, 16_000)
    assert ending_of(TENHOU, "W1", scores, draw(EAST)) == Ending.TENPAI_YAME


def test_sticks_on_the_table_do_not_count_towards_the_target():
    before = state("S4", sticks=3, scores=(25_000, 24_000, 22_000, 26_000))
    assert settle(TENHOU, before, DEALER_TENPAI).ending is None
    assert settle(TENHOU, before, DEALER_NOTEN).ending is None


def test_where_a_draw_always_passes_the_deal_there_is_no_tenpai_yame():
    assert ending_of(house(renchan="agari"), "S4", NORTH_LEADS, DEALER_TENPAI) == Ending.LAST_HAND


def test_the_dealers_nagashi_does_not_stop_the_game_while_others_lead():
    scores = (10_000, 60_000, 20_000, 10_000)
    assert ending_of(TENHOU, "S4", scores, draw(NORTH, nagashi=(NORTH,))) is None


@pytest.mark.parametrize(("name", "outcome"), YAME)
def test_an_optional_yame_asks_the_dealer(name, outcome):
    ruleset, before = house(**{name: "optional"}), state("S4", scores=NORTH_LEADS)
    assert asks_dealer(ruleset, before, outcome) == name
    played_on = settle(ruleset, before, outcome)
    assert (played_on.ending, played_on.after.round, played_on.after.honba) == (None, "S4", 1)
    assert settle(ruleset, before, outcome._replace(stop=True)).ending == name


@pytest.mark.parametrize(("options", "round", "scores", "outcome"), [
    ({"agari_yame": "automatic"}, "S4", NORTH_LEADS, DEALER_WINS),
    ({"agari_yame": "off"}, "S4", NORTH_LEADS, DEALER_WINS),
    ({"agari_yame": "optional"}, "S4", NORTH_LEADS, DEALER_TENPAI),
    ({"tenpai_yame": "optional"}, "S4", NORTH_LEADS, DEALER_WINS),
    ({"agari_yame": "optional"}, "S4", SOUTH_LEADS, DEALER_WINS),
    ({"agari_yame": "optional"}, "S4", NOBODY, DEALER_WINS),
    ({"agari_yame": "optional"}, "S3", NORTH_LEADS, DEALER_WINS),
    ({"agari_yame": "optional"}, "S4", SOUTH_LEADS, OTHER_WINS),
    ({"agari_yame": "optional", "tenpai_yame": "optional"}, "S4", NORTH_LEADS, ABORT),
    ({"agari_yame": "optional"}, "S4", (1_000, 30_000, 30_000, 39_000), DEALER_WINS),  # tobi
    ({"tenpai_yame": "optional", "chonbo": "deduct"}, "S4", NORTH_LEADS, chonbo(EAST)),
])  # fmt: skip
def test_where_nobody_is_asked_nobody_can_stop(options, round, scores, outcome):
    ruleset, before = house(**options), state(round, scores=scores)
    assert asks_dealer(ruleset, before, outcome) is None
    with pytest.raises(RulesError, match="The dealer cannot end the game here"):
        settle(ruleset, before, outcome._replace(stop=True))


def test_time_asks_nobody():
    before = state("S4", scores=NORTH_LEADS, clock="before")
    assert asks_dealer(house(agari_yame="optional"), before, DEALER_WINS) is None


# --- 8: the deal passes


@pytest.mark.parametrize("outcome", [DEALER_NOTEN, OTHER_WINS])
def test_the_last_hand_is_over_when_somebody_has_the_target(outcome):
    assert ending_of(TENHOU, "S4", SOUTH_LEADS, outcome) == Ending.LAST_HAND
    assert ending_of(EAST_ONLY, "E4", SOUTH_LEADS, outcome) == Ending.LAST_HAND
    assert ending_of(TENHOU, "S4", NOBODY, outcome) is None


def test_without_extension_the_last_hand_is_over_whatever_the_scores():
    assert ending_of(house(extension="off"), "S4", NOBODY, DEALER_NOTEN) == Ending.LAST_HAND


@pytest.mark.parametrize(("ruleset", "last", "first"), [
    (TENHOU, "S4", "W1"),
    (EAST_ONLY, "E4", "S1"),
    (SANMA, "S3", "W1"),
])  # fmt: skip
def test_into_the_next_wind_with_honba_and_sticks(ruleset, last, first):
    scores = tuple(ruleset.starting_points - (1_000 if seat < 2 else 0) for seat in range(ruleset.players))
    after = settle(ruleset, state(last, honba=1, sticks=2, scores=scores), draw()).after
    assert (after.round, after.dealer, after.honba, after.sticks) == (first, 0, 2, 2)


@pytest.mark.parametrize(("round", "outcome", "ending"), [
    ("W1", ron(NORTH, win(SOUTH, 5)), Ending.TARGET),
    ("W1", ron(NORTH, win(SOUTH, *ONE)), None),
    ("W4", ron(EAST, win(SOUTH, 5)), Ending.TARGET),
    ("W4", DEALER_NOTEN, Ending.EXTENSION_OVER),
    ("W4", DEALER_TENPAI, None),
])  # fmt: skip
def test_the_extension(round, outcome, ending):
    assert ending_of(TENHOU, round, NOBODY, outcome) == ending


def test_the_extension_of_three_players_is_over_after_round_3():
    assert ending_of(SANMA, "W3", (35_000,) * 3, draw()) == Ending.EXTENSION_OVER
    assert ending_of(SANMA, "W2", (35_000,) * 3, draw()) is None


# --- Ended early, and after the end


def test_a_game_may_be_ended_early_and_the_last_scores_stand():
    game = play(TENHOU, [tsumo(win(EAST, 5))], ended_early=True)
    assert game.ending == Ending.EARLY
    assert [result.score for result in game.results] == [37_000, 21_000, 21_000, 21_000]


def test_a_game_may_be_ended_before_its_first_hand():
    assert play(TENHOU, [], ended_early=True).ending == Ending.EARLY


def test_a_game_that_goes_on_has_no_result():
    game = play(TENHOU, [tsumo(win(EAST, 5))])
    assert (game.ending, game.results) == (None, None)


def test_after_the_end_there_is_no_hand():
    start = state("S4", scores=SOUTH_LEADS)
    with pytest.raises(RulesError, match=r"^hand 2: The game was over before this hand\.$"):
        play(TENHOU, [OTHER_WINS, OTHER_WINS], start)


def test_after_the_end_a_game_cannot_be_ended_early():
    start = state("S4", scores=SOUTH_LEADS)
    with pytest.raises(RulesError, match=r"^The game was over; it cannot be ended early\.$"):
        play(TENHOU, [OTHER_WINS], start, ended_early=True)
