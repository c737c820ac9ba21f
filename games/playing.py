"""The tables of a club as they are followed from elsewhere: which are shown, and how each stands."""

from dataclasses import dataclass

from . import log, records, words

TAGGED = ("number", "version", "riichi", "is_time_called")


def tag(games):
    """Another one whenever there is something new to show of these games."""
    return ".".join(
        f"{game.number}-{game.version}-{''.join(map(str, game.riichi))}{'t' * game.is_time_called}"
        for game in games
    )


@dataclass(frozen=True)
class Board:
    """A table's game: how it stands, or what its seats took home."""

    game: object

    @property
    def state(self):
        return self.game.state

    @property
    def standings(self):
        return log.standings(self.game)

    @property
    def last(self):
        return log.last(self.game)

    @property
    def results(self):
        return log.results(self.game)

    @property
    def over(self):
        return words.why_over(self.game, records.reason(self.game))


def boards(games):
    """The boards of these games, which come by number: of each table the one that it plays, or else the last
    one, by tables; games without a table after them.
    """
    latest = {}
    for game in sorted(games, key=lambda game: not game.is_over):
        latest[game.table_id or -game.pk] = Board(game)

    def place(board):
        return board.game.table.number if board.game.table else float("inf"), board.game.number

    return sorted(latest.values(), key=place)
