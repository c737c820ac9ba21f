"""A real hanchan, entered by tapping on the tablet's board: the screen shows what the server recorded."""

import json
import re

import pytest
from django.conf import settings

import rules
from games import words
from games.models import Club, Game

from .answers import answered

RECORDS = settings.BASE_DIR / "tests" / "data" / "real_games.jsonl"
# 16 hands: riichi, six draws, renchan and a double ron.
HANCHAN = "8b74b1d44b64"
NAMES = ["Aiko", "Marek", "Anne-Sophie", "Tomás"]


@pytest.fixture
def real():
    with RECORDS.open() as lines:
        return next(game for game in map(json.loads, lines) if game["id"] == HANCHAN)


@pytest.fixture
def table(transactional_db):
    club = Club.objects.create(name="Riverside", slug="riverside")
    for name in NAMES:
        club.players.create(name=name)
    return club.tables.create(number=1)


class Tablet:
    """The board as fingers and eyes find it."""

    def __init__(self, page, ruleset):
        self.page, self.ruleset = page, ruleset

    def seat(self, number):
        return self.page.get_by_role("region", name=NAMES[number], exact=True)

    def answered(self):
        """Wait for what a tap sends to the server; a poll, which has a tag, is no answer to it."""
        return answered(
            self.page,
            lambda response: response.url.split("?")[0].endswith("/tables/1/") and "tag=" not in response.url,
        )

    def start(self):
        for number, name in enumerate(NAMES):
            self.page.locator(f"[name=player_{number}]").fill(name)
        self.page.get_by_role("checkbox", name=re.compile("Draw the seats")).set_checked(False)
        self.page.get_by_role("button", name="Start", exact=True).click()

    def riichi(self, seat):
        with self.answered():
            self.seat(seat).get_by_role("button", name="Riichi").click()

    def enter(self, outcome):
        for seat in outcome.riichi:
            self.riichi(seat)
        getattr(self, outcome.kind)(outcome)
        with self.answered():
            self.page.get_by_role("button", name="Save", exact=True).click()

    def ron(self, outcome):
        first, *others = [win.seat for win in outcome.wins]
        self.seat(first).get_by_role("checkbox", name="Ron").check(force=True)
        for seat in others:
            self.seat(seat).get_by_role("checkbox", name="Ron too").check(force=True)
        self.seat(outcome.discarder).get_by_role("radio", name="From me").check(force=True)
        self.values(outcome)

    def tsumo(self, outcome):
        self.seat(outcome.win.seat).get_by_role("checkbox", name="Tsumo").check(force=True)
        self.values(outcome)

    def values(self, outcome):
        """The hand's value as it is spoken where the pad has it so, or else by han and fu."""
        for win in sorted(outcome.wins, key=lambda win: win.seat):
            dealer = self.seat(win.seat).get_by_text("dealer", exact=True).count() > 0
            base = rules.base_points(self.ruleset, win)
            spoken = words.spoken(base, dealer, isinstance(outcome, rules.Tsumo)).replace("/", r"\/")
            pad = self.page.locator(f".pad[data-seat='{win.seat}']")
            chip = pad.get_by_role("button", name=re.compile(rf"(^|\D){spoken}$"))
            if not chip.count():
                with self.answered():
                    pad.get_by_role("button", name="Han × fu").click()
                pad = self.page.get_by_role("region", name="Hand value")
                chip = pad.get_by_role("button", name=re.compile(rf"^{win.han} han( {win.fu} fu)?\b"))
            with self.answered():
                chip.click()

    def exhaustive_draw(self, outcome):
        with self.answered():
            self.page.get_by_role("button", name="Draw", exact=True).click()
        for seat in set(outcome.tenpai) - set(outcome.riichi):
            with self.answered():
                self.seat(seat).get_by_role("checkbox", name="Noten").click(force=True)

    def abortive_draw(self, outcome):
        with self.answered():
            self.page.get_by_role("button", name="Draw", exact=True).click()
        with self.answered():
            self.page.locator(f"button[name=draw][value={outcome.reason}]").click()

    def shown(self):
        """Round, honba, sticks and scores as they stand on the screen."""
        kanji = self.page.locator(".round").inner_text()
        counts = self.page.locator(".counts b").all_inner_texts()
        figures = [self.seat(number).locator(".score .figure").inner_text() for number in range(4)]
        return {
            "round": {"東": "E", "南": "S", "西": "W"}[kanji[0]] + kanji[1],
            "honba": int(counts[0]),
            "sticks": int(counts[1]),
            "scores": [int(figure.replace(",", "").replace("−", "-")) for figure in figures],
        }


def test_a_real_hanchan_tapped_hand_by_hand_shows_the_recorded_scores(page, real, table):
    record = rules.record_from_json(real["record"])
    tablet = Tablet(page, record.ruleset)
    table.club.seasons.create(
        name="League",
        starts="2020-01-01",
        ends="2100-01-01",
        ruleset=rules.ruleset_to_full_json(record.ruleset),
    )
    page.goto(f"/t/{table.token}/")
    tablet.start()
    page.wait_for_selector("#board")
    expected = real["expected"]
    for number, outcome in enumerate(record.outcomes):
        before = expected["before"][number]
        assert tablet.shown() == {name: before[name] for name in tablet.shown()}, f"before hand {number + 1}"
        tablet.enter(outcome)
    page.get_by_text("The game is over").first.wait_for()
    game = Game.objects.get()
    assert [seat.score for seat in game.seats.all()] == expected["final"]["scores"]
    for name, score, points in zip(
        NAMES, expected["final"]["scores"], expected["final"]["points"], strict=True
    ):
        row = page.get_by_role("row", name=re.compile(name))
        text = row.inner_text().replace("−", "-")
        assert f"{score:,}" in text and f"{points:+.1f}" in text
