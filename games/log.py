"""A game as a reader sees it: where it stands, and one row for each hand with what came of it."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules

from . import records, words


@dataclass(frozen=True)
class Cell:
    """A seat in a row: the change, the score after it, and what it did in the hand."""

    change: int | None
    score: int
    is_dealer: bool = False
    in_riichi: bool = False


@dataclass(frozen=True)
class Row:
    """One hand, `number` from 1, which was played from `state`: what happened, the sum in words, each seat,
    and the `sticks` that then lie on the table. 0 is no hand, but a game's start where it was taken over.
    """

    number: int
    state: rules.State
    what: str
    sum: str
    cells: list[Cell]
    sticks: int

    @property
    def on_table(self):
        """The points of the sticks on the table."""
        return self.sticks * rules.STICK

    @property
    def total(self):
        """All points of the game: what it was before, or something went missing."""
        return sum(cell.score for cell in self.cells) + self.on_table


def log(game):
    """The rows of a game's log."""
    hands = [_row(game, number) for number in range(1, len(game.played.hands) + 1)]
    return [_start(game.played.start), *hands] if game.start else hands


@dataclass(frozen=True)
class Sums:
    """All changes of each seat together, and of what lies on the table; the `total` of all is 0."""

    changes: list[int]
    on_table: int

    @property
    def total(self):
        return sum(self.changes) + self.on_table


def sums(rows):
    """The sums of a log, None before its first row."""
    if not rows:
        return None
    seats = zip(*(row.cells for row in rows), strict=True)
    before = 0 if rows[0].number else rows[0].on_table
    return Sums([sum(cell.change or 0 for cell in cells) for cells in seats], rows[-1].on_table - before)


def last(game):
    """The row of the hand that was played last, None before the first."""
    return _row(game, len(game.played.hands)) if game.played.hands else None


def _start(state):
    what = gettext("Taken over before %(hand)s") % {"hand": words.hand_name(state)}
    return Row(0, state, what, "", [Cell(None, score) for score in state.scores], state.sticks)


def _row(game, number):
    hand = game.played.hands[number - 1]
    cells = [
        Cell(delta, score, seat == hand.before.dealer, seat in hand.outcome.riichi)
        for seat, (delta, score) in enumerate(zip(hand.deltas, hand.after.scores, strict=True))
    ]
    # The names are escaped, and nothing else in the sentence was typed by anybody.
    names = [format_html("<b>{}</b>", seat.player.shown) for seat in game.seats.all()]
    what = mark_safe(words.what_happened(hand.outcome, names))
    return Row(number, hand.before, what, words.sum_in_words(game.rules, hand), cells, hand.after.sticks)


@dataclass(frozen=True)
class Standing:
    """How a seat stands while the game runs; `change` is the last hand's, None before the first."""

    player: object
    wind: str
    score: int
    place: int
    in_riichi: bool
    change: int | None


def standings(game):
    """The seats of a running game, the first place first."""
    state, hands = game.state, game.played.hands
    places = rules.places_of(state.scores, shared=game.rules.ties == "split")
    standings = [
        Standing(
            seat.player,
            state.wind_of(seat.seat),
            state.scores[seat.seat],
            places[seat.seat],
            seat.seat in game.riichi,
            hands[-1].deltas[seat.seat] if hands else None,
        )
        for seat in game.seats.all()
    ]
    return sorted(standings, key=lambda standing: standing.place)


def additions(game):
    """The points that somebody was given or fined beside the play: (player, tenths, reason)."""
    seats = game.seats.all()
    return [
        (seats[one["seat"]].player, one["points"] // 100, records.public_text(game.club, one["reason"]))
        for one in game.additions
    ]


OTHERS = {"yakitori": _("Yakitori"), "chonbo": _("Chonbo"), "additions": _("Other")}


@dataclass(frozen=True)
class Result:
    """What a seat that began as `wind` took home; `others` are figures beside score, uma and oka, where any
    seat of the game has such, with their names.
    """

    player: object
    wind: str
    figures: rules.SeatResult
    others: list[tuple[str, int]]


def results(game):
    """The seats of a game that is over, the first place first."""
    others = [kind for kind in OTHERS if any(getattr(figures, kind) for figures in game.played.results)]
    results = [
        Result(seat.player, wind, figures, [(OTHERS[kind], getattr(figures, kind)) for kind in others])
        for seat, wind, figures in zip(game.seats.all(), rules.WINDS, game.played.results, strict=False)
    ]
    return sorted(results, key=lambda result: result.figures.place)
