"""What is taken away as files: right in Excel and LibreOffice, and of nobody who is hidden."""

import csv
import io
import json
import re
import uuid
from datetime import date

import openpyxl
import pytest

import rules
from games import exports, formats, records
from games.models import Game

KINDS = ("csv", "xlsx", "json")


@pytest.fixture
def season(club):
    return club.seasons.create(
        name="League",
        starts="2020-01-01",
        ends="2100-01-01",
        ruleset=rules.ruleset_to_full_json(rules.PRESETS["tenhou"]),
    )


@pytest.fixture
def played(table, season, hand, door):
    """Games of the season, each with two hands, over."""

    def played(people, times=1):
        for _ in range(times):
            by = {"table": table}
            key = uuid.uuid4()
            game = Game.begin(table, people, rules.PRESETS["tenhou"], key=key, by=by, season=season)
            game.record(hand.ron(1, 2), **door(game))
            game.record(hand.draw(0, 3), **door(game))
            game.end_early("closing time", **door(game))
        return game

    return played


@pytest.fixture
def get(client):
    """The file of this name, as a browser receives it."""

    def get(name, season=None, browser=client, club="riverside"):
        folder = f"seasons/{season.pk}/" if season else ""
        response = browser.get(f"/{club}/download/{folder}{name}")
        return response, response.getvalue()

    return get


def table_of(kind, content):
    """The rows of a file, as whoever opens it sees them: {label or key: value}."""
    if kind == "json":
        return json.loads(content)["rows"]
    if kind == "csv":
        rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    else:
        page = openpyxl.load_workbook(io.BytesIO(content)).active
        rows = [[cell.value for cell in row] for row in page.iter_rows()]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


@pytest.mark.pitfall("B91")
def test_japanese_and_accented_names_open_right(get, club, people, played):
    people[0].name = "東京 太郎"
    people[0].save()
    played(people)
    answer, content = get("players.csv")
    assert content.startswith(b"\xef\xbb\xbf")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="riverside-players.csv"'
    for kind in KINDS:
        rows = table_of(kind, get(f"players.{kind}")[1])
        names = [row.get("Name", row.get("name")) for row in rows]
        assert names == ["Anne-Sophie", "Marek", "Tomás", "東京 太郎"]


@pytest.mark.pitfall("B69")
def test_points_are_numbers_with_one_decimal(get, people, season, played):
    played(people, 3)
    rows = table_of("xlsx", get("standings.xlsx", season)[1])
    assert [row["Points"] for row in rows] == [112.2, 19.5, -40.5, -91.2]
    assert [row["points"] for row in table_of("json", get("standings.json", season)[1])] == [
        row["Points"] for row in rows
    ]
    page = openpyxl.load_workbook(io.BytesIO(get("standings.xlsx", season)[1])).active
    assert [row["Best game"] for row in rows] == [37.4, 6.5, -13.5, -30.4]
    cell = page["D2"]
    assert (cell.number_format, cell.data_type) == ("0.0", "n")
    text = get("standings.csv", season)[1].decode()
    assert ",112.2," in text and "112.20" not in text
    assert str(exports.tenths(123 - 45 + 1)) == "7.9" and str(exports.tenths(0)) == "0.0"


FORMULAS = ['=HYPERLINK("http://x","y")', "+81 90", "-2", "-x", "@SUM(A1)", "＝1+1", "=1+1", "'=1+1"]
MISREAD = ["007", "1/2", "2026-1", "1.5", "1,5", "12:30", "1e5", "5 %", "(5)", "１２", "1234567890123456"]
READ_AS_THEY_ARE = ["2026", "Ken 2", "#N/A", "E1", "O'Hara", "’t Hooft", "😀", "\u200fעברית", 'a"b', "a,b;c"]


@pytest.mark.parametrize("name", [*FORMULAS, *MISREAD, *READ_AS_THEY_ARE])
def test_a_name_stays_the_text_that_it_is(get, club, people, played, name):
    people[1].name = name
    people[1].save()
    played(people)
    [row] = table_of("csv", get("games.csv")[1])
    assert row["Player 2"] == (name if name in READ_AS_THEY_ARE else f"'{name}")
    assert formats.unquoted(row["Player 2"]) == name
    book = openpyxl.load_workbook(io.BytesIO(get("games.xlsx")[1]))
    cells = [cell for row in book.active.iter_rows() for cell in row if cell.value == name]
    assert cells and all(cell.data_type == "s" for cell in cells)
    assert table_of("json", get("games.json")[1])[0]["player_2"] == name


def test_a_table_is_as_spreadsheets_of_the_reader_s_country_read_it(client, people, season, played):
    """Excel takes a semicolon between cells where a comma is in numbers."""
    played(people)
    address = f"/riverside/download/seasons/{season.pk}/standings.csv"
    lines = {
        code: client.get(address, headers={"accept-language": code}).getvalue().decode().splitlines()
        for code in ("en", "ja", "fr")
    }
    assert lines["en"][1].startswith("1,Marek,1,37.4,") and lines["ja"][1].startswith("1,Marek,1,37.4,")
    assert lines["fr"][1].startswith("1;Marek;1;37,4;")


def test_what_is_written_of_a_hand_is_read_as_text(get, begin, hand, door):
    """A sum alone, such as 3,900, would be 3.9 where a comma is a point."""
    game = begin()
    for outcome in (hand.ron(1, 2), hand.tsumo(2), hand.draw(), hand.draw(0)):
        game.record(outcome, **door(game))
    game.end_early("late", **door(game))
    sums = [row["Sum"] for row in table_of("csv", get("hands.csv")[1])]
    assert sums == [
        "Marek 3,900",
        "Anne-Sophie 1,000/2,000",
        "no payments",
        "1,000 from each noten player",
    ]


def test_public_files_have_public_names_alone(get, people, season, played, signed_in, organiser):
    people[1].is_hidden, people[1].short_name, people[1].other_names = True, "Maro", "マレク"
    people[1].save()
    people[2].forget(by={"user": None})
    played(people)
    for browser in (None, signed_in(organiser)):
        for what in ("standings", "games", "hands", "players"):
            more = {"browser": browser} if browser else {}
            content = get(f"{what}.csv", season, **more)[1].decode()
            assert "M." in content and "Marek" not in content and "Maro" not in content
            assert "マレク" not in content and "Anne-Sophie" not in content
            assert "former member" in content or what == "players"


def test_games_have_a_row_each(get, people, season, played, begin):
    game = played(people)
    begin()  # runs, and is in no file
    [row] = table_of("json", get("games.json", season)[1])
    moments = [row.pop(key) for key in ("started_at", "ended_at")]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", moment) for moment in moments)
    assert row == {
        "game": 1,
        "day": game.day.isoformat(),
        "table": "Table 1",
        "season": "League",
        "rules": game.rules.title,
        "ending": "ended early",
        **_seat(1, "Aiko", 26500, 2, 6.5),
        **_seat(2, "Marek", 27400, 1, 37.4),
        **_seat(3, "Anne-Sophie", 19600, 4, -30.4),
        **_seat(4, "Tomás", 26500, 3, -13.5),
    }


def _seat(number, name, score, place, points):
    values = {"player": name, "score": score, "place": place, "points": points}
    return {f"{key}_{number}": value for key, value in values.items()}


def test_hands_have_a_row_each_and_add_up(get, people, season, played):
    played(people, 2)
    rows = table_of("json", get("hands.json", season)[1])
    assert [(row["game"], row["hand"], row["round"]) for row in rows] == [
        (1, 1, "E1"),
        (1, 2, "E2"),
        (2, 1, "E1"),
        (2, 2, "E2"),
    ]
    assert rows[0]["what"] == "Marek ron from Anne-Sophie"
    assert all(sum(row[f"change_{seat}"] for seat in range(1, 5)) == 0 for row in rows)
    assert len(table_of("csv", get("hands.csv", season)[1])) == 4


def test_three_players_leave_the_fourth_empty(get, begin, hand, door):
    game = begin("tenhou_sanma")
    game.record(hand.ron(1, 2), **door(game))
    game.end_early("late", **door(game))
    for kind, key in (("csv", "Player 4"), ("xlsx", "Player 4"), ("json", "player_4")):
        assert table_of(kind, get(f"games.{kind}")[1])[0][key] in ("", None)


def test_days_and_moments_are_dates_of_the_club(get, people, played):
    game = played(people)
    [row] = table_of("xlsx", get("games.xlsx")[1])
    assert row["Day"].date() == game.day and isinstance(row["Day"].date(), date)
    assert row["Begin"].date() == game.day  # as the club's clock has it


def test_files_speak_the_reader_s_language(get, client, people, played):
    played(people)
    text = client.get("/riverside/download/games.csv", headers={"accept-language": "ja"}).getvalue().decode()
    assert "game" in get("games.json")[1].decode()  # keys never change
    assert text.startswith("\ufeff")


def test_what_there_is_not(client, club, season, people, played):
    played(people)
    for address in (
        "download/standings.csv",
        "download/games.pdf",
        "download/secrets.csv",
        f"download/seasons/{season.pk}/secrets.csv",
        "download/seasons/0/games.csv",
        "sheet/5/",
    ):
        assert client.get(f"/riverside/{address}").status_code == 404


def test_a_long_season_is_read_in_a_few_queries(get, people, season, played, django_assert_max_num_queries):
    played(people, 5)
    for what in ("standings", "games", "hands", "players"):
        with django_assert_max_num_queries(10):
            get(f"{what}.csv", season)


def test_a_workbook_goes_on_on_another_page(monkeypatch):
    monkeypatch.setattr(formats, "MOST", 2)
    column = exports.Column("n", "N", lambda row: row)
    file = io.BytesIO()
    formats.write_xlsx(exports.Sheet("n", "N", [column], range(5)), file)
    book = openpyxl.load_workbook(file)
    assert [page.max_row - 1 for page in book.worksheets] == [2, 2, 1]


def test_very_many_hands_are_no_workbook(client, people, season, played, monkeypatch):
    played(people, 2)
    monkeypatch.setattr(exports, "LONG", 1)
    for folder in ("", f"seasons/{season.pk}/"):
        answer = client.get(f"/riverside/download/{folder}hands.xlsx")
        assert answer.url == f"/riverside/download/{folder}hands.csv"


def test_the_records_of_all_games_are_one_file(get, people, season, played):
    people[1].is_hidden = True
    people[1].save()
    game = played(people, 2)
    for where in (None, season):
        answer, content = get("records.jsonl", where)
        found = [json.loads(line) for line in content.decode().splitlines()]
        assert found[1] == records.record(Game.objects.get(pk=game.pk)) and len(found) == 2
        assert "Marek" not in content.decode()
        assert ".jsonl" in answer["Content-Disposition"]


def test_an_empty_sheet_has_its_header(get, club):
    for kind in KINDS:
        assert table_of(kind, get(f"games.{kind}")[1]) == []


def test_organisers_get_all_names(client, club, people, signed_in, organiser):
    people[1].is_hidden, people[1].other_names = True, "マレク"
    people[1].save()
    address = "/riverside/organise/players/download.csv"
    content = signed_in(organiser).get(address).getvalue().decode("utf-8-sig")
    assert "Marek,,マレク,no" in content.splitlines()
    assert client.get(address).status_code == 302


def test_the_club_page_leads_to_the_files(client, people, played):
    played(people)
    page = client.get("/riverside/").content.decode()
    assert 'href="/riverside/download/games.xlsx"' in page and 'href="/riverside/sheet/4/"' in page


@pytest.mark.parametrize("players", [3, 4])
def test_a_blank_sheet_has_room_for_all(client, club, players):
    page = client.get(f"/riverside/sheet/{players}/").content.decode()
    assert page.count("blank__who") == players
