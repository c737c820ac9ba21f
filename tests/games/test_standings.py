"""Random seasons: what is kept of them equals what plain Python counts from what was reported.

`Seasons` does to a club whatever can be done to its games, in any order. Beside it, it writes down what was
reported, as a person with a notebook would; `counting` adds that up and shares nothing with what it checks.
Whatever the club refuses has changed nothing.
"""

import ast
import json
import uuid
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import pairwise, permutations
from pathlib import Path

from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import rules
from games import imports, ratings, records, standings
from games.management.commands.rebuild import rebuild
from games.models import CannotMerge, Club, Evening, Game, Merge, Ratings, Stale, Total, total
from games.race import Evenings
from tests.rules import strategies

from . import counting

NAMES = ("Aiko", "Marek", "Anne-Sophie", "Tomás", "Ken", "Yui", "Ursula", "Jo", "Ken M.", "Guest")
ZONE = "Europe/Paris"
FIRST = datetime(2026, 3, 1, 18, tzinfo=UTC)
# Moments of a few evenings: some on the same one, some at the same moment, some after midnight in Paris.
moments = st.builds(lambda hours: FIRST + timedelta(hours=hours), st.sampled_from([0, 1, 5, 6, 24, 30, 96]))
additions = st.sampled_from([-20_000, -100, 300])
NOTHING = (None, None, None)
a_game = precondition(lambda self: self.games)
a_hand = precondition(lambda self: any(game.hands for game in self.games.values()))


class Seasons(RuleBasedStateMachine):
    """A club with two seasons: `games` is the notebook, by number."""

    def __init__(self):
        super().__init__()
        self.block = transaction.atomic()
        self.block.__enter__()
        self.club = Club.objects.create(name="Made up", slug=f"c-{uuid.uuid4()}", time_zone=ZONE)
        full = rules.ruleset_to_full_json(rules.PRESETS["wrc"])
        self.seasons = [
            self.club.seasons.create(name=f"Month {month}", starts=month, ends=month, ruleset=full)
            for month in ("2026-03-01", "2026-03-02")
        ]
        people = [self.club.players.create(name=name, is_guest=name == "Guest") for name in NAMES]
        self.here, self.guests = [one.pk for one in people], {people[-1].pk}
        self.games, self.merges, self.is_watched = {}, [], False

    def teardown(self):
        try:
            for merge in reversed(self.merges):
                self.take_back(*merge)
            self.what_is_kept_is_what_was_reported()
            for number in range(2):
                self.look_at_the_standings(0, number)
                self.look_at_earlier_evenings(number)
            self.look_at_the_ratings()
            assert list(rebuild(self.club)) == []
        finally:
            transaction.set_rollback(True)
            self.block.__exit__(None, None, None)

    # Games.

    @initialize(data=st.data(), number=st.integers(2, 5), is_watched=st.booleans())
    def begin(self, data, number, is_watched):
        self.is_watched = is_watched  # somebody looks at the ratings all the time
        for _ in range(number):
            self.play(data)

    @rule(data=st.data())
    def play(self, data):
        """A game, from its beginning or taken over midway, to its end, or until they stop, or so far."""
        ruleset, start, outcomes = data.draw(strategies.games(max_hands=6))
        table = self.club.tables.create(number=self.club.tables.count() + 1)
        seated = data.draw(st.permutations(self.here))[: ruleset.players]
        at, season = data.draw(moments), data.draw(self.any_season)
        people = [self.club.players.get(pk=player) for player in seated]
        of_season = next((one for one in self.seasons if one.pk == season), None)
        by = {"table": table}
        game = Game.begin(
            table, people, ruleset, key=uuid.uuid4(), by=by, season=of_season, start=start, at=at
        )
        full, midway = rules.ruleset_to_full_json(ruleset), rules.start_to_json(start)
        self.games[game.number] = counting.Reported(game.number, seated, full, at, season, midway)
        for outcome in outcomes:
            self.report(game.number, outcome)
        if data.draw(st.integers(0, 3)):
            self.stop(game.number)
        if data.draw(st.booleans()):
            self.penalise(data, game.number)

    @rule(data=st.data(), at=moments)
    def enter(self, data, at):
        """A game by its final scores alone."""
        ruleset = data.draw(strategies.rulesets)
        final = data.draw(strategies.states(ruleset))
        seated, season = data.draw(st.permutations(self.here))[: ruleset.players], data.draw(self.any_season)
        people = [self.club.players.get(pk=player) for player in seated]
        of_season = next((one for one in self.seasons if one.pk == season), None)
        asked = {"key": uuid.uuid4(), "by": {}, "season": of_season, "started_at": at}
        game = Game.enter(self.club, people, ruleset, final, "From paper", **asked)
        full, scores = rules.ruleset_to_full_json(ruleset), rules.start_to_json(final)
        told = counting.Reported(game.number, seated, full, at, season, scores, ended_early="From paper")
        self.games[game.number] = told

    @a_game
    @rule(data=st.data())
    def go_on(self, data):
        number = self.any_game(data)
        game = self.game(number)
        if not (game.is_over or game.cancelled_at):
            self.report(number, data.draw(strategies.outcomes(game.rules, game.played.state)))

    def report(self, number, outcome):
        with self.told(number) as (game, asked, told):
            for seat in {*outcome.riichi} ^ {*game.riichi}:
                game.light(seat, seat in outcome.riichi, version=game.version)
            if outcome.time != game.is_time_called:
                game.call_time(outcome.time, version=game.version)
            game.record(outcome, **asked)
            told.hands.append(rules.outcome_to_json(outcome))

    @a_game
    @rule(data=st.data())
    def end_early(self, data):
        self.stop(self.any_game(data))

    def stop(self, number):
        with self.told(number) as (game, asked, told):
            game.end_early("closing time", **asked)
            told.ended_early = "closing time"

    @a_game
    @rule(data=st.data())
    def undo(self, data):
        with self.told(self.any_game(data)) as (game, asked, told):
            game.undo(**asked)
            if told.ended_early:
                told.ended_early = ""
            else:
                told.hands.pop()

    @a_game
    @rule(data=st.data())
    def cancel(self, data):
        with self.told(self.any_game(data)) as (game, asked, told):
            game.cancel("a trial", **asked)
            told.is_cancelled = True

    @precondition(lambda self: any(game.is_cancelled for game in self.games.values()))
    @rule(data=st.data())
    def restore(self, data):
        with self.told(self.any_game(data, "is_cancelled")) as (game, asked, told):
            game.restore(**asked)
            told.is_cancelled = False

    @precondition(lambda self: any(game.counts for game in self.games.values()))
    @rule(data=st.data(), times=st.lists(moments, min_size=1, max_size=3))
    def bring(self, data, times):
        """Games like some that were played, of other moments, come in a file."""
        brought = []
        for at in times:
            like = self.any_game(data, "counts")
            record = {**records.record(self.game(like)), "started_at": at.isoformat()}
            record.pop("ended_at", None)
            season = next((one.pk for one in self.seasons if one.starts == f"{self.club.day_of(at)}"), None)
            brought.append((record, replace(deepcopy(self.games[like]), at=at, season=season)))
        with refusing(imports.Refused):
            file = BytesIO("\n".join(json.dumps(record) for record, _ in brought).encode())
            change = imports.bring_games(self.club, file, by={"user": None})
            for line, number in change.after["taken"]:
                self.games[number] = replace(brought[line - 1][1], number=number)

    # Corrections.

    @a_hand
    @rule(data=st.data())
    def change_a_hand(self, data):
        with self.corrected(self.any_game(data, "hands")) as (game, facts, told):
            number = data.draw(st.integers(1, len(told.hands)))
            hand = self.any_hand(data, game, number)
            told.hands[number - 1] = hand
            facts.append(game.facts.change(number, hand))

    @a_game
    @rule(data=st.data())
    def insert_a_hand(self, data):
        with self.corrected(self.any_game(data)) as (game, facts, told):
            number = data.draw(st.integers(1, len(told.hands) + 1))
            hand = self.any_hand(data, game, number)
            told.hands.insert(number - 1, hand)
            facts.append(game.facts.insert(number, hand))

    @a_hand
    @rule(data=st.data())
    def delete_a_hand(self, data):
        with self.corrected(self.any_game(data, "hands")) as (game, facts, told):
            number = data.draw(st.integers(1, len(told.hands)))
            del told.hands[number - 1]
            facts.append(game.facts.delete(number))

    @a_hand
    @rule(data=st.data())
    def move_a_hand(self, data):
        with self.corrected(self.any_game(data, "hands")) as (game, facts, told):
            number, to = (data.draw(st.integers(1, len(told.hands))) for _ in range(2))
            told.hands.insert(to - 1, told.hands.pop(number - 1))
            facts.append(game.facts.move(number, to))

    @a_game
    @rule(data=st.data())
    def exchange_seats(self, data):
        with self.corrected(self.any_game(data)) as (game, facts, told):
            order = data.draw(st.permutations(range(len(told.players))))
            told.reseat(order)
            facts.append(game.facts.reseat(order))

    @a_game
    @rule(data=st.data())
    def replace_players(self, data):
        with self.corrected(self.any_game(data)) as (game, facts, told):
            told.players = data.draw(st.permutations(self.here))[: len(told.players)]
            facts.append(replace(game.facts, players=tuple(told.players)))

    @a_game
    @rule(data=st.data())
    def take_other_rules(self, data):
        with self.corrected(self.any_game(data)) as (game, facts, told):
            fitting = [one for one in rules.PRESETS.values() if one.players == game.rules.players]
            base = st.sampled_from([game.rules, *fitting])
            told.ruleset = rules.ruleset_to_full_json(data.draw(strategies.house_rulesets(base)))
            facts.append(replace(game.facts, ruleset=told.ruleset))

    @precondition(lambda self: any(game.start for game in self.games.values()))
    @rule(data=st.data())
    def take_over_otherwise(self, data):
        """Other scores, which are all that there is of a game that was entered by them."""
        with self.corrected(self.any_game(data, "start")) as (game, facts, told):
            told.start = rules.start_to_json(data.draw(strategies.states(game.rules)))
            facts.append(replace(game.facts, start=told.start))

    @a_game
    @rule(data=st.data())
    def move_to_another_season(self, data):
        with self.corrected(self.any_game(data)) as (game, facts, told):
            told.season = data.draw(self.any_season)
            facts.append(replace(game.facts, season=told.season))

    @a_game
    @rule(data=st.data(), at=moments)
    def move_to_another_day(self, data, at):
        with self.corrected(self.any_game(data)) as (game, facts, told):
            told.at = at
            facts.append(replace(game.facts, started_at=at.isoformat()))

    @a_game
    @rule(data=st.data())
    def give_a_penalty(self, data):
        self.penalise(data, self.any_game(data))

    def penalise(self, data, number):
        with self.corrected(number) as (game, facts, told):
            seat = data.draw(st.sampled_from(range(len(told.players))))
            points = data.draw(additions)
            told.additions.append({"seat": seat, "points": points, "reason": "late"})
            facts.append(replace(game.facts, additions=tuple(told.additions)))

    @a_game
    @rule(data=st.data())
    def take_penalties_back(self, data):
        with self.corrected(self.any_game(data)) as (game, facts, told):
            told.additions = told.additions[1:]
            facts.append(replace(game.facts, additions=tuple(told.additions)))

    # People.

    @rule(data=st.data())
    def merge(self, data):
        """Two turn out to be one: mostly two who never sat together, and one who has played much."""
        pairs, seated = list(permutations(self.here, 2)), [game.players for game in self.games.values()]
        apart = [pair for pair in pairs if not any({*pair} <= {*players} for players in seated)]
        apart.sort(key=lambda pair: -sum(pair[1] in players for players in seated))
        kept, merged = data.draw(st.sampled_from(apart[:5] or pairs) | st.sampled_from(pairs))
        with refusing(CannotMerge):
            Merge(*(self.club.players.get(pk=player) for player in (kept, merged))).do(by={})
            theirs = [game for game in self.games.values() if merged in game.players]
            for game in theirs:
                game.players[game.players.index(merged)] = kept
            self.here.remove(merged)
            change = self.club.changes.filter(verb="merge_players", game=None).last()
            self.merges.append((change, kept, merged, theirs))

    @precondition(lambda self: self.merges)
    @rule(data=st.data())
    def take_a_merge_back(self, data):
        self.take_back(*data.draw(st.sampled_from(self.merges)))

    def take_back(self, change, kept, merged, theirs):
        """They turn out to be two after all: what was played since stays."""
        with refusing(CannotMerge):
            Merge.of(change).undo(change, by={})
            for game in theirs:
                if kept in game.players:
                    game.players[game.players.index(kept)] = merged
            self.here.append(merged)

    @rule(data=st.data())
    def become_a_guest(self, data):
        player = self.club.players.get(pk=data.draw(st.sampled_from(self.here)))
        player.is_guest = not player.is_guest
        player.keep(by={})
        self.guests ^= {player.pk}

    # What is kept.

    @rule()
    def look_at_the_ratings(self):
        """They are replayed when somebody looks, and only from where something is another."""
        kept = ratings.catch_up_with_all(self.club)
        expected = counting.ratings(self.games.values())
        assert (kept.players if kept else {}) == {str(one): [*value] for one, value in expected.items()}

    @rule(least=st.integers(0, 4), number=st.integers(0, 1))
    def look_at_the_standings(self, least, number):
        season, games = self.seasons[number], self.games.values()
        season.minimum_games = least
        season.save()
        counted = counting.totals(games), counting.evenings(games, ZONE)
        expected = counting.standings(*counted, season.pk, self.guests, least)
        table = standings.table(season, evenings=Evenings(season.evenings))
        assert {one.player.pk: (one.place, one.total.points, one.rise) for one in table} == expected
        ranked = [one for one in table if one.place]
        assert ranked == table[: len(ranked)]
        assert all(one.place <= other.place for one, other in pairwise(ranked))
        top = standings.top(season, len(table))
        assert {(one.player, one.place) for one in top} == {(one.player, one.place) for one in ranked}
        for one in table:
            [own] = [own for own in standings.of_player(one.player) if own.total.season_id == season.pk]
            assert own.place == one.place

    @rule(number=st.integers(0, 1))
    def look_at_earlier_evenings(self, number):
        season, games = self.seasons[number], self.games.values()
        for day in {day for of, _, day in counting.evenings(games, ZONE) if of == season.pk}:
            expected = counting.totals(game for game in games if game.day(ZONE) <= day)
            totals = {(season.pk, one.player_id): sums(one) for one in standings.totals(season, until=day)}
            assert totals == {key: counted for key, counted in expected.items() if key[0] == season.pk}

    @invariant()
    def what_is_kept_is_what_was_reported(self):
        games = self.games.values()
        assert rows(Total, ("season_id", "player_id")) == counting.totals(games)
        assert rows(Evening, ("season_id", "player_id", "day")) == counting.evenings(games, ZONE)
        if self.is_watched:
            self.look_at_the_ratings()

    # How it is told.

    def game(self, number):
        return Game.objects.get(club=self.club, number=number)

    def any_game(self, data, having="players"):
        games = [number for number, game in self.games.items() if getattr(game, having)]
        return data.draw(st.sampled_from(games))

    @property
    def any_season(self):
        first, second = (one.pk for one in self.seasons)
        return st.sampled_from([first, first, second, None])

    def any_hand(self, data, game, number):
        """Something that the table could have reported as this hand."""
        states = [game.played.start, *(hand.after for hand in game.played.hands)]
        return rules.outcome_to_json(data.draw(strategies.outcomes(game.rules, states[number - 1])))

    @contextmanager
    def told(self, number):
        """Tell the club and the notebook; what the club refuses stands in neither."""
        game, told = self.game(number), deepcopy(self.games[number])
        asked = {"version": game.version, "key": uuid.uuid4(), "by": {"table": game.table}}
        with refusing(rules.RulesError, Stale):
            yield game, asked, told
            # Keep the same object: merges remember it.
            self.games[number].__dict__.update(told.__dict__)

    @contextmanager
    def corrected(self, number):
        """The same for a correction, which is put into the list that is handed out. What it says that it will
        do to seasons is what it does.
        """
        facts = []
        with self.told(number) as (game, asked, told):
            yield game, facts, told
            was = self.seasons_now()
            moves = standings.moves(game, *facts, facts[0].play())
            game.correct(*facts, "it was so", **asked)
            will = self.seasons_now()
            for move in moves:
                key = move.season.pk, move.player.pk
                expected = zip(was.pop(key, NOTHING), will.pop(key, NOTHING), strict=True)
                assert (move.games, move.points, move.place) == tuple(expected)
            assert {key: one[:2] for key, one in was.items()} == {key: one[:2] for key, one in will.items()}

    def seasons_now(self):
        """Everybody's games, points and place in each season."""
        places = {
            (season.pk, one.player.pk): one.place
            for season in self.seasons
            for one in standings.table(season)
        }
        kept = Total.objects.filter(season__in=self.seasons, games__gt=0)
        return {
            key: (one.games, one.points, places.get(key))
            for one in kept
            for key in [(one.season_id, one.player_id)]
        }


@contextmanager
def refusing(*errors):
    """Do all of it, or nothing where it is refused."""
    try:
        with transaction.atomic():
            yield
    except errors:
        pass


def sums(row):
    """What a row is made up of, with the names that the notebook has for it."""
    more = ("other", *counting.PLACES, *counting.NOTHING, "best", "worst")
    return {name: getattr(row, name) for name in ("games", "points", *more) if hasattr(row, name)}


def rows(model, keys):
    """What is kept, by these keys, where anything is."""
    kept = {tuple(getattr(row, key) for key in keys): sums(row) for row in model.objects.all()}
    return {key: one for key, one in kept.items() if any(one.values())}


def test_what_is_kept_of_a_season_is_what_was_reported(db, monkeypatch, pytestconfig):
    monkeypatch.setattr(Ratings, "EVERY", 3)
    monkeypatch.setattr(total, "AT_ONCE", 3)
    thorough = pytestconfig.getoption("thorough")
    run_state_machine_as_test(
        Seasons,
        settings=settings(
            max_examples=1_000 if thorough else 50,
            derandomize=not thorough,
            stateful_step_count=25,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_the_counting_shares_nothing_with_what_it_checks():
    tree = ast.parse(Path(counting.__file__).read_text())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names}
    assert {name.partition(".")[0] for name in imported}.isdisjoint({"games", "rules", "django"})
