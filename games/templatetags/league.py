"""What the league's pages write."""

from django import template

from games import words
from games.charts import share
from games.models.figures import TWELFTHS

register = template.Library()

register.filter("tenths", words.tenths)
register.filter("hundredths", words.hundredths)


@register.filter
def whole(tenths):
    """A round number of points: +200 of 2000 tenths."""
    return words.signed(tenths // 10)


ROOM = 0.07  # of the bar, for a number


@register.inclusion_tag("league/_places.html")
def places(figures, big=False):
    """How often in each place, as a bar of parts."""
    counts = figures.places
    total, before, parts = sum(counts) or 1, 0, []
    for place, count in enumerate(counts, 1):
        width = count / total
        parts.append(
            {
                "place": place,
                "name": words.PLACES[place],
                "count": times(count),
                "x": share(100 * before),
                "width": share(100 * width),
                "middle": share(100 * (before + width / 2)),
                "has_room": width >= ROOM,
            }
        )
        before += width
    return {"parts": parts, "big": big}


def times(twelfths):
    """How often: 3, or 2.5 where a place was shared."""
    whole, rest = divmod(twelfths, TWELFTHS)
    return words.rounded(twelfths / TWELFTHS, 2).rstrip("0") if rest else str(whole)
