"""Who goes by which name in a club, while a file is brought in."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models import Player
from games.names import folded

from .file import Wrong


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
