"""The first visit of an empty installation, by what a person sees."""

import io
import re
import threading

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from games import archive, uploads
from games.models import Club, Table, User, installation

pytestmark = pytest.mark.django_db

ANSWERS = {
    "you-name": "Mari",
    "you-email": "Mari@Example.org",
    "you-password": "many small tiles",
    "key": "9d2f8a52-7a4c-4b5e-9d57-0f6f4d2f6b11",
    "name": "Riverside 麻雀",
    "slug": "",
    "time_zone": "Europe/Paris",
    "language": "fr",
    "is_public": "0",
    "season-tables": "3",
    "season-name": "First year",
    "season-starts": "2026-01-01",
    "season-ends": "2026-12-31",
    "season-preset": "ema",
}


@pytest.fixture
def address():
    return f"/welcome/?code={installation.setup_code()}"


@pytest.fixture
def bring_address():
    return f"/welcome/archive/?code={installation.setup_code()}"


def text(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_home_leads_to_the_welcome(client):
    response = client.get("/", follow=True)
    assert response.redirect_chain == [("/welcome/", 302)]
    assert "There is no club here yet" in text(response)
    assert "python3 manage.py demo" in text(response)


def test_a_stranger_without_the_code_founds_nothing(client, address):
    for wrong in ("/welcome/", "/welcome/?code=aaaa-bbbb-cccc", "/welcome/archive/?code=%00"):
        assert "Setup code" in text(client.get(wrong))
        assert client.post(wrong, ANSWERS).status_code == 403
    assert "This is not the code" in text(client.get("/welcome/?code=aaaa-bbbb-cccc"))
    assert not Club.objects.exists()


def test_the_code_may_be_typed_by_hand(client):
    typed = installation.setup_code().upper().replace("-", " ")
    assert "Found your club" in text(client.get("/welcome/", {"code": typed}))


def test_one_page_founds_the_club_and_signs_its_owner_in(client, address):
    response = client.post(address, ANSWERS)
    club = Club.objects.get()
    assert response.url == f"/{club.slug}/organise/"
    assert (club.name, club.slug, club.is_public) == ("Riverside 麻雀", "riverside-mahjong", False)
    assert (club.time_zone, club.language) == ("Europe/Paris", "fr")
    assert [str(table) for table in club.tables.all()] == ["Table 1", "Table 2", "Table 3"]
    season = club.seasons.get()
    assert (season.name, season.rules.preset) == ("First year", "ema")
    owner = club.owners.get().user
    assert owner.email == "mari@example.org"
    assert not owner.is_superuser
    assert client.session["_auth_user_id"] == str(owner.pk)
    assert owner.check_password("many small tiles")


def test_the_code_is_good_for_one_club(client, address):
    client.post(address, ANSWERS)
    stranger = Client()
    assert stranger.get(address).url == "/"
    response = stranger.post(address, {**ANSWERS, "key": "11111111-7a4c-4b5e-9d57-0f6f4d2f6b11"})
    assert response.status_code == 409
    assert "A club has been founded here meanwhile" in text(response)
    assert (Club.objects.count(), User.objects.count()) == (1, 1)


def test_a_double_tap_founds_one_club_and_leads_to_it(client, address):
    client.post(address, ANSWERS)
    again = Client().post(address, ANSWERS)
    assert again.url == "/riverside-mahjong/organise/"
    assert Club.objects.count() == 1


WRONG = [
    ("you-email", "mari", "Type it like name@example.org"),
    ("you-password", "short", "too short"),
    ("you-password", "mari@example.org", "too similar"),
    ("you-name", "", "Type your name"),
    ("name", "", "Type the name of the club"),
    ("slug", "welcome", "taken by the site"),
    ("slug", "a b", "letters"),
    ("time_zone", "Mars", "Mars"),
    ("season-tables", "0", "greater than or equal to 1"),
    ("season-tables", "9999", "less than or equal to 40"),
    ("season-ends", "2025-12-31", "before the first"),
    ("season-starts", "soon", "valid date"),
    ("season-preset", "none", "none"),
]


@pytest.mark.parametrize("name, value, said", WRONG)
def test_a_wrong_answer_is_told_and_the_others_kept(client, address, name, value, said):
    response = client.post(address, {**ANSWERS, name: value})
    assert said in text(response)
    page = response.content.decode()
    assert "Riverside 麻雀" in page or name == "name"
    assert "First year" in page
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_a_taken_email_address_founds_nothing(client, address):
    User.objects.create_user("mari@example.org", "other words here")
    assert "has an account already" in text(client.post(address, ANSWERS))
    assert not Club.objects.exists()


def test_a_superuser_needs_no_code_and_no_second_account(client):
    client.force_login(User.objects.create_superuser("root@example.org", "x"))
    assert "You, its owner" not in text(client.get("/welcome/"))
    client.post("/welcome/", ANSWERS)
    assert Club.objects.get().owners.get().user.email == "root@example.org"


@pytest.mark.django_db(transaction=True)
def test_two_first_visitors_make_one_club(address):
    start, answers = threading.Barrier(4), []

    def visit(number):
        start.wait()
        try:
            new = {
                "you-email": f"v{number}@example.org",
                "key": f"0000000{number}-7a4c-4b5e-9d57-0f6f4d2f6b11",
            }
            answers.append(Client().post(address, {**ANSWERS, **new}).status_code)
        finally:
            connection.close()

    visitors = [threading.Thread(target=visit, args=(number,)) for number in range(4)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    assert sorted(answers) == [302, 409, 409, 409]
    assert (Club.objects.count(), User.objects.count(), Table.objects.count()) == (1, 1, 3)


# A club from elsewhere.


@pytest.fixture
def file(club, people):
    """The archive of a club that is not here any more."""
    binary = io.BytesIO()
    archive.write(club, binary)
    club.players.all().delete()
    club.delete()
    return SimpleUploadedFile("riverside.zip", binary.getvalue())


YOU = {name: value for name, value in ANSWERS.items() if name.startswith("you-")}


def test_a_club_from_elsewhere_is_brought(client, file, bring_address):
    response = client.post(bring_address, {**YOU, "archive": file})
    club = Club.objects.get()
    assert response.url == "/riverside/organise/"
    assert club.players.count() == 4
    assert client.session["_auth_user_id"] == str(club.owners.get().user_id)


def test_a_broken_archive_brings_nothing(client, bring_address):
    broken = SimpleUploadedFile("riverside.zip", b"nothing")
    response = client.post(bring_address, {**YOU, "archive": broken})
    assert "no archive of a club" in text(response)
    assert "Mari@Example.org" in response.content.decode()
    assert (Club.objects.count(), User.objects.count()) == (0, 0)


def test_a_club_is_not_brought_beside_another(client, club, bring_address):
    assert client.get(bring_address).url == "/"
    nothing = SimpleUploadedFile("riverside.zip", b"nothing")
    assert client.post(bring_address, {**YOU, "archive": nothing}).status_code == 409


def test_what_is_too_large_is_refused_before_it_is_stored(client, bring_address, monkeypatch):
    monkeypatch.setattr(uploads, "MOST", 1000)
    large = SimpleUploadedFile("riverside.zip", b"x" * 2000)
    response = client.post(bring_address, {**YOU, "archive": large})
    assert response.status_code == 400
    assert "too large" in text(response)
