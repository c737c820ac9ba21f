"""The numbers that are told of a player, each worked out in one place from the sums that are kept.

Whole numbers everywhere, so that a page and a file never show 7.8999: tenths of a point, hundredths of a
place, tenths of a percent. None where there is nothing to take a part of. A half goes away from zero.
"""

TWELFTHS = 12  # of a place: shared by two, three or four seats it stays whole
PLACES = ("first", "second", "third", "fourth")


class Figures:
    """What follows from a player's sums (see Total), of one season or of several together.

    A game of which only the final scores were entered is one of the games. It has no hands: nothing that is
    told of hands is a part of games, so it moves none of that.
    """

    @property
    def average(self):
        """Points a game."""
        return part(self.points, self.games)

    @property
    def average_place(self):
        """In hundredths. Who shares 1st and 2nd was in place 1.5."""
        twelfths = sum(place * getattr(self, name) for place, name in enumerate(PLACES, 1))
        return part(100 * twelfths, TWELFTHS * self.games)

    @property
    def places(self):
        """How often in each place, in twelfths."""
        return [getattr(self, name) for name in PLACES]

    @property
    def shares(self):
        """How often in each place, of all games, in tenths of a percent."""
        return [part(1000 * twelfths, TWELFTHS * self.games) for twelfths in self.places]

    @property
    def share_of_firsts(self):
        return self.shares[0]

    @property
    def win(self):
        """Hands won, of all hands played. A chonbo is no hand; an abortive draw and a nagashi mangan are
        hands that nobody won.
        """
        return part(1000 * self.wins, self.hands_played)

    @property
    def deal_in(self):
        """Hands in which the player's tile was won on, of all hands played: one, however many won on it."""
        return part(1000 * self.deal_ins, self.hands_played)

    @property
    def riichi_rate(self):
        """Hands with a riichi that stood, of all hands played: one whose tile was won on did not."""
        return part(1000 * self.riichi, self.hands_played)

    @property
    def tenpai_rate(self):
        """Tenpai, of all exhaustive draws, those by nagashi mangan among them; abortive draws are none."""
        return part(1000 * self.tenpai, self.draws)

    @property
    def average_win(self):
        """Table points for a hand won, without honba and sticks."""
        return part(self.won, self.wins)

    @property
    def average_deal_in(self):
        """Table points paid for dealing in, to all who won on the tile, without honba."""
        return part(self.dealt, self.deal_ins)


def part(sum, count):
    """The sum's part for each of so many, rounded; None for none."""
    if not count:
        return None
    rounded = (2 * abs(sum) + count) // (2 * count)
    return rounded if sum >= 0 else -rounded
