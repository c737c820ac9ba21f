"""Players and games from files."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import access, imports
from games.bring_forms import GamesFileForm, PlayersFileForm
from games.models import Change


@require_safe
def page(request, slug):
    """What can be brought in, and how."""
    return _show(request, access.organised(request, slug))


@require_POST
def players(request, slug):
    """Players from a CSV file."""
    club = access.organised(request, slug)
    return _bring(request, club, "players", PlayersFileForm(request.POST, request.FILES, prefix="players"))


@require_POST
def games(request, slug):
    """Games from a file of records."""
    club = access.organised(request, slug)
    return _bring(request, club, "games", GamesFileForm(request.POST, request.FILES, prefix="games"))


def _bring(request, club, kind, form):
    if form.is_valid():
        try:
            change = form.bring(club, by={"user": request.user})
        except imports.Refused as refusal:
            return _show(request, club, **{kind: form}, refused=refusal.report.refused)
        counts = {kind: len(change.after[kind]) for kind in ("taken", "here")}
        told = _("The file is read. Taken in: %(taken)s. Here already: %(here)s.")
        messages.success(request, told % counts)
        return redirect("organise-brought", club.slug, change.pk)
    return _show(request, club, **{kind: form})


def _show(request, club, players=None, games=None, refused=()):
    context = {
        "club": club,
        "players": players or PlayersFileForm(prefix="players"),
        "games": games or GamesFileForm(prefix="games"),
        "refused": refused,
    }
    return render(request, "organise/bring.html", context)


@require_safe
def brought(request, slug, pk):
    """What came of a file: what was taken in, and what was here already."""
    change = access.organised_file(request, slug, pk)
    is_games = change.verb == Change.Verb.BRING_GAMES
    told = imports.told(change)
    context = {"club": change.club, "change": change, "is_games": is_games, **told}
    if is_games:
        context["outside"] = sum(game.season_id is None for _line, game in told["taken"])
    return render(request, "organise/brought.html", context)
