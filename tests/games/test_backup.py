"""Everything in one file and back, on both databases, also while hands are recorded."""

import gzip
import json
import threading
import uuid

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

import rules
from games import backup
from games.models import Change, Club, Game, Hand, Membership, Player, Seat, Table, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def var(settings, tmp_path):
    """A data folder of this test's own."""
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir()
    (settings.VAR / "secret_key").write_text(settings.SECRET_KEY)
    return settings.VAR


@pytest.fixture
def file(tmp_path):
    return tmp_path / "club.gz"


@pytest.fixture
def story(club, game, hand, door):
    """A club with something of every kind in it."""
    owner = User.objects.create_user("mari@example.org", "many small tiles", name="Mari")
    club.memberships.create(user=owner, role=Membership.Role.OWNER)
    ruleset = rules.ruleset_to_full_json(rules.PRESETS["wrc"])
    club.seasons.create(name="Spring", starts="2026-01-01", ends="2026-06-30", ruleset=ruleset)
    club.rulesets.create(name="Ours", ruleset=ruleset)
    club.players.create(name="健 “Ken”\u202e<script>", is_hidden=True)
    game.record(hand.ron(1, 2), **door(game))
    game.light(0, True, version=game.version)
    return game


KINDS = [User, Club, Membership, Player, Table, Game, Seat, Hand, Change]


def everything():
    return [list(kind.objects.order_by("pk").values()) for kind in KINDS]


def lines(file):
    return gzip.decompress(file.read_bytes()).decode().splitlines()


def test_what_was_backed_up_is_restored_to_the_letter(story, file):
    before = everything()
    call_command("backup", file)
    Game.objects.all().delete()
    Club.objects.all().delete()
    User.objects.create_user("somebody@example.org", "else entirely here")
    call_command("restore", file, "--overwrite")
    assert everything() == before
    assert Game.objects.get().riichi == [0]


def test_what_comes_after_a_restore_gets_numbers_of_its_own(story, file, club):
    call_command("backup", file)
    call_command("restore", file, "--overwrite")
    assert club.players.create(name="Newcomer").pk > max(story.seats.values_list("player", flat=True))


def test_data_is_not_overwritten_without_being_told(story, file):
    call_command("backup", file)
    story.club.players.create(name="Newcomer")
    with pytest.raises(CommandError, match=r"data here already(.|\n)*--overwrite"):
        call_command("restore", file)
    assert Player.objects.filter(name="Newcomer").exists()


def test_an_empty_database_needs_no_permission(story, file):
    call_command("backup", file)
    Game.objects.all().delete()
    Club.objects.all().delete()
    User.objects.all().delete()
    call_command("restore", file)
    assert Club.objects.get().name == "Riverside"


def test_a_backup_is_for_its_owner_alone_and_overwrites_nothing(story, file):
    call_command("backup", file)
    assert file.stat().st_mode & 0o777 == 0o600
    whole = file.read_bytes()
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", file)
    assert file.read_bytes() == whole


def test_a_folder_that_is_not_there_is_named(story, tmp_path):
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        call_command("backup", tmp_path / "none" / "club.gz")


def test_nobody_stays_signed_in_whose_number_is_somebody_elses(story, file, client):
    call_command("backup", file)
    client.force_login(User.objects.get())
    call_command("restore", file, "--overwrite")
    assert "_auth_user_id" not in client.session


def test_the_secret_key_of_the_data_folder_comes_along(story, file, var, settings):
    call_command("backup", file)
    key = settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    (var / "secret_key").write_text("another")
    call_command("restore", file, "--overwrite")
    assert (var / "secret_key").read_text() == key
    assert (var / "secret_key").stat().st_mode & 0o777 == 0o600


def test_a_secret_key_of_the_environment_is_not_written_down(story, file, settings):
    settings.SECRET_KEY = "from the environment"
    call_command("backup", file)
    assert "from the environment" not in "".join(lines(file))
    assert json.loads(lines(file)[0])["secret_key"] is None


# Files that are none.


def rewrite(file, lines):
    file.write_bytes(gzip.compress("\n".join(lines).encode() + b"\n"))


def shorten(file):
    file.write_bytes(file.read_bytes()[:-40])


def lose_a_row(file):
    rewrite(file, [line for line in lines(file) if "Anne-Sophie" not in line])


def lose_the_end(file):
    rewrite(file, lines(file)[:-1])


def lose_a_table(file):
    rewrite(file, [line for line in lines(file) if "games_membership" not in line])


def spoil_a_letter(file):
    whole = bytearray(file.read_bytes())
    whole[len(whole) // 2] ^= 255
    file.write_bytes(whole)


def be_something_else(file):
    file.write_bytes(b"PK\x03\x04 a zip")


def be_empty(file):
    file.write_bytes(b"")


def be_json(file):
    rewrite(file, ['{"format": "clubscore-game"}'])


HARMS = [
    shorten, lose_a_row, lose_the_end, lose_a_table, spoil_a_letter, be_something_else, be_empty, be_json
]  # fmt: skip


@pytest.mark.parametrize("harm", HARMS)
def test_a_broken_backup_is_refused_and_nothing_is_lost(story, file, harm):
    call_command("backup", file)
    harm(file)
    before = everything()
    with pytest.raises(CommandError, match=r"backup|cannot be read"):
        call_command("restore", file, "--overwrite")
    assert everything() == before


def test_a_row_that_belongs_to_nothing_is_refused(story, file):
    call_command("backup", file)
    *rest, end = [line for line in lines(file) if "mari@example.org" not in line]
    rewrite(file, [*rest, json.dumps({"rows": json.loads(end)["rows"] - 1})])
    before = everything()
    with pytest.raises(CommandError, match="damaged"):
        call_command("restore", file, "--overwrite")
    assert everything() == before


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda header: header["migrations"].append(["games", "9999_tomorrow"]), "later clubscore"),
        (lambda header: header["migrations"].pop(), "earlier clubscore"),
        (lambda header: header.update(version=99), "later clubscore"),
    ],
)  # fmt: skip
def test_a_backup_of_another_version_says_what_to_do(story, file, change, said):
    call_command("backup", file)
    header, *rest = lines(file)
    header = json.loads(header)
    change(header)
    rewrite(file, [json.dumps(header), *rest])
    with pytest.raises(CommandError, match=said):
        call_command("restore", file, "--overwrite")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("restore", tmp_path / "none.gz")


# While tables play.


def test_a_backup_while_hands_are_recorded_is_of_one_moment(club, people, file, hand):
    tables = [club.tables.create(number=number) for number in (1, 2, 3)]
    crowd = [people, *([club.players.create(name=f"{i}{j}") for j in range(4)] for i in (1, 2))]
    ruleset = rules.ruleset_from_json({"preset": "tenhou", "length": "hanchan"})
    games = [
        Game.begin(table, four, ruleset, key=uuid.uuid4(), by={"table": table})
        for table, four in zip(tables, crowd, strict=True)
    ]
    stop, played_on = threading.Event(), threading.Event()

    def play(pk, table):
        try:
            while not stop.is_set():
                game = Game.objects.get(pk=pk)
                game.record(hand.draw(0, 2), version=game.version, key=uuid.uuid4(), by={"table": table})
                if game.is_over:
                    game.undo(version=game.version, key=uuid.uuid4(), by={"table": table})
                played_on.set()
        finally:
            connection.close()

    players = [
        threading.Thread(target=play, args=(game.pk, table))
        for game, table in zip(games, tables, strict=True)
    ]
    for player in players:
        player.start()
    files = [file.with_name(f"{number}.gz") for number in range(4)]
    for one in files:
        call_command("backup", one)
        played_on.clear()
        played_on.wait(timeout=60)  # no longer than that: a thread may have failed
    stop.set()
    for player in players:
        player.join()
    for one in files:
        call_command("restore", one, "--overwrite")
        for game in Game.objects.all():
            hands = game.hands.count()
            verbs = [change.verb for change in game.changes.all()]
            assert hands == verbs.count("record") - verbs.count("undo")
            assert (game.version, game.ending) == (len(verbs) - 1, game.played.ending or "")
            assert [seat.score is not None for seat in game.seats.all()] == [game.is_over] * 4


def test_a_backup_stops_no_table(story, file, hand, monkeypatch):
    """A hand that is recorded between the first and the last row is saved at once, and not in the file."""
    find = backup._models

    def record():
        game = Game.objects.get(pk=story.pk)
        key = uuid.uuid4()
        game.record(hand.draw(0, riichi=[0]), version=game.version, key=key, by={"table": game.table})
        connection.close()

    def models():
        Hand.objects.count()
        other = threading.Thread(target=record)
        other.start()
        other.join(5)
        return find()

    monkeypatch.setattr(backup, "_models", models)
    call_command("backup", file)
    assert Hand.objects.count() == 2
    monkeypatch.undo()
    call_command("restore", file, "--overwrite")
    assert Hand.objects.count() == 1
