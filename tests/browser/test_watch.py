"""A game followed from elsewhere: what the table records is there by itself."""

import uuid

import pytest
from playwright.sync_api import expect

import rules
from games.models import Club, Game

from .sizes import READER


@pytest.fixture
def game(transactional_db):
    club = Club.objects.create(name="Riverside", slug="riverside")
    table = club.tables.create(number=1)
    people = [club.players.create(name=name) for name in ("Aiko", "Marek", "Anne-Sophie", "Tomás")]
    return Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by={"table": table})


def record(game, *outcomes):
    for outcome in outcomes:
        by = {"table": game.table}
        game.record(outcome, version=game.version, key=uuid.uuid4(), by=by)


RON = rules.Ron(discarder=2, winners=(rules.Win(1, base=960),))
YAKUMAN = rules.Ron(discarder=2, winners=(rules.Win(1, yakuman=1),))


def test_a_recorded_hand_appears_by_itself_and_is_told(page, game):
    page.goto("/riverside/games/1/")
    expect(page.get_by_text("No hand has been played yet.")).to_be_visible()
    record(game, RON)
    expect(page.get_by_role("row", name="East 1")).to_contain_text("Marek ron from Anne-Sophie")
    expect(page.get_by_role("status")).to_contain_text("Marek ron from Anne-Sophie")
    expect(page).to_have_title("Game 1: East 2 · Riverside")


def test_the_end_appears_by_itself(page, game):
    page.goto("/riverside/games/1/")
    record(game, RON, YAKUMAN)
    expect(page.get_by_role("heading", level=1)).to_have_text("Game 1: Marek wins")
    expect(page.get_by_role("row", name="1 South Marek")).to_contain_text("+86.9")


def test_focus_stays_where_it_is(page, game):
    page.goto("/riverside/games/1/")
    page.get_by_role("link", name="Record").focus()
    record(game, RON)
    expect(page.get_by_role("row", name="East 1")).to_be_visible()
    expect(page.get_by_role("link", name="Record")).to_be_focused()


def test_a_page_without_connection_does_not_claim_to_be_live(page, game, complaints):
    page.goto("/riverside/games/1/")
    page.context.set_offline(True)
    expect(page.get_by_text("No connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    complaints.clear()


@pytest.mark.parametrize("size", READER)
def test_no_page_scrolls_sideways(page, game, size):
    record(game, RON, *[rules.ExhaustiveDraw(tenpai=(0, 1))] * 9)
    for address in ("/", "/riverside/", "/riverside/games/1/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


@pytest.mark.parametrize("size", READER)
def test_every_change_has_room_in_its_cell(page, game, size):
    """The widest there are: somebody in riichi wins a yakuman."""
    for seat in (0, 1, 3):
        game.light(seat, True, version=game.version)
    record(game, rules.Tsumo(rules.Win(3, yakuman=2), riichi=(0, 1, 3)))
    page.goto("/riverside/games/1/")
    assert page.locator(".log__change .stick").count() == 3
    for cell in page.locator(".log tbody .log__seat:visible").all():
        assert cell.evaluate("cell => cell.scrollWidth <= cell.clientWidth"), cell.inner_text()


@pytest.mark.parametrize("size", READER)
def test_every_number_of_the_chart_is_inside_it(page, game, size):
    record(game, YAKUMAN)
    page.goto("/riverside/games/1/")
    left = page.locator(".chart").bounding_box()["x"]
    numbers = page.locator(".chart__y")
    assert any(number.startswith("−") and len(number) == 7 for number in numbers.all_text_contents())
    assert all(number.bounding_box()["x"] >= left for number in numbers.all())


@pytest.mark.parametrize("size", READER)
def test_what_is_for_paper_is_not_on_the_screen(page, game, size):
    record(game, RON)
    page.goto("/riverside/games/1/")
    assert page.locator(".print-only").count() > 1
    assert page.locator(".print-only:visible").count() == 0
