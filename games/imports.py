"""What a club takes in from files: players from CSV, games from records; all of a file, or nothing.

What is here already is left out and said; what is wrong is said, line by line, and then nothing is taken.
"""

import csv
import io
import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone, translation
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

import rules

from . import exports, rows, words
from .formats import unquoted
from .lines import check_line
from .models import Change, Game, Player
from .models.club import folded
from .moments import EARLIEST

LARGEST = 16 * 2**20  # bytes
MOST_PLAYERS, MOST_GAMES, MOST_HANDS = 5_000, 2_000, 1_000
REASON = 200  # characters

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


class Wrong(Exception):
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
            raise Wrong(_("“%(name)s” may be several players here.") % {"name": name})
        return found[0] if found else None

    def add(self, **fields):
        """Somebody new."""
        player = Player(club=self.club, **fields)
        player.pk = -len(self.new) - 1  # until it has a row
        try:
            player.clean_fields(exclude={"id", "club", "merged_into"})
        except ValidationError as problem:
            raise Wrong(_told(problem)) from None
        self.new.append(player)
        self._learn(player)
        return player

    def save(self):
        for player in self.new:
            player.pk = None
        self.club.players.bulk_create(self.new)


def _told(problem):
    """What is wrong with the fields of a player."""
    labels = {one.name: one.verbose_name for one in Player._meta.get_fields() if hasattr(one, "verbose_name")}
    return " ".join(f"{labels[name]}: {' '.join(whys)}" for name, whys in problem.message_dict.items())


# Players.

COLUMNS = ("name", "short_name", "other_names", "guest")
YES = (pgettext_lazy("option", "yes"), "yes", "y", "1", "true", "x")
NO = (pgettext_lazy("option", "no"), "no", "n", "0", "false", "")
DELIMITERS = ",;\t"
SEPARATOR = re.compile(r"\s*sep=(.)\s*?\n", re.IGNORECASE)
RECORDS = re.compile(r"\s*(\[\s*)?\{")


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
            except Wrong as wrong:
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
            raise Wrong(
                _("“%(name)s” is a name of %(player)s already.") % {"name": name.strip(), "player": other}
            )
    guest = row.pop("guest").casefold()
    yes, no = ({*words, *_in_all_languages(words[0])} for words in (YES, NO))
    if guest not in yes | no:
        raise Wrong(_("“%(word)s” says neither that it is a guest nor that it is none.") % {"word": guest})
    return roster.add(**row, is_guest=guest in yes)


def _in_all_languages(text):
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            yield str(text).casefold()


def _rows(text):
    """The lines that hold a player, each with its number: {column: text}."""
    if RECORDS.match(text):
        raise Refused([(0, _("This looks like records of games. Bring them in under “Games”."))])
    delimiter, text = _delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns, found, line = COLUMNS, [], 1
    try:
        for row in reader:
            cells = [unquoted(cell.strip()) for cell in row]
            begun, line = line, reader.line_num + 1
            if not any(cells):
                continue
            if not found and columns is COLUMNS and (header := _header(cells, begun)):
                columns = header
                continue
            if len(found) == MOST_PLAYERS:
                raise Refused(
                    [(0, _("These are more than %(most)s players. Split the file.") % {"most": MOST_PLAYERS})]
                )
            given = dict(zip(columns, cells, strict=False))
            found.append((begun, {name: given.get(name, "") for name in COLUMNS}))
    except csv.Error:
        raise Refused([(line, _("A quotation mark is missing here, or there is one too many."))]) from None
    if not found:
        raise Refused([(0, _("There is nobody in this file."))])
    return found


def _delimiter(text):
    """What stands between cells: what Excel says in a line of its own, or what there is most of in the first
    line that has any; and the text without that line.
    """
    if said := SEPARATOR.match(text):
        return said[1], "\n" + text[said.end() :]
    first = next((line for line in text.splitlines() if any(one in line for one in DELIMITERS)), "")
    return max(DELIMITERS, key=first.count), text


def _header(cells, line):
    """The columns, where this line names them in any language; others are left out."""
    labels = {}
    for column in (*exports.ROSTER, exports.NAME):
        for label in (column.key, column.key.replace("_", " "), *_in_all_languages(column.label)):
            labels[label] = "name" if column is exports.NAME else column.key
    found = [labels.get(cell.casefold(), "") for cell in cells]
    known = [name for name in found if name]
    if len(known) > len(set(known)):
        raise Refused([(line, _("Two columns are called the same here."))])
    if len(known) > 1 and "name" not in known:
        raise Refused([(line, _("This line says what stands where, but not where the name is."))])
    return found if "name" in known else None


# Games.


@dataclass
class Brought:
    """A game of a file, read and played; its `game`, `hands` and `seats` are not saved yet. `number` is its
    place in a list, 0 without one.
    """

    names: list
    game: Game
    hands: list
    seats: list
    is_timed: bool
    number: int
    players: list = field(default_factory=list)

    @property
    def when(self):
        """The moment at which it began, or the day if that is all that is known."""
        return _second(self.game) if self.is_timed else self.game.day


@dataclass
class _Reported:
    """What tells a game from others: its players in seat order, None for who is not known, and its hands."""

    game: Game
    players: list
    hands: list

    def is_the_same(self, other, is_of_a_moment):
        """Whether the other, of the same moment or day, is this one. Nobody sits in two games at a moment:
        then one player is enough, whatever the others are called by now.
        """
        if is_of_a_moment and (self.hands, self.game.start) == (other.hands, other.game.start):
            return not {*self.players}.isdisjoint({*other.players} - {None})
        return self.is_of_the_same_people(other) and self._told == other._told

    def is_of_the_same_people(self, other):
        return {*self.players} == {*other.players}

    @property
    def _told(self):
        """Where there are no hands, the final scores are all that is told."""
        start = self.game.start
        return self.hands, start and {
            **start,
            "scores": dict(zip(self.players, start["scores"], strict=True)),
        }


def bring_games(club, file, *, by, key=None, unknown=MEMBERS, day=None):
    """Take in the games of a file of records; the change of the history. Names that nobody has become
    members or guests, or are refused; `day` is that of games that do not say theirs. Raises Refused.
    """
    values = list(islice(_values(_read(file)), MOST_GAMES + 1))
    if not values:
        raise Refused([(0, _("There is no game in this file."))])
    if len(values) > MOST_GAMES:
        raise Refused([(0, _("These are more than %(most)s games. Split the file.") % {"most": MOST_GAMES})])
    read, refused = [], []
    for line, number, value in values:
        try:
            read.append((line, _game(club, value, day, len(read), number)))
        except Wrong as wrong:
            refused.append((line, number, str(wrong)))
    # Only from here on must others wait, who may be at a table: all is read and played.
    with transaction.atomic():
        club, done = _locked(club, key)
        return done or _Bringing(club, by, unknown).bring(read, refused, key)


def _values(text):
    """The values of a JSON text, one or many, each with its line, and its number in a list or 0: a
    RulesError for what cannot be read. The next one then is on the next line that opens an object.
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
            yield from ((line, number, one) for number, one in enumerate(value, 1))
        else:
            yield line, 0, value
        at = end


def _in_list(number, why):
    """What is wrong with a game, and with which of a list."""
    return _("game %(number)s: %(why)s") % {"number": number, "why": why} if number else why


def _game(club, value, day, before, number):
    """The game of this record, after so many before it in the file, and at this place of a list."""
    if isinstance(value, dict) and "record" in value:
        value = value["record"]
    zone = ZoneInfo(club.time_zone)
    try:
        if isinstance(value, rules.RulesError):
            raise value
        record = rules.record_from_json(value)
        if len(record.outcomes) > MOST_HANDS:
            raise Wrong(_("A game has at most %(most)s hands.") % {"most": MOST_HANDS})
        started_at, is_timed = _start(record, zone, day, before), "started_at" in record.times
        ended_at = max(started_at, _moment(record.times, "ended_at", zone) or started_at)
        game = Game(started_at=started_at, ended_at=ended_at, day=club.day_of(started_at))
        hands, seats = game.read(record, [ended_at] * len(record.outcomes))
    except rules.RulesError as refusal:
        why = words.error(refusal)
        if refusal.hand:
            why = _("hand %(hand)s: %(why)s") % {"hand": refusal.hand, "why": why}
        raise Wrong(why) from None
    if not game.is_over:
        raise Wrong(_("The game is not over. Play on at a table, or say why it was “ended_early”."))
    for reason in (record.ended_early or "", *(addition.reason for addition in record.additions)):
        _check(reason)
    names = [player["name"].strip() for player in record.players]
    return Brought(names, game, hands, seats, is_timed, number)


def _start(record, zone, day, before):
    """When it began, as it says; or one after the other on the day that is chosen for those that do not."""
    moment = _moment(record.times, "started_at", zone)
    if moment is None and day is None:
        raise Wrong(_("“started_at” is missing. Choose a day for games that do not say theirs."))
    return moment or datetime.combine(day, time(12), zone).astimezone(UTC) + timedelta(seconds=before)


def _check(reason):
    try:
        check_line(reason)
    except ValidationError as problem:
        raise Wrong(" ".join(problem.messages)) from None
    if len(reason) > REASON:
        raise Wrong(_("A reason has at most %(most)s characters.") % {"most": REASON})


def _moment(times, name, zone):
    """A moment of a record, in the club's time where it does not say whose; None where it has none."""
    text = times.get(name)
    if text is None:
        return None
    try:
        moment = parse_datetime(text)
        moment = moment and (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
        is_good = moment and moment.year >= EARLIEST and moment <= timezone.now() + timedelta(days=1)
    except (ValueError, OverflowError):
        is_good = False
    if not is_good:
        raise Wrong(
            _("“%(name)s” must be a moment that has been, such as 2026-03-01T19:30.") % {"name": name}
        )
    return moment


class _Bringing:
    """The games of one file on their way into a club whose row is locked."""

    def __init__(self, club, by, unknown):
        self.club, self.by, self.unknown = club, by, unknown
        self.roster, self.report, self.taken = Roster(club), Report(), []

    def bring(self, read, refused, key):
        self._find_here([brought for _line, brought in read])
        for line, brought in read:
            try:
                self._sort(line, brought)
            except Wrong as wrong:
                refused.append((line, brought.number, str(wrong)))
        if refused:
            raise Refused([(line, _in_list(number, why)) for line, number, why in sorted(refused)])
        self.roster.save()
        self._save()
        after = self.report.noted(lambda game: game.number)
        after["players"] = [player.pk for player in self.roster.new]
        return self.club.changes.create(verb=Change.Verb.BRING_GAMES, key=key, after=after, **self.by)

    def _known(self, names):
        """The players of these names, None for who is not known."""
        known = [self.roster.find(name) for name in names]
        who = [player.pk if player else folded(name) for player, name in zip(known, names, strict=True)]
        for seat, one in enumerate(who):
            if one in who[:seat]:
                both = {"one": names[who.index(one)], "two": names[seat]}
                raise Wrong(_("“%(one)s” and “%(two)s” are the same person here.") % both)
        return known

    def _new(self, name):
        if self.unknown == NOBODY:
            raise Wrong(_("Nobody goes by “%(name)s” here.") % {"name": name})
        return self.roster.add(name=name, is_guest=self.unknown == GUESTS)

    def _find_here(self, all_brought):
        """The games that are here and may be among these: by when they began, to the second, or to the day
        for those that do not say it.
        """
        days, times = {one.game.day for one in all_brought}, {one.when for one in all_brought}
        games = self.club.games.filter(day__in=days).only("number", "day", "started_at", "start")
        same = [(when, game) for game in games for when in (_second(game), game.day) if when in times]
        here = self.club.games.filter(pk__in={game.pk for _when, game in same})
        players, hands = defaultdict(list), defaultdict(list)
        for game, player in here.order_by("seats__seat").values_list("pk", "seats__player"):
            players[game].append(player)
        with_hands = here.filter(hands__isnull=False).order_by("hands__number")
        for game, facts in with_hands.values_list("pk", "hands__facts"):
            hands[game].append(facts)
        self._here = defaultdict(list)
        for when, game in same:
            self._here[when].append(_Reported(game, players[game.pk], hands[game.pk]))

    def _sort(self, line, brought):
        """Whether it is to be taken in, or is here."""
        known, here = self._known(brought.names), self._here[brought.when]
        hands = [hand.facts for hand in brought.hands]
        mine = _Reported(brought.game, [player and player.pk for player in known], hands)
        if same := next((one for one in here if mine.is_the_same(one, brought.is_timed)), None):
            self.report.here.append((line, same.game))
            return
        if brought.is_timed and any(mine.is_of_the_same_people(one) for one in here):
            raise Wrong(
                _("A game of these players that began at this moment is here, and it is another one.")
            )
        brought.players = [one or self._new(name) for one, name in zip(known, brought.names, strict=True)]
        here.append(_Reported(brought.game, [player.pk for player in brought.players], hands))
        self.report.taken.append((line, brought.game))
        self.taken.append(brought)

    def _save(self):
        seasons = list(self.club.seasons.all())
        for brought in sorted(self.taken, key=lambda one: one.game.started_at):
            game, day = brought.game, brought.game.day
            self.club.games_begun += 1
            game.club, game.number = self.club, self.club.games_begun
            game.season = next((one for one in seasons if one.starts <= day <= one.ends), None)
            for seat, player in zip(brought.seats, brought.players, strict=True):
                seat.player = player
        Game.take_in([(brought.game, brought.hands, brought.seats) for brought in self.taken])
        rows.insert_new([self._note(brought) for brought in self.taken])
        self.club.save(update_fields=["games_begun"])

    def _note(self, brought):
        hands = [(hand.facts, hand.recorded_at) for hand in brought.hands]
        facts = brought.game.facts_with([player.pk for player in brought.players], hands)
        what = {"verb": Change.Verb.BRING, "after": facts.to_json()}
        return Change(club=self.club, game=brought.game, **what, **self.by)


def _second(game):
    """When it began, as exactly as records tell it."""
    return game.started_at.replace(microsecond=0)


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
