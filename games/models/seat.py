"""Who sat where, and what came of it."""

from django.db import models

import rules
from games import rows


class SeatQuerySet(models.QuerySet):
    def finished(self):
        """Those of games that are over and not cancelled."""
        return self.filter(game__cancelled_at=None).exclude(game__ending="")

    def with_sharing(self):
        """With how many seats share its place (`sharing`), itself among them."""
        equals = Seat.objects.filter(game=models.OuterRef("game"), place=models.OuterRef("place"))
        counted = equals.order_by().values("place").annotate(number=models.Count("pk")).values("number")
        return self.annotate(sharing=models.Subquery(counted))


class Seat(models.Model):
    """A player's seat in a game (0 deals first), and once the game is over its result and counters.

    `points`, `base`, `uma`, `oka` and `other` (yakitori, chonbo, additions) are tenths of a point. The
    counters: `hands` played (a chonbo is none); `wins`, of them `tsumo`, and `won` table points for the
    hands alone; `deal_ins` (one a hand, however many won on it) and `dealt` table points for them;
    `riichi` that stood; exhaustive `draws`, and `tenpai` at them; `yakuman`, counted ones too. `highest` are
    the table points of the best hand won, 0 without one.
    """

    RESULT = ("score", "place", "points", "base", "uma", "oka", "other", "highest")
    COUNTERS = (
        "hands_played",
        "wins",
        "tsumo",
        "won",
        "deal_ins",
        "dealt",
        "riichi",
        "draws",
        "tenpai",
        "yakuman",
    )

    game = models.ForeignKey("Game", models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey("Player", models.PROTECT, related_name="seats")
    score = models.BigIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    points = models.BigIntegerField(null=True)
    base = models.BigIntegerField(null=True)
    uma = models.IntegerField(null=True)
    oka = models.IntegerField(null=True)
    other = models.BigIntegerField(null=True)
    highest = models.BigIntegerField(null=True)
    hands_played = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    tsumo = models.PositiveIntegerField(default=0)
    won = models.PositiveBigIntegerField(default=0)
    deal_ins = models.PositiveIntegerField(default=0)
    dealt = models.PositiveBigIntegerField(default=0)
    riichi = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    tenpai = models.PositiveIntegerField(default=0)
    yakuman = models.PositiveIntegerField(default=0)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["seat"]
        # The best and the worst game of a player, and their best hand, however many they played.
        indexes = [
            models.Index(fields=["player", "points"], name="seats_of_player_by_points"),
            models.Index(fields=["player", "highest"], name="seats_of_player_by_highest"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_in_a_seat"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_for_a_player"),
        ]

    def __str__(self):
        return f"{self.game_id}/{self.seat}"

    @classmethod
    def write(cls, seats, played):
        """Write the results and counters of a game that is over, clear them for one that goes on."""
        for seat in seats:
            seat.take(played)
        rows.update(seats, (*cls.RESULT, *cls.COUNTERS))

    def take(self, played):
        """Take result and counters from the game as played; clear them where it goes on."""
        for name in self.RESULT:
            setattr(self, name, None)
        for name in self.COUNTERS:
            setattr(self, name, 0)
        if not played.ending:
            return
        result = played.results[self.seat]
        for name in ("score", "place", "points", "base", "uma", "oka"):
            setattr(self, name, getattr(result, name))
        self.other = result.yakitori + result.chonbo + result.additions
        self.highest = 0
        for hand in played.hands:
            self._count(hand, played.ruleset)

    def _count(self, hand, ruleset):
        outcome = hand.outcome
        if isinstance(outcome, rules.Chonbo):
            return
        self.hands_played += 1
        self.riichi += self.seat in outcome.riichi
        if isinstance(outcome, rules.ExhaustiveDraw):
            self.draws += 1
            self.tenpai += self.seat in outcome.tenpai
        if won := [win for win in outcome.wins if win.seat == self.seat]:
            self.wins += 1
            self.tsumo += isinstance(outcome, rules.Tsumo)
            points = hand_points(hand, payee=self.seat)
            self.won += points
            self.highest = max(self.highest, points)
            self.yakuman += rules.base_points(ruleset, won[0]) >= rules.YAKUMAN
        if isinstance(outcome, rules.Ron) and outcome.discarder == self.seat:
            self.deal_ins += 1
            self.dealt += hand_points(hand, payer=self.seat)


def hand_points(hand, **side):
    """What a seat got or paid for the hands alone: no honba, no sticks."""
    [(name, seat)] = side.items()
    for_hands = (rules.Reason.HAND, rules.Reason.PAO)
    return sum(
        move.points for move in hand.transfers if move.reason in for_hands and getattr(move, name) == seat
    )
