"""Forgetting a person: their names go from what others typed, too."""

from django.contrib.admin.models import LogEntry

from games.lines import renamed

# What of the history people type: they may name each other.
TYPED = ("why", "ended_early", "cancelled", "invitation", "additions")
MOST = 200  # letters of a reason


def rub_out(player, names):
    """Put "former member" in place of these names of a player: in the reasons that were given for what
    was done with games and for points, in the notes on invitations, and in the administrators' log.
    """
    instead = str(player)
    log = LogEntry.objects.filter(content_type__app_label="games", content_type__model="player")
    log.filter(object_id=player.pk).update(object_repr=instead)
    for game in with_reasons(player.club):
        _rub_out_of(game, names, instead)
    for invitation in player.club.invitations.exclude(note=""):
        most = invitation._meta.get_field("note").max_length
        invitation.note = renamed(invitation.note, names, instead)[:most]
        invitation.save(update_fields=["note"])
    for change in player.club.changes.all():
        told = [_told(facts, names, instead) for facts in (change.why, change.before, change.after)]
        if told != [change.why, change.before, change.after]:
            change.why, change.before, change.after = told
            change.save(update_fields=["why", "before", "after"])


def with_reasons(club):
    """The games about which something was typed, locked as whoever changes them does."""
    games = club.games.exclude(ended_early="", additions=[])
    return games.select_for_update(no_key=True).order_by("pk")


def _rub_out_of(game, names, instead):
    told = _told(game.ended_early, names, instead), _told(game.additions, names, instead)
    if told != (game.ended_early, game.additions):
        game.ended_early, game.additions = told
        game.version += 1  # a page that shows the names must not bring them back
        game.save(update_fields=["ended_early", "additions", "version"])


def _told(facts, names, instead):
    """Facts of the history, with what was typed in them changed so."""
    if isinstance(facts, str):
        told = renamed(facts, names, instead)
        return told if told == facts else told[:MOST]
    if isinstance(facts, list):
        return [one | {"reason": _told(one["reason"], names, instead)} for one in facts]
    if not isinstance(facts, dict):
        return facts
    return {
        key: _told(value, names, instead) if key in TYPED or isinstance(value, dict) else value
        for key, value in facts.items()
    }
