"""One hand of a game, as it was reported."""

from django.db import models
from django.utils import timezone
from django.utils.functional import cached_property

import rules


class Hand(models.Model):
    """One hand, `number` from 1: what the table reported, as a record's hand, and nothing derived."""

    game = models.ForeignKey("Game", models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    facts = models.JSONField()
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_hand_of_a_number_in_a_game")
        ]

    def __str__(self):
        return f"{self.game_id}/{self.number}"

    @cached_property
    def outcome(self):
        return rules.outcome_from_json(self.facts)
