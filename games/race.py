"""The points race of a season: each player's total after each evening."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from .charts import levels_of, share

PENS = 5
POINTS = 60  # of a line, at most
NAMES = 30  # of players, at most
TICKS, NARROW = 7, 3  # days that are named on a screen, and on a phone, at most
IN_TABLE = 15  # evenings in the table, at most
STEPS = [tens * 100 for tens in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000)]


class Evenings:
    """The evenings of a season, or of a player's: what each brought to whom. One query, and one pass: there
    may be ten thousand.

    `days` are those that were played on, in order, up to the day `until`; `all_days` are those after it, too.
    Where nothing was played after the day that was asked for, or it is before all evenings and the season's
    `begin`, `until` is None. `by_player` is {player: [(which of the days, points)]}.
    """

    def __init__(self, rows, until=None, begin=date.max):
        rows = rows.filter(games__gt=0).order_by("day")
        rows = list(rows.values_list("day", "player_id", "points", "games"))
        self.all_days = list(dict.fromkeys(day for day, *_ in rows))
        is_told = until and self.all_days and min(begin, self.all_days[0]) <= until < self.all_days[-1]
        self.until = until if is_told else None
        self._rows = [row for row in rows if row[0] <= until] if is_told else rows
        self.days, self.by_player = [], defaultdict(list)
        number, latest = -1, None
        for day, player, points, _ in self._rows:
            if day != latest:
                number, latest = number + 1, day
                self.days.append(day)
            self.by_player[player].append((number, points))

    @property
    def last(self):
        """{player: the points and games that the last evening brought}."""
        latest = takewhile(lambda row: row[0] == self.days[-1], reversed(self._rows))
        return {player: (points, games) for _, player, points, games in latest}


@dataclass(frozen=True)
class Runner:
    """A player's line: `path` from the evening before their first to the last, which ends at `end`, beside
    their name at `label`. Drawn with a `pen` from 0 to 4, or thin (None). `totals` are those of the table.
    """

    standing: object
    path: str
    end: str
    label: str
    pen: int | None
    totals: list


@dataclass(frozen=True)
class Race:
    """Lines across at `levels`, each (points, y); `ticks` are the days that are named, each (day, x, whether
    also on a phone); `table` are the days of the totals.
    """

    levels: list
    ticks: list
    runners: list[Runner]
    table: list
    lead: object


@dataclass(frozen=True)
class Lead:
    """Who is first, since when, and by how much before whom. `since` is None where the race does not tell it:
    in one of so many evenings or players that it leaves some out, another may have led meanwhile.
    """

    first: object
    since: object
    second: object
    gap: int


def race(standings, evenings, chosen=()):
    """The race of those who have a place; None before there is one. `chosen` are the players drawn with a
    pen, the first five where none are.
    """
    ranked = [one for one in standings if one.place]
    if not ranked:
        return None
    racing, marks = ranked[:NAMES], marks_of(len(evenings.days), POINTS)
    is_whole = len(racing) == len(ranked) and len(marks) == len(evenings.days)
    totals = {one.player.pk: _totals(evenings.by_player[one.player.pk], marks) for one in racing}
    levels = levels_of([0, *(points for line in totals.values() for _, points in line)], STEPS)
    pens = _pens(racing, chosen)

    def y(points):
        return 100 * (levels[-1] - points) / (levels[-1] - levels[0])

    shown = marks_of(len(marks), IN_TABLE)
    runners = []
    for number, one in enumerate(racing):
        line = totals[one.player.pk]
        label = share(100 * (number + 0.5) / len(racing))
        path = _path(line, len(marks), y)
        end = share(y(line[-1][1]))
        table = [_at(line, mark + 1) for mark in shown]
        runners.append(Runner(one, path, end, label, pens.get(one.player.pk), table))
    days = [(evenings.days[mark], share(100 * (i + 1) / len(marks))) for i, mark in enumerate(marks)]
    ticks = [days[mark] for mark in marks_of(len(days), TICKS)]
    narrow = {ticks[mark] for mark in marks_of(len(ticks), NARROW)}
    return Race(
        [(level, share(y(level))) for level in levels],
        [(*tick, tick in narrow) for tick in ticks],
        runners,
        [days[mark][0] for mark in shown],
        _lead(racing, totals, days, is_whole),
    )


def marks_of(count, most):
    """At most so many of `count` evenings, evenly, the last one among them."""
    if count <= most:
        return list(range(count))
    return [round((i + 1) * count / most) - 1 for i in range(most)]


def _totals(evenings, marks):
    """A line's corners: (number of the mark, from 1, total), from nothing at the mark before the first."""
    totals, total, mark = {}, 0, 0
    for day, points in evenings:
        while marks[mark] < day:
            mark += 1
        total += points
        totals[mark + 1] = total
    return [(next(iter(totals)) - 1, 0), *totals.items()]


def _at(corners, mark):
    """The total at this mark, None before the first game."""
    return (
        next((total for number, total in reversed(corners) if number <= mark), None)
        if (corners[0][0] < mark)
        else None
    )


def _path(corners, marks, y):
    points = "L".join(f"{100 * mark / marks:.2f} {y(total):.2f}" for mark, total in corners)
    return f"M{points}H100"


def _pens(racing, chosen):
    """{player: pen}: those who were chosen, in this order."""
    here = {one.player.pk for one in racing}
    drawn = [player for player in dict.fromkeys(chosen) if player in here]
    drawn = drawn or [one.player.pk for one in racing]
    return {player: pen for pen, player in enumerate(drawn[:PENS])}


def _lead(racing, totals, days, is_whole):
    """Who leads alone, and in a race that is whole since when; None where the first are level, or nobody
    else runs.
    """
    if len(racing) < 2 or racing[1].place == 1:
        return None
    first, second = racing[:2]
    gap = first.total.points - second.total.points
    if not is_whole:
        return Lead(first, None, second, gap)
    since = len(days)
    while since and _leads(first.player.pk, totals, since):
        since -= 1
    return Lead(first, days[min(since, len(days) - 1)][0], second, gap)


def _leads(player, totals, mark):
    own = _at(totals[player], mark)
    others = (_at(line, mark) for other, line in totals.items() if other != player)
    return own is not None and all(total is None or total < own for total in others)
