"""The tablet at the table: start a game, enter its hands, end it.

Every write redirects to the board; what was typed of a hand rides along in the address, so that nothing
of it is lost where it was refused.
"""

import uuid
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import rules
from games import access, log, words
from games.board import Board, holds
from games.forms import AskForm, EndForm, HandForm, RiichiForm, StartForm, TimeForm
from games.models import Stale

YEAR = 365 * 24 * 3600
DROPPED = (
    "csrfmiddlewaretoken",
    "lit",
    "called",
    "stop",
    "again",
)  # of an entry: the buttons that were pressed


@require_safe
@never_cache
def enter(request, token):
    """A table's link: this device is the table's from now on."""
    table = access.table_of_link(token)
    response = _to_board(table.club.slug, table.number)
    response.set_cookie(
        access.table_cookie(table),
        token,
        max_age=YEAR,
        httponly=True,
        secure=request.is_secure(),
        samesite="Lax",
    )
    return response


@require_safe
@never_cache
def board(request, club, table):
    """The board, with the hand that is being entered; 204 for a poll that would see nothing new."""
    if "tag" in request.GET and _is_unchanged(request, club, table):
        return HttpResponse(status=204)
    return _board(request, club, table)


@access.at_one_moment
def _board(request, club, table):
    table = access.table(request, club, table)
    game = table.latest_game
    if game is None:
        return redirect("table-start", club, table.number)
    shown = Board(table, game, request.GET)
    if shown.stage == "conflict":
        list(messages.get_messages(request))  # the sheet says it: no later page must say it again
    return render(request, "table/board.html", {"board": shown, "table": table, "club": table.club})


def _is_unchanged(request, club, table):
    game = access.polled_board(request, club, table)
    return game is not None and holds(request.GET["tag"], game)


@require_POST
def entry(request, club, table):
    """The entry without JavaScript: the board shows it."""
    access.table(request, club, table)
    return _to_board(club, table, request.POST)


@require_POST
def record(request, club, table):
    """Save the hand."""
    game = access.table_game(request, club, table)
    form = HandForm(game.rules, request.POST)
    if form.is_valid() and _done(request, game.record, form.outcome, **_asked(form, game)):
        return _to_board(club, table)
    return _to_board(club, table, request.POST)


@require_POST
def riichi(request, club, table):
    """Light one seat's riichi, or take it back; the hand that is being entered stays."""
    game = access.table_game(request, club, table)
    form = RiichiForm(game.rules, request.POST)
    if form.is_valid():
        _done(request, game.light, form.seat, form.lit, version=form.cleaned_data["version"])
    return _to_board(club, table, request.POST)


@require_POST
def call_time(request, club, table):
    """Say that time is up in the hand that is being played, or that it is not."""
    game = access.table_game(request, club, table)
    form = TimeForm(request.POST)
    if form.is_valid():
        _done(request, game.call_time, form.is_called, version=form.cleaned_data["version"])
    return _to_board(club, table, request.POST)


@require_POST
def undo(request, club, table):
    """Take back what was saved last."""
    game = access.table_game(request, club, table)
    form = AskForm(request.POST)
    if form.is_valid():
        _done(request, game.undo, **_asked(form, game))
    return _to_board(club, table)


@never_cache
def end(request, club, table):
    """End the game before its end, for a reason."""
    game = access.table_game(request, club, table)
    form = EndForm(request.POST or None, initial={"key": uuid.uuid4(), "version": game.version})
    if form.is_valid():
        _done(request, game.end_early, form.cleaned_data["reason"], **_asked(form, game))
        return _to_board(club, table)
    return render(
        request, "table/end.html", {"form": form, "table": game.table, "club": game.table.club, "game": game}
    )


@never_cache
def start(request, club, table):
    """Begin a game: who plays, where they sit, under which rules; or take one over from paper."""
    table = access.table(request, club, table)
    form = StartForm(table.club, request.POST or None, initial={"key": uuid.uuid4()})
    if form.is_valid():
        _done(request, form.begin, table, by={"table": table})
        return _to_board(club, table.number)
    if table.is_playing:
        return _to_board(club, table.number)
    context = {"form": form, "table": table, "club": table.club, "recent": table.club.recent_players()}
    return render(
        request,
        "table/start.html",
        context | {"players": table.club.players.here().filter(is_retired=False).by_name()},
    )


@require_POST
def next_game(request, club, table):
    """Begin the next game with the same people."""
    game = access.table_game(request, club, table)
    form = AskForm(request.POST)
    if form.is_valid():
        _done(request, game.table.begin_again, key=form.cleaned_data["key"], by={"table": game.table})
    return _to_board(club, table)


@require_safe
@never_cache
def log_page(request, club, table):
    """What happened in the game so far."""
    game = access.table_game(request, club, table)
    context = {
        "game": game,
        "table": game.table,
        "club": game.table.club,
        "log": log.log(game),
        "key": uuid.uuid4(),
    }
    return render(request, "table/log.html", context)


def _asked(form, game):
    """Who asks for it, and what they saw."""
    return {
        "version": form.cleaned_data["version"],
        "key": form.cleaned_data["key"],
        "by": {"table": game.table},
    }


def _done(request, verb, *args, **kwargs):
    """Whether the model did it; where it did not, the next page says why."""
    try:
        verb(*args, **kwargs)
    except Stale:
        messages.warning(request, _("The board has moved on: another device was faster. Nothing was saved."))
    except rules.RulesError as refusal:
        messages.error(request, words.error(refusal))
    else:
        return True
    return False


def _to_board(club, table, entry=None):
    """The board; with what is entered of a hand, where there is something of it."""
    url = reverse("table-board", args=[club, table])
    if entry is None or not HandForm.started(entry):
        return redirect(url)
    kept = [(name, value) for name, values in entry.lists() if name not in DROPPED for value in values]
    return redirect(f"{url}?{urlencode(kept)}")
