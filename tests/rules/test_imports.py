"""Who imports whom: rules knows the standard library and itself; nothing looks inside rules."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def imports(path):
    """The modules that a file imports, as written with the leading dots counted out: (level, name)."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""


def python_files(*folders):
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def name_of(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", python_files("rules"), ids=name_of)
def test_rules_imports_only_the_standard_library_and_itself(path):
    for level, name in imports(path):
        assert level == 1 or (level == 0 and name.split(".")[0] in sys.stdlib_module_names), name


@pytest.mark.parametrize("path", python_files("games", "clubscore", "tests"), ids=name_of)
def test_nothing_imports_deeper_than_rules(path):
    for level, name in imports(path):
        assert level or not name.startswith("rules."), name


def test_all_that_rules_names_is_there():
    import rules

    assert len(set(rules.__all__)) == len(rules.__all__)
    assert all(hasattr(rules, name) for name in rules.__all__)
