"""What was and what will be, beside each other."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pair:
    """What was and what will be, as it is shown; "" where there is nothing."""

    was: str
    now: str

    @classmethod
    def of(cls, values, shown):
        """These two values as `shown` writes them."""
        return cls(*("" if value is None else shown(value) for value in values))

    @property
    def is_changed(self):
        return self.was != self.now
