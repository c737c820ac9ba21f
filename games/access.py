"""Who may reach what. One loader an object; a view reaches no row in any other way.

What does not exist, or belongs to another club, answers 404.
"""

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare

from .models import Club, Game, Table


class NotThisTable(PermissionDenied):
    """This device is not the table's (any more): its link was never followed, or was renewed."""


def clubs(request):
    """The clubs that anybody may see."""
    return Club.objects.filter(is_public=True)


def club(request, slug):
    """A club to read about."""
    return get_object_or_404(clubs(request), slug=slug)


def game(request, slug, number):
    """A game to read about."""
    games = Game.objects.select_related("club", "table").filter(club__in=clubs(request))
    return get_object_or_404(games, club__slug=slug, number=number)


def table(request, slug, number):
    """The table, for a device that followed its link."""
    found = get_object_or_404(Table.objects.select_related("club"), club__slug=slug, number=number)
    _check_device(request, found)
    return found


def table_game(request, slug, number):
    """The game that is played at the table or was played last, for a device that followed its link."""
    games = Game.objects.select_related("table__club").filter(club__slug=slug, table__number=number)
    found = games.first()
    if found is None:
        raise Http404
    _check_device(request, found.table)
    return found


def table_cookie(found):
    """The name of the cookie that a table's device keeps its token in."""
    return f"table-{found.pk}"


def _check_device(request, found):
    if not constant_time_compare(request.COOKIES.get(table_cookie(found), ""), found.token):
        raise NotThisTable
