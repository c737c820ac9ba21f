"""What a poll of the board compares: a poll that finds nothing new must cost next to nothing, so nothing is
played for it, and no hand is looked at.
"""

from django.utils import timezone

FRESH = 10  # seconds that a saved hand stays on the panels, with [Undo]


def tag(game, recorded_at=None):
    """Says what the board of a game shows, and until when: at that moment it changes by itself."""
    until = min(_changes(game, recorded_at), default=None)
    return f"{_shown(game)}.{int(until) + 1 if until else ''}"


def holds(tag, game):
    """Whether a board of this tag still shows how the game is."""
    shown, _, until = tag.rpartition(".")
    return shown == _shown(game) and not (until and _is_past(until))


def is_fresh(game, recorded_at):
    """Whether the last hand, recorded at this moment (None before the first), was saved just now."""
    return bool(recorded_at and not game.is_over) and _now() < recorded_at.timestamp() + FRESH


def _shown(game):
    lit = "".join(map(str, game.riichi))
    return f"{game.number}.{game.version}.{lit}.{game.is_time_called:d}"


def _changes(game, recorded_at):
    """When the board of a game that goes on changes by itself."""
    if is_fresh(game, recorded_at):
        yield recorded_at.timestamp() + FRESH
    if game.seconds_left and game.seconds_left > 0 and not game.is_over:
        yield _now() + game.seconds_left


def _is_past(moment):
    return not (moment.isdecimal() and len(moment) < 12) or _now() >= int(moment)


def _now():
    return timezone.now().timestamp()
