"""What a season's games come to for each player, kept so that a standings page need not count."""

from django.db import models

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
    def of_game(cls, game):
        """What a game counts for: sums by season and player; nothing where it does not count."""
        if not (game.ending and game.season_id and not game.cancelled_at):
            return {}
        return cls.of_seats(game.season_id, list(game.seats.all()))

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
        cls.objects.bulk_create(
            [cls(season_id=season, player_id=player) for season, player in moved], ignore_conflicts=True
        )
        seasons, players = zip(*moved, strict=True)
        rows = cls.objects.filter(season__in=set(seasons), player__in=set(players)).order_by("pk")
        rows = [row for row in rows.select_for_update() if (row.season_id, row.player_id) in moved]
        for row in rows:
            for name, value in moved[row.season_id, row.player_id].items():
                setattr(row, name, getattr(row, name) + value)
        cls.objects.bulk_update(rows, cls.SUMS)


def _minus(sums, others):
    return {name: (sums or {}).get(name, 0) - (others or {}).get(name, 0) for name in Total.SUMS}
