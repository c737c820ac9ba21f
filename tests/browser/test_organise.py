"""An organiser's evening: a table gets its card, its tablet, and a new link; and each page is sound."""

import uuid

import pytest
from playwright.sync_api import expect

import rules
from games.models import Club, Game, Player, Ruleset, Table, User

from .sizes import READER

PASSWORD = "seven winds at four tables"


@pytest.fixture
def ken(transactional_db):
    return User.objects.create_user("ken@example.org", PASSWORD, name="Ken")


@pytest.fixture
def club(ken):
    return Club.found(ken, name="Riverside", slug="riverside")


@pytest.fixture
def office(person, club):
    """The organiser's browser, signed in, at the start page."""
    page = person()
    page.goto("/riverside/organise/")
    page.get_by_label("Email address").fill("ken@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Organise Riverside")).to_be_visible()
    return page


def test_a_table_gets_a_card_a_tablet_and_a_new_link(office, person, club, complaints):
    office.get_by_role("link", name="Add a table").click()
    office.get_by_label("Name").fill("Window")
    office.get_by_role("button", name="Add the table").click()
    office.get_by_role("link", name="Window").click()
    card = office.get_by_role("article", name="Window")
    expect(card.get_by_role("img", name="Code of Window")).to_be_visible()
    link = card.get_by_text("http").inner_text()

    tablet = person()
    tablet.goto(link)
    for number, name in enumerate(("Aiko", "Marek", "Anne-Sophie", "Tomás")):
        tablet.get_by_role("textbox", name=("East", "South", "West", "North")[number], exact=True).fill(name)
    tablet.get_by_role("button", name="Start").click()
    expect(tablet.get_by_role("button", name="Draw")).to_be_visible()

    office.get_by_role("link", name="Renew the link").click()
    office.get_by_role("button", name="Renew the link").click()
    expect(office.get_by_role("status")).to_contain_text("The link is new")
    expect(tablet.get_by_role("heading", name="This device is not at the table any more")).to_be_visible()
    assert complaints and all("403" in complaint for complaint in complaints)
    complaints.clear()  # the browser's own, on the answer that sent the tablet away

    tablet.goto(office.get_by_role("article").get_by_text("http").inner_text())
    expect(tablet.get_by_role("button", name="Draw")).to_be_visible()
    office.get_by_role("link", name="Overview").click()
    expect(office.get_by_role("link", name="Game 1")).to_be_visible()
    expect(office.get_by_text("renewed the link of Window")).to_be_visible()


def test_a_floating_uma_is_asked_for_when_it_is_ticked(office):
    office.goto("/riverside/organise/rulesets/new/?from=wrc")
    office.get_by_label("Name").fill("House")
    row = office.get_by_role("row", name="2 players")
    expect(row).to_be_hidden()
    office.get_by_label("Floating").check()
    expect(row).to_be_visible()
    row.get_by_label("2 players, place 1").fill("16")
    office.get_by_role("button", name="Save the ruleset").click()
    expect(office.get_by_text("The uma must add up to zero.")).to_be_visible()
    row.get_by_label("2 players, place 4").fill("-16")
    office.get_by_role("button", name="Save the ruleset").click()
    expect(office.get_by_text("2 at 30,000: +16.0 / +5.0 / −5.0 / −16.0")).to_be_visible()


@pytest.mark.parametrize("size", READER)
def test_every_page_is_sound(office, club, ken, check):
    by = {"user": ken}
    table = Table(club=club, name="The long back room upstairs")
    table.keep(by=by)
    people = [
        Player(club=club, name=name) for name in ("Anne-Sophie de La Rochette", "中野 健", "M", "Tomás")
    ]
    for player in people:
        player.keep(by=by)
    own = Ruleset(club=club, name="House", ruleset=rules.ruleset_to_full_json(rules.PRESETS["jpml"]))
    own.keep(by=by)
    for _ in range(2):
        game = Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by=by)
        if game.number == 1:
            game.cancel("Recorded twice", version=game.version, key=uuid.uuid4(), by=by)
    for page in (
        "",
        "history/",
        "games/",
        "games/?show=cancelled",
        "games/paper/",
        "games/2/",
        "games/2/end/",
        "games/2/cancel/",
        "tables/",
        "tables/1/",
        "tables/1/renew/",
        "tables/cards/",
        "players/",
        "players/new/",
        f"players/{people[0].pk}/",
        f"players/{people[0].pk}/forget/",
        "seasons/",
        "seasons/new/",
        "rulesets/",
        "rulesets/new/?from=m_league",
        f"rulesets/{own.pk}/",
        f"rulesets/{own.pk}/change/",
    ):
        office.goto(f"/riverside/organise/{page}")
        check(office)


@pytest.mark.parametrize("size", READER)
def test_two_entries_of_a_person_are_merged_and_taken_apart_again(office, club, ken, check):
    full = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    season = club.seasons.create(name="League", starts="2020-01-01", ends="2100-01-01", ruleset=full)
    table, by = club.tables.create(number=1), {"user": ken}
    names = ("Anne-Sophie de La Rochette", "中野 健", "M", "Tomás", "Tomasz")
    people = {name: club.players.create(name=name) for name in names}
    for last in ("Tomás", "Tomasz"):
        players = [people[name] for name in (*names[:3], last)]
        game = Game.begin(table, players, rules.PRESETS["tenhou"], key=uuid.uuid4(), by=by, season=season)
        win = rules.Ron(discarder=0, winners=(rules.Win(3, base=960),))
        game.record(win, version=0, key=uuid.uuid4(), by=by)
        game.end_early("late", version=game.version, key=uuid.uuid4(), by=by)
    office.goto(f"/riverside/organise/players/{people['Tomás'].pk}/")
    office.get_by_role("link", name="Merge").click()
    office.get_by_label("Find by any name").fill("tomasz")
    office.get_by_role("button", name="Find").click()
    check(office)
    office.get_by_role("link", name="Tomasz").click()
    place = office.get_by_role("row", name="Tomás").get_by_role("cell").last
    expect(place).to_have_text("1")
    expect(office.get_by_role("row", name="Tomasz").get_by_role("cell").last).to_contain_text("now –")
    expect(office.get_by_text("Others come to another place:")).to_contain_text("3 → 2")
    check(office)
    office.get_by_role("button", name="Merge").click()
    expect(office.get_by_role("status")).to_contain_text("Tomasz is Tomás now.")
    office.goto("/riverside/organise/history/")
    office.get_by_role("link", name="Take it back").click()
    check(office)
    office.get_by_role("button", name="Take it back").click()
    expect(office.get_by_role("status")).to_contain_text("Tomasz is a player again.")


@pytest.mark.parametrize("size", READER)
@pytest.mark.parametrize("address", ["organise/", "standings/"])
def test_the_way_to_organise_is_all_on_the_screen(office, size, address):
    office.goto(f"/riverside/{address}")
    nav = office.get_by_role("navigation", name="Main")
    assert nav.get_by_role("link").count() == 5
    assert nav.evaluate("nav => nav.scrollWidth <= nav.clientWidth")
