"""Games that were played before there was a season for them: offered to it, taken in, and given back."""

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import rules
from games import archive, standings
from games.models import Change, Club, Filing, Game, Season, Total

from . import pages
from .pages import text
from .test_correct_pages import Sheet

SEASONS = "/riverside/organise/seasons/"


@pytest.fixture
def ken(signed_in, organiser):
    return signed_in(organiser)


@pytest.fixture
def played(play_out, people):
    """Games of no season, one on each of these days of March 2026."""

    def played(*days, **changes):
        scores = (40_000, 30_000, 20_000, 10_000)
        return [play_out(people, *scores, day=(2026, 3, day), season=None, **changes) for day in days]

    return played


@pytest.fixture
def march(club):
    """A season of some days in March 2026, the only one."""

    def march(first=1, last=31, **changes):
        club.seasons.filter(name="League").delete()
        days = {"starts": f"2026-03-{first:02}", "ends": f"2026-03-{last:02}"}
        season = club.seasons.create(name="March", ruleset=full(**changes), **days)
        return Season.objects.get(pk=season.pk)

    return march


def full(**changes):
    """The rules that these games are played by."""
    return rules.ruleset_to_full_json(
        rules.ruleset_from_json({"preset": "tenhou", "ties": "split"} | changes)
    )


def typed(**changes):
    fields = {"name": "March", "starts": "2026-03-01", "ends": "2026-03-31", "minimum_games": "0"}
    return fields | {"key": uuid.uuid4(), "rules": "tenhou"} | changes


def of_season(season):
    return [(one.player.name, one.games, one.points) for one in season.totals.order_by("player")]


# What is offered


def test_a_new_season_offers_the_games_that_were_played_in_its_days(ken, club, played, play_out, people):
    played(1, 2)
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 4, 9), season=None)
    club.seasons.all().delete()
    ours = club.rulesets.create(name="Ours", ruleset=full())
    page = ken.post(f"{SEASONS}new/", typed(rules=f"own-{ours.pk}"), follow=True)
    season = Season.objects.get(name="March")
    shown = text(page)
    assert "The season “March” is there." in shown and "Take 2 games into March?" in shown
    assert "from 1 March 2026 to 2 March 2026, and are of no season." in shown
    assert "Game 1" in shown and "Game 2" in shown and "Game 3" not in shown
    assert Game.objects.filter(season=season).count() == 0, "never silently"
    done = ken.post(f"{SEASONS}{season.pk}/games/", {"key": uuid.uuid4(), "which": "fitting"}, follow=True)
    assert "2 games count for “March” now." in text(done)
    assert [game.number for game in season.games.order_by("number")] == [1, 2]
    assert of_season(season)[0] == ("Aiko", 2, 2 * Game.objects.get(number=1).seats.get(seat=0).points)


def test_other_days_of_a_season_offer_theirs(ken, march, played):
    season = march(first=1, last=5)
    played(4, 8)
    form = typed(ends="2026-03-05", rules="kept")
    assert "Take 1 game into March?" in text(ken.post(f"{SEASONS}{season.pk}/", form, follow=True))
    Filing(season).do(by={"user": None})
    page = ken.post(f"{SEASONS}{season.pk}/", form, follow=True)
    assert "is saved" in text(page) and page.redirect_chain[-1][0] == SEASONS
    page = ken.post(f"{SEASONS}{season.pk}/", typed(rules="kept"), follow=True)
    assert "Take 1 game into March?" in text(page) and "8 March 2026" in text(page)


def test_a_season_whose_days_leave_games_out_says_that_they_still_count(ken, march, played):
    season = march()
    played(4, 8)
    Filing(season).do(by={"user": None})
    page = ken.post(f"{SEASONS}{season.pk}/", typed(ends="2026-03-05", rules="kept"), follow=True)
    assert "1 game of this season was not played in its days. It counts for it all the same" in text(page)
    assert "all the same" in text(ken.get(f"{SEASONS}{season.pk}/"))
    page = ken.post(f"{SEASONS}{season.pk}/", typed(rules="kept"), follow=True)
    assert page.redirect_chain[-1][0] == SEASONS and "all the same" not in text(page)


def test_a_new_season_that_is_sent_twice_is_there_once_and_is_no_fault(ken, club, played):
    played(1)
    club.seasons.all().delete()
    key = uuid.uuid4()
    assert ken.post(f"{SEASONS}new/", typed(key=key)).url.endswith("/games/")
    again = typed(
        key=key, starts="2026-05-01", ends="2026-05-31"
    )  # as the other one, where both came at once
    assert ken.post(f"{SEASONS}new/", again).url == SEASONS
    assert club.seasons.count() == 1


def test_a_game_that_was_put_elsewhere_meanwhile_is_let_alone(march, played, door):
    season, other = march(first=1, last=20), march(first=21)
    one, two = played(3, 4)
    found = list(Filing(season).games())
    game = Game.objects.get(pk=one.pk)
    game.correct(replace(game.facts, season=other.pk), "of the other one", **door(game))
    two.cancel("only a trial", **door(two))
    filing = Filing(season)
    filing.games = lambda: Game.objects.filter(pk__in=[game.pk for game in found])
    assert filing.do(by={"user": None}) == 0
    assert Game.objects.get(pk=one.pk).season == other


def test_it_is_offered_until_it_is_done_and_then_no_more(ken, march, played):
    season = march()
    told = "2 games of no season were played in its days: take them in"
    pages = [SEASONS, f"{SEASONS}{season.pk}/"]
    assert all(told not in text(ken.get(page)) for page in pages)
    played(3, 4)
    assert all(told in text(ken.get(page)) for page in pages)
    Filing(season).do(by={"user": None})
    assert all(told not in text(ken.get(page)) for page in pages)
    page = ken.get(f"{SEASONS}{season.pk}/games/")
    assert page.status_code == 302 and page.url == f"{SEASONS}{season.pk}/"


@pytest.mark.parametrize(
    ("changes", "fits"),
    [
        ({}, True),
        ({"length": "tonpuusen"}, True),
        ({"time_limit": 90}, True),
        ({"uma": [30, 10, -10, -30]}, False),
        ({"kiriage_mangan": True}, False),
    ],
)
def test_games_are_by_the_rules_of_a_season_but_for_length_and_clock(march, played, changes, fits):
    season = march(name="Our own")
    if changes.get("length"):
        played(3)
        Game.objects.update(ruleset=rules.ruleset_to_full_json(replace(Game.objects.get().rules, **changes)))
    else:
        played(3, **changes)
    assert (Filing(season).stray.fitting, Filing(season).stray.others) == (int(fits), int(not fits))
    assert Filing(season).do(by={"user": None}, with_others=False) == fits


@pytest.mark.parametrize(("which", "taken"), [("fitting", [1]), ("all", [1, 2, 3])])
def test_games_by_other_rules_are_told_and_are_a_choice(ken, march, played, which, taken):
    season = march()
    played(3)
    others = played(4, 5, uma=[30, 10, -10, -30])
    page = text(ken.get(f"{SEASONS}{season.pk}/games/"))
    assert "Take 3 games into March?" in page
    assert "2 of them were played by other rules than the season’s (Tenhou), and keep them." in page
    assert "played by its rules (Tenhou): 1" in page and "also those by other rules: 3" in page
    ken.post(f"{SEASONS}{season.pk}/games/", {"key": uuid.uuid4(), "which": which})
    assert [game.number for game in season.games.order_by("number")] == taken
    assert Game.objects.get(pk=others[0].pk).ruleset == others[0].ruleset


@pytest.mark.parametrize("meanwhile", ["taken", "come"])
def test_what_was_not_told_of_is_not_taken_in(ken, march, played, meanwhile):
    season, other = march(), {"uma": [30, 10, -10, -30]}
    played(3)
    if meanwhile == "taken":
        played(4, **other)
    page = pages.fields(ken.get(f"{SEASONS}{season.pk}/games/"), None)
    if meanwhile == "taken":
        Filing(season).do(by={"user": None}, with_others=False)
    else:
        played(4, **other)
    assert ken.post(f"{SEASONS}{season.pk}/games/", page).status_code == 302
    assert [game.number for game in season.games.all()] == [1]


def test_where_all_are_by_other_rules_nothing_is_asked(ken, march, played):
    season = march()
    played(4, 5, uma=[30, 10, -10, -30])
    page = text(ken.get(f"{SEASONS}{season.pk}/games/"))
    assert "They were played by other rules" in page and "Which of them?" not in page
    ken.post(f"{SEASONS}{season.pk}/games/", {"key": uuid.uuid4(), "which": "all"})
    assert season.games.count() == 2


def test_a_game_of_three_is_not_offered_to_a_season_of_four(march, table, people):
    season, by = march(), {"table": table}
    at = datetime(2026, 3, 5, 19, tzinfo=UTC)
    Game.begin(table, people[:3], rules.PRESETS["tenhou_sanma"], key=uuid.uuid4(), by=by, at=at)
    assert Filing(season).stray.games == 0 == Filing(season).do(by={"user": None})


def test_a_game_of_a_season_and_a_cancelled_one_are_not_offered(march, played, door, people, play_out):
    other, season = march(first=1, last=1), march(first=2)
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 5), season=other)
    [game] = played(6)
    game.cancel("only a trial", **door(game))
    assert Filing(season).stray.games == 0 == Filing(season).do(by={"user": None})


def test_a_game_that_runs_comes_too_and_counts_when_it_is_over(club, begin, hand, door):
    game = begin()
    today = club.today
    season = club.seasons.create(
        name="Now", starts=today - timedelta(1), ends=today + timedelta(1), ruleset=game.ruleset
    )
    assert Filing(season).do(by={"user": None}) == 1
    assert of_season(season) == []
    game = Game.objects.get()
    game.record(hand.ron(1, 2), **door(game))
    game.end_early("closing time", **door(game))
    assert [games for _, games, _ in of_season(season)] == [1] * 4


# What comes of it


def test_totals_evenings_and_extremes_are_those_of_the_games(march, played, people, play_out, capsys):
    season = march()
    play_out(people[::-1], 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 2), season=season, ties="split")
    played(2, 3, 3)
    Filing(season).do(by={"user": None})
    assert [(one.day.day, one.games) for one in season.evenings.filter(player=people[0])] == [(2, 2), (3, 2)]
    kept = {one.player_id: one for one in season.totals.all()}
    for counted in Total.up_to(season, season.ends):
        for name in Total.KEPT:
            assert getattr(kept[counted.player_id], name) == getattr(counted, name), name
    call_command("rebuild")
    assert capsys.readouterr().out.endswith("0 differences.\n")


def test_every_game_has_moved_on_and_says_so_and_the_club_says_it_once(ken, march, played):
    season, games = march(), played(3, 4)
    Filing(season).do(by={"user": Club.objects.get().memberships.get().user})
    for game in games:
        now = Game.objects.get(pk=game.pk)
        assert now.version == game.version + 1
        change = now.changes.last()
        assert (change.verb, change.before["season"], change.after["season"]) == (
            "file_games",
            None,
            season.pk,
        )
        assert now.facts_at(change) == now.facts
        assert f"took game {game.number} into March" in text(
            ken.get(f"/riverside/organise/games/{game.number}/")
        )
    history = text(ken.get("/riverside/organise/history/"))
    assert history.count(
        "took games of no season into March: 2"
    ) == 1 and "into March " not in history.replace("into March: 2", "")


def test_the_same_page_sent_twice_takes_them_in_once(ken, march, played):
    season, key = march(), uuid.uuid4()
    played(3)
    for _ in range(2):
        assert ken.post(f"{SEASONS}{season.pk}/games/", {"key": key, "which": "fitting"}).status_code == 302
        played(5)
    assert season.games.count() == 1
    assert Change.objects.filter(verb="file_games", game=None).count() == 1


def test_a_correction_that_was_open_meanwhile_keeps_the_season(ken, march, played):
    season, [game] = march(), played(3)
    page = Sheet(ken, game)
    Filing(season).do(by={"user": None})
    page.type(seat=1, points="-20", reason="Late arrival").press("add")
    assert "took game 1 into March" in page.text
    assert page.save("As announced").is_saved
    assert Game.objects.get().season == season
    assert sum(points for _, _, points in of_season(season)) == -200


# Giving them back


def test_the_history_takes_it_back_in_one_go(ken, march, played, people, play_out):
    season = march()
    played(3, 4)
    mine = play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 9), season=season, ties="split")
    before = of_season(season)
    ken.post(f"{SEASONS}{season.pk}/games/", {"key": uuid.uuid4(), "which": "fitting"})
    assert of_season(season) != before
    change = Change.objects.get(verb="file_games", game=None)
    undo = reverse("organise-season-give-back", args=["riverside", change.pk])
    assert undo in ken.get("/riverside/organise/history/").content.decode()
    assert "Take 2 games out of March again?" in text(ken.get(undo))
    assert "2 games are of no season again." in text(ken.post(undo, follow=True))
    assert of_season(season) == before and [game.pk for game in season.games.all()] == [mine.pk]
    assert undo not in ken.get("/riverside/organise/history/").content.decode()
    assert "Nothing was done: it is taken back already." in text(ken.post(undo, follow=True))
    assert Filing(season).stray.fitting == 2, "and they are offered again"


def test_what_was_put_elsewhere_since_stays_there(march, played, door):
    season, other = march(first=1, last=20), march(first=21)
    one, two = played(3, 4)
    Filing(season).do(by={"user": None})
    game = Game.objects.get(pk=one.pk)
    game.correct(replace(game.facts, season=other.pk), "of the other one", **door(game))
    change = Change.objects.get(verb="file_games", game=None)
    assert Filing.of(change).undo(change, by={"user": None}) == 1
    assert Game.objects.get(pk=one.pk).season == other
    assert Game.objects.get(pk=two.pk).season is None
    assert [games for _, games, _ in of_season(season) if games] == []


def test_one_game_is_taken_out_by_its_own_history(ken, march, played):
    season, games = march(), played(3, 4)
    Filing(season).do(by={"user": None})
    before = games[0].changes.exclude(verb="file_games").last()
    assert Sheet(ken, games[0], at=before.pk).save("it was a trial").is_saved
    assert [game.season for game in Game.objects.order_by("number")] == [None, season]
    assert [games for _, games, _ in of_season(season)] == [1] * 4


def test_it_comes_along_in_an_archive(march, played, owner, tmp_path):
    season = march()
    played(3, 4)
    Filing(season).do(by={"user": None})
    with open(tmp_path / "club.zip", "w+b") as file:
        archive.write(Club.objects.get(), file)
        file.seek(0)
        brought = archive.bring(file, owner=owner, slug="hilltop")
    there = brought.club.seasons.get()
    assert not brought.differing and of_season(there) == of_season(season)
    for game in brought.club.games.all():
        assert game.facts_at(game.changes.last()) == game.facts and game.facts.season == there.pk


def test_of_a_season_that_was_deleted_since_the_history_remains(ken, march, played, owner, door):
    """Whether its games were given back in one go, or were put elsewhere one by one."""
    season = march()
    played(3)
    Filing(season).do(by={"user": None})
    change = Change.objects.get(verb="file_games", game=None)
    Filing.of(change).undo(change, by={"user": None})
    Filing(season).do(by={"user": None})
    game = Game.objects.get()
    game.correct(replace(game.facts, season=None), "of none", **door(game))
    season.delete()
    page = ken.get("/riverside/organise/history/")
    assert text(page).count("took games of no season into March") == 2
    assert "give-back" not in page.content.decode()
    assert ken.get(f"/riverside/organise/games/{game.number}/").status_code == 200
    file = BytesIO()
    archive.write(Club.objects.get(), file)
    brought = archive.bring(file, owner=owner, slug="hilltop")
    there = brought.club.games.get()
    assert there.facts_at(there.changes.last()) == there.facts
    assert [change.after["season"] for change in there.changes.filter(verb="file_games")] == [None, None]


def test_however_many_are_taken_in_with_as_many_queries(march, played):
    season = march()
    played(1)
    Filing(season).do(by={"user": None})
    counts = []
    for days in ([3], range(4, 14)):  # equal games: nobody's best and worst one change
        played(*days)
        with CaptureQueriesContext(connection) as asked:
            Filing(season).do(by={"user": None})
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert standings.table(season)[0].total.games == 12
