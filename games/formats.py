"""Sheets as files: CSV, XLSX and JSON, each written row by row, however many there are.

What people typed stays text in every program: a name that begins as a formula does is none, and 007 is no 7.
"""

import csv
import io
import json
import re
import tempfile
from datetime import date, datetime
from decimal import Decimal
from itertools import chain, islice

from django.http import FileResponse, StreamingHttpResponse
from django.utils import translation
from django.utils.formats import get_format
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font

BOM = "\ufeff"
FORMULA = tuple("=+-@\t\r\n＝＋－＠")  # what a formula begins with in one spreadsheet or another
# What a CSV's reader would make something else of has digits and no letters, as 007, 1/2 and 2026-1 have;
# or is 1e5. A plain number, such as 2026, stays what it is.
LETTER = re.compile(r"[^\W\d_]")
PLAIN = re.compile(r"0|[1-9]\d{0,14}", re.ASCII)
POWER = re.compile(r"\d+e\d+", re.IGNORECASE)
QUOTE = "'"
AT_ONCE = 100  # rows
MOST = 1_000_000  # rows of a page of a workbook


def answer(sheet, kind, stem, about):
    """The sheet as a file to keep, `about` what it is of; None for a kind that there is not."""
    if kind not in KINDS:
        return None
    # It is read after the request has ended, and its language with it.
    response = KINDS[kind](sheet, translation.get_language(), about)
    response["Content-Disposition"] = f'attachment; filename="{stem}.{kind}"'
    return response


def _csv(sheet, language, about):
    return StreamingHttpResponse(csv_lines(sheet, language), content_type="text/csv; charset=utf-8")


def csv_lines(sheet, language=None):
    """As CSV for spreadsheets, in pieces: UTF-8 with its mark, without which Excel garbles it."""
    with translation.override(language or translation.get_language()):
        header = [str(column.label) for column in sheet.columns]
        # Spreadsheets read a file as their country writes numbers: where 7,9 is one, ; is between cells.
        point = get_format("DECIMAL_SEPARATOR")
        delimiter = ";" if point == "," else ","
        yield BOM
        for rows in _batched(chain([header], sheet.values())):
            text = io.StringIO()
            writer = csv.writer(text, delimiter=delimiter)
            writer.writerows([_plain(value, point) for value in row] for row in rows)
            yield text.getvalue()


def _plain(value, point):
    match value:
        case None:
            return ""
        case bool():
            return _yes_or_no(value)
        case Decimal():
            return str(value).replace(".", point)
        case datetime():
            return value.isoformat(sep=" ", timespec="minutes")
        case str() if _is_misread(value):
            return QUOTE + value
    return value


def _is_misread(text):
    """Whether a spreadsheet would make something else of this text of a CSV, and so of its quoted self."""
    text = text.lstrip(QUOTE)
    if text.startswith(FORMULA) or POWER.fullmatch(text):
        return True
    return any(map(str.isdigit, text)) and not LETTER.search(text) and not PLAIN.fullmatch(text)


def _yes_or_no(value):
    return pgettext("option", "yes") if value else pgettext("option", "no")


def _batched(rows):
    """So many at a time."""
    while some := list(islice(rows, AT_ONCE)):
        yield some


def unquoted(text):
    """A text of a CSV without what keeps it text."""
    return text[1:] if text.startswith(QUOTE) and _is_misread(text) else text


def _json(sheet, language, about):
    return StreamingHttpResponse(json_lines(sheet, language, about), content_type="application/json")


def json_lines(sheet, language=None, about=None):
    """As one JSON object, in pieces: `about`, and the rows, each an object of the columns' keys."""
    with translation.override(language or translation.get_language()):
        head = json.dumps({**(about or {}), "table": sheet.name}, ensure_ascii=False)
        yield head[:-1] + ', "rows": ['
        keys, between = [column.key for column in sheet.columns], "\n"
        for rows in _batched(sheet.values()):
            texts = [
                json.dumps(dict(zip(keys, row, strict=True)), default=_bare, ensure_ascii=False)
                for row in rows
            ]
            yield between + ",\n".join(texts)
            between = ",\n"
        yield "\n]}\n"


def _bare(value):
    return float(value) if isinstance(value, Decimal) else value.isoformat()


def lines(values, stem):
    """Values as JSON Lines, to keep."""
    texts = (
        "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in some)
        for some in _batched(iter(values))
    )
    response = StreamingHttpResponse(texts, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{stem}.jsonl"'
    return response


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _xlsx(sheet, language, about):
    file = tempfile.TemporaryFile()  # noqa: SIM115  the response closes it
    with translation.override(language):
        write_xlsx(sheet, file)
    file.seek(0)
    return FileResponse(file, content_type=XLSX)


def write_xlsx(sheet, file):
    """As a workbook, with further pages where one is not enough."""
    book, rows, number = Workbook(write_only=True), iter(sheet.values()), 0
    while number == 0 or (rows := _rest(rows)):
        number += 1
        page = book.create_sheet(str(sheet.title) + (f" {number}" if number > 1 else ""))
        page.freeze_panes = "B2"
        for i, column in enumerate(sheet.columns):
            page.column_dimensions[_letter(i)].width = max(10, len(str(column.label)) + 2)
        bold = [WriteOnlyCell(page, str(column.label)) for column in sheet.columns]
        for cell in bold:
            cell.font = Font(bold=True)
        page.append(bold)
        for row in islice(rows, MOST):
            page.append([_cell(page, value) for value in row])
    book.save(file)


def _rest(rows):
    """What is left to be read, None where nothing is."""
    first = next(rows, None)
    return None if first is None else chain([first], rows)


def _letter(number):
    return chr(ord("A") + number) if number < 26 else _letter(number // 26 - 1) + _letter(number % 26)


def _cell(page, value):
    if isinstance(value, bool):
        value = _yes_or_no(value)
    if isinstance(value, str):
        cell = WriteOnlyCell(page, ILLEGAL_CHARACTERS_RE.sub("", value))
        cell.data_type, cell.quotePrefix = "s", value.startswith(FORMULA)
        return cell
    cell = WriteOnlyCell(page, value)
    if isinstance(value, Decimal):
        cell.number_format = "0." + "0" * -value.as_tuple().exponent
    elif isinstance(value, datetime):
        cell.number_format = "yyyy-mm-dd hh:mm"
    elif isinstance(value, date):
        cell.number_format = "yyyy-mm-dd"
    return cell


KINDS = {"csv": _csv, "xlsx": _xlsx, "json": _json}
