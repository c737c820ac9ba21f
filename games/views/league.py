"""The league, as anybody may see it: standings, players, games."""

from django.core.paginator import Paginator
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import access, balance, career, columns, race, rows, standings, words

from .asked import a_day, a_number

A_PAGE = 50


@require_safe
def current(request, slug):
    """The standings of the season that was asked for, or of the present one."""
    club = access.club(request, slug)
    if asked := a_number(request.GET.get("season"), 0):
        address, kept = redirect("season", slug, asked), _kept(request.GET)
        address["Location"] += f"?{kept.urlencode()}" if kept else ""
        return address
    season = club.shown_season
    if season is None:
        return render(request, "league/standings.html", {"club": club})
    return _standings(request, season)


@require_safe
def season(request, slug, pk):
    """The standings of a season."""
    return _standings(request, access.season(request, slug, pk))


@require_safe
def players(request, slug):
    """The club's players, or those who go by the words that were asked for."""
    club = access.club(request, slug)
    search = " ".join(request.GET.get("q", "").split())[:60]
    page = Paginator(club.listed_players(search), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "league/players.html", {"club": club, "search": search, "page": page})


@require_safe
def player(request, slug, pk):
    """A player: totals, the way there, last games, opponents, records."""
    player = access.player(request, slug, pk)
    rated = standings.ratings(player.club)
    return _player(request, player, rated)


@access.at_one_moment
def _player(request, player, rated):
    told = career.Career(player)
    context = {
        "club": player.club,
        "player": player,
        "rated": rated,
        "rating": rated and not player.is_guest and rated.of(player),
        "career": told,
        "columns": columns.COLUMNS,
        "groups": columns.GROUPS,
        "counted": columns.WITH_RATING if rated else columns.COLUMNS,
        "season_rows": [(standing, columns.cells(standing)) for standing in told.seasons],
        "shares": list(zip(words.PLACES.items(), told.overall.shares, strict=True)),
    }
    return render(request, "league/player.html", context)


@require_safe
@access.at_one_moment
def games(request, slug):
    """The finished games, the latest first; those of a season or of a player where these are asked for."""
    club = access.club(request, slug)
    asked = {name: a_number(request.GET.get(name), 0) for name in ("season", "player")}
    games = club.games.finished().by_begin().with_players()
    if asked["season"]:
        games = games.filter(season=asked["season"])
    if asked["player"]:
        games = games.filter(seats__player=asked["player"])
    context = {
        "club": club,
        "page": Paginator(games, A_PAGE).get_page(request.GET.get("page")),
        "asked": asked,
        "seasons": club.seasons.all(),
        "players": club.players.here().by_public_name(),
    }
    return render(request, "league/games.html", context)


def _standings(request, season):
    minimum = a_number(request.GET.get("min"), season.minimum_games)
    with rows.of_one_moment():
        evenings = race.Evenings(season.evenings, a_day(request.GET.get("until")), season.starts)
        until = evenings.until
        totals = standings.totals(season, until)
        balanced = balance.balance(season, totals, until)
    rated = None if until else standings.ratings(season.club)
    table = standings.table(season, minimum, evenings, totals, rated)
    shown = columns.WITH_RATING if rated else columns.COLUMNS
    sorting = columns.Sorting.of(request.GET.get("sort", ""), shown)
    lines = [(one, columns.cells(one, shown)) for one in sorting.sort(table)]
    chosen = [a_number(player, 0) for player in request.GET.getlist("show")]
    by = sorting.column
    context = {
        "club": season.club,
        "season": season,
        "seasons": season.club.seasons.all(),
        "minimum": minimum,
        "sorting": sorting,
        "sorted_by": by.label if by else _("Player"),
        "sort_name": sorting.link("name"),
        "columns": [(column, sorting.link(column.key)) for column in shown],
        "counted": shown,
        "groups": columns.GROUPS | (columns.BESIDE if rated else {}),
        "group": by.group.split()[0] if by else "points",
        "ranked": [row for row in lines if row[0].place],
        "below": [row for row in lines if not row[0].place],
        "evenings": evenings,
        "until": until,
        "days": sorted({*evenings.all_days[:-1], until} - {None}, reverse=True),
        "balance": balanced,
        "rated": rated,
        "race": race.race(table, evenings, chosen),
        "kept": [(name, request.GET[name]) for name in ("min", "until", "sort") if name in request.GET],
        "place_names": words.PLACES,
    }
    return render(request, "league/standings.html", context)


def _kept(asked):
    """What is asked of another season, too: no minimum that was the season's `own` where it was asked."""
    kept = asked.copy()
    own = kept.pop("own", None)
    dropped = {"season": True, "min": own == kept.getlist("min"), "until": not kept.get("until")}
    for name in (name for name, is_dropped in dropped.items() if is_dropped):
        kept.pop(name, None)
    return kept
