"""Corrections as real requests at the same moment as others: one is done, and nothing half."""

import threading
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games import access
from games.models import Change, Game

from . import pages

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def asked(game, hand, door, organiser):
    """An organiser's browser, and what it sends to save a correction of the first hand."""
    for outcome in (hand.ron(1, 2), hand.draw(0)):
        game.record(outcome, **door(game))

    def asked(value):
        client, address = Client(), reverse("game-correct", args=["riverside", game.number])
        client.force_login(organiser)
        typed = {**pages.fields(client.get(address), "correction"), "value-1": [value], "do": ["show"]}
        shown = pages.fields(client.post(address, typed), "correction")
        return client, address, {**shown, "why": ["counted again"], "do": ["save"]}

    return asked


def at_once(*requests):
    start, answers = threading.Barrier(len(requests)), []

    def send(client, address, data):
        start.wait()
        try:
            answers.append(client.post(address, data).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=send, args=one) for one in requests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(answers)


def corrections():
    return Change.objects.filter(verb="correct").count()


def test_of_two_corrections_one_is_saved(game, asked):
    assert at_once(asked("b640"), asked("b2000")) == [200, 302]
    assert corrections() == 1
    assert Game.objects.get(pk=game.pk).played.hands[0].deltas[1] in (2_600, 8_000)


def test_a_correction_that_is_sent_several_times_is_done_once(game, asked):
    client, address, data = asked("b640")
    browsers = [Client() for _ in range(4)]
    for browser in browsers:
        browser.cookies = client.cookies
    assert at_once(*((browser, address, data) for browser in browsers)) == [302] * 4
    assert corrections() == 1


def test_a_correction_while_the_table_records_loses_no_hand(game, asked, table):
    device = Client()
    device.cookies[access.table_cookie(table)] = table.token
    version = Game.objects.get(pk=game.pk).version
    hand = {"ron": 3, "from": 0, "value-3": "b960", "version": version, "key": uuid.uuid4()}
    at_once(asked("b640"), (device, reverse("table-record", args=["riverside", table.number]), hand))
    after = Game.objects.get(pk=game.pk)
    # One of the two was first, and the other was refused.
    assert (after.hands.count(), corrections()) in [(3, 0), (2, 1)]
    assert after.version == version + 1
