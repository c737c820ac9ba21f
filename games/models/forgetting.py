"""Forgetting a person: their names go from what others typed, too."""

from django.contrib.admin.models import LogEntry

from games.lines import renamed

TYPED = ("why", "ended_early", "cancelled", "invitation")  # of the history: people may name each other


def rub_out(player, names):
    """Put "former member" in place of these names of a player: in the reasons that were given for what
    was done with games, in the notes on invitations, and in the administrators' log.
    """
    instead = str(player)
    log = LogEntry.objects.filter(content_type__app_label="games", content_type__model="player")
    log.filter(object_id=player.pk).update(object_repr=instead)
    for game in player.club.games.exclude(ended_early=""):
        most = game._meta.get_field("ended_early").max_length
        game.ended_early = renamed(game.ended_early, names, instead)[:most]
        game.save(update_fields=["ended_early"])
    for invitation in player.club.invitations.exclude(note=""):
        most = invitation._meta.get_field("note").max_length
        invitation.note = renamed(invitation.note, names, instead)[:most]
        invitation.save(update_fields=["note"])
    for change in player.club.changes.all():
        told = [_told(facts, names, instead) for facts in (change.why, change.before, change.after)]
        if told != [change.why, change.before, change.after]:
            change.why, change.before, change.after = told
            change.save(update_fields=["why", "before", "after"])


def _told(facts, names, instead):
    """Facts of the history, with what was typed in them changed so."""
    if isinstance(facts, str):
        return renamed(facts, names, instead)
    if not isinstance(facts, dict):
        return facts
    return {
        key: _told(value, names, instead) if key in TYPED or isinstance(value, dict) else value
        for key, value in facts.items()
    }
