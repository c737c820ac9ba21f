"""A file that somebody sent, and what came of its lines."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

LARGEST = 8 * 2**20  # bytes; two thousand games are two million


@dataclass
class Report:
    """What came of the lines of a file: (line, what) where `what` is a game or a player, or why not."""

    taken: list = field(default_factory=list)
    here: list = field(default_factory=list)
    refused: list = field(default_factory=list)

    def noted(self, told):
        """As the history keeps it."""
        return {name: [[line, told(one)] for line, one in getattr(self, name)] for name in ("taken", "here")}


class Refused(Exception):
    """Something of the file is wrong, so nothing of it was taken in: its `report` says what."""

    def __init__(self, refused):
        super().__init__()
        self.report = Report(refused=refused)


class Wrong(Exception):
    """What is wrong with one line, in words."""


def text_of(file):
    """The text of a file that somebody sent."""
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Refused([(0, _("The file is too large. Split it."))])
    try:
        # Spreadsheets write UTF-16 where they say "Unicode text".
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        raise Refused([(0, _("This is no text in UTF-8. Save it as “CSV UTF-8” or as JSON."))]) from None
    if not text.strip():
        raise Refused([(0, _("The file is empty."))])
    return text


def locked(club, key):
    """The club, and what was brought with this key already, None for nothing."""
    club = club.locked()
    return club, key and club.changes.filter(key=key).first()
