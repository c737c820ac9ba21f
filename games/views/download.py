"""What anybody may take away: tables as files, with the names that anybody may see; and blank sheets."""

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

import rules
from games import access, exports, formats


@require_safe
def of_club(request, slug, what, kind):
    """A table of all that the club has."""
    club = access.club(request, slug)
    return _file(exports.sheet(what, club), kind, f"{slug}-{what}", {"club": club.name})


@require_safe
def of_season(request, slug, pk, what, kind):
    """A table of a season."""
    season = access.season(request, slug, pk)
    about = {"club": season.club.name, "season": season.name}
    return _file(exports.sheet(what, season.club, season), kind, f"{slug}-{season.pk}-{what}", about)


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


HANDS = 20  # lines of a sheet
