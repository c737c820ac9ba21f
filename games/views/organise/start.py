"""The organiser's start page."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import access, history, log

LATEST = 12  # changes
CANCELLED = 5  # games


@require_safe
def start(request, slug):
    """What runs, what was left lying, what was cancelled, and what was done lately."""
    club = access.organised(request, slug)
    running = club.games.running().with_hands().order_by("table__number", "number")
    taken = {game.table_id for game in running}
    context = {
        "club": club,
        "playing": [{"game": game, "standings": log.standings(game)} for game in running if not game.is_left],
        "left": [game for game in running if game.is_left],
        "free": [table for table in club.tables.filter(is_retired=False) if table.pk not in taken],
        "cancelled": club.games.cancelled().with_players()[:CANCELLED],
        "players": club.players.here().filter(is_retired=False).count(),
        "seasons": club.seasons.count(),
        "season": club.current_season,
        "rulesets": club.rulesets.count(),
        "members": club.memberships.count(),
        "changes": history.lines(club, history.of(club).exclude(verb__in=history.ORDINARY)[:LATEST]),
    }
    return render(request, "organise/start.html", context)
