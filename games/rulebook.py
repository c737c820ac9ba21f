"""A ruleset in words: every option, by chapter, and what differs from its preset."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext, pgettext

import rules

from . import words


@dataclass(frozen=True)
class Line:
    """An option as somebody reads it: its value, in a line or several, and the preset's where it differs."""

    key: str
    label: str
    help: str
    values: list[str]
    usual: list[str]


def chapters(ruleset):
    """All options of a ruleset, by chapter: (title, lines)."""
    return [(gettext(title), [_line(ruleset, key) for key in keys]) for title, keys in rules.CHAPTERS.items()]


def differences(ruleset):
    """The options that are not as in the preset."""
    return [line for _, lines in chapters(ruleset) for line in lines if line.usual]


def _line(ruleset, key):
    option, preset = rules.OPTIONS[key], rules.PRESETS[ruleset.preset]
    values = _values(ruleset, key)
    is_usual = getattr(ruleset, key) == getattr(preset, key)
    return Line(
        key,
        gettext(option.label),
        gettext(option.help) if option.help else "",
        values,
        [] if is_usual else _values(preset, key),
    )


def _values(ruleset, key):
    option, value = rules.OPTIONS[key], getattr(ruleset, key)
    match option.kind:
        case "choice":
            return [gettext(option.choices[value])]
        case "flag":
            return [pgettext("option", "Yes") if value else pgettext("option", "No")]
        case "points":
            return [words.points(value)]
        case "minutes":
            return [_minutes(value)]
        case "uma":
            return _uma(ruleset)
        case "list":
            value = ruleset.playable_aborts if key == "abortive_draws" else value
            return [gettext(option.choices[choice]) for choice in option.choices if choice in value] or [
                pgettext("options", "None")
            ]
    raise NotImplementedError(option.kind)


def _minutes(value):
    if value is None:
        return pgettext("time limit", "None")
    return ngettext("%(count)s minute", "%(count)s minutes", value) % {"count": value}


def _uma(ruleset):
    """The uma by place; a floating one in a line for each number of players at the return points."""
    if len(ruleset.uma) == 1:
        return [_by_place(ruleset.uma[0])]
    return [
        gettext("%(count)s at %(points)s: %(uma)s")
        % {"count": count, "points": words.points(ruleset.return_points), "uma": _by_place(row)}
        for count, row in enumerate(ruleset.uma)
    ]


def _by_place(row):
    return " / ".join(words.result(figure) for figure in row)
