"""The demo club's organiser, whom anybody may be who looks around. No other installation has this account."""

from django.conf import settings

EMAIL = "organiser@example.org"
PASSWORD = "anybody at all"  # a secret only where it is not printed on the page


def organiser(club):
    """What signs in as the demo club's organiser: nothing in any other club."""
    if settings.DEMO and club.owners.filter(user__email=EMAIL).exists():
        return {"username": EMAIL, "password": PASSWORD}
    return None
