"""Screens that show by themselves what is played: all tables for the club's TV, one table for a stream."""

from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import access, playing

from .polls import poll

BACKGROUNDS = ("transparent", "green")


@require_safe
@access.at_one_moment
def tables(request, slug):
    """All tables that play, or have played just now."""
    context = _of_club(request, access.club(request, slug))
    return render(request, "tv/tables.html", context | {"now": timezone.now()})


@require_safe
def live(request, slug):
    """The same for a screen that shows `tag`."""
    return poll(
        request,
        access.polled_games(slug),
        lambda: access.shown_games(request, slug),
        lambda: access.club(request, slug),
        lambda club: render(request, "tv/_tables.html", _of_club(request, club)),
    )


@require_safe
@access.at_one_moment
def table(request, slug, number):
    """One table, to be laid over a stream: on nothing, or on the green that a mixer takes out."""
    context = _of_table(request, access.shown_table(request, slug, number))
    background = request.GET.get("background")
    return render(
        request, "tv/table.html", context | {"background": background if background in BACKGROUNDS else ""}
    )


@require_safe
def table_live(request, slug, number):
    """The same for a screen that shows `tag`."""
    return poll(
        request,
        access.polled_games(slug, number),
        lambda: access.shown_games(request, slug).filter(table__number=number),
        lambda: access.shown_table(request, slug, number),
        lambda table: render(request, "tv/_table.html", _of_table(request, table)),
    )


def _of_club(request, club):
    games = list(access.shown_games(request, club.slug).with_hands().order_by("number"))
    for game in games:
        game.club = club  # one for all: it is asked once who is hidden
    return {"club": club, "tag": playing.tag(games), "boards": playing.boards(games)}


def _of_table(request, table):
    shown = access.shown_games(request, table.club.slug).filter(table=table)
    games = list(shown.with_hands().order_by("number"))
    boards = playing.boards(games)
    return {"club": table.club, "table": table, "tag": playing.tag(games), "boards": boards}
