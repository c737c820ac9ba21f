"""The first field that is wrong has the focus when its page is shown again, wherever on it the field is."""

from django.forms.boundfield import BoundField
from django.forms.renderers import DjangoTemplates


class FocusedField(BoundField):
    """A field as a form shows it."""

    def build_widget_attrs(self, attrs, widget=None):
        attrs = super().build_widget_attrs(attrs, widget)
        if self.form.is_bound and self.name == first_wrong(self.form):
            attrs["autofocus"] = True
        return attrs


def first_wrong(form):
    """The name of the first field with an error that a person can type in or choose from."""
    wrong = (name for name in form.fields if name in form.errors)
    return next((name for name in wrong if not form[name].is_hidden and not form[name].use_fieldset), None)


class Renderer(DjangoTemplates):
    """Shows every form's fields so."""

    bound_field_class = FocusedField
