"""Whether everything on the board has its room: looked at as fingers and eyes find it."""

from pathlib import Path

FAULTS = Path(__file__).with_name("fit.js").read_text()


def faults(page):
    """What lies on something else, is cut off, or is too small to be tapped."""
    return page.evaluate(FAULTS)
