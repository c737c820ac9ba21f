"""The table by keyboard, and with names and scores that hardly fit."""

import re
import uuid

import pytest
from playwright.sync_api import expect

import rules
from games.models import Club, Game

from .answers import held
from .sizes import TABLET

NAMES = ["Bartholomäus-Maximilian von Hohenzollern-Sigmaringen", "Wolfeschlegelsteinhausenbergerdorff"]
NAMES += ["محمد بن عبدالله الطويل جدا", "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末"]


@pytest.fixture
def table(transactional_db):
    return Club.objects.create(name="Riverside", slug="riverside").tables.create(number=1)


@pytest.fixture
def begin(table):
    def begin(names=("Aiko", "Marek", "Anne-Sophie", "Tomás"), **start):
        people = [table.club.players.create(name=name) for name in names]
        ruleset = rules.PRESETS["tenhou"]
        start = rules.start_from_json(ruleset, start) if start else None
        return Game.begin(table, people, ruleset, key=uuid.uuid4(), by={"table": table}, start=start)

    return begin


def test_enter_on_a_tick_box_declares_nobodys_riichi(page, table, begin):
    game = begin()
    page.goto(f"/t/{table.token}/")
    page.locator("#tsumo-2").focus()
    page.keyboard.press("Enter")
    with page.expect_response(lambda response: "tag=" in response.url):  # the next poll
        pass
    game.refresh_from_db()
    assert game.riichi == []


def test_an_answer_that_comes_under_a_finger_does_not_take_the_tap_away(page, table, begin):
    game = begin()
    page.goto(f"/t/{table.token}/")
    polls = re.compile("tag=")
    with page.expect_response(polls), held(page, polls):
        with page.expect_request(polls):
            page.get_by_role("button", name="Draw", exact=True).hover()
        page.mouse.down()
        game.light(0, True, version=game.version)
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.mouse.up()
    expect(page.get_by_role("checkbox", name="Noten")).to_have_count(3)


POINTER = """(key, [kind, pointerId]) =>
    key.dispatchEvent(new PointerEvent(kind, {pointerId, bubbles: true}))"""


def test_another_finger_that_comes_up_takes_no_tap_away(page, table, begin):
    game = begin()
    page.goto(f"/t/{table.token}/")
    polls = re.compile("tag=")
    draw = page.get_by_role("button", name="Draw", exact=True)
    stick = page.locator("[data-count='1']")
    with page.expect_response(polls), held(page, polls):
        with page.expect_request(polls):
            draw.evaluate(POINTER, ["pointerdown", 7])
        for kind in ("pointerdown", "pointerup"):
            page.locator("body").evaluate(POINTER, [kind, 8])
        game.light(0, True, version=game.version)
    expect(page.locator(".htmx-request")).to_have_count(0)
    expect(stick).to_have_count(0)
    draw.evaluate(POINTER, ["pointerup", 7])
    expect(stick).to_have_count(1)


@pytest.mark.parametrize("end", ["contextmenu", None])
def test_a_finger_that_never_comes_up_does_not_stop_the_board(page, table, begin, end):
    game = begin()
    page.clock.install()
    page.goto(f"/t/{table.token}/")
    draw = page.get_by_role("button", name="Draw", exact=True)
    draw.evaluate(POINTER, ["pointerdown", 7])
    if end:
        draw.dispatch_event(end)
    else:
        page.clock.fast_forward(60_000)
    game.light(0, True, version=game.version)
    expect(page.locator("[data-count='1']")).to_have_count(1)


def test_a_name_that_is_typed_before_the_scripts_are_there_finds_people(page, table):
    for name in ("Aiko", "Marek"):
        table.club.players.create(name=name)
    with held(page, "**/js/seating.js"):
        page.goto(f"/t/{table.token}/", wait_until="commit")
        page.locator("[name=player_1]").press_sequentially("A")
    page.wait_for_load_state()
    page.keyboard.type("i")
    expect(page.get_by_role("button", name="Marek")).to_be_hidden()
    page.get_by_role("button", name="Aiko").click()
    expect(page.locator("[name=player_1]")).to_have_value("Aiko")


def test_enter_ends_the_game_for_the_reason_that_was_typed(page, table, begin):
    game = begin()
    page.goto(f"/t/{table.token}/")
    page.goto("/riverside/tables/1/end/")
    page.get_by_label("Why does the game end here?").fill("The lights went out")
    page.keyboard.press("Enter")
    expect(page.locator(".result .s-title")).to_contain_text("The lights went out")
    game.refresh_from_db()
    assert game.ended_early == "The lights went out"


FITS = """() => [...document.querySelectorAll(".panel, .score, .ledger, .sum b")].filter((element) => {
  const box = element.getBoundingClientRect();
  const hidden = element.scrollWidth > element.clientWidth + 1 && !element.matches("b");
  const outside = box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
  return hidden || outside;
}).map((element) => element.className + " " + element.innerText)"""


@pytest.mark.parametrize("size", TABLET)
def test_long_names_and_six_digits_fit(page, table, begin):
    begin(NAMES, round="S4", honba=13, sticks=1, scores=[-112300, 232300, -21000, 0])
    page.goto(f"/t/{table.token}/")
    assert page.evaluate(FITS) == []
    page.goto("/riverside/tables/1/?ron=1&from=0&value-1=y6&version=0")
    page.get_by_role("button", name="Save").wait_for()
    assert page.evaluate(FITS) == []
    for key in page.locator(".s-keys .felt-key:visible").all():
        key.click(trial=True)  # nothing lies on it


APART = """() => {
  const parts = [...document.querySelectorAll(".result :is(.s-title, .s-sub, table, .felt-key)")];
  const boxes = parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width);
  const above = (one, two) => one.bottom <= two.top + 1 || one.right <= two.left + 1;
  const apart = (one, two) => above(one, two) || above(two, one);
  const inside = (key) => {
    const words = document.createRange();
    words.selectNodeContents(key);
    const text = words.getBoundingClientRect(), box = key.getBoundingClientRect();
    return text.left >= box.left + 5 && text.right <= box.right - 5;
  };
  const sheet = document.querySelector(".result .sheet").getBoundingClientRect();
  return boxes.every((one, i) => boxes.slice(i + 1).every((two) => apart(one, two)))
    && boxes.every((box) => box.bottom <= sheet.bottom && box.right <= sheet.right - 15)
    && parts.filter((part) => part.matches(".felt-key")).every(inside);
}"""


@pytest.mark.parametrize("size", TABLET)
def test_nothing_of_a_result_lies_on_anything_else(page, table, begin, size):
    game = begin(round="S1", honba=0, sticks=0, scores=[1000, 33000, 33000, 33000])
    win = rules.Win(1, base=2000)
    game.record(rules.Ron(discarder=0, winners=(win,)), version=0, key=uuid.uuid4(), by={"table": table})
    page.goto(f"/t/{table.token}/")
    page.get_by_text("The game is over: somebody is out of points (tobi).").wait_for()
    assert page.evaluate(APART)


@pytest.mark.parametrize("size", [(390, 844), (820, 1180)])
def test_a_log_with_riichi_scrolls_by_itself_and_not_the_page(page, table, begin):
    begin()
    for seat in range(4):
        game = Game.objects.get()
        game.light(seat, True, version=game.version)
        game = Game.objects.get()
        draw = rules.ExhaustiveDraw(tenpai=(seat,), riichi=(seat,))
        game.record(draw, version=game.version, key=uuid.uuid4(), by={"table": table})
    page.goto(f"/t/{table.token}/")
    page.goto("/riverside/tables/1/log/")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
