"""The first visit of an empty installation, to the first hand at a table."""

import io

import pytest
from playwright.sync_api import expect

from games import archive
from games.models import Club, installation

from .sizes import READER


def tell(page, **answers):
    for label, answer in answers.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(answer)


@pytest.mark.parametrize("size", READER)
def test_a_club_is_founded_and_plays_its_first_hand(transactional_db, person, check):
    owner, tablet = person(), person()

    # Somebody finds the address, and then the code.
    owner.goto("/")
    expect(owner.get_by_role("heading", level=1)).to_have_text("Welcome to clubscore")
    check(owner)
    tell(owner, Setup_code=installation.setup_code())
    owner.get_by_role("button", name="Go on").click()
    check(owner)

    # An answer is missing: it is told, and the others stay.
    tell(owner, Your_name="Mari", Email_address="mari@example.org", Name_of_the_club="Riverside")
    owner.get_by_role("button", name="Found the club").click()
    expect(owner.get_by_role("alert").first).to_contain_text("Not yet")
    check(owner)
    tell(owner, Password="many small tiles")
    owner.get_by_label("How many tables?").fill("3")
    owner.get_by_role("button", name="Found the club").click()
    expect(owner.get_by_role("status")).to_contain_text("Riverside is founded")

    # The cards of the tables are the next step; a tablet follows one.
    owner.get_by_role("link", name="Print the cards").click()
    table = Club.objects.get().tables.get(number=2)
    tablet.goto(f"/t/{table.token}/")
    for seat, name in enumerate(("Aiko", "Marek", "Anne", "Tomás")):
        tablet.locator(f"[name=player_{seat}]").fill(name)
    tablet.get_by_role("button", name="Start").click()
    expect(tablet.get_by_text("East 1").first).to_be_visible()


@pytest.mark.parametrize("size", READER)
def test_a_club_from_elsewhere_is_brought(transactional_db, person, check):
    club = Club.objects.create(name="Riverside", slug="riverside")
    club.players.create(name="Aiko")
    file = io.BytesIO()
    archive.write(club, file)
    club.players.all().delete()
    club.delete()

    page = person()
    page.goto(f"/welcome/?code={installation.setup_code()}")
    page.get_by_role("link", name="Bring one from another installation").click()
    check(page)
    tell(page, Your_name="Mari", Email_address="mari@example.org", Password="many small tiles")
    upload = {"name": "riverside.zip", "mimeType": "application/zip", "buffer": file.getvalue()}
    page.get_by_label("The club's archive").set_input_files(upload)
    page.get_by_role("button", name="Bring the club").click()
    expect(page.get_by_role("status")).to_contain_text("Riverside is here")
    assert Club.objects.get().players.get().name == "Aiko"
