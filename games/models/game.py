"""A game: hands as the table reported them, and the one door through which they come.

Scores, dealers, honba and results are not stored here: they are played from the hands by `rules`.
"""

import json
from datetime import UTC, timedelta

from django.db import models, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

import rules
from games import rows
from games.facts import Facts, Reported, facts_at, handed_over
from games.lines import Line

from .change import Change
from .club import Club
from .hand import Hand
from .ratings import Ratings
from .seat import Seat
from .total import Total, add_up


class Stale(Exception):
    """The game is not as it was when this was asked for: nothing was written."""


class StillPlaying(Stale):
    """A game is running at the table, and the table can have but one."""


class GameQuerySet(models.QuerySet):
    def counted(self):
        """All that were not cancelled."""
        return self.filter(cancelled_at=None)

    def cancelled(self):
        """Those that were, each with its `cancellations`, the latest first."""
        reasons = Change.objects.filter(verb=Change.Verb.CANCEL).order_by("-pk")
        why = models.Prefetch("changes", reasons, to_attr="cancellations")
        return self.exclude(cancelled_at=None).prefetch_related(why)

    def running(self):
        return self.counted().filter(ending="")

    def finished(self):
        return self.counted().exclude(ending="")

    def played_here(self):
        """Those that count and were followed as they were played; of the others nobody knows the end."""
        return self.counted().exclude(ended_at=models.F("started_at"))

    def shown(self, clubs):
        """Those of these clubs that run, and those that ended just now: what a screen there shows."""
        theirs = Game.objects.filter(club__in=clubs).order_by().values("pk")
        just_now = theirs.filter(ended_at__gte=timezone.now() - Game.SHOWN_AFTER).exclude(
            ended_at=models.F("started_at")
        )
        # One by one: of both at once a database reads all that were ever played.
        return self.counted().filter(pk__in=theirs.filter(ended_at=None).union(just_now, all=True))

    def played_last(self):
        """The one that runs, or else the one that was played last; None before the first."""
        games = self.played_here()
        return games.filter(ending="").first() or games.first()

    def with_hands(self):
        """With all that a board or a log shows, in four queries whatever the number of games."""
        return self.select_related("club", "table", "season").prefetch_related("hands", "seats__player")

    def by_begin(self):
        """The latest first, by when they were played: some have been entered later."""
        return self.order_by("-started_at", "-number")

    def with_players(self):
        """With what a list of games shows, in one query more: the table, and the seats by place."""
        by_place = Seat.objects.select_related("player").order_by("place", "seat")
        games = self.select_related("table").prefetch_related(models.Prefetch("seats", by_place))
        return games.knowing_hands()

    def knowing_hands(self):
        """With whether there are hands of each."""
        return self.annotate(has_hands=models.Exists(Hand.objects.filter(game=models.OuterRef("pk"))))


class Game(Reported, models.Model):
    """A game of a club. `ruleset` is its own copy, with every key; `start` is set where it was taken
    over midway; `riichi` are the seats lit in the hand that is being played, `is_time_called` whether the
    table said that time ran out in it; `version` counts what was
    written; `day` is the club's local day of its start. `ending` is a word of `rules.Ending` once it is
    over, and `ended_early` the reason where it was ended before its end. `ended_at` is the very moment of
    its start where nobody followed it to its end: it was entered, or brought in, when it was over.
    """

    club = models.ForeignKey("Club", models.CASCADE, related_name="games")
    number = models.PositiveIntegerField(_("number"))
    table = models.ForeignKey("Table", models.SET_NULL, null=True, related_name="games")
    season = models.ForeignKey("Season", models.SET_NULL, null=True, blank=True, related_name="games")
    ruleset = models.JSONField()
    start = models.JSONField(null=True, blank=True)
    riichi = models.JSONField(default=list, blank=True)
    is_time_called = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    day = models.DateField()
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=20, blank=True)
    ended_early = Line(_("reason"), max_length=200, blank=True)
    additions = models.JSONField(default=list, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    is_flagged = models.BooleanField(_("to be checked"), default=False)

    LEFT_AFTER = timedelta(hours=24)
    SHOWN_AFTER = timedelta(minutes=30)

    # What a locked game is read again for; the rest is as it was where the version is.
    LIVE = (
        "riichi",
        "is_time_called",
        "version",
        "ended_at",
        "ending",
        "ended_early",
        "cancelled_at",
        "is_flagged",
    )

    CORRECTED = ("ruleset", "start", "additions", "season", "table", "started_at", "day")

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        indexes = [
            # The few of a season that a page about it tells of.
            models.Index(
                fields=["season"], condition=~models.Q(additions=[]), name="games_of_season_with_additions"
            ),
            # What a table polls, and what plays now, however many games were played.
            models.Index(fields=["table", "-number"], name="games_of_table_latest_first"),
            models.Index(
                fields=["club"],
                condition=models.Q(ending="", cancelled_at=None),
                name="running_games_of_club",
            ),
            # What runs and what ended just now, for those who ask every two seconds.
            models.Index(fields=["club", "ended_at"], name="games_of_club_by_end"),
            # Some were played before others that have a lower number: they were entered later.
            models.Index(fields=["club", "-started_at", "-number"], name="games_of_club_by_begin"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_game_of_a_number_in_a_club"),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(ending="", cancelled_at=None),
                name="one_running_game_at_a_table",
            ),
        ]

    def __str__(self):
        return _("Game %(number)s") % {"number": self.number}

    @cached_property
    def rules(self):
        """The ruleset that it is played under."""
        return rules.ruleset_from_full_json(self.ruleset)

    @cached_property
    def played(self):
        """The game as `rules` plays it from its hands."""
        return self._play([hand.outcome for hand in self.hands.all()])

    @property
    def state(self):
        """The state of the hand that is being played, lit riichi put down."""
        if self.is_over:
            return self.played.state
        try:
            return rules.with_riichi(self.rules, self.played.state, tuple(self.riichi))
        except rules.RulesError:
            # Read while a hand was being saved: these riichi are of the hand before.
            return self.played.state

    @property
    def is_over(self):
        return bool(self.ending)

    @cached_property
    def has_hands(self):
        return self.hands.exists()

    @property
    def known_end(self):
        """When it ended; None where it runs, or that is not known because it was entered later."""
        is_known = self.ended_at and self.started_at < self.ended_at < self.started_at + self.LEFT_AFTER
        return self.ended_at if is_known else None

    @property
    def last_hand(self):
        """The hand that was recorded last, None before the first."""
        hands = self.hands.all()
        return hands[len(hands) - 1] if hands else None

    @property
    def touched_at(self):
        """When its last hand was recorded, or when it began."""
        return self.last_hand.recorded_at if self.last_hand else self.started_at

    @property
    def seconds_left(self):
        """On the clock of a timed game; below zero once it has run out. None where none is set."""
        minutes = self.ruleset.get("time_limit")
        return minutes and minutes * 60 - int((timezone.now() - self.started_at).total_seconds())

    @property
    def minutes_left(self):
        """The same in minutes that have begun, 0 once it has run out."""
        left = self.seconds_left
        return None if left is None else max(0, -(-left // 60))

    @property
    def is_left(self):
        """Whether it runs, and nobody has recorded a hand for long."""
        return not self.is_over and timezone.now() - self.touched_at > self.LEFT_AFTER

    def _play(self, outcomes):
        start = rules.start_from_json(self.rules, self.start) if self.start else None
        additions = tuple(rules.Addition(**addition) for addition in self.additions)
        return rules.play(self.rules, outcomes, start, bool(self.ended_early), additions)

    @property
    def facts(self):
        """All that was reported of it."""
        return self.facts_with(self.seats.values_list("player", flat=True), self._reported())

    def _reported(self):
        columns = "SELECT facts, recorded_at FROM games_hand"
        found = rows.fetch(f"{columns} WHERE game_id = %s ORDER BY number", self.pk)
        moments = [at.replace(tzinfo=UTC) for _, at in found]
        return zip(_parsed(facts for facts, _ in found), moments, strict=True)

    def facts_with(self, players, hands):
        """The same with these players, and hands with their moments."""
        return Facts(
            players=tuple(players),
            ruleset=self.ruleset,
            hands=tuple((facts, at.isoformat()) for facts, at in hands),
            start=self.start,
            ended_early=self.ended_early,
            additions=tuple(self.additions),
            season=self.season_id,
            table=self.table_id,
            started_at=self.started_at.isoformat(),
        )

    @cached_property
    def recorded(self):
        """The same, read once: for a page whose parts must be of one moment."""
        return self.facts

    def counted_as(self, facts, played):
        """What it would count for in a season with these facts, which come to `played`."""
        seats = [Seat(seat=seat, player_id=player) for seat, player in enumerate(facts.players)]
        for seat in seats:
            seat.take(played)
        counts = played.ending and facts.season and not self.cancelled_at
        day = self.club.day_of(parse_datetime(facts.started_at))
        return Total.of_seats(facts.season, day, seats) if counts else {}

    def facts_at(self, change):
        """What had been reported of it when this was done, by those whose seats they are now."""
        later = self.changes.filter(pk__gt=change.pk)
        return facts_at(self.changes.filter(pk__lte=change.pk)).among(handed_over(later))

    # The one door. Each verb is one transaction with the game's row locked. `version` is the game's as
    # the asker saw it, `key` was made when their form was opened, `by` says who asks.

    @classmethod
    def begin(cls, table, players, ruleset, *, key, by, season=None, start=None, at=None, started_at=None):
        """Begin a game at a table, `players` in seat order; `started_at` is when it was played where its
        hands are entered later. The same key returns the same game.

        Raises Stale where another game has begun at the table meanwhile, or somebody was merged into another
        player.
        """
        at = at or timezone.now()
        with transaction.atomic():
            club = Club.objects.select_for_update(no_key=True).get(pk=table.club_id)
            if done := cls._begun(club, key, Change.Verb.START):
                return done
            cls._check_here(club, [player.pk for player in players])
            if cls.objects.running().filter(table=table).exists():
                raise Stale
            game = cls._next(club, started_at or at, table=table, season=season)
            game.ruleset = rules.ruleset_to_full_json(ruleset)
            game.start = rules.start_to_json(start) if start else None
            game.save(force_insert=True)
            Seat.objects.bulk_create(
                Seat(game=game, seat=i, player=player) for i, player in enumerate(players)
            )
            game._note(Change.Verb.START, key, by, after=game.facts.to_json(), at=at)
        return game

    @classmethod
    def enter(cls, club, players, ruleset, final, note, *, key, by, season=None, table=None, started_at=None):
        """Enter a game that is over by its final scores alone: `final` is the state that it ended in, the
        `note` says where they come from. The same key returns the same game.

        Raises RulesError without a note, Stale where the key has done another thing, or somebody was merged
        into another player meanwhile.
        """
        note = note.strip()
        if not note:
            raise rules.RulesError("Final scores need a note on where they come from.")
        record = rules.Record(ruleset, (), (), final, note)
        with transaction.atomic():
            club = club.locked()
            if done := cls._begun(club, key, Change.Verb.ENTER):
                return done
            cls._check_here(club, [player.pk for player in players])
            game = cls._next(club, started_at or timezone.now(), table=table, season=season)
            hands, seats = game.read(record, ())
            for seat, player in zip(seats, players, strict=True):
                seat.player = player
            cls.take_in([(game, hands, seats)])
            game._note(Change.Verb.ENTER, key, by, after=game.facts.to_json(), why=note)
        return game

    @classmethod
    def _begun(cls, club, key, verb):
        """The game that this key began already, None where it did nothing yet. Raises Stale where it did
        another thing.
        """
        done = Change.objects.filter(club=club, key=key).select_related("game").first()
        if done and done.verb != verb:
            raise Stale
        return done and done.game

    @staticmethod
    def _check_here(club, players):
        """Raises Stale where those who are to sit in a game of a club that is locked are not so many people:
        some were merged meanwhile.
        """
        if club.players.filter(pk__in=players, merged_into=None).count() < len(players):
            raise Stale

    @classmethod
    def _next(cls, club, started_at, **fields):
        """The next game of a club whose row is locked, not saved yet."""
        club.games_begun += 1
        club.save(update_fields=["games_begun"])
        day = club.day_of(started_at)
        return cls(club=club, number=club.games_begun, started_at=started_at, day=day, **fields)

    def record(self, outcome, *, version, key, by, at=None):
        """Record how the hand that is being played ended. The same key and outcome do nothing twice.

        Raises Stale where the game has moved on, or riichi was lit or taken back meanwhile, and
        RulesError for an outcome that cannot be.
        """
        facts = rules.outcome_to_json(outcome)
        with transaction.atomic():
            if self._is_done(version, key, Change.Verb.RECORD, facts):
                return
            if sorted(outcome.riichi) != self.riichi or (self.is_time_called and not outcome.time):
                raise Stale
            at = at or timezone.now()
            outcomes = [*self._outcomes(), outcome]
            self.riichi, self.is_time_called = [], False
            self._settle(outcomes, at)
            hand = Hand(game=self, number=len(outcomes), facts=facts, recorded_at=at)
            rows.insert_new([hand])
            self._write(Change.Verb.RECORD, key, by, hand=hand.number, after=facts, at=at)

    def undo(self, *, version, key, by):
        """Take back the last hand, and light its riichi again; or the early end of the game.

        Raises Stale where the game has moved on, RulesError where there is nothing to undo.
        """
        with transaction.atomic():
            if self._is_done(version, key, Change.Verb.UNDO):
                return
            if self.ended_early:
                self._take_back_early_end(key, by)
            else:
                self._take_back_last_hand(key, by)

    def _take_back_early_end(self, key, by):
        before, self.ended_early = {"ended_early": self.ended_early}, ""
        self._settle(self._outcomes())
        self._write(Change.Verb.UNDO, key, by, before=before)

    def _take_back_last_hand(self, key, by):
        last = self.hands.last()
        if last is None:
            raise rules.RulesError("There is no hand to undo.")
        last.delete()
        self.riichi, self.is_time_called = sorted(last.outcome.riichi), last.outcome.time
        self._settle(self._outcomes())
        self._write(Change.Verb.UNDO, key, by, hand=last.number, before=last.facts)

    def end_early(self, reason, *, version, key, by):
        """End the game as it stands, for a reason: the scores of the last recorded hand count.

        Raises Stale where the game has moved on, RulesError where it is over or no reason is given.
        """
        reason = reason.strip()
        if not reason:
            raise rules.RulesError("A game that is ended early needs a reason.")
        with transaction.atomic():
            if self._is_done(version, key, Change.Verb.END_EARLY, {"ended_early": reason}):
                return
            self.ended_early = reason
            self._settle(self._outcomes())
            self._write(Change.Verb.END_EARLY, key, by, after={"ended_early": reason}, why=reason)

    def correct(self, facts, why, *, version, key, by):
        """Put other facts in place of what was reported, and all that follows from them.

        Raises Stale where the game has moved on, StillPlaying where it would go on at a table that plays
        another one, RulesError for facts that cannot be played to their last hand, or without a reason.
        """
        why = why.strip()
        if not why:
            raise rules.RulesError("A correction needs a reason.")
        with transaction.atomic():
            if self._is_done(version, key, Change.Verb.CORRECT, facts.to_json()):
                return
            seats, played = self._seats(), facts.play()
            before = self.facts_with([seat.player_id for seat in seats], self._reported())
            counted, was_over, ranks = Total.of_game(self, seats), self.is_over, _ranks(seats)
            self._take(facts, before, played)
            if facts.players != before.players:
                self._check_here(self.club.locked(), facts.players)
                seats = self._reseat(facts.players)
            if played.ending or was_over:
                Seat.write(seats, played)
                is_ranked_anew = _ranks(seats) != ranks or facts.started_at != before.started_at
                self._count(counted, seats, parse_datetime(before.started_at), is_ranked_anew)
            told = {"before": before.to_json(), "after": facts.to_json(), "why": why}
            self._write(Change.Verb.CORRECT, key, by, fields=(*self.LIVE, *self.CORRECTED), **told)

    def _take(self, facts, before, played):
        self.ruleset, self.start, self.ended_early = facts.ruleset, facts.start, facts.ended_early
        self.additions, self.season_id, self.table_id = list(facts.additions), facts.season, facts.table
        self.__dict__.pop("rules", None)
        if facts.started_at != before.started_at:
            was_followed = self.ended_at != self.started_at
            self.started_at = parse_datetime(facts.started_at)
            self.day = self.club.day_of(self.started_at)
            self.ended_at = self.ended_at if was_followed else self.started_at
        self.is_flagged = False
        self._end(played)
        self._drop_impossible_riichi(played)
        if not played.ending and self._others_playing().exists():
            raise StillPlaying
        self._replace_hands(before.hands, facts.hands)

    def _reseat(self, players):
        self.seats.all().delete()
        seats = [Seat(game=self, seat=seat, player_id=player) for seat, player in enumerate(players)]
        return Seat.objects.bulk_create(seats)

    def _replace_hands(self, old, new):
        """Write what is different: most hands of a corrected game stay as they were."""
        pairs = enumerate(zip(old, new, strict=False), 1)
        changed = [self._hand(number, *other) for number, (one, other) in pairs if one != other]
        rows.update(changed, ("facts", "recorded_at"), by=("game", "number"))
        if len(new) < len(old):
            self.hands.filter(number__gt=len(new)).delete()
        rows.insert_new(
            [self._hand(number, *one) for number, one in enumerate(new[len(old) :], len(old) + 1)]
        )

    def _hand(self, number, facts, at):
        return Hand(game=self, number=number, facts=facts, recorded_at=parse_datetime(at))

    def _drop_impossible_riichi(self, played):
        """Riichi that is lit in the hand that is being played, where the points for it are there no more."""
        try:
            rules.with_riichi(played.ruleset, played.state, tuple(self.riichi))
        except rules.RulesError:
            self.riichi = []

    def _others_playing(self):
        return Game.objects.running().filter(table=self.table_id, table__isnull=False).exclude(pk=self.pk)

    def propose(self, facts, why, *, version, key, by):
        """Keep a correction as a proposal, and flag the game for a check; nothing else changes."""
        with transaction.atomic():
            if self._is_done(version, key, Change.Verb.PROPOSE, facts.to_json()):
                return
            self.is_flagged = True
            self._write(
                Change.Verb.PROPOSE,
                key,
                by,
                before=self.facts.to_json(),
                after=facts.to_json(),
                why=why.strip(),
            )

    @property
    def proposals(self):
        """The corrections that are proposed, and were neither used nor dismissed since."""
        verb = Change.Verb
        settled = self.changes.filter(verb__in=(verb.CORRECT, verb.DISMISS)).order_by("-pk").first()
        proposed = self.changes.filter(verb=verb.PROPOSE)
        return proposed.filter(pk__gt=settled.pk) if settled else proposed

    def dismiss(self, *, version, key, by):
        """Let the proposals rest: the game is as it should be. Raises Stale."""
        with transaction.atomic():
            if self._is_done(version, key, Change.Verb.DISMISS):
                return
            self.is_flagged = False
            self._write(Change.Verb.DISMISS, key, by)

    def cancel(self, reason, *, version, key, by):
        """Take the game out of everything that counts; it can be restored. Raises Stale, RulesError."""
        reason = reason.strip()
        if not reason:
            raise rules.RulesError("A game that is cancelled needs a reason.")
        with transaction.atomic():
            if self._is_done(version, key, Change.Verb.CANCEL, {"cancelled": reason}):
                return
            counted = Total.of_game(self)
            self.cancelled_at = timezone.now()
            self._count(counted)
            self._write(Change.Verb.CANCEL, key, by, after={"cancelled": reason}, why=reason)

    def restore(self, *, version, key, by):
        """Let a cancelled game count again. Raises Stale, and StillPlaying where its table plays another."""
        with transaction.atomic():
            if self._is_done(version, key, Change.Verb.RESTORE):
                return
            if not self.cancelled_at:
                raise Stale
            if not self.is_over and self._others_playing().exists():
                raise StillPlaying
            self.cancelled_at = None
            self._count({})
            self._write(Change.Verb.RESTORE, key, by)

    def light(self, seat, lit, *, version):
        """Light a seat's riichi in the hand that is being played, or take it back.

        Raises Stale where the game has moved on, RulesError where the seat has not the points.
        """
        with transaction.atomic():
            self._lock()
            if version != self.version or self.is_over or self.cancelled_at:
                raise Stale
            self.riichi = sorted({*self.riichi, seat} if lit else {*self.riichi} - {seat})
            # Raises where the seat cannot; nothing is written then.
            rules.with_riichi(self.rules, self.played.state, tuple(self.riichi))
            self.save(update_fields=["riichi"])

    def call_time(self, is_called, *, version):
        """Say that time ran out in the hand that is being played, or take it back. Raises Stale."""
        with transaction.atomic():
            self._lock()
            if version != self.version or self.is_over or self.cancelled_at:
                raise Stale
            self.is_time_called = is_called
            self.save(update_fields=["is_time_called"])

    # Games that come from elsewhere, as records.

    def read(self, record, recorded_at):
        """Be the game of a record, each hand recorded at its moment, but save nothing: its hands and seats,
        the seats without their players. Raises RulesError.
        """
        played, ruleset = record.play(), record.ruleset
        if any(type(seat) is not int for seat in self.riichi) or (self.riichi and played.ending):
            raise rules.RulesError("There is no riichi like this.")
        rules.with_riichi(ruleset, played.state, tuple(self.riichi))
        self.ruleset = rules.ruleset_to_full_json(ruleset)
        self.start = rules.start_to_json(record.start) if record.start else None
        self.ending, self.ended_early = played.ending or "", record.ended_early or ""
        self.additions = [
            {"seat": one.seat, "points": one.points, "reason": one.reason} for one in record.additions
        ]
        self.ended_at = (self.ended_at or self.started_at) if played.ending else None
        facts = [rules.outcome_to_json(outcome) for outcome in record.outcomes]
        hands = [
            Hand(game=self, number=number, facts=one, recorded_at=at)
            for number, (one, at) in enumerate(zip(facts, recorded_at, strict=True), 1)
        ]
        seats = [Seat(game=self, seat=seat) for seat in range(ruleset.players)]
        for seat in seats:
            seat.take(played)
        return hands, seats

    @classmethod
    def take_in(cls, taken):
        """Save these new games, each with the hands and seats that `read` gave, and let them count: in a few
        statements however many they are, because nobody else writes meanwhile.
        """
        counted = {}
        with transaction.atomic():
            games = cls.objects.bulk_create(game for game, _, _ in taken)
            for game, hands, seats in taken:
                for one in (*hands, *seats):
                    one.game = game  # which has its number now
                add_up(Total.of_game(game, seats).items(), counted)
            rows.insert_new([hand for _, hands, _ in taken for hand in hands])
            rows.insert_new([seat for _, _, seats in taken for seat in seats])
            if over := [game for game in games if game.is_over and not game.cancelled_at]:
                Ratings.drop_from(min(over, key=lambda game: game.started_at))
            Total.move({}, counted)

    # Behind the door.

    def _lock(self):
        """Lock the row, and read again what of it has changed; riichi is lit without another version."""
        columns = "SELECT version, riichi, is_time_called FROM games_game WHERE id = %s"
        found = rows.fetch(f"{columns} {rows.locked()}", self.pk)
        if found and found[0][0] == self.version:
            self.riichi, self.is_time_called = json.loads(found[0][1]), bool(found[0][2])
        else:
            self.refresh_from_db(fields=self.LIVE)
        self._forget()

    def _seats(self):
        return list(Seat.objects.raw("SELECT * FROM games_seat WHERE game_id = %s ORDER BY seat", [self.pk]))

    def _outcomes(self):
        found = rows.fetch("SELECT facts FROM games_hand WHERE game_id = %s ORDER BY number", self.pk)
        return [rules.outcome_from_json(facts) for facts in _parsed(facts for (facts,) in found)]

    def _forget(self):
        for name in ("played", "has_hands", "_prefetched_objects_cache"):
            self.__dict__.pop(name, None)

    def _is_done(self, version, key, verb, after=None):
        """Lock the game; whether this key has done just this already. Raises Stale where the game has
        moved on, or the key has done another thing.
        """
        self._lock()
        if version == self.version:
            if self.cancelled_at and verb != Change.Verb.RESTORE:
                raise Stale
            return False
        done = Change.objects.filter(club_id=self.club_id, key=key).first()
        if done is None or (done.game_id, done.verb, done.after) != (self.pk, verb, after):
            raise Stale
        return True

    def _settle(self, outcomes, at=None):
        """Play the hands, and write what follows from them or take it back: the end, the results."""
        played, was_over = self._play(outcomes), self.is_over
        if not (played.ending or was_over):
            return
        seats = self._seats()
        counted = Total.of_game(self, seats)
        self._end(played, at)
        Seat.write(seats, played)
        self._count(counted, seats)

    def _count(self, counted, seats=None, began=None, is_ranked_anew=True):
        """Let it count for what it comes to now, in place of what it was `counted` for; ratings are
        replayed later, where the places are others. `began` is when it did where that is another moment now.
        """
        if is_ranked_anew:
            Ratings.drop_from(self, began)
        Total.move(counted, Total.of_game(self, seats), self)

    def _end(self, played, at=None):
        if not played.ending:
            self.ended_at = None
        elif not self.ending:
            self.ended_at = at or timezone.now()
        self.ending = played.ending or ""

    def _write(self, verb, key, by, fields=LIVE, **what):
        self.version += 1
        rows.update([self], fields)
        self._note(verb, key, by, **what)
        self._forget()

    def _note(self, verb, key, by, **what):
        rows.insert_new([Change(club_id=self.club_id, game=self, verb=verb, key=key, **by, **what)])


def _parsed(texts):
    """What these texts hold, read as one: each by itself takes three times as long."""
    return json.loads(f"[{','.join(texts)}]")


def _ranks(seats):
    """Who came where: what ratings are made of."""
    return [(seat.player_id, seat.place) for seat in seats]
