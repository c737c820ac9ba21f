"""The organiser's start page."""

from django.shortcuts import render

from games import access, history, log

LATEST = 12  # changes
CANCELLED = 5  # games


def start(request, slug):
    """What runs, what was left lying, what was cancelled, and what was done lately."""
    club = access.organised(request, slug)
    running = {game.table_id: game for game in club.games.running().with_hands()}
    tables = [
        {"table": table, "game": game, "standings": game and log.standings(game)}
        for table in club.tables.all()
        if (game := running.get(table.pk)) or not table.is_retired
    ]
    cancelled = club.games.cancelled()
    context = {
        "club": club,
        "tables": [item for item in tables if not (item["game"] and item["game"].is_left)],
        "left": [game for game in running.values() if game.is_left],
        "cancelled": cancelled.with_players()[:CANCELLED],
        "players": club.players.filter(is_retired=False).count(),
        "seasons": club.seasons.count(),
        "season": club.current_season,
        "rulesets": club.rulesets.count(),
        "members": club.memberships.count(),
        "changes": history.lines(club, club.changes.exclude(verb__in=history.ORDINARY).reverse()[:LATEST]),
    }
    return render(request, "organise/start.html", context)
