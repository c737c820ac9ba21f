"""What correcting the first hand of a long game costs in a long season."""

import functools
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES, HANDS, RUNS = 10_000, 25, 200


def bench_correct_hand_1():
    """Correcting hand 1 of 25 in a season of 10,000 games, beside recording one hand."""
    figures = measured()
    return {
        "ratio": round(figures["correct"] / figures["record"], 2),
        "limit": 3,
        "record_ms": round(figures["record"] * 1e3, 2),
    }


def bench_correct_queries():
    """The queries of that correction, beside the same in a season of ten games."""
    figures = measured()
    return {
        "ratio": figures["queries"] / figures["queries_in_short_season"],
        "limit": 1,
        "queries": figures["queries"],
    }


@functools.cache
def measured():
    """Measure in a process and on a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3", "CLUBSCORE_VAR": folder}
        environ |= {"DJANGO_SETTINGS_MODULE": "clubscore.settings", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, __file__], env=environ, check=True, capture_output=True, text=True
        )
    return {name: float(value) for name, value in map(str.split, done.stdout.splitlines())}


def main():
    import time
    import uuid

    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    import rules
    from games.models import Club, Game, Seat, Total

    call_command("migrate", verbosity=0)
    club = Club.objects.create(name="Bench", slug="bench")
    people = [club.players.create(name=f"Player {number}") for number in range(40)]
    tables = [club.tables.create(number=number) for number in (1, 2)]
    ruleset = rules.PRESETS["wrc"]
    full = rules.ruleset_to_full_json(ruleset)
    draw = rules.ExhaustiveDraw(tenpai=(0,))

    def asked(game):
        return {"version": game.version, "key": uuid.uuid4(), "by": {"table": game.table}}

    def begin(table, season):
        by = {"table": table}
        return Game.begin(table, people[:4], ruleset, key=uuid.uuid4(), by=by, season=season)

    def over(season):
        game = begin(tables[0], season)
        for _ in range(HANDS):
            game.record(draw, **asked(game))
        game.end_early("closing time", **asked(game))
        return game

    def fill(season, count):
        """Games that ended before, as rows: what they are made of costs a correction nothing or much."""
        first = club.games_begun + 1
        games = Game.objects.bulk_create(
            Game(
                club=club,
                number=first + i,
                season=season,
                ruleset=full,
                day="2026-01-01",
                started_at="2026-01-01T18:00Z",
                ending="last_hand",
            )
            for i in range(count)
        )
        Seat.objects.bulk_create(
            (
                Seat(
                    game=game,
                    seat=seat,
                    player=people[(i + 7 * seat) % 40],
                    score=30000,
                    place=seat + 1,
                    points=0,
                )
                for i, game in enumerate(games)
                for seat in range(4)
            ),
            batch_size=5_000,
        )
        Total.objects.bulk_create(
            Total(season=season, player=player, games=count // 10, best=900, worst=-900) for player in people
        )
        club.games_begun += count
        club.save()

    def proposed(game, tenpai):
        hand = rules.outcome_to_json(rules.ExhaustiveDraw(tenpai=(tenpai,)))
        return game.facts.change(1, hand)

    def correct(game, facts):
        game.correct(facts, "wrong seat", **asked(game))

    def seconds(function, *arguments):
        began = time.perf_counter()
        function(*arguments)
        return time.perf_counter() - began

    def season(name, year):
        return club.seasons.create(name=name, starts=f"{year}-01-01", ends=f"{year}-12-31", ruleset=full)

    short, long = season("short", 2025), season("long", 2026)
    fill(short, 10)
    fill(long, GAMES)
    for name, where in (("queries_in_short_season", short), ("queries", long)):
        game = over(where)
        with CaptureQueriesContext(connection) as queries:
            correct(game, proposed(game, 1))
        print(name, len(queries))
    running = begin(tables[1], long)
    for _ in range(HANDS - 1):
        running.record(draw, **asked(running))
    record, corrected = [], []
    for run in range(RUNS):
        record.append(seconds(lambda: running.record(draw, **asked(running))))
        running.undo(**asked(running))  # so that it is always the same hand
        corrected.append(seconds(correct, game, proposed(game, run % 4)))
    # The quickest counts: the rest is the machine's doing.
    print("record", min(record))
    print("correct", min(corrected))


if __name__ == "__main__":
    main()
