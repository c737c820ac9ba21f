"""A game from paper: entered by its final scores, found wrong, corrected; and one entered hand by hand."""

import pytest
from playwright.sync_api import expect

import rules
from games.models import Club, Game, User

from .answers import answered
from .sizes import READER

PASSWORD = "seven winds at four tables"
NAMES = ["Aiko", "Marek", "Anne-Sophie", "Tomás"]
SCORES = ["40,000", "30 000", "20000", "9000"]


@pytest.fixture
def club(transactional_db):
    ken = User.objects.create_user("ken@example.org", PASSWORD, name="Ken")
    club = Club.found(ken, name="Riverside", slug="riverside", time_zone="Europe/Paris")
    full = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    club.seasons.create(name="All year", starts="2020-01-01", ends="2100-01-01", ruleset=full)
    club.tables.create(number=1)
    for name in NAMES:
        club.players.create(name=name)
    return club


@pytest.fixture
def sign_in(club):
    def sign_in(page):
        page.goto("/riverside/organise/")
        page.get_by_label("Email address").fill("ken@example.org")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Enter a game from paper").click()
        expect(page.get_by_role("heading", name="Enter a game from paper")).to_be_visible()
        return page

    return sign_in


def fill(page, names, scores=()):
    for wind, name in zip("ESWN", names, strict=False):
        page.get_by_label(f"{wind}: Player").fill(name)
    for wind, score in zip("ESWN", scores, strict=False):
        page.get_by_label(f"{wind}: Score").fill(score)


@pytest.mark.parametrize("size", READER)
def test_final_scores_are_entered_and_corrected(page, sign_in, club, check):
    sign_in(page)
    check(page)
    fill(page, [*NAMES[:3], "Tomaas"], SCORES)
    page.get_by_label("Begin").fill("2026-03-01T20:15")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nobody goes by “Tomaas” here.")).to_be_visible()
    check(page)
    fill(page, NAMES)
    page.get_by_role("button", name="Enter the final scores").click()
    expect(page.get_by_text("they add up to 99,000, which is 1,000 too few.")).to_be_visible()
    page.get_by_label("Riichi sticks left on the table").fill("1")
    page.get_by_role("button", name="Enter the final scores").click()
    expect(page.get_by_text("Game 1 is entered.")).to_be_visible()
    check(page)
    page.get_by_role("link", name="Its page").click()
    expect(page.get_by_text("Only the final scores of this game were entered.")).to_be_visible()
    check(page)
    page.get_by_role("link", name="Correct", exact=True).click()
    for name, score in (("Aiko", "30000"), ("Marek", "40000")):
        with answered(page):
            page.get_by_label(f"Score of {name}").fill(score)
            page.get_by_label(f"Score of {name}").blur()
    expect(page.get_by_text("Places change: Marek 2nd → 1st, Aiko 1st → 2nd.").first).to_be_visible()
    check(page)
    page.get_by_label("In your own words").fill("Two lines were mixed up")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_role("heading", name="Game 1: Marek wins")).to_be_visible()
    check(page)
    assert [seat.score for seat in Game.objects.get().seats.all()] == [30_000, 41_000, 20_000, 9_000]


def test_three_are_asked_for_where_three_play(page, sign_in):
    sign_in(page)
    north = page.get_by_label("N: Player")
    expect(north).to_be_visible()
    page.get_by_label("Rules").select_option("tenhou_sanma")
    expect(north).to_be_hidden()
    fill(page, NAMES[:3], ["55000", "30000", "20000"])
    page.get_by_role("button", name="Enter the final scores").click()
    expect(page.get_by_text("Game 1 is entered.")).to_be_visible()


def test_hands_are_entered_at_the_board(page, sign_in):
    sign_in(page)
    fill(page, NAMES)
    page.get_by_label("Begin").fill("2026-03-01T20:15")
    page.get_by_role("button", name="Begin it, and enter its hands").click()
    expect(page.get_by_text("Choose a free table: its board is where the hands are entered.")).to_be_visible()
    page.get_by_label("Table", exact=True).select_option(label="Table 1")
    page.get_by_role("button", name="Begin it, and enter its hands").click()
    expect(page.get_by_role("button", name="Draw")).to_be_visible()
    assert str(Game.objects.get().day) == "2026-03-01"


def test_without_javascript(chromium, live_server, sign_in):
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = sign_in(context.new_page())
    fill(page, [*NAMES[:3], "Visitor"], SCORES)
    page.get_by_label("Riichi sticks left on the table").fill("1")
    page.get_by_role("button", name="Enter the final scores").click()
    page.get_by_label("This is").select_option("guest")
    page.get_by_role("button", name="Enter the final scores").click()
    expect(page.get_by_text("Game 1 is entered.")).to_be_visible()
    page.get_by_role("link", name="Correct", exact=True).click()
    page.get_by_label("Score of Visitor").fill("8000")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.get_by_text("they add up to 99,000, which is 1,000 too few.")).to_be_visible()
    page.get_by_label("Riichi sticks left").fill("2")
    page.get_by_role("button", name="Show what changes").click()
    page.get_by_label("In your own words").fill("Two sticks lay there")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_text("2 riichi sticks were left: 2,000 to Aiko.")).to_be_visible()
    context.close()
