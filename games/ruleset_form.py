"""The form of a ruleset, made from the options' own labels, help and choices."""

import re
import uuid
from dataclasses import replace

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules

from . import words
from .lines import check_line

_FIGURE = re.compile(r"([+\-−]?)([0-9]{1,5})(?:[.,]([0-9])0*)?")

FIXED = ("players",)  # decided by what the ruleset is made from


class UmaInput(forms.Widget):
    """Figures by place, or, floating, a row of them for each number of players at the return points.

    Shows a ruleset's uma, or a dictionary of what was typed.
    """

    use_fieldset = True
    input_type = "uma"

    def __init__(self, players):
        super().__init__()
        self.players = players

    def value_from_datadict(self, data, files, name):
        def row(stem):
            return [data.get(f"{stem}-{place}", "") for place in range(self.players)]

        return {
            "floating": f"{name}-floating" in data,
            "fixed": row(name),
            "rows": [row(f"{name}-{count}") for count in range(self.players + 1)],
        }

    def value_omitted_from_data(self, data, files, name):
        return False

    def render(self, name, value, attrs=None, renderer=None):
        typed = value if isinstance(value, dict) else self._typed(value)
        context = {"name": name, "typed": typed, "places": list(words.PLACES.values())[: self.players]}
        return render_to_string("organise/_uma.html", context | {"attrs": attrs or {}})

    def _typed(self, uma):
        rows = [[f"{figure / 10:g}" for figure in row] for row in uma]
        if len(rows) > 1:
            return {"floating": True, "fixed": [""] * self.players, "rows": rows}
        return {"floating": False, "fixed": rows[0], "rows": [rows[0]] * (self.players + 1)}


class UmaField(forms.Field):
    """A ruleset's uma, in tenths."""

    def __init__(self, players, **kwargs):
        super().__init__(widget=UmaInput(players), required=False, **kwargs)

    def to_python(self, value):
        rows = value["rows"] if value["floating"] else [value["fixed"]]
        return tuple(tuple(self._tenths(text) for text in row) for row in rows)

    def _tenths(self, text):
        match = _FIGURE.fullmatch(text.strip())
        if not match:
            raise forms.ValidationError(_("Each place needs a number such as 15 or −7.5."))
        sign, whole, tenth = match.groups()
        tenths = int(whole) * 10 + int(tenth or 0)
        return -tenths if sign in ("-", "−") else tenths


class RulesetForm(forms.Form):
    """Options changed from `base`, under a name. Valid: `rules`."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)
    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        validators=[check_line],
        help_text=_("As the tables will show it."),
    )

    def __init__(self, own, base, *args, **kwargs):
        self.own, self.base = own, base
        super().__init__(*args, initial={"name": own.name}, **kwargs)
        for keys in rules.CHAPTERS.values():
            for key in keys:
                if key not in FIXED:
                    self.fields[key] = self._field(rules.OPTIONS[key], getattr(base, key))

    def _field(self, option, value):
        common = {"label": gettext(option.label), "help_text": gettext(option.help) if option.help else ""}
        choices = [(choice, gettext(name)) for choice, name in option.choices.items()]
        match option.kind:
            case "choice":
                return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, initial=value, **common)
            case "flag":
                return forms.BooleanField(required=False, initial=value, **common)
            case "list":
                ticks = forms.CheckboxSelectMultiple
                return forms.MultipleChoiceField(
                    choices=choices, widget=ticks, required=False, initial=value, **common
                )
            case "points":
                step = forms.NumberInput(attrs={"step": 100})
                return forms.IntegerField(
                    min_value=0, max_value=rules.LARGEST, widget=step, initial=value, **common
                )
            case "minutes":
                return forms.IntegerField(
                    min_value=1, max_value=rules.LARGEST, required=False, initial=value, **common
                )
            case "uma":
                return UmaField(self.base.players, initial=value, **common)
        raise NotImplementedError(option.kind)

    @property
    def chapters(self):
        """The questions as they are asked: (title, fields)."""
        return [
            (gettext(title), [self[key] for key in keys if key in self.fields])
            for title, keys in rules.CHAPTERS.items()
        ]

    def clean_name(self):
        name = self.cleaned_data["name"]
        if name in rules.PRESET_NAMES.values():
            raise forms.ValidationError(_("A preset has this name. Give your rules one of their own."))
        if self.own.club.rulesets.filter(name=name).exclude(pk=self.own.pk).exists():
            raise forms.ValidationError(_("Another ruleset has this name."))
        return name

    def clean(self):
        data = self.cleaned_data
        if self.errors:
            return
        changed = {key: _of_kind(key, data[key]) for key in self.fields if key in rules.OPTIONS}
        try:
            self.rules = replace(self.base, **changed)
        except rules.RulesError as refusal:
            self.add_error(self._about(refusal), words.error(refusal))

    def _about(self, refusal):
        """The question that a refusal names, None where it names none."""
        named = refusal.values.get("option")
        return next(
            (key for key in self.fields if key in rules.OPTIONS and rules.OPTIONS[key].label == named), None
        )

    def keep(self, *, by):
        """Save the ruleset under its name."""
        self.own.name, self.own.ruleset = self.rules.name, rules.ruleset_to_full_json(self.rules)
        self.own.keep(by=by, key=self.cleaned_data["key"])


def _of_kind(key, value):
    """A form's value as the ruleset has it."""
    return tuple(value) if rules.OPTIONS[key].kind == "list" else value
