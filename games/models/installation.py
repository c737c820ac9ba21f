"""An installation before its first club: whoever has its setup code founds that, and nobody else."""

import base64

from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from .club import Club
from .user import User


class AlreadyFounded(Exception):
    """There is a club: somebody else was first."""


def is_empty():
    """Whether there is no club yet."""
    return not Club.objects.exists()


def setup_code():
    """The code that `manage.py start` prints; made from the secret key, so that all servers have the same."""
    letters = base64.b32encode(salted_hmac("games.setup", "code").digest()).decode().lower()
    return "-".join(letters[i : i + 4] for i in (0, 4, 8))


def is_setup_code(text):
    """Whether this is the code, however it was typed."""
    plain = "".join(text.lower().split()).replace("-", "")
    return constant_time_compare(plain, setup_code().replace("-", ""))


def found(club, *, owner, tables=0, season=None):
    """Found the first club, with `tables` tables and a season. `owner` is a user, or the fields of one.

    Raises AlreadyFounded.
    """
    with transaction.atomic():
        lock_while_empty()
        owner = take_in(owner)
        club = Club.found(owner, **club)
        for number in range(1, tables + 1):
            club.tables.create(number=number)
        if season:
            club.seasons.create(**season)
    return club


def lock_while_empty():
    """Let nobody else found the first club until this transaction ends. Raises AlreadyFounded."""
    # There is no row of a club to lock yet; the one that stands for the kind is always there.
    ContentType.objects.select_for_update().get(app_label="games", model="club")
    if not is_empty():
        raise AlreadyFounded


def take_in(owner):
    """The user, made now from the fields of one where nobody is signed in."""
    return owner if isinstance(owner, User) else User.objects.create_user(**owner)
