"""The columns of a season's standings: what each is called, what it counts, and how it is sorted and shown.

The help is what the page says of a number; how it is worked out stands in models/figures.py.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from . import words
from .names import in_order


@dataclass(frozen=True)
class Column:
    """`value` takes it from a standing, None where there is none; `show` writes it, and `note` what stands
    beside it. The highest comes first unless `lowest_first`. On a phone it is seen with its `group`, and so
    are the `extra` ones on a tablet.
    """

    key: str
    label: str
    help: str
    value: Callable
    show: Callable
    group: str
    lowest_first: bool = False
    extra: bool = False
    signed: bool = False
    note: Callable = lambda standing: ""

    @property
    def is_bar(self):
        """Whether it is no number, but the bar of places."""
        return self.show is None

    @property
    def css(self):
        """Which groups its cells are of, and how they are set."""
        groups = [f"in-{group}" for group in self.group.split()]
        return " ".join(
            ["s-bar" if self.is_bar else "n", f"s-{self.key}", *groups, *["s-extra"] * self.extra]
        )


def of_total(name):
    return lambda standing: getattr(standing.total, name)


GROUPS = {
    "points": _("Points"),
    "places": _("Places"),
    "hands": _("Hands"),
    "values": _("Values"),
    "range": _("Range"),
}
BESIDE = {"rating": _("Rating")}

COLUMNS = [
    Column(
        "games",
        _("Games"),
        _("Games that count for the season, those of which only the final scores were entered among them."),
        of_total("games"),
        words.points,
        "points",
    ),
    Column(
        "total",
        _("Total"),
        _("All points of these games, uma, oka, yakitori, chonbo and penalties included."),
        of_total("points"),
        words.result,
        "points",
        signed=True,
    ),
    Column(
        "average",
        _("Average"),
        _("Points a game."),
        of_total("average"),
        words.result,
        "range",
        extra=True,
    ),
    Column(
        "place",
        _("Avg place"),
        _("Average place: who shares first and second with another was in place 1.5."),
        of_total("average_place"),
        words.hundredths,
        "points places",
        lowest_first=True,
    ),
    Column(
        "firsts",
        _("Places"),
        _("How often in each place, sorted by the share of firsts; a place that two share is half of one."),
        lambda standing: standing.total.share_of_firsts,
        None,
        "places",
    ),
    Column(
        "win",
        _("Win %"),
        _(
            "Hands won, of all hands played. A chonbo is no hand; an abortive draw and a nagashi mangan are "
            "hands that nobody won."
        ),
        of_total("win"),
        words.tenths,
        "hands",
    ),
    Column(
        "deal-in",
        _("Deal\u2011in %"),  # where a head is narrow, it breaks between words
        _(
            "Hands in which another won on the player's tile, of all hands played; two winners on one tile "
            "are one deal-in, and robbing a kan is one."
        ),
        of_total("deal_in"),
        words.tenths,
        "hands",
        lowest_first=True,
    ),
    Column(
        "riichi",
        _("Riichi %"),
        _("Hands with a riichi that stood, of all hands played. One whose tile was won on does not stand."),
        of_total("riichi_rate"),
        words.tenths,
        "hands",
    ),
    Column(
        "tenpai",
        _("Tenpai %"),
        _(
            "Tenpai at an exhaustive draw, of all of them: a draw by nagashi mangan is one, an abortive draw "
            "is none."
        ),
        of_total("tenpai_rate"),
        words.tenths,
        "hands",
        extra=True,
    ),
    Column(
        "win-value",
        _("Avg win"),
        _("Table points for a hand won, without honba and sticks."),
        of_total("average_win"),
        words.points,
        "values",
        extra=True,
    ),
    Column(
        "deal-in-value",
        _("Avg deal\u2011in"),
        _("Table points paid for a deal-in, to all who won on it, without honba."),
        of_total("average_deal_in"),
        words.points,
        "values",
        lowest_first=True,
        extra=True,
    ),
    Column(
        "best",
        _("Best"),
        _("The points of the best game."),
        lambda standing: standing.total.best,
        words.result,
        "range",
        extra=True,
    ),
    Column(
        "worst",
        _("Worst"),
        _("The points of the worst game."),
        lambda standing: standing.total.worst,
        words.result,
        "range",
        extra=True,
    ),
]
# Beside the points, and no part of them; only where a club has ratings.
RATING = Column(
    "rating",
    _("Rating"),
    _(
        "How strong somebody is, judged by whom they placed before and behind in all games of the club "
        "(OpenSkill). Everybody begins at 25; what stands after ± says how sure it is: 95 times of 100 the "
        "true strength is no further off. Ratings and points have nothing to do with each other."
    ),
    lambda standing: standing.rating and standing.rating.value,
    lambda value: words.rounded(value, 1),
    "rating",
    extra=True,
    note=lambda standing: standing.rating.margin,
)
WITH_RATING = [*COLUMNS, RATING]


@dataclass(frozen=True)
class Sorting:
    """What standings are sorted by: a column's key, or `name`; from its other end where `is_turned`."""

    key: str = "total"
    is_turned: bool = False

    @classmethod
    def of(cls, text, columns=COLUMNS):
        """As an address has it: `win`, or `-win` for the other end first; by one of these columns."""
        key = text.removeprefix("-")
        known = ["name", *(column.key for column in columns)]
        return cls(key, text.startswith("-")) if key in known else cls()

    def __str__(self):
        return f"-{self.key}" if self.is_turned else self.key

    @property
    def column(self):
        """The column, None for the name."""
        return next((column for column in WITH_RATING if column.key == self.key), None)

    @property
    def aria(self):
        """Which end is first, as `aria-sort` says it."""
        is_ascending = self.column is None or self.column.lowest_first
        return "ascending" if is_ascending != self.is_turned else "descending"

    def link(self, key):
        """What the head of a column leads to: its best end first, or the other end if that is so already."""
        return str(Sorting(key, self.key == key and not self.is_turned))

    def sort(self, standings):
        """These standings, sorted; those without such a number last."""
        if self.column is None:
            return sorted(standings, key=lambda one: in_order(one.player.public_name), reverse=self.is_turned)
        value = self.column.value
        told = [one for one in standings if value(one) is not None]
        none = [one for one in standings if value(one) is None]
        return sorted(told, key=value, reverse=self.aria == "descending") + none


@dataclass(frozen=True)
class Cell:
    """A number of a standing as it is written, and its note; `sign` says whether a signed one is a gain or a
    loss.
    """

    column: Column
    text: str
    sign: str = ""
    note: str = ""


def cells(standing, columns=COLUMNS):
    """The numbers of a standing, one for each column."""
    return [_cell(column, standing, column.value(standing)) for column in columns]


def _cell(column, standing, value):
    if column.is_bar or value is None:
        return Cell(column, "")
    sign = ("gain" if value > 0 else "loss" if value < 0 else "") if column.signed else ""
    return Cell(column, column.show(value), sign, column.note(standing))
