"""The one door: what recording, undoing, lighting riichi and ending early do, and what they refuse."""

import uuid

import pytest

import rules
from games.models import Change, Game, Stale

MIDWAY = {"round": "S4", "honba": 0, "sticks": 0, "scores": [25000, 25000, 24000, 26000]}


def scores(game):
    return list(Game.objects.get(pk=game.pk).state.scores)


def test_a_hand_is_one_row_of_facts_and_one_change(game, hand, door, table):
    game.record(hand.ron(1, 2), **door(game))
    [row] = game.hands.all()
    assert row.facts == {"kind": "ron", "discarder": 2, "wins": [{"seat": 1, "base": 960}], "riichi": []}
    change = game.changes.get(verb="record")
    assert (change.hand, change.after, change.table) == (1, row.facts, table)
    assert scores(game) == [25000, 28900, 21100, 25000]


def test_every_write_counts_the_version(game, hand, door):
    for write in (lambda d: game.record(hand.draw(0), **d), lambda d: game.undo(**d)):
        before = game.version
        write(door(game))
        assert Game.objects.get(pk=game.pk).version == before + 1


def test_lit_riichi_go_down_at_once_and_with_the_hand(game, hand, door):
    game.light(2, True, version=game.version)
    assert scores(game) == [25000, 25000, 24000, 25000]
    game.record(hand.draw(2, riichi=[2]), **door(game))
    assert Game.objects.get(pk=game.pk).riichi == []
    assert scores(game) == [24000, 24000, 27000, 24000]


def test_a_riichi_is_taken_back(game):
    game.light(2, True, version=0)
    game.light(2, True, version=0)
    game.light(2, False, version=0)
    assert scores(game) == [25000] * 4


def test_riichi_below_1000_points_is_refused(begin):
    game = begin(start={"round": "E1", "honba": 0, "sticks": 0, "scores": [98100, 900, 1000, 0]})
    with pytest.raises(rules.RulesError, match="less than 1,000"):
        game.light(1, True, version=0)
    game.light(2, True, version=0)
    assert Game.objects.get(pk=game.pk).riichi == [2]


def test_undo_takes_the_hand_back_and_lights_its_riichi_again(game, hand, door):
    game.light(3, True, version=0)
    game.record(hand.ron(3, 0, riichi=[3]), **door(game))
    game.undo(**door(game))
    game = Game.objects.get(pk=game.pk)
    assert (game.riichi, game.hands.count(), list(game.state.scores)) == (
        [3],
        0,
        [25000, 25000, 25000, 24000],
    )
    assert game.changes.get(verb="undo").before["wins"] == [{"seat": 3, "base": 960}]


def test_there_is_nothing_to_undo_before_the_first_hand(game, door):
    with pytest.raises(rules.RulesError, match="no hand to undo"):
        game.undo(**door(game))


def test_the_same_key_and_hand_are_saved_once(game, hand, door):
    asked = door(game)
    game.record(hand.ron(1, 3), **asked)
    game.record(hand.ron(1, 3), **asked)
    assert (game.hands.count(), scores(game)) == (1, [25000, 28900, 25000, 21100])


def test_the_same_key_and_another_hand_are_refused(game, hand, door):
    asked = door(game)
    game.record(hand.ron(1, 3), **asked)
    with pytest.raises(Stale):
        game.record(hand.ron(1, 2), **asked)
    assert game.hands.count() == 1


def test_a_hand_that_was_undone_does_not_come_back_with_a_resent_request(game, hand, door):
    asked = door(game)
    game.record(hand.ron(1, 3), **asked)
    game.undo(**door(game))
    game.record(hand.ron(1, 3), **asked)
    assert game.hands.count() == 0


def test_an_undo_sent_twice_takes_back_one_hand(game, hand, door):
    for _ in range(2):
        game.record(hand.draw(0), **door(game))
    asked = door(game)
    game.undo(**asked)
    game.undo(**asked)
    assert game.hands.count() == 1


@pytest.mark.parametrize("verb", ["record", "undo", "end_early", "light"])
def test_an_old_version_writes_nothing(game, hand, door, verb):
    old = door(game)
    game.record(hand.draw(0), **door(game))
    calls = {
        "record": lambda: game.record(hand.draw(1), **old),
        "undo": lambda: game.undo(**old),
        "end_early": lambda: game.end_early("closing time", **old),
        "light": lambda: game.light(0, True, version=old["version"]),
    }
    with pytest.raises(Stale):
        calls[verb]()
    game = Game.objects.get(pk=game.pk)
    assert (game.version, game.hands.count(), game.riichi, game.ending) == (1, 1, [], "")


def test_a_hand_is_refused_where_riichi_changed_meanwhile(game, hand, door):
    game.light(0, True, version=0)
    with pytest.raises(Stale):
        game.record(hand.ron(1, 2), **door(game))
    assert game.hands.count() == 0


def test_time_that_was_called_is_part_of_the_hand_and_comes_back_with_its_undo(begin, hand, door):
    game = begin("ema")
    game.call_time(True, version=0)
    with pytest.raises(Stale):
        game.record(hand.draw(), **door(game))
    game.record(hand.draw(time=True), **door(game))
    assert not Game.objects.get(pk=game.pk).is_time_called
    game.undo(**door(game))
    assert Game.objects.get(pk=game.pk).is_time_called


def test_what_cannot_be_is_refused_and_nothing_is_written(game, hand, door):
    with pytest.raises(rules.RulesError, match="own discard"):
        game.record(hand.ron(1, 1), **door(game))
    assert (game.hands.count(), Game.objects.get(pk=game.pk).version) == (0, 0)


def test_the_end_writes_each_seats_result_and_counters(begin, hand, door):
    game = begin(start=MIDWAY)
    game.light(3, True, version=0)
    game.record(hand.ron(3, 0, base=2000, riichi=[3]), **door(game))
    game = Game.objects.get(pk=game.pk)
    assert (game.ending, game.is_over, bool(game.ended_at)) == ("agari_yame", True, True)
    first, last = game.seats.get(seat=3), game.seats.get(seat=0)
    assert (first.score, first.place, first.points) == (38000, 1, 480)
    assert (first.wins, first.won, first.riichi, first.hands_played) == (1, 12000, 1, 1)
    assert (last.deal_ins, last.dealt, last.place, last.points) == (1, 12000, 4, -370)


@pytest.mark.pitfall("B55", "B75")
def test_undoing_the_last_hand_takes_the_results_back(begin, hand, door):
    game = begin(start=MIDWAY)
    game.record(hand.ron(3, 0, base=2000), **door(game))
    game.undo(**door(game))
    game = Game.objects.get(pk=game.pk)
    assert (game.ending, game.ended_at) == ("", None)
    for seat in game.seats.all():
        assert (seat.score, seat.points, seat.wins, seat.deal_ins, seat.hands_played) == (None, None, 0, 0, 0)


def test_no_hand_is_recorded_after_the_end(begin, hand, door):
    game = begin(start=MIDWAY)
    game.record(hand.ron(3, 0, base=2000), **door(game))
    with pytest.raises(rules.RulesError, match="over"):
        game.record(hand.draw(0), **door(game))


def test_ending_early_needs_a_reason_and_is_taken_back_by_undo(game, hand, door):
    with pytest.raises(rules.RulesError, match="reason"):
        game.end_early("  ", **door(game))
    game.record(hand.ron(1, 2), **door(game))
    game.light(0, True, version=game.version)
    game.end_early("closing time", **door(game))
    assert Game.objects.get(pk=game.pk).ending == "early"
    assert [seat.score for seat in game.seats.all()] == [25000, 28900, 21100, 25000]
    game.undo(**door(game))
    game = Game.objects.get(pk=game.pk)
    assert (game.ending, game.ended_early, game.riichi, game.hands.count()) == ("", "", [0], 1)


def test_a_deal_in_counts_once_however_many_won_on_it(begin, door):
    game = begin("mahjong_soul", tobi="off")
    wins = tuple(rules.Win(seat, base=2000) for seat in (1, 2, 3))
    game.record(rules.Ron(discarder=0, winners=wins), **door(game))
    game.end_early("closing time", **door(game))
    assert (game.seats.get(seat=0).deal_ins, game.seats.get(seat=0).dealt) == (1, 24000)
    assert [game.seats.get(seat=seat).wins for seat in (1, 2, 3)] == [1, 1, 1]


def test_a_chonbo_is_no_hand_and_its_riichi_is_none(begin, door):
    game = begin("wrc")
    game.light(1, True, version=0)
    game.record(rules.Chonbo(seats=(0,), riichi=(1,)), **door(game))
    game.end_early("closing time", **door(game))
    assert [(seat.hands_played, seat.riichi, seat.other) for seat in game.seats.all()][:2] == [
        (0, 0, -200),
        (0, 0, 0),
    ]


def test_beginning_twice_with_one_key_begins_one_game(table, people):
    key, by = uuid.uuid4(), {"table": table}
    ruleset = rules.PRESETS["tenhou"]
    first = Game.begin(table, people, ruleset, key=key, by=by)
    assert Game.begin(table, people, ruleset, key=key, by=by) == first
    assert Game.objects.count() == 1


def test_a_table_plays_one_game_at_a_time(game, table, people):
    with pytest.raises(Stale):
        Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by={"table": table})


def test_games_are_numbered_in_their_club(game, other_table, people):
    by = {"table": other_table}
    second = Game.begin(other_table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by=by)
    assert (game.number, second.number) == (1, 2)


@pytest.mark.pitfall("B87")
def test_a_game_is_filed_under_the_clubs_local_day(table, people, club):
    from datetime import UTC, datetime

    club.time_zone = "America/Chicago"
    club.save()
    at = datetime(2026, 2, 20, 2, 30, tzinfo=UTC)
    game = Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by={"table": table}, at=at)
    assert str(game.day) == "2026-02-19"


def test_the_history_is_never_rewritten(game, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    game.undo(**door(game))
    game.record(hand.ron(1, 3), **door(game))
    assert list(game.changes.values_list("verb", "hand")) == [
        ("start", None),
        ("record", 1),
        ("undo", 1),
        ("record", 1),
    ]
    assert Change.objects.count() == 4


def test_a_game_keeps_its_own_rules(begin):
    game = begin("wrc", uma=[30, 10, -10, -30])
    assert game.ruleset["uma"] == [30, 10, -10, -30] and set(game.ruleset) == set(rules.OPTIONS)
    del game.ruleset["yakitori_points"]
    game.save()
    assert Game.objects.get(pk=game.pk).rules.yakitori_points == 0
