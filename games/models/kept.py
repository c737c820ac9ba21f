"""What organisers add to a club and change: players, tables, seasons, rulesets."""

from django.db import models, transaction


class Kept(models.Model):
    """Something of a club; what is added or changed goes into the club's history.

    `ADD` and `CHANGE` are the verbs of the history. It holds the old and new values of the fields of
    `NOTED`; of the `UNTOLD` ones only that they changed.
    """

    NOTED = ("name",)
    UNTOLD = ()

    class Meta:
        abstract = True

    def keep(self, *, by, key=None):
        """Save it, new or changed, and note it in the history. The same key does nothing twice."""
        with transaction.atomic():
            club = type(self.club).objects.select_for_update(no_key=True).get(pk=self.club_id)
            if key and club.changes.filter(key=key).exists():
                return
            before = type(self).objects.filter(pk=self.pk).first()
            changed = [name for name in self.noted() if before and self._differs(before, name)]
            if before is None:
                self.fill_in()
                self.save()
            elif changed:  # and only that: the rest may have changed meanwhile
                self.save(update_fields=changed)
            if before is None or changed:
                verb = self.verb_of(before, changed)
                club.note(verb, by, key=key, before=before and before.told(changed), after=self.told(changed))

    def fill_in(self):
        """Give a new one what only the club knows; its row is locked."""

    def verb_of(self, before, changed):
        """The history's word for what is done; `before` is None for a new one."""
        return self.CHANGE if before else self.ADD

    @classmethod
    def noted(cls):
        return (*cls.NOTED, *cls.UNTOLD)

    @property
    def called(self):
        """What the history calls it."""
        return str(self)

    def told(self, changed=()):
        """What the history tells of it."""
        told = {name: _plain(getattr(self, name)) if name in self.NOTED else None for name in changed}
        return {self._meta.model_name: self.pk, "called": self.called, **told}

    def _differs(self, other, name):
        return getattr(self, name) != getattr(other, name)


def _plain(value):
    """A value as JSON has it."""
    return value.isoformat() if hasattr(value, "isoformat") else value
