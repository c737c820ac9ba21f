"""A game that was played on paper."""

import uuid

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games import access
from games.enter_form import EnterForm
from games.models import Stale


def enter(request, slug):
    """Enter its final scores; or begin it, and go to the board where its hands are entered."""
    club = access.organised(request, slug)
    form = EnterForm(club, request.POST or None)
    if form.is_valid():
        try:
            game = form.enter(by={"user": request.user})
        except Stale:
            messages.warning(
                request,
                _("Nothing was entered: this page has entered a game before. Send it again for another one."),
            )
            form = EnterForm(club, _with_new_key(request.POST))
        else:
            if form.is_by_hand:
                return redirect("table-enter", game.table.token)
            messages.success(request, _("%(game)s is entered.") % {"game": game})
            return redirect("organise-game", slug, game.number)
    context = {"club": club, "form": form, "players": club.players.here().by_name()}
    return render(request, "organise/enter.html", context)


def _with_new_key(data):
    again = data.copy()
    again["key"] = uuid.uuid4()
    return again
