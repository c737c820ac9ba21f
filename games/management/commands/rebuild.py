"""`manage.py rebuild`: play every game from its hands again, and write what is kept of it anew."""

from django.core.management.base import BaseCommand
from django.db import transaction

from games.models import Club, Evening, Game, Ratings, Seat, Total
from games.models.total import add_up, by_player


class Command(BaseCommand):
    """Recomputes the seats' results and counters and the seasons' totals, and reports every difference.

    There should be none, ever; exit status 1 where there was one.
    """

    help = "Recompute results and totals from the hands, and report what differed."

    def handle(self, **options):
        differences = 0
        for club in Club.objects.all():
            with transaction.atomic():
                # The games first, as whoever changes one does: nothing of them is another meanwhile.
                list(club.games.select_for_update(no_key=True).order_by("pk").values_list("pk"))
                club.locked()
                for difference in rebuild(club):
                    differences += 1
                    self.stdout.write(f"{club}: {difference}")
        self.stdout.write(f"{differences} differences.")
        if differences:
            raise SystemExit(1)


def rebuild(club):
    """Write the results and totals of a club anew. Yields a sentence for each that was different."""
    evenings = {}
    games = club.games.prefetch_related("hands", "seats").order_by("number")
    for game in games.iterator(chunk_size=200):
        yield from _game(game)
        add_up(Total.of_game(game).items(), evenings)
    yield from _sums(Total, ("season_id", "player_id"), club, by_player(evenings))
    yield from _sums(Evening, ("season_id", "player_id", "day"), club, evenings)


def _game(game):
    played, seats = game.played, list(game.seats.all())
    if game.ending != (played.ending or ""):
        yield f"{game} ended {game.ending!r}, not {played.ending!r}"
        game.ending = played.ending or ""
        Game.objects.filter(pk=game.pk).update(ending=game.ending)
    kept = [_values(seat, (*Seat.RESULT, *Seat.COUNTERS)) for seat in seats]
    for seat in seats:
        seat.take(played)
    for seat, was in zip(seats, kept, strict=True):
        if was != _values(seat, was):
            yield f"{game}, seat {seat.seat}: {_difference(was, seat)}"
            seat.save()
            Ratings.drop_from(game)


def _sums(model, keys, club, sums):
    kept = model.objects.filter(season__club=club)
    rows = {tuple(getattr(row, key) for key in keys): row for row in kept}
    nothing = dict.fromkeys(model.SUMS, 0)
    for key in {*sums, *rows}:
        row = rows.get(key) or model(**dict(zip(keys, key, strict=True)))
        was = _values(row, model.KEPT)
        for name in model.KEPT:
            setattr(row, name, sums.get(key, nothing).get(name))
        if was != _values(row, was):
            yield f"{model._meta.verbose_name} {row}: {_difference(was, row)}"
            row.save()


def _values(row, names):
    return {name: getattr(row, name) for name in names}


def _difference(was, row):
    return ", ".join(
        f"{name} {value}, not {getattr(row, name)}"
        for name, value in was.items()
        if value != getattr(row, name)
    )
