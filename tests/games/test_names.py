"""Who is shown by which name: hidden names as initials to the public, forgotten people nowhere."""

import pytest


@pytest.fixture
def finished(game, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    game.end_early("closing time", **door(game))
    return game


def pages(client, game):
    game_page = f"/riverside/games/{game.number}/"
    return [client.get(url).content.decode() for url in ("/riverside/", game_page, f"{game_page}record.json")]


def test_a_hidden_name_is_initials_on_public_pages_and_downloads(client, finished, people):
    person = people[1]
    person.name, person.short_name, person.is_hidden = "Marek Dvorský", "Maro", True
    person.save()
    for page in pages(client, finished):
        assert "M.D." in page and "Dvorsk" not in page and "Maro" not in page


def test_a_hidden_name_is_told_at_the_table(tablet, game, people):
    people[1].is_hidden = True
    people[1].save()
    assert "Marek" in tablet.get("/riverside/tables/1/").content.decode()


def test_a_forgotten_person_is_a_former_member_everywhere_and_the_results_stay(
    client, finished, people, table
):
    before = [seat.points for seat in finished.seats.all()]
    people[1].forget(by={"user": None})
    for page in pages(client, finished):
        assert "former member" in page and "Marek" not in page
    assert [seat.points for seat in finished.seats.all()] == before
    assert "Marek" not in str(
        [(change.before, change.after, change.why) for change in table.club.changes.all()]
    )


def test_two_people_may_be_forgotten(people):
    for person in people[:2]:
        person.forget(by={"user": None})
    assert [str(person) for person in people[:2]] == ["former member"] * 2
