"""The forms of files that are brought in."""

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from . import imports


class FileForm(forms.Form):
    """A file; sent twice, it is read once."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)


class PlayersFileForm(FileForm):
    file = forms.FileField(label=_("File"), widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv"}))

    def bring(self, club, *, by):
        data = self.cleaned_data
        return imports.bring_players(club, data["file"], by=by, key=data["key"])


class GamesFileForm(FileForm):
    file = forms.FileField(
        label=_("File"), widget=forms.FileInput(attrs={"accept": ".json,.jsonl,.txt,application/json"})
    )
    unknown = forms.ChoiceField(
        label=_("Names that nobody has here"),
        choices=[
            (imports.MEMBERS, _("become new players")),
            (imports.GUESTS, _("become guests")),
            (imports.NOBODY, _("are refused")),
        ],
    )
    day = forms.DateField(
        label=_("Day of games that do not say theirs"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )

    def bring(self, club, *, by):
        data = self.cleaned_data
        more = {"key": data["key"], "unknown": data["unknown"], "day": data["day"]}
        return imports.bring_games(club, data["file"], by=by, **more)
