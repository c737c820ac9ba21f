"""Every sheet of the board on every screen, with ordinary names and with names and scores that hardly fit."""

import uuid

import pytest

import rules
from games.models import Club, Game

from .fit import faults
from .sizes import TABLET

PHONE = (390, 844)
SHORT = ["Aiko", "Marek", "Anne-Sophie", "Tomás"]
LONG = ["Bartholomäus-Maximilian von Hohenzollern-Sigmaringen", "Wolfeschlegelsteinhausenbergerdorff"]
LONG += ["محمد بن عبدالله الطويل جدا", "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末"]

EVEN = {"round": "E2", "honba": 2, "sticks": 1, "scores": [22400, 31700, 27300, 17600]}
HARD = {"round": "S4", "honba": 15, "sticks": 1, "scores": [-112300, 232300, -21000, 0]}
HOUSE = {"preset": "m_league", "multi_ron": "all", "chonbo": "reverse_mangan", "yakitori_points": 10000}
HOUSE |= {"agari_yame": "optional", "tenpai_yame": "optional", "time_limit": 50}
TABLES = {
    "even": (SHORT, {"preset": "tenhou"}, EVEN),
    "hard": (LONG, {"preset": "tenhou"}, HARD),
    "house": (SHORT, HOUSE, EVEN | {"round": "S4"}),
    "hard house": (LONG, HOUSE, HARD),
    "atamahane": (LONG, HOUSE | {"multi_ron": "atamahane"}, HARD),
    "three": (SHORT[:3], {"preset": "tenhou_sanma"}, EVEN | {"scores": [30000, 40000, 34000]}),
}
WINS = ["ron=3&from=1", "ron=1&from=3", "tsumo=0", "tsumo=1"]
VALUES = [
    f"{win}&value-{win[win.index('=') + 1]}={value}" for win in WINS for value in ("b960", "b6000", "y6")
]
DOUBLE = "ron=3&ron=0&from=1&value-3=b960&value-0=b2000"
SHEETS = ["", "ron=3", *WINS, "ron=3&from=1&pad=detail", "tsumo=2&pad=detail", *VALUES, DOUBLE]
SHEETS += ["draw=exhaustive", "draw=exhaustive&tenpai=0&tenpai=2", "draw=nine_terminals"]
SHEETS += ["draw=exhaustive&with_nagashi=1&nagashi=1&tenpai=0", "ron=3&from=1&value-3=h2.20"]
SHEETS += ["ron=3&from=1&value-3=y2&pao-3=0&covered-3=1", "tsumo=3&value-3=y2&pao-3=0&covered-3=1"]
TRIPLE = "ron=0&ron=1&ron=2&from=3&value-0=y2&value-1=b2000&value-2=y1"
HOUSE_SHEETS = ["", "ron=3&from=1&value-3=b960", TRIPLE, "stage=chonbo", "stage=chonbo&chonbo=1&chonbo=2"]
THREE_SHEETS = ["", "ron=0", "ron=0&from=1", "tsumo=0&value-0=b2000", "draw=exhaustive&tenpai=0"]
STALE = "ron=3&from=1&value-3=b960&version=9"


@pytest.fixture
def club(transactional_db):
    return Club.objects.create(name="Riverside", slug="riverside")


@pytest.fixture
def begin(club):
    """A game at a table of its own."""

    def begin(names, facts, start):
        people = [club.players.get_or_create(name=name)[0] for name in names]
        table = club.tables.create(number=club.tables.count() + 1)
        ruleset = rules.ruleset_from_json(facts)
        start = rules.start_from_json(ruleset, start)
        return Game.begin(table, people, ruleset, key=uuid.uuid4(), by={"table": table}, start=start)

    return begin


def save(game, outcome):
    by = {"table": game.table}
    game.record(outcome, version=game.version, key=uuid.uuid4(), by=by)


def ron(seat, discarder, **win):
    return rules.Ron(discarder=discarder, winners=(rules.Win(seat, **win),))


def looked_at(page, games):
    """The sheets of these tables that something is wrong with, and what."""
    wrong = {}
    for game, sheets in games:
        page.goto(f"/t/{game.table.token}/")
        for sheet in sheets:
            entry = sheet if "version" in sheet or not sheet else f"{sheet}&version={game.version}"
            page.goto(f"/riverside/tables/{game.table.number}/?{entry}")
            wrong |= on_every_screen(page, f"{game.rules.title}, {game.state.scores}: {sheet}")
    return wrong


def on_every_screen(page, sheet=""):
    """What is wrong with the page that is shown, by size and sheet."""
    wrong = {}
    page.emulate_media(reduced_motion="reduce")  # nothing is on its way when it is looked at
    for width, height in [*TABLET, PHONE]:
        page.set_viewport_size({"width": width, "height": height})
        if found := faults(page):
            wrong[f"{width} x {height} {sheet}"] = found
    return wrong


def test_every_sheet_has_its_room(page, begin):
    of = {
        "even": [*SHEETS, STALE],
        "hard": [*SHEETS, STALE],
        "house": HOUSE_SHEETS,
        "hard house": HOUSE_SHEETS,
        "atamahane": [TRIPLE],
        "three": THREE_SHEETS,
    }
    assert looked_at(page, [(begin(*TABLES[name]), sheets) for name, sheets in of.items()]) == {}


def test_what_was_saved_and_what_came_out_has_its_room(page, begin):
    saved = [begin(*TABLES[name]) for name in ("even", "hard house")]
    over = [begin(*TABLES[name]) for name in ("even", "hard")]
    with_yakitori = begin(LONG, {"preset": "tenhou", "yakitori_points": 10000}, HARD)
    for game in saved:
        save(game, ron(1, 2, base=2000))
    for game in [*over, with_yakitori]:
        save(game, ron(1, 0, yakuman=6))
    assert looked_at(page, [(game, [""]) for game in [*saved, *over, with_yakitori]]) == {}


@pytest.mark.parametrize("names", ["even", "hard"])
def test_differences_have_their_room(page, begin, names):
    game = begin(*TABLES[names])
    page.goto(f"/t/{game.table.token}/")
    for seat in range(4):
        page.locator(f"#diff-{seat}").check(force=True)
        assert on_every_screen(page) == {}
        page.locator(f"#diff-{seat}").uncheck(force=True)


def test_a_score_is_no_target_while_a_win_is_entered(page, begin):
    game = begin(*TABLES["even"])
    page.goto(f"/t/{game.table.token}/")
    page.locator("#ron-0").check(force=True)
    assert page.locator("[name=diff]:visible").count() == 0


@pytest.mark.parametrize("size", [*TABLET, PHONE])
def test_without_the_network_no_key_is_covered(page, begin, complaints):
    game = begin(*TABLES["even"])
    page.goto(f"/t/{game.table.token}/")
    page.goto(f"/riverside/tables/1/?ron=3&from=1&value-3=b960&version={game.version}")
    page.context.set_offline(True)
    page.get_by_text("The server does not answer").wait_for()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    banner = page.locator("#network").bounding_box()
    for key in page.locator(".s-keys .felt-key:visible, .ledger:visible").all():
        box = key.bounding_box()
        is_beside = box["y"] >= banner["y"] + banner["height"] or box["y"] + box["height"] <= banner["y"]
        is_away = box["x"] >= banner["x"] + banner["width"] or box["x"] + box["width"] <= banner["x"]
        assert is_beside or is_away or box["y"] < banner["height"]
    complaints.clear()
