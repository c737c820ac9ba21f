"""A game of which only the final scores were entered: what it counts for, how it reads, where it must not
be in the way, how it is corrected, and that it comes back from files.
"""

import csv
import io
import json
import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone

import rules
from games import archive, imports, ratings, records, standings
from games.career import Career
from games.management.commands.rebuild import rebuild
from games.models import Change, Club, Evening, Game, Hand, Stale, User

from .pages import text
from .surface import read
from .test_correct_pages import Sheet
from .test_screens import SCREENS
from .test_watch import tag_of

SCORES = (40_000, 30_000, 20_000, 10_000)
POINTS = [500, 100, -200, -400]  # under Tenhou's rules, tenths


@pytest.fixture
def ken(signed_in, organiser):
    return signed_in(organiser)


@pytest.fixture
def sheet(ken):
    return lambda game, **query: Sheet(ken, game, **query)


@pytest.fixture
def played(begin, season, hand, door):
    """A game of the season with two hands: Marek's ron from Anne-Sophie, and a draw."""
    game = begin()
    Game.objects.filter(pk=game.pk).update(season=season)
    game = Game.objects.get(pk=game.pk)
    for outcome in (hand.ron(1, 2, riichi=[3]), hand.draw(0, 1)):
        for seat in outcome.riichi:
            game.light(seat, True, version=game.version)
        game.record(outcome, **door(game))
    game.end_early("closing time", **door(game))
    return game


def fresh(game):
    return Game.objects.get(pk=game.pk)


def points(game):
    return [seat.points for seat in game.seats.all()]


# Entering


def test_its_scores_are_all_that_is_known(enter, people, season, table, organiser):
    game = fresh(enter(people, *SCORES, season=season, table=table, day=(2026, 3, 1)))
    assert (game.number, game.ending, game.is_scores_only, game.is_over) == (1, "early", True, True)
    assert (game.season, game.table, str(game.day)) == (season, table, "2026-03-01")
    assert (game.ended_at, game.known_end) == (game.started_at, None)
    assert points(game) == POINTS
    assert [seat.hands_played for seat in game.seats.all()] == [0] * 4
    change = game.changes.get()
    assert (change.verb, change.why, change.user) == (Change.Verb.ENTER, "From paper", organiser)
    assert timezone.now() - change.at < timedelta(minutes=1)
    assert game.facts_at(change) == game.facts


def test_sticks_that_were_left_go_where_the_rules_say_and_move_no_place(enter, people):
    game = enter(people, 30_000, 30_000, 28_000, 10_000, sticks=2)
    first, second, *_ = game.seats.all()
    assert (first.score, first.place, second.score, second.place) == (32_000, 1, 30_000, 2)
    game = enter(people, 30_000, 30_000, 28_000, 10_000, sticks=2, ties="split", leftover_sticks="nobody")
    first, second, *_ = game.seats.all()
    assert (first.score, first.place, second.score, second.place) == (30_000, 1, 30_000, 1)


def test_equal_scores_are_ranked_by_the_seats_in_which_they_were_entered(enter, people):
    for order in (people, people[::-1]):
        game = enter(order, 25_000, 25_000, 25_000, 25_000)
        assert [seat.player for seat in game.seats.order_by("place")] == order


def test_yakitori_is_not_guessed(enter, people):
    assert points(enter(people, *SCORES, yakitori_points=10_000)) == POINTS


def test_the_same_key_enters_it_once(enter, people, club):
    key = uuid.uuid4()
    assert enter(people, *SCORES, key=key) == enter(people, *SCORES, key=key)
    club.refresh_from_db()
    assert (club.games.count(), club.games_begun, club.changes.count()) == (1, 1, 1)


def test_a_key_that_has_done_something_else_enters_nothing(enter, people, club, begin):
    game = begin()
    with pytest.raises(Stale):
        enter(people, *SCORES, key=game.changes.get().key)
    key = uuid.uuid4()
    enter(people, *SCORES, key=key)
    with pytest.raises(Stale):
        Game.begin(club.tables.create(number=2), people, rules.PRESETS["wrc"], key=key, by={})
    assert club.games.count() == 2


@pytest.mark.parametrize("note", ["", "  "])
def test_a_note_says_where_the_scores_come_from(enter, people, club, note):
    with pytest.raises(rules.RulesError, match="where they come from"):
        enter(people, *SCORES, note=note)
    club.refresh_from_db()
    assert (club.games.count(), club.games_begun) == (0, 0)


@pytest.mark.parametrize(
    ("start", "hands", "early", "is_it"),
    [
        (True, 0, "From paper", True),
        (True, 1, "closing time", False),
        (True, 0, "", False),
        (False, 0, "closing time", False),
        (False, 1, "closing time", False),
    ],
)
def test_what_tells_it_from_other_games(
    begin, hand, door, start, hands, early, is_it, django_assert_num_queries
):
    midway = {"round": "S2", "honba": 1, "sticks": 1, "scores": [24_000, 25_000, 25_000, 25_000]}
    game = begin(start=midway if start else None)
    for _ in range(hands):
        game.record(hand.draw(), **door(game))
    if early:
        game.end_early(early, **door(game))
    assert (game.is_scores_only, game.facts.is_scores_only) == (is_it, is_it)
    [listed] = Game.objects.with_players()
    with django_assert_num_queries(0):
        assert listed.is_scores_only == is_it


# What it counts for


def figures(season):
    """All that a season's page tells of each player."""
    return {row.player.name: row for row in standings.table(season)}


HAND_FIGURES = ("win", "deal_in", "riichi_rate", "tenpai_rate", "average_win", "average_deal_in")


def test_it_counts_for_places_and_points_and_moves_no_rate(played, enter, people, season):
    before = figures(season)
    assert [getattr(before["Marek"].total, name) for name in HAND_FIGURES] == [500, 0, 0, 1000, 3900, None]
    assert [getattr(before["Anne-Sophie"].total, name) for name in HAND_FIGURES] == [
        0,
        500,
        0,
        0,
        None,
        3900,
    ]
    was = {name: row.total.points for name, row in before.items()}
    enter(people, *SCORES, season=season)
    after = figures(season)
    for name, row in after.items():
        for figure in (*HAND_FIGURES, "hands_played", "wins", "riichi", "draws"):
            assert getattr(row.total, figure) == getattr(before[name].total, figure), (name, figure)
    assert [after[player.name].total.points - was[player.name] for player in people] == POINTS
    assert {row.total.games for row in after.values()} == {2}
    # Marek was 1st and is 2nd now, Anne-Sophie 4th and 3rd.
    assert (after["Marek"].total.average_place, after["Anne-Sophie"].total.average_place) == (150, 350)
    assert after["Marek"].total.share_of_firsts == 500
    assert after["Aiko"].total.best == 500


def test_a_season_of_nothing_else_has_points_and_no_rates(client, enter, people, season):
    enter(people, *SCORES, season=season)
    aiko = figures(season)["Aiko"]
    assert (aiko.place, aiko.total.points, aiko.total.average, aiko.total.average_place) == (1, 500, 500, 100)
    assert [getattr(aiko.total, name) for name in HAND_FIGURES] == [None] * 6
    assert Evening.objects.get(player=people[0]).points == 500
    assert client.get(f"/riverside/standings/{season.pk}/").status_code == 200
    page = text(client.get(f"/riverside/players/{people[0].pk}/"))
    assert "1 game, 0 hands" in page and "Hands won – 0, of them 0 by tsumo" in page
    assert "Tenpai at a draw – 0 of 0 exhaustive draws" in page
    assert "Highest hand" not in page and "Yakuman" not in page


def test_ratings_know_it_by_when_it_was_played(club, played, enter, people):
    now = ratings.catch_up_with_all(club).players
    enter(people, *SCORES, day=(2026, 3, 1))
    later = ratings.catch_up_with_all(club)
    assert later.games == 2 and later.players != now
    club.ratings.all().delete()
    assert ratings.catch_up_with_all(club).players == later.players


def test_runs_go_by_when_games_were_played(enter, people, season):
    for day, order in (((2026, 3, 3), people), ((2026, 3, 1), people), ((2026, 3, 2), people[::-1])):
        enter(order, *SCORES, season=season, day=day)
    assert Career(people[0]).runs == {"firsts": 1, "gains": 1}
    assert [seat.game.number for seat in Career(people[0]).last] == [1, 3, 2]


def test_a_cancelled_one_counts_for_nothing_until_it_is_restored(enter, people, season, door):
    game = enter(people, *SCORES, season=season)
    game.cancel("entered twice", **door(game))
    assert standings.table(season) == []
    game.restore(**door(game))
    assert [row.total.points for row in standings.table(season)] == POINTS
    assert list(rebuild(game.club)) == []


def test_the_help_next_to_the_numbers_says_so(client, played, season, people):
    page = text(client.get(f"/riverside/standings/{season.pk}/"))
    assert "those of which only the final scores were entered among them" in page
    assert "move no rate and no value of hands" in page
    page = text(client.get(f"/riverside/players/{people[0].pk}/"))
    assert "games entered as final scores only have none" in page


# How it reads


def test_its_page_tells_the_result_and_that_no_hand_is_known(client, enter, people):
    enter(people, 40_000, 30_000, 20_000, 9_000, sticks=1, day=(2026, 3, 1))
    answer = client.get("/riverside/games/1/")
    page, source = text(answer), answer.content.decode()
    assert "Game 1: Aiko wins" in page
    assert "final scores only · begun at 20:00" in page
    assert "Result final scores only (From paper)" in page
    assert "Only the final scores of this game were entered." in page
    assert "1 riichi stick was left: 1,000 to Aiko." in page
    for absent in ("Score by hand", "What happened", "0 hands", "Taken over", "20:00 to 20:00"):
        assert absent not in page, absent
    assert 'class="tab log' not in source and 'class="print-only signs"' in source
    assert "hx-get" not in source.split('id="game"')[1][:200]  # nothing new is to be expected


def test_a_name_that_is_hidden_is_hidden_in_its_note_too(client, enter, people):
    people[0].is_hidden = True
    people[0].save()
    enter(people, *SCORES, note="Aiko's notebook")
    page = text(client.get("/riverside/games/1/"))
    assert "final scores only (A.'s notebook)" in page and "Aiko" not in page


def test_lists_have_it_among_the_others_by_when_it_was_played(client, played, enter, people, season):
    enter(people, *SCORES, season=season, day=(2026, 3, 1))
    for address in ("", "games/", f"games/?player={people[0].pk}"):
        page = text(client.get(f"/riverside/{address}"))
        assert page.index("Game 1 ") < page.index("Sunday 1 March 2026") < page.index("Game 2 ")
    assert "+50.0" in text(client.get(f"/riverside/players/{people[0].pk}/"))


def test_organisers_see_it_for_what_it_is(ken, enter, people, played):
    enter(people, *SCORES, day=(2026, 3, 1))
    page = text(ken.get("/riverside/organise/games/"))
    assert "Game 2 1 March 2026" in page
    assert page.count("Final scores only") == page.count("Ended early") == 1
    page = text(ken.get("/riverside/organise/games/2/"))
    assert "final scores only (From paper)" in page
    assert "Ken entered the final scores of game 2 From paper" in page
    assert "Ken entered the final scores of game 2" in text(ken.get("/riverside/organise/"))


@pytest.mark.parametrize("address", ["games/", "organise/games/", ""])
def test_lists_of_many_ask_no_more_than_lists_of_one(
    ken, enter, people, address, django_assert_max_num_queries
):
    enter(people, *SCORES)
    ken.get(f"/riverside/{address}")
    with django_assert_max_num_queries(40) as one:
        ken.get(f"/riverside/{address}")
    for _ in range(3):
        enter(people, *SCORES)
    with django_assert_max_num_queries(len(one)):
        ken.get(f"/riverside/{address}")


def test_files_have_it(client, played, enter, people, season):
    enter(people, *SCORES, season=season, day=(2026, 3, 1))

    def rows(name):
        answer = client.get(f"/riverside/download/seasons/{season.pk}/{name}.csv")
        content = answer.getvalue().decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(content)))

    paper = rows("games")[1]
    assert (paper["Over because"], paper["Begin"], paper["End"]) == (
        "final scores only",
        "2026-03-01 20:00",
        "",
    )
    assert [paper[f"Points {seat}"] for seat in (1, 2, 3, 4)] == ["50.0", "10.0", "-20.0", "-40.0"]
    assert {row["Game"] for row in rows("hands")} == {"1"}
    marek = next(row for row in rows("standings") if row["Player"] == "Marek")
    assert (marek["Games"], marek["Hands"], marek["Wins %"], marek["Average win"]) == (
        "2",
        "2",
        "50.0",
        "3900",
    )
    for kind in ("xlsx", "json"):
        assert read(client.get(f"/riverside/download/games.{kind}")).status_code == 200


# Where it must not be in the way


@pytest.fixture
def board(tablet):
    return lambda: text(tablet.get("/riverside/tables/1/"))


def test_a_tablet_plays_on_while_one_is_entered_for_its_table(tablet, board, game, enter, people, table):
    before, tag = board(), poll_tag(tablet)
    enter(people, *SCORES, table=table)
    assert tablet.get("/riverside/tables/1/", {"tag": tag}).status_code == 204
    assert "Tsumo" in before and "Tsumo" in board()
    tap = {"version": game.version, "key": uuid.uuid4(), "tsumo": 0, "value-0": "b960"}
    tablet.post("/riverside/tables/1/hands/", tap)
    assert game.hands.count() == 1
    assert tablet.get("/riverside/games/1/correct/").status_code == 200
    assert tablet.get("/riverside/games/2/correct/").status_code == 302  # it is not the tablet's


def poll_tag(tablet):
    return tablet.get("/riverside/tables/1/").content.decode().split('"tag": "')[1].split('"')[0]


def test_a_tablet_keeps_its_last_game_and_begins_the_next(
    tablet, board, begin, enter, people, club, table, door
):
    game = begin()
    game.end_early("closing time", **door(game))
    tag = poll_tag(tablet)
    strangers = [club.players.create(name=f"Guest {number}") for number in range(4)]
    paper = enter(strangers, *SCORES, table=table)
    assert tablet.get("/riverside/tables/1/", {"tag": tag}).status_code == 204
    assert "closing time" in board() and "Guest" not in board()
    # Neither its undo, nor its log, nor its next game are the entered game's.
    tablet.post("/riverside/tables/1/undo/", {"version": game.version, "key": uuid.uuid4()})
    assert (fresh(game).is_over, fresh(paper).is_over) == (False, True)
    game = fresh(game)
    game.end_early("closing time", **door(game))
    tablet.post("/riverside/tables/1/next/", {"version": game.version, "key": uuid.uuid4()})
    assert {seat.player for seat in table.latest_game.seats.all()} == set(people)


def test_a_table_for_which_nothing_else_was_entered_has_played_nothing(tablet, enter, people, table):
    enter(people, *SCORES, table=table)
    assert tablet.get("/riverside/tables/1/").url == "/riverside/tables/1/start/"
    assert tablet.get("/riverside/tables/1/log/").status_code == 404
    assert "Last game" not in text(tablet.get("/riverside/tables/1/start/"))
    assert tablet.get("/riverside/games/1/correct/").status_code == 302


def test_a_game_that_a_tablet_took_over_and_ended_at_once_stays_the_tablet_s(tablet, board, begin, door):
    midway = {"round": "S2", "honba": 1, "sticks": 1, "scores": [24_000, 25_000, 25_000, 25_000]}
    game = begin(start=midway)
    game.end_early("closing time", **door(game))
    assert "closing time" in board()
    tablet.post("/riverside/tables/1/undo/", {"version": game.version, "key": uuid.uuid4()})
    assert not fresh(game).is_over


def test_a_finished_game_that_is_moved_to_a_table_does_not_hide_what_that_plays(
    client, tablet, board, begin, other_table, people, hand, door, table
):
    running = begin()
    by = {"table": other_table}
    other = Game.begin(other_table, people, rules.PRESETS["wrc"], key=uuid.uuid4(), by=by)
    other.record(hand.tsumo(0), **door(other))
    other.end_early("closing time", **door(other))
    other.correct(replace(other.facts, table=table.pk), "it was table 1", **door(other))
    assert table.latest_game == running
    for address in ("tv/", "tv/1/"):
        assert "closing time" not in text(client.get(f"/riverside/{address}"))
    assert "Tsumo" in board()
    assert tablet.get("/riverside/tables/1/", {"tag": poll_tag(tablet)}).status_code == 204
    tap = {"version": running.version, "key": uuid.uuid4(), "tsumo": 0, "value-0": "b960"}
    tablet.post("/riverside/tables/1/hands/", tap)
    assert running.hands.count() == 1


@pytest.mark.parametrize("screen", SCREENS)
def test_no_screen_shows_it_as_just_over(client, enter, people, table, screen):
    page, poll = SCREENS[screen]
    tag = tag_of(client.get(f"/riverside/{page}"))
    enter(people, *SCORES, table=table)
    assert client.get(f"/riverside/{poll}", {"tag": tag}).status_code == 204
    shown = text(client.get(f"/riverside/{page}"))
    assert ("Aiko" in shown) == (screen == "club")  # among the latest games


def test_a_table_with_entered_games_plays_and_retires_as_any_other(enter, people, table, begin):
    enter(people, *SCORES, table=table)
    game = begin()
    enter(people, *SCORES, table=table)
    game.cancel("a trial", version=game.version, key=uuid.uuid4(), by={})
    table.retire(by={})
    assert table.is_retired


# Correcting it


def test_scores_sticks_season_day_and_note_are_corrected(client, sheet, enter, people, season, club):
    full = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    spring = club.seasons.create(name="Spring", starts="2010-01-01", ends="2010-06-30", ruleset=full)
    game = enter(people, *SCORES, season=season)
    page = sheet(game)
    assert "Only the final scores of this game were entered." in page.text
    assert "Which hand" not in page.text and "Ended by" not in page.text
    page.type(
        score_0="19,000",
        score_2="40 000",
        sticks=1,
        season=spring.pk,
        started_at="2010-03-01T20:15",
        ended_early="Marek's notebook",
    ).press()
    for said in (
        "score of Aiko: 40,000 became 19,000",
        "score of Anne-Sophie: 20,000 became 40,000",
        "riichi sticks: 0 became 1",
        "season: League became Spring",
        "1 Mar 2010, 20:15",
        "note: From paper became Marek's notebook",
        "Places change: Anne-Sophie 3rd → 1st, Aiko 1st → 3rd.",
        "Places in League change: Aiko 1 → none, Marek 2 → none, Anne-Sophie 3 → none, Tomás 4 → none.",
        "Places in Spring change: Aiko none → 3",
    ):
        assert said in page.text, said
    assert "The game is" not in page.text
    assert "Aiko was 1st → now 3rd was 40,000 → now 19,000 was +50.0 → now −21.0" in page.text
    assert page.save("Read the wrong line").is_saved
    game = fresh(game)
    assert game.is_scores_only
    assert points(game) == [-210, 100, 510, -400]
    assert (game.season, str(game.day), game.ended_at) == (spring, "2010-03-01", game.started_at)
    assert standings.table(season) == [] and len(standings.table(spring)) == 4
    assert list(rebuild(club)) == []
    told = text(client.get("/riverside/games/1/"))
    assert "score of Aiko: 40,000 became 19,000" in told and "Read the wrong line" in told


def test_what_does_not_add_up_is_told_and_kept(sheet, enter, people):
    page = sheet(enter(people, *SCORES)).type(score_0="41,000").press()
    wrong = "Scores and sticks must add up to 100,000; they add up to 101,000, which is 1,000 too many."
    assert wrong in page.text and page.fields["score_0"] == ["41,000"]
    assert not page.save().is_saved
    assert wrong in page.text
    page.type(score_0="lots").press()
    assert "Enter a whole number." in page.text and page.fields["score_0"] == ["lots"]
    page.type(score_0="−1,000", score_1="71000").press()
    assert page.save().is_saved


def test_players_who_sat_in_each_others_seats_take_their_scores_along_or_not(sheet, enter, people):
    game = enter(people, *SCORES)
    page = sheet(game).type(one=0, two=3).press("exchange")
    assert "Aiko and Tomás exchanged seats" in page.text and "score of" not in page.text.split("Save")[0]
    assert page.save().is_saved
    game = fresh(game)
    assert next((seat.player.name, seat.score) for seat in game.seats.all()) == ("Tomás", 10_000)
    page = sheet(game).type(one=0, two=3).press("rename")
    assert "score of Aiko: 40,000 became 10,000" in page.text
    assert page.save().is_saved
    assert next((seat.player.name, seat.score) for seat in fresh(game).seats.all()) == ("Aiko", 10_000)


def test_rules_are_changed_where_the_points_fit_them(sheet, enter, people):
    game = enter(people, *SCORES)
    page = sheet(game).type(ruleset="wrc").press()
    assert "must add up to 120,000; they add up to 100,000, which is 20,000 too few." in page.text
    assert page.fields["ruleset"] == ["wrc"] and not page.save().is_saved
    page.type(ruleset="m_league", length="tonpuusen").press()
    assert page.save().is_saved
    game = fresh(game)
    assert (game.rules.preset, game.rules.length, points(game)) == (
        "m_league",
        "tonpuusen",
        [600, 100, -200, -500],
    )


def test_the_rounds_of_rules_do_not_matter_where_none_was_played(club, people, sheet, season):
    """Records of other programs may name any round."""
    record = {
        "format": "clubscore-game",
        "version": 1,
        "ruleset": {"preset": "m_league"},
        "players": [{"name": player.name} for player in people],
        "start": {"round": "S4", "honba": 2, "sticks": 0, "scores": list(SCORES)},
        "hands": [],
        "ended_early": "paper",
        "started_at": "2026-03-01T19:30:00Z",
    }
    imports.bring_games(club, io.BytesIO(json.dumps(record).encode()), by={})
    game = club.games.get()
    assert sheet(game).type(length="tonpuusen").press().save().is_saved
    assert fresh(game).start == {**record["start"], "round": "E1"}


def test_a_correction_is_taken_back_from_the_history(ken, sheet, enter, people):
    game = enter(people, *SCORES)
    before = game.facts
    entered = game.changes.get()
    assert sheet(game).type(score_0="39000", score_1="31000").press().save().is_saved
    history = text(ken.get("/riverside/games/1/history/"))
    assert "Ken entered the final scores of game 1" in history and "Compare with today" in history
    page = sheet(game, at=entered.pk)
    assert "score of Aiko: 39,000 became 40,000" in page.text
    assert page.save("It was right").is_saved
    assert fresh(game).facts == before and points(fresh(game)) == POINTS


def test_a_penalty_is_added(sheet, enter, people):
    game = enter(people, *SCORES)
    page = sheet(game).type(seat=1, points="-20", reason="Chonbo").press("add")
    assert page.save("As on the sheet").is_saved
    assert points(fresh(game)) == [500, -100, -200, -400]


def test_without_its_note_it_would_be_a_game_that_goes_on(sheet, enter, people):
    page = sheet(enter(people, *SCORES)).type(ended_early="").press()
    assert "It has no table that it could be played on at." in page.text
    assert not page.save().is_saved


def test_a_game_taken_over_midway_is_corrected_too(client, sheet, begin, hand, door):
    midway = {"round": "S2", "honba": 1, "sticks": 1, "scores": [24_000, 25_000, 25_000, 25_000]}
    game = begin(start=midway)
    game.record(hand.ron(1, 2), **door(game))
    page = sheet(game)
    assert "Taken over midway" in page.text
    page.type(round="S3", honba=0, sticks=0, score_0="26000", score_3="24000").press()
    for said in (
        "taken over before: South 2, 1 honba became South 3",
        "riichi sticks: 1 became 0",
        "score of Aiko: 24,000 became 26,000",
        "score of Tomás: 25,000 became 24,000",
        "Hand by hand",
    ):
        assert said in page.text, said
    assert page.save("Read the sheet again").is_saved
    game = fresh(game)
    assert game.start == {"round": "S3", "honba": 0, "sticks": 0, "scores": [26_000, 25_000, 25_000, 24_000]}
    assert list(game.state.scores) == [26_000, 28_900, 21_100, 24_000]
    assert "taken over before: South 2, 1 honba became South 3" in text(client.get("/riverside/games/1/"))
    page = sheet(game).type(score_0="27000").press()
    assert "which is 1,000 too many" in page.text and not page.save().is_saved


def test_a_game_from_the_beginning_is_asked_for_no_start(sheet, played):
    page = sheet(played)
    assert "Taken over midway" not in page.text and "score_0" not in page.fields


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ("2999-01-01T10:00", "This has not been yet."),
        ("0001-01-01T00:00", "This year cannot be right."),
        ("9999-12-31T23:59", "This year cannot be right."),
        ("yesterday", "Enter a valid date/time."),
    ],
)
def test_a_begin_that_cannot_have_been_is_refused(sheet, enter, people, moment, said):
    page = sheet(enter(people, *SCORES)).type(started_at=moment).press()
    assert said in page.text and not page.save().is_saved


# Out and in again


def test_its_record_is_replayed_to_the_same(client, enter, people, tmp_path, capsys):
    game = enter(people, 40_000, 30_000, 20_000, 9_000, sticks=1)
    file = tmp_path / "record.json"
    file.write_bytes(client.get("/riverside/games/1/record.json").content)
    assert "ended_at" not in json.loads(file.read_text())
    call_command("replay", str(file))
    answer = json.loads(capsys.readouterr().out)
    assert (answer["hands"], answer["ended"]) == ([], "early")
    seats = list(game.seats.all())
    assert answer["final"] == {
        "scores": [seat.score for seat in seats],
        "places": [seat.place for seat in seats],
        "points": [seat.points / 10 for seat in seats],
    }


@pytest.fixture
def elsewhere(db):
    return Club.objects.create(name="Hilltop", slug="hilltop", time_zone="Europe/Paris")


def bring(club, *values, **more):
    file = io.BytesIO("\n".join(json.dumps(one) for one in values).encode())
    return imports.bring_games(club, file, by={}, **more)


def test_another_club_brings_it_in(enter, people, elsewhere):
    game = enter(people, 40_000, 30_000, 20_000, 9_000, sticks=1, day=(2026, 3, 1))
    record = records.record(game)
    bring(elsewhere, record)
    there = elsewhere.games.get()
    assert there.is_scores_only and there.ended_at == there.started_at
    assert points(there) == points(game) and there.ended_early == "From paper"
    assert records.record(there) == record
    assert list(rebuild(elsewhere)) == []


def test_a_file_of_them_is_brought_in_once(enter, people, club, ken):
    record = records.record(enter(people, *SCORES, day=(2026, 3, 1)))
    new = {**record, "started_at": "2026-03-08T19:00:00Z"}
    form = {"games-key": uuid.uuid4(), "games-unknown": "members"}
    form["games-file"] = SimpleUploadedFile("file", "\n".join(map(json.dumps, (record, new))).encode())
    page = text(ken.post("/riverside/organise/bring/games/", form, follow=True))
    assert "Taken in: 1. Here already: 1." in page
    assert [game.is_scores_only for game in club.games.all()] == [True, True]


def test_another_one_that_began_at_the_same_moment_is_refused(enter, people, club):
    record = records.record(enter(people, *SCORES, day=(2026, 3, 1)))
    record["start"]["scores"] = list(SCORES[::-1])
    with pytest.raises(imports.Refused) as refusal:
        bring(club, record)
    assert "began at this moment is here" in refusal.value.report.refused[0][1]


def test_two_of_the_same_people_on_one_day_are_two(enter, people, elsewhere, club):
    record = {**records.record(enter(people, *SCORES)), "started_at": None}
    del record["started_at"]
    other = {**record, "start": {**record["start"], "scores": list(SCORES[::-1])}}
    day = club.day_of(timezone.now())
    bring(elsewhere, record, other, record, day=day)
    assert sorted(points(game) for game in elsewhere.games.all()) == sorted([POINTS, POINTS[::-1]])
    bring(elsewhere, other, record, day=day)
    assert elsewhere.games.count() == 2


def test_import_records_takes_it(enter, people, elsewhere, tmp_path, capsys):
    file = tmp_path / "records.jsonl"
    file.write_text(json.dumps(records.record(enter(people, *SCORES))))
    call_command("import_records", "hilltop", str(file))
    assert elsewhere.games.get().is_scores_only


def test_an_archive_takes_it_along(enter, people, season, table, club, sheet):
    game = enter(
        people, 40_000, 30_000, 20_000, 9_000, sticks=1, season=season, table=table, day=(2026, 3, 1)
    )
    assert sheet(game).type(score_0="39000", score_1="31000").press().save().is_saved
    file = io.BytesIO()
    archive.write(club, file)
    nora = User.objects.create_user("nora@example.org", "white spoon 44", name="Nora")
    brought = archive.bring(file, owner=nora, slug="copy")
    assert brought.differing == []
    game, copy = fresh(game), brought.club.games.get()
    assert copy.is_scores_only and points(copy) == points(game)
    assert (copy.ended_at, copy.started_at, copy.table.number) == (game.started_at, game.started_at, 1)
    assert [change.verb for change in copy.changes.all()] == ["enter", "correct"]
    assert copy.facts_at(copy.changes.last()) == copy.facts
    assert list(rebuild(brought.club)) == []


def test_nothing_differs_when_all_is_rebuilt(enter, people, season, club):
    enter(people, *SCORES, season=season)
    enter(people[:3], 50_000, 35_000, 20_000, season=season, preset="tenhou_sanma")
    assert list(rebuild(club)) == []
    assert Hand.objects.count() == 0
