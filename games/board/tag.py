"""What a poll of the board compares."""

from django.utils import timezone

FRESH = 10  # seconds that a saved hand stays on the panels, with [Undo]


def tag(game, is_fresh):
    """Another one whenever the board of this game has something new to show. No hand is played for it."""
    lit = "".join(map(str, game.riichi))
    left = game.seconds_left
    flags = (is_fresh, game.is_time_called, left is not None and left <= 0)
    return f"{game.number}.{game.version}.{lit}.{''.join(str(int(flag)) for flag in flags)}"


def is_fresh(game, recorded_at):
    """Whether the last hand, recorded at this moment (None before the first), was saved just now."""
    if game.is_over or not recorded_at:
        return False
    return (timezone.now() - recorded_at).total_seconds() < FRESH
