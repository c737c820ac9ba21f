"""Games from their records, one or many."""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

import rules
from games import rows, words
from games.lines import check_line
from games.models import Change, Game
from games.moments import EARLIEST
from games.names import folded

from .file import Refused, Report, Wrong, locked, text_of
from .roster import Roster

MOST_GAMES, MOST_HANDS = 2_000, 1_000
REASON = 200  # characters
MEMBERS, GUESTS, NOBODY = "members", "guests", "nobody"  # what becomes of names that nobody has


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
    values = list(islice(_values(text_of(file)), MOST_GAMES + 1))
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
        club, done = locked(club, key)
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
