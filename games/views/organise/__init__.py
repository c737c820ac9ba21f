"""The organiser's pages: a club's games, tables, players, seasons and rulesets, and what was done."""

from . import games, history, players, rulesets, seasons, start, tables

__all__ = ["games", "history", "players", "rulesets", "seasons", "start", "tables"]
