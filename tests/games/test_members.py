"""Who organises a club: invited by a link, made owners, removed; and that a club always has an owner."""

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Change, Club, Invitation, LastOwner, Membership, User
from games.views import account

from .test_accounts import text

PAGE = "/riverside/organise/members/"
YUI = {"you-name": "Yui", "you-email": "yui@example.org", "you-password": "seven winds 4"}


@pytest.fixture
def mari(signed_in, owner):
    return signed_in(owner)


@pytest.fixture
def ken(signed_in, organiser):
    return signed_in(organiser)


@pytest.fixture
def sven(signed_in, stranger):
    return signed_in(stranger)


@pytest.fixture
def link(mari):
    """The link of an invitation that the owner made."""
    mari.post(f"{PAGE}invitations/", {"note": "Yui"})
    return re.search(r'value="http://testserver(/join/[^"]+)"', mari.get(PAGE).content.decode())[1]


def part(user):
    return Membership.objects.get(user=user)


def verbs(club):
    return [change.verb for change in club.changes.all()]


# Who may look


def test_organisers_see_each_other_and_owners_the_keys(mari, ken):
    for browser in (mari, ken):
        assert "Mari" in text(browser.get(PAGE)) and "ken@example.org" in text(browser.get(PAGE))
    assert "Make an invitation" in text(mari.get(PAGE))
    assert "Make an invitation" not in text(ken.get(PAGE))
    assert "Remove Mari" not in text(ken.get(PAGE))


def test_nobody_else_sees_them(client, sven, club):
    assert client.get(PAGE).status_code == 302
    assert sven.get(PAGE).status_code == 404


@pytest.mark.parametrize(
    "path", ["invitations/", "invitations/{invitation}/withdraw/", "{member}/role/", "{member}/remove/"]
)
def test_owners_alone_decide(client, ken, sven, link, owner, club, path):
    path = PAGE + path.format(invitation=Invitation.objects.get().pk, member=part(owner).pk)
    before = verbs(club)
    assert client.post(path, {"role": "organiser"}).status_code == 302
    assert ken.post(path, {"role": "organiser"}).status_code == 404
    assert sven.post(path, {"role": "organiser"}).status_code == 404
    assert ken.get(path).status_code == 405
    assert verbs(club) == before


def test_an_owner_decides_nothing_in_another_club(mari, stranger):
    Club.found(stranger, name="Hilltop", slug="hilltop")
    for path in (
        f"/hilltop/organise/members/{part(stranger).pk}/remove/",
        f"{PAGE}{part(stranger).pk}/remove/",
    ):
        mari.post(path)
    assert part(stranger).is_owner


@pytest.mark.parametrize("organisers", [1, 8])
def test_the_page_takes_as_many_queries_for_many(mari, club, organisers, django_assert_max_num_queries):
    for number in range(organisers):
        club.memberships.create(user=User.objects.create_user(f"{number}@example.org"))
    with django_assert_max_num_queries(7):
        mari.get(PAGE)


# Invitations


def test_a_stranger_with_an_account_accepts_and_organises(sven, link, club):
    assert "Mari invites you" in text(sven.get(link))
    page = sven.post(link, follow=True)
    assert "you organise Riverside now" in text(page)
    assert verbs(club) == [Change.Verb.INVITE, Change.Verb.MEMBER_JOINED]


def test_somebody_new_makes_an_account_and_accepts(client, link, club):
    client.post(link, YUI)
    assert client.get(PAGE).status_code == 200
    assert [str(part.user) for part in club.memberships.all()] == ["Mari", "Yui"]


def test_what_is_wrong_with_a_new_account_is_told_and_the_link_still_works(client, link, owner):
    page = client.post(link, {**YUI, "you-email": "mari@example.org"})
    assert "has an account already" in text(page)
    assert 'value="Yui"' in page.content.decode()
    assert client.post(link, YUI).status_code == 302


def test_looking_at_a_link_uses_nothing_up(client, link):
    for _ in range(3):
        assert client.get(link).status_code == 200
    assert Invitation.objects.get().is_open


def test_a_link_works_once(sven, link):
    Client().post(link, YUI)
    page = sven.post(link)
    assert page.status_code == 410
    assert "Ask Mari for a new one" in text(page)
    assert sven.get(PAGE).status_code == 404


def test_a_double_tap_on_accept_leads_on(sven, link, club):
    assert [sven.post(link).status_code for _ in range(2)] == [302, 302]
    assert verbs(club).count(Change.Verb.MEMBER_JOINED) == 1


def test_an_organiser_does_not_use_up_another_ones_link(ken, mari, link):
    assert ken.post(link).status_code == 302
    assert mari.get(link).status_code == 302
    assert Invitation.objects.get().is_open


def test_a_link_ends_after_a_week(sven, link):
    Invitation.objects.update(made_at=timezone.now() - timedelta(days=7, minutes=1))
    assert sven.get(link).status_code == 410
    assert sven.post(link).status_code == 410
    assert sven.get(PAGE).status_code == 404


def test_a_withdrawn_link_ends_at_once_and_withdrawing_twice_is_no_fault(mari, sven, link, club):
    address = f"{PAGE}invitations/{Invitation.objects.get().pk}/withdraw/"
    assert [mari.post(address).status_code for _ in range(2)] == [302, 302]
    assert "Yui" not in text(mari.get(PAGE))
    assert sven.post(link).status_code == 404
    assert verbs(club) == [Change.Verb.INVITE, Change.Verb.WITHDRAW_INVITATION]


def test_a_link_that_nobody_made_is_not_found(client, link):
    assert client.get(link[:-3] + "xy/").status_code == 404


@pytest.fixture
def slow(monkeypatch):
    """Somebody else is faster: this happens once, after the answers were found to be valid."""

    def slow(meanwhile):
        ask = account._all_valid

        def asked(*forms):
            monkeypatch.setattr(account, "_all_valid", ask)
            valid = ask(*forms)
            meanwhile()
            return valid

        monkeypatch.setattr(account, "_all_valid", asked)

    return slow


def test_a_link_that_is_withdrawn_meanwhile_makes_no_account(link, slow):
    slow(lambda: Invitation.objects.update(used_at=timezone.now()))
    assert Client().post(link, YUI).status_code == 410
    assert not User.objects.filter(name="Yui").exists()


def test_an_account_that_is_made_meanwhile_is_told(link, slow):
    slow(lambda: User.objects.create_user("yui@example.org"))
    page = Client().post(link, YUI)
    assert "has an account already" in text(page)
    assert Invitation.objects.get().is_open


def test_two_taps_at_once_found_one_club(client, club, slow):
    data = {
        "key": uuid.uuid4(),
        "name": "Kyoto",
        "time_zone": "Asia/Tokyo",
        "language": "ja",
        "is_public": "1",
    }
    slow(lambda: Client().post("/new/", {**data, **YUI}))
    assert client.post("/new/", {**data, **YUI}).status_code == 302
    assert Club.objects.filter(name="Kyoto").count() == 1


# Roles


def test_an_owner_makes_another_who_then_decides_too(mari, ken, organiser, club):
    for _ in range(2):
        mari.post(f"{PAGE}{part(organiser).pk}/role/", {"role": "owner"})
    assert "Make an invitation" in text(ken.get(PAGE))
    assert verbs(club) == [Change.Verb.MEMBER_ROLE]


def test_an_owner_can_be_made_an_organiser_again_but_not_the_last(mari, ken, owner, organiser):
    mari.post(f"{PAGE}{part(organiser).pk}/role/", {"role": "owner"})
    ken.post(f"{PAGE}{part(owner).pk}/role/", {"role": "organiser"})
    page = ken.post(f"{PAGE}{part(organiser).pk}/role/", {"role": "organiser"}, follow=True)
    assert "The club needs an owner" in text(page)
    assert (part(owner).role, part(organiser).role) == ("organiser", "owner")


def test_a_role_that_does_not_exist_changes_nothing(mari, organiser):
    mari.post(f"{PAGE}{part(organiser).pk}/role/", {"role": "emperor"})
    assert part(organiser).role == "organiser"


def test_a_removed_organiser_is_out_at_once_and_removing_twice_is_no_fault(mari, ken, organiser, club):
    address = f"{PAGE}{part(organiser).pk}/remove/"
    assert "Ken does not organise this club any more" in text(mari.post(address, follow=True))
    assert mari.post(address).status_code == 302
    assert ken.get(PAGE).status_code == 404
    assert verbs(club) == [Change.Verb.MEMBER_LEFT]
    assert ken.get("/account/").status_code == 200


# Leaving


def test_an_organiser_leaves_and_leaving_twice_is_no_fault(ken, club):
    page = ken.post("/account/clubs/riverside/leave/", follow=True)
    assert "You do not organise Riverside any more" in text(page)
    assert ken.post("/account/clubs/riverside/leave/").status_code == 302
    assert ken.get(PAGE).status_code == 404


def test_the_last_owner_cannot_leave_and_is_told_why(mari, owner):
    assert "Make somebody else one before you leave" in text(mari.get("/account/"))
    page = mari.post("/account/clubs/riverside/leave/", follow=True)
    assert "The club needs an owner" in text(page)
    assert part(owner).is_owner


def test_an_owner_leaves_when_there_is_another(mari, organiser):
    mari.post(f"{PAGE}{part(organiser).pk}/role/", {"role": "owner"})
    assert "You do not organise" in text(mari.post("/account/clubs/riverside/leave/", follow=True))
    assert part(organiser).is_owner


def test_two_owners_who_leave_at_once_do_not_both(owner, organiser):
    """The second one decided by what was before: the row is read again under the lock."""
    part(organiser).take_role("owner", by={"user": owner})
    both = [part(owner), part(organiser)]
    both[0].end(by={"user": owner})
    with pytest.raises(LastOwner):
        both[1].end(by={"user": organiser})
    assert part(organiser).is_owner
