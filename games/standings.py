"""The places of a season, from the totals that are kept of it."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.db.models import Count, OuterRef, Subquery

from .models import Player, Season, Total
from .models.total import by_player
from .names import in_order
from .ratings import rated


@dataclass(frozen=True)
class Standing:
    """A player's line in a season: `place` is None below the minimum of games. `rise` is by how many places
    they rose on the last evening, None where they had none before it. Their `rating` is no part of it, and
    stands beside it.
    """

    player: Player
    place: int | None
    total: Total
    rise: int | None = None
    rating: object = None

    @property
    def fall(self):
        """By how many places they fell."""
        return -self.rise


def totals(season, until=None):
    """The totals of all who played, guests among them, the most points first; as they were after the day
    `until` where one is given.
    """
    kept = season.totals.filter(games__gt=0).select_related("player").order_by()
    return _most_first(Total.up_to(season, until) if until else kept)


def _most_first(totals):
    """These totals, the most points first, and of equal ones the first by name, as anybody may see it."""
    totals = list(totals)
    level = Counter(total.points for total in totals)  # names are only looked at where they decide

    def key(total):
        is_level = level[total.points] > 1
        return -total.points, is_level and (in_order(total.player.public_name), total.player_id)

    return sorted(totals, key=key)


def table(season, minimum=None, evenings=None, counted=None, rated=None):
    """The standings of a season: by points, equal points sharing a place (1, 1, 3); below them those with
    fewer than `minimum` games (the season's own where none is given), without a place. Guests are not in
    it. With the season's `evenings`, also who rose or fell on the last one; with what its club's players are
    `rated` at, that too. `counted` are its totals, where they are known, or those of another day.
    """
    least = season.minimum_games if minimum is None else minimum
    counted = totals(season) if counted is None else counted
    of_members = [total for total in counted if not total.player.is_guest]
    ranked = [total for total in of_members if total.games >= least]
    below = [total for total in of_members if total.games < least]
    places = _places({total.player_id: total.points for total in ranked})
    before = _places_before(of_members, evenings, least) if evenings else {}
    return [
        Standing(
            total.player,
            place,
            total,
            before[total.player_id] - place if was and place else None,
            rated and rated.of(total.player),
        )
        for total in (*ranked, *below)
        for place, was in [(places.get(total.player_id), total.player_id in before)]
    ]


def top(season, most):
    """The first places of a season, without what only its own page shows."""
    ranked = season.totals.filter(games__gt=0, games__gte=season.minimum_games, player__is_guest=False)
    ranked = ranked.select_related("player").order_by("-points", "player")
    first = _most_first(ranked[: 2 * most])[:most]  # more, for those who are level there
    places = _places({total.player_id: total.points for total in first})
    return [Standing(total.player, places[total.player_id], total) for total in first]


def of_player(player):
    """A player's standing in each of their seasons, the latest first; without a place as in `table`."""
    better = Total.objects.filter(
        season=OuterRef("season"),
        points__gt=OuterRef("points"),
        games__gt=0,
        games__gte=OuterRef("season__minimum_games"),
        player__is_guest=False,
    )
    better = better.order_by().values("season").annotate(number=Count("pk")).values("number")
    totals = player.totals.filter(games__gt=0).select_related("season").annotate(better=Subquery(better))
    totals = totals.order_by("-season__starts", "-season")
    return [
        Standing(
            player,
            (total.better or 0) + 1
            if total.games >= total.season.minimum_games and not player.is_guest
            else None,
            total,
        )
        for total in totals
    ]


def ratings(club):
    """How strong its players are, to show beside the points: `of(player)`, and `as_of` the number of a game.
    None where the club wants none, or no game is over.
    """
    return rated(club)


def _places_before(totals, evenings, least):
    """The places as they were before the last evening."""
    points = {total.player_id: (total.points, total.games) for total in totals}
    for player, (brought, games) in evenings.last.items():
        if player in points:
            sums = points[player]
            points[player] = sums[0] - brought, sums[1] - games
    return _places({player: sums for player, (sums, games) in points.items() if games and games >= least})


def _places(points):
    """The place of each, equal points sharing the better one."""
    first = {}
    for place, value in enumerate(sorted(points.values(), reverse=True), 1):
        first.setdefault(value, place)
    return {player: first[value] for player, value in points.items()}


@dataclass(frozen=True)
class Move:
    """What something would do to one player's season: games, total in tenths and place, was and will be.

    None where the player is (or has) no place there, `games` and `points` None without any game.
    """

    season: Season
    player: Player
    games: tuple
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
    kept = totals(season)
    players = players | {total.player_id: total.player for total in kept}
    was = {total.player_id: (total.points, total.games) for total in kept}
    changed = dict(was)
    for counted, sign in ((before, -1), (after, 1)):
        for player, sums in counted.items():
            points, games = changed.get(player, (0, 0))
            changed[player] = points + sign * sums["points"], games + sign * sums["games"]
    moved = _compared(season, players, was, changed)
    return [moved[player] for player in dict.fromkeys((*before, *after))]


def merged(kept, merged):
    """What it would do to the standings to merge one player into another: of each of their seasons, the
    latest first, both players and whoever else comes to another place. One query.
    """
    theirs = Season.objects.filter(totals__player__in=(kept, merged), totals__games__gt=0)
    totals = Total.objects.filter(season__in=theirs, games__gt=0).select_related("season", "player")
    totals = totals.order_by("-season__starts", "season_id")
    for season, of_season in groupby(totals, attrgetter("season")):
        of_season = _most_first(of_season)
        was = {total.player_id: (total.points, total.games) for total in of_season}
        both = [was[player.pk] for player in (kept, merged) if player.pk in was]
        will = {**was, kept.pk: tuple(map(sum, zip(*both, strict=True)))}
        will.pop(merged.pk, None)
        players = {kept.pk: kept, merged.pk: merged} | {total.player_id: total.player for total in of_season}
        moved = _compared(season, players, was, will)
        others = [move for move in moved.values() if move.player not in (kept, merged)]
        yield (
            season,
            [moved[kept.pk], moved[merged.pk]],
            [move for move in others if move.place[0] != move.place[1]],
        )


def _compared(season, players, was, will):
    """A move for each of these players: {player: (points, games)} was and will be."""
    places = _ranked(season, players, was), _ranked(season, players, will)
    sums = [{player: one for player, one in totals.items() if one[1]} for totals in (was, will)]
    return {
        pk: Move(
            season,
            player,
            tuple(one[pk][1] if pk in one else None for one in sums),
            tuple(one[pk][0] if pk in one else None for one in sums),
            tuple(one.get(pk) for one in places),
        )
        for pk, player in players.items()
    }


def _ranked(season, players, totals):
    guests = {player for player, one in players.items() if one.is_guest}
    counted = {
        player: points
        for player, (points, games) in totals.items()
        if games and games >= season.minimum_games and player not in guests
    }
    return _places(counted)
