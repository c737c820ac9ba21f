"""Whole games that servers recorded, and single situations, come to what was recorded (tests/data)."""

import json
from pathlib import Path

import pytest

from rules import RulesError, game_to_json, parse_lines, record_from_json

DATA = Path(__file__).parent.parent / "data"


def cases(name):
    with (DATA / name).open("rb") as lines:
        return list(parse_lines(lines))


def answer(record):
    try:
        return json.loads(json.dumps(game_to_json(record_from_json(record).play())))
    except RulesError as error:
        return {"error": str(error)}


def differences(got, expected):
    """What is not as recorded, in words."""
    if "error" in expected or "error" in got:
        return [] if ("error" in expected) == ("error" in got) else [got.get("error", "not refused")]
    found = [
        f"hand {number} {key}: {hand[key]}, not {value}"
        for key in ("before", "deltas")
        for number, (hand, value) in enumerate(zip(got["hands"], expected.get(key, ()), strict=False), 1)
        if hand[key] != value
    ]
    after = got["hands"][-1]["after"] if got["hands"] else {}
    if "before" in expected and len(got["hands"]) != len(expected["before"]):
        found.append(f"{len(got['hands'])} hands")
    if "ended" in expected:
        ended = got["ended"] if isinstance(expected["ended"], str) else bool(got["ended"])
        if ended != expected["ended"]:
            found.append(f"ended: {got['ended']}, not {expected['ended']}")
    if "last_scores" in expected and after["scores"] != expected["last_scores"]:
        found.append(f"last scores: {after['scores']}, not {expected['last_scores']}")
    for name, part in (("after", after), ("final", got["final"] or {})):
        found += [
            f"{name} {key}: {part.get(key)}, not {value}"
            for key, value in expected.get(name, {}).items()
            if part.get(key) != value
        ]
    return found


@pytest.mark.parametrize(("name", "count"), [
    ("real_games.jsonl", 300),
    ("real_games_sanma.jsonl", 60),
    ("cases.jsonl", 185),
    ("options.jsonl", 53),
])  # fmt: skip
def test_all_is_as_recorded(name, count):
    found = {case["id"]: differences(answer(case["record"]), case["expected"]) for case in cases(name)}
    assert len(found) == count
    assert {key: value for key, value in found.items() if value} == {}
