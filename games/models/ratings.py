"""What the ratings of a club come to after some of its games."""

from django.db import models, transaction

from games import rows

from .club import Club


class Ratings(models.Model):
    """The rating of every player after `games` games of a club, in the order in which they began.

    `started_at` and `number` are those of the last of these games; `players` holds mu, sigma and games by
    the number of the player; `version` is the club's where no other game counted then. A row is right as
    long as it is there: what a game came to takes away all rows that counted it.
    """

    EVERY = 1_000  # games: after so many, a row stays, from which a replay can go on

    club = models.ForeignKey(Club, models.CASCADE, related_name="ratings")
    games = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    version = models.PositiveBigIntegerField(null=True)
    players = models.JSONField()

    class Meta:
        ordering = ["games"]
        constraints = [
            models.UniqueConstraint(fields=["club", "games"], name="one_row_of_ratings_after_so_many_games")
        ]

    def __str__(self):
        return f"{self.club_id}/{self.games}"

    @classmethod
    def drop_from(cls, game, moment=None):
        """Drop those that counted this game or a later one (or later than a moment, where that is
        earlier): what it comes to changed. This waits for the club's row, as `keep` does; who waits for a
        season's row too does so afterwards.
        """
        first = rows.moment(min(game.started_at, moment or game.started_at))
        version = "UPDATE games_club SET results_version = results_version + 1 WHERE id = %s"
        rows.execute(version, game.club_id)
        rows.execute("DELETE FROM games_ratings WHERE club_id = %s AND started_at >= %s", game.club_id, first)

    def keep(self, version, instead_of=None):
        """Keep it in place of the one that it went on from, unless a result changed since the club's
        `version`: it may have come too early for that.
        """
        with transaction.atomic():
            club = Club.objects.select_for_update(no_key=True).get(pk=self.club_id)
            if club.results_version != version:
                return
            if instead_of and instead_of.games != self.games and instead_of.games % self.EVERY:
                type(self).objects.filter(pk=instead_of.pk).delete()
            kept = {name: getattr(self, name) for name in ("number", "started_at", "version", "players")}
            type(self).objects.update_or_create(club=club, games=self.games, defaults=kept)
