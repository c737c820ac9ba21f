"""Random seasons: what is kept of them equals what plain Python counts from the hands.

The counting here shares nothing with the code that it checks: games are played by the bare player of the
benches, and every number is added up anew from what was reported.
"""

import uuid
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from games import ratings, standings
from games.management.commands.rebuild import rebuild
from games.models import CannotMerge, Evening, Game, Merge, Stale, Total
from tests.bench import bare_player
from tests.rules import strategies

NAMES = ("Aiko", "Marek", "Anne-Sophie", "Tomás", "Ken", "Yui", "Guest")
EDITS = ("hand", "delete", "penalty", "season", "players", "reseat", "start")
PLACES = ("first", "second", "third", "fourth")


class Season:
    """A season in the making: whatever is done to it goes through the door."""

    def __init__(self, club, data):
        self.club, self.data = club, data
        full = rules.ruleset_to_full_json(rules.PRESETS["wrc"])
        self.seasons = [
            club.seasons.create(
                name=f"League {year}", starts=f"{year}-01-01", ends=f"{year}-12-31", ruleset=full
            )
            for year in (2025, 2026)
        ]
        self.people = [club.players.create(name=name, is_guest=name == "Guest") for name in NAMES]
        self.merges = []

    def draw(self, strategy):
        return self.data.draw(strategy)

    def ask(self, game):
        return {"version": game.version, "key": uuid.uuid4(), "by": {"table": game.table}}

    def here(self):
        return list(self.club.players.here().order_by("pk"))

    def play(self):
        """Another game, to its end or not."""
        ruleset, start, outcomes = self.draw(strategies.games())
        table = self.club.tables.create(number=self.club.tables.count() + 1)
        seated = self.draw(st.permutations(self.here()))[: ruleset.players]
        season = self.draw(st.sampled_from([*self.seasons, None]))
        by = {"table": table}
        game = Game.begin(table, seated, ruleset, key=uuid.uuid4(), by=by, season=season, start=start)
        for outcome in outcomes:
            for seat in outcome.riichi:
                game.light(seat, True, version=game.version)
            game.record(outcome, **self.ask(game))
        if not game.is_over and self.draw(st.integers(0, 3)):
            game.end_early("closing time", **self.ask(game))

    def change(self):
        """Something happens to a game, where it can."""
        game = self.draw(st.sampled_from(list(self.club.games.order_by("number"))))
        what = self.draw(st.sampled_from(["cancel", "restore", "undo", "correct", "correct", "correct"]))
        with suppress(rules.RulesError, Stale):  # it cannot be: then nothing may have changed either
            getattr(self, f"_{what}")(game)

    def _cancel(self, game):
        game.cancel("a trial", **self.ask(game))

    def _restore(self, game):
        game.restore(**self.ask(game))

    def _undo(self, game):
        game.undo(**self.ask(game))

    def _correct(self, game):
        facts, seats = game.facts, range(game.rules.players)
        what = self.draw(
            st.sampled_from(["hand", "penalty", "season", "players", "start", "delete", "reseat"])
        )
        match what:
            case "hand" if facts.hands:
                number = self.draw(st.integers(1, len(facts.hands)))
                before = game.played.hands[number - 1].before
                outcome = self.draw(strategies.outcomes(game.rules, before))
                facts = facts.change(number, rules.outcome_to_json(outcome))
            case "delete" if facts.hands:
                facts = facts.delete(self.draw(st.integers(1, len(facts.hands))))
            case "penalty":
                points = self.draw(st.sampled_from([-20_000, -100, 300]))
                penalty = {"seat": self.draw(st.sampled_from(seats)), "points": points, "reason": "late"}
                facts = replace(facts, additions=(*facts.additions, penalty))
            case "season":
                seasons = [season.pk for season in self.seasons]
                facts = replace(facts, season=self.draw(st.sampled_from([*seasons, None])))
            case "players":
                people = self.draw(st.permutations([player.pk for player in self.here()]))
                facts = replace(facts, players=tuple(people[: len(seats)]))
            case "reseat":
                facts = facts.reseat(self.draw(st.permutations(seats)))
            case "start":
                at = game.started_at - timedelta(days=self.draw(st.integers(0, 3)))
                facts = replace(facts, started_at=at.isoformat())
        game.correct(facts, "it was so", **self.ask(game))

    def merge(self):
        """Two turn out to be one, or not to be."""
        with suppress(CannotMerge):
            if self.merges and self.draw(st.booleans()):
                change = self.merges.pop()
                Merge.of(change).undo(change, by={})
            else:
                kept, merged, *_ = self.draw(st.permutations(self.here()))
                Merge(kept, merged).do(by={})
                self.merges.append(self.club.changes.filter(verb="merge_players", game=None).last())

    def look(self):
        """Somebody looks at the ratings, which are kept as of now."""
        kept = ratings.catch_up_with_all(self.club)
        return kept and kept.players


# Counting, in plain Python.


def counted(club):
    """What every player's games of each season come to, and those of each of its days."""
    totals, days, points = {}, {}, {}
    for game in club.games.filter(cancelled_at=None).exclude(season=None):
        record = {
            "ruleset": game.ruleset,
            "hands": list(game.hands.order_by("number").values_list("facts", flat=True)),
            "start": game.start,
            "ended_early": game.ended_early,
            "additions": game.additions,
        }
        answer = bare_player.replay(record)
        if answer["ended"]:
            for seat, player in enumerate(game.seats.order_by("seat").values_list("player", flat=True)):
                sums = {**result_of(seat, answer["final"]), **hands_of(seat, record, answer)}
                totals.setdefault((game.season_id, player), Counter()).update(sums)
                points.setdefault((game.season_id, player), []).append(sums["points"])
                some = {name: sums[name] for name in ("games", "points")}
                days.setdefault((game.season_id, player, game.day), Counter()).update(some)
    for key, sums in totals.items():
        sums["best"], sums["worst"] = max(points[key]), min(points[key])
    return totals, days


def result_of(seat, final):
    mine = final["places"][seat]
    sharing = final["places"].count(mine)
    shared = range(mine, mine + sharing)
    twelfths = {name: 12 // sharing * (place in shared) for place, name in enumerate(PLACES, 1)}
    return {"games": 1, "points": round(final["points"][seat] * 10), **twelfths}


def hands_of(seat, record, answer):
    """What one seat did in the hands of a game: points of hands are those without honba and sticks."""
    ruleset = bare_player.PRESETS[record["ruleset"]["preset"]] | record["ruleset"]
    sums = Counter(dict.fromkeys(("hands_played", "wins", "tsumo", "won", "deal_ins", "dealt"), 0))
    sums.update(dict.fromkeys(("riichi", "draws", "tenpai", "yakuman"), 0))
    for hand, played in zip(record["hands"], answer["hands"], strict=True):
        if hand["kind"] == "chonbo":
            continue
        dealer = played["before"]["dealer"]
        sums["hands_played"] += 1
        sums["riichi"] += seat in hand["riichi"]
        if hand["kind"] == "exhaustive_draw":
            sums["draws"] += 1
            sums["tenpai"] += seat in hand["tenpai"]
        for win in hand.get("wins", ()):
            moved = [0] * ruleset["players"]
            if hand["kind"] == "ron":
                bare_player.ron(ruleset, {**hand, "wins": [win]}, moved, dealer, 0, 0, ())
            else:
                bare_player.self_drawn(ruleset, win, moved, dealer, 0, 0)
            if win["seat"] == seat:
                sums["wins"] += 1
                sums["tsumo"] += hand["kind"] == "tsumo"
                sums["won"] += moved[seat]
                sums["yakuman"] += bare_player.base_points(ruleset, win) >= 8000
            elif hand["kind"] == "ron" and hand["discarder"] == seat:
                sums["dealt"] -= moved[seat]
        sums["deal_ins"] += hand["kind"] == "ron" and hand["discarder"] == seat
    return sums


def ranked(season, totals):
    """The places of a season: (player, place, points), best first, None for too few games."""
    mine = {player: sums for (number, player), sums in totals.items() if number == season.pk}
    guests = set(season.club.players.filter(is_guest=True).values_list("pk", flat=True))
    shown = {player: sums for player, sums in mine.items() if player not in guests}
    points = [sums["points"] for sums in shown.values() if sums["games"] >= season.minimum_games]
    return {
        (
            player,
            1 + sum(other > sums["points"] for other in points)
            if sums["games"] >= season.minimum_games
            else None,
            sums["points"],
        )
        for player, sums in shown.items()
    }


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_is_kept_of_a_season_is_what_its_hands_come_to(club, data):
    with transaction.atomic():
        check(Season(club, data), data)
        transaction.set_rollback(True)


def check(season, data):
    for _ in range(data.draw(st.integers(1, 4))):
        season.play()
    for _ in range(data.draw(st.integers(0, 6))):
        data.draw(st.sampled_from([season.change, season.change, season.merge, season.look]))()
    totals, days = counted(season.club)
    assert kept(Total, ("season_id", "player_id"), totals) == totals
    assert kept(Evening, ("season_id", "player_id", "day"), days) == days
    for one in season.seasons:
        one.minimum_games = data.draw(st.integers(0, 3))
        rows = {(row.player.pk, row.place, row.total.points) for row in standings.table(one)}
        assert rows == ranked(one, totals)
    assert list(rebuild(season.club)) == []
    now = season.look()
    season.club.ratings.all().delete()
    assert season.look() == now


def kept(model, keys, expected):
    """The rows that count some games, as the same sums."""
    names = next(iter(expected.values()), {})
    return {
        tuple(getattr(row, key) for key in keys): {name: getattr(row, name) for name in names}
        for row in model.objects.filter(games__gt=0)
    }
