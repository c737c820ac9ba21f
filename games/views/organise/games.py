"""An organiser's games: found, ended early, cancelled, restored."""

import uuid

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import rules
from games import access, history, log, words
from games.forms import AskForm, EndForm
from games.models import Stale, StillPlaying
from games.organise_forms import CancelForm

A_PAGE = 50


@require_safe
def index(request, slug):
    """All games, the latest first; or the cancelled ones."""
    club = access.organised(request, slug)
    is_cancelled = request.GET.get("show") == "cancelled"
    games = club.games.cancelled() if is_cancelled else club.games.counted()
    page = Paginator(games.with_players(), A_PAGE).get_page(request.GET.get("page"))
    context = {"club": club, "page": page, "is_cancelled": is_cancelled}
    return render(request, "organise/games.html", context)


@require_safe
def game(request, slug, number):
    """A game: how it stands, what can be done with it, and all that was done."""
    game = access.organised_game(request, slug, number)
    context = _parts(game) | {"changes": history.lines(game.club, game.changes.reverse())}
    return render(request, "organise/game.html", context | {"form": AskForm(initial=_seen(game))})


def end(request, slug, number):
    """End a game before its end, for a reason."""
    game = access.organised_game(request, slug, number)
    if game.is_over or game.cancelled_at:
        return _to(game)
    form = EndForm(request.POST or None, initial=_seen(game))
    if form.is_valid():
        if _done(request, game, game.end_early, form, form.cleaned_data["reason"]):
            messages.success(request, _("%(game)s has ended.") % {"game": game})
            return _to(game)
        form = EndForm(initial=_seen(game) | {"reason": form.cleaned_data["reason"]})
    return render(request, "organise/game_end.html", _parts(game) | {"form": form})


def cancel(request, slug, number):
    """Let a game count for nothing, for a reason."""
    game = access.organised_game(request, slug, number)
    if game.cancelled_at:
        return _to(game)
    form = CancelForm(request.POST or None, initial=_seen(game))
    if form.is_valid():
        if _done(request, game, game.cancel, form, form.cleaned_data["reason"]):
            messages.success(request, _("%(game)s is cancelled, and can be restored.") % {"game": game})
            return _to(game)
        form = CancelForm(initial=_seen(game) | {"reason": form.cleaned_data["reason"]})
    return render(request, "organise/game_cancel.html", _parts(game) | {"form": form})


@require_POST
def restore(request, slug, number):
    """Let a cancelled game count again."""
    game = access.organised_game(request, slug, number)
    form = AskForm(request.POST)
    if form.is_valid() and _done(request, game, game.restore, form):
        messages.success(request, _("%(game)s counts again.") % {"game": game})
    return _to(game)


def _parts(game):
    """What the pages of a game show of it."""
    parts = {"club": game.club, "game": game}
    if game.is_over:
        return parts | {"results": log.results(game), "over": words.why_over(game)}
    return parts | {"standings": log.standings(game), "state": game.state}


def _seen(game):
    """What a form keeps of the game that it was opened for."""
    return {"key": uuid.uuid4(), "version": game.version}


def _done(request, game, verb, form, *args):
    """Whether the model did it; where it did not, the page says why."""
    try:
        verb(
            *args,
            version=form.cleaned_data["version"],
            key=form.cleaned_data["key"],
            by={"user": request.user},
        )
    except StillPlaying:
        messages.error(
            request, _("Another game runs at its table. End or cancel that one first: nothing was done.")
        )
    except Stale:
        messages.warning(
            request,
            _("%(game)s has moved on meanwhile: nothing was done. So it stands now.") % {"game": game},
        )
    except rules.RulesError as refusal:
        messages.error(request, words.error(refusal))
    else:
        return True
    return False


def _to(game):
    return redirect("organise-game", game.club.slug, game.number)
