"""Points as people read them."""

from django import template

from games import words

register = template.Library()

register.filter("points", words.points)
register.filter("signed", words.signed)
register.filter("result", words.result)


@register.filter
def hundreds(number):
    """All but the last two digits of a score: 32,3 of 32,300; and 0, which has no more."""
    return words.points(number)[:-2] if number else "0"


@register.filter
def tail(number):
    """The last two digits of a score, which never decide anything."""
    return words.points(number)[-2:] if number else ""
