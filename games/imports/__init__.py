"""What a club takes in from files: players from CSV, games from records; all of a file, or nothing.

What is here already is left out and said; what is wrong is said, line by line, and then nothing is taken.
"""

from games.models import Change

from .file import Refused, Wrong
from .games import GUESTS, MEMBERS, NOBODY, bring_games
from .players import bring_players
from .roster import Roster

__all__ = [
    "GUESTS",
    "MEMBERS",
    "NOBODY",
    "Refused",
    "Roster",
    "Wrong",
    "bring_games",
    "bring_players",
    "told",
]


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
    } | {"new": club.players.filter(pk__in=change.after.get("players", ())).by_name()}
