"""The club's history in words: who did what, when, and why."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from . import correction
from .facts import Facts
from .models import Change, Club, Player, Season, Table

Verb = Change.Verb

# Play as it goes; all else is worth an organiser's look.
ORDINARY = (Verb.START, Verb.RECORD)

# What is told once for the club, and once more in each game that it touched.
ALSO_OF_GAMES = (
    Verb.BRING,
    Verb.MERGE_PLAYERS,
    Verb.UNMERGE_PLAYERS,
    Verb.FILE_GAMES,
    Verb.UNFILE_GAMES,
)

# What can be taken back in one go: by what, and where.
TAKEN_BACK = {
    Verb.MERGE_PLAYERS: (Verb.UNMERGE_PLAYERS, "organise-merge-undo"),
    Verb.FILE_GAMES: (Verb.UNFILE_GAMES, "organise-season-give-back"),
}

SENTENCES = {
    Verb.START: _("began game %(game)s"),
    Verb.ENTER: _("entered the final scores of game %(game)s"),
    Verb.BRING: _("brought in game %(game)s"),
    Verb.RECORD: _("recorded hand %(hand)s of game %(game)s"),
    Verb.UNDO: _("took back hand %(hand)s of game %(game)s"),
    Verb.END_EARLY: _("ended game %(game)s early"),
    Verb.CORRECT: _("corrected game %(game)s"),
    Verb.PROPOSE: _("proposed a correction of game %(game)s"),
    Verb.DISMISS: _("dismissed what was proposed for game %(game)s"),
    Verb.CANCEL: _("cancelled game %(game)s"),
    Verb.RESTORE: _("restored game %(game)s"),
    Verb.FOUND: _("founded the club"),
    Verb.INVITE: _("invited an organiser: %(invitation)s"),
    Verb.WITHDRAW_INVITATION: _("withdrew the invitation: %(invitation)s"),
    Verb.MEMBER_JOINED: _("became an organiser: %(member)s"),
    Verb.MEMBER_LEFT: _("organises no longer: %(member)s"),
    Verb.MEMBER_ROLE: _("changed what somebody may do: %(member)s"),
    Verb.ADD_TABLE: _("added a table: %(called)s"),
    Verb.CHANGE_TABLE: _("changed a table: %(called)s"),
    Verb.RENEW_TABLE: _("renewed the link of %(called)s"),
    Verb.RETIRE_TABLE: _("retired a table: %(called)s"),
    Verb.ADD_PLAYER: _("added the player %(player)s"),
    Verb.CHANGE_PLAYER: _("changed the player %(player)s"),
    Verb.FORGET_PLAYER: _("forgot a person"),
    Verb.MERGE_PLAYERS: _("merged two players into %(player)s"),
    Verb.UNMERGE_PLAYERS: _("took back the merge with %(player)s"),
    Verb.FILE_GAMES: _("took games of no season into %(called)s: %(count)s"),
    Verb.UNFILE_GAMES: _("took games out of %(called)s again: %(count)s"),
    Verb.BRING_PLAYERS: _("brought in players: %(count)s"),
    Verb.BRING_GAMES: _("brought in games: %(count)s"),
    Verb.ADD_SEASON: _("added the season %(called)s"),
    Verb.CHANGE_SEASON: _("changed the season %(called)s"),
    Verb.ADD_RULESET: _("added the ruleset %(called)s"),
    Verb.CHANGE_RULESET: _("changed the ruleset %(called)s"),
    Verb.REMOVE_RULESET: _("removed the ruleset %(called)s"),
    Verb.CHANGE_CLUB: _("changed the club"),
}
EARLY_END_TAKEN_BACK = _("took back the early end of game %(game)s")
SENTENCES_OF_GAMES = {
    Verb.MERGE_PLAYERS: _("merged two players, one of them in game %(game)s"),
    Verb.UNMERGE_PLAYERS: _("took back a merge of two players, one of them in game %(game)s"),
    Verb.FILE_GAMES: _("took game %(game)s into %(called)s"),
    Verb.UNFILE_GAMES: _("took game %(game)s out of %(called)s again"),
}


@dataclass(frozen=True)
class Line:
    """One change in words; `details` are the fields that changed, `href` leads to what it is about, and
    `undo` to where it is taken back, "" where it cannot be.
    """

    at: datetime
    who: str
    what: str
    details: list[str]
    why: str
    href: str
    undo: str = ""


def of(club):
    """All that was done in the club, the latest first."""
    return club.changes.exclude(game__isnull=False, verb__in=ALSO_OF_GAMES).reverse()


def lines(club, changes):
    """Changes in words: a few queries, however many."""
    return [line for _, line in told(club, changes)]


def told(club, changes):
    """Each change, and its line."""
    changes = list(changes.select_related("user", "table", "game"))
    about = {(change.after or {}).get("player") for change in changes} - {None}
    players = club.players.select_related("merged_into").in_bulk(about)
    corrected = Corrected(club, changes)
    undone = _undone(club, changes) if any(change.verb in TAKEN_BACK for change in changes) else ()
    return [(change, _line(club, change, players, corrected, undone)) for change in changes]


class Corrected:
    """What corrections changed, in words. `public` names are those that anybody may see."""

    def __init__(self, club, changes, public=False):
        self.facts = {
            change.pk: (Facts.from_json(change.before), Facts.from_json(change.after))
            for change in changes
            if change.verb in (Verb.CORRECT, Verb.PROPOSE) and change.before and change.after
        }
        all_facts = [facts for both in self.facts.values() for facts in both]
        self.names = correction.Names(club, all_facts, public) if all_facts else None

    def told(self, change):
        """A sentence for each thing that differs."""
        return correction.told(*self.facts[change.pk], self.names) if change.pk in self.facts else []


def _line(club, change, players, corrected, undone):
    facts = {**(change.before or {}), **(change.after or {})}
    player = players.get(facts.get("player"))
    sentence = SENTENCES[change.verb]
    if change.verb == Verb.UNDO and change.hand is None:
        sentence = EARLY_END_TAKEN_BACK
    elif change.game and change.verb in SENTENCES_OF_GAMES:
        sentence = SENTENCES_OF_GAMES[change.verb]
    places = {
        "game": change.game and change.game.number,
        "hand": change.hand,
        "called": facts.get("called"),
        "member": facts.get("member"),
        "invitation": facts.get("invitation"),
        "player": player,
        "count": len(facts.get("taken") or facts.get("games") or ()),
    }
    who = change.user or change.table or pgettext("who did it", "somebody")
    what = str(sentence) % places
    details = corrected.told(change) or _details(change)
    href, undo = _href(club, change, player), _undo(club, change, player, undone)
    return Line(change.at, str(who), what, details, change.why, href, undo)


def _undo(club, change, player, undone):
    if change.verb not in TAKEN_BACK or change.game_id or change.pk in undone:
        return ""
    if change.verb == Verb.MERGE_PLAYERS and (player is None or player.is_forgotten):
        return ""
    return reverse(TAKEN_BACK[change.verb][1], args=[club.slug, change.pk])


def _undone(club, changes):
    """The numbers of the changes that were taken back, or are about a season that is there no more."""
    verbs = [verb for verb, _where in TAKEN_BACK.values()]
    undoing = club.changes.filter(verb__in=verbs, game=None)
    undone = {after["change"] for after in undoing.values_list("after", flat=True)}
    filings = [change for change in changes if change.verb == Verb.FILE_GAMES and not change.game_id]
    if filed := {change.pk: change.after["season"] for change in filings}:
        there = set(club.seasons.filter(pk__in=filed.values()).values_list("pk", flat=True))
        undone |= {pk for pk, season in filed.items() if season not in there}
    return undone


def _details(change):
    """The fields that changed, with what was and what is where the history tells."""
    before, after = change.before or {}, change.after or {}
    return [_detail(kind, name, before, after) for kind, name in _fields(change) if name in after]


def _fields(change):
    if change.verb == Verb.CHANGE_CLUB:
        return [(Club, "has_ratings")]
    kinds = {Verb.CHANGE_TABLE: Table, Verb.CHANGE_PLAYER: Player, Verb.CHANGE_SEASON: Season}
    kind = kinds.get(change.verb)
    return [(kind, name) for name in kind.noted()] if kind else []


def _detail(kind, name, before, after):
    label = str(kind._meta.get_field(name).verbose_name)
    if name in getattr(kind, "UNTOLD", ()):
        return label
    told = {"field": label, "before": _told(before.get(name)), "after": _told(after[name])}
    return gettext("%(field)s: %(before)s → %(after)s") % told


def _told(value):
    if isinstance(value, bool):
        return pgettext("option", "yes") if value else pgettext("option", "no")
    return "–" if value in ("", None) else str(value)


def _href(club, change, player):
    if change.game:
        return reverse("organise-game", args=[club.slug, change.game.number])
    if player and not player.is_forgotten:
        return reverse("organise-player", args=[club.slug, player.itself.pk])
    if change.verb in (Verb.BRING_PLAYERS, Verb.BRING_GAMES):
        return reverse("organise-brought", args=[club.slug, change.pk])
    return ""
