"""What an empty installation's first visit asks beside the owner's account and the club."""

from datetime import date, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import rules

from .models import Season, Table

MOST_TABLES = 40


class FirstSeasonForm(forms.ModelForm):
    """The tables, and the first season. Valid: `add_to` makes them."""

    tables = forms.IntegerField(
        label=_("How many tables?"),
        min_value=1,
        max_value=MOST_TABLES,
        initial=2,
        help_text=_("Each gets a card with a code for its tablet. More can be added at any time."),
    )
    preset = forms.ChoiceField(
        label=_("Rules"),
        choices=list(rules.PRESET_NAMES.items()),
        help_text=_("Each option can be changed later; every game keeps the rules that it began with."),
    )

    class Meta:
        model = Season
        fields = ["name", "starts", "ends"]
        labels = {"name": _("Its name"), "starts": _("First day"), "ends": _("Last day")}
        widgets = {
            name: forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}) for name in ("starts", "ends")
        }

    def __init__(self, *args, **kwargs):
        today = timezone.localdate()
        ends = max(date(today.year, 12, 31), today + timedelta(days=90))
        name = str(today.year) if ends.year == today.year else f"{today.year}/{ends:%y}"
        initial = {"name": name, "starts": today, "ends": ends}
        super().__init__(*args, prefix="season", initial=initial, **kwargs)

    @property
    def season_fields(self):
        return [self[name] for name in ("name", "starts", "ends", "preset")]

    def clean(self):
        data = super().clean()
        if data.get("starts") and data.get("ends") and data["ends"] < data["starts"]:
            self.add_error("ends", _("The last day is before the first."))
        return data

    def add_to(self, club, *, by):
        for _number in range(self.cleaned_data["tables"]):
            Table(club=club).keep(by=by)
        self.instance.club = club
        self.instance.ruleset = rules.ruleset_to_full_json(rules.PRESETS[self.cleaned_data["preset"]])
        self.instance.keep(by=by)


class BringForm(forms.Form):
    """The archive of a club that was somewhere else."""

    archive = forms.FileField(
        label=_("The club's archive"),
        help_text=_("The file that its owner downloaded there."),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
