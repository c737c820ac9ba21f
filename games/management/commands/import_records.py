"""`manage.py import_records`: takes games into a club from a file of records."""

from datetime import date
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games import imports
from games.models import Club


class Command(BaseCommand):
    """Takes in the games of a file, all of them or none, with a report. What is here already stays."""

    help = "Take in games from a file of game records (JSON, or JSON Lines)."

    def add_arguments(self, parser):
        parser.add_argument("club", metavar="CLUB", help="the last part of its pages' address")
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--unknown",
            choices=(imports.MEMBERS, imports.GUESTS, imports.NOBODY),
            default=imports.MEMBERS,
            help="what becomes of names that nobody has in the club: nobody refuses them",
        )
        parser.add_argument("--day", type=date.fromisoformat, help="of games that do not say theirs")

    def handle(self, *, club, file, unknown, day, **options):
        found = Club.objects.filter(slug=club).first()
        if found is None:
            there = ", ".join(Club.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no club with the address “{club}” here. There are: {there}.")
        try:
            with file.open("rb") as binary:
                change = imports.bring_games(found, binary, by={"user": None}, unknown=unknown, day=day)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except imports.Refused as refusal:
            for line, why in refusal.report.refused:
                self.stderr.write(f"line {line}: {why}" if line else str(why))
            raise CommandError("Nothing was taken in.") from None
        counts = {kind: len(change.after[kind]) for kind in ("taken", "here", "players")}
        told = "{taken} games taken in, {here} were here already, {players} new players."
        self.stdout.write(told.format(**counts))
