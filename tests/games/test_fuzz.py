"""Made-up requests: whatever anybody sends, nothing breaks, and nothing is written that was refused."""

import logging
from urllib.parse import quote

import pytest
from django.db import transaction
from django.http import SimpleCookie
from django.urls import NoReverseMatch, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from . import surface

pytestmark = pytest.mark.django_db

A_VISIT = 10  # requests
VISITS = {False: 100, True: 2000}  # thorough or not

SCRIPT = "<script>alert(1)</script>"
HOSTILE = [
    *("", " ", "0", "1", "2", "-1", "on", "99999999999999999999", "2147483648", "1e400", "NaN", "½", "٣"),
    *("\0", "a\0b", "\ud800", "\u202eevil\u202c", "\u200b", "\r\nSet-Cookie: a=b", "A" * 300, "😀" * 90),
    *(SCRIPT, '"><img src=x onerror=alert(1)>', "' OR 1=1 --", "{{ 7|add:7 }}", "%(name)s %s {0}", "%00"),
    *("//evil.example/", "https://evil.example/", "javascript:alert(1)", "../../../etc/passwd", "\\"),
    *(
        "2026-02-30",
        "0001-01-01",
        "9999-12-31",
        "b960",
        "b99999",
        "h13.110",
        "h3.40",
        "y9",
        "own-1",
        "season",
    ),
    *("00000000-0000-0000-0000-000000000000", "mari@example.org", "Aiko", "E1", "exhaustive", "2-on"),
]
HEADERS = {
    "HTTP_HX_REQUEST": ["true"],
    "HTTP_HX_CURRENT_URL": HOSTILE,
    "HTTP_REFERER": HOSTILE,
    "HTTP_ACCEPT_LANGUAGE": ["ja", "fr", "xx", "A" * 600, "\0"],
    "HTTP_HOST": ["localhost", "evil.example", "[::1", ""],
    "HTTP_X_FORWARDED_FOR": HOSTILE,
}
COOKIES = ["sessionid", "csrftoken", "django_language", "messages", "table-1", "table-99999999999999999999"]
PATHS = [
    "/\0/",
    "/\ud800/",
    "//evil.example/",
    "/riverside/games/1e9/",
    "/t//",
    "/riverside",
    "/admin/games/",
]

values = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=12), st.integers().map(str))


class Site:
    """What the pages of a world ask for: their forms, the names of all fields, and what these may say."""

    def __init__(self, world):
        self.world = world
        forms = {}
        for form in world.forms(world.pages(*world.roles)):
            forms.setdefault((form.action, *sorted(form.fields), *map(str, form.buttons)), form)
        self.forms = [form for _key, form in sorted(forms.items(), key=lambda item: item[0])]
        self.choices = {}
        for form in self.forms:
            for name in [*form.fields, *form.choices, *(name for name, _value in form.buttons if name)]:
                known = [*form.choices.get(name, []), *form.fields.get(name, [])]
                self.choices.setdefault(name, set()).update(known)
        self.choices = {name: sorted(known) for name, known in sorted(self.choices.items())}
        self.names = [*self.choices, "page", "q", "show", "code", "tag", "next", "pad", "from", "o", "e"]
        self.kinds = surface.converters()

    @staticmethod
    def argument(right):
        if isinstance(right, int):
            return st.sampled_from([0, 1, 2, 3, 5, 8, 99, 2**31, 2**63, 10**30])
        return st.sampled_from(["riverside", "hilltop", "nowhere", "tenhou", "A" * 300, *HOSTILE])

    def value(self, name):
        known = self.choices.get(name)
        return st.sampled_from(known) | values if known else values


@st.composite
def of_a_form(draw, site):
    """A form of a page, with some of its fields changed, gone, doubled or added."""
    form = draw(st.sampled_from(site.forms))
    fields = surface.answered(form.sent(draw(st.sampled_from(form.buttons)) if form.buttons else None))
    own = sorted(form.fields) or site.names
    for name in draw(st.lists(st.sampled_from(own) | st.sampled_from(site.names), max_size=4)):
        fields[name] = draw(st.lists(site.value(name), max_size=2))
    method = "POST" if form.method == "post" and draw(st.integers(0, 9)) else "GET"
    role = draw(st.sampled_from([*site.world.roles, *[form.role] * 30]))
    return role, method, form.action, fields


@st.composite
def of_an_address(draw, site):
    """An address, about anything, with anything."""
    name = draw(st.sampled_from([*site.kinds, None]))
    address = draw(st.sampled_from(PATHS)) if name is None else draw(an_address(site, name))
    names = draw(st.lists(st.sampled_from(site.names), max_size=4))
    fields = {name: [draw(site.value(name))] for name in names}
    method = draw(st.sampled_from(["GET", "GET", "POST", "POST", "HEAD", "PUT", "OPTIONS"]))
    return draw(st.sampled_from(site.world.roles)), method, address, fields


@st.composite
def an_address(draw, site, name):
    right = site.world.arguments(name, site.world.club)
    given = {key: draw(st.just(value) | site.argument(value)) for key, value in right.items()}
    try:
        return reverse(name, kwargs=given)
    except (NoReverseMatch, UnicodeEncodeError):
        return site.world.address(name)


extras = st.fixed_dictionaries(
    {},
    optional={
        "header": st.sampled_from(sorted(HEADERS)).flatmap(
            lambda name: st.tuples(st.just(name), st.sampled_from(HEADERS[name]))
        ),
        "cookie": st.tuples(st.sampled_from(COOKIES), st.sampled_from(HOSTILE)),
    },
)


@pytest.fixture
def world(db):
    logging.disable()  # refusals are what this is about
    world = surface.World()
    world.next_door.is_public = False
    world.next_door.save()
    yield world
    logging.disable(logging.NOTSET)


def test_whatever_is_sent_nothing_breaks_and_nothing_is_written_that_was_refused(world, request):
    site = Site(world)
    one = of_a_form(site) | of_a_form(site) | of_an_address(site)
    thorough = request.config.getoption("thorough")

    @settings(
        max_examples=VISITS[thorough],
        derandomize=not thorough,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(st.tuples(one, extras), min_size=A_VISIT, max_size=A_VISIT))
    def visit(sent):
        with transaction.atomic():
            browsers = {role: world.browser(role) for role in world.roles}
            seen = surface.contents(), surface.rows_of(world.next_door)
            for one, extra in sent:
                seen = send(world, browsers[one[0]], one, extra, seen)
            transaction.set_rollback(True)

    visit()


def send(world, browser, one, extra, seen):
    """Send a request, and check what came of it; what the database holds then."""
    role, method, address, fields = one
    name, value = extra.get("header", ("HTTP_HOST", "testserver"))
    before = browser.cookies
    if "cookie" in extra:
        browser.cookies = SimpleCookie(before)
        browser.cookies[extra["cookie"][0]] = quote(extra["cookie"][1], errors="surrogatepass")
    body, kind = surface.body(fields)
    path = quote(address, safe="/%:?=&", errors="surrogatepass")
    with surface.watched() as writes:
        if method in ("GET", "HEAD"):
            answer = browser.generic(method, path, QUERY_STRING=body, **{name: value})
        else:
            answer = browser.generic(method, path, body, kind, **{name: value})
        surface.read(answer)
    if "cookie" in extra:
        browser.cookies = before
    assert answer.status_code < 500
    look(answer)
    if not writes:
        return seen
    now = surface.contents(), surface.rows_of(world.next_door)
    if method != "POST" or answer.status_code >= 400:
        assert now[0] == seen[0], "it was refused, or only looked at, and something was written"
    if role not in ("other club", "superuser"):
        assert now[1] == seen[1], "something was written next door"
    return now


def look(answer):
    """What holds of every page."""
    if "html" in answer.get("Content-Type", ""):
        assert SCRIPT.encode() not in answer.content
        assert "default-src 'none'" in answer["Content-Security-Policy"]
    if "Location" in answer:
        address = answer["Location"][:2000]  # of what is longer Django does not say
        assert url_has_allowed_host_and_scheme(address, {"testserver", "localhost"}), "it leads elsewhere"
