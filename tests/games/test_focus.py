"""Where the focus is when a form is shown again."""

import pytest
from django import forms

FULL = {"name": "Aiko", "how": "a", "many": "3", "why": "because"}


class Form(forms.Form):
    name = forms.CharField()
    key = forms.CharField(widget=forms.HiddenInput, required=False)
    how = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)
    many = forms.IntegerField()
    why = forms.CharField(widget=forms.Textarea)


def focused(form):
    return [field.name for field in form if "autofocus" in str(field)]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({}, []),
        ({"name": ""}, ["name"]),
        ({"many": "three", "why": ""}, ["many"]),
        ({"how": "c"}, []),  # one of several ticks
        ({"how": "c", "why": ""}, ["why"]),
    ],
)
def test_the_first_wrong_field_has_the_focus(wrong, expected):
    assert focused(Form(FULL | wrong)) == expected


def test_a_form_that_was_not_sent_leaves_the_focus_alone():
    assert focused(Form()) == focused(Form(initial=FULL)) == []
