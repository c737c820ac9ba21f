"""Rounds, hands and winds as people call them."""

from django import template

import rules
from games import words

register = template.Library()

register.filter("round_name", words.round_name)
register.filter("hand_name", words.hand_name)
register.filter("hand_code", words.hand_code)


@register.filter
def round_kanji(state):
    """東2局."""
    return f"{words.KANJI[rules.WINDS[state.wind]]}{state.dealer + 1}局"


@register.filter
def counted(count, kind):
    """2 honba, 1 stick."""
    return words.part_name(kind, count)


@register.inclusion_tag("watch/_wind.html")
def wind(letter, tall=False):
    """A seat's wind as a small tile; a tall one shows its kanji above the letter."""
    return {"letter": letter, "kanji": words.KANJI[letter], "name": words.WIND_NAMES[letter], "tall": tall}
