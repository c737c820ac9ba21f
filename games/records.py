"""Games as records: what was reported, to keep outside of clubscore and to read back."""

import rules


def record(game):
    """The record of a game, as JSON. Played again, it comes to the same."""
    times = {"started_at": game.started_at, "ended_at": game.ended_at}
    return rules.record_to_json(
        rules.Record(
            game.rules,
            tuple({"name": seat.player.public_name} for seat in game.seats.all()),
            tuple(hand.outcome for hand in game.hands.all()),
            game.played.start if game.start else None,
            game.ended_early or None,
            times={name: moment.isoformat(timespec="seconds") for name, moment in times.items() if moment},
        )
    )
