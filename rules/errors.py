"""The one error of the rules."""

from __future__ import annotations


class RulesError(ValueError):
    """Something that the rules do not allow, in a sentence that a player may read.

    `message` is the sentence with named places, `values` what goes into them: kept apart so that a
    translation can be looked up by the message. `hand` is the number of the hand (from 1) that it is
    about, None where it is about no hand.
    """

    def __init__(self, message: str, **values: object) -> None:
        self.message = message
        self.values = values
        self.hand: int | None = None
        super().__init__(message % values)

    def in_hand(self, number: int) -> RulesError:
        """The same error, told to be about hand `number`."""
        self.hand = number
        return self

    def __str__(self) -> str:
        sentence = self.message % self.values
        return sentence if self.hand is None else f"hand {self.hand}: {sentence}"
