"""Real games with one hand recorded wrong, and corrected through the page: they come to what they came to."""

import pytest
from django.urls import reverse

from games.correction.hand import entry_of
from games.models import Game

from . import pages
from .wrong import CASES, GAMES, recorded_wrong

pytestmark = pytest.mark.django_db


def filled_in(fields, outcome):
    """The form of the page with this hand typed into it."""
    entry = dict(entry_of(outcome).lists())
    about_hands = (
        "kind",
        "ron",
        "tsumo",
        "from",
        "tenpai",
        "nagashi",
        "chonbo",
        "abort",
        "riichi",
        "time",
        "stop",
    )
    kept = {name: values for name, values in fields.items() if name not in about_hands}
    return {**kept, **entry}


def test_there_are_as_many_as_there_should_be():
    assert len(CASES) == GAMES


@pytest.mark.parametrize(
    ("record", "final", "number", "wrong"), [one[1:] for one in CASES], ids=[one[0] for one in CASES]
)
def test_a_real_game_comes_to_what_it_came_to(
    table, people, organiser, signed_in, record, final, number, wrong
):
    game = recorded_wrong(table, people, record, number, wrong)
    address, browser = reverse("game-correct", args=["riverside", game.number]), signed_in(organiser)
    page = browser.get(address, {"hand": number})
    typed = filled_in(pages.fields(page, "correction"), record.outcomes[number - 1])
    page = browser.post(address, {**typed, "do": ["show"]})
    asked = {"why": ["Recorded wrong"], "do": ["save"]}
    answer = browser.post(address, {**pages.fields(page, "correction"), **asked})
    assert answer.status_code == 302, pages.text(answer)
    game = Game.objects.get(pk=game.pk)
    seats = game.seats.all()
    assert [seat.score for seat in seats] == final["scores"]
    assert [seat.place for seat in seats] == final["places"]
    assert [seat.points / 10 for seat in seats] == final["points"]
    right = record.play()
    assert game.played.hands == right.hands
