"""Players from a table as CSV, as spreadsheets write it."""

import csv
import io
import re

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games import exports
from games.formats import unquoted
from games.models import Change

from .file import Refused, Report, Wrong, locked, text_of
from .roster import Roster

MOST_PLAYERS = 5_000
COLUMNS = ("name", "short_name", "other_names", "guest")
YES = (pgettext_lazy("option", "yes"), "yes", "y", "1", "true", "x")
NO = (pgettext_lazy("option", "no"), "no", "n", "0", "false", "")
DELIMITERS = ",;\t"
SEPARATOR = re.compile(r"\s*sep=(.)\s*?\n", re.IGNORECASE)
RECORDS = re.compile(r"\s*(\[\s*)?\{")


def bring_players(club, file, *, by, key=None):
    """Add the players of a CSV file; the change of the history. Raises Refused."""
    rows = _rows(text_of(file))
    with transaction.atomic():
        club, done = locked(club, key)
        if done:
            return done
        roster, report = Roster(club), Report()
        for line, row in rows:
            try:
                known = roster.find(row["name"])
                if known:
                    report.here.append((line, known))
                else:
                    report.taken.append((line, _added(roster, row)))
            except Wrong as wrong:
                report.refused.append((line, str(wrong)))
        if report.refused:
            raise Refused(report.refused)
        roster.save()
        after = report.noted(lambda player: player.pk)
        return club.changes.create(verb=Change.Verb.BRING_PLAYERS, key=key, after=after, **by)


def _added(roster, row):
    for name in (row["short_name"], *row["other_names"].split(",")):
        other = name.strip() and roster.find(name)
        if other:
            raise Wrong(
                _("“%(name)s” is a name of %(player)s already.") % {"name": name.strip(), "player": other}
            )
    guest = row.pop("guest").casefold()
    yes, no = ({*words, *_in_all_languages(words[0])} for words in (YES, NO))
    if guest not in yes | no:
        raise Wrong(_("“%(word)s” says neither that it is a guest nor that it is none.") % {"word": guest})
    return roster.add(**row, is_guest=guest in yes)


def _in_all_languages(text):
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            yield str(text).casefold()


def _rows(text):
    """The lines that hold a player, each with its number: {column: text}."""
    if RECORDS.match(text):
        raise Refused([(0, _("This looks like records of games. Bring them in under “Games”."))])
    delimiter, text = _delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns, found, line = COLUMNS, [], 1
    try:
        for row in reader:
            cells = [unquoted(cell.strip()) for cell in row]
            begun, line = line, reader.line_num + 1
            if not any(cells):
                continue
            if not found and columns is COLUMNS and (header := _header(cells, begun)):
                columns = header
                continue
            if len(found) == MOST_PLAYERS:
                raise Refused(
                    [(0, _("These are more than %(most)s players. Split the file.") % {"most": MOST_PLAYERS})]
                )
            given = dict(zip(columns, cells, strict=False))
            found.append((begun, {name: given.get(name, "") for name in COLUMNS}))
    except csv.Error:
        raise Refused([(line, _("A quotation mark is missing here, or there is one too many."))]) from None
    if not found:
        raise Refused([(0, _("There is nobody in this file."))])
    return found


def _delimiter(text):
    """What stands between cells: what Excel says in a line of its own, or what there is most of in the first
    line that has any; and the text without that line.
    """
    if said := SEPARATOR.match(text):
        return said[1], "\n" + text[said.end() :]
    first = next((line for line in text.splitlines() if any(one in line for one in DELIMITERS)), "")
    return max(DELIMITERS, key=first.count), text


def _header(cells, line):
    """The columns, where this line names them in any language; others are left out."""
    labels = {}
    for column in (*exports.ROSTER, exports.NAME):
        for label in (column.key, column.key.replace("_", " "), *_in_all_languages(column.label)):
            labels[label] = "name" if column is exports.NAME else column.key
    found = [labels.get(cell.casefold(), "") for cell in cells]
    known = [name for name in found if name]
    if len(known) > len(set(known)):
        raise Refused([(line, _("Two columns are called the same here."))])
    if len(known) > 1 and "name" not in known:
        raise Refused([(line, _("This line says what stands where, but not where the name is."))])
    return found if "name" in known else None
