"""Links to tables as files."""

from urllib.parse import urlencode

from django import template
from django.urls import reverse

from games import exports, formats

register = template.Library()


@register.inclusion_tag("watch/_downloads.html")
def downloads(club, season=None, until=None, minimum=None):
    """All that there is to take away, of the whole club or of a season: each table in each format. Of a
    season as it is shown: up to the day `until`, ranked from the `minimum` of games on.
    """
    name, about = ("season-download", [season.pk]) if season else ("download", [])
    shown = {"until": until, "min": None if season and minimum == season.minimum_games else minimum}
    asked = urlencode({key: value for key, value in shown.items() if value is not None})

    def href(name, *which):
        return reverse(name, args=[club.slug, *about, *which]) + (f"?{asked}" if asked else "")

    return {
        "club": club,
        "until": until,
        "records": href(f"{name}-records"),
        "tables": [
            (label, [(kind, href(name, what, kind)) for kind in formats.KINDS])
            for what, label in exports.names(season).items()
        ],
    }
