"""What holds of every page and form: nothing inline, nothing unescaped, nothing for another site."""

import itertools
import re
import uuid
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile

from games import uploads
from games.lines import check_line
from games.models import Change

from . import surface

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
INLINE = re.compile(
    r"""<style|<script(?![^>]*\ssrc=)|\sstyle=|\son[a-z]+=|hx-on|javascript:|\|\s*safe\b|autoescape off""",
    re.I,
)


@pytest.fixture
def world(db):
    world = surface.World()
    world.everything = world.pages("stranger", "device", "other table", "organiser", "owner")
    return world


# Nothing inline


@pytest.mark.parametrize("file", sorted((ROOT / "templates").rglob("*.html")), ids=lambda file: file.stem)
def test_no_template_holds_anything_inline_or_unescaped(file):
    assert not INLINE.findall(file.read_text())


@pytest.mark.parametrize("file", sorted((ROOT / "static" / "js").rglob("*.js")), ids=lambda file: file.stem)
def test_no_script_makes_markup_of_text(file):
    assert not re.findall(
        r"innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function", file.read_text()
    )


class Reader(HTMLParser):
    """What a browser would run or load of a page."""

    def __init__(self, page):
        super().__init__()
        self.problems = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "style" or name.startswith(("on", "hx-on")):
                self.problems.append((tag, name, value))
            if name in ("href", "src", "action", "formaction") and re.match(
                r"\s*(javascript|data|http(?!://testserver/t/|://testserver/join/)|//)", value or ""
            ):
                self.problems.append((tag, name, value))
        if tag in ("style", "iframe", "object", "embed", "base", "img") or (
            tag == "script" and "src" not in dict(attrs)
        ):
            self.problems.append((tag, attrs))


def pages(world):
    """Every page, as everybody who may see it sees it."""
    for role, address in world.everything:
        answer = surface.read(world.browser(role).get(address))
        if answer.status_code == 200:
            yield address, answer


def read(world):
    """The text of all pages, of which a browser runs and loads nothing that is not ours."""
    texts = []
    for address, answer in pages(world):
        text = (
            b"".join(answer.streaming_content).decode("latin1")
            if answer.streaming
            else answer.content.decode()
        )
        if "html" in answer["Content-Type"]:
            assert not Reader(text).problems, address
        texts.append(text)
    return "".join(texts)


def test_no_page_holds_anything_inline(world):
    assert len(list(pages(world))) > 60
    read(world)


# Whatever people type

NAMES = ("name", "short_name", "other_names", "note", "reason", "you-name", "season-name", "player_0")
TYPED = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "👩‍👩‍👧 🀄",
    "شيرين\u200f (he\u0301)",
    "100% %(name)s {0} {{ 7 }}",
]
REFUSED = ["evil\u202egnp", "a\u2066b", "a\0b", "a\nb", "A" * 501]


def asked(world):
    """Each question for a name or a reason: the role, the address, the field, and all that is sent."""
    for form in world.forms(world.everything):
        for name in NAMES:
            if form.method == "post" and name in form.fields:
                yield form.role, form.action, name, surface.answered(form.sent())


def send(world, role, address, fields):
    return surface.read(world.browser(role).generic("POST", address, *surface.body(fields)))


def test_what_people_type_is_shown_as_they_typed_it(world):
    """Typed into every form, and put where these forms do not reach, it changes no page's markup."""
    questions = list(asked(world))
    assert {name for _role, _address, name, _fields in questions} >= {"name", "short_name", "note", "reason"}
    for text in TYPED:
        for role, address, name, fields in questions:
            typed = [text[:20] if name == "short_name" else text]
            for key in (fields.get("key", []), [str(uuid.uuid4())]):  # sent again, and anew
                answer = send(world, role, address, {**fields, name: typed, "key": key})
                assert answer.status_code in (200, 302), (address, name, text)
    club, texts = world.club, itertools.cycle(TYPED)
    for thing in (club, *club.players.all(), *club.tables.all(), *club.seasons.all(), *club.rulesets.all()):
        thing.name = f"{next(texts)[:36]}{thing.pk}"
        thing.save()
    for membership in club.memberships.all():
        membership.user.name = next(texts)
        membership.user.save()
    for change in club.changes.all():
        change.why = next(texts)
        change.save()
    club.games.exclude(ended_early="").update(ended_early=TYPED[0])
    read(world)


def test_what_no_name_can_be_is_refused_by_every_form(world):
    before, questions = surface.contents(), list(asked(world))
    assert len(questions) > 10
    for text in REFUSED:
        for role, address, name, fields in questions:
            answer = send(world, role, address, {**fields, name: [text]})
            assert answer.status_code == 200, (address, name, text)
        assert surface.contents() == before, text


def test_a_lone_surrogate_is_nobody_s_name(world):
    for role, address, name, fields in asked(world):
        send(world, role, address, {**fields, name: ["\ud800"]})
    assert "\ud800" not in str(list(Change.objects.values_list("before", "after", "why")))


@pytest.mark.parametrize("name", ["Anne-Sophie", "健", "O’Neill", "👨‍👩‍👧", "שרה\u200e", "می‌خواهم"])
def test_honest_names_pass(name):
    check_line(name)


# Requests that are not what they seem


def test_another_host_is_refused_and_gets_into_no_mail(world):
    for name in surface.url_names():
        assert world.browser("owner").get(world.address(name), HTTP_HOST="evil.example").status_code == 400, (
            name
        )
    answer = world.browser("stranger").post(
        "/account/reset/", {"email": "owner@riverside.example"}, HTTP_HOST="evil.example"
    )
    assert answer.status_code == 400 and not mail.outbox


def test_a_large_upload_is_refused_by_every_address(world, monkeypatch):
    monkeypatch.setattr(uploads, "MOST", 1000)
    before = surface.contents()
    for name in surface.url_names():
        browser = world.browser("device", "superuser", csrf=True)
        browser.cookies["csrftoken"] = "a" * 32  # so that the token is looked for in what is sent
        large = SimpleUploadedFile("large.zip", b"x" * 2000)
        assert browser.post(world.address(name), {"archive": large}).status_code == 400, name
    assert surface.contents() == before


def test_a_table_s_link_moves_into_a_cookie_and_stays_there(world):
    link = world.address("table-enter")
    token = link.split("/")[2]
    answer = world.browser("stranger").get(link, secure=True)
    assert token not in answer["Location"]
    assert answer["Referrer-Policy"] == "same-origin" and "no-store" in answer["Cache-Control"]
    [cookie] = answer.cookies.values()
    assert cookie["httponly"] and cookie["secure"] and cookie["samesite"] == "Lax"
    world.everything = world.pages("stranger", "device", "other table")
    assert token not in read(world)


def test_the_key_that_a_checkout_makes_stays_out_of_git():
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert "var/" in ignored
    source = (ROOT / "clubscore" / "settings.py").read_text()
    assert re.findall(r"^SECRET_KEY = (.*)$", source, re.M) == [
        'env("CLUBSCORE_SECRET_KEY", "") or kept_key(VAR / "secret_key")'
    ]
