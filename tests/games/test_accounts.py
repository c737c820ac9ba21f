"""Who somebody is: signing in and out, passwords, what happens to those who guess, founding a club."""

import re
import uuid

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from clubscore import settings as as_deployed
from games import addresses, urls
from games.models import Change, Club, User

MARI = {"username": "mari@example.org", "password": "blue teapot 88"}
WRONG = {"username": "mari@example.org", "password": "wrong"}


def text(response):
    """The words of a page, in one line."""
    html = re.sub(r"<(style|script|title).*?</\1>", "", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def sign_in(data=MARI, at="203.0.113.1", **more):
    return Client().post("/account/sign-in/", {**data, **more}, REMOTE_ADDR=at)


def is_in(response):
    return response.status_code == 302


@pytest.fixture(autouse=True)
def clear_cache():
    """Resets count for a minute."""
    cache.clear()


# Signing in and out


def test_somebody_signs_in_and_sees_their_clubs(client, owner):
    page = client.post("/account/sign-in/", MARI, follow=True)
    assert "Your account" in text(page)
    assert "Riverside" in text(page)


@pytest.mark.parametrize("email", ["MARI@Example.org", "  mari@example.org "])
def test_capitals_and_spaces_of_an_address_do_not_matter(owner, email):
    assert is_in(sign_in(username=email))


def test_a_wrong_password_is_told_and_the_address_kept(client, owner):
    page = client.post("/account/sign-in/", WRONG)
    assert "do not belong together" in text(page)
    assert 'value="mari@example.org"' in page.content.decode()


def test_an_unknown_address_is_told_the_same(client, owner):
    pages = [
        client.post("/account/sign-in/", {**WRONG, "username": name}) for name in ("mari@x.org", "a@b.c")
    ]
    assert len({text(page) for page in pages}) == 1


def test_a_page_that_needs_somebody_asks_who_and_then_opens(client, owner):
    asked = client.get("/riverside/organise/members/")
    assert "/account/sign-in/?next=" in asked["Location"]
    assert client.get(asked["Location"]).status_code == 200
    opened = client.post("/account/sign-in/", {**MARI, "next": "/riverside/organise/members/"})
    assert opened["Location"] == "/riverside/organise/members/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
@pytest.mark.parametrize("address", ["/account/sign-in/", "/account/sign-out/", "/language/"])
def test_nothing_leads_elsewhere(client, owner, address, elsewhere):
    response = client.post(address, {**MARI, "language": "ja", "next": elsewhere})
    assert "evil" not in response["Location"] and "alert" not in response["Location"]


def test_signing_out_takes_a_tap_not_a_link(signed_in, owner):
    browser = signed_in(owner)
    assert browser.get("/account/sign-out/").status_code == 405
    browser.post("/account/sign-out/")
    assert browser.get("/account/").status_code == 302


def test_a_closed_account_cannot_sign_in(owner):
    owner.is_active = False
    owner.save()
    assert not is_in(sign_in())


def test_passwords_are_kept_by_argon2_and_sessions_end():
    assert as_deployed.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")
    assert 0 < settings.SESSION_COOKIE_AGE <= 31 * 24 * 3600


def test_a_form_of_another_session_is_refused_with_a_way_on(owner):
    page = Client(enforce_csrf_checks=True).post("/account/sign-in/", MARI)
    assert page.status_code == 403
    assert "reload the page and send it again" in text(page)


# Throttling


def test_five_wrong_passwords_lock_the_account_at_that_address_and_say_for_how_long(owner):
    pages = [sign_in(WRONG) for _ in range(5)]
    assert [page.status_code for page in pages] == [200, 200, 200, 200, 429]
    assert "for 15 minutes" in text(pages[-1])
    assert sign_in().status_code == 429
    assert sign_in(username="Mari@example.org").status_code == 429


def test_others_at_that_address_still_get_in(owner, organiser):
    for _ in range(10):
        sign_in(WRONG)
    assert is_in(sign_in(username="ken@example.org", password="green kettle 77"))


def test_the_owner_still_gets_in_elsewhere(owner):
    for _ in range(10):
        sign_in(WRONG)
    assert is_in(sign_in(at="203.0.113.2"))


def test_the_lock_ends(owner, time_machine):
    for _ in range(7):
        sign_in(WRONG)
    time_machine.move_to("2099-01-01 12:00:00Z")
    assert is_in(sign_in())


def test_many_addresses_together_lock_an_account(owner):
    for number in range(50):
        sign_in(WRONG, at=f"198.51.100.{number}")
    assert sign_in().status_code == 429


def test_one_address_that_tries_everybody_is_locked(owner):
    for number in range(100):
        sign_in(WRONG, username=f"somebody{number}@example.org")
    assert sign_in().status_code == 429
    assert is_in(sign_in(at="203.0.113.2"))


def test_signing_in_forgives_the_account_but_not_the_address(owner, organiser):
    for number in range(99):
        sign_in(WRONG, username=f"somebody{number}@example.org")
    assert is_in(sign_in())
    sign_in(WRONG, username="another@example.org")
    assert sign_in().status_code == 429


def test_an_ipv6_line_is_one_address(owner):
    for number in range(5):
        sign_in(WRONG, at=f"2001:db8::{number}")
    assert sign_in(at="2001:db8::ffff").status_code == 429
    assert is_in(sign_in(at="2001:db8:0:1::1"))


def test_what_a_client_says_of_its_address_counts_behind_a_proxy_alone(owner, settings):
    def told(hops):
        return Client().post("/account/sign-in/", WRONG, REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=hops)

    for number in range(5):
        last = told(f"198.51.100.{number}")
    assert last.status_code == 429
    settings.PROXIES = 1
    for number in range(5):
        last = told(f"198.51.100.{number}, 203.0.113.9")
    assert last.status_code == 429
    assert told("203.0.113.10").status_code == 200
    assert told("nonsense").status_code == 200


@pytest.mark.parametrize("name", ["", "\0", "a" * 400, "mari@example.org\0"])
def test_odd_names_are_refused_quietly(owner, name):
    assert sign_in(username=name).status_code == 200


# Passwords


def test_a_changed_password_ends_the_other_sessions(signed_in, owner):
    here, elsewhere = signed_in(owner), signed_in(owner)
    new = {"new_password1": "yellow spoon 99", "new_password2": "yellow spoon 99"}
    page = here.post("/account/password/", {"old_password": "blue teapot 88", **new}, follow=True)
    assert "Your password is changed" in text(page)
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302
    assert is_in(sign_in(password="yellow spoon 99"))


@pytest.mark.parametrize("password", ["short", "password12", "mari@example"])
def test_a_weak_password_is_refused_with_the_reason(signed_in, owner, password):
    data = {"old_password": "blue teapot 88", "new_password1": password, "new_password2": password}
    page = signed_in(owner).post("/account/password/", data)
    assert page.status_code == 200
    assert re.search("too short|too common|too similar", text(page))


def link_of(message):
    return re.search(r"http://testserver(/\S+)", message.body)[1]


def test_a_forgotten_password_is_set_anew_by_mail_once(client, owner):
    for _ in range(6):
        sign_in(WRONG)
    page = client.post("/account/reset/", {"email": "Mari@example.org"}, follow=True)
    assert "Look at your mail" in text(page)
    link = link_of(mail.outbox[0])
    form = client.get(link, follow=True)
    new = {"new_password1": "yellow spoon 99", "new_password2": "yellow spoon 99"}
    page = client.post(form.request["PATH_INFO"], new, follow=True)
    assert "you are signed in" in text(page)
    assert is_in(sign_in(password="yellow spoon 99"))  # the lock has ended, too
    assert "does not work any more" in text(Client().get(link, follow=True))


def test_a_reset_says_the_same_to_an_unknown_address(client, owner):
    assert "Look at your mail" in text(
        client.post("/account/reset/", {"email": "no@example.org"}, follow=True)
    )
    assert not mail.outbox


def test_resets_do_not_flood_a_mailbox(client, owner):
    for _ in range(3):
        client.post("/account/reset/", {"email": "mari@example.org"})
    assert len(mail.outbox) == 1


# The account page


def test_somebody_changes_their_name(signed_in, owner):
    page = signed_in(owner).post("/account/", {"name": "Mari Sato", "email": "mari@example.org"}, follow=True)
    assert "Saved." in text(page)
    assert User.objects.get(pk=owner.pk).name == "Mari Sato"


def test_another_email_address_takes_the_password(signed_in, owner):
    browser, new = signed_in(owner), {"name": "Mari", "email": "Sato@example.org"}
    page = browser.post("/account/", new)
    assert "type your present password" in text(page)
    assert "Signed in as mari@example.org" in text(page)
    assert 'value="Sato@example.org"' in page.content.decode()
    browser.post("/account/", {**new, "password": "blue teapot 88"})
    assert User.objects.get(pk=owner.pk).email == "sato@example.org"


def test_an_email_address_belongs_to_one_person(signed_in, owner, organiser):
    new = {"name": "Mari", "email": "KEN@example.org", "password": "blue teapot 88"}
    assert "has an account already" in text(signed_in(owner).post("/account/", new))


@pytest.mark.parametrize("clubs", [1, 6])
def test_the_account_page_takes_as_many_queries_for_many_clubs(
    signed_in, owner, clubs, django_assert_max_num_queries
):
    for number in range(clubs):
        Club.found(owner, name=f"Club {number}", slug=f"club-{number}")
    browser = signed_in(owner)
    with django_assert_max_num_queries(4):
        browser.get("/account/")


# Founding a club


@pytest.fixture
def founding(club):
    """A founding form as somebody fills it in, where there is a club already."""

    def founding(account=True, **changes):
        club = {
            "key": uuid.uuid4(),
            "name": "Kyoto Tiles",
            "slug": "",
            "time_zone": "Asia/Tokyo",
            "language": "ja",
            "is_public": "0",
        }
        person = {"you-name": "Yui", "you-email": "yui@example.org", "you-password": "seven winds 4"}
        return {**club, **(person if account else {}), **changes}

    return founding


def test_somebody_signed_in_founds_a_club_and_owns_it(signed_in, stranger, founding):
    signed_in(stranger).post("/new/", founding(account=False))
    club = Club.objects.get(name="Kyoto Tiles")
    assert (club.name, club.slug, club.time_zone, club.language, club.is_public) == (
        "Kyoto Tiles",
        "kyoto-tiles",
        "Asia/Tokyo",
        "ja",
        False,
    )
    assert [(part.user, part.is_owner) for part in club.memberships.all()] == [(stranger, True)]
    assert [change.verb for change in club.changes.all()] == [Change.Verb.FOUND]


def test_somebody_new_founds_a_club_in_one_form_and_is_signed_in(client, db, founding):
    client.post("/new/", founding())
    assert client.get("/kyoto-tiles/organise/members/").status_code == 200
    assert is_in(sign_in(username="yui@example.org", password="seven winds 4"))


def test_a_double_tap_founds_one_club(client, signed_in, stranger, founding):
    data, browser = founding(account=False), signed_in(stranger)
    assert [browser.post("/new/", data).status_code for _ in range(2)] == [302, 302]
    data = founding(name="Other")
    assert [Client().post("/new/", data).status_code for _ in range(2)] == [302, 302]
    assert Club.objects.count() == 3


def test_founding_says_what_is_wrong_and_keeps_the_rest(client, owner, founding):
    data = founding(slug="riverside", **{"you-email": "mari@example.org", "you-password": "short"})
    page = client.post("/new/", data)
    assert "Another club has this address" in text(page)
    assert "has an account already" in text(page)
    assert "too short" in text(page)
    assert 'value="Kyoto Tiles"' in page.content.decode()
    assert 'value="Asia/Tokyo" selected' in page.content.decode()
    assert not User.objects.filter(name="Yui").exists()


def test_the_first_club_is_founded_by_whoever_has_the_setup_code(client, club, founding):
    data = founding()
    club.delete()
    assert client.get("/new/")["Location"] == "/welcome/"
    assert client.post("/new/", data)["Location"] == "/welcome/"
    assert not Club.objects.exists()


def test_an_unfinished_club_makes_no_account(client, db, founding):
    client.post("/new/", founding(name=""))
    assert not User.objects.exists()


@pytest.mark.parametrize("slug", ["Admin", "new", "über", "a b", "a/b", "-" * 60])
def test_addresses_that_cannot_be_a_clubs_are_refused(client, db, founding, slug):
    assert client.post("/new/", founding(slug=slug)).status_code == 200
    assert Club.objects.count() == 1


def test_where_founding_is_closed_a_superuser_founds(
    client, signed_in, stranger, superuser, settings, founding
):
    settings.FOUNDING = "closed"
    for browser in (client, signed_in(stranger)):
        assert browser.get("/new/").status_code == 403
        assert browser.post("/new/", founding()).status_code == 403
    assert "found a club" not in text(client.get("/account/sign-in/"))
    settings.FOUNDING = "open"
    assert "found a club" in text(client.get("/account/sign-in/"))
    settings.FOUNDING = "closed"
    assert signed_in(superuser).post("/new/", founding(account=False)).status_code == 302


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Riverside Riichi Club", "riverside-riichi-club"),
        ("Ōsaka  Riichi!", "osaka-riichi"),
        ("リーチ麻雀クラブ", "riichi-mahjong-club"),
        ("きょうしゃマッチ・ジャン", "kyoushamatchi-jan"),
        ("日本", "club"),
        ("Клуб", "club"),
        ("New", "new-club"),
        ("", "club"),
    ],
)
def test_an_address_is_suggested_from_the_name(name, address):
    assert addresses.suggested(name) == address


def test_a_suggested_address_is_free(client, club):
    Club.objects.create(name="Riverside", slug="riverside-2")
    page = client.get("/new/address/", {"name": "Riverside"}).content.decode()
    assert 'value="riverside-3"' in page


def test_a_suggestion_does_not_take_the_place_of_what_was_typed(client, db):
    page = client.get("/new/address/", {"name": "Riverside", "slug": "my-own"}).content.decode()
    assert 'value="my-own"' in page


def test_no_club_can_have_an_address_of_the_site():
    firsts = {str(pattern.pattern).split("/")[0] for pattern in urls.urlpatterns}
    words = {word for word in firsts if word and not word.startswith("<")}
    assert words <= addresses.RESERVED
    assert settings.STATIC_URL.strip("/").split("/")[0] in addresses.RESERVED


# What every page shows of it


def test_pages_offer_to_sign_in_or_name_who_is(client, signed_in, club, owner):
    assert "Sign in" in text(client.get("/riverside/"))
    assert "Mari" in text(signed_in(owner).get("/riverside/"))


@pytest.mark.parametrize(
    ("who", "may"), [("owner", True), ("organiser", True), ("superuser", True), ("stranger", False)]
)
def test_those_who_organise_the_club_are_led_there(signed_in, club, request, who, may):
    page = signed_in(request.getfixturevalue(who)).get("/riverside/").content.decode()
    assert (reverse("organise", args=["riverside"]) in page) == may


def test_knowing_who_reads_costs_three_queries(client, signed_in, game, organiser, django_assert_num_queries):
    address = f"/riverside/games/{game.number}/"
    with django_assert_num_queries(5):
        client.get(address)
    browser = signed_in(organiser)
    with django_assert_num_queries(8):
        browser.get(address)


def test_the_language_can_be_chosen(client, club):
    page = client.post("/language/", {"language": "ja", "next": "/riverside/"}, follow=True)
    assert '<html lang="ja">' in page.content.decode()


# The administrators' pages


MODELS = ["change", "club", "game", "hand", "invitation", "membership", "player", "ruleset", "season", "seat"]


@pytest.mark.parametrize("model", [*MODELS, "table", "user"])
def test_administrators_see_find_and_open_every_row(
    signed_in, superuser, owner, game, door, hand, club, model, request
):
    game.record(hand.ron(1, 2), **door(game))
    club.invite(by={"user": owner})
    ruleset = game.ruleset
    club.seasons.create(name="Spring", starts="2026-01-01", ends="2026-06-01", ruleset=ruleset)
    club.rulesets.create(name="House", ruleset=ruleset)
    browser = signed_in(superuser)
    listed = browser.get(reverse(f"admin:games_{model}_changelist"), {"q": "1"})
    assert listed.status_code == 200
    row = User._meta.apps.get_model("games", model).objects.first()
    assert browser.get(reverse(f"admin:games_{model}_change", args=[row.pk])).status_code == 200


@pytest.mark.parametrize("model", ["change", "game", "hand", "seat"])
def test_administrators_write_no_fact(signed_in, superuser, game, door, hand, model):
    game.record(hand.ron(1, 2), **door(game))
    browser = signed_in(superuser)
    row = User._meta.apps.get_model("games", model).objects.first()
    assert browser.get(reverse(f"admin:games_{model}_add")).status_code == 403
    for action in ("change", "delete"):
        assert (
            browser.post(reverse(f"admin:games_{model}_{action}", args=[row.pk]), {"number": 9}).status_code
            == 403
        )


@pytest.mark.parametrize("model", ["club", "player", "table"])
def test_administrators_delete_nothing_that_games_hang_on(signed_in, superuser, game, model):
    row = User._meta.apps.get_model("games", model).objects.first()
    signed_in(superuser).post(reverse(f"admin:games_{model}_delete", args=[row.pk]), {"post": "yes"})
    assert type(row).objects.filter(pk=row.pk).exists()


def test_administrators_cannot_save_rules_that_are_none(signed_in, superuser, club):
    data = {"club": club.pk, "name": "House", "ruleset": '{"players": 9}'}
    page = signed_in(superuser).post(reverse("admin:games_ruleset_add"), data)
    assert page.status_code == 200
    assert not club.rulesets.exists()


def test_the_administrators_sign_in_where_everybody_does(client, db):
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/account/sign-in/")


@pytest.mark.parametrize("who", ["owner", "stranger"])
def test_nobody_else_gets_there(signed_in, club, request, who):
    assert (
        "games_hand"
        not in signed_in(request.getfixturevalue(who)).get("/admin/", follow=True).content.decode()
    )
