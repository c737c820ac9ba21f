"""The organiser's forms: games, tables, players, seasons."""

import uuid

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

import rules

from .forms import EndForm, KeyForm, RulesField
from .lines import check_line
from .models import Club, Player, Season, Table


class CancelForm(EndForm):
    """Why a game is cancelled."""

    reason = forms.CharField(
        label=_("Why is it cancelled?"),
        max_length=200,
        validators=[check_line],
        error_messages={"required": _("Say in a few words why this game does not count.")},
    )


class KeptForm(forms.ModelForm):
    """Something of the club, new or changed; sent twice, it is kept once."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)

    def keep(self, *, by):
        self.instance.keep(by=by, key=self.cleaned_data["key"])


class TableForm(KeptForm):
    class Meta:
        model = Table
        fields = ["name"]
        labels = {"name": _("Name")}
        help_texts = {"name": _("Such as “Window” or “Back room”. Without one the table goes by its number.")}


class PlayerForm(KeptForm):
    """A person. Who may be known already is asked about once: `similar`, and `anyway`."""

    anyway = forms.BooleanField(label=_("This is somebody else"), required=False)

    class Meta:
        model = Player
        fields = ["name", "short_name", "other_names", "is_guest", "is_hidden", "is_retired"]
        labels = {
            "name": _("Name"),
            "short_name": _("Short name"),
            "other_names": _("Other names"),
            "is_guest": _("Guest"),
            "is_hidden": _("Hide the name"),
            "is_retired": _("Retired"),
        }
        help_texts = {
            "short_name": _("For places with little room, such as a chart or a phone."),
            "other_names": _("How people may look for them at the table: 健, Ken N. Commas between them."),
            "is_guest": _("Plays, and is not ranked."),
            "is_hidden": _("Public pages show initials. The tables and you see the name."),
            "is_retired": _("Is not offered at the tables any more. Nothing else changes."),
        }

    similar = ()

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if self.instance.pk is None:
            del self.fields["is_retired"]

    def clean_name(self):
        name = self.cleaned_data["name"]
        others = self.instance.club.players.here().filter(name=name)
        if others.exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(
                _("There is a player of this name. Add something that tells the two apart.")
            )
        return name

    def clean(self):
        data = super().clean()
        if self.errors or data.get("anyway"):
            return data
        names = [data["name"], data["short_name"], *data["other_names"].split(",")]
        new = {name.strip() for name in names} - {"", *self.instance.names}
        self.similar = self.instance.club.lookalikes(new, besides=self.instance.pk)
        if self.similar:
            self.add_error(None, _("Somebody goes by one of these names already, or nearly."))
        return data


class SeasonForm(KeptForm):
    """Some months under one ruleset; the seasons of a club have no day in common."""

    rules = RulesField(label=_("Rules"), help_text=_("Games that have begun keep theirs."))

    class Meta:
        model = Season
        fields = ["name", "starts", "ends", "minimum_games"]
        labels = {
            "name": _("Name"),
            "starts": _("First day"),
            "ends": _("Last day"),
            "minimum_games": _("Minimum games"),
        }
        help_texts = {"minimum_games": _("Who played fewer is listed without a rank. 0 ranks everybody.")}
        widgets = {
            name: forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}) for name in ("starts", "ends")
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        season = self.instance
        kept = {"kept": season.rules} if season.pk else {}
        self.fields["rules"].offer(kept | season.club.rules_on_offer, label=self._label)
        self.order_fields(["key", "name", "starts", "ends", "rules", "minimum_games"])

    @staticmethod
    def _label(key, ruleset):
        return _("As until now: %(rules)s") % {"rules": ruleset.title} if key == "kept" else ruleset.title

    def clean(self):
        data = super().clean()
        starts, ends = data.get("starts"), data.get("ends")
        if starts and ends and starts > ends:
            self.add_error("ends", _("The last day is before the first."))
        elif starts and ends:
            self._check_overlap(starts, ends)
        if "rules" in data:
            self.instance.ruleset = rules.ruleset_to_full_json(data["rules"])
        return data

    def _check_overlap(self, starts, ends):
        others = self.instance.club.seasons.filter(starts__lte=ends, ends__gte=starts)
        other = others.exclude(pk=self.instance.pk).first()
        if other:
            shape = pgettext("date format", "j F Y")
            first, last = (date_format(day, shape) for day in (other.starts, other.ends))
            days = {"season": other, "first": first, "last": last}
            self.add_error(
                "starts",
                _("“%(season)s” (%(first)s to %(last)s) has some of these days. Change its days or these.")
                % days,
            )


class FilingForm(KeyForm):
    """Which of the games that lie in a season's days it takes in. Where there is no choice, the page carries
    what it told of: others may come meanwhile, or go.
    """

    which = forms.ChoiceField(label=_("Which of them?"), widget=forms.RadioSelect)

    def __init__(self, season, stray, *args, **kwargs):
        which = "fitting" if stray.fitting else "all"
        super().__init__(*args, initial={"key": uuid.uuid4(), "which": which}, **kwargs)
        if not (stray.fitting and stray.others):
            self.fields["which"].widget = forms.HiddenInput()
        told = {"rules": season.rules.title, "fitting": stray.fitting, "all": stray.games}
        self.fields["which"].choices = [
            ("fitting", _("Those that were played by its rules (%(rules)s): %(fitting)s") % told),
            ("all", _("All, also those by other rules: %(all)s") % told),
        ]

    @property
    def with_others(self):
        return self.cleaned_data["which"] == "all"


class RatingsForm(forms.ModelForm):
    """Whether a club wants ratings."""

    class Meta:
        model = Club
        fields = ["has_ratings"]
        labels = {"has_ratings": _("Show ratings beside the standings")}
        help_texts = {
            "has_ratings": _(
                "How strong each player is, judged by whom they placed before and behind (OpenSkill). Points"
                " stay as they are."
            )
        }

    def keep(self, *, by):
        self.instance.show_ratings(self.cleaned_data["has_ratings"], by=by)
