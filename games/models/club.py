"""A club: its people and its seasons."""

from zoneinfo import ZoneInfo

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from games import addresses
from games.lines import Line
from games.names import folded, in_order, initials, is_nearly, joined

from .change import Change
from .forgetting import rub_out, with_reasons
from .kept import Kept
from .user import User


class Club(models.Model):
    """A club; everything else belongs to one, and no club sees into another."""

    name = Line(_("name"), max_length=80)
    slug = models.SlugField(
        _("address"),
        unique=True,
        validators=[addresses.check_free],
        error_messages={"unique": _("Another club has this address. Choose another one.")},
    )
    time_zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    language = models.CharField(_("language"), max_length=5, default="en")
    is_public = models.BooleanField(_("public"), default=True)
    games_begun = models.PositiveIntegerField(default=0, editable=False)
    has_ratings = models.BooleanField(_("ratings"), default=True)
    results_version = models.PositiveBigIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name

    @classmethod
    def found(cls, owner, key=None, **fields):
        """Found a club; this person is its owner. The same key returns the same club."""
        from .membership import Membership

        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=owner.pk)
            if done := cls.founded_by(key):
                return done
            club = cls.objects.create(**fields)
            club.memberships.create(user=owner, role=Membership.Role.OWNER)
            club.note(Change.Verb.FOUND, {"user": owner}, after={"name": club.name}, key=key)
        return club

    @classmethod
    def founded_by(cls, key):
        """The club that was founded by the form of this key, None where none was."""
        return key and cls.objects.filter(changes__verb=Change.Verb.FOUND, changes__key=key).first()

    @classmethod
    def free_address(cls, name):
        """An address for a club of this name that no club has."""
        word = addresses.suggested(name)
        taken = set(cls.objects.filter(slug__startswith=word).values_list("slug", flat=True))
        numbered = (f"{word}-{number}" for number in range(2, len(taken) + 3))
        return word if word not in taken else next(slug for slug in numbered if slug not in taken)

    def locked(self):
        """The club as it is now; nobody else who locks it goes on before this transaction has ended."""
        return type(self).objects.select_for_update(no_key=True).get(pk=self.pk)

    def note(self, verb, by, **what):
        """Write down in the club's history what was done, and by whom."""
        Change.objects.create(club=self, verb=verb, **by, **what)

    def show_ratings(self, wanted, *, by):
        """Show ratings beside the standings, or do not."""
        with transaction.atomic():
            if type(self).objects.filter(pk=self.pk).exclude(has_ratings=wanted).update(has_ratings=wanted):
                told = {"before": {"has_ratings": not wanted}, "after": {"has_ratings": wanted}}
                self.note(Change.Verb.CHANGE_CLUB, by, **told)

    @property
    def owners(self):
        """The memberships of those who decide who organises."""
        return self.memberships.filter(role="owner")

    @property
    def open_invitations(self):
        """The links that still make somebody an organiser."""
        from .membership import Invitation

        since = timezone.now() - Invitation.LIFETIME
        return self.invitations.filter(used_at=None, made_at__gt=since).select_related("made_by")

    def invite(self, note="", *, by):
        """Make a link by which one person becomes an organiser."""
        with transaction.atomic():
            invitation = self.invitations.create(note=note, made_by=by["user"])
            self.note(Change.Verb.INVITE, by, after={"invitation": str(invitation)})
        return invitation

    def day_of(self, moment):
        """The club's local day of a moment: what games are filed under."""
        return moment.astimezone(ZoneInfo(self.time_zone)).date()

    @property
    def today(self):
        """The day that it is where the club plays."""
        return self.day_of(timezone.now())

    @property
    def current_season(self):
        """The season of today, None between seasons."""
        today = self.today
        return self.seasons.filter(starts__lte=today, ends__gte=today).first()

    @property
    def shown_season(self):
        """The season of today, or between seasons the latest that has begun; None before the first."""
        today = self.today
        return self.current_season or self.seasons.filter(starts__lte=today).first()

    def recent_players(self, most=16):
        """Those who played last, the latest first."""
        latest = self.games.order_by("-started_at", "-number").values("pk")[:40]
        players = self.players.filter(is_retired=False, seats__game__in=latest)
        players = players.annotate(last=models.Max("seats__game__started_at")).order_by("-last", "pk")[:most]
        return sorted(players.by_name(), key=lambda player: player.last, reverse=True)

    @cached_property
    def hidden_players(self):
        """Those whose names the public does not see, also where somebody typed them."""
        return list(self.players.filter(is_hidden=True))

    @property
    def rules_on_offer(self):
        """The rulesets that games and seasons may begin with, by a word for each: the season's first,
        then the club's own, then the presets.
        """
        season = self.current_season
        offers = {"season": season.rules} if season else {}
        offers |= {f"own-{own.pk}": own.rules for own in self.rulesets.all()}
        return offers | rules.PRESETS

    def namesakes(self, names):
        """The players who go by one of these names, however they are written."""
        wanted = {joined(name) for name in names}
        return [player for player in self.players.here() if wanted & {joined(name) for name in player.names}]

    def lookalikes(self, names, *, besides=None):
        """The players who go by one of these names or nearly: its words in another order, or a letter in
        ten another one.
        """
        return [
            player
            for player in self.players.here().exclude(pk=besides).by_name()
            if any(is_nearly(name, own) for name in names for own in player.names)
        ]

    def find_players(self, text):
        """The players with all these words in their names; all for no words."""
        words = folded(text).split()
        players = self.players.here().annotate(games=models.Count("seats")).by_name()
        return [player for player in players if all(word in folded(" ".join(player.names)) for word in words)]

    def listed_players(self, text):
        """The players whom anybody may find by all these words, with their games of all seasons; a hidden
        name is found by its initials alone.
        """
        words = folded(text).split()
        players = self.players.here().annotate(games=models.Sum("totals__games", default=0))
        return [
            player
            for player in players.by_public_name()
            if all(word in folded(" ".join(player.public_names)) for word in words)
        ]

    def known(self, name):
        """The player of this name or short name, or the only one who goes by it however it is written; None
        where nobody does. Somebody who was merged is found as who stayed.
        """
        of_name = self.players.filter(Q(name__iexact=name) | Q(short_name__iexact=name))
        if here := of_name.here().order_by("pk").first():
            return here
        if len(namesakes := self.namesakes([name])) == 1:
            return namesakes[0]
        return next((one.itself for one in of_name.exclude(merged_into=None).order_by("pk")), None)

    def person(self, name, is_guest=False):
        """The player of this name or short name; somebody new where nobody has it."""
        return self.known(name) or self.players.create(name=name, is_guest=is_guest)


class PlayerQuerySet(models.QuerySet):
    def here(self):
        """Those who are somebody of their own: neither forgotten nor merged into another one."""
        return self.filter(is_forgotten=False, merged_into=None)

    def by_name(self):
        """All of them, in the order in which people look names up: no database's own."""
        return sorted(self, key=lambda player: in_order(str(player)))

    def by_public_name(self):
        """The same for anybody: the place of a hidden name must not tell it."""
        return sorted(self, key=lambda player: (in_order(player.public_name), player.pk))


class Player(Kept):
    """A person who plays at the club. Guests play, and are not ranked. `merged_into` is who they were
    found to be; their row stays, because the history names it (see Merge).

    Names stand in these rows alone, never in the history: so a person can be forgotten.
    """

    ADD, CHANGE = Change.Verb.ADD_PLAYER, Change.Verb.CHANGE_PLAYER
    NOTED = ("is_guest", "is_hidden", "is_retired")
    UNTOLD = ("name", "short_name", "other_names")
    SHORT = 20  # characters of a name where there is little room

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = Line(_("name"), max_length=60)
    short_name = Line(_("short name"), max_length=SHORT, blank=True)
    other_names = Line(_("other names"), max_length=500, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_retired = models.BooleanField(_("retired"), default=False)
    is_hidden = models.BooleanField(_("name hidden from the public"), default=False)
    is_forgotten = models.BooleanField(default=False, editable=False)
    merged_into = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, editable=False, related_name="merged"
    )

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"],
                condition=models.Q(is_forgotten=False, merged_into=None),
                name="one_player_of_a_name_in_a_club",
            )
        ]

    def __str__(self):
        return gettext("former member") if self.is_forgotten else self.name

    @property
    def itself(self):
        """Who this is: the player whom they were merged into, or they themselves."""
        return self.merged_into.itself if self.merged_into_id else self

    @property
    def short(self):
        """The name where there is little room, as the table and organisers see it."""
        return self.short_name or Truncator(str(self)).chars(self.SHORT)

    @property
    def public_name(self):
        """The name as anybody may see it: initials where it is hidden."""
        return self._initials if self.is_hidden else str(self)

    @property
    def shown(self):
        """The same where there is little room."""
        return self._initials if self.is_hidden else self.short

    @property
    def _initials(self):
        return initials(str(self))

    @property
    def called(self):
        return None

    @property
    def names(self):
        """All names that this person goes by."""
        others = (name.strip() for name in self.other_names.split(","))
        return [name for name in (self.name, self.short_name, *others) if name]

    @property
    def public_names(self):
        """Those that anybody may see."""
        return [self.public_name] if self.is_hidden else self.names

    def keep(self, *, by, key=None):
        with transaction.atomic():
            self.club.locked()  # before the person, as a merge does
            here = type(self).objects.select_for_update(no_key=True).filter(pk=self.pk).first()
            if not (here and (here.is_forgotten or here.merged_into_id)):  # the names must not come back
                super().keep(by=by, key=key)

    def forget(self, *, by):
        """Forget who this was, everywhere and for good; the results stay. Twice is once."""
        with transaction.atomic():
            list(with_reasons(self.club).values_list("pk"))  # before the person, as a merge does
            if type(self).objects.select_for_update(no_key=True).get(pk=self.pk).is_forgotten:
                return
            names = self.names
            self.name = self.short_name = self.other_names = ""
            self.is_forgotten = self.is_retired = True
            self.is_hidden = False
            self.save()
            rub_out(self, names)
            for player in self.merged.all():
                player.forget(by=by)
            self.club.note(Change.Verb.FORGET_PLAYER, by, after={"player": self.pk})


class SeasonQuerySet(models.QuerySet):
    def with_games(self):
        """With the number of their games that count, the latest first."""
        played = models.Count("games", filter=Q(games__cancelled_at=None))
        return self.annotate(games_played=played).order_by("-starts")


class Season(Kept):
    """Some months of games under one ruleset; days are the club's local days, both included."""

    ADD, CHANGE = Change.Verb.ADD_SEASON, Change.Verb.CHANGE_SEASON
    NOTED = ("name", "starts", "ends", "minimum_games")
    UNTOLD = ("ruleset",)

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    name = Line(_("name"), max_length=80)
    starts = models.DateField(_("first day"))
    ends = models.DateField(_("last day"))
    ruleset = models.JSONField(_("ruleset"))
    minimum_games = models.PositiveIntegerField(_("minimum games"), default=0)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ["-starts"]

    def __str__(self):
        return self.name

    @property
    def rules(self):
        """The ruleset that games of this season begin with."""
        return rules.ruleset_from_full_json(self.ruleset)

    @property
    def outside(self):
        """Its games that were played on other days, before its days were changed: they count all the same."""
        return self.games.counted().exclude(day__range=(self.starts, self.ends))
