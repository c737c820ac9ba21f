"""How strong the players of a club are, judged by the places that they took against each other.

OpenSkill's model of Plackett and Luce, over all games of the club that are over and not cancelled, in the
order in which they began; only places count, those of guests too. Points never enter into it, nor it
into points.

Ratings are replayed when somebody looks: a game that ends marks them as stale, and no more. A replay goes
on from the last row that still holds (see models.Ratings): what somebody looks at costs a thousand games
at most, whatever was corrected, and until all are counted says as of which game it is.
"""

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.db.models import Q
from openskill.models import PlackettLuce

from . import words
from .models import Ratings, Seat

MODEL = PlackettLuce()
NEW = [MODEL.mu, MODEL.sigma, 0]  # who has not played yet


@dataclass(frozen=True)
class Rating:
    """A player's strength: `value`, and how far off it may be (`uncertainty`: 95 times of 100 it is not)."""

    value: float
    uncertainty: float
    games: int

    def __str__(self):
        return f"{self.figure} {self.margin}"

    @property
    def figure(self):
        return words.rounded(self.value, 1)

    @property
    def margin(self):
        """How far off it may be, in words."""
        return f"± {words.rounded(self.uncertainty, 1)}"

    @classmethod
    def of(cls, mu, sigma, games):
        return cls(mu, 2 * sigma, games)


@dataclass(frozen=True)
class Rated:
    """The ratings of a club by player, as of the game of this number."""

    as_of: int
    players: dict

    def of(self, player):
        """A player's rating, None without any game."""
        kept = self.players.get(str(player.pk))
        return kept and Rating.of(*kept)


def rated(club):
    """The ratings of a club; None where it wants none, or no game is over."""
    kept = catch_up(club) if club.has_ratings else None
    return Rated(kept.number, kept.players) if kept else None


def catch_up(club):
    """The row of the latest ratings, where it lags behind moved on by one piece; None without any game."""
    last = club.ratings.last()
    if last and last.version == club.results_version:
        return last
    most = Ratings.EVERY - (last.games if last else 0) % Ratings.EVERY
    games = _next_games(club, last, most)
    row = _rate(club, last, games)
    if row:
        row.version = club.results_version if len(games) < most else None
        row.keep(club.results_version, instead_of=last)
    return row


def catch_up_with_all(club):
    """The same up to the latest game, however many there are."""
    while True:
        club.refresh_from_db(fields=["results_version"])
        row = catch_up(club)
        if row is None or row.version is not None:
            return row


def _next_games(club, last, most):
    """The next games that count: each its start, its number, and its seats' players and places."""
    games = club.games.finished().order_by("started_at", "number")
    if last:
        later = Q(started_at=last.started_at, number__gt=last.number)
        games = games.filter(later | Q(started_at__gt=last.started_at))
    seats = Seat.objects.filter(game__in=games.values("pk")[:most])
    seats = seats.order_by("game__started_at", "game__number", "seat")
    rows = seats.values_list("game__started_at", "game__number", "player", "place")
    return [(*game, [seat[2:] for seat in seats]) for game, seats in groupby(rows, itemgetter(0, 1))]


def _rate(club, last, games):
    """What `last` comes to with these games."""
    if not games:
        return last
    players = dict(last.players) if last else {}
    for *_, seats in games:
        keys = [str(player) for player, _ in seats]
        before = [players.get(key, NEW) for key in keys]
        teams = [[MODEL.rating(mu, sigma)] for mu, sigma, _ in before]
        rated = MODEL.rate(teams, ranks=[place for _, place in seats])
        for key, [new], (_, _, played) in zip(keys, rated, before, strict=True):
            players[key] = [new.mu, new.sigma, played + 1]
    started_at, number, _ = games[-1]
    count = len(games) + (last.games if last else 0)
    return Ratings(club=club, games=count, number=number, started_at=started_at, players=players)
