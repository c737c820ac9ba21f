"""`manage.py import_club`: takes in a club that another installation has exported."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games import archive
from games.models import User


class Command(BaseCommand):
    """Takes in a club's archive: all of it, or nothing, with a report."""

    help = "Take in a club that was written by export_club."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--owner", metavar="EMAIL", required=True, help="an account here, to be its owner"
        )
        parser.add_argument("--slug", help="another last part of its pages' address than it had")

    def handle(self, *, file, owner, slug, **options):
        user = User.objects.filter(email=owner.strip().lower()).first()
        if user is None:
            raise CommandError(
                f"Nobody has an account here with {owner}. Make one:\n"
                f"    manage.py createsuperuser --email {owner}"
            )
        try:
            with file.open("rb") as binary:
                brought = archive.bring(binary, owner=user, slug=slug)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except archive.Unreadable as refusal:
            raise CommandError(f"{refusal} Nothing was taken in.") from None
        counts = ", ".join(f"{count} {kind}" for kind, count in brought.counts.items())
        self.stdout.write(f"{brought.club} is at /{brought.club.slug}/: {counts}.")
        for number in brought.differing:
            self.stdout.write(f"Game {number} comes to another result here than where it was played.")
        self.stdout.write("Its tables have new links: print their cards.")
