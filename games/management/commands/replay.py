"""Games played from their records, without a database: one answer a line for each."""

import json
import os
import sys

from django.core.management.base import BaseCommand

import rules


class Command(BaseCommand):
    help = "Play game records (JSON, or JSON Lines) by the rules, and print what they come to as JSON Lines."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("files", nargs="+", metavar="FILE", help="records; - is standard input")

    def handle(self, *, files, **options):
        try:
            status = max([self.replay(name) for name in files])
            self.stdout.flush()
        except OSError as error:
            # The answers find no place. Python flushes once more at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if not isinstance(error, BrokenPipeError):  # then whoever read them has seen enough
                self.stderr.write(f"The answers cannot be written: {error.strerror}")
            status = 1
        if status:
            sys.exit(status)

    def replay(self, name):
        """Answer every record of a file. 0, 1 where one could not be played, 2 where it cannot be read."""
        status = 0
        try:
            for value in rules.parse_lines(_lines(name)):
                answer = _answer(value)
                self.stdout.write(json.dumps(answer))
                if "error" in answer:
                    status = 1
        except _Unreadable as problem:
            self.stderr.write(f"{name}: {problem}")
            return 2
        return status


class _Unreadable(Exception):
    """A file that cannot be opened or read on."""


def _lines(name):
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
            yield from file
    except OSError as error:
        raise _Unreadable(error.strerror) from None


def _answer(value):
    """What a record, alone or in an object that names it, comes to."""
    identity = None
    try:
        if isinstance(value, rules.RulesError):
            raise value
        if isinstance(value, dict) and "record" in value:
            identity, value = value.get("id"), value["record"]
            if isinstance(identity, dict | list):
                identity = None
                raise rules.RulesError("An id must be text or a number.")
        return {"id": identity, **rules.game_to_json(rules.record_from_json(value).play())}
    except rules.RulesError as error:
        return {"id": identity, "error": str(error)}
