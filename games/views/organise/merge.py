"""Two players who are one person: merged, and taken apart again."""

import uuid

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import access, standings, words
from games.forms import KeyForm
from games.models import CannotMerge, Merge
from games.pairs import Pair


@require_safe
def choose(request, slug, pk):
    """Who else a player is: anybody of the club, or those with these words in their names."""
    player = access.organised_player(request, slug, pk)
    search = request.GET.get("q", "").strip()
    others = [other for other in player.club.find_players(search) if other != player]
    context = {"club": player.club, "player": player, "others": others, "search": search}
    return render(request, "organise/player_merge_choose.html", context)


def merge(request, slug, pk, other):
    """Merge another player into this one, after saying what that does."""
    kept, merged = (access.organised_player(request, slug, one) for one in (pk, other))
    if kept == merged:
        return redirect("organise-player-merge", slug, pk)
    merge = Merge(kept, merged)
    form = KeyForm(request.POST or None, initial={"key": uuid.uuid4()})
    if form.is_valid():
        try:
            merge.do(by={"user": request.user}, key=form.cleaned_data["key"])
        except CannotMerge:
            messages.error(request, _("Something changed meanwhile: nothing was done. So it stands now."))
            return redirect("organise-player-merging", slug, pk, other)
        done = _("%(merged)s is %(kept)s now. The history takes it back.")
        messages.success(request, done % {"merged": merged.name, "kept": kept.name})
        return redirect("organise-player", slug, pk)
    context = {
        "club": kept.club,
        "merge": merge,
        "together": list(merge.together.order_by("number")),
        "games": merged.seats.count(),
        "seasons": [_shown(*season) for season in standings.merged(kept, merged)],
        "form": form,
    }
    return render(request, "organise/player_merge.html", context)


def _shown(season, moves, others):
    """What happens in a season, as pairs of what was and will be."""
    rows = [
        (
            move.player,
            [
                Pair.of(move.games, words.points),
                Pair.of(move.points, words.result),
                Pair.of(move.place, str),
            ],
        )
        for move in moves
    ]
    return season, rows, [(move.player, Pair.of(move.place, str)) for move in others]


def undo(request, slug, pk):
    """Take a merge back, after saying what that does."""
    change = access.organised_merge(request, slug, pk)
    merge = Merge.of(change)
    if request.method == "POST":
        try:
            merge.undo(change, by={"user": request.user})
        except CannotMerge:
            messages.error(
                request,
                _(
                    "Nothing was done: it is taken back already, or was merged again, or the name belongs to"
                    " somebody else now."
                ),
            )
            return redirect("organise-history", slug)
        messages.success(request, _("%(player)s is a player again.") % {"player": merge.merged.name})
        return redirect("organise-player", slug, merge.merged.pk)
    context = {"club": merge.club, "merge": merge, "games": merge.games_back(change).count()}
    return render(request, "organise/merge_undo.html", context)
