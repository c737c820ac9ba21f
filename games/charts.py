"""Charts as SVG: what is drawn where, in shares of the picture from 0 to 100, y downwards.

Shares are strings, so that no language writes them with a comma.
"""

from dataclasses import dataclass
from itertools import chain, count, pairwise

from rules import State

STEPS = [thousands * 1_000 for thousands in (1, 2, 5, 10, 20, 50, 100, 200, 500)]
LEVELS = 7  # at most so many lines across
LABEL = 7.5  # the height of a line of words


@dataclass(frozen=True)
class Level:
    """A line across the chart at `score`."""

    score: int
    y: str


@dataclass(frozen=True)
class Tick:
    """The hand that was played from `state`: its name stands at `x` on a screen that is `wide`, `narrow`
    or not at all. A dotted line stands there where the round's wind is over.
    """

    state: State
    x: str
    wide: bool
    narrow: bool
    wind_over: bool


@dataclass(frozen=True)
class Line:
    """A seat's scores: the line's points, a mark on each hand, the line's end and its last score. The
    name stands at `label`: level with the end, or near it where another name is in the way.
    """

    seat: int
    points: str
    marks: str
    end: str
    label: str
    score: int


@dataclass(frozen=True)
class ScoreChart:
    """The scores of a game by hand. `start` is the height of the starting points. The lines end at `end`,
    short of 100 while the game goes on. So many seats were first after a hand (`leaders`), and `gap`
    points are between first and second now.
    """

    levels: list[Level]
    start: str
    ticks: list[Tick]
    lines: list[Line]
    end: str
    leaders: int
    gap: int


def score_chart(game):
    """The chart of a game as `rules` played it, None before its first hand."""
    if not game.hands:
        return None
    states = [game.start, *(hand.after for hand in game.hands)]
    start = game.ruleset.starting_points
    levels = levels_of([start, *(score for state in states for score in state.scores)])
    length = len(game.hands) if game.ending else max(len(game.hands), _expected(game))
    xs = [100 * i / length for i in range(len(states))]

    def y(score):
        return 100 * (levels[-1] - score) / (levels[-1] - levels[0])

    curves = [
        [(x, y(score)) for x, score in zip(xs, scores, strict=True)]
        for scores in zip(*(state.scores for state in states), strict=True)
    ]
    first, second, *_ = sorted(states[-1].scores, reverse=True)
    return ScoreChart(
        [Level(score, share(y(score))) for score in levels],
        share(y(start)),
        _ticks(game.hands, xs[1:]),
        _lines(curves, states[-1]),
        share(xs[-1]),
        len({state.scores.index(max(state.scores)) for state in states[1:]}),
        first - second,
    )


def _expected(game):
    """How many hands are still to be expected of a game when it begins: one for each round."""
    rounds = game.ruleset.players * (1 if game.ruleset.length == "tonpuusen" else 2)
    return rounds - game.start.wind * game.ruleset.players - game.start.dealer


def levels_of(scores, steps=STEPS):
    """The scores to draw a line at: round ones, from below the lowest to above the highest."""
    low, high = min(scores), max(scores)
    if low == high:
        low, high = low - steps[0], high + steps[0]
    for step in chain(steps, (steps[-1] * 10**more for more in count(1))):
        first, last = low // step, -(-high // step)
        if last - first < LEVELS:
            break
    return [step * i for i in range(first, last + 1)]


def _lines(curves, last):
    labels = apart([points[-1][1] for points in curves], LABEL)
    return [
        Line(
            seat,
            " ".join(f"{x:.2f},{y:.2f}" for x, y in points),
            "".join(f"M{x:.2f} {y:.2f}h.01" for x, y in points[1:]),
            share(points[-1][1]),
            share(labels[seat]),
            last.scores[seat],
        )
        for seat, points in enumerate(curves)
    ]


def apart(heights, gap):
    """The heights moved apart, so that no two are nearer than `gap`: in their order, from 0 to 100."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved = list(heights)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + gap)
    limit = 100
    for i in reversed(order):
        moved[i] = min(moved[i], limit)
        limit = moved[i] - gap
    return moved


def _ticks(hands, xs):
    """Every hand is named where there is room; a round's first hand before its repeats."""
    names = [hand.before.round for hand in hands]
    rounds = [x for x, name, before in zip(xs, names, ["", *names], strict=False) if name != before]
    wide = _with_room(xs, _with_room(rounds, [], 4.5), 6.5)
    narrow = _with_room(rounds, [], 9)
    return [
        Tick(
            hand.before,
            share(x),
            x in wide,
            x in narrow,
            hand.after.wind != hand.before.wind and hand is not hands[-1],
        )
        for x, hand in zip(xs, hands, strict=True)
    ]


def _with_room(xs, taken, width):
    """`taken`, and each of `xs` that is `width` away from all that are taken before it."""
    taken = list(taken)
    for x in xs:
        if all(abs(x - other) >= width for other in taken):
            taken.append(x)
    return taken


def share(value):
    """A share of the picture, as SVG has it."""
    return f"{value:.2f}"
