"""What anybody may see: the clubs, a club's tables and games, a game."""

import json
from datetime import timedelta

from django.conf import settings
from django.db.models import Count, FilteredRelation, Q, prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import access, charts, demo, log, playing, records, standings, words
from games.correction import corrected
from games.models import installation

from .polls import poll

LATEST, TOP = 10, 5  # games and players on a club's page


@require_safe
def home(request):
    """The public clubs; before there is any club, where the first one is founded."""
    playing = FilteredRelation("games", condition=Q(games__ending="", games__cancelled_at=None))
    clubs = (
        access.clubs(request).annotate(playing=playing).annotate(running=Count("playing")).order_by("name")
    )
    if not clubs and installation.is_empty():
        return redirect("welcome")
    may_found = access.founding_is_open(request)
    return render(request, "watch/home.html", {"clubs": clubs, "may_found": may_found})


@require_safe
@access.at_one_moment
def club(request, slug):
    """A club's running tables with their scores, the first of its season, and its latest games."""
    return render(request, "watch/club.html", _parts_of_club(request, access.club(request, slug)))


@require_safe
def club_live(request, slug):
    """The same for a page that shows `tag`: nothing where that is still so."""
    return poll(
        request,
        access.polled_games(slug),
        lambda: access.shown_games(request, slug),
        lambda: access.club(request, slug),
        lambda club: render(request, "watch/_club.html", _parts_of_club(request, club)),
    )


def _parts_of_club(request, club):
    shown = list(access.shown_games(request, club.slug).with_hands().order_by("number"))
    season = club.shown_season
    return {
        "club": club,
        "tag": playing.tag(shown),
        "running": playing.boards([game for game in shown if not game.is_over]),
        "season": season,
        "top": standings.top(season, TOP) if season else [],
        "latest": club.games.finished().by_begin().with_players()[:LATEST],
        "open_tables": club.tables.all() if settings.DEMO else [],
        "organiser": demo.organiser(club),
    }


@require_safe
@access.at_one_moment
def game(request, slug, number):
    """A game: where it stands or how it ended, the scores by hand, and what happened in each hand."""
    game = access.game(request, slug, number)
    return render(request, "watch/game.html", _parts(request, game))


@require_safe
def live(request, slug, number):
    """The same for a page that shows `tag`: nothing where that is still so."""
    polled = access.polled_game(slug, number) or access.game(request, slug, number)
    if request.GET.get("tag") == _tag(polled):
        return HttpResponse(status=204)
    return _changed(request, slug, number)


@access.at_one_moment
def _changed(request, slug, number):
    game = access.game(request, slug, number)
    return render(request, "watch/_live.html", _parts(request, game) | {"is_poll": True})


@require_safe
def record(request, slug, number):
    """The game's record, to keep."""
    game = access.game(request, slug, number)
    text = json.dumps(records.record(game), ensure_ascii=False, indent=1)
    filename = f"{slug}-{number}.json"
    return HttpResponse(
        text + "\n",
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{filename}"'},
    )


def _tag(game):
    """Another one whenever a page of the game has something new to show."""
    return f"{game.version}-{''.join(map(str, game.riichi))}"


def _pace(game):
    """How often a page asks for news. After the end there may be an undo, or a correction."""
    if game.cancelled_at:
        return ""
    if not game.is_over:
        return "2s"
    return "30s" if timezone.now() - game.ended_at < timedelta(hours=1) else ""


def _parts(request, game):
    """What the page of a game and its refresh show."""
    prefetch_related_objects([game], "hands", "seats__player")
    chart = charts.score_chart(game.played)
    rows = log.log(game)
    parts = {
        "club": game.club,
        "game": game,
        "rules": game.rules,
        "seats": game.seats.all(),
        "state": game.played.state,
        "tag": _tag(game),
        "pace": _pace(game),
        "log": rows,
        "sums": log.sums(rows),
        "corrections": corrected(game),
        "may_correct": not game.cancelled_at and access.corrector(request, game),
        "last": log.last(game),
        "chart": chart,
        "lines": list(zip(chart.lines, game.seats.all(), strict=True)) if chart else [],
    }
    return parts | (
        _result(game) if game.is_over else {"state": game.state, "standings": log.standings(game)}
    )


def _result(game):
    results = log.results(game)
    first = [result.player for result in results if result.figures.place == 1]
    winners = [player.shown if len(first) > 1 else player.public_name for player in first]
    return {
        "results": results,
        "additions": log.additions(game),
        "winners": winners,
        "winner_names": words.listed(winners),
        "over": words.why_over(game, records.reason(game)),
        "leftover": words.leftover(game.played, [seat.player.shown for seat in game.seats.all()]),
    }
