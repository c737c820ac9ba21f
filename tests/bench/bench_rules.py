"""How quick the rules are, and how little they need."""

import json
import os
import tempfile
import tracemalloc
from itertools import islice
from math import inf
from pathlib import Path
from time import perf_counter

from games.management.commands.replay import Command
from rules import game_to_json, record_from_json
from tests.bench import bare_player

DATA = Path(__file__).parent.parent / "data"


def real_games():
    for name in ("real_games.jsonl", "real_games_sanma.jsonl"):
        for line in (DATA / name).read_text().splitlines():
            yield json.loads(line)["record"]


def seconds(function, record):
    start = perf_counter()
    function(record)
    return perf_counter() - start


def bench_replay_against_bare_player(runs=20):
    """From a parsed record to the whole answer, by the rules and by bare dicts without any check."""

    def by_the_rules(record):
        return game_to_json(record_from_json(record).play())

    records = list(real_games())
    # Of each record's runs the quickest counts: the rest is the machine's doing.
    quickest = [(inf, inf)] * len(records)
    for _ in range(runs):
        for number, record in enumerate(records):
            rules, bare = quickest[number]
            now = seconds(by_the_rules, record), seconds(bare_player.replay, record)
            quickest[number] = min(rules, now[0]), min(bare, now[1])
    rules, bare = (sum(times) for times in zip(*quickest, strict=True))
    hands = sum(len(record["hands"]) for record in records)
    return {
        "ratio": round(rules / bare, 2),
        "limit": 3,
        "rules_us_per_hand": round(rules / hands * 1e6, 1),
        "bare_us_per_hand": round(bare / hands * 1e6, 1),
    }


def bench_replay_memory(few=200, many=2_000):
    """The most memory held while a file of games streams through the replay command."""
    lines = [json.dumps({"record": record}) for record in islice(real_games(), few)]
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere:

        def peak(count):
            path = Path(folder, "games.jsonl")
            path.write_text("\n".join(lines * (count // few)))
            tracemalloc.reset_peak()
            Command(stdout=nowhere).replay(str(path))
            return tracemalloc.get_traced_memory()[1]

        tracemalloc.start()
        peak(many)  # what Python makes once and keeps
        small, large = peak(few), peak(many)
        tracemalloc.stop()
    # Python keeps some freed objects for later, so not even a constant need measures quite flat.
    return {"ratio": round(large / small, 2), "limit": 1.5, "few_kb": small // 1024, "many_kb": large // 1024}
