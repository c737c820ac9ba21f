"""The history of what was done: written once, never changed."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Change(models.Model):
    """One thing that somebody did: who (a user or a table), when, what, before, after,
    why; `hand` is the number of the hand that it is about, where it is about one.

    `key` was made when the form was opened that asked for it: the same key never does anything twice.
    """

    class Verb(models.TextChoices):
        START = "start"
        ENTER = "enter"
        BRING = "bring"
        RECORD = "record"
        UNDO = "undo"
        END_EARLY = "end_early"
        CORRECT = "correct"
        PROPOSE = "propose"
        DISMISS = "dismiss"
        CANCEL = "cancel"
        RESTORE = "restore"
        FOUND = "found"
        INVITE = "invite"
        WITHDRAW_INVITATION = "withdraw_invitation"
        MEMBER_JOINED = "member_joined"
        MEMBER_LEFT = "member_left"
        MEMBER_ROLE = "member_role"
        ADD_TABLE = "add_table"
        CHANGE_TABLE = "change_table"
        RENEW_TABLE = "renew_table"
        RETIRE_TABLE = "retire_table"
        ADD_PLAYER = "add_player"
        CHANGE_PLAYER = "change_player"
        FORGET_PLAYER = "forget_player"
        MERGE_PLAYERS = "merge_players"
        UNMERGE_PLAYERS = "unmerge_players"
        FILE_GAMES = "file_games"
        UNFILE_GAMES = "unfile_games"
        BRING_PLAYERS = "bring_players"
        BRING_GAMES = "bring_games"
        ADD_SEASON = "add_season"
        CHANGE_SEASON = "change_season"
        ADD_RULESET = "add_ruleset"
        CHANGE_RULESET = "change_ruleset"
        REMOVE_RULESET = "remove_ruleset"
        CHANGE_CLUB = "change_club"

    club = models.ForeignKey("Club", models.CASCADE, related_name="changes")
    game = models.ForeignKey("Game", models.CASCADE, null=True, related_name="changes")
    at = models.DateTimeField(default=timezone.now, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    table = models.ForeignKey("Table", models.SET_NULL, null=True)
    verb = models.CharField(max_length=20, choices=Verb)
    hand = models.PositiveIntegerField(null=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    why = models.TextField(blank=True)
    key = models.UUIDField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["club", "key"], name="a_key_does_one_thing_in_a_club")]

    def __str__(self):
        return f"{self.verb} {self.at:%Y-%m-%d %H:%M}"
