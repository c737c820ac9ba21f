"""The club's data."""

from .change import Change
from .club import Club, Player, Season
from .game import Game, Stale
from .hand import Hand
from .seat import Seat
from .table import Table

__all__ = ["Change", "Club", "Game", "Hand", "Player", "Season", "Seat", "Stale", "Table"]
