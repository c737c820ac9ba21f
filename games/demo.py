"""The demo club's organiser, whom anybody may be who looks around. No other installation has this account."""

from django.conf import settings
from django.utils.crypto import salted_hmac

EMAIL = "organiser@example.org"


def password():
    """Of this installation alone: a demo's database that is served as a club's opens to nobody."""
    return salted_hmac("games.demo", EMAIL).hexdigest()


def organiser(club):
    """What signs in as the demo club's organiser: nothing in any other club."""
    if settings.DEMO and club.owners.filter(user__email=EMAIL).exists():
        return {"username": EMAIL, "password": password()}
    return None
