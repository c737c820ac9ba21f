"""`manage.py restore`: what a backup holds, in place of what is here."""

from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games import backup


class Command(BaseCommand):
    """Restores a backup, all of it or nothing; of SQLite into PostgreSQL and back, too."""

    help = "Put what `backup` wrote in place of everything that is here."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--overwrite", action="store_true", help="lose what is in the database now")

    def handle(self, *, file, overwrite, **options):
        try:
            with file.open("rb") as binary:
                backup.check(binary)
                if backup.has_data() and not overwrite:
                    raise CommandError(
                        "There is data here already, and a restore takes its place. Back it up, then\n"
                        f"    manage.py restore --overwrite {file}"
                    )
                call_command("migrate", verbosity=0)
                binary.seek(0)
                count = backup.restore(binary)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror or error}.") from None
        except backup.Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{count} rows restored. If clubscore is running, start it anew now.")
