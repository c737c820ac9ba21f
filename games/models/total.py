"""What a season's games come to for each player, kept so that a standings page need not count."""

from django.db import models

from games import rows

from .evening import Evening
from .figures import PLACES, TWELFTHS, Figures
from .seat import Seat

AT_ONCE = 500  # rows of one statement, which takes so many values and no more
BY_POINTS = """SELECT seat.points FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
    WHERE seat.player_id = %s AND game.season_id = %s AND game.id <> %s
    AND game.cancelled_at IS NULL AND seat.points IS NOT NULL ORDER BY seat.points"""


class Total(Figures, models.Model):
    """A player's sums over the games of a season that are over and not cancelled.

    `points` are tenths, and so are `other`, the yakitori, chonbo and additions among them. `first` to
    `fourth` count places in twelfths, because a place that seats share counts for each of them by its part:
    1st and 2nd shared are half of each. The counters are sums of the seats' (see Seat). `best` and `worst`
    are the points of one game; the page of a long season took half a second to look for them.
    """

    OF_SEATS = ("points", "other", *Seat.COUNTERS)
    SUMS = ("games", *PLACES, *OF_SEATS)
    KEPT = (*SUMS, "best", "worst")

    season = models.ForeignKey("Season", models.CASCADE, related_name="totals")
    player = models.ForeignKey("Player", models.CASCADE, related_name="totals")
    games = models.IntegerField(default=0)
    points = models.BigIntegerField(default=0)
    other = models.BigIntegerField(default=0)
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
    yakuman = models.IntegerField(default=0)
    best = models.BigIntegerField(null=True)
    worst = models.BigIntegerField(null=True)

    class Meta:
        ordering = ["-points", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_total_of_a_player_in_a_season")
        ]

    def __str__(self):
        return f"{self.season_id}/{self.player_id}"

    @classmethod
    def of_game(cls, game, seats=None):
        """What a game counts for, by season, player and day; nothing where it does not count."""
        if not (game.ending and game.season_id and not game.cancelled_at):
            return {}
        return cls.of_seats(game.season_id, game.day, list(game.seats.all()) if seats is None else seats)

    @classmethod
    def of_seats(cls, season, day, seats):
        """The same for the seats of a game that counts for this season."""
        return {(season, seat.player_id, day): cls._of_seat(seat, seats) for seat in seats}

    @classmethod
    def _of_seat(cls, seat, seats):
        sharing = sum(other.place == seat.place for other in seats)
        counters = {name: getattr(seat, name) for name in cls.OF_SEATS}
        extremes = {"best": seat.points, "worst": seat.points}
        return {"games": 1, **_places(seat.place, sharing), **counters, **extremes}

    @classmethod
    def up_to(cls, season, day):
        """The totals of a season as they were after this day; not rows, but counted from the seats."""
        seats = Seat.objects.finished().filter(game__season=season, game__day__lte=day).with_sharing()
        sums = {f"{name}_sum": models.Sum(name) for name in cls.OF_SEATS}
        alike = seats.order_by().values("player", "place", "sharing")
        counted = alike.annotate(
            games=models.Count("pk"), best=models.Max("points"), worst=models.Min("points"), **sums
        )
        totals = {}
        for row in counted:
            total = totals.setdefault(row["player"], cls(season=season, player_id=row["player"]))
            total._add(row)
        models.prefetch_related_objects(list(totals.values()), "player")
        return list(totals.values())

    def _add(self, row):
        """Add what the games came to in which the player had this place, shared by so many."""
        places = {name: row["games"] * part for name, part in _places(row["place"], row["sharing"]).items()}
        sums = {name: row[f"{name}_sum"] for name in self.OF_SEATS}
        for name, value in {"games": row["games"], **places, **sums}.items():
            setattr(self, name, getattr(self, name) + value)
        self.best = max(row["best"], row["best"] if self.best is None else self.best)
        self.worst = min(row["worst"], row["worst"] if self.worst is None else self.worst)

    @classmethod
    def move(cls, before, after, game=None):
        """Put what a game counts for now in place of what it counted for before; without `game`, the same for
        many games, whose seats are written already.
        """
        by_day = _moved(before, after, Evening.SUMS)
        before, after = by_player(before), by_player(after)
        moved = _moved(before, after, cls.SUMS)
        if not (by_day or moved):
            return
        seasons = sorted({season for season, *_ in (*by_day, *moved)})
        # The seasons' rows are what everybody waits for who moves totals of theirs.
        which = f"id IN ({rows.marks(seasons)}) ORDER BY id"
        rows.fetch(f"SELECT id FROM games_season WHERE {which} {rows.locked()}", *seasons)
        _add(cls, ("season_id", "player_id"), moved)
        _add(Evening, ("season_id", "player_id", "day"), by_day)
        if moved:
            players = sorted({player for _, player in moved})
            changed = list(_other_extremes(seasons, players, before, after, game))
            rows.update(changed, ("best", "worst"), by=("season", "player"))


def _places(place, sharing):
    """What a place that so many share counts for, in twelfths."""
    shared = range(place, place + sharing)
    return {name: TWELFTHS // sharing * (number in shared) for number, name in enumerate(PLACES, 1)}


def _other_extremes(seasons, players, before, after, game):
    """The totals of those whose best or worst game is another one now."""
    which = f"season_id IN ({rows.marks(seasons)}) AND player_id IN ({rows.marks(players)})"
    kept = f"SELECT season_id, player_id, best, worst FROM games_total WHERE {which}"
    for season, player, best, worst in rows.fetch(kept, *seasons, *players):
        was, now = before.get((season, player)), after.get((season, player))
        if was or now:
            extremes = _extremes(season, player, {best, worst} - {None}, was, now, game)
            if extremes != (best, worst):
                yield Total(season_id=season, player_id=player, best=extremes[0], worst=extremes[1])


def _extremes(season, player, points, was, now, game):
    """The best and the worst game, `points` as they are kept: looked for only where one of the two goes."""
    if was and (not game or was["points"] in points):
        others = (player, season, game.pk if game else 0)
        found = [rows.fetch(f"{BY_POINTS} {order} LIMIT 1", *others) for order in ("ASC", "DESC")]
        points = {points for one in found for (points,) in one}
    if now:
        points |= {now["best"], now["worst"]}
    return max(points, default=None), min(points, default=None)


def add_up(counted, into):
    """Add what a game counts for, keys with their sums, to what others do."""
    for key, sums in counted:
        into[key] = _both(into[key], sums) if key in into else sums


def _both(one, other):
    extremes = {"best": max(one["best"], other["best"]), "worst": min(one["worst"], other["worst"])}
    return {name: one[name] + other[name] for name in Total.SUMS} | extremes


def by_player(sums):
    """The same by season and player alone, the days of several games together."""
    found = {}
    add_up((((season, player), one) for (season, player, _), one in sums.items()), found)
    return found


def _moved(before, after, names):
    """How much is to be added to each sum, where anything is."""
    moved = {
        key: {name: after.get(key, {}).get(name, 0) - before.get(key, {}).get(name, 0) for name in names}
        for key in {*before, *after}
    }
    return {key: sums for key, sums in moved.items() if any(sums.values())}


def _add(model, keys, moved):
    """Add these sums to the rows of their keys, so many in one statement; a row that is not there yet is
    made.
    """
    table, columns = model._meta.db_table, (*keys, *model.SUMS)
    row = f"({rows.marks(columns)})"
    sums = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in model.SUMS)
    ordered = sorted(moved)
    for start in range(0, len(ordered), AT_ONCE):
        some = ordered[start : start + AT_ONCE]
        values = [value for key in some for value in (*key, *(moved[key][name] for name in model.SUMS))]
        rows.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * len(some))} "
            f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {sums}",
            *values,
        )
