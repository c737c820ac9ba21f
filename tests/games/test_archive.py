"""A club in one file, read back to identical results."""

import io
import json
import uuid
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command

import rules
from games import archive
from games.models import Club, Game, Membership, User

START = datetime(2026, 3, 1, 18, 30, 15, 123456, UTC)


@pytest.fixture
def owner(db):
    return User.objects.create_user("mari@example.org", "many small tiles", name="Mari")


@pytest.fixture
def season(club):
    return club.seasons.create(
        name="Spring",
        starts="2026-01-01",
        ends="2026-06-30",
        ruleset=rules.ruleset_to_full_json(rules.PRESETS["wrc"]),
        minimum_games=5,
    )


@pytest.fixture
def past(club, people, table, season, door, hand):
    """Games of every sort: to its end, taken over midway, ended early, cancelled, of three, running."""
    keys = iter(range(100))

    def play(ruleset, *outcomes, seated=people, start=None):
        number = next(keys)
        ruleset = rules.ruleset_from_json(ruleset)
        start = rules.start_from_json(ruleset, start) if start else None
        at = START + timedelta(days=number)
        game = Game.begin(
            table, seated, ruleset, season=season, start=start, at=at, **_new_key(door, number, table)
        )
        for outcome in outcomes:
            for seat in outcome.riichi:
                game.light(seat, True, version=game.version)
            at += timedelta(minutes=6)
            game.record(outcome, at=at, **door(game))
        return game

    tobi = rules.Ron(discarder=2, winners=(rules.Win(1, yakuman=1),))
    play({"preset": "tenhou"}, hand.draw(0, 1, riichi=[0]), tobi)
    taken = {"round": "S4", "honba": 1, "sticks": 1, "scores": [30000, 24000, 25000, 20000]}
    play({"preset": "m_league", "uma": [50.5, 10, -10, -50.5]}, hand.ron(1, 2), start=taken)
    early = play({"preset": "wrc"}, hand.tsumo(2))
    early.end_early("The hall closes", **door(early))
    wrong = play({"preset": "ema"}, hand.tsumo(2))
    wrong.undo(**door(wrong))
    wrong.cancel("Began twice", **door(wrong))
    three = play({"preset": "tenhou_sanma"}, hand.ron(0, 1, 3000), seated=people[:3])
    three.end_early("Late", **door(three))
    running = play({"preset": "tenhou"}, hand.ron(1, 2))
    running.light(3, True, version=running.version)
    return club


def _new_key(door, number, table):
    return {"key": uuid.UUID(int=number + 1), "by": {"table": table}}


@pytest.fixture
def taken_along(past):
    return written(past)


def written(club):
    file = io.BytesIO()
    archive.write(club, file)
    file.seek(0)
    return file


def changed(file, name, change):
    """The archive with the lines of one file changed."""
    new = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(new, "w") as out:
        for info in old.infolist():
            text = old.read(info).decode()
            out.writestr(info.filename, change(text) if info.filename == name else text)
    new.seek(0)
    return new


def edited(file, name, /, **values):
    """The archive with other values in the first line of one file."""

    def change(text):
        first, *rest = text.splitlines()
        return "\n".join([json.dumps({**json.loads(first), **values}), *rest])

    return changed(file, name, change)


def told(club):
    """All that a club's pages tell, without the numbers that rows have."""
    return [
        {
            "number": game.number,
            "day": game.day,
            "times": (game.started_at, game.ended_at, game.cancelled_at),
            "table": game.table.number,
            "season": game.season.name,
            "rules": game.rules,
            "state": (game.version, game.riichi, game.ending, game.ended_early, game.start),
            "hands": [(hand.number, hand.facts, hand.recorded_at) for hand in game.hands.all()],
            "seats": [
                (seat.player.name, *[getattr(seat, name) for name in (*seat.RESULT, *seat.COUNTERS)])
                for seat in game.seats.all()
            ],
            "changes": [
                (change.verb, change.at, change.hand, change.why, change.table and change.table.number)
                for change in game.changes.all()
            ],
        }
        for game in club.games.all()
    ]


def test_another_installation_comes_to_identical_results(past, taken_along, owner):
    brought = archive.bring(taken_along, owner=owner, slug="elsewhere")
    assert brought.differing == []
    assert told(brought.club) == told(past)
    assert brought.counts["games"] == 6
    for name in ("name", "time_zone", "language", "is_public", "games_begun"):
        assert getattr(brought.club, name) == getattr(Club.objects.get(pk=past.pk), name)


def test_the_next_game_takes_the_next_number(taken_along, owner):
    club = archive.bring(taken_along, owner=owner, slug="elsewhere").club
    club.games.running().get().cancel("x", version=1, key=uuid.uuid4(), by={})
    people = list(club.players.all()[:4])
    table = club.tables.get(number=1)
    assert Game.begin(table, people, rules.PRESETS["wrc"], key=uuid.uuid4(), by={"table": table}).number == 7


def test_seasons_rulesets_and_tables_come_along(past, owner):
    ours = rules.ruleset_to_full_json(rules.PRESETS["wrc"])
    past.rulesets.create(name="Ours", ruleset=ours)
    past.tables.create(number=9, name="Window", is_retired=True)
    club = archive.bring(written(past), owner=owner, slug="elsewhere").club
    assert [str(table) for table in club.tables.all()] == ["Table 1", "Window"]
    assert club.seasons.get().minimum_games == 5
    assert club.rulesets.get().rules == rules.PRESETS["wrc"]


def test_hidden_people_stay_hidden_and_forgotten_ones_forgotten(past, people, owner):
    people[0].is_hidden = True
    people[0].save()
    people[1].forget(by={})
    file = written(past)
    with zipfile.ZipFile(file) as files:
        assert not any(b"Marek" in files.read(name) for name in files.namelist())
    club = archive.bring(file, owner=owner, slug="elsewhere").club
    seats = club.games.get(number=1).seats.all()
    assert [seat.player.public_name for seat in seats] == ["A.", "former member", "Anne-Sophie", "Tomás"]


def test_the_history_names_the_players_of_here(past, taken_along, owner):
    club = archive.bring(taken_along, owner=owner, slug="elsewhere").club
    start = club.changes.filter(verb="start").first()
    assert start.after["players"] == [seat.player_id for seat in start.game.seats.all()]
    assert club.changes.get(verb="found").user == owner


def test_no_account_and_no_link_leaves(past, taken_along, owner):
    past.memberships.create(user=owner, role=Membership.Role.OWNER)
    with zipfile.ZipFile(written(past)) as files:
        text = b"".join(files.read(name) for name in files.namelist())
    assert b"mari" not in text.lower()
    assert b"edition" not in text


def test_a_preset_that_has_changed_changes_no_result(past, taken_along, owner, monkeypatch):
    other = replace(rules.PRESETS["tenhou"], uma=((500, 0, 0, -500),))
    monkeypatch.setattr("rules.notation.PRESETS", {**rules.PRESETS, "tenhou": other})
    brought = archive.bring(taken_along, owner=owner, slug="elsewhere")
    assert brought.differing == []


def test_another_result_is_reported(taken_along, owner):
    other = edited(taken_along, "games.jsonl", result=[[0, 1, 0]] * 4)
    assert archive.bring(other, owner=owner, slug="elsewhere").differing == [1]


# Refused, all of it.


def bomb():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("club.json", b" " * 300_000_000)
    file.seek(0)
    return file


def test_a_bomb_is_not_unpacked(owner, db):
    with pytest.raises(archive.Unreadable, match="too large"):
        archive.bring(bomb(), owner=owner)


def test_many_long_lines_are_not_read_to_their_end(taken_along, owner, monkeypatch):
    monkeypatch.setattr(archive, "MOST", 2000)
    with pytest.raises(archive.Unreadable, match="too large"):
        archive.bring(taken_along, owner=owner, slug="elsewhere")


def test_nothing_is_written_to_where_a_name_points(taken_along, owner, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with zipfile.ZipFile(taken_along, "a") as files:
        files.writestr("../outside.txt", "x")
        files.writestr("/tmp/outside.txt", "x")
    archive.bring(taken_along, owner=owner, slug="elsewhere")
    assert list(tmp_path.parent.glob("**/outside.txt")) == []


@pytest.mark.parametrize("junk", [b"", b"PK\x03\x04", b"{}", b"\0" * 1000])
def test_a_file_that_is_no_archive_is_refused(owner, junk):
    with pytest.raises(archive.Unreadable, match="no archive"):
        archive.bring(io.BytesIO(junk), owner=owner)


def test_a_file_that_was_cut_short_is_refused(taken_along, owner):
    with pytest.raises(archive.Unreadable, match="no archive"):
        archive.bring(io.BytesIO(taken_along.read()[:-100]), owner=owner)


BROKEN = [
    ("club.json", {"format": "clubscore-game"}, "kind"),
    ("club.json", {"version": 2}, "later version"),
    ("club.json", {"time_zone": "Mars/Olympus"}, "Mars/Olympus"),
    ("club.json", {"slug": "a b"}, "line 1"),
    ("club.json", {"is_superuser": True}, "is_superuser"),
    ("players.jsonl", {"name": "x" * 61}, "players.jsonl, line 1"),
    ("players.jsonl", {"name": "Marek"}, "same name"),
    ("players.jsonl", {"name": None}, "players.jsonl, line 1"),
    ("players.jsonl", {"id": []}, "players.jsonl, line 1"),
    ("tables.jsonl", {"number": -1}, "tables.jsonl, line 1"),
    ("tables.jsonl", {"edition": 7}, "edition"),
    ("seasons.jsonl", {"starts": "soon"}, "seasons.jsonl, line 1"),
    ("seasons.jsonl", {"ruleset": {"preset": "none"}}, "seasons.jsonl, line 1"),
    ("games.jsonl", {"number": 2}, "games.jsonl, line 2"),
    ("games.jsonl", {"table": 4711}, "4711"),
    ("games.jsonl", {"record": {}}, "games.jsonl, line 1"),
    ("games.jsonl", {"riichi": ["x"]}, "games.jsonl, line 1"),
    ("games.jsonl", {"riichi": [7]}, "games.jsonl, line 1"),
    ("games.jsonl", {"recorded_at": []}, "games.jsonl, line 1"),
    ("games.jsonl", {"day": [1]}, "games.jsonl, line 1"),
    ("changes.jsonl", {"verb": "boast"}, "changes.jsonl, line 1"),
    ("changes.jsonl", {"game": 99}, "changes.jsonl, line 1"),
    ("changes.jsonl", {"after": {"players": [99]}}, "changes.jsonl, line 1"),
]


@pytest.mark.parametrize("name, values, said", BROKEN)
def test_what_cannot_be_is_refused_with_its_place_and_nothing_stays(taken_along, owner, name, values, said):
    clubs = Club.objects.count()
    with pytest.raises(archive.Unreadable, match=said):
        archive.bring(edited(taken_along, name, **values), owner=owner, slug=values.get("slug", "elsewhere"))
    assert Club.objects.count() == clubs
    assert Club.objects.get().players.count() == 4


@pytest.mark.parametrize(
    "text", ["{", "[]", '"x"', '{"id": NaN}', '{"id": "\\u0000"}', "[" * 100_000, "\ufeff"]
)
def test_lines_that_are_no_objects_are_refused(taken_along, owner, text):
    with pytest.raises(archive.Unreadable, match=r"players\.jsonl, line 1"):
        archive.bring(changed(taken_along, "players.jsonl", lambda _: text), owner=owner, slug="elsewhere")


def test_a_missing_file_is_named(taken_along, owner):
    new = io.BytesIO()
    with zipfile.ZipFile(taken_along) as old, zipfile.ZipFile(new, "w") as out:
        for name in old.namelist():
            if name != "tables.jsonl":
                out.writestr(name, old.read(name))
    with pytest.raises(archive.Unreadable, match=r"tables\.jsonl"):
        archive.bring(new, owner=owner, slug="elsewhere")


# The commands, and the owner's download.


def test_out_and_in_by_command(past, owner, tmp_path, capsys):
    file = tmp_path / "club.zip"
    call_command("export_club", "riverside", file)
    call_command("import_club", file, "--owner", "Mari@example.org", "--slug", "elsewhere")
    club = Club.objects.get(slug="elsewhere")
    assert club.owners.get().user == owner
    assert "6 games" in capsys.readouterr().out


def test_commands_say_what_is_wrong(past, owner, tmp_path):
    file = tmp_path / "club.zip"
    with pytest.raises(CommandError, match="There are: riverside"):
        call_command("export_club", "nowhere", file)
    call_command("export_club", "riverside", file)
    with pytest.raises(CommandError, match="is here already"):
        call_command("import_club", file, "--owner", "mari@example.org")
    with pytest.raises(CommandError, match="createsuperuser"):
        call_command("import_club", file, "--owner", "nobody@example.org")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_club", tmp_path / "none.zip", "--owner", "mari@example.org")


def test_an_owner_downloads_it_and_an_organiser_does_not(past, owner, client):
    address = "/riverside/organise/export/"
    assert client.get(address).status_code == 302
    client.force_login(owner)
    membership = past.memberships.create(user=owner, role=Membership.Role.ORGANISER)
    assert client.get(address).status_code == 404
    membership.role = Membership.Role.OWNER
    membership.save()
    response = client.get(address)
    assert response["Content-Disposition"].startswith('attachment; filename="riverside-')
    brought = archive.bring(io.BytesIO(b"".join(response.streaming_content)), owner=owner, slug="elsewhere")
    assert told(brought.club) == told(past)


def test_owners_find_the_download_and_organisers_do_not(past, owner, client):
    membership = past.memberships.create(user=owner, role=Membership.Role.OWNER)
    client.force_login(owner)
    address = "/riverside/organise/members/"
    assert 'href="/riverside/organise/export/"' in client.get(address).content.decode()
    membership.role = Membership.Role.ORGANISER
    membership.save()
    assert "/export/" not in client.get(address).content.decode()
