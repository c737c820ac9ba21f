"""Ratings: the games of a club in the order in which they began, replayed after whatever changed one."""

import re
import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import translation
from openskill.models import PlackettLuce

import rules
from games import ratings, standings
from games.models import Club, Game, Ratings

START = datetime(2026, 3, 1, 18, tzinfo=UTC)


@pytest.fixture
def play(table, people, hand, door):
    """Play a game that began so many hours after the others: `winner` wins once from the fourth seat's."""

    def play(hours, winner=0, seated=None, preset="wrc", is_over=True):
        ruleset = rules.PRESETS[preset]
        seated = seated or people[: ruleset.players]
        at = START + timedelta(hours=hours)
        game = Game.begin(table, seated, ruleset, key=uuid.uuid4(), by={"table": table}, at=at)
        game.record(hand.ron(winner, (winner + 1) % ruleset.players), **door(game))
        if is_over:
            game.end_early("closing time", **door(game))
        return game

    return play


@pytest.fixture
def values(club, people):
    """What everybody's rating is now, as a page would show it."""

    def values():
        rated = ratings.rated(Club.objects.get(pk=club.pk))
        return rated and [rated.of(person) for person in people]

    return values


def asked(game):
    return {"version": game.version, "key": uuid.uuid4(), "by": {"table": game.table}}


def anew(club):
    """The ratings of all games, by the model alone."""
    model = PlackettLuce()
    rated = {}
    games = Game.objects.filter(club=club, cancelled_at=None).exclude(ending="")
    for game in games.order_by("started_at", "number"):
        seats = list(game.seats.all())
        teams = [[rated.get(seat.player, model.rating())] for seat in seats]
        after = model.rate(teams, ranks=[seat.place for seat in seats])
        rated |= {seat.player: one for seat, [one] in zip(seats, after, strict=True)}
    return {player: (one.mu, 2 * one.sigma) for player, one in rated.items()}


@pytest.fixture
def check(club, people, values):
    """That what a page shows is what all games come to, however it came about."""

    def check():
        expected = anew(club)
        for person, now in zip(people, values(), strict=True):
            assert (now and (now.value, now.uncertainty)) == expected.get(person)

    return check


def test_who_wins_is_rated_higher_and_games_make_it_surer(play, values):
    assert values() is None
    play(0)
    first = values()
    assert first[0].value > 25 > first[1].value and first[0].games == 1
    play(1)
    assert values()[0].value > first[0].value and values()[0].uncertainty < first[0].uncertainty


def test_equal_places_are_equal(play, values):
    play(0)
    assert values()[2] == values()[3]


def test_games_of_three_count(play, values, check, people):
    play(0, preset="tenhou_sanma")
    check()
    assert values()[3] is None


def test_a_look_says_as_of_which_game(club, play, check):
    play(0)
    second = play(1, winner=2)
    check()
    club.refresh_from_db()
    assert ratings.rated(club).as_of == second.number


def test_games_count_in_the_order_in_which_they_began(play, check, values):
    play(5, winner=1)
    check()
    play(2, winner=2)
    check()


def test_a_game_that_ends_later_is_put_where_it_began(
    play, check, club, other_table, table, people, door, hand
):
    running = play(0, winner=1, is_over=False)
    by = {"table": other_table}
    other = Game.begin(
        other_table, people, rules.PRESETS["wrc"], key=uuid.uuid4(), by=by, at=START + timedelta(hours=1)
    )
    other.record(hand.ron(3, 2), **door(other))
    other.end_early("closing time", **door(other))
    check()
    running.end_early("closing time", **door(running))
    check()


@pytest.mark.parametrize("every", [1, 2, 1000])
def test_whatever_changes_a_game_changes_the_ratings_from_there(
    play, check, door, people, monkeypatch, every
):
    monkeypatch.setattr(Ratings, "EVERY", every)
    games = [play(hours, winner=hours % 4) for hours in range(5)]
    call_command("rate")
    check_all(check)
    old = games[1]
    ron = {"kind": "ron", "discarder": 2, "wins": [{"seat": 1, "base": 960}], "riichi": []}
    old.correct(old.facts.change(1, ron), "wrong winner", **door(old))
    check_all(check)
    old.cancel("only a trial", **door(old))
    check_all(check)
    old.restore(**door(old))
    check_all(check)
    later = replace(old.facts, started_at=(START + timedelta(hours=9)).isoformat())
    old.correct(later, "began later", **door(old))
    check_all(check)
    games[0].undo(**door(games[0]))
    check_all(check)


def check_all(check):
    call_command("rate")
    check()


def test_pages_go_on_by_pieces_until_all_is_counted(play, club, monkeypatch, check):
    monkeypatch.setattr(Ratings, "EVERY", 2)
    for hours in range(5):
        play(hours)
    club.refresh_from_db()
    assert [ratings.rated(club).as_of for _ in range(4)] == [2, 4, 5, 5]
    assert [row.games for row in club.ratings.all()] == [2, 4, 5]
    play(6)
    play(7)
    check_all(check)
    assert [row.games for row in club.ratings.all()] == [2, 4, 6, 7]


def test_a_look_where_nothing_changed_is_one_query(play, club, django_assert_num_queries):
    play(0)
    club.refresh_from_db()
    ratings.rated(club)
    with django_assert_num_queries(1):
        ratings.rated(club)


def test_what_came_while_it_was_replayed_is_not_lost(play, club, check):
    """A page read the games before this one ended, and keeps its ratings afterwards: it must not."""
    play(0)
    club.refresh_from_db()
    play(1, winner=3)
    late = ratings.catch_up(club)  # `club` is as it was
    assert late.version and not club.ratings.exists()
    check()


def test_what_was_wrong_and_is_rebuilt_is_rated_anew(play, check, club):
    game = play(0)
    check()
    game.seats.update(place=1)
    Ratings.objects.all().delete()
    ratings.catch_up_with_all(club)
    with pytest.raises(SystemExit):
        call_command("rebuild")
    check()


def test_a_rating_says_how_sure_it_is(club, play, people):
    for hours in range(3):
        play(hours)
    rated = standings.ratings(Club.objects.get(pk=club.pk))
    assert re.fullmatch(r"\d\d\.\d ± \d\d\.\d", str(rated.of(people[0])))
    with translation.override("fr"):
        assert "," in str(rated.of(people[0]))


@pytest.mark.parametrize(
    ("value", "uncertainty", "shown"),
    [(24.69, 16.19, "24.7 ± 16.2"), (24.64, 16.11, "24.6 ± 16.1"), (24.96, 9.99, "25.0 ± 10.0")],
)
def test_a_rating_is_rounded_and_not_cut_off(value, uncertainty, shown):
    assert str(ratings.Rating(value, uncertainty, 1)) == shown


def test_ratings_stand_beside_the_points(client, club, play, people):
    season = club.seasons.create(
        name="League",
        starts="2020-01-01",
        ends="2100-01-01",
        ruleset=rules.ruleset_to_full_json(rules.PRESETS["wrc"]),
    )
    game = play(0)
    game.correct(replace(game.facts, season=season.pk), "of the league", **asked(game))
    rating = str(standings.ratings(Club.objects.get(pk=club.pk)).of(people[0]))
    pages = [
        reverse("season", args=[club.slug, season.pk]),
        reverse("player", args=[club.slug, people[0].pk]),
    ]
    for page in pages:
        text = client.get(page).content.decode()
        assert rating.partition(" ")[2] in text and "as of game 1" in text
    sorting = {"sort": "rating"}
    shown = client.get(pages[0], sorting)
    assert shown.context["sorting"].key == "rating"
    line = next(line for line in shown.context["ranked"] if line[0].player == people[0])
    assert (line[1][-1].text, line[1][-1].note) == tuple(rating.split(" ", 1))
    Club.objects.update(has_ratings=False)
    for page in pages:
        text = client.get(page).content.decode()
        assert "±" not in text and "as of game" not in text and "OpenSkill" not in text
    assert client.get(pages[0], sorting).context["sorting"].key == "total", "there is no such column"


def test_clubs_may_do_without(play, club, values):
    play(0)
    Club.objects.update(has_ratings=False)
    assert values() is None


def test_organisers_choose(signed_in, organiser, club):
    ken = signed_in(organiser)
    url = reverse("organise-ratings", args=[club.slug])
    ken.post(url, {})
    club.refresh_from_db()
    assert not club.has_ratings
    ken.post(url, {})
    ken.post(url, {"has_ratings": "on"})
    club.refresh_from_db()
    assert club.has_ratings and club.changes.filter(verb="change_club").count() == 2
    page = ken.get(reverse("organise-history", args=[club.slug])).content.decode()
    assert "ratings: yes → no" in page


def test_all_is_replayed_by_one_command(play, club, capsys):
    play(0)
    play(1)
    call_command("rate", "riverside", "--anew")
    assert capsys.readouterr().out == "Riverside: 2 games.\n"
    assert club.ratings.get().games == 2
