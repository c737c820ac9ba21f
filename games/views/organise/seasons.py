"""A club's seasons."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import access
from games.models import Season
from games.organise_forms import RatingsForm, SeasonForm


@require_safe
def index(request, slug):
    """The seasons, the latest first."""
    club = access.organised(request, slug)
    context = {"club": club, "seasons": club.seasons.with_games(), "current": club.current_season}
    return render(request, "organise/seasons.html", context | {"form": RatingsForm(instance=club)})


@require_POST
def ratings(request, slug):
    """Whether the club shows ratings beside its standings."""
    form = RatingsForm(request.POST, instance=access.organised(request, slug))
    if form.is_valid():
        form.keep(by={"user": request.user})
        messages.success(
            request,
            _("Ratings are shown beside the standings.")
            if form.instance.has_ratings
            else _("Ratings are not shown."),
        )
    return redirect("organise-seasons", slug)


def add(request, slug):
    """A new season."""
    club = access.organised(request, slug)
    form = SeasonForm(
        request.POST or None, instance=Season(club=club), initial={"starts": club.day_of(timezone.now())}
    )
    if form.is_valid():
        form.keep(by={"user": request.user})
        messages.success(request, _("The season “%(season)s” is there.") % {"season": form.instance})
        return redirect("organise-seasons", slug)
    return render(request, "organise/season.html", {"club": club, "form": form})


def season(request, slug, pk):
    """A season: its days, its rules, who is ranked."""
    season = access.organised_season(request, slug, pk)
    shown = str(season)
    form = SeasonForm(request.POST or None, instance=season)
    if form.is_valid():
        form.keep(by={"user": request.user})
        messages.success(request, _("The season “%(season)s” is saved.") % {"season": season})
        return redirect("organise-seasons", slug)
    return render(request, "organise/season.html", {"club": season.club, "season": shown, "form": form})
