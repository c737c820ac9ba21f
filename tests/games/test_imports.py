"""What is taken in from files: players and games, all of a file or nothing, and nothing twice."""

import io
import json
import uuid
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

import rules
from games import exports, formats, imports, records
from games.management.commands.rebuild import rebuild
from games.models import Change, Club, Game, Hand, Merge, Player, Seat, total

from .test_exports import FORMULAS, MISREAD, READ_AS_THEY_ARE
from .test_watch import text

DATA = Path(__file__).resolve().parents[1] / "data"
BRING = "/riverside/organise/bring/"


@pytest.fixture
def ken(signed_in, organiser):
    return signed_in(organiser)


@pytest.fixture
def send(ken):
    """Send a file by a form of the page."""

    def send(what, content, **fields):
        data = content if isinstance(content, bytes) else content.encode()
        fields = {"key": uuid.uuid4(), **({"unknown": "members"} if what == "games" else {}), **fields}
        form = {f"{what}-{name}": value for name, value in fields.items()}
        form[f"{what}-file"] = SimpleUploadedFile("file", data)
        return ken.post(f"{BRING}{what}/", form, follow=True)

    return send


@pytest.fixture
def over(begin, hand, door):
    """A game that has ended, with an addition."""
    game = begin()
    game.record(hand.ron(1, 2), **door(game))
    game.end_early("closing time", **door(game))
    addition = ({"seat": 2, "points": -20000, "reason": "late"},)
    game.correct(replace(game.facts, additions=addition), "late", **door(game))
    Game.objects.filter(pk=game.pk).update(ended_at=game.ended_at + timedelta(minutes=1))
    return Game.objects.get(pk=game.pk)


def everything():
    models = (Club, Player, Game, Seat, Hand, Change)
    return [list(model.objects.order_by("pk").values()) for model in models]


def record_of(game, **changes):
    return {**records.record(game), **changes}


def lines(*values):
    return "\n".join(json.dumps(value) for value in values)


# Players


@pytest.mark.pitfall("B91")
@pytest.mark.parametrize("start", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_players_come_from_csv_as_spreadsheets_write_it(send, club, start, end, delimiter):
    rows = [["東京 太郎", "太郎", '"Tarō, Taro T."', "no"], ["Ursula", "", "", "yes"], ["Jo"]]
    page = send("players", start + end.join(delimiter.join(row) for row in rows))
    assert "Taken in 3 players" in text(page)
    people = [
        (one.name, one.short_name, one.other_names, one.is_guest) for one in club.players.order_by("pk")
    ]
    assert people == [
        ("東京 太郎", "太郎", "Tarō, Taro T.", False),
        ("Ursula", "", "", True),
        ("Jo", "", "", False),
    ]


@pytest.mark.parametrize(
    "header", ["Guest,Name", "guest,name,rating", "Guest,NAME", "guest,unknown,name".replace("unknown,", "")]
)
def test_a_header_says_what_stands_where(send, club, header):
    send("players", f"{header}\nyes,Ursula\n")
    assert [(one.name, one.is_guest) for one in club.players.all()] == [("Ursula", True)]


@pytest.mark.parametrize(
    "content",
    ["sep=;\r\nName;Guest\r\nUrsula;yes\r\n", "Jo\nUrsula;;;yes\n", "Player,Guest\nUrsula,yes\n"],
)
def test_what_stands_between_cells_is_found(send, club, content):
    send("players", content)
    assert [(one.name, one.is_guest) for one in club.players.exclude(name="Jo")] == [("Ursula", True)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("Name,Name\nJo,Ursula\n", "Line 1: Two columns are called the same here."),
        (
            "\nShort name,Guest\nJo,no\n",
            "Line 2: This line says what stands where, but not where the name is",
        ),
        ('{"format": "clubscore-game"}\n', "This looks like records of games. Bring them in under “Games”."),
        ('[\n  {"format": "clubscore-game"}\n]', "This looks like records of games."),
        ('Jo\n"Urs\nula"\n', "Line 2: name: There is a character in it that cannot be seen."),
        ('Jo\n"Urs\nula\n', "Line 2: A quotation mark is missing here"),
    ],
)
def test_a_table_that_is_none_of_players_is_refused(send, club, content, said):
    assert said in text(send("players", content)) and not club.players.exists()


def test_utf_16_is_read_too(send, club):
    send("players", "東京 太郎\n".encode("utf-16"))
    assert club.players.get().name == "東京 太郎"


@pytest.mark.parametrize("language", ["en", "ja", "fr"])
@pytest.mark.parametrize("name", [*FORMULAS, *MISREAD, *READ_AS_THEY_ARE])
def test_the_club_s_own_file_is_read_back(send, club, people, name, language):
    people[0].name, people[0].other_names = name, "@x, y"
    people[0].is_guest = True
    people[0].save()
    content = "".join(formats.csv_lines(exports.roster(club), language))
    before = list(club.players.order_by("name").values_list("name", "short_name", "other_names", "is_guest"))
    page = send("players", content)
    assert "Taken in 0 players" in text(page) and club.players.count() == 4
    club.players.all().delete()
    send("players", content)
    after = club.players.order_by("name").values_list("name", "short_name", "other_names", "is_guest")
    assert list(after) == before


def test_who_is_here_is_left_out_and_said_with_the_line(send, club, people):
    page = text(send("players", "Jo\n\nmarek\nJO\n"))
    assert "The file is read. Taken in: 1. Here already: 2." in page
    assert "Taken in 1 player Jo line 1" in page
    assert "Here already, and left out 2 players Marek line 3 Jo line 4" in page
    assert club.players.count() == 5


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("Jo\n,short\n", "Line 2: name: This field cannot be blank."),
        (f"Jo\n{'x' * 61}\n", "Line 2: name: Ensure this value has at most 60 characters"),
        ("Jo\nUrsula,,,perhaps\n", "Line 2: “perhaps” says neither"),
        ("Jo\nMaro,,Marek\n", "Line 2: “Marek” is a name of Marek already."),
        ('Jo\n"Ursula\n', "A quotation mark is missing here"),
        ("", "file is empty"),
        (" \n", "The file is empty."),
        ("name,guest\n", "There is nobody in this file."),
        (b"\xe9t\xe9\n", "This is no text in UTF-8."),
        (b"PK\x03\x04\xff\xfe\x00", "This is no text in UTF-8."),
        ("Jo\u202e\n", "Line 1: name: There is a character in it that cannot be seen."),
        ("Jo\x00\n", ""),
    ],
)
def test_nothing_of_a_file_is_taken_where_a_line_is_wrong(send, club, people, content, said):
    page = text(send("players", content))
    assert said in page
    assert club.players.count() == 4 and not club.changes.exists()


def test_too_many_players_are_refused(send, club, monkeypatch):
    monkeypatch.setattr(imports.players, "MOST_PLAYERS", 2)
    assert "more than 2 players" in text(send("players", "A\nB\nC\n"))
    monkeypatch.setattr(imports.file, "LARGEST", 10)
    assert "The file is too large." in text(send("players", "A" * 11))
    assert not club.players.exists()


# Games


def test_a_game_comes_back_as_it_was(send, club, over, people):
    other = Club.objects.create(name="There", slug="there", time_zone="Asia/Tokyo")
    change = imports.bring_games(other, io.BytesIO(lines(records.record(over)).encode()), by={"user": None})
    game = other.games.get()
    assert records.record(game) == records.record(over)
    assert [seat.points for seat in game.seats.all()] == [seat.points for seat in over.seats.all()]
    assert game.additions == over.additions and game.ending == over.ending
    assert [player.name for player in other.players.order_by("pk")] == [one.name for one in people]
    assert change.after["taken"] == [[1, 1]] and len(change.after["players"]) == 4
    assert list(rebuild(other)) == []


def test_a_thousand_games_in_one_file(club, table):
    real = [json.loads(line) for line in (DATA / "real_games.jsonl").read_text().splitlines()]
    file = io.BytesIO(lines(*real[:60]).encode())
    change = imports.bring_games(club, file, by={"user": None}, day=date(2026, 3, 1))
    assert [number for _line, number in change.after["taken"]] == list(range(1, 61))
    for game, known in zip(club.games.order_by("number"), real, strict=False):
        points = [seat.points / 10 for seat in game.seats.all()]
        assert points == known["expected"]["final"]["points"]
    assert list(rebuild(club)) == []
    file.seek(0)
    change = imports.bring_games(club, file, by={"user": None}, day=date(2026, 3, 1))
    assert (len(change.after["taken"]), len(change.after["here"])) == (0, 60)
    assert club.games.count() == 60


def test_the_same_file_twice_brings_nothing_twice(send, club, over):
    page = text(send("games", lines(record_of(over))))
    assert "Nothing new." in page and "Here already, and left out 1 game Game 1" in page
    other = record_of(over, started_at="2026-03-01T19:30:00+01:00")
    other.pop("ended_at")
    assert "Taken in 1 game" in text(send("games", lines(other, other)))
    assert "Here already, and left out 1 game Game 2" in text(send("games", lines(other)))
    assert club.games.count() == 2


def test_a_game_is_known_whatever_its_players_are_called_by_now(send, club, over, people):
    people[0].forget(by={"user": None})
    people[1].name = "Marek D."
    people[1].save()
    file = lines(record_of(over, players=[{"name": one} for one in ("Aiko", "Marek", "Anne-Sophie", "T.")]))
    assert "Nothing new." in text(send("games", file)) and club.players.count() == 4


def test_games_of_others_that_began_at_the_same_moment_are_others(send, club, over):
    players = [{"name": name} for name in ("Yui", "Jo", "Ursula", "Ken")]
    assert "Taken in 1 game" in text(send("games", lines(record_of(over, players=players))))


def test_a_resent_form_is_done_once(send, club, over):
    key, other = uuid.uuid4(), lines(record_of(over, started_at="2026-03-01T19:30:00+01:00"))
    for _ in range(2):
        send("games", other, key=key)
    assert club.games.count() == 2
    assert club.changes.filter(verb=Change.Verb.BRING_GAMES).count() == 1


def test_another_record_of_a_game_that_is_here_is_refused(send, club, over):
    record = record_of(over)
    record["hands"] = [{"kind": "exhaustive_draw", "tenpai": [1], "riichi": []}]
    page = text(send("games", lines(record)))
    assert "Nothing was taken in Line 1: A game of these players that began at this moment is here" in page


def test_games_are_filed_under_the_club_s_day_and_its_season(send, club, over):
    Club.objects.update(time_zone="Asia/Tokyo")
    full = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    spring = club.seasons.create(name="Spring", starts="2026-03-02", ends="2026-05-31", ruleset=full)
    send("games", lines(record_of(over, started_at="2026-03-01T19:30:00+00:00")))
    game = club.games.first()
    assert (game.day, game.season) == (date(2026, 3, 2), spring)
    assert spring.totals.count() == 4
    assert "2 March 2026" in text(send("games", lines(record_of(over, started_at="2026-03-01T19:30:00Z"))))


def test_players_are_found_by_any_name(send, club, over, people):
    people[1].other_names = "マレク"
    people[1].save()
    twice = club.players.create(name="Aiko H.")
    Merge(people[0], twice).do(by={"user": None})
    names = [{"name": name} for name in ("aiko h.", "マレク", "anne-sophie", "Tomas")]
    send("games", lines(record_of(over, players=names, started_at="2026-03-01T19:30:00Z")))
    assert [seat.player for seat in club.games.first().seats.all()] == people


@pytest.mark.parametrize(("unknown", "is_guest"), [("members", False), ("guests", True)])
def test_names_that_nobody_has_become_what_was_chosen(send, club, over, unknown, is_guest):
    players = [{"name": name} for name in ("Aiko", "Marek", "Yui", "Jo")]
    record = record_of(over, players=players, started_at="2026-03-01T19:30:00Z")
    page = text(send("games", lines(record), unknown=unknown))
    assert "2 new players New: Jo , Yui" in page
    assert [one.is_guest for one in club.players.filter(name__in=("Jo", "Yui"))] == [is_guest] * 2


def wrong(over):
    """What is wrong with a file of which the first record is right, and what is said."""
    right = record_of(over, started_at="2026-03-01T19:30:00Z")
    draw = {"kind": "exhaustive_draw", "tenpai": [], "riichi": []}
    hand = {"kind": "ron", "discarder": 1, "wins": [{"seat": 1, "base": 960}], "riichi": []}
    untimed = record_of(over)
    untimed.pop("started_at")
    running = {**right, "started_at": "2026-03-02T19:30:00Z"}
    running.pop("ended_early")
    yield right, "{", "Line 2: This cannot be read as JSON."
    yield right, {"format": "other"}, "Line 2: The format must be"
    yield right, {**right, "hands": [hand]}, "Line 2: hand 1: A player cannot win on their own discard."
    yield right, untimed, "Line 2: “started_at” is missing."
    yield right, {**right, "started_at": "yesterday"}, "Line 2: “started_at” must be a moment"
    yield right, {**right, "started_at": "0001-01-01T00:00:00Z"}, "must be a moment"
    yield right, {**right, "started_at": (timezone.now() + timedelta(9)).isoformat()}, "must be a moment"
    yield right, running, "Line 2: The game is not over."
    yield right, {**right, "ended_early": "x" * 300}, "A reason has at most 200 characters."
    yield right, {**right, "players": [{"name": "Aiko"}] * 4}, "are the same person here."
    yield right, {**right, "players": [{"name": f"{n}" * 61} for n in range(4)]}, "at most 60 characters"
    yield right, 7, "Line 2: A record must be an object."
    yield right, {**right, "hands": [draw] * 1001}, "Line 2: A game has at most 1000 hands."
    yield right, [right, 7, running], "Line 2: game 2: A record must be an object. Line 2: game 3: The game"
    yield (
        [right, {**right, "players": [{"name": "Aiko"}] * 4}],
        7,
        "Line 1: game 2: “Aiko” and “Aiko” are",
    )


@pytest.mark.parametrize("number", range(15))
def test_nothing_of_a_file_is_taken_where_a_game_is_wrong(send, club, over, number):
    first, second, said = list(wrong(over))[number]
    before = everything()
    content = lines(first, second) if not isinstance(second, str) else f"{lines(first)}\n{second}"
    page = text(send("games", content))
    assert "Nothing was taken in" in page and said in page
    assert everything() == before


def test_what_is_wrong_is_said_in_the_order_of_the_file(send, over):
    untimed, running = record_of(over), record_of(over)
    del untimed["started_at"], running["ended_early"]
    twice = record_of(over, players=[{"name": "Aiko"}] * 4)
    page = text(send("games", json.dumps([untimed, twice, running])))
    said = ["game 1: “started_at” is missing", "game 2: “Aiko” and “Aiko”", "game 3: The game is not over"]
    places = [page.find(one) for one in said]
    assert -1 not in places and places == sorted(places)


def test_unknown_names_can_be_refused(send, club, over):
    players = [{"name": name} for name in ("Aiko", "Marek", "Yui", "Jo")]
    record = record_of(over, players=players, started_at="2026-03-01T19:30:00Z")
    page = text(send("games", lines(record), unknown="nobody"))
    assert "Line 1: Nobody goes by “Yui” here." in page and club.players.count() == 4


def test_records_on_several_lines_and_in_a_list_are_read(send, club, over):
    two = [record_of(over, started_at=f"2026-03-0{day}T19:30:00Z") for day in (1, 2)]
    text_of_both = "\n".join(json.dumps(one, indent=2) for one in two)
    send("games", text_of_both)
    assert club.games.count() == 3
    assert "Nothing new." in text(send("games", json.dumps(two)))
    broken = text_of_both.replace('"version": 1', '"version": ', 1)
    page = text(send("games", broken))
    assert page.count("This cannot be read as JSON.") == 1


def test_many_broken_lines_cost_no_more_than_a_look(send, club):
    page = text(send("games", '{"a": [\n' * 20_000))
    assert "Nothing was taken in" in page


def test_too_many_games_are_refused(send, club, over, monkeypatch):
    monkeypatch.setattr(imports.games, "MOST_GAMES", 1)
    assert "more than 1 games" in text(send("games", lines(record_of(over), record_of(over))))


def test_a_file_without_games_is_refused(send, club):
    assert "There is no game in this file." in text(send("games", "[]"))


def test_the_history_tells_of_the_file_once_and_of_each_game(ken, send, club, over, door):
    send("games", lines(record_of(over, started_at="2026-03-01T19:30:00Z")))
    page = ken.get("/riverside/organise/history/")
    assert text(page).count("brought in games: 1") == 1 and "brought in game 2" not in text(page)
    change = club.changes.get(verb=Change.Verb.BRING_GAMES)
    assert f"{BRING}{change.pk}/" in page.content.decode()
    assert "brought in game 2" in text(ken.get("/riverside/organise/games/2/"))


@pytest.mark.parametrize("has_season", [False, True])
def test_games_that_count_in_no_standings_are_told(send, club, over, has_season):
    club.seasons.all().delete()
    if has_season:
        full = rules.ruleset_to_full_json(over.rules)
        club.seasons.create(name="Spring", starts="2026-03-01", ends="2026-03-01", ruleset=full)
    days = ("2026-03-01T19:30:00Z", "2026-03-01T21:00:00Z")
    page = text(send("games", lines(*(record_of(over, started_at=day) for day in days))))
    assert "2 games" in page
    assert ("2 games are in no season" in page) is not has_season


def test_what_was_brought_in_can_be_corrected_and_brought_back(send, club, over, door):
    send("games", lines(record_of(over, started_at="2026-03-01T19:30:00Z")))
    game = club.games.get(number=2)
    facts = game.facts
    game.correct(facts.delete(1), "wrong hand", **door(game))
    assert game.facts_at(game.changes.first()) == facts
    assert list(rebuild(club)) == []


def test_a_command_takes_in_a_file(club, over, tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    file.write_text(lines(record_of(over, started_at="2026-03-01T19:30:00Z"), record_of(over)))
    call_command("import_records", "riverside", file)
    assert capsys.readouterr().out == "1 games taken in, 1 were here already, 0 new players.\n"
    file.write_text("{}")
    with pytest.raises(CommandError, match="Nothing was taken in"):
        call_command("import_records", "riverside", file)
    assert "line 1: " in capsys.readouterr().err
    with pytest.raises(CommandError, match="There is no club"):
        call_command("import_records", "nowhere", file)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_records", "riverside", tmp_path)


@pytest.mark.parametrize("number", [2, 28])
def test_a_file_costs_the_same_few_queries_however_many_games(
    club, season, over, number, django_assert_max_num_queries
):
    """In that time nobody else may write: a hand at a table waits."""
    days = [record_of(over, started_at=f"2026-02-{day:02}T19:30:00Z") for day in range(1, number + 1)]
    for _ in ("new", "here"):
        with django_assert_max_num_queries(40):
            imports.bring_games(club, io.BytesIO(lines(*days).encode()), by={"user": None})
    assert club.games.count() == number + 1 and list(rebuild(club)) == []


def test_more_sums_than_a_statement_takes_are_added_in_several(club, season, over, monkeypatch):
    monkeypatch.setattr(total, "AT_ONCE", 3)
    days = [record_of(over, started_at=f"2026-02-{day:02}T19:30:00Z") for day in range(1, 5)]
    imports.bring_games(club, io.BytesIO(lines(*days).encode()), by={"user": None})
    assert season.evenings.count() == 16 and list(rebuild(club)) == []


def test_others_may_write_while_games_are_read_and_played(club, over, transactional_db, monkeypatch):
    inside, play = [], rules.Record.play

    def watched(record):
        inside.append(connection.in_atomic_block)
        return play(record)

    monkeypatch.setattr(rules.Record, "play", watched)
    record = record_of(over, started_at="2026-02-01T19:30:00Z")
    imports.bring_games(club, io.BytesIO(lines(record, record).encode()), by={"user": None})
    assert inside == [False, False]
