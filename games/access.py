"""Who may reach what. One loader an object; a view reaches no row in any other way.

What does not exist, or belongs to a club that the reader may not see, answers 404. A stranger who asks
for an organiser's page is asked to sign in, and a device for a table's to scan its card, whether or not
there is such a page.
"""

import json
from collections.abc import Sequence
from functools import wraps
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from . import rows
from .models import Change, Club, Filing, Game, Invitation, Membership, Player, Season, Table, installation

# What taps and polls ask for (see rows.fetch).
POLLED = "SELECT game.number, game.version, game.riichi, game.is_time_called"
POLLED_GAME = f"""{POLLED} FROM games_game game
    JOIN games_club club ON club.id = game.club_id
    WHERE club.slug = %s AND game.number = %s AND club.is_public"""
DESK = """FROM games_table desk JOIN games_club club ON club.id = desk.club_id
    WHERE club.slug = %s AND desk.number = %s AND NOT desk.is_retired"""
# As GameQuerySet.played_last has it.
PLAYED_LAST = """FROM games_table desk JOIN games_game game ON game.id = COALESCE(
        (SELECT game.id FROM games_game game WHERE game.table_id = desk.id
            AND game.cancelled_at IS NULL AND game.ending = ''),
        (SELECT game.id FROM games_game game WHERE game.table_id = desk.id
            AND game.cancelled_at IS NULL AND (game.ended_at IS NULL OR game.ended_at <> game.started_at)
            ORDER BY game.number DESC LIMIT 1)
    ) WHERE desk.id ="""
POLLED_BOARD = f"{POLLED}, desk.id, desk.edition {PLAYED_LAST} (SELECT desk.id {DESK})"

# As GameQuerySet.shown has it.
POLLED_SHOWN = f"""{POLLED} FROM games_game game LEFT JOIN games_table desk ON desk.id = game.table_id
    WHERE game.cancelled_at IS NULL AND game.id IN (
        SELECT game.id FROM games_game game JOIN games_club club ON club.id = game.club_id
            WHERE club.slug = %s AND club.is_public AND game.ended_at IS NULL
        UNION ALL SELECT game.id FROM games_game game JOIN games_club club ON club.id = game.club_id
            WHERE club.slug = %s AND club.is_public AND game.ended_at >= %s
            AND game.ended_at <> game.started_at
    )"""
POLLED_SCREEN = f"{POLLED_SHOWN} ORDER BY game.number"
POLLED_DESK = f"{POLLED_SHOWN} AND desk.number = %s ORDER BY game.number"
NO_NUMBER = 2**31 - 1  # a database need not be able to write down a larger one


class Polled(NamedTuple):
    """What a poll needs of a game; and of its table, for the table's own device."""

    number: int
    version: int
    riichi: Sequence
    is_time_called: bool
    table: int | None = None
    edition: int | None = None


class NeedsSignIn(PermissionDenied):
    """Nobody is signed in, and somebody must be."""


class FoundingClosed(PermissionDenied):
    """Clubs of this installation are founded by its administrators alone."""


class NotThisTable(PermissionDenied):
    """This device is not the table's (any more): its link was never followed, or was renewed."""


def at_one_moment(view):
    """Let all that a view reads be of one moment, whatever is recorded meanwhile. It may write nothing."""

    @wraps(view)
    def read(request, *args, **kwargs):
        request.user.is_authenticated  # noqa: B018  looked up before: where a session is over, that writes
        with rows.of_one_moment():
            return view(request, *args, **kwargs)

    return read


# Readers.


def clubs(request):
    """The clubs that this reader may see: the public ones, and their own."""
    if request.user.is_superuser:
        return Club.objects.all()
    seen = Q(is_public=True)
    if request.user.is_authenticated:
        seen |= Q(pk__in=request.user.memberships.values("club"))
    return Club.objects.filter(seen)


def club(request, slug):
    """A club to read about."""
    return get_object_or_404(clubs(request), slug=slug)


def game(request, slug, number):
    """A game to read about."""
    games = Game.objects.select_related("club", "table", "season")
    return get_object_or_404(games, club__in=clubs(request), club__slug=slug, number=number)


def season(request, slug, pk):
    """A season to read about."""
    seasons = Season.objects.select_related("club")
    return get_object_or_404(seasons, club__in=clubs(request), club__slug=slug, pk=pk)


def player(request, slug, pk):
    """A player to read about. Who was forgotten or merged is found no more."""
    players = Player.objects.here().select_related("club")
    return get_object_or_404(players, club__in=clubs(request), club__slug=slug, pk=pk)


def shown_games(request, slug):
    """The games of a club that a screen there shows."""
    return Game.objects.shown(clubs(request).filter(slug=slug))


def shown_table(request, slug, number):
    """A table to watch."""
    tables = Table.objects.select_related("club").filter(is_retired=False)
    return get_object_or_404(tables, club__in=clubs(request), club__slug=slug, number=number)


def polled_game(slug, number):
    """A game that anybody may read about, as a poll needs it. None where a closer look is needed."""
    return _first(_polled(POLLED_GAME, slug, number))


def polled_games(slug, table=None):
    """The games that a screen at a public club shows, all or those of a table, as a poll needs them. Empty
    where a closer look is needed.
    """
    since = rows.moment(timezone.now() - Game.SHOWN_AFTER)
    if table is None:
        return _polled(POLLED_SCREEN, slug, slug, since)
    return _polled(POLLED_DESK, slug, slug, since, table)


def _polled(sql, *values):
    values = [min(value, NO_NUMBER) if type(value) is int else value for value in values]
    return [
        Polled(number, version, json.loads(riichi) if riichi != "[]" else (), *more)
        for number, version, riichi, *more in rows.fetch(sql, *values)
    ]


# An installation without a club.


def may_set_up(request):
    """Whether they may found the first club: who has the setup code, and superusers."""
    return request.user.is_superuser or installation.is_setup_code(request.GET.get("code", ""))


# Organisers.


def user(request):
    """The person who is signed in."""
    if not request.user.is_authenticated:
        raise NeedsSignIn
    return request.user


def organised(request, slug):
    """A club, for its organisers."""
    return get_object_or_404(_clubs_of(user(request)), slug=slug)


def organised_game(request, slug, number):
    """A game, for the club's organisers."""
    games = organised(request, slug).games.with_hands()
    with rows.of_one_moment():
        return get_object_or_404(games, number=number)


def organised_table(request, slug, number):
    """A table, for the club's organisers; also a retired one."""
    return get_object_or_404(organised(request, slug).tables, number=number)


def organised_player(request, slug, pk):
    """A player, for the club's organisers. Who was forgotten or merged is found no more."""
    return get_object_or_404(organised(request, slug).players.here(), pk=pk)


def organised_merge(request, slug, pk):
    """A merge of two players, for the club's organisers."""
    changes = organised(request, slug).changes.filter(game=None)
    return get_object_or_404(changes, pk=pk, verb=Change.Verb.MERGE_PLAYERS)


def organised_filing(request, slug, pk):
    """Games that were taken into a season, for the club's organisers: the change, and what it did."""
    changes = organised(request, slug).changes.filter(game=None)
    change = get_object_or_404(changes, pk=pk, verb=Change.Verb.FILE_GAMES)
    filing = Filing.of(change)
    if filing is None:
        raise Http404
    return change, filing


def organised_file(request, slug, pk):
    """What was brought in from a file, for the club's organisers."""
    verbs = (Change.Verb.BRING_PLAYERS, Change.Verb.BRING_GAMES)
    changes = organised(request, slug).changes.select_related("club", "user")
    return get_object_or_404(changes, pk=pk, verb__in=verbs)


def organised_season(request, slug, pk):
    """A season, for the club's organisers."""
    return get_object_or_404(organised(request, slug).seasons, pk=pk)


def organised_ruleset(request, slug, pk):
    """One of the club's own rulesets, for its organisers."""
    return get_object_or_404(organised(request, slug).rulesets, pk=pk)


def owned(request, slug):
    """A club, for its owners."""
    return get_object_or_404(_clubs_of(user(request), Membership.Role.OWNER), slug=slug)


def _clubs_of(person, *roles):
    if person.is_superuser:
        return Club.objects.all()
    mine = person.memberships.filter(role__in=roles) if roles else person.memberships
    return Club.objects.filter(pk__in=mine.values("club"))


def member(request, slug, pk):
    """Somebody's part in a club, for its owners; None where it has ended, or never was."""
    return owned(request, slug).memberships.select_related("club", "user").filter(pk=pk).first()


def own_part(request, slug):
    """One's own part in a club, None where one has none (any more)."""
    return user(request).memberships.select_related("club").filter(club__slug=slug).first()


def open_invitation(request, slug, pk):
    """An invitation of a club, for its owners; None where it was used, or withdrawn."""
    return owned(request, slug).open_invitations.select_related("club").filter(pk=pk).first()


def invitation(token):
    """An invitation, for whoever has its link."""
    found = Invitation.of_token(token)
    if found is None:
        raise Http404
    return found


# People who found a club.


def founding_is_open(request):
    """Whether they may found a club."""
    return settings.FOUNDING == "open" or request.user.is_superuser


def check_founding(request):
    """Let nobody go on who may not found a club."""
    if not founding_is_open(request):
        raise FoundingClosed


# The table's own device.


def table(request, slug, number):
    """The table, for a device that followed its link."""
    tables = Table.objects.select_related("club").filter(is_retired=False)
    found = tables.filter(club__slug=slug, number=number).first()
    if not (found and is_device_of(request, found)):
        raise NotThisTable
    return found


def polled_board(request, slug, number):
    """The game that the table's board shows, as a poll needs it, for a device that followed the table's
    link. None where a closer look is needed.
    """
    found = _first(_polled(POLLED_BOARD, slug, number))
    if found and is_device_of(request, Table(pk=found.table, edition=found.edition)):
        return found
    return None


def table_of_link(token):
    """The table whose link this is, for whoever follows it."""
    found = Table.of_token(token)
    if found is None:
        raise NotThisTable
    return found


def table_game(request, slug, number):
    """The game that is played at the table or was played last, for a device that followed its link."""
    desk = _first(Table.objects.raw(f"SELECT desk.* {DESK}", [slug, min(number, NO_NUMBER)]))
    if not (desk and is_device_of(request, desk)):
        raise NotThisTable
    found = _first(Game.objects.raw(f"SELECT game.* {PLAYED_LAST} %s", [desk.pk]))
    if found is None:
        raise Http404
    found.table = desk
    return found


def _first(found):
    return next(iter(found), None)


# A game that is to be corrected.


def correctable(request, slug, number):
    """A game, for whoever may correct it, and who that is: an organiser any game of the club, a table's
    device the one that is played there or was played last.
    """
    with rows.of_one_moment():
        game = Game.objects.with_hands().filter(club__slug=slug, number=number).first()
        if game:
            game.recorded  # noqa: B018  read here, and once
    by = game and corrector(request, game)
    if not by:
        organised(request, slug)
        raise Http404
    return game, by


def corrector(request, game):
    """Who would correct this game: its organiser, its table, or nobody (None)."""
    if request.user.is_authenticated and request.user.organises(game.club):
        return {"user": request.user}
    if game.table and not game.table.is_retired and is_device_of(request, game.table):
        return {"table": game.table} if game.table.games.played_last() == game else None
    return None


def is_device_of(request, found):
    """Whether this device followed the table's link."""
    return constant_time_compare(request.COOKIES.get(table_cookie(found), ""), found.token)


def table_cookie(found):
    """The name of the cookie that a table's device keeps its token in."""
    return f"table-{found.pk}"
