"""Who gets which answer from every address of the project."""

import pytest
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from . import surface

pytestmark = pytest.mark.django_db

ROLES = ["stranger", "device", "other table", "other club", "organiser", "owner", "superuser"]

# ok    200, a page
# go    302, to another page; nothing was written
# does  302, and what was asked for is done
# in    302, asked to sign in: said whether or not there is such a page
# no    403, not allowed; a table's device is told so whether or not there is such a table
# -     404, not found: the page of a club that this reader may not see
#
# "ok|-" is ok for a public club and - for a members-only one. A method that has no row is 405 to everybody.
# "device" is the tablet at the table that the address is about, "other club" an owner of the club next
# door. What was removed or withdrawn already redirects quietly (member-*, invitation-withdraw, leave).
MATRIX = """
#                               stranger  device    other t.  other c.  organiser owner     superuser
# everybody, and people with an account
home                      GET   ok        ok        ok        ok        ok        ok        ok
welcome                   GET   go        go        go        go        go        go        go
welcome                   POST  go        go        go        go        go        go        409
welcome-archive           GET   go        go        go        go        go        go        go
welcome-archive           POST  go        go        go        go        go        go        409
account                   GET   in        in        in        ok        ok        ok        ok
account                   POST  in        in        in        ok        ok        go        ok
sign-in                   GET   ok        ok        ok        go        go        go        go
sign-in                   POST  ok        ok        ok        go        go        go        go
sign-out                  POST  go        go        go        go        go        go        go
password                  GET   in        in        in        ok        ok        ok        ok
password                  POST  in        in        in        ok        ok        ok        ok
password-reset            GET   ok        ok        ok        ok        ok        ok        ok
password-reset            POST  ok        ok        ok        ok        ok        ok        ok
password-reset-sent       GET   ok        ok        ok        ok        ok        ok        ok
password-reset-new        GET   go        go        go        go        go        go        go
password-reset-new        POST  go        go        go        go        go        go        go
leave                     POST  in        in        in        go        does      go        go
found                     GET   ok        ok        ok        ok        ok        ok        ok
found                     POST  ok        ok        ok        does      does      does      does
found-address             GET   ok        ok        ok        ok        ok        ok        ok
join                      GET   ok        ok        ok        ok        go        go        ok
join                      POST  ok        ok        ok        does      go        go        does
language                  GET   go        go        go        go        go        go        go
language                  POST  go        go        go        go        go        go        go
# administrators
admin                     GET   go        go        go        go        go        go        ok
admin                     POST  go        go        go        go        go        go        ok
# the table's device
table-enter               GET   go        go        go        go        go        go        go
table-board               GET   no        ok        no        no        no        no        no
table-entry               POST  no        go        no        no        no        no        no
table-record              POST  no        does      no        no        no        no        no
table-riichi              POST  no        does      no        no        no        no        no
table-time                POST  no        does      no        no        no        no        no
table-undo                POST  no        does      no        no        no        no        no
table-log                 GET   no        ok        no        no        no        no        no
table-start               GET   no        go        no        no        no        no        no
table-start               POST  no        go        no        no        no        no        no
table-next                POST  no        go        no        no        no        no        no
table-end                 GET   no        ok        no        no        no        no        no
table-end                 POST  no        does      no        no        no        no        no
# organisers
organise                  GET   in        in        in        -         ok        ok        ok
organise-history          GET   in        in        in        -         ok        ok        ok
organise-games            GET   in        in        in        -         ok        ok        ok
organise-game-enter       GET   in        in        in        -         ok        ok        ok
organise-game-enter       POST  in        in        in        -         does      does      does
organise-game             GET   in        in        in        -         ok        ok        ok
organise-game-end         GET   in        in        in        -         ok        ok        ok
organise-game-end         POST  in        in        in        -         does      does      does
organise-game-cancel      GET   in        in        in        -         ok        ok        ok
organise-game-cancel      POST  in        in        in        -         does      does      does
organise-game-restore     POST  in        in        in        -         does      does      does
organise-tables           GET   in        in        in        -         ok        ok        ok
organise-tables           POST  in        in        in        -         does      does      does
organise-table-cards      GET   in        in        in        -         ok        ok        ok
organise-table            GET   in        in        in        -         ok        ok        ok
organise-table            POST  in        in        in        -         does      does      does
organise-table-renew      GET   in        in        in        -         ok        ok        ok
organise-table-renew      POST  in        in        in        -         does      does      does
organise-table-retire     POST  in        in        in        -         does      does      does
organise-table-take-back  POST  in        in        in        -         does      does      does
organise-players          GET   in        in        in        -         ok        ok        ok
organise-players-download GET   in        in        in        -         ok        ok        ok
organise-bring            GET   in        in        in        -         ok        ok        ok
organise-bring-players    POST  in        in        in        -         ok        ok        ok
organise-bring-games      POST  in        in        in        -         ok        ok        ok
organise-brought          GET   in        in        in        -         ok        ok        ok
organise-player-add       GET   in        in        in        -         ok        ok        ok
organise-player-add       POST  in        in        in        -         does      does      does
organise-player           GET   in        in        in        -         ok        ok        ok
organise-player           POST  in        in        in        -         go        go        go
organise-player-merge     GET   in        in        in        -         ok        ok        ok
organise-player-merging   GET   in        in        in        -         ok        ok        ok
organise-player-merging   POST  in        in        in        -         does      does      does
organise-merge-undo       GET   in        in        in        -         ok        ok        ok
organise-merge-undo       POST  in        in        in        -         does      does      does
organise-season-give-back GET   in        in        in        -         ok        ok        ok
organise-season-give-back POST  in        in        in        -         does      does      does
organise-player-forget    GET   in        in        in        -         ok        ok        ok
organise-player-forget    POST  in        in        in        -         does      does      does
organise-seasons          GET   in        in        in        -         ok        ok        ok
organise-season-add       GET   in        in        in        -         ok        ok        ok
organise-season-add       POST  in        in        in        -         ok        ok        ok
organise-season           GET   in        in        in        -         ok        ok        ok
organise-season           POST  in        in        in        -         go        go        go
organise-season-take-in   GET   in        in        in        -         ok        ok        ok
organise-season-take-in   POST  in        in        in        -         does      does      does
organise-ratings          POST  in        in        in        -         go        go        go
organise-rulesets         GET   in        in        in        -         ok        ok        ok
organise-ruleset-add      GET   in        in        in        -         go        go        go
organise-ruleset-add      POST  in        in        in        -         go        go        go
ruleset                   GET   in        in        in        -         ok        ok        ok
organise-ruleset-change   GET   in        in        in        -         ok        ok        ok
organise-ruleset-change   POST  in        in        in        -         does      does      does
organise-ruleset-remove   POST  in        in        in        -         does      does      does
ruleset-preset            GET   in        in        in        -         ok        ok        ok
# who organises: the owners decide
members                   GET   in        in        in        -         ok        ok        ok
invite                    POST  in        in        in        -         -         does      does
invitation-withdraw       POST  in        in        in        -         -         does      does
member-role               POST  in        in        in        -         -         does      does
member-remove             POST  in        in        in        -         -         does      does
export                    GET   in        in        in        -         -         ok        ok
# readers
game                      GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
game-live                 GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
game-record               GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
# corrections: organisers, and the device of the table for the game it played last
game-correct              GET   in        ok        in        -         ok        ok        ok
game-correct              POST  in        ok        in        -         ok        ok        ok
game-history              GET   in        ok        in        -         ok        ok        ok
game-dismiss              POST  in        go        in        -         go        go        go
# a club's pages
download-records          GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
season-download-records   GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
download                  GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
season-download           GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
blank-sheet               GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
standings                 GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
season                    GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
players                   GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
player                    GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
games                     GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
tv                        GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
tv-live                   GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
tv-table                  GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
tv-table-live             GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
club-live                 GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
club                      GET   ok|-      ok|-      ok|-      ok|-      ok        ok        ok
"""


def rows(text):
    """{(name, method): [an answer for each of ROLES]}."""
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {(name, method): cells for name, method, *cells in lines}


def written(table):
    """The same as text."""
    return "\n".join(
        f"{name:26}{method:6}" + "".join(f"{cell:10}" for cell in cells).rstrip()
        for (name, method), cells in table.items()
    )


def short(answer, has_changed):
    """An answer in one word."""
    if answer.status_code == 302:
        is_asked = answer.url.startswith(reverse(settings.LOGIN_URL))
        return "in" if is_asked else "does" if has_changed else "go"
    return {200: "ok", 403: "no", 404: "-"}.get(answer.status_code, str(answer.status_code))


OTHER_METHODS = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")


class Visit:
    """A world that is asked for its pages; it stays as it is."""

    def __init__(self, is_public):
        self.world = surface.World(is_public)
        self.sent = self.world.sent()
        self.contents = surface.contents()

    def ask(self, role, method, address):
        """One request, and whether it changed anything."""
        fields = surface.body(self.sent.get(address, {}))
        with transaction.atomic(), surface.watched() as writes:
            answer = surface.read(self.world.browser(role).generic(method, address, *fields))
            has_changed = bool(writes) and surface.contents() != self.contents
            transaction.set_rollback(True)
        policy = answer["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy, address
        assert answer["Referrer-Policy"] == "same-origin" and answer["X-Frame-Options"] == "DENY", address
        assert "private" in answer["Cache-Control"], address
        assert not has_changed or answer.status_code == 302, f"{address} refused, and wrote"
        return short(answer, has_changed)


def test_the_matrix():
    actual = {}
    for is_public in (True, False):
        with transaction.atomic():
            visit = Visit(is_public)
            for name in surface.url_names():
                for method in ("GET", "POST"):
                    address = visit.world.address(name)
                    cells = [visit.ask(role, method, address) for role in ROLES]
                    actual.setdefault((name, method), []).append(cells)
            transaction.set_rollback(True)
    found = {
        key: ["|".join(dict.fromkeys(both)) for both in zip(*cells, strict=True)]
        for key, cells in actual.items()
        if cells != [["405"] * len(ROLES)] * 2
    }
    assert written(found) == written(rows(MATRIX))


@pytest.fixture
def visit(db):
    return Visit(is_public=True)


def test_every_address_has_a_row():
    assert {name for name, _method in rows(MATRIX)} == set(surface.url_names())


def test_other_methods_are_refused(visit):
    for name in surface.url_names():
        for role in ("stranger", "device", "superuser"):
            for method in OTHER_METHODS:
                assert visit.ask(role, method, visit.world.address(name)) == "405", (name, method)


def test_head_is_answered_as_get_is(visit):
    for name, method in rows(MATRIX):
        if method == "GET":
            address = visit.world.address(name)
            assert visit.ask("owner", "HEAD", address) == visit.ask("owner", "GET", address), name


def test_no_write_is_done_for_another_site(visit):
    """Whoever may do it: without the token of one of our own pages, nothing is done."""
    for name, method in rows(MATRIX):
        if method == "POST":
            for role in ("device", "superuser"):
                browser = visit.world.browser(role, csrf=True)
                address = visit.world.address(name)
                answer = browser.post(address, *surface.body(visit.sent.get(address, {})))
                assert answer.status_code == 403, name
    assert surface.contents() == visit.contents


@pytest.mark.parametrize("role", ["organiser", "owner"])
def test_what_is_next_door_s_is_not_found_under_one_s_own_club(role):
    """The address of one's own club with the number of a thing of the club next door."""
    visit = Visit(is_public=True)
    world, tried = visit.world, 0
    for name, method in rows(MATRIX):
        kinds = surface.converters().get(name, {})
        if {"pk", "member", "invitation"} & kinds.keys():
            own, theirs = world.address(name), world.address(name, world.next_door)
            mixed = theirs.replace(f"/{world.next_door.slug}/", f"/{world.club.slug}/", 1)
            assert mixed not in (own, theirs)
            visit.sent[mixed] = visit.sent.get(own, {})
            quietly = ("go",) if role == "owner" and name.startswith(("member-", "invitation-")) else ()
            assert visit.ask(role, method, mixed) in ("-", *quietly), mixed
            tried += 1
    assert tried > 10


def test_a_members_only_club_is_to_strangers_as_one_that_is_not_there(visit):
    """Each address answers the same for a club that is hidden as for one that does not exist."""
    world = visit.world
    world.next_door.is_public = False
    world.next_door.slug = "hidden"
    world.next_door.save()
    for name, method in rows(MATRIX):
        if {"slug", "club"} & surface.converters().get(name, {}).keys():
            address = world.address(name, world.next_door)
            for role in ("stranger", "device", "organiser"):
                there = visit.ask(role, method, address)
                gone = visit.ask(role, method, address.replace("/hidden/", "/nowhere/"))
                assert there == gone, (name, method, role)


def test_the_administration_is_for_administrators_alone(visit):
    addresses = list(surface.administration())
    assert len(addresses) > 40
    for address in addresses:
        for method in ("GET", "POST"):
            for role in ROLES[:-1]:
                assert visit.ask(role, method, address) == "go", address
        assert visit.ask("superuser", "GET", address) in ("ok", "no"), address


def test_games_change_through_the_one_door_alone(visit):
    """Whatever an administrator sends: games, seats, hands and the history are only shown to them."""
    for kind in ("game", "seat", "hand", "change"):
        pages = [address for address in surface.administration() if f"/games/{kind}/" in address]
        answers = {page: visit.ask("superuser", "POST", page) for page in pages}
        assert set(answers.values()) <= {"no", "ok", "405"}, answers
