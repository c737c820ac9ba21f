"""What a club takes in from files: players from CSV, games from records; all of a file, or nothing.

What is here already is left out and said; what is wrong is said, line by line, and then nothing is taken.
"""

import csv
import io
import json
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone, translation
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

import rules

from . import exports, words
from .formats import unquoted
from .lines import check_line
from .models import Change, Game, Player
from .models.club import folded

LARGEST = 16 * 2**20  # bytes
MOST_PLAYERS, MOST_GAMES = 5_000, 2_000
REASON = 200  # characters
EARLIEST = 1970

MEMBERS, GUESTS, NOBODY = "members", "guests", "nobody"  # what becomes of names that nobody has


@dataclass
class Report:
    """What came of the lines of a file: (line, what) where `what` is a game or a player, or why not."""

    taken: list = field(default_factory=list)
    here: list = field(default_factory=list)
    refused: list = field(default_factory=list)

    def noted(self, told):
        """As the history keeps it."""
        return {name: [[line, told(one)] for line, one in getattr(self, name)] for name in ("taken", "here")}


class Refused(Exception):
    """Something of the file is wrong, so nothing of it was taken in: its `report` says what."""

    def __init__(self, refused):
        super().__init__()
        self.report = Report(refused=refused)


class _Wrong(Exception):
    """What is wrong with one line, in words."""


def _read(file):
    """The text of a file that somebody sent."""
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Refused([(0, _("The file is too large. Split it."))])
    try:
        # Spreadsheets write UTF-16 where they say "Unicode text".
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        raise Refused([(0, _("This is no text in UTF-8. Save it as “CSV UTF-8” or as JSON."))]) from None
    if not text.strip():
        raise Refused([(0, _("The file is empty."))])
    return text


def _locked(club, key):
    """The club, and what was brought with this key already, None for nothing."""
    club = club.locked()
    return club, key and club.changes.filter(key=key).first()


class Roster:
    """Who goes by which name in a club. New people are added once it is clear that all is well."""

    def __init__(self, club):
        self.club, self.new, self._by_name = club, [], {}
        for player in club.players.here():
            self._learn(player)

    def _learn(self, player):
        for name in player.names:
            known = self._by_name.setdefault(folded(name), [])
            if player not in known:
                known.append(player)

    def find(self, name):
        """The player who goes by this name, None where nobody does."""
        found = self._by_name.get(folded(name), [])
        if len(found) > 1:
            found = [player for player in found if folded(player.name) == folded(name)] or found
        if len(found) > 1:
            raise _Wrong(_("“%(name)s” may be several players here.") % {"name": name})
        return found[0] if found else None

    def add(self, **fields):
        """Somebody new."""
        player = Player(club=self.club, **fields)
        player.pk = -len(self.new) - 1  # until it has a row
        try:
            player.clean_fields(exclude={"id", "club", "merged_into"})
        except ValidationError as problem:
            raise _Wrong(_told(problem)) from None
        self.new.append(player)
        self._learn(player)
        return player

    def save(self):
        for player in self.new:
            player.pk = None
            player.save()


def _told(problem):
    """What is wrong with the fields of a player."""
    labels = {one.name: one.verbose_name for one in Player._meta.get_fields() if hasattr(one, "verbose_name")}
    return " ".join(f"{labels[name]}: {' '.join(whys)}" for name, whys in problem.message_dict.items())


# Players.

COLUMNS = ("name", "short_name", "other_names", "guest")
YES = (pgettext_lazy("option", "yes"), "yes", "y", "1", "true", "x")
NO = (pgettext_lazy("option", "no"), "no", "n", "0", "false", "")


def bring_players(club, file, *, by, key=None):
    """Add the players of a CSV file; the change of the history. Raises Refused."""
    rows = _rows(_read(file))
    with transaction.atomic():
        club, done = _locked(club, key)
        if done:
            return done
        roster, report = Roster(club), Report()
        for line, row in rows:
            try:
                known = roster.find(row["name"])
                if known:
                    report.here.append((line, known))
                else:
                    report.taken.append((line, _added(roster, row)))
            except _Wrong as wrong:
                report.refused.append((line, str(wrong)))
        if report.refused:
            raise Refused(report.refused)
        roster.save()
        after = report.noted(lambda player: player.pk)
        return club.changes.create(verb=Change.Verb.BRING_PLAYERS, key=key, after=after, **by)


def _added(roster, row):
    for name in (row["short_name"], *row["other_names"].split(",")):
        other = name.strip() and roster.find(name)
        if other:
            raise _Wrong(
                _("“%(name)s” is a name of %(player)s already.") % {"name": name.strip(), "player": other}
            )
    guest = row.pop("guest").casefold()
    yes, no = ({*words, *_in_all_languages(words[0])} for words in (YES, NO))
    if guest not in yes | no:
        raise _Wrong(_("“%(word)s” says neither that it is a guest nor that it is none.") % {"word": guest})
    return roster.add(**row, is_guest=guest in yes)


def _in_all_languages(text):
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            yield str(text).casefold()


def _rows(text):
    """The lines that hold a player, each with its number: {column: text}."""
    first = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns, found = COLUMNS, []
    try:
        for row in reader:
            cells = [unquoted(cell.strip()) for cell in row]
            if not any(cells):
                continue
            if not found and columns is COLUMNS and (header := _header(cells)):
                columns = header
                continue
            if len(found) == MOST_PLAYERS:
                raise Refused(
                    [(0, _("These are more than %(most)s players. Split the file.") % {"most": MOST_PLAYERS})]
                )
            given = dict(zip(columns, cells, strict=False))
            found.append((reader.line_num, {name: given.get(name, "") for name in COLUMNS}))
    except csv.Error:
        raise Refused(
            [(reader.line_num, _("A quotation mark is missing here, or there is one too many."))]
        ) from None
    if not found:
        raise Refused([(0, _("There is nobody in this file."))])
    return found


def _header(cells):
    """The columns, where this line names them in any language; others are left out."""
    labels = {}
    for column in exports.ROSTER:
        for label in (column.key, column.key.replace("_", " "), *_in_all_languages(column.label)):
            labels[label] = column.key
    found = [labels.get(cell.casefold(), "") for cell in cells]
    return found if "name" in found else None


# Games.


@dataclass
class Brought:
    """A game of a file, read and played."""

    record: rules.Record
    started_at: datetime
    ended_at: datetime
    day: object
    is_timed: bool
    hands: list
    players: list = field(default_factory=list)
    game: Game | None = None


def bring_games(club, file, *, by, key=None, unknown=MEMBERS, day=None):
    """Take in the games of a file of records; the change of the history. Names that nobody has become
    members or guests, or are refused; `day` is that of games that do not say theirs. Raises Refused.
    """
    values = list(_values(_read(file)))
    if len(values) > MOST_GAMES:
        raise Refused([(0, _("These are more than %(most)s games. Split the file.") % {"most": MOST_GAMES})])
    read, refused = [], []
    for line, value in values:
        try:
            read.append((line, _game(club, value, day, len(read))))
        except _Wrong as wrong:
            refused.append((line, str(wrong)))
    with transaction.atomic():
        club, done = _locked(club, key)
        return done or _Bringing(club, by, unknown).bring(read, refused, key)


def _values(text):
    """The values of a JSON text, one or many, each with its line: a RulesError for what cannot be read.
    The next one then is on the next line that opens an object.
    """
    decoder, at, line, counted = json.JSONDecoder(), 0, 1, 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        line, counted = line + text.count("\n", counted, at), at
        try:
            end = decoder.raw_decode(text, at)[1]
            value = rules.parse(text[at:end])
        except (ValueError, RecursionError, rules.RulesError):
            value, end = (
                rules.RulesError("This cannot be read as JSON."),
                text.find("\n{", at) + 1 or len(text),
            )
        if isinstance(value, list):
            yield from ((line, one) for one in value)
        else:
            yield line, value
        at = end


def _game(club, value, day, number):
    if isinstance(value, dict) and "record" in value:
        value = value["record"]
    try:
        if isinstance(value, rules.RulesError):
            raise value
        record = rules.record_from_json(value)
        played = record.play()
    except rules.RulesError as refusal:
        why = words.error(refusal)
        if refusal.hand:
            why = _("hand %(hand)s: %(why)s") % {"hand": refusal.hand, "why": why}
        raise _Wrong(why) from None
    if not played.ending:
        raise _Wrong(_("The game is not over. Play on at a table, or say why it was “ended_early”."))
    for reason in (record.ended_early or "", *(addition.reason for addition in record.additions)):
        _check(reason)
    zone = ZoneInfo(club.time_zone)
    started_at = _moment(record.times, "started_at", zone)
    is_timed = started_at is not None
    if not is_timed:
        if day is None:
            raise _Wrong(_("“started_at” is missing. Choose a day for games that do not say theirs."))
        started_at = datetime.combine(day, time(12), zone) + timedelta(seconds=number)
    ended_at = max(started_at, _moment(record.times, "ended_at", zone) or started_at)
    hands = [rules.outcome_to_json(outcome) for outcome in record.outcomes]
    return Brought(record, started_at, ended_at, club.day_of(started_at), is_timed, hands)


def _check(reason):
    try:
        check_line(reason)
    except ValidationError as problem:
        raise _Wrong(" ".join(problem.messages)) from None
    if len(reason) > REASON:
        raise _Wrong(_("A reason has at most %(most)s characters.") % {"most": REASON})


def _moment(times, name, zone):
    """A moment of a record, in the club's time where it does not say whose; None where it has none."""
    text = times.get(name)
    if text is None:
        return None
    try:
        moment = parse_datetime(text)
        moment = moment if moment is None or moment.tzinfo else moment.replace(tzinfo=zone)
        is_good = moment and moment.year >= EARLIEST and moment <= timezone.now() + timedelta(days=1)
    except (ValueError, OverflowError):
        is_good = False
    if not is_good:
        raise _Wrong(
            _("“%(name)s” must be a moment that has been, such as 2026-03-01T19:30.") % {"name": name}
        )
    return moment


class _Bringing:
    """The games of one file on their way into a club whose row is locked."""

    def __init__(self, club, by, unknown):
        self.club, self.by, self.unknown = club, by, unknown
        self.roster, self.report = Roster(club), Report()

    def bring(self, read, refused, key):
        self._find_here({brought.day for _line, brought in read})
        for line, brought in read:
            try:
                brought.players = self._players(brought.record)
                self._sort(line, brought)
            except _Wrong as wrong:
                refused.append((line, str(wrong)))
        if refused:
            raise Refused(sorted(refused))
        self.roster.save()
        self._save()
        after = self.report.noted(lambda brought: brought.game.number)
        after["players"] = [player.pk for player in self.roster.new]
        return self.club.changes.create(verb=Change.Verb.BRING_GAMES, key=key, after=after, **self.by)

    def _find_here(self, days):
        """The games of these days that are here, by day and players."""
        self._here = {}
        games = self.club.games.filter(day__in=days).prefetch_related("seats")
        for game in games.iterator(chunk_size=500):
            players = frozenset(seat.player_id for seat in game.seats.all())
            self._here.setdefault((game.day, players), []).append(game)

    def _players(self, record):
        names = [player["name"].strip() for player in record.players]
        players = [self._player(name) for name in names]
        for seat, player in enumerate(players):
            if player in players[:seat]:
                both = {"one": names[players.index(player)], "two": names[seat]}
                raise _Wrong(_("“%(one)s” and “%(two)s” are the same person here.") % both)
        return players

    def _player(self, name):
        known = self.roster.find(name)
        if known:
            return known
        if self.unknown == NOBODY:
            raise _Wrong(_("Nobody goes by “%(name)s” here.") % {"name": name})
        return self.roster.add(name=name, is_guest=self.unknown == GUESTS)

    def _sort(self, line, brought):
        """Whether it is to be taken in, or is here."""
        same = self._here.setdefault((brought.day, frozenset(one.pk for one in brought.players)), [])
        for other in same:
            if brought.is_timed and not _began_together(brought, other):
                continue
            if _hands(other) == brought.hands:
                brought.game = other if isinstance(other, Game) else None
                self.report.here.append((line, other if isinstance(other, Brought) else brought))
                return
            if brought.is_timed:
                raise _Wrong(
                    _("A game of these players that began at this moment is here, with other hands.")
                )
        same.append(brought)
        self.report.taken.append((line, brought))

    def _save(self):
        seasons = list(self.club.seasons.all())
        for _line, brought in sorted(self.report.taken, key=lambda one: one[1].started_at):
            day = brought.day
            self.club.games_begun += 1
            game = brought.game = Game(
                club=self.club,
                number=self.club.games_begun,
                season=next((one for one in seasons if one.starts <= day <= one.ends), None),
                day=day,
                started_at=brought.started_at,
                ended_at=brought.ended_at,
            )
            game.take_in(brought.record, brought.players, [brought.ended_at] * len(brought.hands))
            game.changes.create(club=self.club, verb=Change.Verb.BRING, after=game.facts.to_json(), **self.by)
        self.club.save(update_fields=["games_begun"])


def _began_together(one, other):
    """Records tell moments to the second."""
    return one.started_at.replace(microsecond=0) == other.started_at.replace(microsecond=0)


def _hands(game):
    return game.hands if isinstance(game, Brought) else [hand.facts for hand in game.hands.all()]


# What came of it.


def told(change):
    """What was taken in from a file and what was here, each with its line."""
    club, found = change.club, {}
    numbers = [number for kind in ("taken", "here") for _line, number in change.after[kind]]
    if change.verb == Change.Verb.BRING_GAMES:
        games = club.games.filter(number__in=numbers).with_players()
        found = {game.number: game for game in games}
    else:
        found = club.players.select_related("merged_into").in_bulk(numbers)
    return {
        kind: [(line, found[number]) for line, number in change.after[kind] if number in found]
        for kind in ("taken", "here")
    } | {"new": club.players.filter(pk__in=change.after.get("players", ()))}
