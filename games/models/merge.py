"""Two players who are one person: their games become one player's, and can be given back."""

from django.db import models, transaction

from .change import Change
from .club import Club, Player
from .game import Game
from .ratings import Ratings
from .seat import Seat
from .total import Total, add_up

Verb = Change.Verb


class CannotMerge(Exception):
    """They sat together, or are not what they were: nothing was done."""


class Merge:
    """`merged` turns out to be `kept`: the seats go over, the names become other names."""

    def __init__(self, kept, merged):
        self.club, self.kept, self.merged = kept.club, kept, merged

    @property
    def together(self):
        """The games in which both sat, the cancelled ones among them: they are not one person."""
        return Game.objects.filter(seats__player=self.kept).filter(seats__player=self.merged)

    @property
    def new_names(self):
        """What the kept player is called besides, in words."""
        known = {name.casefold() for name in self.kept.names}
        return ", ".join(name for name in self.merged.names if name.casefold() not in known) or "–"

    @property
    def hides(self):
        """Whether the kept player's name is hidden with it, because the merged one's is."""
        return self.merged.is_hidden and not self.kept.is_hidden

    def do(self, *, by, key=None):
        """Merge them. The same key does nothing twice. Raises CannotMerge."""
        with transaction.atomic():
            games = self._locked(seats__player=self.merged)
            if key and self.club.changes.filter(key=key).exists():
                return
            if self.kept == self.merged or not (_is_here(self.kept) and _is_here(self.merged)):
                raise CannotMerge
            if self.together.exists():
                raise CannotMerge
            _hand_over(games, self.merged, self.kept, Verb.MERGE_PLAYERS, by)
            hides, names = self.hides, self._take_names()
            self.merged.merged_into = self.kept
            self.merged.save(update_fields=["merged_into"])
            told = {"player": self.kept.pk, "merged": self.merged.pk, "names": names, "hides": hides}
            after = {**told, "games": [game.number for game in games]}
            self.club.note(Verb.MERGE_PLAYERS, by, key=key, after=after)

    def _locked(self, **which):
        """These games, each with its seats, and what both players are now: all of it locked, the games
        first, as whoever ends a game does.
        """
        games = list(self.club.games.select_for_update(no_key=True).filter(**which).order_by("pk"))
        Club.objects.select_for_update(no_key=True).get(pk=self.club.pk)
        for player in (self.kept, self.merged):
            player.refresh_from_db()
        if len(games) != self.club.games.filter(**which).count():
            raise CannotMerge  # one was begun meanwhile
        models.prefetch_related_objects(games, "seats")
        return games

    def _take_names(self):
        """Make other names of the merged player's, as far as they fit: which of them, by number. They are
        hidden where they were.
        """
        most = Player._meta.get_field("other_names").max_length
        known, taken = {name.casefold() for name in self.kept.names}, []
        for number, name in enumerate(self.merged.names):
            more = f"{self.kept.other_names}, {name}" if self.kept.other_names else name
            if name.casefold() not in known and "," not in name and len(more) <= most:
                self.kept.other_names = more
                known.add(name.casefold())
                taken.append(number)
        self.kept.is_hidden |= self.merged.is_hidden
        self.kept.save(update_fields=["other_names", "is_hidden"])
        return taken

    # Taking it back.

    @classmethod
    def of(cls, change):
        """The merge that the history tells of."""
        players = Player.objects.select_related("club").in_bulk(
            (change.after["player"], change.after["merged"])
        )
        return cls(players[change.after["player"]], players[change.after["merged"]])

    @classmethod
    def undone(cls, club):
        """The numbers of the changes that were taken back."""
        changes = club.changes.filter(verb=Verb.UNMERGE_PLAYERS, game=None)
        return {after["change"] for after in changes.values_list("after", flat=True)}

    def games_back(self, change):
        """The games that are given back."""
        return self.club.games.filter(seats__player=self.kept, number__in=change.after["games"])

    def undo(self, change, *, by):
        """Give the games back, as far as the kept player still sits in them, and the names. Raises
        CannotMerge where it was done, or somebody else has the name meanwhile, or was forgotten.
        """
        with transaction.atomic():
            games = self._locked(seats__player=self.kept, number__in=change.after["games"])
            if change.pk in self.undone(self.club) or not _is_here(self.kept) or self.merged.is_forgotten:
                raise CannotMerge
            if self.club.players.here().filter(name=self.merged.name).exists():
                raise CannotMerge
            _hand_over(games, self.kept, self.merged, Verb.UNMERGE_PLAYERS, by)
            self.kept.is_hidden &= not change.after.get("hides")
            self._give_names_back(change.after["names"])
            self.merged.merged_into = None
            self.merged.save(update_fields=["merged_into"])
            told = {"player": self.merged.pk, "kept": self.kept.pk, "change": change.pk}
            after = {**told, "games": [game.number for game in games]}
            self.club.note(Verb.UNMERGE_PLAYERS, by, after=after)

    def _give_names_back(self, numbers):
        back = [self.merged.names[number] for number in numbers]
        others, added = self.kept.other_names, ", ".join(["", *back])
        if f", {others}".endswith(added):
            others = f", {others}".removesuffix(added).removeprefix(", ")
        else:  # somebody has changed them meanwhile
            names = (name.strip() for name in others.split(","))
            others = ", ".join(name for name in names if name and name not in back)
        self.kept.other_names = others
        self.kept.save(update_fields=["other_names", "is_hidden"])


def _is_here(player):
    return not (player.is_forgotten or player.merged_into_id)


def _hand_over(games, old, new, verb, by):
    """Put one player in the seat of another in these games, and what they count for with it. Every game
    has moved on, and its history says so.
    """
    theirs, changes = {}, []
    for game in games:
        seats = list(game.seats.all())
        add_up((one for one in Total.of_game(game, seats).items() if one[0][1] == old.pk), theirs)
        was = [seat.player_id for seat in seats]
        told = [{"players": was}, {"players": [new.pk if one == old.pk else one for one in was]}]
        changes.append(
            Change(club_id=game.club_id, game=game, verb=verb, before=told[0], after=told[1], **by)
        )
    Seat.objects.filter(game__in=games, player=old).update(player=new)
    Game.objects.filter(pk__in=[game.pk for game in games]).update(version=models.F("version") + 1)
    Change.objects.bulk_create(changes)
    Total.move(theirs, {(season, new.pk, day): sums for (season, _, day), sums in theirs.items()})
    if games:
        Ratings.drop_from(min(games, key=lambda game: game.started_at))
