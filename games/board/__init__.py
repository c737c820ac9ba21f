"""What the table's board shows: a game as it stands, and the hand that is being entered.

It decides no rule and computes no payment; it puts what `rules` says where the templates look for it.
"""

from .board import Board
from .tag import holds

__all__ = ["Board", "holds"]
