"""The club's data."""

from .change import Change
from .club import Club, Player, Season
from .evening import Evening
from .filing import CannotGiveBack, Filing
from .game import Game, Stale, StillPlaying
from .hand import Hand
from .membership import Closed, Invitation, LastOwner, Membership
from .merge import CannotMerge, Merge
from .ratings import Ratings
from .ruleset import Ruleset
from .seat import Seat
from .table import Table
from .total import Total
from .user import User

__all__ = [
    "CannotGiveBack",
    "CannotMerge",
    "Change",
    "Closed",
    "Club",
    "Evening",
    "Filing",
    "Game",
    "Hand",
    "Invitation",
    "LastOwner",
    "Membership",
    "Merge",
    "Player",
    "Ratings",
    "Ruleset",
    "Season",
    "Seat",
    "Stale",
    "StillPlaying",
    "Table",
    "Total",
    "User",
]
