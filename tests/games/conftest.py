"""The cast: a club, its people, a table, a game, and the table's device."""

import uuid
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

import rules
from games import access
from games.models import Club, Game, Membership, User


@pytest.fixture
def club(db):
    return Club.objects.create(name="Riverside", slug="riverside", time_zone="Europe/Paris")


@pytest.fixture
def owner(club):
    """Mari, who owns the club."""
    mari = User.objects.create_user("mari@example.org", "blue teapot 88", name="Mari")
    club.memberships.create(user=mari, role=Membership.Role.OWNER)
    return mari


@pytest.fixture
def organiser(club):
    """Ken, who organises it."""
    ken = User.objects.create_user("ken@example.org", "green kettle 77", name="Ken")
    club.memberships.create(user=ken)
    return ken


@pytest.fixture
def stranger(db):
    """Sven, who has an account and no part in the club."""
    return User.objects.create_user("sven@example.org", "red saucer 66", name="Sven")


@pytest.fixture
def superuser(db):
    return User.objects.create_superuser("root@example.org", "grey plate 55", name="Root")


@pytest.fixture
def signed_in():
    """A browser in which this person is signed in."""

    def signed_in(user):
        client = Client()
        client.force_login(user)
        return client

    return signed_in


@pytest.fixture
def people(club):
    return [club.players.create(name=name) for name in ("Aiko", "Marek", "Anne-Sophie", "Tomás")]


@pytest.fixture
def table(club):
    return club.tables.create(number=1)


@pytest.fixture
def other_table(club):
    return club.tables.create(number=2)


@pytest.fixture
def begin(table, people):
    """Begin a game at the table, under a preset with some keys changed."""

    def begin(preset="tenhou", start=None, **changes):
        ruleset = rules.ruleset_from_json({"preset": preset, **changes})
        if start:
            start = rules.start_from_json(ruleset, start)
        seated = people[: ruleset.players]
        return Game.begin(table, seated, ruleset, key=uuid.uuid4(), by={"table": table}, start=start)

    return begin


@pytest.fixture
def game(begin):
    return begin()


@pytest.fixture
def door(table):
    """The model's verbs as a table calls them that has just looked: version, a new key, and who asks."""

    def door(game, **changes):
        return {"version": game.version, "key": uuid.uuid4(), "by": {"table": table}, **changes}

    return door


@pytest.fixture
def tablet(client, table):
    """A browser that followed the table's link."""
    client.cookies[access.table_cookie(table)] = table.token
    return client


@pytest.fixture
def hand():
    """Outcomes in a few words."""

    class Hand:
        @staticmethod
        def ron(seat, discarder, base=960, riichi=(), **more):
            win = rules.Win(seat, base=base)
            return rules.Ron(discarder=discarder, winners=(win,), riichi=tuple(riichi), **more)

        @staticmethod
        def tsumo(seat, base=960, riichi=(), **more):
            return rules.Tsumo(win=rules.Win(seat, base=base), riichi=tuple(riichi), **more)

        @staticmethod
        def draw(*tenpai, riichi=(), **more):
            return rules.ExhaustiveDraw(tenpai=tenpai, riichi=tuple(riichi), **more)

    return Hand


@pytest.fixture
def season(club):
    full = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    return club.seasons.create(name="League", starts="2020-01-01", ends="2100-01-01", ruleset=full)


@pytest.fixture
def play_out(table, season):
    """Play a game of the season to its end: the players, what lies before them, and the day."""

    def play_out(players, *scores, day=None, additions=(), season=season, **changes):
        ruleset = rules.ruleset_from_json({"preset": "tenhou", "ties": "split", **changes})
        last_hand = {"round": "S4", "honba": 0, "sticks": 0, "scores": list(scores)}
        start = rules.start_from_json(ruleset, last_hand)
        at = datetime(*day, 19, tzinfo=UTC) if day else timezone.now()
        by = {"table": table}
        game = Game.begin(table, players, ruleset, key=uuid.uuid4(), by=by, season=season, start=start, at=at)
        game.record(rules.ExhaustiveDraw(), version=game.version, key=uuid.uuid4(), by=by, at=at)
        if not game.is_over:
            game.end_early("Late", version=game.version, key=uuid.uuid4(), by=by)
        if additions:
            facts = replace(game.facts, additions=tuple(additions))
            game.correct(facts, "a penalty", version=game.version, key=uuid.uuid4(), by=by)
        return game

    return play_out


@pytest.fixture
def enter(club, organiser):
    """Enter a game by its final scores: who sat there, what lay before them, and when it was played."""

    def enter(
        players, *scores, sticks=0, day=None, season=None, table=None, note="From paper", key=None, **changes
    ):
        ruleset = rules.ruleset_from_json({"preset": "tenhou", **changes})
        final = {"round": "E1", "honba": 0, "sticks": sticks, "scores": list(scores)}
        final = rules.start_from_json(ruleset, final)
        asked = {"key": key or uuid.uuid4(), "by": {"user": organiser}, "season": season, "table": table}
        at = datetime(*day, 19, tzinfo=UTC) if day else None
        return Game.enter(club, players, ruleset, final, note, started_at=at, **asked)

    return enter
