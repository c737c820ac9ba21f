"""Games as records: what was reported, to keep outside of clubscore and to read back."""

import rules

from .lines import renamed


def public(player):
    """A player as anybody may see them."""
    return {"name": player.public_name}


def reason(game):
    """Why a game was ended early, as anybody may see it: without the names that are hidden."""
    return public_text(game.club, game.ended_early)


def public_text(club, text):
    """What somebody typed about a game, as anybody may see it: it may name whoever was there."""
    for player in club.hidden_players if text else ():
        text = renamed(text, player.names, player.public_name)
    return text


def record(game, tell=public):
    """The record of a game, as JSON, with what is to be told of each player. Played again, it comes to
    the same.
    """
    times = {"started_at": game.started_at, "ended_at": game.known_end}
    return rules.record_to_json(
        rules.Record(
            game.rules,
            tuple(tell(seat.player) for seat in game.seats.all()),
            tuple(hand.outcome for hand in game.hands.all()),
            game.played.start if game.start else None,
            (reason(game) if tell is public else game.ended_early) or None,
            tuple(_addition(game, one, tell) for one in game.additions),
            times={name: moment.isoformat(timespec="seconds") for name, moment in times.items() if moment},
        )
    )


def _addition(game, one, tell):
    reason = public_text(game.club, one["reason"]) if tell is public else one["reason"]
    return rules.Addition(one["seat"], one["points"], reason)
