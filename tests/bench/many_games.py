"""A database full of real games, written as rows: everything is there that playing them would have left.

A game is one of tests/data with other people in its seats, in the order of evenings; what it came to is
worked out once for each of those. Totals are sums of what the seats hold, as `manage.py rebuild` makes
them, which says whether it is true.
"""

import json
import random
import uuid
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from django.core.management.color import no_style
from django.db import connection, transaction

import rules
from games.models import Change, Evening, Game, Hand, Seat, Total

DATA = Path(__file__).parent.parent / "data"
START = datetime(2025, 1, 6, 18, tzinfo=UTC)
HAND = timedelta(minutes=6)
AN_EVENING, EVENINGS = 20, 300  # games, or more where so many evenings would not be enough


class Real:
    """A real game: what its rows hold."""

    def __init__(self, record):
        played = record.play()
        self.ending, self.players = played.ending, record.ruleset.players
        self.ruleset = json.dumps(rules.ruleset_to_full_json(record.ruleset))
        self.hands = [json.dumps(rules.outcome_to_json(outcome)) for outcome in record.outcomes]
        seats = [Seat(seat=seat, player_id=seat) for seat in range(self.players)]
        for seat in seats:
            seat.take(played)
        self.seats = [
            {name: getattr(seat, name) for name in (*Seat.RESULT, *Seat.COUNTERS)} for seat in seats
        ]
        counted = Total.of_seats(0, None, seats)
        self.sums = [counted[0, seat, None] for seat in range(self.players)]


@cache
def real_games():
    found = []
    for name in ("real_games.jsonl", "real_games_sanma.jsonl"):
        for line in (DATA / name).read_text().splitlines():
            found.append(Real(rules.record_from_json(json.loads(line)["record"])))
    return [real for real in found if real.ending]


def add_games(club, seasons, each):
    """Add so many games of the club's people to each of these seasons, evening after evening."""
    club.refresh_from_db()
    table = club.tables.first() or club.tables.create(number=1)
    people = list(club.players.values_list("pk", flat=True))
    chance, first, pk = random.Random(club.games_begun), club.games_begun, _last(Game) + 1
    a_day = max(AN_EVENING, each // EVENINGS)
    games, sat = [], Counter()
    for i, season in enumerate(season for season in seasons for _ in range(each)):
        real, evening = chance.choice(real_games()), (first + i) // a_day
        begun = START + timedelta(days=evening, hours=(first + i) % a_day * 6 // a_day)
        seated = chance.sample(people, real.players)
        games.append((pk + i, first + i + 1, season.pk, real, begun, seated))
        for seat, player in enumerate(seated):
            sat[season.pk, player, begun.date(), real, seat] += 1
    with transaction.atomic():
        _load(Game, (_game(club, table, game) for game in games))
        _load(Seat, (row for game in games for row in _seats(game)), _last(Seat))
        _load(Hand, (row for game in games for row in _hands(game)), _last(Hand))
        _load(Change, (row for game in games for row in _changes(club, table, game)), _last(Change))
        _load_sums(Total, sat, lambda season, player, day: (season, player))
        _load_sums(Evening, sat, lambda season, player, day: (season, player, day))
        club.games_begun += len(games)
        club.results_version += 1
        club.save()
        for sql in connection.ops.sequence_reset_sql(no_style(), [Game, Seat, Hand, Change, Total, Evening]):
            connection.cursor().execute(sql)
    if connection.vendor == "postgresql":
        connection.cursor().execute("ANALYZE")  # as it does by itself after a while


def _game(club, table, game):
    pk, number, season, real, begun, _ = game
    return {
        "id": pk,
        "club_id": club.pk,
        "number": number,
        "table_id": table.pk,
        "season_id": season,
        "ruleset": real.ruleset,
        "version": len(real.hands),
        "day": begun.date(),
        "started_at": begun,
        "ended_at": begun + HAND * len(real.hands),
        "ending": real.ending,
    }


def _seats(game):
    pk, _, _, real, _, seated = game
    for seat, (player, kept) in enumerate(zip(seated, real.seats, strict=True)):
        yield {"game_id": pk, "seat": seat, "player_id": player, **kept}


def _hands(game):
    pk, _, _, real, begun, _ = game
    for number, facts in enumerate(real.hands, 1):
        yield {"game_id": pk, "number": number, "facts": facts, "recorded_at": begun + HAND * number}


def _changes(club, table, game):
    pk, _, _, real, begun, _ = game
    about = {"club_id": club.pk, "game_id": pk, "table_id": table.pk}
    yield {**about, "at": begun, "verb": Change.Verb.START.value, "key": uuid.uuid4()}
    for number, facts in enumerate(real.hands, 1):
        done = {"verb": Change.Verb.RECORD.value, "hand": number, "after": facts, "key": uuid.uuid4()}
        yield {**about, "at": begun + HAND * number, **done}


def _load_sums(model, sat, key_of):
    sums = {}
    for (season, player, day, real, seat), times in sat.items():
        kept = sums.setdefault(key_of(season, player, day), Counter())
        for name in model.SUMS:
            kept[name] += times * real.sums[seat][name]
        points = real.sums[seat]["points"]
        extremes = {"best": max, "worst": min} if model is Total else {}
        for name, choose in extremes.items():
            kept[name] = choose(kept.get(name, points), points)
    names = ("season_id", "player_id", "day")
    rows = {key: {**dict(zip(names, key, strict=False)), **kept} for key, kept in sums.items()}
    seasons = {season for season, *_ in rows}
    for old in model.objects.filter(season__in=seasons):
        key = key_of(old.season_id, old.player_id, getattr(old, "day", None))
        if key in rows:
            for name in model.SUMS:
                rows[key][name] += getattr(old, name)
            if model is Total:
                rows[key]["best"] = max(rows[key]["best"], old.best)
                rows[key]["worst"] = min(rows[key]["worst"], old.worst)
            old.delete()
    _load(model, rows.values(), _last(model))


def _last(model):
    return model.objects.order_by("pk").values_list("pk", flat=True).last() or 0


def _load(model, rows, last=0):
    """Write rows as fast as the database takes them; what a row does not say is the field's default."""
    fields = model._meta.concrete_fields
    names = [field.attname for field in fields]
    empty = {field.attname: _default(field) for field in fields}
    adapted = (
        [_adapted(value) for value in (empty | {"id": last + i} | row).values()]
        for i, row in enumerate(rows, 1)
    )
    columns = ", ".join(f'"{field.column}"' for field in fields)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {model._meta.db_table} ({columns}) FROM STDIN") as copy:
                for row in adapted:
                    copy.write_row(row)
        else:
            marks = ", ".join("?" * len(names))
            cursor.connection.executemany(
                f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({marks})", adapted
            )


def _default(field):
    value = field.get_default() if not field.primary_key else None
    return json.dumps(value) if isinstance(value, list | dict) else value


def _adapted(value):
    """As SQLite keeps it; PostgreSQL reads the same."""
    match value:
        case datetime():
            return value.strftime(
                "%Y-%m-%d %H:%M:%S+00" if connection.vendor == "postgresql" else "%Y-%m-%d %H:%M:%S"
            )
        case uuid.UUID():
            return value.hex
        case _:
            return str(value) if hasattr(value, "isoformat") else value
