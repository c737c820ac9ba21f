"""Games that were played before there was a season for them: taken into it, all at once, and given back."""

from collections import defaultdict
from dataclasses import dataclass, replace

from django.db import models, transaction

import rules

from .change import Change
from .club import Club, Season
from .game import Game
from .total import Total, add_up

Verb = Change.Verb


class CannotGiveBack(Exception):
    """It was done already: nothing was done."""


@dataclass(frozen=True)
class Stray:
    """How many games of no season lie in the days of one: by its rules, but for their length and clock, and
    by others.
    """

    fitting: int = 0
    others: int = 0

    @property
    def games(self):
        return self.fitting + self.others


class Filing:
    """The games of no season that would be a season's, had it been there: those of its days that as many
    play. The running ones are among them, and each keeps its own rules.
    """

    def __init__(self, season):
        self.season, self.club = season, season.club

    @classmethod
    def strays(cls, club, seasons):
        """What lies in the days of each of these seasons of a club: {season: Stray}, where anything does."""
        found = defaultdict(lambda: [0, 0])
        of_none = club.games.counted().filter(season=None).order_by().values("day", "ruleset")
        for row in of_none.annotate(games=models.Count("pk")):
            for season in seasons:
                if season.starts <= row["day"] <= season.ends and _fits(season, row["ruleset"]):
                    found[season][not is_by_rules_of(season, row["ruleset"])] += row["games"]
        return {season: Stray(*counts) for season, counts in found.items()}

    @property
    def stray(self):
        return self.strays(self.club, [self.season]).get(self.season, Stray())

    def games(self):
        """The games that may be taken in, in the order in which they were played."""
        days = self.season.starts, self.season.ends
        games = self.club.games.counted().filter(season=None, day__range=days)
        rulesets = games.order_by().values_list("pk", "ruleset")
        fitting = [pk for pk, ruleset in rulesets if _fits(self.season, ruleset)]
        return games.filter(pk__in=fitting).order_by("started_at", "number")

    def do(self, *, by, key=None, with_others=True):
        """Take them in, or only those by the season's rules: how many. The same key does nothing twice."""
        with transaction.atomic():
            games = self._locked(pk__in=self.games().values("pk"))
            if key and self.club.changes.filter(key=key).exists():
                return 0
            self.season.refresh_from_db()
            fit = [game for game in games if self._takes(game, with_others)]
            told = {"season": self.season.pk, "called": str(self.season)}
            _move(fit, Verb.FILE_GAMES, told, by)
            if fit:
                after = {**told, "games": [game.number for game in fit]}
                self.club.note(Verb.FILE_GAMES, by, key=key, after=after)
            return len(fit)

    def _takes(self, game, with_others):
        """Whether this one is to be taken in, as it is now that it is locked."""
        is_stray = game.season_id is None and not game.cancelled_at
        is_of_days = self.season.starts <= game.day <= self.season.ends
        fits = is_by_rules_of if not with_others else _fits
        return is_stray and is_of_days and fits(self.season, game.ruleset)

    def _locked(self, **which):
        """These games, locked before the club, as whoever ends a game does; each with its seats."""
        games = list(self.club.games.select_for_update(no_key=True).filter(**which).order_by("pk"))
        Club.objects.select_for_update(no_key=True).get(pk=self.club.pk)
        models.prefetch_related_objects(games, "seats")
        return games

    # Giving them back.

    @classmethod
    def of(cls, change):
        """The filing that the history tells of; None where its season is there no more."""
        season = Season.objects.filter(pk=change.after["season"]).select_related("club").first()
        return season and cls(season)

    def games_back(self, change):
        """The games that are given back: those that are still in the season."""
        return self.season.games.filter(number__in=change.after["games"])

    def undo(self, change, *, by):
        """Let them be of no season again: how many. Raises CannotGiveBack."""
        with transaction.atomic():
            games = self._locked(season=self.season, number__in=change.after["games"])
            if self.club.changes.filter(verb=Verb.UNFILE_GAMES, after__change=change.pk).exists():
                raise CannotGiveBack
            told = {"season": self.season.pk, "called": str(self.season)}
            _move(games, Verb.UNFILE_GAMES, {**told, "season": None}, by)
            after = {**told, "change": change.pk, "games": [game.number for game in games]}
            self.club.note(Verb.UNFILE_GAMES, by, after=after)
            return len(games)


def _fits(season, ruleset):
    return rules.ruleset_from_full_json(ruleset).players == season.rules.players


def is_by_rules_of(season, ruleset):
    """Whether these are the rules of a season, however long they play and by whatever name."""
    alike = {"name": "", "preset": season.rules.preset, "length": "hanchan", "time_limit": None}
    return replace(rules.ruleset_from_full_json(ruleset), **alike) == replace(season.rules, **alike)


def _move(games, verb, told, by):
    """Let these locked games count for the season that is `told`, or for none. Every game has moved on, and
    its history says so.
    """
    before, after, changes = {}, {}, []
    for game in games:
        seats = list(game.seats.all())
        add_up(Total.of_game(game, seats).items(), before)
        was, game.season_id = game.season_id, told["season"]
        add_up(Total.of_game(game, seats).items(), after)
        changes.append(
            Change(club_id=game.club_id, game=game, verb=verb, before={"season": was}, after=told, **by)
        )
    moved = Game.objects.filter(pk__in=[game.pk for game in games])
    moved.update(season=told["season"], version=models.F("version") + 1)
    Change.objects.bulk_create(changes)
    Total.move(before, after)
