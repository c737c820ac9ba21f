"""The process that fills a database for bench_scale and measures there: a question a line, answered by a line
of JSON, for what is measured the seconds and the number of queries.
"""

import json
import re
import sys
import time
import uuid
from html import unescape

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

import rules  # noqa: E402
from games import access, ratings  # noqa: E402
from games.management.commands.rebuild import rebuild  # noqa: E402
from games.models import Club, Game, Season  # noqa: E402
from tests.bench.many_games import add_games  # noqa: E402

CLUBS, PLAYERS = 50, 2_000
SMALL, CROWD = 40, 400  # players of a club
TENHOU = rules.PRESETS["tenhou"]
START = rules.start_from_json(
    TENHOU, {"round": "S4", "honba": 0, "sticks": 0, "scores": [25000, 25000, 24000, 26000]}
)
LAST = rules.Ron(discarder=0, winners=(rules.Win(3, base=2000),))


def start(games):
    """A small club with so many games, those that it has among them."""
    club = Club.objects.filter(slug="small").first() or _club("small", SMALL, "season")
    add_games(club, club.seasons.all(), int(games) - Game.objects.filter(club=club).count())
    assert list(rebuild(club)) == [], "the rows are not what their hands come to"


def fill(games):
    """That club among many."""
    games = int(games)
    start(500)
    federation = _club("federation", SMALL, "short", "long")
    add_games(federation, federation.seasons.filter(name="short"), 200)
    add_games(federation, federation.seasons.filter(name="long"), games // 5)
    crowd = _club("crowd", CROWD, "season")
    add_games(crowd, crowd.seasons.all(), games // 25)
    others, left = CLUBS - 3, games - 700 - games // 5 - games // 25
    for number in range(others):
        club = _club(f"club-{number}", (PLAYERS - 2 * SMALL - CROWD) // others, "season")
        add_games(club, club.seasons.all(), left // others)


def _club(slug, players, *seasons):
    club = Club.objects.create(name=slug.title(), slug=slug)
    for number in range(players):
        club.players.create(name=f"{slug} {number}")
    for name in seasons:
        full = rules.ruleset_to_full_json(TENHOU)
        club.seasons.create(name=name, starts="2020-01-01", ends="2100-01-01", ruleset=full)
    return club


def standings(slug, name):
    """The standings page of a season."""
    season = Season.objects.select_related("club").get(club__slug=slug, name=name)
    ratings.catch_up_with_all(season.club)
    client, url = Client(), reverse("season", args=[slug, season.pk])
    return _measured(lambda: client.get(url))


def file(slug, name):
    """Recording the last hand of a game."""
    season = Season.objects.select_related("club").get(club__slug=slug, name=name)
    table = season.club.tables.first()
    people = list(season.club.players.all()[:4])
    asked = {"key": uuid.uuid4(), "by": {"table": table}}
    game = Game.begin(table, people, TENHOU, season=season, start=START, **asked)
    asked = {"version": 0, "key": uuid.uuid4(), "by": {"table": table}}
    answer = _measured(lambda: game.record(LAST, **asked))
    assert game.is_over
    return answer


def poll(slug):
    """A poll of the board of the club's table that finds nothing new."""
    table = Club.objects.get(slug=slug).tables.first()
    client, url = _client(table), reverse("table-board", args=[slug, table.number])
    page = unescape(client.get(url).content.decode())
    tag = re.search(r'"tag": "([^"]+)"', page).group(1)
    return _measured(lambda: client.get(url, {"tag": tag}))


def screen(slug):
    """A poll of the club's screen that finds nothing new."""
    client = Client()
    page = unescape(client.get(reverse("tv", args=[slug])).content.decode())
    url = re.search(r'hx-get="([^"]+)"', page).group(1)
    return _measured(lambda: client.get(url))


def club(slug):
    """The club's page."""
    client = Client()
    return _measured(lambda: client.get(reverse("club", args=[slug])))


def _client(table):
    client = Client()
    client.cookies[access.table_cookie(table)] = table.token
    return client


def _measured(function):
    queries = 0

    def count(execute, *args):
        nonlocal queries
        queries += 1
        return execute(*args)

    with connection.execute_wrapper(count):
        began = time.perf_counter()
        function()
        return time.perf_counter() - began, queries


def main():
    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if connection.vendor == "sqlite":
        connection.cursor().execute("PRAGMA synchronous = OFF")  # the work is measured, not the disk
    verbs = {verb.__name__: verb for verb in (start, fill, standings, file, poll, screen, club)}
    for question in sys.stdin:
        verb, *words = question.split()
        print(json.dumps(verbs[verb](*words)), flush=True)


if __name__ == "__main__":
    main()
