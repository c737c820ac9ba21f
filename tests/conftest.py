"""What all tests share.

Hypothesis makes the same examples on every run and however slow the machine is, unless
`--hypothesis-profile=explore` asks for new ones.
"""

import hypothesis
import pytest
from django.conf import settings
from django.db import connection
from hypothesis import HealthCheck

ANYWHERE = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
}
hypothesis.settings.register_profile("ci", derandomize=True, max_examples=200, **ANYWHERE)
hypothesis.settings.register_profile("explore", max_examples=5_000, **ANYWHERE)
hypothesis.settings.load_profile("ci")

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser):
    parser.addoption("--thorough", action="store_true", help="try twenty times as much made-up input")


def pytest_configure():
    # Manifest storage breaks the live server, which serves the files as they are written.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    # Argon2 is slow on purpose.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by marker
def pytest_collection_modifyitems(items):
    """Mark what touches the database: `-m database` runs it again on another one."""
    for item in items:
        if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(item.fixturenames):
            item.add_marker("database")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory):
    """A file for SQLite: in memory, a live server's threads lose updates."""
    if connection.vendor == "sqlite":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(file)
