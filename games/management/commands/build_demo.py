"""`manage.py build_demo`: fills a database that has no club yet with the demo club."""

import json
import random
import uuid
from dataclasses import replace
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

import rules
from games import demo
from games.models import Club, Game, User

GAMES = settings.BASE_DIR / "tests" / "data" / "real_games.jsonl"
GAMES_OF_THREE = settings.BASE_DIR / "tests" / "data" / "real_games_sanma.jsonl"
TABLES = 4
AN_EVENING = 6  # games
HAND = timedelta(minutes=6)

# Invented: name, short name, other names.
PEOPLE = [
    ("Aiko Hanamori", "Aiko", "花森 愛子"),
    ("Marek Dvorský", "Marek", ""),
    ("Anne-Sophie de La Rochette", "Anne-Sophie", ""),
    ("Tomás Herradura", "Tomás", ""),
    ("中野 健", "中野", "Ken Nakano, けん"),
    ("高木 美咲", "美咲", "Misaki Takagi"),
    ("Олена Вербова", "Олена", "Olena Verbova"),
    ("Giulia Montefiori", "Giulia", ""),
    ("Søren Lindegård", "Søren", ""),
    ("김하린", "하린", "Harin Kim"),
    ("Νίκος Ελαφρός", "Νίκος", "Nikos Elafros"),
    ("Leïla Benhadj", "Leïla", ""),
    ("Łukasz Brzozowy", "Łukasz", ""),
    ("Björn Hallstrand", "Björn", ""),
    ("山城 蓮", "山城", "Ren Yamashiro"),
    ("Priya Ramanathal", "Priya", ""),
    ("王雨桐", "雨桐", "Wang Yutong"),
    ("Chidi Okonjala", "Chidi", ""),
    ("Inês Valadouro", "Inês", ""),
    ("Jonas Feldmaier", "Jonas", ""),
    ("Zeynep Aydınlık", "Zeynep", ""),
    ("Mbali Dlaminga", "Mbali", ""),
    ("Eilidh MacAskin", "Eilidh", ""),
    ("Hugo Lavergnat", "Hugo", ""),
]


class Command(BaseCommand):
    """Builds the demo club in one transaction; a database that already has a club is left as it is.

    Every game is a real one, played under its own rules through the same door as a tablet's.
    """

    help = "Fill an empty database with the demo club."

    def handle(self, **options):
        if Club.objects.exists():
            return
        self.stdout.write("Playing a season of 300 real games ...")
        with transaction.atomic():
            built = Demo()
            built.play_the_past()
            built.fine_somebody()
            built.leave_games_running()
            built.enter_games_from_paper()
        self.stdout.write(f"{built.club}: {built.club.games.count()} games, {len(PEOPLE)} players.")


class Demo:
    """The demo club: the same on every machine but for its dates, which end today."""

    def __init__(self):
        self.random = random.Random(13)
        owner = User.objects.create_user(demo.EMAIL, demo.password(), name="Mika")
        self.club = Club.found(
            owner, name="Riverside Riichi Club", slug="riverside", time_zone="Europe/Paris"
        )
        self.by = {"user": owner}
        self.players = [
            self.club.players.create(name=name, short_name=short, other_names=other)
            for name, short, other in PEOPLE
        ]
        self.tables = [self.club.tables.create(number=number) for number in range(1, TABLES + 1)]
        self.today = self.club.day_of(timezone.now())
        self.records = _records(GAMES)

    def play_the_past(self):
        """Two seasons of weekly evenings, the second one running."""
        evenings = -(-len(self.records) // AN_EVENING)
        seasons = [
            self._season("Spring league", evenings * 7 + 7, evenings * 7 // 2),
            self._season("Autumn league", evenings * 7 // 2 - 1, -60),
        ]
        for number, record in enumerate(self.records):
            evening, place = divmod(number, AN_EVENING)
            day = self.today - timedelta(days=7 * (evenings - evening))
            season = next(season for season in seasons if season.starts <= day <= season.ends)
            if place == 0:
                here = self.random.sample(self.players, 16)
            if place % 3 == 0:
                self.random.shuffle(here)
            at = datetime.combine(day, time(19 + place // 3 * 2, 5), ZoneInfo(self.club.time_zone))
            seated = here[place % 3 * 4 : place % 3 * 4 + 4]
            self._play(record, self.tables[place % 3], seated, season, at, record.outcomes)

    def fine_somebody(self):
        """A penalty in one of the last games, so that the season does not add up to nothing, and says why."""
        game = self.club.games.get(number=len(self.records) - 8)
        fine = {"seat": 2, "points": -20_000, "reason": "came half an hour late"}
        facts = replace(game.facts, additions=(fine,))
        game.correct(facts, "a penalty", version=game.version, key=self._key(), by=self.by)

    def leave_games_running(self):
        """One game of four in its last hands, one of three in its middle."""
        now = timezone.now()
        four = next(record for record in self.records if len(record.outcomes) > 12)
        three = _records(GAMES_OF_THREE)[0]
        season = self.club.current_season
        for record, table, players, hands in (
            (four, self.tables[0], self.players[:4], four.outcomes[:-4]),
            (three, self.tables[3], self.players[4:7], three.outcomes[:5]),
        ):
            self._play(record, table, players, season, now - (len(hands) + 0.5) * HAND, hands)

    def enter_games_from_paper(self):
        """Two games of the first season of which only the final scores were kept."""
        season = self.club.seasons.last()
        for weeks, first, sticks, scores in (
            (4, 8, 1, (38_200, 12_000, 27_500, 21_300)),
            (9, 12, 0, (25_000, 41_000, 9_000, 25_000)),
        ):
            at = datetime.combine(
                season.starts + timedelta(days=7 * weeks), time(17, 30), ZoneInfo(self.club.time_zone)
            )
            start = {"round": "E1", "honba": 0, "sticks": sticks, "scores": list(scores)}
            Game.enter(
                self.club,
                self.players[first : first + 4],
                season.rules,
                rules.start_from_json(season.rules, start),
                "From paper",
                key=self._key(),
                by=self.by,
                season=season,
                started_at=at,
            )

    def _season(self, name, days_ago, ends_days_ago):
        return self.club.seasons.create(
            name=name,
            starts=self.today - timedelta(days=days_ago),
            ends=self.today - timedelta(days=ends_days_ago),
            ruleset=rules.ruleset_to_full_json(rules.PRESETS["tenhou"]),
            minimum_games=15,
        )

    def _play(self, record, table, players, season, at, outcomes):
        by = {"table": table}
        game = Game.begin(table, players, record.ruleset, key=self._key(), by=by, season=season, at=at)
        for outcome in outcomes:
            at += HAND
            for seat in outcome.riichi:
                game.light(seat, True, version=game.version)
            game.record(outcome, version=game.version, key=self._key(), by=by, at=at)

    def _key(self):
        return uuid.UUID(int=self.random.getrandbits(128), version=4)


def _records(path):
    with path.open(encoding="utf-8") as lines:
        return [rules.record_from_json(json.loads(line)["record"]) for line in lines]
