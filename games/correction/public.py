"""What was corrected in a game, as anybody may read it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from games.facts import Facts
from games.models import Change
from games.records import public_text

from .told import Names, told

Verb = Change.Verb


@dataclass(frozen=True)
class Corrected:
    """One change of what was recorded: when, by whom, each thing that changed, and why."""

    at: datetime
    who: str
    what: list[str]
    why: str


def corrected(game):
    """All that was corrected or taken back in a game, the latest first, without the names that are hidden."""
    changes = list(game.changes.filter(verb__in=(Verb.CORRECT, Verb.UNDO)).select_related("table").reverse())
    if not changes:
        return []
    facts = {
        change.pk: (Facts.from_json(change.before), Facts.from_json(change.after))
        for change in changes
        if change.verb == Verb.CORRECT
    }
    names = Names(game.club, [one for both in facts.values() for one in both] or [game.facts], public=True)
    return [_corrected(change, facts.get(change.pk), names) for change in changes]


def _corrected(change, facts, names):
    who = str(change.table) if change.table else gettext("the organiser")
    what = told(*facts, names) if facts else [_taken_back(change)]
    what = [public_text(names.club, one) for one in what]
    return Corrected(change.at, who, what, public_text(names.club, change.why))


def _taken_back(change):
    if change.hand is None:
        return gettext("the early end was taken back")
    return gettext("hand %(hand)s was taken back") % {"hand": change.hand}
