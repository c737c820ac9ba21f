"""Moments that people type, by the club's clock."""

from datetime import UTC

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

EARLIEST = 1970  # year
SHAPE = "%Y-%m-%dT%H:%M"


class MomentField(forms.DateTimeField):
    """A minute that has been, as the clocks of this time zone show it."""

    widget = forms.DateTimeInput(format=SHAPE, attrs={"type": "datetime-local"})

    def __init__(self, zone, **kwargs):
        super().__init__(input_formats=[SHAPE, f"{SHAPE}:%S"], **kwargs)
        self.zone = zone

    def prepare_value(self, value):
        return value.astimezone(self.zone).strftime(SHAPE) if hasattr(value, "astimezone") else value

    def to_python(self, value):
        moment = super().to_python(value)
        if moment is None:
            return None
        if not EARLIEST <= moment.year < 9999:
            raise forms.ValidationError(_("This year cannot be right."))
        moment = moment.replace(tzinfo=self.zone).astimezone(UTC)
        if moment > timezone.now():
            raise forms.ValidationError(_("This has not been yet. Choose a day and a time before now."))
        return moment
