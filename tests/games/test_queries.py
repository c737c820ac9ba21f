"""What pages ask of the database does not grow with the club: each as often, were it ten times as large."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import rules
from games.models import Game

# Each of them about something that grows: the league, people, a table's game, what is out as a file.
PAGES = {
    "home": [],
    "club": ["slug"],
    "club-live": ["slug"],
    "standings": ["slug"],
    "season": ["slug", "season"],
    "players": ["slug"],
    "player": ["slug", "player"],
    "games": ["slug"],
    "game": ["slug", "game"],
    "game-live": ["slug", "game"],
    "game-record": ["slug", "game"],
    "tv": ["slug"],
    "tv-live": ["slug"],
    "tv-table": ["slug", "table"],
    "tv-table-live": ["slug", "table"],
    "download-records": ["slug"],
    "season-download-records": ["slug", "season"],
    **{f"download {what}": ["slug", what, "json"] for what in ("games", "players", "hands")},
    **{
        f"season-download {what}": ["slug", "season", what, "json"]
        for what in ("standings", "games", "players", "hands")
    },
}


@pytest.fixture
def grow(club, season, organiser, enter):
    """Let as much again happen in the club as happens in a year: a bit of everything."""
    by = {"user": organiser}

    def asked(game):
        return {"version": game.version, "key": uuid.uuid4(), "by": by}

    def begin(people, **changes):
        table = club.tables.create(number=club.tables.count() + 1)
        ruleset = rules.ruleset_from_json({"preset": "tenhou", **changes})
        return Game.begin(table, people, ruleset, key=uuid.uuid4(), by=by, season=season)

    def grow():
        number = club.players.count()
        names = ("Ada", "Ben", "Cy", "Dora", "Eve")
        people = [club.players.create(name=f"{name} {number}") for name in names]
        people[1].is_hidden = people[2].is_guest = True
        for one in people[1:3]:
            one.save()
        club.seasons.create(name=str(number), starts="2019-01-01", ends="2019-02-01", ruleset=season.ruleset)
        begin(people[:4], time_limit=60)
        for seated in (people[:4], people[1:]):
            game = begin(seated)
            game.record(rules.Tsumo(win=rules.Win(1, yakuman=1)), **asked(game))
            game.end_early(f"{people[1]} had to go", **asked(game))
            penalty = {"seat": 1, "points": -20_000, "reason": f"{people[1]} was late"}
            game.correct(replace(game.facts, additions=(penalty,)), f"{people[0]} saw it", **asked(game))
            Game.objects.filter(pk=game.pk).update(day=game.day - timedelta(number))
        enter(people[:4], 30_000, 20_000, 25_000, 25_000, season=season, note=f"{people[1]} kept it")
        return {"player": people[1].pk, "game": game.number, "table": game.table.number}

    return grow


def test_every_page_asks_as_often_of_a_club_ten_times_as_large(client, club, season, grow):
    def queries(of):
        known, found = {"slug": club.slug, "season": season.pk, **of}, {}
        for name, arguments in PAGES.items():
            address = reverse(name.split()[0], args=[known.get(one, one) for one in arguments])
            client.get(address).getvalue()  # the ratings are as of now
            with CaptureQueriesContext(connection) as asked:
                assert client.get(address).getvalue()
            found[name] = len(asked)
        return found

    few = queries(grow())
    for _ in range(9):
        last = grow()
    assert queries(last) == few
