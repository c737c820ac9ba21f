"""A correction that somebody was faster than: the same changes, done to what is recorded now."""

import json
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import zip_longest

from games.facts import Facts, facts_at


def since(game, version):
    """What was recorded of the game when it had this version, None where its history does not reach so
    far; and what was done since. Whatever is done to a game makes one version and one line of its history.
    """
    changes = list(game.changes.values_list("pk", flat=True))
    later = changes[-(game.version - version) :] if version < game.version else []
    known = game.changes.exclude(pk__in=later)
    first = known.first()
    base = facts_at(known) if first and "players" in (first.after or {}) else None
    return base, game.changes.filter(pk__in=later)


def rebase(draft, base, current):
    """What the draft changes of `base`, done to `current`; and whether both had changed the same things,
    and the draft's were taken.
    """
    taken, clash = {}, False
    for name in Facts.__dataclass_fields__:
        mine, was, theirs = (getattr(facts, name) for facts in (draft, base, current))
        if mine == was:
            taken[name] = theirs
        elif theirs in (was, mine):
            taken[name] = mine
        elif name == "hands" and (both := _both(mine, was, theirs)):
            taken[name] = both
        else:
            taken[name], clash = mine, True
    return replace(draft, **taken), clash


def _both(mine, was, theirs):
    """The hands with two changes of them, each in its own part; None where the parts overlap."""
    first, last, changed = _part(was, mine)
    their_first, their_last, their_changed = _part(was, theirs)
    if last <= their_first:
        return was[:first] + changed + was[last:their_first] + their_changed + was[their_last:]
    if their_last <= first:
        return was[:their_first] + their_changed + was[their_last:first] + changed + was[last:]
    return None


def _part(was, now):
    """Which part of the hands is another one, and what it is now."""
    first, rest = ends(was, now)
    return first, len(was) - rest, now[first : len(now) - rest]


def pairs(before, after):
    """The hands of two facts beside each other: their numbers, None where one has none."""
    was, now = ([json.dumps(hand, sort_keys=True) for hand, _ in facts.hands] for facts in (before, after))
    return [
        pair
        for _, first, last, other_first, other_last in SequenceMatcher(
            None, was, now, autojunk=False
        ).get_opcodes()
        for pair in zip_longest(range(first + 1, last + 1), range(other_first + 1, other_last + 1))
    ]


def ends(was, now):
    """How many hands are the same at the beginning, and how many at the end."""
    most = min(len(was), len(now))
    first = next((i for i in range(most) if was[i] != now[i]), most)
    rest = next((i for i in range(most - first) if was[-1 - i] != now[-1 - i]), most - first)
    return first, rest
