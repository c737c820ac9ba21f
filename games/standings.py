"""The places of a season, from the totals that are kept of it."""

from dataclasses import dataclass

from .models import Player, Season, Total
from .models.total import by_player
from .ratings import rated


@dataclass(frozen=True)
class Standing:
    """A player's line in a season: `place` is None below the minimum of games, and for guests."""

    player: Player
    place: int | None
    total: Total


def table(season):
    """The standings of a season: by points, equal points sharing a place (1, 1, 3); below them those with
    too few games, without a place. Guests are not in it.
    """
    totals = _totals(season)
    ranked = [total for total in totals if total.games >= season.minimum_games]
    below = [total for total in totals if total.games < season.minimum_games]
    places = _places({total.player: total for total in ranked})
    return [Standing(total.player, places.get(total.player), total) for total in (*ranked, *below)]


def ratings(club):
    """How strong its players are, to show beside the points: `of(player)`, and `as_of` the number of a game.
    None where the club wants none, or no game is over.
    """
    return rated(club)


def _totals(season):
    totals = season.totals.filter(games__gt=0, player__is_guest=False)
    return totals.select_related("player").order_by("-points", "player__name")


def _places(totals):
    points = sorted((total.points for total in totals.values()), reverse=True)
    first = {}
    for place, value in enumerate(points, 1):
        first.setdefault(value, place)
    return {player: first[total.points] for player, total in totals.items()}


@dataclass(frozen=True)
class Move:
    """What a correction would do to one player's season: total in tenths and place, was and will be.

    None where the player is (or has) no place there, `points` None without any game.
    """

    season: Season
    player: Player
    points: tuple
    place: tuple


def moves(game, facts, played):
    """What these facts, which come to `played`, would do to everybody who sits or sat in the game, in the
    seasons that it counts or would count for. A handful of queries, however long the season.
    """
    before, after = by_player(Total.of_game(game)), by_player(game.counted_as(facts, played))
    seasons = Season.objects.in_bulk({season for season, _ in (*before, *after)})
    players = Player.objects.in_bulk({player for _, player in (*before, *after)})
    return [
        move
        for season in seasons.values()
        for move in _moves(season, players, _of(season, before), _of(season, after))
    ]


def _of(season, sums):
    return {player: counted for (number, player), counted in sums.items() if number == season.pk}


def _moves(season, players, before, after):
    totals = {total.player_id: (total.points, total.games) for total in _totals(season)}
    changed = dict(totals)
    for counted, sign in ((before, -1), (after, 1)):
        for player, sums in counted.items():
            points, games = changed.get(player, (0, 0))
            changed[player] = points + sign * sums["points"], games + sign * sums["games"]
    was, will = _ranked(season, players, totals), _ranked(season, players, changed)
    for player in dict.fromkeys((*before, *after)):
        points = tuple(sums[player][0] if sums.get(player, (0, 0))[1] else None for sums in (totals, changed))
        yield Move(season, players[player], points, (was.get(player), will.get(player)))


def _ranked(season, players, totals):
    guests = {player for player, one in players.items() if one.is_guest}
    counted = {
        player: points
        for player, (points, games) in totals.items()
        if games and games >= season.minimum_games and player not in guests
    }
    return {
        player: 1 + sum(other > points for other in counted.values()) for player, points in counted.items()
    }
