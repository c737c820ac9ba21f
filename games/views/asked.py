"""What an address asks for, as far as it can be read."""

from datetime import date


def a_number(text, default=None):
    """A number that an address may have."""
    return int(text) if text and text.isdecimal() and len(text) < 10 else default


def a_day(text):
    """A day that an address may have, None where it has none."""
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None
