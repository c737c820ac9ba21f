"""What anybody may take away: tables as files, with the names that anybody may see; and blank sheets."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

import rules
from games import access, exports, formats

from .asked import a_day, a_number


@require_safe
def of_club(request, slug, what, kind):
    """A table of all that the club has."""
    club = access.club(request, slug)
    sheet = exports.sheet(what, club)
    if sheet and sheet.is_long and kind == "xlsx":
        return redirect("download", slug, what, "csv")
    return _file(sheet, kind, f"{slug}-{what}", {"club": club.name})


@require_safe
def of_season(request, slug, pk, what, kind):
    """A table of a season, as it was after the day that was asked for."""
    season, until = access.season(request, slug, pk), a_day(request.GET.get("until"))
    about = {"club": season.club.name, "season": season.name, **({"until": f"{until}"} if until else {})}
    sheet = exports.sheet(what, season.club, season, until, a_number(request.GET.get("min")))
    if sheet and sheet.is_long and kind == "xlsx":
        csv = reverse("season-download", args=[slug, pk, what, "csv"])
        return redirect(f"{csv}?until={until}" if until else csv)
    return _file(sheet, kind, _stem(season, what, until), about)


@require_safe
def records_of_club(request, slug):
    """The records of all finished games, to be brought in elsewhere."""
    club = access.club(request, slug)
    return formats.lines(exports.records_of(club), f"{slug}-records")


@require_safe
def records_of_season(request, slug, pk):
    """The records of a season's games, up to the day that was asked for."""
    season, until = access.season(request, slug, pk), a_day(request.GET.get("until"))
    return formats.lines(exports.records_of(season.club, season, until), _stem(season, "records", until))


def _stem(season, what, until):
    return f"{season.club.slug}-{season.pk}-{what}" + (f"-{until}" if until else "")


@require_safe
def roster(request, slug, kind):
    """All players with all their names, for organisers; to be read back as well."""
    club = access.organised(request, slug)
    return _file(exports.roster(club), kind, f"{slug}-players-all", {"club": club.name})


def _file(sheet, kind, stem, about):
    answer = sheet and formats.answer(sheet, kind, stem, about)
    if not answer:
        raise Http404
    return answer


@require_safe
def blank(request, slug, players):
    """A sheet to keep score on paper."""
    club = access.club(request, slug)
    if players not in (3, 4):
        raise Http404
    context = {"club": club, "players": players, "winds": rules.WINDS[:players], "lines": range(HANDS)}
    return render(request, "watch/blank.html", context)


HANDS = 22  # lines of a sheet
