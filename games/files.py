"""Files that people keep."""

import os
import tempfile
from contextlib import contextmanager, suppress

from django.core.management.base import CommandError


@contextmanager
def written_whole(file):
    """A new binary file, for its owner alone, which is there once all of it is written; never half.

    Raises CommandError where there is a file already, or none can be.
    """
    if file.exists():
        raise CommandError(f"{file} is there already. Choose another name, or remove it.")
    try:
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}-", delete=False) as new:
            try:
                yield new
                new.flush()
                os.fsync(new.fileno())
                os.rename(new.name, file)
            finally:
                with suppress(FileNotFoundError):
                    os.unlink(new.name)
    except OSError as error:
        raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
