"""`manage.py backup`: everything in one file, while the tables play on."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games import backup
from games.files import written_whole


class Command(BaseCommand):
    """Writes the whole database, and the secret key that links are signed with, to one file.

    Keep it where nobody else reads it.
    """

    help = "Write everything to one file, which `restore` reads back."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *, file, **options):
        try:
            with written_whole(file) as binary:
                count = backup.write(binary)
        except backup.Refused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{file}: {count} rows, complete. Whoever has it has all names and links.")
