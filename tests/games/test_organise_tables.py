"""Tables and their cards: added, renamed, renewed, retired."""

import re
import uuid

import pytest

from games.models import Change

from .test_watch import text

TABLES = "/riverside/organise/tables/"


@pytest.fixture
def ken(signed_in, organiser):
    return signed_in(organiser)


def token(page):
    """What the link of a card ends in."""
    return re.search(r"http://[\w.:]+/t/([^/<]+)/", page.content.decode())[1]


def enter(client, link):
    return client.get(f"/t/{link}/").status_code


def test_a_table_without_a_name_goes_by_the_next_number(ken, club):
    for name in ("", "Window", ""):
        ken.post(TABLES, {"name": name, "key": uuid.uuid4()})
    assert [str(table) for table in club.tables.all()] == ["Table 1", "Window", "Table 3"]
    assert [change.verb for change in club.changes.all()] == [Change.Verb.ADD_TABLE] * 3


def test_a_form_sent_twice_adds_one_table(ken, club):
    form = {"name": "Window", "key": uuid.uuid4()}
    for _ in range(2):
        assert ken.post(TABLES, form).status_code == 302
    assert club.tables.count() == 1


def test_a_name_that_is_too_long_is_refused_and_kept(ken, club):
    page = ken.post(TABLES, {"name": "W" * 41, "key": uuid.uuid4()})
    assert "at most 40" in text(page) and "W" * 41 in page.content.decode()
    assert not club.tables.exists()


def test_the_card_opens_the_table(ken, client, table):
    page = ken.get(f"{TABLES}1/")
    assert "<svg" in page.content.decode() and " style=" not in page.content.decode()
    assert enter(client, token(page)) == 302
    assert client.get("/riverside/tables/1/start/").status_code == 200


def test_the_card_carries_the_address_that_it_was_asked_at(ken, table, settings):
    settings.ALLOWED_HOSTS = ["scores.example.org"]
    page = ken.get(f"{TABLES}1/", HTTP_HOST="scores.example.org", secure=True)
    assert f"https://scores.example.org/t/{table.token}/" in text(page)
    assert "this computer alone" not in text(page)


def test_an_address_that_no_tablet_can_reach_is_warned_of(ken, table):
    assert "this computer alone" in text(ken.get(f"{TABLES}1/", HTTP_HOST="localhost:8000"))
    assert "this computer alone" in text(ken.get(f"{TABLES}cards/", HTTP_HOST="localhost:8000"))


def test_the_sheet_has_a_card_for_every_table_in_use(ken, table, other_table):
    other_table.retire(by={"user": None})
    page = ken.get(f"{TABLES}cards/")
    assert table.token in text(page) and other_table.token not in text(page)


def test_a_stream_is_set_up_before_anybody_plays(ken, client, table):
    streams = re.findall(r'href="([^"]*/tv/[^"]*)"', ken.get(f"{TABLES}1/").content.decode())
    assert [address.partition("=")[2] for address in streams] == ["transparent", "green"]
    assert all(client.get(address).status_code == 200 for address in streams)


def test_renewing_stops_the_old_card_and_its_devices(ken, tablet, table):
    old = token(ken.get(f"{TABLES}1/"))
    assert "stop at once" in text(ken.get(f"{TABLES}1/renew/"))
    assert enter(tablet, old) == 302
    page = ken.post(f"{TABLES}1/renew/", {"key": uuid.uuid4()}, follow=True)
    assert "The link is new" in text(page)
    assert enter(tablet, old) == 403
    tablet.cookies[f"table-{table.pk}"] = old
    assert tablet.get("/riverside/tables/1/start/").status_code == 403
    assert enter(tablet, token(page)) == 302


def test_renewing_twice_by_one_form_renews_once(ken, table):
    form = {"key": uuid.uuid4()}
    ken.post(f"{TABLES}1/renew/", form)
    first = token(ken.get(f"{TABLES}1/"))
    ken.post(f"{TABLES}1/renew/", form)
    assert token(ken.get(f"{TABLES}1/")) == first


def test_looking_at_the_renewal_renews_nothing(ken, table):
    ken.get(f"{TABLES}1/renew/")
    ken.post(f"{TABLES}1/renew/", {})
    assert token(ken.get(f"{TABLES}1/")) == table.token


def test_a_part_of_a_page_tells_its_page_that_the_device_is_out(tablet, table, game):
    table.renew(by={"user": None})
    answer = tablet.get("/riverside/tables/1/", HTTP_HX_REQUEST="true")
    assert answer.status_code == 403 and answer["HX-Refresh"] == "true"


def test_a_retired_table_opens_nothing_and_can_be_taken_back(ken, client, table):
    card = token(ken.get(f"{TABLES}1/"))
    page = ken.post(f"{TABLES}1/retire/", follow=True)
    assert "Table 1 is retired." in text(page)
    assert enter(client, card) == 403
    ken.post(f"{TABLES}1/take-back/")
    assert enter(client, card) == 302


def test_a_table_that_plays_is_not_retired(ken, game, table):
    page = ken.post(f"{TABLES}1/retire/", follow=True)
    assert "A game runs at this table." in text(page)
    table.refresh_from_db()
    assert not table.is_retired


def test_a_table_is_renamed(ken, table, club):
    page = ken.post(f"{TABLES}1/", {"name": "Window", "key": uuid.uuid4()}, follow=True)
    assert "Window" in text(page)
    assert club.changes.get().after == {"table": table.pk, "called": "Window", "name": "Window"}
    ken.post(f"{TABLES}1/", {"name": "Window", "key": uuid.uuid4()})
    assert club.changes.count() == 1  # nothing changed


def test_the_sheet_takes_as_many_queries_for_many_tables(ken, club, django_assert_max_num_queries):
    for number in range(1, 12):
        club.tables.create(number=number)
    with django_assert_max_num_queries(5):
        ken.get(f"{TABLES}cards/")


def test_a_new_name_brings_no_old_link_back(ken, club, table):
    meanwhile = club.tables.get()
    meanwhile.renew(by={"user": None})
    table.name = "Window"
    table.keep(by={"user": None})
    table.refresh_from_db()
    assert (table.name, table.token) == ("Window", meanwhile.token)
