"""What a club gives out as tables: standings, players, games, hands. The columns are named here, once for
every format, and names are those that anybody may see.

Numbers with decimals are Decimals with as many as they have: no file shows 7.8999.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

import rules

from . import records, standings, words

SEATS = 4
AT_ONCE = 100  # games
LONG = 3_000  # games


@dataclass(frozen=True)
class Column:
    """A column: its `key` never changes, its `label` is in the reader's language."""

    key: str
    label: str
    value: Callable


@dataclass(frozen=True)
class Sheet:
    """A table that is given out; `rows` may be read once. One that `is_long` is no workbook: it would take
    minutes before its first byte.
    """

    name: str
    title: str
    columns: list[Column]
    rows: Iterable
    is_long: bool = False

    def values(self):
        """Each row's values, in the order of the columns."""
        return ([column.value(row) for column in self.columns] for row in self.rows)


def names(season=None):
    """What there is to give out, by name with a label: of a season, or of the whole club."""
    labels = {"games": _("Games"), "hands": _("Hands"), "players": _("Players")}
    return {"standings": _("Standings"), **labels} if season else labels


def sheet(name, club, season=None, until=None, minimum=None):
    """The sheet of this name, of a whole club or of a season; None where there is none. A season's is as it
    was after the day `until`, where one is given; its standings rank from the `minimum` of games on.
    """
    if name not in names(season):
        return None
    if name == "standings":
        return _standings(season, until, minimum)
    makers = {"players": _players, "games": _games, "hands": _hands}
    return makers[name](club, season, until)


def tenths(number):
    """A number of tenths: 7.9."""
    return None if number is None else Decimal(number).scaleb(-1)


def hundredths(number):
    return None if number is None else Decimal(number).scaleb(-2)


# Standings, from the totals of a season.


def _standings(season, until, minimum):
    table = standings.table(season, minimum, counted=standings.totals(season, until))
    return Sheet("standings", _("Standings"), STANDINGS, table)


def _total(name, shown=lambda value: value):
    return lambda line: shown(getattr(line.total, name))


def _share(name):
    """How often in a place: shared places count by their part."""
    return lambda line: round(Decimal(getattr(line.total, name)) / 12, 2)


NAME = Column("player", _("Player"), lambda line: line.player.public_name)
STANDINGS = [
    Column("place", _("Place"), lambda line: line.place),
    NAME,
    Column("games", _("Games"), _total("games")),
    Column("points", _("Points"), _total("points", tenths)),
    Column("average", _("Points a game"), _total("average", tenths)),
    Column("average_place", _("Average place"), _total("average_place", hundredths)),
    Column("first", _("1st"), _share("first")),
    Column("second", _("2nd"), _share("second")),
    Column("third", _("3rd"), _share("third")),
    Column("fourth", _("4th"), _share("fourth")),
    Column("best", _("Best game"), _total("best", tenths)),
    Column("worst", _("Worst game"), _total("worst", tenths)),
    Column("penalties", _("Of them penalties and bonuses"), _total("other", tenths)),
    Column("hands", _("Hands"), _total("hands_played")),
    Column("win", _("Wins %"), _total("win", tenths)),
    Column("deal_in", _("Deal-ins %"), _total("deal_in", tenths)),
    Column("riichi", _("Riichi %"), _total("riichi_rate", tenths)),
    Column("tenpai", _("Tenpai at draws %"), _total("tenpai_rate", tenths)),
    Column("average_win", _("Average win"), _total("average_win")),
    Column("average_deal_in", _("Average deal-in"), _total("average_deal_in")),
]


# Players.


def _players(club, season, until):
    players = club.players.here()
    if season:
        played = season.evenings.filter(games__gt=0)
        played = played.filter(day__lte=until) if until else played
        players = players.filter(pk__in=played.values("player"))
    return Sheet("players", _("Players"), PLAYERS, players.by_public_name())


PLAYERS = [
    Column("id", _("Number"), lambda player: player.pk),
    Column("name", _("Name"), lambda player: player.public_name),
    Column("guest", _("Guest"), lambda player: player.is_guest),
    Column("retired", _("Retired"), lambda player: player.is_retired),
]

# For organisers alone: with all names, and as `imports` reads it.
ROSTER = [
    Column("name", _("Name"), lambda player: player.name),
    Column("short_name", _("Short name"), lambda player: player.short_name),
    Column("other_names", _("Other names"), lambda player: player.other_names),
    Column("guest", _("Guest"), lambda player: player.is_guest),
]


def roster(club):
    """All players with all their names."""
    return Sheet("players", _("Players"), ROSTER, club.players.here().by_name())


# Games and hands, those of finished games that count.


def _finished(club, season, until=None):
    games = club.games.finished()
    games = games.filter(season=season) if season else games
    games = games.filter(day__lte=until) if until else games
    return games.knowing_hands().select_related("table", "season").order_by("number")


def _games(club, season, until):
    games = _finished(club, season, until).prefetch_related("seats__player").iterator(chunk_size=AT_ONCE)
    columns = [*GAMES, *_of_seats(lambda game, seat: _seat(game, seat), RESULTS)]
    zone = ZoneInfo(club.time_zone)
    moments = [
        Column("started_at", _("Begin"), lambda game: _clock(game.started_at, zone)),
        Column("ended_at", _("End"), lambda game: game.known_end and _clock(game.known_end, zone)),
    ]
    return Sheet("games", _("Games"), [*columns[:2], *moments, *columns[2:]], games)


def _clock(moment, zone):
    """What the club's clock showed; spreadsheets know no zones."""
    return moment.astimezone(zone).replace(microsecond=0, tzinfo=None)


def _of_seats(seat_of, columns):
    """These columns for each seat, empty where there is no such seat."""

    def value(column, seat, row):
        found = seat_of(row, seat)
        return None if found is None else column.value(found)

    return [
        Column(
            f"{column.key}_{seat + 1}",
            f"{column.label} {seat + 1}",
            partial(value, column, seat),
        )
        for seat in range(SEATS)
        for column in columns
    ]


def _seat(game, number):
    seats = game.seats.all()
    return seats[number] if number < len(seats) else None


GAMES = [
    Column("game", _("Game"), lambda game: game.number),
    Column("day", _("Day"), lambda game: game.day),
    Column("table", _("Table"), lambda game: str(game.table) if game.table else None),
    Column("season", _("Season"), lambda game: str(game.season) if game.season else None),
    Column("rules", _("Rules"), lambda game: game.rules.title),
    Column("ending", _("Over because"), lambda game: words.ending(game)),
]
RESULTS = [
    Column("player", _("Player"), lambda seat: seat.player.public_name),
    Column("score", _("Score"), lambda seat: seat.score),
    Column("place", _("Place"), lambda seat: seat.place),
    Column("points", _("Points"), lambda seat: tenths(seat.points)),
]


@dataclass(frozen=True)
class Played:
    """A hand of a game, `number` from 1."""

    game: object
    names: list[str]
    number: int
    hand: rules.Settlement

    def seat(self, number):
        if number >= len(self.names):
            return None
        return self.names[number], self.hand.deltas[number], self.hand.after.scores[number]


def _hands(club, season, until):
    columns = [*HANDS, *_of_seats(lambda hand, seat: hand.seat(seat), CHANGES)]
    games = _finished(club, season, until)
    return Sheet("hands", _("Hands"), columns, _all_hands(games), is_long=games.count() > LONG)


def _all_hands(games):
    for game in games.prefetch_related("hands", "seats__player").iterator(chunk_size=AT_ONCE):
        names = [seat.player.public_name for seat in game.seats.all()]
        for number, hand in enumerate(game.played.hands, 1):
            yield Played(game, names, number, hand)


def records_of(club, season=None, until=None):
    """The record of each game, one after the other."""
    games = _finished(club, season, until).prefetch_related("hands", "seats__player")
    return map(records.record, games.iterator(chunk_size=AT_ONCE))


HANDS = [
    Column("game", _("Game"), lambda hand: hand.game.number),
    Column("day", _("Day"), lambda hand: hand.game.day),
    Column("hand", _("Hand"), lambda hand: hand.number),
    Column("round", _("Round"), lambda hand: hand.hand.before.round),
    Column("honba", _("Honba"), lambda hand: hand.hand.before.honba),
    Column("sticks", _("Sticks on the table"), lambda hand: hand.hand.before.sticks),
    Column("dealer", _("Dealer"), lambda hand: hand.names[hand.hand.before.dealer]),
    Column("kind", _("Kind"), lambda hand: hand.hand.outcome.kind),
    Column("what", _("What happened"), lambda hand: words.what_happened(hand.hand.outcome, hand.names)),
    Column(
        "riichi",
        _("Riichi"),
        lambda hand: words.listed(hand.names[seat] for seat in hand.hand.outcome.riichi) or None,
    ),
    Column("sum", _("Sum"), lambda hand: words.sum_in_words(hand.game.rules, hand.hand, hand.names) or None),
]
CHANGES = [
    Column("player", _("Player"), lambda seat: seat[0]),
    Column("change", _("Change"), lambda seat: seat[1]),
    Column("score", _("Score"), lambda seat: seat[2]),
]
