"""JSON text to values: text may come from anywhere, so nothing in it may harm."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import NoReturn

from .errors import RulesError


def parse(text: str | bytes) -> object:
    """The value of a JSON text. Raises RulesError for all that JSON does not have or that could not be
    kept: NaN, numbers without end, objects in objects without end, halves of characters.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value: object = _DECODER.decode(text)
        escapes = text.replace("\\\\", "")
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
    lines, again, held, skipping = iter(lines), deque[bytes](), list[bytes](), False
    while True:
        line = again.popleft() if again else next(lines, b"")
        if line and (not line.strip() or (skipping and not line.startswith(b"{"))):
            continue
        skipping = False
        if line:
            held.append(line)
            # Only such a line can tell whether the text is whole or broken; others go on with it.
            if len(held) > 1 and not (line.startswith(b"{") or line.rstrip().endswith(b"}")):
                continue
        elif not held:
            return
        text = b"".join(held)
        try:
            value = parse(text)
        except RulesError as error:
            if line and _is_open(text):
                continue
            value = error
            again.extendleft(reversed(held[1:]))
            skipping = len(held) > 1
        held = []
        yield value


def _is_open(text: bytes) -> bool:
    """Whether the text is right as far as it goes."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return not error.doc[error.pos :].strip()
    except (ValueError, RecursionError):
        return False
    return False


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError(digits)
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)
