"""What pages ask about the person who reads them."""

from django import template

register = template.Library()


@register.filter
def organises(user, club):
    """Whether they may open the organisers' pages of this club."""
    return bool(club) and user.is_authenticated and user.organises(club)
