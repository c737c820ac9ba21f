"""The whole database in one file, of one moment, for SQLite and PostgreSQL alike: one may be restored
into the other.

Gzipped JSON, one value a line: a header, then for each table an object that names it and its fields,
followed by its rows as lists, and at the end their number. Who is signed in, and who was locked out, is
not kept. The secret key is, where the data folder keeps it: without it no table's link would work any more.
"""

import gzip
import json
import os
import zlib

from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import Error, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from . import rows
from .models import Club, User

FORMAT, VERSION = "clubscore-backup", 1
PASSING = ("sessions", "axes")  # apps whose rows mean nothing after a restore
BATCH = 500

_PROBLEMS = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    OverflowError,
    RecursionError,
    ValidationError,
    Error,
    OSError,
    EOFError,
    zlib.error,
)


class Refused(Exception):
    """Nothing was restored, or backed up; the message says why, and what to do."""


# Writing.


def write(file):
    """Write everything to this binary file; the number of rows. Hands may be recorded meanwhile."""
    with rows.of_one_moment(), gzip.open(file, "wt", encoding="utf-8") as lines:
        if set(_migrations().applied_migrations) != set(_migrations().disk_migrations):
            raise Refused("The database is not of this version of clubscore. Run: manage.py migrate")
        _write_line(lines, _header())
        count = 0
        for model in _models():
            fields = model._meta.concrete_fields
            _write_line(lines, {"table": model._meta.db_table, "fields": [field.attname for field in fields]})
            values = model._base_manager.order_by("pk").values_list(*[field.attname for field in fields])
            for row in values.iterator():
                _write_line(lines, row)
                count += 1
        _write_line(lines, {"rows": count})
    return count


def _header():
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": timezone.now(),
        "migrations": sorted(map(list, _migrations().disk_migrations)),
        "secret_key": _kept_key(),
    }


def _write_line(lines, value):
    lines.write(json.dumps(value, default=_as_text, ensure_ascii=False) + "\n")


def _as_text(value):
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _migrations():
    return MigrationLoader(connection)


def _models():
    """Every table that is kept."""
    return [model for model in _all_models() if model._meta.app_label not in PASSING]


def _all_models():
    return [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]


# Reading.


def restore(file):
    """Put what a backup holds in place of all that is in the database, all of it or nothing; the number
    of rows. Raises Refused.
    """
    with gzip.open(file, "rt", encoding="utf-8") as text:
        lines = _values(text)
        header = _checked(next(lines, None))
        try:
            with transaction.atomic():
                _clear()
                count = _fill(lines)
                connection.check_constraints()
        except _PROBLEMS as problem:
            raise Refused("This backup is damaged, so it was not restored.") from problem
    ContentType.objects.clear_cache()
    _keep_key(header["secret_key"])
    return count


def has_data():
    """Whether there is anything to lose."""
    tables = connection.introspection.table_names()
    return any(model._meta.db_table in tables and model.objects.exists() for model in (Club, User))


def check(file):
    """Whether this can be a backup, and one of this version. Raises Refused."""
    with gzip.open(file, "rt", encoding="utf-8") as text:
        _checked(next(_values(text), None))


def _values(text):
    try:
        for line in text:
            yield json.loads(line)
    except _PROBLEMS as problem:
        raise Refused("This is no backup of clubscore, or one that is damaged or cut short.") from problem


def _checked(header):
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise Refused("This is no backup of clubscore.")
    if header.get("version") != VERSION:
        raise Refused("This backup was made by a later clubscore. Update, then restore it.")
    ours = {tuple(one) for one in _migrations().disk_migrations}
    theirs = {tuple(one) for one in header["migrations"]}
    if theirs - ours:
        raise Refused("This backup was made by a later clubscore. Update, then restore it.")
    if ours - theirs:
        raise Refused(
            f"This backup was made on {header['made_at'][:10]} by an earlier clubscore. Restore it with that "
            "one (git checkout), then update."
        )
    return header


def _clear():
    with connection.cursor() as cursor:
        for model in _all_models():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def _fill(lines):
    """Insert all rows; how many there were. The last line must say as many."""
    tables = {model._meta.db_table: model for model in _models()}
    model, fields, batch, count = None, [], [], 0
    for value in lines:
        if isinstance(value, list):
            batch.append([field.to_python(one) for field, one in zip(fields, value, strict=True)])
            count += 1
        if batch and (isinstance(value, dict) or len(batch) == BATCH):
            rows.insert(model, fields, batch)
            batch = []
        if isinstance(value, dict) and "table" in value:
            model = tables.pop(value["table"])
            named = {field.attname: field for field in model._meta.concrete_fields}
            fields = [named[name] for name in value["fields"]]
        elif isinstance(value, dict):
            if tables or value["rows"] != count:
                raise ValueError(value)
            _set_sequences()
            return count
    raise EOFError


def _set_sequences():
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)


# The secret key.


def _kept_key():
    """The key of the data folder, None where the environment has another one."""
    file = settings.VAR / "secret_key"
    key = file.read_text() if file.exists() else None
    return key if key == settings.SECRET_KEY else None


def _keep_key(key):
    """Sign links with the key that the backup came with, from the next start on."""
    if key and not os.environ.get("CLUBSCORE_SECRET_KEY"):
        file = settings.VAR / "secret_key"
        new = file.with_name(".secret_key")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as text:
            text.write(key)
        os.replace(new, file)
