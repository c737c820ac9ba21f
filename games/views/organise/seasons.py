"""A club's seasons."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from games import access
from games.models import CannotGiveBack, Filing, Season
from games.models.filing import is_by_rules_of
from games.organise_forms import FilingForm, RatingsForm, SeasonForm

MOST = 50  # games that are listed


@require_safe
def index(request, slug):
    """The seasons, the latest first."""
    club = access.organised(request, slug)
    seasons = list(club.seasons.with_games())
    strays = Filing.strays(club, seasons)
    for season in seasons:
        season.strays = strays[season].games if season in strays else 0
    context = {"club": club, "seasons": seasons, "current": club.current_season}
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
        return _on(form.instance)
    return render(request, "organise/season.html", {"club": club, "form": form})


def season(request, slug, pk):
    """A season: its days, its rules, who is ranked."""
    season = access.organised_season(request, slug, pk)
    shown = str(season)
    form = SeasonForm(request.POST or None, instance=season)
    if form.is_valid():
        form.keep(by={"user": request.user})
        messages.success(request, _("The season “%(season)s” is saved.") % {"season": season})
        return _on(season)
    context = {"club": season.club, "season": season, "shown": shown, "form": form}
    about = {"stray": Filing(season).stray, "outside": season.outside.count()}
    return render(request, "organise/season.html", context | about)


def _on(season):
    """Where to go from a season that was saved: to the games that it may take in, where there are such, or
    to its page, which tells of those that are not of its days.
    """
    if season.pk and Filing(season).stray.games:  # sent twice, a new one is there already
        return redirect("organise-season-take-in", season.club.slug, season.pk)
    if season.pk and season.outside.exists():
        return redirect("organise-season", season.club.slug, season.pk)
    return redirect("organise-seasons", season.club.slug)


def take_in(request, slug, pk):
    """Take in the games that were played before there was a season for them, after saying which."""
    season = access.organised_season(request, slug, pk)
    filing = Filing(season)
    stray = filing.stray
    form = FilingForm(season, stray, request.POST or None)
    if form.is_valid():
        key = form.cleaned_data["key"]
        count = filing.do(by={"user": request.user}, key=key, with_others=form.with_others)
        told = ngettext(
            "%(count)s game counts for “%(season)s” now. The history takes that back.",
            "%(count)s games count for “%(season)s” now. The history takes that back.",
            count,
        )
        if count:
            messages.success(request, told % {"count": count, "season": season})
        return redirect("organise-seasons", slug)
    games = list(filing.games().with_players())
    if not games:
        return redirect("organise-season", slug, pk)
    context = {
        "club": season.club,
        "season": season,
        "form": form,
        "stray": stray,
        "days": [games[0].day, games[-1].day],
        "games": [(game, is_by_rules_of(season, game.ruleset)) for game in games[:MOST]],
    }
    return render(request, "organise/season_take_in.html", context)


def give_back(request, slug, pk):
    """Let the games that were taken into a season be of none again, after saying what that does."""
    change, filing = access.organised_filing(request, slug, pk)
    if request.method == "POST":
        try:
            count = filing.undo(change, by={"user": request.user})
        except CannotGiveBack:
            messages.error(request, _("Nothing was done: it is taken back already."))
            return redirect("organise-history", slug)
        told = ngettext(
            "%(count)s game is of no season again.", "%(count)s games are of no season again.", count
        )
        messages.success(request, told % {"count": count})
        return redirect("organise-seasons", slug)
    context = {"club": filing.club, "season": filing.season, "games": filing.games_back(change).count()}
    return render(request, "organise/season_give_back.html", context)
