"""Who organises a club, and how somebody comes to."""

from datetime import timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.lines import Line

from .change import Change
from .club import Club


class LastOwner(Exception):
    """The club's last owner cannot leave it."""


class Closed(Exception):
    """An invitation was used or withdrawn, or is too old."""


class Membership(models.Model):
    """A person's part in a club: owners decide who organises, organisers do the rest."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANISER = "organiser", _("organiser")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.ORGANISER)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_part_of_a_person_in_a_club")
        ]

    def __str__(self):
        return f"{self.user}, {self.get_role_display()}"

    @property
    def is_owner(self):
        return self.role == self.Role.OWNER

    @property
    def is_last_owner(self):
        """Whether the club would have no owner without this one."""
        return self.is_owner and not self.club.owners.exclude(pk=self.pk).exists()

    def end(self, *, by):
        """End it: the person left, or an owner removed them. Raises LastOwner."""
        with transaction.atomic():
            if mine := self._locked():
                if mine.is_last_owner:
                    raise LastOwner
                mine.delete()
                mine.club.note(Change.Verb.MEMBER_LEFT, by, before={"member": str(mine)})

    def take_role(self, role, *, by):
        """Make an organiser an owner, or the other way round. Raises LastOwner."""
        with transaction.atomic():
            mine = self._locked()
            if mine is None or mine.role == role:
                return
            if mine.is_last_owner:
                raise LastOwner
            before, mine.role = str(mine), role
            mine.save(update_fields=["role"])
            mine.club.note(
                Change.Verb.MEMBER_ROLE, by, before={"member": before}, after={"member": str(mine)}
            )

    def _locked(self):
        """The same as it is now, while nobody else changes who organises the club; None where it ended."""
        club = Club.objects.select_for_update(no_key=True).get(pk=self.club_id)
        return club.memberships.select_related("club", "user").filter(pk=self.pk).first()


class Invitation(models.Model):
    """A link that makes whoever follows it an organiser: once, and within a week."""

    LIFETIME = timedelta(days=7)

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    note = Line(_("for whom"), max_length=60, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]

    def __str__(self):
        return self.note or f"{self.made_at:%Y-%m-%d}"

    @property
    def token(self):
        """The signed secret of its link."""
        return _signer.sign(str(self.pk))

    @property
    def expires_at(self):
        return self.made_at + self.LIFETIME

    @property
    def is_open(self):
        return self.used_at is None and timezone.now() < self.expires_at

    @classmethod
    def of_token(cls, token):
        """The invitation that a link's token names, open or not; None where there is none (any more)."""
        try:
            pk = int(_signer.unsign(token))
        except (BadSignature, ValueError):
            return None
        return cls.objects.select_related("club", "made_by").filter(pk=pk).first()

    def accept(self, user):
        """Make this person an organiser; somebody who is one already does not use it up. Raises Closed."""
        with transaction.atomic():
            mine = Invitation.objects.select_for_update(no_key=True).filter(pk=self.pk).first()
            if self.club.memberships.filter(user=user).exists():
                return
            if mine is None or not mine.is_open:
                raise Closed
            mine.used_by, mine.used_at = user, timezone.now()
            mine.save(update_fields=["used_by", "used_at"])
            membership = self.club.memberships.create(user=user)
            self.club.note(Change.Verb.MEMBER_JOINED, {"user": user}, after={"member": str(membership)})

    def withdraw(self, *, by):
        """Make its link stop at once."""
        with transaction.atomic():
            if self.delete()[0]:
                self.club.note(Change.Verb.WITHDRAW_INVITATION, by, before={"invitation": str(self)})


_signer = Signer(salt="games.invitation")
