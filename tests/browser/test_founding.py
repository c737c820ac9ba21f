"""A club begins: founded, somebody invited, come and removed again; and each page of it is sound."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Club, User

from .answers import held

PASSWORD = "seven winds at four tables"


def tell(page, **answers):
    for label, answer in answers.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(answer)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_a_club_is_founded_and_another_organiser_comes_and_goes(transactional_db, person, check):
    Club.objects.create(name="Riverside", slug="riverside")  # the first one is founded otherwise
    mari, ken = person(), person()

    # Mari founds a club.
    mari.goto("/new/")
    check(mari)
    expect(mari.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    tell(mari, Your_name="Mari", Email_address="mari@example.org", Password=PASSWORD)
    tell(mari, Name_of_the_club="リーチ麻雀クラブ")
    mari.get_by_label("Address", exact=True).focus()
    expect(mari.get_by_label("Address", exact=True)).to_have_value("riichi-mahjong-club")
    mari.get_by_label("Only those who organise the club").check()
    mari.get_by_role("button", name="Found the club").click()
    expect(mari.get_by_role("status")).to_contain_text("is founded")

    # She invites Ken.
    mari.goto("/riichi-mahjong-club/organise/members/")
    check(mari)
    mari.get_by_label("For whom?").fill("Ken")
    mari.get_by_role("button", name="Make an invitation").click()
    link = mari.get_by_label("Link to send").input_value()
    check(mari)

    # Ken makes an account and accepts.
    ken.goto(link)
    check(ken)
    tell(ken, Your_name="Ken", Email_address="ken@example.org", Password=PASSWORD)
    ken.get_by_role("button", name="Make an account and accept").click()
    expect(ken.get_by_role("status")).to_contain_text("Welcome")
    ken.goto("/account/")
    check(ken)
    ken.goto("/riichi-mahjong-club/organise/members/")
    expect(ken.get_by_role("button", name="Make an invitation")).to_have_count(0)

    # Mari removes him: he is out at once, and the members-only club is gone for him.
    mari.reload()
    row = mari.get_by_role("listitem").filter(has_text="ken@example.org")
    row.get_by_text("Change").click()
    check(mari)
    row.get_by_role("button", name="Remove Ken").click()
    expect(mari.get_by_role("status")).to_contain_text("Ken does not organise this club any more")
    answer = ken.request.get("/riichi-mahjong-club/")
    assert answer.status == 404

    # She signs out, and in again.
    mari.goto("/account/")
    mari.get_by_role("button", name="Sign out").click()
    mari.get_by_role("link", name="Sign in").click()
    check(mari)
    tell(mari, Email_address="mari@example.org", Password=PASSWORD)
    mari.get_by_role("button", name="Sign in").click()
    expect(mari.get_by_role("heading", name="Your clubs")).to_be_visible()


def test_a_zone_that_was_chosen_before_the_scripts_were_there_stays(transactional_db, person):
    Club.objects.create(name="Riverside", slug="riverside")
    page = person()
    with held(page, "**/js/zone.js"):
        page.goto("/new/", wait_until="commit")
        page.get_by_label("Time zone").select_option("Europe/Paris")
    page.wait_for_load_state()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Paris")


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_every_other_page_about_an_account_is_sound(transactional_db, person, check):
    User.objects.create_user("mari@example.org", PASSWORD, name="Mari")
    page = person()
    for address in (
        "/account/reset/",
        "/account/reset/sent/",
        "/account/reset/MQ/none/",
        "/account/sign-in/",
    ):
        page.goto(address)
        check(page)
    tell(page, Email_address="mari@example.org", Password="wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("do not belong together")
    check(page)
    tell(page, Password=PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Change your password").click()
    check(page)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_language_and_theme_are_chosen_at_the_foot_of_a_page_and_stay(transactional_db, person):
    page = person()
    page.goto("/account/sign-in/")
    page.get_by_role("button", name="Dark or light").click()
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url.endswith("/account/sign-in/")


def test_the_administrators_pages_work_under_the_same_policy(transactional_db, person):
    root = User.objects.create_superuser("root@example.org", PASSWORD)
    club = Club.found(root, name="Riverside", slug="riverside")
    page = person()
    page.goto("/admin/")
    tell(page, Email_address="root@example.org", Password=PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Administration")).to_be_visible()
    for name in ("clubs", "users", "changes", "players", "seasons", "invitations", "hands"):
        page.goto("/admin/")
        page.get_by_role("link", name=re.compile(f"^{name}$", re.I)).click()
        page.wait_for_load_state()
    page.goto(f"/admin/games/club/{club.pk}/change/")
    page.get_by_label("Name:").fill("Riverside Riichi")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()
    page.goto("/admin/games/user/add/")
    page.wait_for_load_state()
