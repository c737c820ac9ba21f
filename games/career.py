"""What a player's page tells: totals, the way there, opponents, records. Each a query, however much was
played.
"""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, F, FilteredRelation, Prefetch, Q, Sum

import rules

from . import standings, words
from .charts import levels_of, share
from .models import Seat, Total
from .models.figures import Figures, part
from .models.seat import hand_points
from .race import STEPS, Evenings, marks_of

LAST, OPPONENTS, YAKUMAN = 12, 12, 20  # shown at most
BARS = 60


class Sums(Figures):
    """Several totals together."""

    def __init__(self, totals):
        for name in Total.SUMS:
            setattr(self, name, sum(getattr(total, name) for total in totals))


@dataclass(frozen=True)
class BestHand:
    """A hand that a player won: `value` is its name, as far as it was told."""

    game: object
    hand: object
    points: int
    value: str


@dataclass(frozen=True)
class FirstSeat:
    """What came of the games that a player began as `wind`; the average place in hundredths."""

    wind: str
    games: int
    place: int
    points: int


@dataclass(frozen=True)
class PointsChart:
    """A bar for each evening, or for several where it is not `is_daily`, and the total after it. `bars` are
    (x, y, width, height, whether a gain); `table` has the same in numbers: (day, points, total).
    """

    levels: list
    ticks: list
    bars: list
    line: str
    end: str
    total: int
    table: list
    is_daily: bool


class Career:
    """A player's games of all seasons; totals are of those that belong to one."""

    def __init__(self, player):
        self.player = player

    @cached_property
    def seasons(self):
        """A standing for each season, the latest first."""
        return standings.of_player(self.player)

    @cached_property
    def overall(self):
        return Sums([one.total for one in self.seasons])

    @property
    def chart(self):
        return points_chart(Evenings(self.player.evenings))

    @property
    def _seats(self):
        return self.player.seats.finished().select_related("game")

    @property
    def best(self):
        """The seat of the best game, None before the first."""
        return self._seats.order_by("-points", "pk").first()

    @property
    def worst(self):
        return self._seats.order_by("points", "pk").first()

    @property
    def last(self):
        """The last games' seats, each with all that sat there."""
        by_place = Seat.objects.select_related("player").order_by("place", "seat")
        seats = self._seats.order_by("-game__started_at", "-game__number")
        return seats.prefetch_related(Prefetch("game__seats", by_place, to_attr="by_place"))[:LAST]

    @property
    def by_seat(self):
        """What came of the games from each first seat."""
        by_seat = self._seats.with_sharing().order_by().values("seat")
        halves = Sum(2 * F("place") + F("sharing") - 1)  # of a place: who shares 1st and 2nd was in 1.5
        sums = by_seat.annotate(games=Count("pk"), halves=halves, sum=Sum("points")).order_by("seat")
        return [
            FirstSeat(
                rules.WINDS[row["seat"]],
                row["games"],
                part(100 * row["halves"], 2 * row["games"]),
                row["sum"],
            )
            for row in sums
        ]

    @property
    def opponents(self):
        """Who was met most: in how many games, how often each was ahead, and the points between them."""
        mine = FilteredRelation("game__seats", condition=Q(game__seats__player=self.player))
        others = (
            Seat.objects.filter(game__in=self._seats.values("game"))
            .exclude(player=self.player)
            .exclude(player__is_forgotten=True)
            .annotate(mine=mine)
            .filter(mine__isnull=False)
        )
        ahead = Count("pk", filter=Q(mine__place__lt=F("place")))
        behind = Count("pk", filter=Q(mine__place__gt=F("place")))
        met = others.values("player").annotate(
            games=Count("pk"), ahead=ahead, behind=behind, points=Sum(F("mine__points") - F("points"))
        )
        met = list(met.order_by("-games", "player")[:OPPONENTS])
        people = self.player.club.players.in_bulk([one["player"] for one in met])
        return [one | {"player": people[one["player"]]} for one in met]

    @cached_property
    def runs(self):
        """The longest runs: of first places, and of games with a gain."""
        by_begin = self._seats.order_by("game__started_at", "game__number")
        played = list(by_begin.values_list("place", "points"))
        return {
            "firsts": _longest(place == 1 for place, _ in played),
            "gains": _longest(points > 0 for _, points in played),
        }

    @property
    def highest(self):
        """The most valuable hand won, None without any."""
        seats = self._seats.filter(highest__gt=0).order_by("-highest", "pk").prefetch_related("game__hands")
        seat = seats.first()
        won = _won(seat) if seat else []
        return next((one for one in won if one.points == seat.highest), None)

    @property
    def yakuman(self):
        """The yakuman won, the latest first."""
        seats = (
            self._seats.filter(yakuman__gt=0).order_by("-game__started_at").prefetch_related("game__hands")
        )
        return [one for seat in seats[:YAKUMAN] for one in _won(seat, rules.YAKUMAN)]


def _won(seat, least=0):
    """The hands that a seat won, of this base at least."""
    found = []
    for hand in seat.game.played.hands:
        win = next((win for win in hand.outcome.wins if win.seat == seat.seat), None)
        base = win and rules.base_points(seat.game.rules, win)
        if win and base >= least:
            points = hand_points(hand, payee=seat.seat)
            found.append(BestHand(seat.game, hand, points, words.value(win, base)))
    return found


def _longest(hits):
    longest = run = 0
    for hit in hits:
        run = run + 1 if hit else 0
        longest = max(longest, run)
    return longest


def points_chart(evenings):
    """The chart of a player's evenings, at most 60 bars; None before the first."""
    marks = marks_of(len(evenings.days), BARS)
    if not marks:
        return None
    points, number = [0] * len(marks), 0
    for day, brought in next(iter(evenings.by_player.values())):
        while marks[number] < day:
            number += 1
        points[number] += brought
    totals = [sum(points[: i + 1]) for i in range(len(points))]
    levels = levels_of([0, *points, *totals], STEPS)

    def y(value):
        return 100 * (levels[-1] - value) / (levels[-1] - levels[0])

    width = 100 / len(marks)
    bars = [
        (
            share(width * (i + 0.2)),
            share(min(y(value), y(0))),
            share(width * 0.6),
            share(abs(y(value) - y(0))),
            value > 0,
        )
        for i, value in enumerate(points)
    ]
    line = [(0, 0), *((width * (i + 1), total) for i, total in enumerate(totals))]
    named = marks_of(len(marks), 6)
    narrow = {named[i] for i in marks_of(len(named), 3)}
    return PointsChart(
        [(level, share(y(level))) for level in levels],
        [(evenings.days[marks[i]], share(width * (i + 0.5)), i in narrow) for i in named],
        bars,
        " ".join(f"{x:.2f},{y(total):.2f}" for x, total in line),
        share(y(totals[-1])),
        totals[-1],
        list(zip((evenings.days[mark] for mark in marks), points, totals, strict=True)),
        len(marks) == len(evenings.days),
    )
