"""Links to tables as files."""

from django import template
from django.urls import reverse

from games import exports, formats

register = template.Library()


@register.inclusion_tag("watch/_downloads.html")
def downloads(club, season=None):
    """All that there is to take away, of the whole club or of a season: each table in each format."""
    name, about = ("season-download", [season.pk]) if season else ("download", [])
    return {
        "club": club,
        "records": reverse(f"{name}-records", args=[club.slug, *about]),
        "tables": [
            (label, [(kind, reverse(name, args=[club.slug, *about, what, kind])) for kind in formats.KINDS])
            for what, label in exports.names(season).items()
        ],
    }
