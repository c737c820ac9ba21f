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
        self.values = {name: _shown(value) for name, value in values.items()}
        self.hand: int | None = None
        super().__init__(message % self.values)

    def in_hand(self, number: int) -> RulesError:
        """The same error, told to be about hand `number`."""
        self.hand = number
        return self

    def __str__(self) -> str:
        sentence = self.message % self.values
        return sentence if self.hand is None else f"hand {self.hand}: {sentence}"


def _shown(value: object) -> str:
    """A value as a sentence can hold it: whatever somebody sent, it is short and can be written."""
    text = str(value).encode(errors="replace").decode()
    return text if len(text) <= 60 else text[:59] + "…"
