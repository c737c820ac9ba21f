"""Correcting a game: by the club's organisers, and by the table for the game that it plays or played last."""

import uuid

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import rules
from games import access, history, words
from games.correction import Sheet
from games.forms import AskForm
from games.models import Stale, StillPlaying


@never_cache
def correct(request, slug, number):
    """What is proposed and what comes of it; and once that has been seen, and a reason is given, its save."""
    game, by = access.correctable(request, slug, number)
    if game.cancelled_at:
        messages.warning(
            request, _("%(game)s is cancelled. Restore it before you correct it.") % {"game": game}
        )
        return redirect(_back(game, by))
    if request.method != "POST":
        return _page(request, Sheet.opened(game, request.GET), by)
    sheet = Sheet.sent(game, request.POST)
    if request.POST.get("do") == "save" and _is_saved(request, sheet, by):
        return redirect(_back(game, by))
    return _page(request, sheet, by)


def _is_saved(request, sheet, by):
    """Whether the model did what the page proposes. Where it did not, the page says why."""
    form, game = sheet.save_form, sheet.game
    if not sheet.may_be_saved():
        return False
    verb = game.propose if form.is_proposal else game.correct
    facts = form.decided(sheet.correction)
    try:
        verb(facts, sheet.reason, version=sheet.version, key=sheet.key, by=by)
    except StillPlaying:
        sheet.error = _(
            "Its table plays another game now, so this one cannot go on there. Nothing was saved."
        )
    except Stale:
        # Sent twice: the other one was saved while this one was being read.
        done = game.changes.filter(key=sheet.sent_key).first()
        if done and done.after == facts.to_json():
            return True
        sheet.game = access.correctable(request, game.club.slug, game.number)[0]
    except rules.RulesError as refusal:
        sheet.error = words.error(refusal)
    else:
        if "user" in by:
            messages.success(request, _said(form, game))
        return True
    return False


def _said(form, game):
    if form.is_proposal:
        return _("The correction of %(game)s is kept as a proposal.") % {"game": str(game).lower()}
    return _("%(game)s is corrected.") % {"game": game}


def _page(request, sheet, by):
    if sheet.is_behind:
        sheet.catch_up()
    context = {
        "club": sheet.game.club,
        "game": sheet.game,
        "sheet": sheet,
        "correction": sheet.correction,
        "meanwhile": history.lines(sheet.game.club, sheet.meanwhile),
        "back": _back(sheet.game, by),
    }
    return render(request, "correct/correct.html", context)


def _back(game, by):
    """Where whoever corrects came from."""
    if "table" in by:
        return reverse("table-log", args=[game.club.slug, game.table.number])
    return reverse("game", args=[game.club.slug, game.number])


@require_safe
@never_cache
def past(request, slug, number):
    """All that was done to a game, each point to be compared with today; and what is proposed."""
    game, by = access.correctable(request, slug, number)
    context = {
        "club": game.club,
        "game": game,
        "points": history.told(game.club, game.changes.reverse()),
        "proposals": history.told(game.club, game.proposals),
        "key": uuid.uuid4(),
        "back": _back(game, by),
    }
    return render(request, "correct/history.html", context)


@require_POST
def dismiss(request, slug, number):
    """Let the proposals rest: the game is as it should be."""
    game, by = access.correctable(request, slug, number)
    form = AskForm(request.POST)
    if form.is_valid():
        try:
            game.dismiss(version=form.cleaned_data["version"], key=form.cleaned_data["key"], by=by)
        except Stale:
            messages.warning(
                request, _("%(game)s has moved on meanwhile: nothing was done.") % {"game": game}
            )
    return redirect("game-history", slug, number)
