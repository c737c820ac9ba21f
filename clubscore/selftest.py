"""`manage.py selftest`: every check of this project, on this computer."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from clubscore import browser, throwaway_postgres
from clubscore.start import ROOT, as_root

CHECKS = {
    "ruff check": ["-m", "ruff", "check"],
    "ruff format": ["-m", "ruff", "format", "--check"],
    "mypy": ["-m", "mypy"],
    "migrations": ["manage.py", "makemigrations", "--check", "--dry-run"],
}

NO_TESTS = 5  # pytest's exit status when no test was chosen


def run(arguments: Sequence[str]) -> None:
    """Run all checks, then the tests on SQLite and again on PostgreSQL; the arguments go to pytest.

    Exits with 1 if anything failed.
    """
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(1)
    )  # so that servers and folders are cleared away then too
    failed = []
    with tempfile.TemporaryDirectory(prefix="clubscore-") as folder:
        surroundings = clean_environment(folder)
        for name, command in CHECKS.items():
            if check(name, command, surroundings):
                failed.append(name)

        pytest = ["-m", "pytest", *arguments]
        if check("tests on SQLite", pytest, surroundings):
            failed.append("tests on SQLite")

        if programs := throwaway_postgres.programs():
            # What does not touch the database has been tested already.
            on_database = ["-m", "pytest", "-m", "database", *arguments]
            with throwaway_postgres.running(programs) as url:
                status = check("tests on PostgreSQL", on_database, {**surroundings, "DATABASE_URL": url})
            if status not in (0, NO_TESTS):
                failed.append("tests on PostgreSQL")
        else:
            print("\nNot tested on PostgreSQL, which is not installed here. To install it:")
            print(f"    {as_root('apt install postgresql')}")

    if failed:
        raise SystemExit(f"selftest failed: {', '.join(failed)}")
    print("selftest passed")


def clean_environment(folder: str) -> dict[str, str]:
    """The environment for every check: no setting of a real club, and a folder for what is written."""
    foreign = ("CLUBSCORE_", "DATABASE_URL", "DJANGO_SETTINGS_MODULE")  # the last beats pytest's own setting
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    return kept | {"CLUBSCORE_VAR": folder, "CLUBSCORE_BROWSER": browser.find()}


def check(name: str, command: Sequence[str], surroundings: dict[str, str]) -> int:
    """Run one check under its name; its exit status."""
    print(f"\n=== {name}", flush=True)
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=surroundings).returncode
