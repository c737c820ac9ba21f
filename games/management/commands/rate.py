"""`manage.py rate`: replay the ratings of a club, or of all, as far as there are games."""

from django.core.management.base import BaseCommand, CommandError

from games import ratings
from games.models import Club


class Command(BaseCommand):
    """Pages do this by themselves, a thousand games at a look; after a correction long ago in a large
    club, this does it at once.
    """

    help = "Replay the ratings of a club, or of all clubs, up to the latest game."

    def add_arguments(self, parser):
        parser.add_argument("club", nargs="?", help="its address; all clubs without one")
        parser.add_argument("--anew", action="store_true", help="from the first game on")

    def handle(self, *, club, anew, **options):
        clubs = Club.objects.filter(has_ratings=True)
        if club:
            clubs = Club.objects.filter(slug=club)
            if not clubs:
                raise CommandError(f"There is no club with the address {club!r}.")
        for one in clubs:
            if anew:
                one.ratings.all().delete()
            rated = ratings.catch_up_with_all(one)
            self.stdout.write(f"{one}: {rated.games if rated else 0} games.")
