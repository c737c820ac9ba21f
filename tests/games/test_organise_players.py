"""Players: found by any name, added once, hidden, retired, forgotten."""

import uuid

import pytest

from games.models import Change, Merge

from .test_watch import text

PLAYERS = "/riverside/organise/players/"


@pytest.fixture
def ken(signed_in, organiser):
    return signed_in(organiser)


@pytest.fixture
def nakano(club):
    return club.players.create(name="中野 健", short_name="中野", other_names="Ken Nakano, けん")


def add(browser, name, **more):
    return browser.post(f"{PLAYERS}new/", {"name": name, "key": uuid.uuid4(), **more}, follow=True)


def change(browser, player, **fields):
    form = {"name": player.name, "short_name": player.short_name, "other_names": player.other_names}
    return browser.post(f"{PLAYERS}{player.pk}/", {**form, "key": uuid.uuid4(), **fields}, follow=True)


@pytest.mark.parametrize("words", ["ken", "KEN", "健", "けん", "nakano ken", "中野"])
def test_a_player_is_found_by_any_name(ken, people, nakano, words):
    page = text(ken.get(PLAYERS, {"q": words}))
    assert "中野 健" in page and "Aiko" not in page


@pytest.mark.parametrize("words", ["tomas", "TOMÁS", "ｔｏｍａｓ"])
def test_capitals_accents_and_width_do_not_matter(ken, people, words):
    assert "Tomás" in text(ken.get(PLAYERS, {"q": words}))


def test_players_stand_by_name(ken, people):
    page = text(ken.get(PLAYERS))
    assert page.index("Aiko") < page.index("Anne-Sophie") < page.index("Marek") < page.index("Tomás")


def test_nobody_found_is_said(ken, people):
    assert "Nobody goes by “<b>”." in text(ken.get(PLAYERS, {"q": "<b>"})).replace("&lt;b&gt;", "<b>")


def test_a_player_is_added(ken, club):
    page = add(ken, "Yui Tanabe", short_name="Yui", other_names="田辺 結衣", is_guest="on")
    assert "Yui Tanabe is a player now." in text(page)
    player = club.players.get()
    assert (player.short_name, player.is_guest) == ("Yui", True)
    assert club.changes.get().verb == Change.Verb.ADD_PLAYER


def test_the_same_name_is_refused_and_kept(ken, people):
    page = add(ken, "Marek", short_name="M")
    assert "There is a player of this name." in text(page)
    assert 'value="M"' in page.content.decode()


@pytest.mark.parametrize("name", ["marek", "MAREK", "Márek"])
def test_nearly_the_same_name_is_asked_about(ken, club, people, name):
    page = add(ken, name)
    assert "Somebody goes by one of these names already, or nearly." in text(page)
    assert "Marek" in text(page) and club.players.count() == 4
    assert f"{name} is a player now." in text(add(ken, name, anyway="on"))


@pytest.mark.parametrize(
    "known, name, is_asked",
    [
        ("Marek Dvorský", "Dvorsky Marek", True),
        ("Marek Dvorský", "Marek Dvorski", True),
        ("Aiko Hanamori", "Aiko Hanomori", True),
        ("高木 美咲", "高木美咲", True),
        ("高木 美咲", "美咲　高木", True),
        ("Tomás", "Tomasz", True),
        ("Anna", "Anne", False),
        ("Marek Dvorský", "Marek Novák", False),
        ("高木 美咲", "高木 美月", False),
    ],
)
def test_a_name_that_may_be_meant_is_asked_about(ken, club, known, name, is_asked):
    club.players.create(name=known)
    assert ("or nearly" in text(add(ken, name))) == is_asked
    assert club.players.count() == 2 - is_asked


def test_who_is_like_another_is_asked_about_once(ken, club):
    club.players.create(name="Marie Dupont")
    add(ken, "Maria Dupont", anyway="on")
    maria = club.players.get(name="Maria Dupont")
    assert "Maria Dupont is saved." in text(change(ken, maria, short_name="Mia"))


def test_the_name_of_somebody_who_was_merged_is_free(ken, club):
    marek, double = (club.players.create(name=name) for name in ("Marek", "Dvorský M."))
    Merge(marek, double).do(by={"user": None})
    assert "or nearly" in text(add(ken, "Dvorský M."))
    assert "Dvorský M. is a player now." in text(add(ken, "Dvorský M.", anyway="on"))


def test_another_name_of_somebody_is_asked_about(ken, nakano):
    assert "Somebody goes by one of these names" in text(add(ken, "Ken Nakano"))
    assert "Somebody goes by one of these names" in text(add(ken, "Kenji", other_names="Kenny, けん"))


def test_a_voiced_syllable_is_another_name(ken, club):
    club.players.create(name="かな")
    assert "がな is a player now." in text(add(ken, "がな"))


def test_a_person_is_no_duplicate_of_themselves(ken, nakano):
    assert "中野 健 is saved." in text(change(ken, nakano, short_name="健"))


def test_another_club_s_people_are_no_duplicates(ken, people):
    from games.models import Club

    Club.objects.create(name="Hilltop", slug="hilltop").players.create(name="Nora")
    assert "Nora is a player now." in text(add(ken, "Nora"))


def test_a_guest_becomes_a_member(ken, club):
    guest = club.players.create(name="Ursula", is_guest=True)
    change(ken, guest)
    guest.refresh_from_db()
    assert not guest.is_guest


def test_a_hidden_name_shows_as_initials(ken, client, game, people):
    change(ken, people[1], is_hidden="on")
    page = text(client.get("/riverside/"))
    assert "M." in page and "Marek" not in page


def test_a_retired_player_is_not_offered_at_the_table_and_can_come_back(ken, tablet, people, table):
    change(ken, people[0], is_retired="on")
    assert "Aiko" not in text(tablet.get("/riverside/tables/1/start/"))
    assert "retired" in text(ken.get(PLAYERS))
    change(ken, people[0])
    assert "Aiko" in text(tablet.get("/riverside/tables/1/start/"))


def test_forgetting_says_what_it_does_and_asks(ken, game, people):
    page = text(ken.get(f"{PLAYERS}{people[1].pk}/forget/"))
    assert "Forget Marek?" in page and "Nobody can undo this." in page and "1 game stays" in page
    people[1].refresh_from_db()
    assert not people[1].is_forgotten


def test_a_forgotten_person_leaves_no_name(ken, client, club, game, people):
    change(ken, people[1], name="Marek Dvorský", short_name="Maro")
    page = ken.post(f"{PLAYERS}{people[1].pk}/forget/", follow=True)
    assert "The person is forgotten." in text(page)
    shown = [ken.get(url) for url in ("/riverside/organise/", PLAYERS, "/riverside/organise/history/")]
    for page in [*shown, ken.get("/riverside/organise/games/1/"), client.get("/riverside/games/1/")]:
        assert "Marek" not in text(page) and "Maro" not in text(page)
    assert "Marek" not in str(list(club.changes.values()))
    assert ken.get(f"{PLAYERS}{people[1].pk}/").status_code == 404
    assert ken.post(f"{PLAYERS}{people[1].pk}/forget/").status_code == 404


def test_a_form_that_was_open_brings_no_forgotten_name_back(club, people):
    meanwhile = club.players.get(pk=people[1].pk)
    meanwhile.forget(by={"user": None})
    people[1].short_name = "Maro"
    people[1].keep(by={"user": None})
    meanwhile.refresh_from_db()
    assert meanwhile.name == meanwhile.short_name == ""


def test_names_are_shown_as_they_are_typed(ken, club):
    page = add(ken, "<script>alert(1)</script>")
    assert "<script>alert" not in page.content.decode()


def test_many_players_have_pages_in_a_handful_of_queries(ken, club, django_assert_max_num_queries):
    club.players.bulk_create(club.players.model(club=club, name=f"Player {n:03}") for n in range(150))
    with django_assert_max_num_queries(5):
        page = text(ken.get(PLAYERS))
    assert "Player 099" in page and "Player 100" not in page
    assert "Player 149" in text(ken.get(f"{PLAYERS}?page=2"))
