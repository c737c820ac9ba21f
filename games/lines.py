"""Lines that people type: names, reasons, notes."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

# What turns the direction of all that follows, and ends a line. Marks that only say a letter's own
# direction (U+200E, U+200F, U+061C) and joiners (families among the emoji) are part of honest names.
TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
UNSEEN = {"Cc", "Cs", "Zl", "Zp"}


def check_line(text):
    """Refuse characters that are not seen, and change how the page around them reads."""
    if any(unicodedata.category(one) in UNSEEN or unicodedata.bidirectional(one) in TURNING for one in text):
        raise ValidationError(
            _("There is a character in it that cannot be seen. Type it anew instead of copying it.")
        )


class Line(models.CharField):
    """One line of text. To the database it is a CharField."""

    default_validators = [check_line]

    def deconstruct(self):
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


def renamed(text, names, instead):
    """The text with other words instead of these names, whatever their capitals. Where words have no
    spaces between them, as in Japanese, a name of two letters is found in the middle of others too.
    """
    for name in sorted(filter(None, names), key=len, reverse=True):
        alone = len(name) < 2 or name[0] < "\u2e80"
        found = rf"(?<!\w){re.escape(name)}(?!\w)" if alone else re.escape(name)
        text = re.sub(found, lambda _: instead, text, flags=re.IGNORECASE)
    return text
