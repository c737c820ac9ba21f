"""What a day's games of a season come to for each player, kept so that a race need not count."""

from django.db import models


class Evening(models.Model):
    """A player's games and points (tenths) of one day of a season: the parts of a Total by days."""

    SUMS = KEPT = ("games", "points")

    season = models.ForeignKey("Season", models.CASCADE, related_name="evenings")
    day = models.DateField()
    player = models.ForeignKey("Player", models.CASCADE, related_name="evenings")
    games = models.IntegerField(default=0)
    points = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["day"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "player", "day"], name="one_evening_of_a_player_on_a_day_of_a_season"
            )
        ]

    def __str__(self):
        return f"{self.season_id}/{self.player_id} {self.day}"
