"""Every fault of tests/data/pitfalls.json has a test that carries `@pytest.mark.pitfall("its id")`."""

import ast
import json
from pathlib import Path

TESTS = Path(__file__).parent

# What belongs to parts that are not built yet: id and part.
LATER = {
    "B54": "unfinished games",
    "B78": "standings",
    "B93": "wake lock",
    "B94": "wake lock",
    "B97": "themes",
}


def known():
    return {pitfall["id"] for pitfall in json.loads((TESTS / "data" / "pitfalls.json").read_text())}


def marked():
    """The ids that are given to the marker, or to a helper of its name that takes one and puts it."""
    for path in TESTS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Attribute(attr="pitfall"), args=arguments):
                    pass
                case ast.Call(func=ast.Name(id="pitfall"), args=[first, *_]):
                    arguments = [first]
                case _:
                    continue
            yield from (argument.value for argument in arguments if isinstance(argument, ast.Constant))


def test_every_pitfall_has_a_test():
    assert known() - set(marked()) - LATER.keys() == set()


def test_only_pitfalls_are_marked():
    assert (set(marked()) | LATER.keys()) - known() == set()


def test_what_has_a_test_is_not_for_later():
    assert set(marked()) & LATER.keys() == set()
