"""What a season's games come to for each player, kept so that a standings page need not count."""

from django.db import models

from .club import Season
from .seat import Seat

TWELFTHS = 12  # of a place: shared by two, three or four seats it stays whole


class Total(models.Model):
    """A player's sums over the games of a season that are over and not cancelled.

    `points` are tenths. `first` to `fourth` count places in twelfths, because a place that seats share
    counts for each of them by its part: 1st and 2nd shared are half of each. The counters are sums of the
    seats' (see Seat).
    """

    PLACES = ("first", "second", "third", "fourth")
    SUMS = ("games", "points", *PLACES, *Seat.COUNTERS)

    season = models.ForeignKey("Season", models.CASCADE, related_name="totals")
    player = models.ForeignKey("Player", models.CASCADE, related_name="totals")
    games = models.IntegerField(default=0)
    points = models.BigIntegerField(default=0)
    first = models.IntegerField(default=0)
    second = models.IntegerField(default=0)
    third = models.IntegerField(default=0)
    fourth = models.IntegerField(default=0)
    hands_played = models.IntegerField(default=0)
    wins = models.IntegerField(default=0)
    tsumo = models.IntegerField(default=0)
    won = models.BigIntegerField(default=0)
    deal_ins = models.IntegerField(default=0)
    dealt = models.BigIntegerField(default=0)
    riichi = models.IntegerField(default=0)
    draws = models.IntegerField(default=0)
    tenpai = models.IntegerField(default=0)

    class Meta:
        ordering = ["-points", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_total_of_a_player_in_a_season")
        ]

    def __str__(self):
        return f"{self.season_id}/{self.player_id}"

    @classmethod
    def of_game(cls, game, seats=None):
        """What a game counts for: sums by season and player; nothing where it does not count."""
        if not (game.ending and game.season_id and not game.cancelled_at):
            return {}
        return cls.of_seats(game.season_id, list(game.seats.all()) if seats is None else seats)

    @classmethod
    def of_seats(cls, season, seats):
        """The same for the seats of a game that counts for this season."""
        return {(season, seat.player_id): cls._of_seat(seat, seats) for seat in seats}

    @classmethod
    def _of_seat(cls, seat, seats):
        sharing = sum(other.place == seat.place for other in seats)
        shared = range(seat.place, seat.place + sharing)
        places = {name: TWELFTHS // sharing * (place in shared) for place, name in enumerate(cls.PLACES, 1)}
        counters = {name: getattr(seat, name) for name in Seat.COUNTERS}
        return {"games": 1, "points": seat.points, **places, **counters}

    @classmethod
    def move(cls, before, after):
        """Put what a game counts for now in place of what it counted for before."""
        moved = {key: _minus(after.get(key), before.get(key)) for key in {*before, *after}}
        moved = {key: sums for key, sums in moved.items() if any(sums.values())}
        if not moved:
            return
        seasons, players = (sorted(set(numbers)) for numbers in zip(*moved, strict=True))
        # The seasons' rows are what everybody waits for who moves totals of theirs.
        list(Season.objects.select_for_update().filter(pk__in=seasons).order_by("pk").values_list("pk"))
        rows = cls.objects.filter(season__in=seasons, player__in=players)
        totals = {(row.season_id, row.player_id): row for row in rows}
        changed = [
            (totals.get(key) or cls(season_id=key[0], player_id=key[1]), sums) for key, sums in moved.items()
        ]
        for total, sums in changed:
            for name, value in sums.items():
                setattr(total, name, getattr(total, name) + value)
        cls.objects.bulk_create(
            [
                cls(**{name: getattr(total, name) for name in ("season_id", "player_id", *cls.SUMS)})
                for total, _ in changed
            ],
            update_conflicts=True,
            unique_fields=["season", "player"],
            update_fields=cls.SUMS,
        )


def _minus(sums, others):
    return {name: (sums or {}).get(name, 0) - (others or {}).get(name, 0) for name in Total.SUMS}
