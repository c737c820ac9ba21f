"""The board: how far an entry is, what it would come to, and what is kept where the board moved on."""

import re
import uuid

import pytest
from django.http import QueryDict
from django.utils import timezone

from games.board import Board
from games.models import Game


@pytest.fixture
def still(time_machine):
    """The clock stands still: what is new for ten seconds is new, however slow the machine is."""
    time_machine.move_to(timezone.now(), tick=False)


@pytest.fixture
def board(table):
    """The board of a game with this entry, in query words; version and key as the board sends them."""

    def board(game, entry="", **more):
        data = QueryDict(entry, mutable=True)
        sent = {"version": game.version, "key": uuid.uuid4(), **more}
        data.update({name: str(value) for name, value in sent.items()})
        return Board(table, Game.objects.get(pk=game.pk), data)

    return board


@pytest.mark.parametrize(
    "entry, stage",
    [
        ("", "rest"),
        ("ron=1", "rest"),
        ("ron=1&from=2", "value"),
        ("ron=1&from=2&pad=detail", "detail"),
        ("ron=1&from=2&value-1=b960", "preview"),
        ("ron=1&from=2&value-1=b960&back=value", "value"),
        ("ron=1&ron=0&from=2&value-1=b960", "value"),
        ("ron=1&ron=0&from=2&value-1=b960&value-0=h3.40", "preview"),
        ("ron=1&ron=0&ron=3&from=2", "abort"),
        ("tsumo=1", "value"),
        ("tsumo=1&value-1=y1", "preview"),
        ("draw=exhaustive", "draw"),
        ("draw=exhaustive&tenpai=1&tenpai=2", "draw"),
        ("draw=nine_terminals", "abort"),
        ("stage=chonbo", "chonbo"),
    ],
)
def test_the_stage_says_how_far_an_entry_is(game, board, entry, stage):
    assert (board(game, entry).stage, board(game, entry).problem) == (stage, "")


@pytest.mark.parametrize(
    "entry, changes, total",
    [
        ("ron=1&from=2&value-1=b960", [0, 3900, -3900, 0], [25000, 28900, 21100, 25000]),
        ("tsumo=0&value-0=h3.40", [7800, -2600, -2600, -2600], [32800, 22400, 22400, 22400]),
        ("draw=exhaustive&tenpai=3", [-1000, -1000, -1000, 3000], [24000, 24000, 24000, 28000]),
        ("ron=1&ron=0&from=2&value-1=b960&value-0=h6", [18000, 3900, -21900, 0], [43000, 28900, 3100, 25000]),
        ("tsumo=1&value-1=y1&pao-1=3&covered-1=1", [0, 32000, 0, -32000], [25000, 57000, 25000, -7000]),
    ],
)
def test_a_preview_shows_each_seats_change_and_new_score(game, board, entry, changes, total):
    seats = board(game, entry).seats
    assert [seat.change for seat in seats] == changes
    assert [seat.total for seat in seats] == total


def test_a_preview_counts_from_the_scores_that_are_shown(game, board):
    game.light(1, True, version=0)
    seats = board(game, "ron=1&from=2&value-1=b960").seats
    assert [(seat.score, seat.change, seat.total) for seat in seats][1] == (24000, 4900, 28900)


def test_a_preview_tells_the_sum_and_what_comes_next(begin, board):
    game = begin(start={"round": "S1", "honba": 2, "sticks": 1, "scores": [24000, 25000, 25000, 25000]})
    preview = board(game, "ron=1&from=2&value-1=h3.30").preview
    assert [(row["op"], row["points"], row["label"]) for row in preview.rows] == [
        ("", 3900, "3 han 30 fu"),
        ("+", 600, "2 honba"),
        ("+", 1000, "1 stick"),
        ("=", 5500, "to Marek"),
    ]
    assert (preview.title, preview.pays, preview.next) == (
        "Marek ron from Anne-Sophie",
        "Anne-Sophie pays 4,500.",
        "Next: South 2, 0 honba.",
    )


def test_a_preview_says_that_the_game_ends_and_why(begin, board):
    game = begin(start={"round": "E2", "honba": 0, "sticks": 0, "scores": [30000, 30000, 32100, 7900]})
    preview = board(game, "ron=0&from=3&value-0=b2000").preview
    assert (preview.ends, preview.next) == (True, "The game ends: somebody is out of points (tobi).")


def test_the_dealer_is_asked_where_ending_is_optional(begin, board):
    start = {"round": "S4", "honba": 0, "sticks": 0, "scores": [25000, 25000, 24000, 26000]}
    game = begin(start=start, agari_yame="optional")
    assert board(game, "ron=3&from=0&value-3=b2000").preview.asks
    assert not board(game, "ron=1&from=0&value-1=b2000").preview.asks


def test_under_atamahane_the_first_in_turn_is_kept_and_it_says_why(begin, board):
    shown = board(begin("wrc"), "ron=1&ron=0&from=2&value-0=b960")
    assert (shown.stage, [seat.change for seat in shown.seats]) == ("preview", [5800, 0, -5800, 0])
    assert shown.preview.notes == ["Under these rules only the first in turn wins (atamahane)."]


def test_three_winners_are_offered_as_the_abortive_draw(game, board):
    shown = board(game, "ron=1&ron=0&ron=3&from=2")
    assert shown.preview.title == "Abortive draw: triple ron"
    assert shown.hidden == [("draw", "triple_ron")]


def test_riichi_is_tenpai_at_a_draw_without_a_tap(game, board):
    game.light(2, True, version=0)
    assert [seat.tenpai for seat in board(game, "draw=exhaustive").seats] == [False, False, True, False]


def test_a_score_of_nothing_is_written_as_large_as_others(begin, tablet, table):
    begin(start={"round": "E2", "honba": 0, "sticks": 0, "scores": [0, 900, -100, 99200]})
    text = tablet.get(f"/{table.club.slug}/tables/{table.number}/").content.decode()
    figures = re.findall(r'class="figure">(.*?)<small>(.*?)</small>', text)
    assert figures == [("0", ""), ("9", "00"), ("−1", "00"), ("99,2", "00")]


@pytest.mark.parametrize(
    "entry, stage, says",
    [
        ("tsumo=1&value-1=h1.20", "value", "1 han with 20 fu cannot exist"),
        ("tsumo=1&value-1=h1.20&pad=detail", "detail", "1 han with 20 fu cannot exist"),
        ("ron=1&from=2&value-1=nonsense", "rest", "no value"),
        ("ron=9&from=2", "rest", "no such seat"),
        ("draw=four_riichi", "abort", "all four players are in riichi"),
    ],
)
def test_what_cannot_be_is_said_and_the_input_stays(game, board, entry, stage, says):
    shown = board(game, entry)
    assert says in shown.problem
    assert (shown.stage, shown.preview) == (stage, None)


def test_20_fu_by_ron_warns_and_can_be_saved(game, board):
    preview = board(game, "ron=1&from=2&value-1=h3.20").preview
    assert ["20 fu by ron" in warning for warning in preview.warnings] == [True]


def test_an_entry_on_a_board_that_moved_on_is_kept_beside_what_was_saved(game, board, hand, door):
    old, key = game.version, uuid.uuid4()
    game.record(hand.ron(0, 3), **door(game))
    shown = board(game, "ron=1&from=2&value-1=b960", version=old, key=key)
    assert shown.stage == "conflict"
    assert shown.conflict == {
        "saved": "Aiko ron from Tomás",
        "typed": "Marek ron from Anne-Sophie",
        "same": False,
    }
    assert ("value-1", "b960") in shown.hidden
    again = board(game, "ron=1&from=2&value-1=b960&again=1", version=old, key=key)
    assert (again.stage, again.version) == ("preview", 1) and again.key != str(key)


def test_the_same_hand_typed_on_two_devices_is_called_the_same(game, board, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    assert board(game, "ron=1&from=2&value-1=b960", version=0).conflict["same"]


def test_an_entry_that_was_saved_is_gone_when_somebody_goes_back(game, board, hand, door):
    asked = door(game)
    game.record(hand.ron(1, 2), **asked)
    shown = board(game, "ron=1&from=2&value-1=b960", version=0, key=asked["key"])
    assert (shown.stage, shown.data.get("value-1")) == ("rest", "b960")
    assert [seat.ron for seat in shown.seats] == [False] * 4


def test_changes_stay_on_the_panels_for_ten_seconds(still, game, board, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    shown = board(game)
    assert [seat.change for seat in shown.seats] == [0, 3900, -3900, 0]
    assert shown.saved["words"] == "Marek ron from Anne-Sophie"
    game.hands.update(recorded_at="2026-01-01T00:00Z")
    later = board(game)
    assert ([seat.change for seat in later.seats], later.saved) == ([None] * 4, None)
    assert later.tag != shown.tag


def test_a_timed_game_says_that_time_is_up(still, begin, board):
    game = begin("wrc", time_limit=90)
    assert (board(game).clock["text"], board(game).is_time_up) == ("90:00", False)
    Game.objects.update(started_at="2026-01-01T00:00Z")
    late = board(game, "draw=exhaustive")
    assert late.is_time_up and ("time", "1") in late.hidden


def test_yakitori_marks_who_has_not_won_yet(begin, board, hand, door):
    game = begin("wrc", yakitori_points=10000)
    game.record(hand.tsumo(2), **door(game))
    assert [seat.no_win_yet for seat in board(game).seats] == [True, True, False, True]


def test_three_players_sit_at_three_sides(begin, board):
    shown = board(begin("tenhou_sanma"))
    assert [(seat.pos, seat.wind) for seat in shown.seats] == [("bottom", "E"), ("right", "S"), ("top", "W")]


def test_the_result_stands_by_place(begin, board, hand, door):
    game = begin(start={"round": "S4", "honba": 0, "sticks": 0, "scores": [25000, 25000, 24000, 26000]})
    assert board(game).heading == "South 4"
    game.record(hand.ron(3, 0, base=2000), **door(game))
    shown = board(game)
    assert (shown.stage, shown.heading, shown.ending) == (
        "over",
        "Result",
        "The game is over: the dealer won and is first (agari-yame).",
    )
    assert [(row.name, row.result.place, row.result.points) for row in shown.results] == [
        ("Tomás", 1, 480),
        ("Marek", 2, 50),
        ("Anne-Sophie", 3, -160),
        ("Aiko", 4, -370),
    ]


def test_after_the_last_hand_nobody_is_dealt_another(begin, board, hand, door):
    def winds(game):
        return [seat.wind + "*" * seat.is_dealer for seat in board(game).seats]

    game = begin(start={"round": "S4", "honba": 0, "sticks": 0, "scores": [35000, 25000, 24000, 16000]})
    game.record(hand.ron(0, 3), **door(game))
    assert game.is_over and winds(game) == ["S", "W", "N", "E*"]
    game.undo(**door(game))
    game.end_early("Late", **door(game))
    assert game.is_over and winds(game) == ["S", "W", "N", "E*"]


def test_time_that_has_run_out_is_no_entry_that_another_device_could_overtake(begin, board, hand, door):
    game = begin("ema", time_limit=90)
    Game.objects.update(started_at="2026-01-01T00:00Z")
    waiting = f"version={game.version}&" + "&".join(f"{name}={value}" for name, value in board(game).hidden)
    game.record(hand.tsumo(2, time=True), **door(game))
    assert board(game, waiting).stage == "rest"


def test_time_that_one_device_called_is_up_on_every_device(begin, board):
    game = begin("wrc")
    before = board(game).tag
    game.call_time(True, version=0)
    assert board(game).is_time_called and board(game).tag != before
    assert ("time", "1") in board(game, "draw=exhaustive").hidden
    game.call_time(False, version=0)
    assert not board(game).is_time_up
