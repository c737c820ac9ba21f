"""What the environment may say."""

import ast
import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubscore import settings


def test_sqlite_url():
    assert str(settings.database("sqlite:////srv/club.sqlite3")["NAME"]) == "/srv/club.sqlite3"
    assert settings.database("sqlite:///club.sqlite3")["NAME"] == settings.BASE_DIR / "club.sqlite3"


def test_sqlite_queues_writers_and_keeps_what_is_saved():
    options = settings.database("sqlite:///club.sqlite3")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode = WAL" in options["init_command"]
    assert "synchronous = FULL" in options["init_command"]


def test_postgresql_url():
    database = settings.database("postgresql://mari:p%40ss@db.example:5433/club?sslmode=require")
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert [database[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        "club",
        "mari",
        "p@ss",
        "db.example",
        "5433",
    ]
    assert database["OPTIONS"] == {"sslmode": "require"}


@pytest.mark.parametrize("url", ["postgresql:///club?host=/run/Db", "postgresql://%2Frun%2FDb/club"])
def test_postgresql_socket(url):
    database = settings.database(url)
    assert (database["HOST"], database["NAME"], database["USER"]) == ("/run/Db", "club", "")


@pytest.mark.parametrize(
    "url", ["club.sqlite3", "sqlite://", "mysql://host/club", "postgresql://host:port/club?a"]
)
def test_an_unreadable_url_is_refused(url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        settings.database(url)


def test_choices_are_1_or_0(monkeypatch):
    monkeypatch.setenv("CLUBSCORE_TRY", "1")
    assert settings.envbool("CLUBSCORE_TRY", False)
    monkeypatch.setenv("CLUBSCORE_TRY", "")
    assert not settings.envbool("CLUBSCORE_TRY", False)
    monkeypatch.setenv("CLUBSCORE_TRY", "yes")
    with pytest.raises(ImproperlyConfigured, match="CLUBSCORE_TRY is 'yes'; it must be 1 or 0"):
        settings.envbool("CLUBSCORE_TRY", False)


def test_numbers_and_words_are_checked(monkeypatch):
    monkeypatch.setenv("CLUBSCORE_TRY", "2")
    assert settings.envint("CLUBSCORE_TRY", 0) == 2
    monkeypatch.setenv("CLUBSCORE_TRY", "-1")
    with pytest.raises(ImproperlyConfigured, match="must be a number"):
        settings.envint("CLUBSCORE_TRY", 0)
    with pytest.raises(ImproperlyConfigured, match="must be open or closed"):
        settings.envword("CLUBSCORE_TRY", "open", "closed")


def test_without_a_mail_server_mail_is_printed():
    assert settings.mail("")["EMAIL_BACKEND"].endswith("console.EmailBackend")


@pytest.mark.parametrize(
    ("url", "port", "starttls", "tls"),
    [
        ("smtp://club%40x.org:p%40ss@mail.example", 587, True, False),
        ("smtps://club%40x.org:p%40ss@mail.example", 465, False, True),
        ("smtp+plain://club%40x.org:p%40ss@mail.example", 25, False, False),
        ("smtp://club%40x.org:p%40ss@mail.example:2525", 2525, True, False),
    ],
)
def test_mail_urls(url, port, starttls, tls):
    mail = settings.mail(url)
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"]) == ("mail.example", port)
    assert (mail["EMAIL_HOST_USER"], mail["EMAIL_HOST_PASSWORD"]) == ("club@x.org", "p@ss")
    assert (mail["EMAIL_USE_TLS"], mail["EMAIL_USE_SSL"]) == (starttls, tls)


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://", "smtp://mail.example:x"])
def test_an_unreadable_mail_url_is_refused_without_its_password(url):
    with pytest.raises(ImproperlyConfigured, match="CLUBSCORE_SMTP_URL") as refusal:
        settings.mail(url)
    assert "mail.example" not in str(refusal.value)


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path):
    file = tmp_path / "var" / "secret_key"
    key = settings.kept_key(file)
    assert len(key) >= 50
    assert settings.kept_key(file) == key
    assert file.stat().st_mode & 0o777 == 0o600


def test_where_no_secret_key_can_be_kept_it_is_said_what_to_do(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match=r"Not a directory\. Let CLUBSCORE_VAR name a folder"):
        settings.kept_key(tmp_path / "file" / "secret_key")


def production():
    """The environment of production, as docs/hosting.md has it."""
    page = (settings.BASE_DIR / "docs" / "hosting.md").read_text()
    block = page.partition("environment of production")[2].split("```")[1].removeprefix("sh\n")
    return {name: value.strip('"') for name, _, value in (line.partition("=") for line in block.splitlines())}


def run(folder, *arguments):
    """A command under the documented production, and nothing else in its environment."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env={**kept, **production(), "CLUBSCORE_VAR": str(folder)},
        capture_output=True,
        text=True,
    )


def test_the_documented_production_passes_the_deployment_check(tmp_path):
    done = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "INFO")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_the_documented_production_keeps_to_https_and_tells_nobody_else(tmp_path):
    names = (
        *("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SECURE_SSL_REDIRECT"),
        *("SESSION_COOKIE_HTTPONLY", "SECURE_HSTS_SECONDS"),
    )
    off = ("DEBUG", "DEMO", "USE_X_FORWARDED_HOST")
    told = (
        "from clubscore import settings as s; from django.conf import global_settings as g;"
        f" print([getattr(s, name, getattr(g, name, None)) for name in {(*names, *off)}])"
    )
    values = ast.literal_eval(run(tmp_path, "-c", told).stdout)
    assert all(values[: len(names)]) and not any(values[len(names) :])
    assert (tmp_path / "secret_key").exists()  # made there, and nowhere in the source


@pytest.mark.django_db
def test_every_page_is_locked_down(client):
    headers = client.get("/no/such/page/").headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
