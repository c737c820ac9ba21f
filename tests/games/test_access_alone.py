"""The loaders of games/access.py are the only way to rows: what the source says."""

import ast
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).resolve().parents[2]
MANAGERS = {"objects", "_default_manager", "_base_manager"}

AT_HOME = ("games/models/", "games/migrations/", "games/management/commands/")
MAY = {
    "games/access.py": "it is the way",
    "games/standings.py": "the queries of the league's pages, about a club that was loaded",
    "games/ratings.py": "replays the games of a club that was loaded",
    "games/career.py": "the queries of a player's page, about a player that was loaded",
    "games/archive.py": "reads and makes whole clubs; its views load the club, or found it",
    "games/backup.py": "commands alone use it",
}

# Class methods that find or make rows: views use them through access.py and forms.
FINDERS = {"of_token", "found_by", "founded_by", "begin"}


def sources():
    for folder in ("games", "clubscore"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            name = str(file.relative_to(ROOT))
            yield name, ast.parse(file.read_text())


def managers(tree):
    """The lines on which a model's manager is reached, by `getattr` and by shortcuts too."""
    models = {model.__name__ for model in apps.get_app_config("games").get_models()}
    for node in ast.walk(tree):
        if _named(node) in MANAGERS:
            yield node.lineno
        elif isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "id", "")
            if (
                called in ("get_object_or_404", "get_list_or_404")
                and getattr(node.args[0], "id", "") in models
            ):
                yield node.lineno


def _named(node):
    """The attribute that a piece of source reaches for, also by its name in quotes."""
    match node:
        case ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return name


def test_no_manager_is_used_elsewhere():
    found = [
        f"{name}:{line}"
        for name, tree in sources()
        if not name.startswith(AT_HOME) and name not in MAY
        for line in managers(tree)
    ]
    assert not found, "load rows through games/access.py, or ask the model"


def test_views_find_rows_through_access_alone():
    found = [
        f"{name}:{node.lineno}"
        for name, tree in sources()
        if name.startswith("games/views/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in FINDERS
        if getattr(node.func.value, "id", "") in {"Club", "Game", "Invitation", "Table"}
    ]
    assert not found


def test_no_sql_is_written_by_hand_in_views_and_forms():
    found = [
        f"{name}:{node.lineno}"
        for name, tree in sources()
        if name.startswith("games/views/") or name.endswith("forms.py")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in {"raw", "extra", "cursor", "execute", "RawSQL"}
    ]
    assert not found


@pytest.mark.parametrize("name", [name for name in MAY if (ROOT / name).exists()])
def test_who_may_needs_it(name):
    """The list of exceptions does not outlive its reasons."""
    assert list(managers(ast.parse((ROOT / name).read_text())))
