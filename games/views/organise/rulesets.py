"""A club's rulesets, and the presets in words."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import rules
from games import access, rulebook
from games.models import Ruleset
from games.ruleset_form import RulesetForm


@require_safe
def index(request, slug):
    """The club's own rulesets with what makes them different, and the presets."""
    club = access.organised(request, slug)
    own = [{"ruleset": own, "differences": rulebook.differences(own.rules)} for own in club.rulesets.all()]
    context = {"club": club, "own": own, "presets": rules.PRESET_NAMES, "season": club.current_season}
    return render(request, "organise/rulesets.html", context)


def add(request, slug):
    """A ruleset made from a preset, or from another ruleset of the club."""
    club = access.organised(request, slug)
    base = club.rules_on_offer.get(request.GET.get("from"))
    if base is None:
        return redirect("organise-rulesets", slug)
    form = RulesetForm(Ruleset(club=club), base, request.POST or None)
    if form.is_valid():
        form.keep(by={"user": request.user})
        messages.success(
            request, _("“%(rules)s” is there: tables and seasons can use it.") % {"rules": form.own}
        )
        if form.own.pk is None:  # this very form was sent before, with another name
            return redirect("organise-rulesets", slug)
        return redirect("ruleset", slug, form.own.pk)
    return render(request, "organise/ruleset_form.html", {"club": club, "base": base, "form": form})


@require_safe
def ruleset(request, slug, pk):
    """One of the club's rulesets in words."""
    own = access.organised_ruleset(request, slug, pk)
    context = {"club": own.club, "own": own, "rules": own.rules, "chapters": rulebook.chapters(own.rules)}
    return render(
        request, "organise/ruleset.html", context | {"differences": rulebook.differences(own.rules)}
    )


@require_safe
def preset(request, slug, preset):
    """A preset in words."""
    club = access.organised(request, slug)
    if preset not in rules.PRESETS:
        raise Http404
    ruleset = rules.PRESETS[preset]
    context = {"club": club, "rules": ruleset, "chapters": rulebook.chapters(ruleset)}
    return render(request, "organise/ruleset.html", context)


def change(request, slug, pk):
    """Change a ruleset; what was begun with it keeps its copy."""
    own = access.organised_ruleset(request, slug, pk)
    shown = str(own)
    form = RulesetForm(own, own.rules, request.POST or None)
    if form.is_valid():
        form.keep(by={"user": request.user})
        messages.success(
            request,
            _("“%(rules)s” is saved. Games and seasons keep what they began with.") % {"rules": own},
        )
        return redirect("ruleset", slug, pk)
    context = {"club": own.club, "own": own, "shown": shown, "base": own.rules, "form": form}
    return render(request, "organise/ruleset_form.html", context)


@require_POST
def remove(request, slug, pk):
    """Offer a ruleset no longer."""
    own = access.organised_ruleset(request, slug, pk)
    own.remove(by={"user": request.user})
    messages.success(request, _("“%(rules)s” is removed. Games and seasons keep it.") % {"rules": own})
    return redirect("organise-rulesets", slug)
