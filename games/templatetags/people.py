"""What pages ask about the person who reads them."""

from django import template

register = template.Library()

ROOM = 20  # letters


@register.filter
def organises(user, club):
    """Whether they may open the organisers' pages of this club."""
    return bool(club) and user.is_authenticated and user.organises(club)


@register.filter
def on_screen(player):
    """A name as it is read from across a room: the short one where the whole one is long."""
    name = player.public_name
    return name if len(name) <= ROOM else player.shown
