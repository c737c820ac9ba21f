"""`manage.py export_club`: a club in one file, for another installation."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games import archive
from games.files import written_whole
from games.models import Club


class Command(BaseCommand):
    """Writes a club's archive. Another installation reads it with `import_club`."""

    help = "Write a club, with its games, players and seasons, to one file."

    def add_arguments(self, parser):
        parser.add_argument("club", metavar="CLUB", help="the last part of its pages' address")
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *, club, file, **options):
        found = Club.objects.filter(slug=club).first()
        if found is None:
            there = ", ".join(Club.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no club with the address “{club}” here. There are: {there}.")
        with written_whole(file) as binary:
            archive.write(found, binary)
        self.stdout.write(f"{found} is in {file}. Names that are hidden from the public are in it, too.")
