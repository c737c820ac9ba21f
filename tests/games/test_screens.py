"""Screens that follow the tables by themselves: the club's page, its TV, one table for a stream."""

import re
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

import rules
from games.models import Game

from .test_watch import tag_of, text

SCREENS = {"club": ("", "live/"), "tv": ("tv/", "tv/live/"), "table": ("tv/1/", "tv/1/live/")}


@pytest.fixture(params=SCREENS)
def screen(request, client, club, table):
    """A screen and its poll."""
    page, poll = SCREENS[request.param]

    class Screen:
        page = staticmethod(lambda: client.get(f"/riverside/{page_of}"))
        poll = staticmethod(lambda tag: client.get(f"/riverside/{poll_of}", {"tag": tag}))

    page_of, poll_of = page, poll
    return Screen


def test_a_poll_that_knows_everything_is_answered_with_nothing_by_one_query(
    screen, game, django_assert_num_queries
):
    tag = tag_of(screen.page())
    with django_assert_num_queries(1):
        response = screen.poll(tag)
    assert (response.status_code, response.content) == (204, b"")


def test_a_poll_where_nobody_plays_is_answered_with_nothing(screen):
    assert screen.poll(tag_of(screen.page())).status_code == 204


def test_a_poll_brings_hands_riichi_time_and_the_end(screen, game, hand, door):
    tag = tag_of(screen.page())
    for change in (
        lambda: game.light(0, True, version=game.version),
        lambda: game.light(0, False, version=game.version),
        lambda: game.record(hand.ron(1, 2), **door(game)),
        lambda: game.call_time(True, version=game.version),
        lambda: game.end_early("Late", **door(game)),
    ):
        change()
        response = screen.poll(tag)
        assert response.status_code == 200
        assert tag_of(response) != tag
        tag = tag_of(response)
        assert screen.poll(tag).status_code == 204


def test_page_and_poll_share_the_fragment(screen, game, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    assert screen.poll("old").content.decode().strip() in screen.page().content.decode()


def test_a_hidden_clubs_screens_are_not_found(screen, game, club):
    tag = tag_of(screen.page())
    club.is_public = False
    club.save()
    assert screen.page().status_code == 404
    assert screen.poll(tag).status_code == 404
    assert screen.poll("").status_code == 404


def test_the_tv_shows_each_table_as_it_stands(client, game, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    game.light(3, True, version=game.version)
    shown = text(client.get("/riverside/tv/"))
    assert re.search(r"Table 1 East 2 0 1 1 東 E Marek Marek 親 \+3,900 28,900", shown)
    assert "Tomás Tomás Riichi 24,000" in shown
    assert "E1: Marek ron from Anne-Sophie 3,900" in shown


def test_the_tv_shows_a_result_for_half_an_hour_or_until_the_next_game(
    client, game, begin, hand, door, time_machine
):
    game.record(rules.Ron(discarder=0, winners=(rules.Win(1, yakuman=1),)), **door(game))
    assert "Table 1 Result somebody is out of points" in text(client.get("/riverside/tv/"))
    time_machine.move_to(timezone.now() + timedelta(minutes=31))
    assert "Nobody is playing now." in text(client.get("/riverside/tv/"))
    begin()
    shown = text(client.get("/riverside/tv/"))
    assert "Result" not in shown
    assert "East 1" in shown


@pytest.mark.parametrize("place", ["", "tv/", "tv/1/", "games/1/"])
def test_a_timed_game_shows_its_minutes_until_time_is_up(client, begin, place, time_machine):
    game = begin(time_limit=75)

    def shown(after):
        time_machine.move_to(game.started_at + timedelta(seconds=after), tick=False)
        return text(client.get(f"/riverside/{place}"))

    assert "75 min left" in shown(0)
    assert "34 min left" in shown(41 * 60)
    assert "1 min left" in shown(75 * 60 - 1)
    assert "Time is up" in shown(75 * 60) and "min left" not in shown(75 * 60)


@pytest.mark.parametrize("place", ["", "tv/", "tv/1/", "games/1/"])
def test_a_game_without_a_clock_shows_no_minutes_but_that_time_was_called(client, begin, place):
    game = begin()
    assert "min left" not in text(client.get(f"/riverside/{place}"))
    game.call_time(True, version=game.version)
    assert "Time is up" in text(client.get(f"/riverside/{place}"))


def test_a_cancelled_game_is_on_no_screen(client, game, door):
    game.cancel("a lesson", **door(game))
    assert "Nobody is playing now." in text(client.get("/riverside/tv/"))


def test_a_stream_shows_one_table_on_nothing_or_green(client, game, other_table, people):
    shown = client.get("/riverside/tv/1/", {"background": "green"}).content.decode()
    assert "screen--green" in shown and "Aiko" in shown
    assert "screen--transparent" in client.get("/riverside/tv/1/?background=transparent").content.decode()
    assert "screen--" not in client.get('/riverside/tv/1/?background="><b>').content.decode()
    assert "nobody is playing now" in text(client.get("/riverside/tv/2/"))


def test_the_clubs_page_leads_to_what_is_laid_over_a_stream(client, game):
    page = client.get("/riverside/")
    assert "Table 1 for a stream: transparent green" in text(page)
    for background in ("transparent", "green"):
        address = f"/riverside/tv/1/?background={background}"
        assert f'href="{address}"' in page.content.decode()
        assert f"screen--{background}" in client.get(address).content.decode()


def test_a_table_that_is_not_there_or_retired_has_no_screen(client, other_table):
    other_table.is_retired = True
    other_table.save()
    for number in (2, 9):
        assert client.get(f"/riverside/tv/{number}/").status_code == 404
        assert client.get(f"/riverside/tv/{number}/live/", {"tag": ""}).status_code == 404


def test_hidden_names_are_initials_on_every_screen(screen, game, people):
    people[0].name, people[0].is_hidden = "Hana Mori", True
    people[0].save()
    assert "Hana" not in screen.page().content.decode()
    assert "H.M." in screen.page().content.decode()


def test_the_clubs_page_shows_the_first_of_the_season(client, play_out, people, season):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    shown = text(client.get("/riverside/"))
    assert re.search(r"League All standings 1 Aiko Aiko 1 game \+\d+\.\d 2 Marek", shown)


@pytest.mark.parametrize("many", [1, 5])
def test_the_tv_takes_as_many_queries_for_many_tables(
    client, club, people, hand, many, django_assert_num_queries
):
    for number in range(1, many + 1):
        table = club.tables.create(number=number)
        game = Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by={"table": table})
        game.record(hand.ron(1, 0), version=0, key=uuid.uuid4(), by={"table": table})
    with django_assert_num_queries(5):
        client.get("/riverside/tv/")
