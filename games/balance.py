"""What the points of a season add up to, and why it is not zero where it is not."""

from dataclasses import dataclass

from django.db.models import Sum

from .models.figures import TWELFTHS


@dataclass(frozen=True)
class Penalty:
    """Points that an organiser gave or took in a game, with the reason. `points` are tenths."""

    player: object
    game: object
    points: int
    reason: str


@dataclass(frozen=True)
class Balance:
    """All points of so many `games` together, guests' too, in tenths: the `penalties`, what `chonbo` cost,
    and the `rest`, which is sticks that nobody got and what the rules give out more or less than they take.
    """

    games: int
    points: int
    penalties: list[Penalty]
    chonbo: int
    rest: int

    @property
    def penalty(self):
        """What all penalties come to."""
        return sum(one.points for one in self.penalties)


def balance(season):
    """The balance of a season, in three queries."""
    sums = season.totals.aggregate(**{name: Sum(name, default=0) for name in ("points", "other", "first")})
    games = season.games.finished().exclude(additions=[]).prefetch_related("seats__player").order_by("number")
    penalties = [
        Penalty(game.seats.all()[one["seat"]].player, game, one["points"] // 100, one["reason"])
        for game in games
        for one in game.additions
    ]
    added = sum(one.points for one in penalties)
    return Balance(
        sums["first"] // TWELFTHS,  # a game has one first place, however many share it
        sums["points"],
        penalties,
        sums["other"] - added,
        sums["points"] - sums["other"],
    )
