"""The correction pages as people use them: what they see, what they change, and what is saved."""

import pytest
from django.urls import reverse

from games.models import Change, Game

from . import pages

pytestmark = pytest.mark.django_db


class Sheet:
    """The correction page in somebody's browser."""

    def __init__(self, client, game, **query):
        self.client, self.url = client, reverse("game-correct", args=[game.club.slug, game.number])
        self.answer = client.get(self.url, query)
        self._read()

    def _read(self):
        self.fields = pages.fields(self.answer, "correction")
        self.text = pages.text(self.answer)

    def type(self, **fields):
        for name, value in fields.items():
            values = value if isinstance(value, list) else [value]
            self.fields[name.replace("_", "-") if name.startswith("value") else name] = [
                str(one) for one in values
            ]
        return self

    def press(self, name="do", value="show"):
        self.answer = self.client.post(self.url, {**self.fields, name: [value]})
        self._read()
        return self

    def save(self, why="wrong seat", **more):
        return self.type(why=why, **more).press("do", "save")

    @property
    def is_saved(self):
        return self.answer.status_code == 302


@pytest.fixture
def sheet(organiser, signed_in):
    """Open a game's correction as an organiser."""

    def open_it(game, **query):
        return Sheet(signed_in(organiser), game, **query)

    return open_it


@pytest.fixture
def played(game, hand, door):
    """A running game: Marek's mangan from Anne-Sophie, a draw, Aiko's tsumo."""
    for outcome in (hand.ron(1, 2, base=2_000, riichi=[1]), hand.draw(1, 3), hand.tsumo(0)):
        for seat in outcome.riichi:
            game.light(seat, True, version=game.version)
        game.record(outcome, **door(game))
    return game


def fresh(game):
    return Game.objects.get(pk=game.pk)


def test_a_page_that_changes_nothing_proposes_nothing(sheet, played):
    for number in (1, 2, 3):
        page = sheet(played, hand=number).press()
        assert "Nothing yet." in page.text
    assert "Nothing is changed yet." in page.save().text
    assert not page.is_saved


def test_a_wrong_value(sheet, played):
    page = sheet(played, hand=1).type(value_1="b640").press()
    assert "hand 1: 8,000 became 2,600" in page.text
    assert page.save("Looked at the wrong tiles").is_saved, page.text
    assert fresh(played).played.hands[0].deltas == (0, 2_600, -2_600, 0)
    change = Change.objects.get(verb="correct")
    assert (change.why, change.user.name) == ("Looked at the wrong tiles", "Ken")
