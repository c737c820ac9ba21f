"""The league's pages in a browser: sorting, groups of columns on a phone, the race, screens that follow."""

import re
import uuid
from dataclasses import replace

import pytest
from django.utils.formats import date_format
from playwright.sync_api import expect

import rules
from games.columns import COLUMNS, WITH_RATING
from games.models import Club, Game

from .answers import answered, held
from .sizes import READER

NAMES = (
    "Aiko",
    "Marek",
    "Anne-Sophie de La Rochette",
    "Tomás",
    "中野 健",
    "Zoé",
    "Priya Ramanathal",
    "Łukasz Brzozowy",
)
THEMES = ["light", "dark"]


@pytest.fixture
def season(transactional_db):
    """Some games of a season, one of them with a penalty."""
    club = Club.objects.create(name="Riverside", slug="riverside")
    table = club.tables.create(number=1)
    people = [club.players.create(name=name) for name in NAMES]
    full = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    season = club.seasons.create(name="League", starts="2020-01-01", ends="2100-01-01", ruleset=full)
    by = {"table": table}
    for number in range(6):
        seated = [people[(number + i * (1 + number % 2)) % 7] for i in range(4)]
        game = Game.begin(table, seated, rules.PRESETS["tenhou"], key=uuid.uuid4(), by=by, season=season)
        win = rules.Win(number % 4, base=2000 if number % 2 else 960)
        outcome = rules.Ron(discarder=(number + 1) % 4, winners=(win,))
        game.record(outcome, version=game.version, key=uuid.uuid4(), by=by)
        game.end_early("Late", version=game.version, key=uuid.uuid4(), by=by)
    late = {"seat": 1, "points": -20_000, "reason": "Late arrival"}
    facts = replace(game.facts, additions=(late,))
    game.correct(facts, "As announced", version=game.version, key=uuid.uuid4(), by=by)
    season.minimum_games = 2
    season.save()
    return season


@pytest.mark.pitfall("B96")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", READER)
def test_no_page_has_a_fault(page, season, check, theme, size):
    page.emulate_media(color_scheme=theme)
    player = season.club.players.first().pk
    for address in ("", "standings/", f"players/{player}/", "players/", "games/", "games/6/", "tv/"):
        page.goto(f"/riverside/{address}")
        for more in page.locator("summary").all():
            more.click()
        check(page)


def names(page):
    return page.locator(".standings tbody:first-of-type .s-name").all_inner_texts()


def test_a_column_is_sorted_by_its_head(page, season):
    page.goto("/riverside/standings/")
    ranked = names(page)
    head = page.locator(".standings").get_by_role("columnheader", name="Player")
    page.get_by_role("link", name="Player", exact=True).click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    assert names(page) == sorted(ranked, key=str.casefold)
    page.get_by_role("link", name="Player", exact=True).click()
    expect(head).to_have_attribute("aria-sort", "descending")
    page.reload()
    expect(head).to_have_attribute("aria-sort", "descending")
    page.go_back()
    expect(head).to_have_attribute("aria-sort", "ascending")


def test_every_column_is_sorted_from_the_keyboard_and_it_is_said(page, season):
    page.goto("/riverside/standings/")
    heads = page.locator(".standings thead a").all_inner_texts()
    assert len(heads) == 1 + len(WITH_RATING)
    page.get_by_role("link", name="Player", exact=True).focus()
    for head in heads:
        name = " ".join(head.split())
        link = page.locator(".standings thead").get_by_role("link", name=name, exact=True)
        expect(link).to_be_focused()
        with answered(page, lambda response: "sort=" in response.url):
            page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text(f"Sorted by {name}")
        expect(page.locator("[aria-sort]")).to_have_text(head)
        expect(link).to_be_focused()
        page.keyboard.press("Tab")


def test_other_filters_keep_the_sorting(page, season):
    page.goto("/riverside/standings/")
    page.get_by_role("link", name="Win %").click()
    expect(page.get_by_role("status")).to_contain_text("Sorted by Win %")
    page.get_by_label("Minimum games").fill("1")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("[aria-sort]")).to_have_text("Win %")
    expect(page.get_by_label("Minimum games")).to_have_value("1")


def test_a_filter_that_is_typed_while_the_sorting_is_on_its_way_stays(page, season):
    page.goto("/riverside/standings/")
    with held(page, re.compile("sort=")):
        page.get_by_role("link", name="Win %").click()
        page.get_by_label("Minimum games").fill("1")
    expect(page.get_by_role("status")).to_contain_text("Sorted by Win %")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("[aria-sort]")).to_have_text("Win %")
    expect(page.get_by_label("Minimum games")).to_have_value("1")


@pytest.mark.parametrize("size", [READER[0]])
def test_a_phone_shows_a_group_of_columns_at_a_time(page, season):
    page.goto("/riverside/standings/")
    expect(page.get_by_role("columnheader", name="Total")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Riichi %")).to_be_hidden()
    page.get_by_role("radio", name="Hands").check(force=True)
    expect(page.get_by_role("columnheader", name="Riichi %")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Total")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("columnheader", name="Avg win")).to_be_visible()


@pytest.mark.parametrize("size", READER)
def test_every_column_is_in_one_of_the_groups_that_a_screen_shows(page, season, size):
    player = season.club.players.first().pk
    pages = {"standings/": (".standings thead a", 1 + len(WITH_RATING))}
    pages[f"players/{player}/"] = (".seasons thead th", 2 + len(COLUMNS))
    for address, (heads, count) in pages.items():
        page.goto(f"/riverside/{address}")
        groups = page.locator(".strip").get_by_role("radio")
        choices = groups.all() if groups.first.is_visible() else [None]
        seen = set()
        for group in choices:
            if group:
                group.check(force=True)
            seen.update(page.locator(f"{heads}:visible").all_inner_texts())
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            wrap = page.locator(".standings-wrap")
            assert wrap.evaluate("wrap => wrap.scrollWidth <= wrap.clientWidth"), (address, group)
        assert len(seen) == count


@pytest.mark.parametrize("minimum", [4, 9999])
@pytest.mark.parametrize("size", READER)
def test_names_have_room_with_some_below_the_minimum(page, season, size, minimum):
    page.goto(f"/riverside/standings/?min={minimum}")
    expect(page.get_by_text(re.compile("Fewer than 9?,?[49]+ games, without a place"))).to_be_visible()
    cells = page.locator(".standings tbody .s-name").all()
    assert all(cell.bounding_box()["width"] > 90 for cell in cells)
    assert all(cell.bounding_box()["height"] < 80 for cell in cells)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [READER[0]])
def test_the_parts_of_a_result_stand_in_a_row_on_a_phone(page, season):
    page.goto("/riverside/games/6/")
    for row in page.locator(".result tbody tr").all():
        parts = [part.bounding_box() for part in row.locator(".result__part").all()]
        assert len(parts) == 4 and len({part["y"] for part in parts}) == 1
        assert parts[-1]["x"] + parts[-1]["width"] <= 390


def test_a_screen_of_a_table_says_that_nobody_plays_and_a_stream_shows_nothing(page, season):
    season.club.tables.create(number=2)
    nobody = page.get_by_role("heading", name="nobody is playing now")
    for background, is_seen in (("", True), ("transparent", False), ("green", False)):
        page.goto(f"/riverside/tv/2/?background={background}")
        assert (nobody.bounding_box()["width"] > 100) == is_seen, background


def test_who_is_ticked_is_drawn_and_the_sixth_takes_the_place_of_the_first(page, season):
    page.goto("/riverside/standings/")
    drawn = page.locator(".race__line--pen")
    boxes = page.locator(".race input")
    assert boxes.count() >= 6
    expect(drawn).to_have_count(5)
    boxes.nth(0).uncheck(force=True)
    expect(drawn).to_have_count(4)
    boxes.nth(0).check(force=True)
    boxes.nth(5).check(force=True)
    expect(drawn).to_have_count(5)
    expect(boxes.nth(1)).not_to_be_checked()


def test_who_was_ticked_before_the_scripts_were_there_is_drawn(page, season):
    with held(page, "**/js/race.js"):
        page.goto("/riverside/standings/", wait_until="commit")
        boxes = page.locator(".race input")
        boxes.nth(0).uncheck(force=True)
        boxes.nth(5).check(force=True)
    page.wait_for_load_state()
    for number in range(boxes.count()):
        line = page.locator(f".race__line[data-runner='{boxes.nth(number).get_attribute('value')}']")
        drawn = re.compile(r"race__line--pen pen-\d")
        if boxes.nth(number).is_checked():
            expect(line).to_have_class(drawn)
        else:
            expect(line).not_to_have_class(drawn)


@pytest.mark.parametrize("size", [(1920, 1080)])
@pytest.mark.parametrize("address", ["", "tv/", "tv/1/?background=green"])
def test_what_is_played_appears_by_itself(page, season, size, address):
    table = season.club.tables.get()
    by = {"table": table}
    page.goto(f"/riverside/{address}")
    seated = list(season.club.players.all()[:4])
    game = Game.begin(table, seated, rules.PRESETS["tenhou"], key=uuid.uuid4(), by=by)
    expect(page.get_by_text("East 1").first).to_be_visible()
    win = rules.Ron(discarder=0, winners=(rules.Win(1, yakuman=1),))
    game.record(win, version=game.version, key=uuid.uuid4(), by=by)
    expect(page.get_by_text("Result") if "tv" in address else page.get_by_text("Game 7")).to_be_visible()


@pytest.mark.parametrize("address", ["standings/", "games/1/", "players/"])
def test_paper_says_whose_it_is_and_of_when(page, season, address):
    before = season.club.today
    page.goto(f"/riverside/{address}")
    head = page.locator(".site")
    today = "|".join(date_format(day, "j F Y") for day in (before, season.club.today))  # it may turn midnight
    expect(head.get_by_text(re.compile(today))).to_be_hidden()
    page.emulate_media(media="print")
    expect(head).to_have_text(re.compile(rf"Riverside\s.*({today})\s*$", re.DOTALL))
    expect(head.get_by_text("Riverside")).to_be_visible()
    expect(head.get_by_text(re.compile(today))).to_be_visible()
    assert head.get_by_role("link").count() == 1
