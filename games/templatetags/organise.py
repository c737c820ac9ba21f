"""What the organiser's pages need."""

import uuid

from django import template
from django.urls import reverse

register = template.Library()


@register.inclusion_tag("organise/_tab.html", takes_context=True)
def tab(context, name, label, stem):
    """A tab that leads to the page `name`; it is the current one on all pages with `stem` in their name."""
    here = context["request"].resolver_match.url_name
    return {
        "address": reverse(name, args=[context["club"].slug]),
        "label": label,
        "is_here": here == name,
        "is_within": stem in here.removeprefix("organise-") if stem else False,
    }


@register.simple_tag
def new_key():
    """A key for a form: sent twice, it does its thing once."""
    return uuid.uuid4()
