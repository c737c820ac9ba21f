"""What the points of a season add up to, and why it is not zero where it is not."""

from dataclasses import dataclass

from . import log
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


def balance(season, totals, until=None):
    """The balance of a season that came to these totals, after the day `until` where one is given."""
    games = season.games.finished().exclude(additions=[]).prefetch_related("seats__player").order_by("number")
    penalties = []
    for game in games.filter(day__lte=until) if until else games:
        game.club = season.club  # one for all: it is asked once who is hidden
        penalties += [Penalty(player, game, points, reason) for player, points, reason in log.additions(game)]
    points, other = (sum(getattr(total, name) for total in totals) for name in ("points", "other"))
    return Balance(
        sum(total.first for total in totals) // TWELFTHS,  # a game has one first place, however many share it
        points,
        penalties,
        other - sum(one.points for one in penalties),
        points - other,
    )
