"""Real games in which a hand in the middle was recorded wrong."""

import json
import uuid
from itertools import islice
from pathlib import Path

import rules
from games.models import Game

DATA = Path(__file__).parent.parent / "data" / "real_games.jsonl"
GAMES = 50


def read():
    """The games: (id, record, what it came to, a hand in its middle, how that was recorded)."""
    for line in DATA.read_text().splitlines():
        game = json.loads(line)
        record = rules.record_from_json(game["record"])
        middle = len(record.outcomes) // 2
        for wrong in mistakes(record.outcomes[middle]):
            if can_be_recorded(record, middle, wrong):
                yield game["id"], record, game["expected"]["final"], middle + 1, wrong
                break


def mistakes(right):
    """Ways to record this hand wrong, the likeliest first."""
    others = [seat for seat in range(4) if seat not in [win.seat for win in right.wins]]
    match right:
        case rules.Ron(discarder, (win,)):
            for seat in others:
                if seat != discarder:
                    yield right._replace(discarder=seat)
            yield right._replace(winners=(rules.Win(win.seat, base=960),))
        case rules.Tsumo(win):
            yield right._replace(win=rules.Win(win.seat, han=1, fu=40))
            yield rules.Ron(others[0], (rules.Win(win.seat, base=1_280),), right.riichi)
        case rules.ExhaustiveDraw():
            yield right._replace(tenpai=right.riichi)
            yield right._replace(tenpai=(0, 1, 2, 3))
        case _:
            yield rules.ExhaustiveDraw(riichi=right.riichi, tenpai=right.riichi)


def can_be_recorded(record, middle, wrong):
    """Whether a table could have gone on after this mistake as it did, for whatever came of it."""
    outcomes = [*record.outcomes[:middle], wrong, *record.outcomes[middle + 1 :]]
    try:
        played = rules.play(record.ruleset, outcomes, record.start)
    except rules.RulesError:
        return False
    return (
        wrong != record.outcomes[middle] and played.hands[middle].deltas != record.play().hands[middle].deltas
    )


def recorded_wrong(table, people, record, number, wrong):
    """The game as it was recorded."""
    game = Game.begin(
        table, people, record.ruleset, key=uuid.uuid4(), by={"table": table}, start=record.start
    )
    for n, outcome in enumerate(record.outcomes, 1):
        outcome = wrong if n == number else outcome
        for seat in outcome.riichi:
            game.light(seat, True, version=game.version)
        game.record(outcome, version=game.version, key=uuid.uuid4(), by={"table": table})
    return game


CASES = list(islice(read(), GAMES))
