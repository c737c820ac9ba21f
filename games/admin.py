"""The administrators' pages: they see every row, and change people, clubs and what clubs plan with.

Games change through the verbs of `Game` alone: their rows, seats, hands and history are only shown here.
"""

from axes.models import AccessFailureLog, AccessLog
from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _

import rules

from . import words
from .account_forms import time_zones
from .models import (
    Change,
    Club,
    Game,
    Hand,
    Invitation,
    Membership,
    Player,
    Ruleset,
    Season,
    Seat,
    Table,
    User,
)

admin.site.site_header = admin.site.site_title = "clubscore"
admin.site.index_title = _("Administration")
admin.site.unregister([Group, AccessFailureLog, AccessLog])  # not used


class Facts:
    """Only shown."""

    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


class Kept:
    """Not deleted where games hang on it: it is retired instead."""

    def has_delete_permission(self, request, obj=None):
        return obj is not None and not obj.games.exists() and super().has_delete_permission(request, obj)


class RulesetForm(forms.ModelForm):
    """Rules as JSON, which must be rules."""

    def clean_ruleset(self):
        try:
            return rules.ruleset_to_full_json(rules.ruleset_from_json(self.cleaned_data["ruleset"]))
        except rules.RulesError as refusal:
            raise forms.ValidationError(words.error(refusal)) from None


class ClubForm(forms.ModelForm):
    """What a club's pages could not be shown with is not to be chosen."""

    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


class PartInline(admin.TabularInline):
    model = Membership
    fields = ["club", "user", "role"]
    raw_id_fields = ["club", "user"]
    extra = 0


class SeatInline(Facts, admin.TabularInline):
    model = Seat
    fields = ["seat", "player", "score", "place", "points"]


class HandInline(Facts, admin.TabularInline):
    model = Hand
    fields = ["number", "facts", "recorded_at"]


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ["email", "name", "is_active", "is_superuser", "last_login", "date_joined"]
    list_filter = ["is_superuser", "is_active", "memberships__club"]
    search_fields = ["email", "name"]
    ordering = ["email"]
    filter_horizontal = []
    fieldsets = [
        (None, {"fields": ["email", "name", "password"]}),
        (_("Rights"), {"fields": ["is_active", "is_staff", "is_superuser"]}),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]
    readonly_fields = ["last_login", "date_joined"]
    add_fieldsets = [(None, {"fields": ["email", "name", "usable_password", "password1", "password2"]})]
    form = type(
        "PersonForm", (UserChangeForm,), {"Meta": type("Meta", (), {"model": User, "fields": "__all__"})}
    )
    add_form = AdminUserCreationForm
    inlines = [PartInline]


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    form = ClubForm
    list_display = ["name", "slug", "is_public", "language", "time_zone", "games_begun"]
    list_filter = ["is_public", "language"]
    search_fields = ["name", "slug"]
    readonly_fields = ["games_begun"]
    inlines = [PartInline]


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    list_display = ["user", "club", "role", "since"]
    list_filter = ["role", "club"]
    list_select_related = ["user", "club"]
    search_fields = ["user__email", "user__name", "club__name"]
    raw_id_fields = ["user", "club"]


@admin.register(Invitation)
class InvitationAdmin(admin.ModelAdmin):
    """Made by owners; here one is seen, and can be deleted."""

    list_display = ["club", "note", "made_by", "made_at", "used_by", "used_at"]
    list_filter = ["club"]
    list_select_related = ["club", "made_by", "used_by"]
    search_fields = ["note", "club__name", "made_by__email", "used_by__email"]
    date_hierarchy = "made_at"
    has_add_permission = Facts.has_add_permission
    has_change_permission = Facts.has_change_permission


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ["name", "short_name", "other_names", "club", "is_guest", "is_retired", "is_hidden"]
    list_filter = ["club", "is_guest", "is_retired", "is_hidden", "is_forgotten"]
    list_select_related = ["club"]
    search_fields = ["name", "short_name", "other_names"]
    readonly_fields = ["is_forgotten"]
    raw_id_fields = ["club"]


@admin.register(Table)
class TableAdmin(Kept, admin.ModelAdmin):
    list_display = ["__str__", "number", "club", "is_retired", "edition"]
    list_filter = ["club", "is_retired"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]
    readonly_fields = ["edition"]
    raw_id_fields = ["club"]


@admin.register(Season)
class SeasonAdmin(Kept, admin.ModelAdmin):
    form = RulesetForm
    list_display = ["name", "club", "starts", "ends", "minimum_games"]
    list_filter = ["club"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]
    date_hierarchy = "starts"
    raw_id_fields = ["club"]


@admin.register(Ruleset)
class RulesetAdmin(admin.ModelAdmin):
    form = RulesetForm
    list_display = ["name", "club"]
    list_filter = ["club"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]
    raw_id_fields = ["club"]


@admin.register(Game)
class GameAdmin(Facts, admin.ModelAdmin):
    list_display = ["number", "club", "table", "season", "day", "ending", "ended_early", "cancelled_at"]
    list_filter = ["club", "ending", "season"]
    list_select_related = ["club", "table", "season"]
    search_fields = ["=number", "club__name", "seats__player__name"]
    date_hierarchy = "day"
    ordering = ["-started_at"]
    inlines = [SeatInline, HandInline]


@admin.register(Seat)
class SeatAdmin(Facts, admin.ModelAdmin):
    list_display = ["game", "club", "seat", "player", "score", "place", "points"]
    list_filter = ["game__club", "place"]
    list_select_related = ["game__club", "player"]
    search_fields = ["player__name", "=game__number"]
    ordering = ["-game", "seat"]

    @admin.display(description=_("club"))
    def club(self, seat):
        return seat.game.club


@admin.register(Hand)
class HandAdmin(Facts, admin.ModelAdmin):
    list_display = ["game", "club", "number", "facts", "recorded_at"]
    list_filter = ["game__club"]
    list_select_related = ["game__club"]
    search_fields = ["=game__number"]
    date_hierarchy = "recorded_at"
    ordering = ["-game", "number"]

    @admin.display(description=_("club"))
    def club(self, hand):
        return hand.game.club


@admin.register(Change)
class ChangeAdmin(Facts, admin.ModelAdmin):
    list_display = ["at", "club", "verb", "game", "hand", "user", "table", "why"]
    list_filter = ["club", "verb"]
    list_select_related = ["club", "game", "user", "table"]
    search_fields = ["why", "=game__number", "user__email", "user__name"]
    date_hierarchy = "at"
    ordering = ["-at"]
