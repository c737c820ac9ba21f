"""A person with an account: whoever organises a club. Players need none."""

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.lines import Line


def _plain(email):
    return email.strip().lower()


class UserManager(BaseUserManager):
    def create_user(self, email, password=None, **fields):
        user = self.model(email=email, **fields)
        user.set_password(password)
        user.save()
        return user

    def create_superuser(self, email, password=None, **fields):
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, email):
        return self.get(email=_plain(email))


class User(AbstractUser):
    """Signs in with an email address, whatever its capitals."""

    username = first_name = last_name = None
    email = models.EmailField(
        _("email address"),
        unique=True,
        error_messages={"unique": _("Somebody with this email address has an account already.")},
    )
    name = Line(_("name"), max_length=60, blank=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = []

    objects = UserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self):
        return self.name or self.email

    @property
    def parts(self):
        """Their memberships, each with how many `owners` its club has."""
        owners = models.Count("club__memberships", filter=models.Q(club__memberships__role="owner"))
        return self.memberships.select_related("club").annotate(owners=owners).order_by("club__name")

    def part_in(self, club):
        """Their membership of a club, None where they have none."""
        return self.memberships.filter(club=club).first()

    def organises(self, club):
        """Whether they may open the organisers' pages of a club."""
        return self.is_superuser or club.pk in self._organised

    @cached_property
    def _organised(self):
        """The numbers of their clubs: a page asks more than once."""
        return set(self.memberships.values_list("club", flat=True))

    def clean(self):
        self.email = _plain(self.email)

    def save(self, *args, **kwargs):
        self.email = _plain(self.email)
        super().save(*args, **kwargs)

    def get_full_name(self):
        return str(self)

    get_short_name = get_full_name
