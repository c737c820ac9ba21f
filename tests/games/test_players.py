"""A club's players, and a player's page, as anybody sees them."""

import re
import uuid
from datetime import date, timedelta

import pytest

import rules
from games.models import Game

from .test_watch import text


@pytest.fixture
def page(client):
    """A player's page as anybody gets it."""
    return lambda player: client.get(f"/riverside/players/{player.pk}/")


# The list


def test_players_are_listed_with_their_games(client, play_out, people, club):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    club.players.create(name="Gus", is_guest=True)
    shown = text(client.get("/riverside/players/"))
    assert "Aiko 1" in shown
    assert "Gus guest 0" in shown


def test_players_are_found_by_any_of_their_names(client, club, people):
    club.players.create(name="中野 健", short_name="中野", other_names="Ken Nakano")
    shown = text(client.get("/riverside/players/", {"q": "ken"}))
    assert "中野 健" in shown
    assert "Aiko" not in shown
    assert "Nobody goes by “zzz”" in text(client.get("/riverside/players/", {"q": "zzz"}))


def test_a_hidden_name_is_found_by_its_initials_alone(client, club):
    club.players.create(name="Hana Mori", other_names="Flower", is_hidden=True)
    for search in ("Hana", "flower", "Mori"):
        assert "Nobody goes by" in text(client.get("/riverside/players/", {"q": search}))
    assert "H.M." in text(client.get("/riverside/players/", {"q": "h.m."}))


def test_who_was_forgotten_is_in_no_list_and_has_no_page(client, people, organiser, page):
    people[0].forget(by={"user": organiser})
    assert "former member" not in text(client.get("/riverside/players/"))
    assert page(people[0]).status_code == 404


def test_a_player_is_not_found_under_another_club(client, people, club):
    type(club).objects.create(name="Hilltop", slug="hilltop")
    assert client.get(f"/hilltop/players/{people[0].pk}/").status_code == 404


# The page


def test_a_player_without_games_says_so(page, people):
    assert "No finished game yet." in text(page(people[0]))


def test_a_player_sees_totals_over_all_and_by_season(page, play_out, people, club, season):
    full = season.ruleset
    past = club.seasons.create(name="Past", starts="2019-01-01", ends="2019-12-31", ruleset=full)
    first = play_out(people, 40_000, 30_000, 20_000, 10_000, season=past, day=(2019, 5, 1))
    second = play_out(people, 10_000, 20_000, 30_000, 40_000, day=(2026, 3, 1))
    points = [game.seats.get(player=people[0]).points for game in (first, second)]
    shown = text(page(people[0]))
    assert f"Total of all seasons +{sum(points) / 10} 2 games" in shown
    assert "Average place 2.50" in shown
    assert "League 4 1" in shown
    assert "Past 1 1" in shown
    assert f"Best game +{points[0] / 10} 1 May 2019" in shown
    assert f"Worst game −{abs(points[1]) / 10} 1 March 2026" in shown


def test_a_game_of_no_season_is_listed_and_in_no_total(page, play_out, people):
    play_out(people, 40_000, 30_000, 20_000, 10_000, season=None)
    shown = text(page(people[0]))
    assert "Total of all seasons" not in shown
    assert "40,000" in shown


def test_places_are_told_by_their_shares(page, play_out, people):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    play_out(people, 30_000, 30_000, 20_000, 20_000)
    assert "1st 75.0 % 2nd 25.0 % 3rd 0.0 % 4th 0.0 %" in text(page(people[0]))


def test_games_are_told_by_first_seat_and_a_shared_place_is_between_both(page, play_out, people):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    play_out(people, 30_000, 30_000, 20_000, 20_000)
    play_out(people[::-1], 10_000, 20_000, 30_000, 40_000, season=None)
    points = [seat.points for seat in people[0].seats.order_by("game__number")]
    shown = text(page(people[0]))
    assert f"E 2 1.25 +{sum(points[:2]) / 10} N 1 1.00 +{points[2] / 10}" in shown


def test_points_over_time_stand_in_a_table_too(page, play_out, people):
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1))
    play_out(people, 10_000, 20_000, 30_000, 40_000, day=(2026, 3, 8))
    first, second = (seat.points for seat in people[0].seats.order_by("game__number"))
    shown = text(page(people[0]))
    table = f"1 Mar 2026 +{first / 10} +{first / 10} 8 Mar 2026 −{-second / 10} "
    assert table in shown
    assert f"{table}{'+' if first + second > 0 else '−' if first + second else ''}" in shown


def test_every_number_of_a_player_says_what_it_counts(page, play_out, people):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    html = page(people[0]).content.decode()
    described = re.findall(r'aria-describedby="([^"]+)"', html)
    assert len(described) > 10
    for number in described:
        assert f'id="{number}"' in html


def test_last_games_say_who_sat_there(page, play_out, people):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    assert "1 40,000 " in text(page(people[0]))
    assert "Marek Anne-Sophie Tomás" in text(page(people[0]))


def test_opponents_are_told_by_games_and_points_between(page, play_out, people, club):
    other = club.players.create(name="Zoé")
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    play_out([other, *people[:3]], 10_000, 20_000, 30_000, 40_000)
    games = Game.objects.order_by("number")
    between = sum(
        game.seats.get(player=people[0]).points - game.seats.get(player=people[1]).points for game in games
    )
    assert f"Marek Marek 2 1–1 {'+' if between > 0 else '−'}{abs(between) / 10}" in text(page(people[0]))


def test_runs_count_games_in_a_row(page, play_out, people):
    for scores in ((40, 30, 20, 10), (40, 30, 20, 10), (10, 20, 30, 40), (40, 30, 20, 10)):
        play_out(people, *(1000 * score for score in scores))
    assert "First places in a row 2" in text(page(people[0]))


def test_the_highest_hand_and_yakuman_are_remembered(page, table, people, season):
    by = {"table": table}

    def win(**facts):
        game = Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by=by, season=season)
        outcome = rules.Ron(discarder=0, winners=(rules.Win(1, **facts),))
        game.record(outcome, version=game.version, key=uuid.uuid4(), by=by)
        if not game.is_over:
            game.end_early("Late", version=game.version, key=uuid.uuid4(), by=by)
        return game

    win(han=5, fu=30)
    assert "Highest hand 8,000 Mangan, 5 han, East 1" in text(page(people[1]))
    assert "Yakuman" not in text(page(people[1]))
    game = win(yakuman=1)
    shown = text(page(people[1]))
    assert "Highest hand 32,000 Yakuman, East 1" in shown
    assert f"Yakuman Yakuman, East 1: Game {game.number}" in shown
    assert "Highest hand" not in text(page(people[2]))


def test_a_hidden_player_has_a_page_of_initials(page, play_out, people):
    people[0].name, people[0].is_hidden = "Hana Mori", True
    people[0].save()
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    assert "Hana" not in page(people[0]).content.decode()
    assert "H.M." in text(page(people[0]))
    assert "Hana" not in page(people[1]).content.decode()


@pytest.mark.parametrize("many", [1, 5])
def test_a_player_page_takes_as_many_queries_for_many_games(
    page, play_out, people, many, django_assert_max_num_queries
):
    for number in range(many):
        play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1 + number))
    page(people[0])  # the ratings are as of now
    with django_assert_max_num_queries(14):
        page(people[0])


@pytest.mark.parametrize("many", [1, 9])
def test_the_list_takes_two_queries(client, club, many, django_assert_num_queries):
    for number in range(many):
        club.players.create(name=f"P{number}")
    with django_assert_num_queries(2):
        client.get("/riverside/players/")


@pytest.mark.parametrize("days, told", [(60, "A bar for each day,"), (61, "A bar for every few days,")])
def test_a_bar_says_for_how_many_days_it_stands(page, play_out, people, season, days, told):
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1))
    for number in range(1, days):
        day = date(2026, 3, 1) + timedelta(number)
        season.evenings.create(player=people[0], day=day, games=1, points=10)
    assert told in text(page(people[0]))


def test_numbers_above_a_thousand_are_written_as_such_everywhere(client, page, play_out, people, season):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    numbers = dict.fromkeys(("games", "hands_played", "wins", "tsumo", "deal_ins", "riichi", "draws"), 12345)
    season.totals.update(**numbers, tenpai=12345)
    for shown in (
        text(page(people[0])),
        text(client.get("/riverside/players/")),
        text(client.get("/riverside/")),
    ):
        assert "12,345" in shown and "12345" not in shown
