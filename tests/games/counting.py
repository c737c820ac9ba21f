"""What the games of a club come to, in plain Python, from what was reported of them and nothing else.

It shares nothing with what it is held against: no row, no query, none of `games` and none of `rules`. Games
are played by the bare player of the benches, and every number is added up anew.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from openskill.models import PlackettLuce

from tests.bench import bare_player

PLACES = ("first", "second", "third", "fourth")
NOTHING = dict.fromkeys(
    ("hands_played", "wins", "tsumo", "won", "deal_ins", "dealt", "riichi", "draws", "tenpai", "yakuman"), 0
)


@dataclass
class Reported:
    """A game as somebody beside the table would write it down, `players` by seat."""

    number: int
    players: list
    ruleset: dict
    at: datetime
    season: int | None = None
    start: dict | None = None
    hands: list = field(default_factory=list)
    ended_early: str = ""
    additions: list = field(default_factory=list)
    is_cancelled: bool = False

    def answer(self, **changes):
        """What it comes to; with another ruleset or other additions where these are given."""
        record = {name: getattr(self, name) for name in ("ruleset", "hands", "start", "ended_early")}
        return bare_player.replay({**record, "additions": self.additions, **changes})

    def day(self, zone):
        return self.at.astimezone(ZoneInfo(zone)).date()

    @property
    def counts(self):
        return not self.is_cancelled and bool(self.answer()["ended"])

    def reseat(self, order):
        """Let the players sit in another order, each with all that they did; `order` are the old seats."""

        def moved(value, key=""):
            if isinstance(value, dict):
                return {key: moved(one, key) for key, one in value.items()}
            if isinstance(value, list):
                return sorted(map(seat_of, value)) if key in LISTS else [moved(one) for one in value]
            return seat_of(value) if key in ("seat", "discarder") else value

        LISTS, seat_of = ("tenpai", "nagashi", "seats", "riichi"), order.index
        self.players = [self.players[old] for old in order]
        self.hands, self.additions = moved(self.hands), moved(self.additions)
        if self.start:
            self.start = {**self.start, "scores": [self.start["scores"][old] for old in order]}


def totals(games):
    """What every player's games of each season come to."""
    sums, points = {}, {}
    for game in games:
        if game.counts and game.season:
            answer = game.answer()
            for seat, player in enumerate(game.players):
                one = {**result_of(seat, game, answer), **hands_of(seat, game, answer)}
                sums.setdefault((game.season, player), Counter()).update(one)
                points.setdefault((game.season, player), []).append(one["points"])
    for key, one in sums.items():
        one["best"], one["worst"] = max(points[key]), min(points[key])
    return sums


def evenings(games, zone):
    """What each of their days brought, in games and points."""
    sums = {}
    for game in games:
        if game.counts and game.season:
            for player, points in zip(game.players, game.answer()["final"]["points"], strict=True):
                brought = {"games": 1, "points": round(points * 10)}
                sums.setdefault((game.season, player, game.day(zone)), Counter()).update(brought)
    return sums


def result_of(seat, game, answer):
    mine, final = answer["final"]["places"][seat], answer["final"]
    sharing = final["places"].count(mine)
    shared = range(mine, mine + sharing)
    twelfths = {name: 12 // sharing * (place in shared) for place, name in enumerate(PLACES, 1)}
    no_fines = game.ruleset | {"yakitori_points": 0, "chonbo_points": 0}
    without = game.answer(ruleset=no_fines, additions=[])["final"]["points"][seat]
    points = round(final["points"][seat] * 10)
    return {"games": 1, "points": points, "other": points - round(without * 10), **twelfths}


def hands_of(seat, game, answer):
    """What one seat did in the hands of a game: points of hands are those without honba and sticks."""
    sums = Counter(NOTHING)
    for hand, played in zip(game.hands, answer["hands"], strict=True):
        if hand["kind"] == "chonbo":
            continue
        sums["hands_played"] += 1
        sums["riichi"] += seat in hand["riichi"]
        if hand["kind"] == "exhaustive_draw":
            sums["draws"] += 1
            sums["tenpai"] += seat in hand["tenpai"]
        for win in hand.get("wins", ()):
            moved = moved_by(win, hand, game.ruleset, played["before"]["dealer"])
            if win["seat"] == seat:
                sums["wins"] += 1
                sums["tsumo"] += hand["kind"] == "tsumo"
                sums["won"] += moved[seat]
                sums["yakuman"] += bare_player.base_points(game.ruleset, win) >= 8000
            elif hand["kind"] == "ron" and hand["discarder"] == seat:
                sums["dealt"] -= moved[seat]
        sums["deal_ins"] += hand["kind"] == "ron" and hand["discarder"] == seat
    return sums


def moved_by(win, hand, ruleset, dealer):
    """The table points that one win alone moves."""
    moved = [0] * ruleset["players"]
    if hand["kind"] == "ron":
        bare_player.ron(ruleset, {**hand, "wins": [win]}, moved, dealer, 0, 0, ())
    else:
        bare_player.self_drawn(ruleset, win, moved, dealer, 0, 0)
    return moved


def standings(totals, evenings, season, guests, least):
    """The standings of a season: {player: (place, points, rise)}. Place and rise are None below so many
    games, and the rise for who had no place before the last evening.
    """
    shown = {player: one for (of, player), one in totals.items() if of == season and player not in guests}
    last = max((day for of, _, day in evenings if of == season), default=None)
    before = {player: one - evenings.get((season, player, last), Counter()) for player, one in shown.items()}
    for player, one in before.items():  # a Counter's own minus drops what is below zero
        one["points"] = shown[player]["points"] - evenings.get((season, player, last), {}).get("points", 0)
    now, then = places(shown, least), places(before, max(least, 1))
    return {
        player: (
            now.get(player),
            one["points"],
            then[player] - now[player] if player in now and player in then else None,
        )
        for player, one in shown.items()
    }


def places(sums, least):
    points = {player: one["points"] for player, one in sums.items() if one["games"] >= least}
    return {player: 1 + sum(other > mine for other in points.values()) for player, mine in points.items()}


def ratings(games):
    """Everybody's mu, sigma and games, replayed from the first game on."""
    model, rated = PlackettLuce(), {}
    for game in sorted(games, key=lambda game: (game.at, game.number)):
        if game.counts:
            before = [rated.get(player, (model.mu, model.sigma, 0)) for player in game.players]
            teams = [[model.rating(mu, sigma)] for mu, sigma, _ in before]
            after = model.rate(teams, ranks=game.answer()["final"]["places"])
            for player, [one], (*_, played) in zip(game.players, after, before, strict=True):
                rated[player] = one.mu, one.sigma, played + 1
    return rated
