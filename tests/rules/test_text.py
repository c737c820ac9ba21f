"""JSON text from anywhere: whole values, or a sentence."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RulesError, parse, parse_lines
from tests.rules.strategies import texts

BROKEN = [
    "",
    " ",
    "{",
    '{"a": 1',
    "nonsense",
    '{"a": NaN}',
    '{"a": Infinity}',
    '{"a": -Infinity}',
    '{"a": 1e999}',
    "9" * 5_000,
    "[" * 100_000,
    '{"a":' * 100_000,
    '"\\ud800"',
    '{"\\uDFFF": 1}',
    '"\\ud83d"',
    '"a\\u0000b"',
    '"\\\\\\u0000"',
    b"\xff",
    b'"\xed\xa0\x80"',
    '{"a": 1}'.encode("utf-16"),
    "{'a': 1}",
    '{"a": 1,}',
    '{"a": 1} {"b": 2}',
    '"a\nb"',
]


@pytest.mark.parametrize("text", BROKEN, ids=lambda text: repr(text)[:20])
def test_what_cannot_be_read(text):
    with pytest.raises(RulesError, match=r"^This cannot be read as JSON\.$"):
        parse(text)


@pytest.mark.parametrize(("text", "value"), [
    ('{"a": [1, -2.5, true, null, "x"]}', {"a": [1, -2.5, True, None, "x"]}),
    (b'\xef\xbb\xbf{"a": 1}\r\n', {"a": 1}),
    ('"\\ud83c\\udc04"', "🀄"),
    ('"\\uD83C\\uDC04 \\u6771"', "🀄 東"),
    ('"\\\\u0000"', "\\u0000"),
    ('"\\\\ud800"', "\\ud800"),
    ("9" * 4_000, int("9" * 4_000)),
    ("[" * 3 + "]" * 3, [[[]]]),
])  # fmt: skip
def test_what_can(text, value):
    assert parse(text) == value


# --- Files

E = "broken"


def values(text):
    lines = text.encode().splitlines(keepends=True)
    return [E if isinstance(value, RulesError) else value for value in parse_lines(lines)]


@pytest.mark.parametrize(("text", "expected"), [
    ("", []),
    ("\n \n\r\n", []),
    ("1\n2\n", [1, 2]),
    ('{"a": 1}\n\n{"a": 2}', [{"a": 1}, {"a": 2}]),
    ('{"a": 1}\r\n{"a": 2}\r\n', [{"a": 1}, {"a": 2}]),
    ('\ufeff{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
    # One on several lines.
    ('{\n  "a": [\n    1,\n    2\n  ]\n}\n', [{"a": [1, 2]}]),
    ('{\n"a": [\n{\n"b": 1\n},\n{\n"b": 2\n}\n]\n}\n', [{"a": [{"b": 1}, {"b": 2}]}]),
    ('\n{"a":\n{"b": 1}\n}\n', [{"a": {"b": 1}}]),
    ('{"a": 1\n\n,"b": 2\n}', [{"a": 1, "b": 2}]),
    ('{"a": {"b": 1}\n,"c": {"d": 2}\n}', [{"a": {"b": 1}, "c": {"d": 2}}]),
    ('{\n"a": 1\n}\n{\n"a": 2\n}\n', [{"a": 1}, {"a": 2}]),
    # Broken ones; the others are still read.
    ('nonsense\n{"a": 1}\n', [E, {"a": 1}]),
    ('{"a": 1}\nnonsense\n}\n{"a": 2}\n', [{"a": 1}, E, E, {"a": 2}]),
    ('{"a\n{"a": 2}\n', [E, {"a": 2}]),
    ('{"a": \n{"a": 2}\n{"a": 3}\n', [E, {"a": 2}, {"a": 3}]),
    ('{"a": {\n{"a": 2}\n{"a": 3}\n', [E, {"a": 2}, {"a": 3}]),
    ('{"a": [{"b": 1},\n{"a": 2}\n{"a": 3}\n', [E, {"a": 2}, {"a": 3}]),
    ('{"a": 1}\n{"a": \n{"a": 3}', [{"a": 1}, E, {"a": 3}]),
    ('{"a": 1}\n{"a": [1, 2', [{"a": 1}, E]),
    ('{\n  "a": [\n    1,\n    2\n  ]\n', [E]),
    ('{\n  "a": [\n    1\n    2\n  ]\n}\n{"a": 1}', [E, {"a": 1}]),
    ('{"a":\n{\n  "a": 2\n}', [E, {"a": 2}]),
    ('{\n"a": 1,\n{\n  "a": 2\n}\n{\n"a": 3\n}', [E, {"a": 2}, {"a": 3}]),
    ('{"a": "\\"{\n{\n  "a": "\\"}"\n}', [E, {"a": '"}'}]),
    ('[\n{"a": 1},\n{"a": 2}\n]\n{"a": 3}', [[{"a": 1}, {"a": 2}], {"a": 3}]),
    ("{\n" * 5, [E] * 5),
    ("[\n" * 5, [E]),
])  # fmt: skip
def test_values_of_a_file(text, expected):
    assert values(text) == expected


def test_a_line_that_is_not_utf_8_is_a_broken_one():
    lines = [b'{"a": 1}\n', b'{"name": "\xff\xfe"}\n', b'{"a": 2}\n']
    found = list(parse_lines(lines))
    assert [found[0], found[2]] == [{"a": 1}, {"a": 2}]
    assert isinstance(found[1], RulesError)


def test_what_is_only_played_may_hold_what_could_not_be_kept():
    lines = [b'"\\u0000"\n', b'"\\ud800"\n']
    assert list(parse_lines(lines)) == ["\0", "\ud800"]


def test_lines_are_read_as_they_are_asked_for():
    read = []

    def lines():
        for number in range(3):
            read.append(number)
            yield b"{}\n"

    values = parse_lines(lines())
    next(values)
    assert read == [0]


@pytest.mark.parametrize("end", [b"]\n", b""])
def test_a_text_on_many_lines_is_not_parsed_at_each_of_them(end, monkeypatch):
    parsed = []
    monkeypatch.setattr("rules.text.parse", lambda text, **how: parsed.append(text) or parse(text, **how))
    lines = [b"[\n", *[b"{},\n"] * 1_000, b"{}\n", end]
    list(parse_lines(lines))
    assert len(b"".join(parsed)) <= 2 * len(b"".join(lines))


objects = st.dictionaries(texts, st.integers() | st.lists(texts, max_size=2))


@given(st.lists(st.tuples(objects, st.sampled_from([None, 0, 2]))))
def test_objects_are_found_however_they_are_laid_out(laid_out):
    text = "\n".join(json.dumps(data, indent=indent) for data, indent in laid_out)
    assert values(text) == [data for data, _ in laid_out]


@given(st.lists(st.tuples(objects, st.integers(0, 5))))
def test_whatever_is_cut_off_the_other_lines_are_found(cut):
    lines = [json.dumps({"line": number, "data": data}) for number, (data, _) in enumerate(cut)]
    cut_off = [line[:-by] if by else line for line, (_, by) in zip(lines, cut, strict=True)]
    found = [value["line"] for value in values("\n".join(cut_off)) if value != E]
    assert found == [number for number, (_, by) in enumerate(cut) if not by]
