"""Real games with a hand recorded wrong, corrected by clicks: the page shows what they came to."""

import uuid

import pytest
from playwright.sync_api import expect

import rules
from games import access, words
from games.correction.hand import value_code
from games.models import Club, Game, User

from ..games.wrong import CASES, recorded_wrong
from .answers import answered, held
from .sizes import READER, TABLET

PASSWORD = "seven winds at four tables"
NAMES = ["Aiko", "Marek", "Anne-Sophie", "Tomás"]


@pytest.fixture
def club(transactional_db):
    ken = User.objects.create_user("ken@example.org", PASSWORD, name="Ken")
    club = Club.found(ken, name="Riverside", slug="riverside")
    full = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    club.seasons.create(name="All year", starts="2020-01-01", ends="2100-01-01", ruleset=full)
    return club


@pytest.fixture
def table(club):
    return club.tables.create(number=1)


@pytest.fixture
def people(club):
    return [club.players.create(name=name) for name in NAMES]


@pytest.fixture
def office(page, club):
    """The organiser's browser, signed in."""
    page.goto("/riverside/organise/")
    page.get_by_label("Email address").fill("ken@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Organise Riverside")).to_be_visible()
    return page


class Sheet:
    """The correction page as hands and eyes find it."""

    def __init__(self, page):
        self.page = page

    def answered(self):
        """Wait until what was chosen is worked out and shown."""
        return answered(self.page)

    def tick(self, group, name, on=True):
        group = self.page.get_by_role("group", name=group, exact=True)
        radio, checkbox = (group.get_by_role(role, name=name, exact=True) for role in ("radio", "checkbox"))
        box = radio.or_(checkbox)
        if box.is_checked() != on:
            with self.answered():
                box.set_checked(on)

    def enter(self, outcome):
        kinds = {"exhaustive_draw": "Draw", "abortive_draw": "Abort"}
        self.tick("Ended by", kinds.get(outcome.kind, outcome.kind.title()))
        for seat, name in enumerate(NAMES):
            if isinstance(outcome, rules.Ron):
                self.tick("Winner", name, seat in [win.seat for win in outcome.wins])
            if isinstance(outcome, rules.ExhaustiveDraw):
                self.tick("Tenpai", name, seat in outcome.tenpai)
        if isinstance(outcome, rules.Tsumo):
            self.tick("Winner", NAMES[outcome.win.seat])
        if isinstance(outcome, rules.Ron):
            self.tick("Discarder", NAMES[outcome.discarder])
        if isinstance(outcome, rules.AbortiveDraw):
            self.tick("Why it was called off", str(words.ABORTS[outcome.reason]))
        for win in outcome.wins:
            worth = self.page.get_by_label(f"What the hand of {NAMES[win.seat]} is worth")
            code = value_code(win)
            if worth.locator(f'option[value="{code}"]').count() == 0:  # han from 5 on are told without fu
                code = f"h{win.han}"
            if worth.input_value() != code:
                with self.answered():
                    worth.select_option(code)
        for seat, name in enumerate(NAMES):
            self.tick("Riichi", name, seat in outcome.riichi)

    def save(self, why):
        self.page.get_by_label("In your own words").fill(why)
        self.page.get_by_role("button", name="Save the correction").click()


def of_each_kind():
    """One game whose hand was a ron, one a tsumo, one a draw."""
    for kind in ("ron", "tsumo", "exhaustive_draw"):
        yield next(one for one in CASES if one[1].outcomes[one[3] - 1].kind == kind)


@pytest.mark.parametrize(
    ("record", "final", "number", "wrong"), [one[1:] for one in of_each_kind()], ids=["ron", "tsumo", "draw"]
)
def test_a_real_game_comes_to_what_it_came_to(office, table, people, check, record, final, number, wrong):
    game = recorded_wrong(table, people, record, number, wrong)
    office.goto(f"/riverside/games/{game.number}/")
    office.locator(f"#hand-{number}").get_by_role("link", name="Correct").click()
    sheet = Sheet(office)
    sheet.enter(record.outcomes[number - 1])
    expect(office.get_by_role("heading", name="What changes")).to_be_visible()
    expect(office.get_by_role("table", name="Hand by hand")).to_be_visible()
    check(office)
    sheet.save("Looked at the tiles again")
    expect(office.get_by_text(f"Game {game.number} is corrected.")).to_be_visible()
    expect(office.get_by_text("Looked at the tiles again")).to_be_visible()
    for score in final["scores"]:
        result = office.get_by_role("table", name="Result")
        expect(result.get_by_role("cell", name=words.points(score), exact=True).first).to_be_visible()
    now, right = Game.objects.get(pk=game.pk).played, record.play()
    assert [hand.after for hand in now.hands] == [hand.after for hand in right.hands]
    check(office)


def begun(table, people, *outcomes, **changes):
    ruleset = rules.ruleset_from_json({"preset": "tenhou", **changes})
    by = {"table": table}
    season = table.club.current_season
    game = Game.begin(table, people, ruleset, key=uuid.uuid4(), by=by, season=season)
    for outcome in outcomes:
        game.record(outcome, version=game.version, key=uuid.uuid4(), by=by)
    return game


def ron(seat, discarder, base=960):
    return rules.Ron(discarder, (rules.Win(seat, base=base),))


@pytest.mark.parametrize("size", sorted({*READER, *TABLET}))
def test_every_page_is_sound(office, table, people, check):
    game = begun(table, people, ron(1, 0, 2_000), ron(0, 2), ron(1, 0), ron(1, 2), length="tonpuusen")
    address = f"/riverside/games/{game.number}/correct/"
    office.goto(f"{address}?hand=2")
    for fold in ("Players and seats", "Rules, season, table, time", "Penalties and other points"):
        office.get_by_text(fold).click()
    check(office)
    with Sheet(office).answered():
        office.get_by_label("What the hand of Aiko is worth").select_option("y1")
    expect(office.get_by_text("The 2 hands after the end")).to_be_visible()
    check(office)
    office.get_by_label("Not sure").check()
    Sheet(office).save("Was it one?")
    expect(office.get_by_text("a correction is proposed")).to_be_visible()
    check(office)
    office.get_by_role("link", name="See what is proposed").click()
    expect(office.get_by_role("heading", name="Proposed")).to_be_visible()
    check(office)
    office.goto(f"{address}?hand=4")
    with Sheet(office).answered():
        office.get_by_role("button", name="Delete this hand").click()
    expect(office.get_by_text("A game that would go on")).to_be_visible()
    office.get_by_role("button", name="Save the correction").click()
    expect(office.get_by_text("This has to be decided first.")).to_be_visible()
    check(office)


def test_what_is_typed_while_an_answer_is_on_its_way_stays(office, table, people):
    game = begun(table, people, ron(1, 2))
    office.goto(f"/riverside/games/{game.number}/correct/?hand=1")
    Sheet(office).tick("Discarder", "Tomás")
    why = office.get_by_label("In your own words")
    with answered(office), held(office, "**/correct/"):
        office.get_by_label("What the hand of Marek is worth").select_option("y1")
        why.press_sequentially("It was Tomás, ")
    expect(why).to_have_value("It was Tomás, ")
    expect(why).to_be_focused()
    why.press_sequentially("and a yakuman")
    with answered(office):
        office.keyboard.press("Tab")
    expect(office.get_by_text("became “Marek ron from Tomás, 32,000”").first).to_be_visible()
    expect(why).to_have_value("It was Tomás, and a yakuman")


def test_what_is_typed_after_a_key_was_pressed_stays_in_what_the_key_brings(office, table, people):
    game = begun(table, people, ron(1, 2), ron(2, 1))
    office.goto(f"/riverside/games/{game.number}/correct/?hand=1")
    Sheet(office).tick("Discarder", "Tomás")
    why = office.get_by_label("In your own words")
    with answered(office), held(office, "**/correct/"):
        office.get_by_role("button", name="Delete this hand").click()
        why.press_sequentially("It was not played")
        why.press("ArrowLeft")
    expect(office.get_by_role("button", name="Hand 2")).to_have_count(0)
    expect(why).to_be_focused()
    why.press_sequentially("!")
    expect(why).to_have_value("It was not playe!d")


def test_the_tablet_corrects_its_game_and_goes_back(page, live_server, table, people, check):
    game = begun(table, people, ron(1, 2))
    page.context.add_cookies([
        {"name": access.table_cookie(table), "value": table.token, "url": live_server.url}
    ])  # fmt: skip
    page.goto("/riverside/tables/1/log/")
    page.get_by_role("link", name="Correct hand 1").click()
    sheet = Sheet(page)
    sheet.tick("Discarder", "Tomás")
    expect(page.get_by_role("table", name="Hand by hand")).to_be_visible()
    check(page)
    sheet.save("It was Tomás")
    expect(page.get_by_role("heading", name="Log")).to_be_visible()
    assert Game.objects.get(pk=game.pk).played.hands[0].deltas == (0, 3_900, 0, -3_900)


def test_without_javascript(chromium, live_server, table, people, club):
    game = begun(table, people, ron(1, 2))
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    context.add_cookies([
        {"name": access.table_cookie(table), "value": table.token, "url": live_server.url}
    ])  # fmt: skip
    page = context.new_page()
    page.goto(f"/riverside/games/{game.number}/correct/?hand=1")
    page.get_by_role("group", name="Discarder").get_by_label("Aiko").check()
    page.get_by_role("button", name="Show what changes").click()
    page.get_by_label("In your own words").fill("It was Aiko")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_role("heading", name="Log")).to_be_visible()
    assert Game.objects.get(pk=game.pk).played.hands[0].deltas == (-3_900, 3_900, 0, 0)
    context.close()


@pytest.mark.parametrize("size", READER)
def test_what_is_missing_is_where_the_page_opens_again(office, table, people, size):
    game = begun(table, people, ron(1, 2))
    office.goto(f"/riverside/games/{game.number}/correct/?hand=1")
    Sheet(office).tick("Discarder", "Tomás")
    office.get_by_role("button", name="Save the correction").click()
    expect(office.get_by_text("Say in a few words why.")).to_be_visible()
    why = office.get_by_label("In your own words")
    expect(why).to_be_focused()
    why.click(trial=True)  # nothing lies on it
    office.keyboard.type("It was Tomás")
    office.keyboard.press("Tab")
    office.get_by_role("button", name="Save the correction").click()
    expect(office.get_by_text(f"Game {game.number} is corrected.")).to_be_visible()
