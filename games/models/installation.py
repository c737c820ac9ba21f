"""An installation before its first club: whoever has its setup code founds that, and nobody else."""

import base64
from contextlib import contextmanager

from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from .club import Club


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


@contextmanager
def founding():
    """A transaction in which nobody else founds the first club. Raises AlreadyFounded."""
    with transaction.atomic():
        # There is no row of a club to lock yet; the one that stands for the kind is always there.
        ContentType.objects.select_for_update().get(app_label="games", model="club")
        if not is_empty():
            raise AlreadyFounded
        yield
