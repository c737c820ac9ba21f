"""JSON text to values: text may come from anywhere, so nothing in it may harm."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import NoReturn

from .errors import RulesError

DEEPEST = 100  # objects and lists in each other; a record has fewer than ten
_ESCAPED = re.compile(rb"\\.")


def parse(text: str | bytes, kept: bool = True) -> object:
    """The value of a JSON text. Raises RulesError for all that JSON does not have or that may harm: NaN,
    numbers without end, objects in objects without end; and, where the value is to be `kept`, for what a
    database could not: null characters, halves of characters.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value: object = _DECODER.decode(text)
        escapes = text.replace("\\\\", "") if kept else ""
        if "\\u0000" in escapes:
            raise ValueError("a null character")
        if "\\ud" in escapes.lower():
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise RulesError("This cannot be read as JSON.") from None
    return value


def parse_lines(lines: Iterable[bytes]) -> Iterator[object]:
    """The values in a file, of which each is on one line or on several: a RulesError for a broken one.
    After one on several lines that is broken the next line that opens an object is the next to be read.
    """
    lines, again = iter(lines), deque[bytes]()
    held, depth, skipping = list[bytes](), 0, False
    while True:
        line = again.popleft() if again else next(lines, b"")
        if line and (not line.strip() or (skipping and not line.startswith(b"{"))):
            continue
        skipping = False
        if line:
            # Only a text that is closed is parsed, so that a long one is parsed once. One that is never
            # closed shows by an object that opens where none can, or at the end of the file.
            last = held[-1].rstrip() if held else b","
            broken = line.startswith(b"{") and last[-1:] not in b"[:,"
            held.append(line)
            depth += _opened(line)
            if not broken and 0 < depth < DEEPEST:
                continue
        elif not held:
            return
        try:
            value = parse(b"".join(held), kept=False)
        except RulesError as error:
            value = error
            again.extendleft(reversed(held[1:]))
            skipping = len(held) > 1
        held, depth = [], 0
        yield value


def _opened(line: bytes) -> int:
    """How many objects and lists the line opens, less those it closes; far below 0 if a text is cut off."""
    parts = _ESCAPED.sub(b"", line).split(b'"')
    if len(parts) % 2 == 0:
        return -DEEPEST
    outside = b"".join(parts[::2])
    return outside.count(b"{") + outside.count(b"[") - outside.count(b"}") - outside.count(b"]")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError(digits)
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)
