"""A club's players."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import access
from games.models import Player
from games.organise_forms import PlayerForm

A_PAGE = 100


@require_safe
def index(request, slug):
    """The players, all or those with these words in their names."""
    club = access.organised(request, slug)
    search = request.GET.get("q", "").strip()
    page = Paginator(club.find_players(search), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "organise/players.html", {"club": club, "page": page, "search": search})


def add(request, slug):
    """A new player."""
    club = access.organised(request, slug)
    form = PlayerForm(
        request.POST or None, instance=Player(club=club), initial={"name": request.GET.get("name", "")}
    )
    if form.is_valid():
        form.keep(by={"user": request.user})
        messages.success(request, _("%(player)s is a player now.") % {"player": form.instance})
        return redirect("organise-players", slug)
    return render(request, "organise/player_add.html", {"club": club, "form": form})


def player(request, slug, pk):
    """A player: names, and whether they are a guest, hidden, retired."""
    player = access.organised_player(request, slug, pk)
    shown = str(player)
    form = PlayerForm(request.POST or None, instance=player)
    if form.is_valid():
        form.keep(by={"user": request.user})
        messages.success(request, _("%(player)s is saved.") % {"player": player})
        return redirect("organise-players", slug)
    context = {"club": player.club, "player": player, "shown": shown, "form": form}
    return render(request, "organise/player.html", context | {"games": player.seats.count()})


def forget(request, slug, pk):
    """Forget who somebody was, after saying what that does."""
    player = access.organised_player(request, slug, pk)
    if request.method == "POST":
        player.forget(by={"user": request.user})
        messages.success(request, _("The person is forgotten. Their games show a former member."))
        return redirect("organise-players", slug)
    context = {"club": player.club, "player": player, "games": player.seats.count()}
    return render(request, "organise/player_forget.html", context)
