"""The organiser's pages: a club's games, tables, players, seasons and rulesets, and what was done."""

from . import bring, enter, games, history, merge, players, rulesets, seasons, start, tables

__all__ = ["bring", "enter", "games", "history", "merge", "players", "rulesets", "seasons", "start", "tables"]
