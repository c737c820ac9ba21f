"""The list of a club's games, as anybody sees it."""

import pytest

from .test_watch import text


@pytest.fixture
def page(client):
    return lambda **query: client.get("/riverside/games/", query)


def test_a_club_without_games_says_so(page, club):
    assert "No game has been finished yet." in text(page())


def test_games_are_listed_by_day_the_latest_first(page, play_out, people):
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1))
    play_out(people, 10_000, 20_000, 30_000, 40_000, day=(2026, 3, 8))
    shown = text(page())
    assert shown.index("Sunday 8 March 2026") < shown.index("Game 2") < shown.index("Sunday 1 March 2026")


def test_games_of_a_season_or_a_player_alone(page, play_out, people, season, club):
    other = club.players.create(name="Zoé")
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    play_out([other, *people[:3]], 40_000, 30_000, 20_000, 10_000, season=None)
    assert "Game 2" not in text(page(season=season.pk))
    assert "Game 1" not in text(page(player=other.pk))
    assert "No such game has been finished yet." in text(page(season=season.pk, player=other.pk))
    assert "Game 2" in text(page(season="x", player=""))


def test_many_games_are_paged_and_the_filter_is_kept(page, play_out, people, monkeypatch):
    monkeypatch.setattr("games.views.league.A_PAGE", 2)
    for _ in range(3):
        play_out(people, 40_000, 30_000, 20_000, 10_000)
    first, second = page(player=people[0].pk), page(player=people[0].pk, page=2)
    assert f'href="?player={people[0].pk}&amp;page=2"' in first.content.decode()
    assert "Game 3" in text(first) and "Game 1" not in text(first)
    assert "Game 1" in text(second) and "Game 3" not in text(second)


@pytest.mark.parametrize("many", [1, 6])
def test_the_list_takes_as_many_queries_for_many_games(
    page, play_out, people, many, django_assert_num_queries
):
    for _ in range(many):
        play_out(people, 40_000, 30_000, 20_000, 10_000)
    with django_assert_num_queries(6):
        page()
