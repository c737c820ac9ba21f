"""Rows as they are: read all at one moment or by plain SQL, and written back without anything being made
of them.
"""

from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connection, connections

BEGIN = {
    # The settings begin transactions IMMEDIATE, as writers do; a reader lets hands be recorded meanwhile.
    "sqlite": "BEGIN DEFERRED",
    "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
}


@contextmanager
def of_one_moment():
    """What is read in this block is of one moment, whatever is written meanwhile. Within a transaction
    it is as consistent as that is.
    """
    if connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def fetch(sql, *values):
    """What a plain query finds. For what is asked with every tap and every poll: Django takes ten times as
    long to put these together as a database to answer them (see tests/bench).
    """
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def execute(sql, *values):
    """Do what a plain statement says, which finds nothing."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def marks(values):
    """As many places in a plain query as there are values."""
    return ", ".join(["%s"] * len(values))


def moment(value):
    """A moment as a plain query compares it."""
    return connection.ops.adapt_datetimefield_value(value)


def locked():
    """The end of a plain query whose rows others shall wait for; SQLite's transactions wait anyhow."""
    return connection.ops.for_update_sql(no_key=True) if connection.features.has_select_for_update else ""


def plain_fields(model):
    """The fields that hold something of their own: no primary key, and no other row."""
    return [field for field in model._meta.concrete_fields if not field.primary_key and not field.is_relation]


def insert(model, fields, rows):
    """Insert rows, each the values of these fields; dates that are set by themselves stay what they are."""
    quote = connection.ops.quote_name
    columns = ", ".join(quote(field.column) for field in fields)
    _write(f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({marks(fields)})", fields, rows)


def insert_new(items):
    """Insert new objects of one kind, which do not hear of their numbers: in a fifth of the time that a bulk
    create takes.
    """
    if items:
        model = type(items[0])
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        insert(model, fields, ([getattr(item, field.attname) for field in fields] for item in items))


def update(items, names, by=("id",)):
    """Write these fields of objects of one kind in the rows that they have already, found `by` others: in a
    quarter of the time that saving them takes.
    """
    if items:
        model, quote = type(items[0]), connection.ops.quote_name
        fields = [model._meta.get_field(name) for name in (*names, *by)]
        places = [f"{quote(field.column)} = %s" for field in fields]
        written, found = ", ".join(places[: len(names)]), " AND ".join(places[len(names) :])
        sql = f"UPDATE {quote(model._meta.db_table)} SET {written} WHERE {found}"
        _write(sql, fields, ([getattr(item, field.attname) for field in fields] for item in items))


def _write(sql, fields, rows):
    database = connections[DEFAULT_DB_ALIAS]  # itself: what stands for it looks for it at each value
    values = [
        [field.get_db_prep_save(value, database) for field, value in zip(fields, row, strict=True)]
        for row in rows
    ]
    with database.cursor() as cursor:
        cursor.executemany(sql, values)
