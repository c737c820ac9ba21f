"""What a league costs in a database of 100,000 games of 2,000 players in 50 clubs, beside a small one.

Both stand at the same time, each in a process of its own (tests/bench/league.py), and are asked by turns.
On SQLite, and on PostgreSQL where its programs are installed; of both the worse ratio counts.
CLUBSCORE_BENCH_GAMES=5000 makes it smaller, and quick.
"""

import contextlib
import functools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = int(os.environ.get("CLUBSCORE_BENCH_GAMES") or 100_000)
RUNS = 100


def bench_standings_among_many():
    """The standings page of a club with 500 games, beside the same where there was no other club."""
    return worse("standings_there", "standings_alone", limit=1.2)


def bench_standings_of_a_long_season():
    """The standings page of a season of a fifth of all games, beside one of 200 with as many players."""
    return worse("standings_long", "standings_short", limit=2)


def bench_standings_by_players():
    """The standings page of ten times as many players, beside ten times that of a few."""
    return worse("standings_crowd", "standings_short", limit=1.2, times=10)


def bench_standings_queries():
    """The queries of these pages: the most, beside the fewest."""
    return worse("queries_most", "queries_fewest", limit=1)


def bench_file_result():
    """Recording the last hand of a game of the longest season, beside the same when there were 100 games."""
    return worse("file_there", "file_first", limit=1.2)


def bench_file_result_queries():
    """The queries of that."""
    return worse("queries_file_there", "queries_file_first", limit=1)


def bench_poll_of_an_old_table():
    """A poll of the board of a table that a fifth of all games were played at, beside one of 500 games."""
    return worse("poll_old", "poll_young", limit=1.2)


def bench_poll_of_an_old_clubs_screen():
    """A poll of the screen of a club that played a fifth of all games, beside that of one with 500."""
    return worse("screen_old", "screen_young", limit=1.2)


def bench_club_page_of_many_games():
    """The page of a club that played a fifth of all games, beside that of one that played 500."""
    return worse("club_many", "club_few", limit=1.2)


def worse(much, little, limit, times=1):
    """One figure beside another, on the database where it is worse."""
    ratios = {name: seen[much] / seen[little] / times for name, seen in measured().items()}
    shown = {name: [_shown(seen[little]), _shown(seen[much])] for name, seen in measured().items()}
    return {"ratio": round(max(ratios.values()), 2), "limit": limit, "games": GAMES, **shown}


def _shown(figure):
    return figure if isinstance(figure, int) else f"{figure * 1e3:.2f} ms"


@functools.cache
def measured():
    """The figures of each kind of database."""
    with tempfile.TemporaryDirectory() as folder:
        urls = [f"sqlite:///{folder}/{name}.sqlite3" for name in ("small", "full")]
        found = {"sqlite": _measured(urls, folder)}
        with postgresql() as urls:
            if urls:
                found["postgresql"] = _measured(urls, folder)
    return found


@contextlib.contextmanager
def postgresql():
    """Two databases of a server that is thrown away; nothing where it is not installed."""
    from clubscore import throwaway_postgres

    programs = throwaway_postgres.programs()
    if not programs:
        yield None
        return
    import psycopg

    with throwaway_postgres.running(programs) as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE DATABASE small")
        yield url.replace("/postgres?", "/small?"), url


def _measured(urls, folder):
    with League(urls[0], folder) as small, League(urls[1], folder) as full:
        full.ask(f"fill {GAMES}")
        small.ask("start 100")
        seen = by_turns(file_first=(small, "file small season"), file_there=(full, "file federation long"))
        small.ask("start 500")
        seen |= by_turns(
            standings_alone=(small, "standings small season"),
            standings_there=(full, "standings small season"),
            standings_short=(full, "standings federation short"),
            standings_long=(full, "standings federation long"),
            standings_crowd=(full, "standings crowd season"),
            poll_young=(small, "poll small"),
            poll_old=(full, "poll federation"),
            screen_young=(small, "screen small"),
            screen_old=(full, "screen federation"),
            club_few=(small, "club small"),
            club_many=(full, "club federation"),
        )
    queries = [count for name, count in seen.items() if name.startswith("queries_standings")]
    return seen | {"queries_most": max(queries), "queries_fewest": min(queries)}


def by_turns(**questions):
    """The quickest of some answers to each question, asked by turns so that the machine is as busy for one
    as for the other; and the number of queries of each.
    """
    answers = {
        name: [league.ask(question) for _ in range(3)] for name, (league, question) in questions.items()
    }
    for _ in range(RUNS):
        for name, (league, question) in questions.items():
            answers[name].append(league.ask(question))
    quickest = {name: min(seconds for seconds, _ in seen) for name, seen in answers.items()}
    return quickest | {f"queries_{name}": seen[-1][1] for name, seen in answers.items()}


class League:
    """A database, and the process that measures there."""

    def __init__(self, url, folder):
        environ = {**os.environ, "DATABASE_URL": url, "CLUBSCORE_VAR": tempfile.mkdtemp(dir=folder)}
        environ |= {"DJANGO_SETTINGS_MODULE": "clubscore.settings", "PYTHONPATH": str(ROOT)}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.league"], cwd=ROOT, env=environ, **pipes
        )

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def ask(self, question):
        print(question, file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())
