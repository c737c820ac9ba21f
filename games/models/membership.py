"""Who organises a club, and how somebody comes to."""

from datetime import timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .change import Change
from .club import Club


class LastOwner(Exception):
    """The club's last owner cannot leave it."""


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

    def end(self, *, by):
        """End it: the person left, or an owner removed them. Raises LastOwner."""
        with transaction.atomic():
            club = Club.objects.select_for_update().get(pk=self.club_id)
            if self.is_owner and club.memberships.filter(role=self.Role.OWNER).count() == 1:
                raise LastOwner
            self.delete()
            club.note(Change.Verb.MEMBER_LEFT, by, before={"member": str(self)})

    def take_role(self, role, *, by):
        """Make an organiser an owner, or the other way round. Raises LastOwner."""
        with transaction.atomic():
            club = Club.objects.select_for_update().get(pk=self.club_id)
            owners = club.memberships.filter(role=self.Role.OWNER)
            if role != self.Role.OWNER and not owners.exclude(pk=self.pk).exists():
                raise LastOwner
            before, self.role = str(self), role
            self.save(update_fields=["role"])
            club.note(Change.Verb.MEMBER_ROLE, by, before={"member": before}, after={"member": str(self)})


class Invitation(models.Model):
    """A link that makes whoever follows it an organiser: once, and within a week."""

    LIFETIME = timedelta(days=7)

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]

    def __str__(self):
        return f"{self.club}, {self.made_at:%Y-%m-%d}"

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
        """The open invitation that a link's token names, None where there is none (any more)."""
        try:
            pk = int(_signer.unsign(token))
        except (BadSignature, ValueError):
            return None
        found = cls.objects.select_related("club").filter(pk=pk).first()
        return found if found and found.is_open else None

    def accept(self, user):
        """Make this person an organiser. Says whether it did: the link may have been used meanwhile."""
        with transaction.atomic():
            mine = Invitation.objects.select_for_update().get(pk=self.pk)
            if not mine.is_open:
                return False
            mine.used_by, mine.used_at = user, timezone.now()
            mine.save(update_fields=["used_by", "used_at"])
            membership, is_new = mine.club.memberships.get_or_create(user=user)
            if is_new:
                mine.club.note(Change.Verb.MEMBER_JOINED, {"user": user}, after={"member": str(membership)})
            return True


_signer = Signer(salt="games.invitation")
