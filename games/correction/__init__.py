"""Correcting a game: what is proposed, what comes of it, and how the history tells it."""

from .compare import Correction
from .public import corrected
from .sheet import Sheet
from .told import Names, told

__all__ = ["Correction", "Names", "Sheet", "corrected", "told"]
