"""Screens that are read from across a room, with as many tables as a club has."""

import uuid
from contextlib import suppress

import pytest
from playwright.sync_api import expect

import rules
from games.models import Club, Game

NAMES = (
    "Bartholomew Featherstonehaugh-Cholmondeley",
    "小野寺 慎太郎",
    "Anne-Sophie de La Rochette",
    "Łukasz",
)
TIMED = rules.ruleset_from_json({"preset": "tenhou", "time_limit": 80})


@pytest.fixture
def play(transactional_db):
    """Let so many tables play, two players in riichi at each."""

    def play(tables):
        club = Club.objects.create(name="Riverside " + "Riichi " * 6, slug="riverside")
        short = {"short_name": "Bartholomew F.-C."}
        people = [club.players.create(name=name, **(short if len(name) > 20 else {})) for name in NAMES[:1]]
        people += [club.players.create(name=name) for name in NAMES[1:]]
        for number in range(1, tables + 1):
            table = club.tables.create(number=number, name="Back room by the window" * (number == 2))
            by = {"table": table}
            game = Game.begin(table, people, TIMED, key=uuid.uuid4(), by=by)
            win = rules.Tsumo(win=rules.Win(0, yakuman=1))
            game.record(win, version=0, key=uuid.uuid4(), by=by)
            for seat in (0, 2):
                with suppress(rules.RulesError):  # who paid for the yakuman may have too little left
                    game.light(seat, True, version=game.version)
        return club

    return play


# What of a table does not fit into it, or lies over another line.
CUT = """() => [...document.querySelectorAll('.desk')].flatMap((desk) => {
  const box = (part) => part.getBoundingClientRect(), all = (inside) => [...desk.querySelectorAll(inside)];
  const lines = all('.desk__head, .desk__row, .desk__last');
  const over = lines.filter((line, i) => i && box(line).top < box(lines[i - 1]).bottom - 1);
  const isIn = (part, line) => box(part).top >= box(line).top - 1 && box(part).bottom <= box(line).bottom + 1;
  const high = all('.desk__row > :not(.desk__change)').filter((part) => !isIn(part, part.parentElement));
  const wide = all('.desk__row > *, .desk__head > *').filter((part) => box(part).right > box(desk).right);
  return [...over, ...high, ...wide].map((part) => `${part.className}: ${part.innerText}`);
})"""


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1080, 1920), (820, 1180)])
@pytest.mark.parametrize("tables", [1, 2, 3, 4, 5, 6, 9, 12, 16])
def test_no_table_is_cut_however_many_play(page, play, check, size, tables):
    play(tables)
    page.goto("/riverside/tv/")
    expect(page.locator(".desk")).to_have_count(tables)
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    check(page)


@pytest.mark.parametrize("size", [(1920, 1080)])
def test_the_minutes_count_down_between_answers_and_time_runs_out(page, play, size):
    play(1)
    page.clock.install()
    page.goto("/riverside/tv/")
    expect(page.get_by_text("80 min left")).to_be_visible()
    page.clock.fast_forward("42:00")
    expect(page.get_by_text("38 min left")).to_be_visible()
    page.clock.fast_forward("38:01")
    expect(page.get_by_text("Time is up")).to_be_visible()
    expect(page.get_by_text("min left")).to_be_hidden()
