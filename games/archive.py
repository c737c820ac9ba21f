"""A club in one file, which another installation reads back to identical results.

A zip of `club.json`, and one object a line in the files of `KINDS` and in games.jsonl (each game with its
record) and changes.jsonl (the history of the games). Accounts, and the links of tables, stay behind.
"""

import json
import zipfile
import zlib
from dataclasses import dataclass, field, replace
from io import TextIOWrapper
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import Error, IntegrityError, transaction
from django.utils.translation import gettext as _

import rules

from . import records, rows, words
from .models import Change, Club, Game, Player, Ruleset, Season, Table

FORMAT, VERSION = "clubscore-club", 1
KINDS = {"players": Player, "tables": Table, "seasons": Season, "rulesets": Ruleset}
OWN = ("edition", "key", "results_version")  # what belongs to this installation
OF_RECORD = ("ruleset", "start", "ended_early", "ending", "additions")  # what a game's record says
MOST = 256 * 2**20  # bytes, unpacked
LONGEST = 2**20  # bytes of a line
RESULT = ("score", "place", "points")


class Unreadable(Exception):
    """The archive is none, or broken; the message is for people. Nothing of it was taken in."""


@dataclass
class Brought:
    """What was taken in; `differing` are the games that come to another result here."""

    club: Club
    counts: dict[str, int] = field(default_factory=dict)
    differing: list[int] = field(default_factory=list)


# Writing.


def write(club, file):
    """Write the club to this binary file."""
    with rows.of_one_moment(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        club.refresh_from_db()
        archive.writestr("club.json", _text({"format": FORMAT, "version": VERSION, **_facts(club)}))
        merged = {player.pk: player.itself.pk for player in club.players.exclude(merged_into=None)}
        for kind, model in KINDS.items():
            items = model.objects.filter(club=club).exclude(pk__in=merged if model is Player else ())
            items = items.order_by("pk")
            _write_lines(archive, kind, ({"id": item.pk, **_facts(item)} for item in items.iterator()))
        games = club.games.with_hands().order_by("number").iterator(chunk_size=100)
        _write_lines(archive, "games", (_game(game) for game in games))
        changes = club.changes.exclude(game=None).select_related("game", "table").order_by("pk").iterator()
        _write_lines(archive, "changes", (_change(change, merged) for change in changes))


def _write_lines(archive, kind, items):
    with archive.open(f"{kind}.jsonl", "w") as binary, TextIOWrapper(binary, "utf-8") as lines:
        for item in items:
            lines.write(_text(item) + "\n")


def _text(item):
    return json.dumps(item, cls=_Encoder, ensure_ascii=False)


class _Encoder(DjangoJSONEncoder):
    def default(self, value):
        return value.isoformat() if hasattr(value, "isoformat") else super().default(value)


def _facts(item):
    return {one.name: getattr(item, one.name) for one in _fields(type(item))}


def _fields(model):
    kept_out = (*OWN, *(OF_RECORD if model is Game else ()))
    return [one for one in rows.plain_fields(model) if one.name not in kept_out]


def _game(game):
    seats = game.seats.all()
    record = records.record(game, lambda player: {"id": player.pk, "name": player.name})
    # Every option, so that a preset that is changed one day changes nothing of this game.
    record["ruleset"] = rules.ruleset_to_full_json(game.rules)
    return {
        **_facts(game),
        "table": game.table_id,
        "season": game.season_id,
        "recorded_at": [hand.recorded_at for hand in game.hands.all()],
        "record": record,
        "result": [[getattr(seat, name) for name in RESULT] for seat in seats] if game.is_over else None,
    }


def _change(change, merged):
    """A change, with who they are now instead of players who were `merged`."""
    told = {name: _among(merged, getattr(change, name)) for name in ("before", "after")}
    return {**_facts(change), **told, "game": change.game.number, "table": change.table_id}


def _among(merged, facts):
    if not (isinstance(facts, dict) and "players" in facts):
        return facts
    return {**facts, "players": [merged.get(player, player) for player in facts["players"]]}


# Reading.


def bring(file, *, owner, slug=None):
    """Take in the club of an archive, all of it or nothing, under another address where one is given.

    Raises Unreadable.
    """
    with _Archive(file) as archive, transaction.atomic():
        return _Bringing(archive, owner, slug).brought


class _Archive:
    """The files of an archive, as far as they can be trusted: nothing is unpacked to a disk, and no more
    is read than `MOST`.
    """

    def __init__(self, file):
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, ValueError, OSError):
            raise Unreadable(
                _("This is no archive of a club: it is no zip file, or only a part of one.")
            ) from None
        self._left = MOST

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self._zip.close()

    def lines(self, name):
        """The values of a file's lines. Problems with a value are told with its line."""
        number = 0
        try:
            for number, line in enumerate(self._raw(name), 1):  # noqa: B007  told below
                yield rules.parse(line)
        except _PROBLEMS as problem:
            raise Unreadable(_told(name, number, problem)) from problem

    def _raw(self, name):
        try:
            info = self._zip.getinfo(name)
        except KeyError:
            raise Unreadable(
                _("This is no archive of a club: there is no “%(file)s” in it.") % {"file": name}
            ) from None
        if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise Unreadable(_("“%(file)s” is packed in a way that is not read here.") % {"file": name})
        with self._zip.open(info) as stream:
            while line := stream.readline(LONGEST + 1):
                self._left -= len(line)
                if len(line) > LONGEST or self._left < 0:
                    raise Unreadable(_("“%(file)s” is too large.") % {"file": name})
                yield line


_PROBLEMS = (
    rules.RulesError,
    ValidationError,
    LookupError,
    TypeError,
    ValueError,
    OverflowError,
    AttributeError,
    Error,
    EOFError,
    zipfile.BadZipFile,
    zlib.error,
)


def _told(name, number, problem):
    match problem:
        case rules.RulesError():
            why = words.error(problem)
        case ValidationError():
            why = " ".join(problem.messages)
        case KeyError():
            why = _("“%(key)s” is missing.") % {"key": problem.args[0]}
        case IntegrityError():
            why = _("another one has the same name or number.")
        case EOFError() | zipfile.BadZipFile() | zlib.error():
            why = _("the file is damaged.")
        case _:
            why = _("this cannot be.")
    return _("%(file)s, line %(number)s: %(why)s") % {"file": name, "number": number, "why": why}


class _Bringing:
    """One archive being taken in; `things` are its players, tables and seasons by the number they had."""

    def __init__(self, archive, owner, slug):
        self.archive = archive
        self.things = {}
        self.games = {}
        self.brought = Brought(self._club(owner, slug))
        for kind, model in KINDS.items():
            self._each(f"{kind}.jsonl", lambda item, kind=kind, model=model: self._thing(kind, model, item))
        self._each("games.jsonl", self._game)
        self._each("changes.jsonl", self._change)

    def _each(self, name, take):
        """Hand each line of this file over; what is wrong with one is told with its number."""
        number = 0
        for number, item in enumerate(self.archive.lines(name), 1):
            try:
                take(item)
            except _PROBLEMS as problem:
                raise Unreadable(_told(name, number, problem)) from problem
        self.brought.counts[name.partition(".")[0]] = number

    def _club(self, owner, slug):
        [data, *_more] = self.archive.lines("club.json")
        try:
            if data.pop("format") != FORMAT or data.pop("version") != VERSION:
                raise Unreadable(_("This archive is of a kind, or a later version, that is not read here."))
            club = _read(Club, data)
            club.slug = slug or club.slug
            _check(club)
            if club.time_zone not in available_timezones():
                raise ValidationError(_("“%(name)s” is no time zone.") % {"name": club.time_zone})
            taken = Club.objects.filter(slug=club.slug).exists()
        except _PROBLEMS as problem:
            raise Unreadable(_told("club.json", 1, problem)) from problem
        if taken:
            raise Unreadable(_("A club with the address “%(slug)s” is here already.") % {"slug": club.slug})
        return Club.found(owner, **_facts(club))

    def _thing(self, kind, model, data):
        old = data.pop("id")
        item = _read(model, data)
        item.club = self.brought.club
        # Somebody who was forgotten has no name.
        _check(item, *["name"] * getattr(item, "is_forgotten", False))
        if hasattr(item, "ruleset"):
            item.rules  # noqa: B018  raises where it is none
        item.save()
        self.things[kind, old] = item

    def _game(self, data):
        facts = data.pop("record")
        record = rules.record_from_json(facts)
        # An option that came later has the behaviour from before it existed, whatever the preset says now.
        record = replace(record, ruleset=rules.ruleset_from_full_json(facts["ruleset"]))
        result, recorded_at = data.pop("result"), data.pop("recorded_at")
        table, season = data.pop("table"), data.pop("season")
        game = _read(Game, data)
        game.club = self.brought.club
        game.table, game.season = self._there("tables", table), self._there("seasons", season)
        moments = [Game._meta.get_field("started_at").to_python(text) for text in recorded_at]
        hands, seats = game.read(record, moments)
        for seat, one in zip(seats, record.players, strict=True):
            seat.player = self._there("players", one["id"])
        _check(game)
        Game.take_in([(game, hands, seats)])
        self.games[game.number] = game
        if game.is_over and result != [[getattr(seat, name) for name in RESULT] for seat in seats]:
            self.brought.differing.append(game.number)

    def _change(self, data):
        game, table = self.games[data.pop("game")], data.pop("table")
        change = _read(Change, data)
        change.club, change.game = game.club, game
        change.table = self._there("tables", table)
        change.before, change.after = self._renumbered(change.before), self._renumbered(change.after)
        _check(change)
        rows.insert_new([change])

    def _there(self, kind, old):
        """What had this number, None for none."""
        if old is not None and (kind, old) not in self.things:
            raise ValidationError(
                _("there is no number %(number)s in %(kind)s.jsonl.") % {"number": old, "kind": kind}
            )
        return self.things.get((kind, old))

    def _renumbered(self, facts):
        """What the history says, with the numbers that players, tables and seasons have here."""
        if not (isinstance(facts, dict) and ("players" in facts or facts.keys() <= {"season", "called"})):
            return facts
        renumbered = {}
        if "players" in facts:
            renumbered["players"] = [self._there("players", old).pk for old in facts["players"]]
        for name, kind in (("table", "tables"), ("season", "seasons")):
            if name in facts:
                there = self.things.get((kind, facts[name]))  # deleted since, it is not in the archive
                renumbered[name] = there and there.pk
        return {**facts, **renumbered}


def _read(model, data):
    """A new object of what an archive says of one."""
    known = {one.name: one for one in _fields(model)}
    if unknown := data.keys() - known.keys():
        raise ValidationError(_("“%(key)s” is not known here.") % {"key": min(unknown)})
    return model(**{name: known[name].to_python(value) for name, value in data.items()})


def _check(item, *unchecked):
    """Raise ValidationError for values that its fields do not take; nothing is one where they take that."""
    fields = item._meta.concrete_fields
    empty = [
        one.name for one in fields if one.is_relation or (one.null and getattr(item, one.attname) is None)
    ]
    item.clean_fields(exclude={*empty, *unchecked})
