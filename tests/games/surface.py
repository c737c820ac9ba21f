"""All that the project answers to: its addresses, and two clubs with everybody who may knock."""

import hashlib
import io
import re
import uuid
from contextlib import contextmanager
from html.parser import HTMLParser
from urllib.parse import urlencode

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.tokens import default_token_generator
from django.db import connection
from django.test import Client
from django.test.client import ClientHandler
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

import rules
from games import access, imports
from games.models import Change, Club, Filing, Game, Hand, Membership, Merge, Seat, User

NAMES = ("Aiko", "Marek", "Anne-Sophie", "Tomás")


def url_names():
    """The name of every address of the project; those of Django's administration are one."""

    def names(patterns):
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                assert pattern.name, f"{pattern} has no name"
                yield pattern.name
            elif pattern.namespace == "admin":
                yield "admin"
            else:
                yield from names(pattern.url_patterns)

    found = list(names(get_resolver().url_patterns))
    assert len(found) == len(set(found)), "two addresses have the same name"
    return found


class World:
    """A club with a bit of everything, the club next door with the same, and one browser for each role.

    Browsers are made anew for each use: what one was told by a cookie, the next does not know.
    """

    def __init__(self, is_public=True):
        self._handlers = {csrf: ClientHandler(enforce_csrf_checks=csrf) for csrf in (False, True)}
        self.club = self._club("riverside", is_public)
        self.next_door = self._club("hilltop", is_public=True)
        root = User.objects.create_superuser("root@example.org", "grey plate 55", name="Root")
        tables = {table.number: table for table in self.club.tables.all()}
        self._cookies = {
            "stranger": {},
            "device": self._device(tables[1]),
            "other table": self._device(tables[2]),
            "other club": self._session("owner@hilltop.example"),
            "organiser": self._session("ken@riverside.example"),
            "owner": self._session("owner@riverside.example"),
            "superuser": self._session(root.email),
        }
        self.roles = list(self._cookies)

    @staticmethod
    def _device(table):
        return {access.table_cookie(table): table.token}

    @staticmethod
    def _session(email):
        client = Client()
        client.force_login(User.objects.get(email=email))
        return {name: morsel.value for name, morsel in client.cookies.items()}

    def browser(self, *roles, csrf=False):
        client = Client()
        client.handler = self._handlers[csrf]  # to load what is between them and the pages takes its time
        for role in roles:
            for name, value in self._cookies[role].items():
                client.cookies[name] = value
        return client

    @staticmethod
    def _club(slug, is_public):
        owner = User.objects.create_user(f"owner@{slug}.example", "blue teapot 88", name="Mari")
        club = Club.found(owner, name=slug.title(), slug=slug, is_public=is_public, time_zone="Europe/Paris")
        ken = User.objects.create_user(f"ken@{slug}.example", "green kettle 77", name="Ken")
        club.memberships.create(user=ken)
        club.invite("Yui", by={"user": owner})
        ruleset = rules.PRESETS["tenhou"]
        full = rules.ruleset_to_full_json(ruleset)
        today = club.day_of(timezone.now())
        season = club.seasons.create(
            name="Spring", starts=today.replace(month=1, day=1), ends=today, ruleset=full
        )
        club.rulesets.create(name="Ours", ruleset=full)
        people = [club.players.create(name=name) for name in NAMES]
        noor, twice = (club.players.create(name=name) for name in ("Noor", "Noor A."))
        Merge(noor, twice).do(by={"user": ken})
        imports.bring_players(club, io.BytesIO(b"Ulla\n"), by={"user": ken})
        for number in (1, 2, 3):
            club.tables.create(number=number, is_retired=number == 3)
        table = club.tables.get(number=1)
        by = {"table": table}

        def begin(table=table, season=season):
            return Game.begin(table, people, ruleset, key=uuid.uuid4(), by=by, season=season)

        def record(game, outcome):
            game.record(outcome, version=game.version, key=uuid.uuid4(), by=by)

        finished = begin()
        record(finished, rules.Ron(discarder=2, winners=(rules.Win(1, base=960),)))
        finished.end_early("closing time", version=finished.version, key=uuid.uuid4(), by=by)
        cancelled = begin(club.tables.get(number=2))
        cancelled.cancel("only a trial", version=cancelled.version, key=uuid.uuid4(), by=by)
        for _ in range(2):
            Filing(season).do(by={"user": ken})
            stray = begin(season=None)
            record(stray, rules.Tsumo(win=rules.Win(3, base=960)))
            stray.end_early("closing time", version=stray.version, key=uuid.uuid4(), by=by)
        running = begin()
        record(running, rules.Tsumo(win=rules.Win(0, base=960)))
        running.light(2, True, version=running.version)
        return club

    def sent(self):
        """What every form sends that somebody of the club is shown, its questions answered somehow:
        {address: fields}.
        """
        found = {self.address("table-record"): self._hand()}
        for form in self.forms(self.pages("device", "owner")):
            if form.method == "post":
                found.setdefault(form.action, answered(form.sent()))
        return found

    def pages(self, *roles):
        """All that these roles may look at, in each state that has forms of its own: role and address."""
        slug, cancelled = self.club.slug, self.club.games.cancelled().get().number
        more = {
            "device": [
                self.address("table-board") + "?version=1&draw=exhaustive",
                self.address("table-board") + "?version=1&tsumo=1&value-1=b960",
                self.address("table-board") + "?version=1&ron=1&from=0&pad=detail",
            ],
            "other table": [reverse("table-start", args=[slug, 2])],
            "owner": [
                reverse("organise-game", args=[slug, cancelled]),
                reverse("organise-ruleset-add", args=[slug]) + "?from=ema",
            ],
            "superuser": administration(),
        }
        names = url_names()
        return [
            (role, page)
            for role in roles
            for page in [*(self.address(name) for name in names), *more.get(role, ())]
        ]

    def forms(self, pages):
        """The forms of these pages, each a role and an address."""
        return [form for role, page in pages for form in forms(read(self.browser(role).get(page)), role)]

    def _hand(self):
        """A hand of the game that runs."""
        version = self.club.games.running().get().version
        facts = {"tsumo": 1, "value-1": "b960", "riichi": 2, "version": version, "key": uuid.uuid4()}
        return {name: [str(value)] for name, value in facts.items()}

    def address(self, name, club=None):
        """The address of this name, about the things of a club (this one, where none is given)."""
        club = club or self.club
        if name == "admin":
            return "/admin/"
        return reverse(name, kwargs=self.arguments(name, club))

    def arguments(self, name, club):
        [pattern] = [pattern for pattern in _patterns(get_resolver().url_patterns) if pattern[0] == name]
        return {key: self._argument(name, key, club) for key in pattern[1]}

    @staticmethod
    def _argument(name, key, club):
        owner = club.owners.get().user
        match key, name:
            case "slug" | "club", _:
                return club.slug
            case "table", _:
                return 1
            case "number", "organise-game-restore":
                return club.games.cancelled().get().number
            case "number", "organise-table-take-back":
                return 3
            case "number", "organise-table-retire":
                return 2
            case "number", _ if "table" in name:
                return 1
            case "number", _:
                return club.games.running().get().number
            case "token", "table-enter":
                return club.tables.get(number=1).token
            case "token", "join":
                return club.open_invitations.get().token
            case "token", "password-reset-new":
                return default_token_generator.make_token(owner)
            case "uidb64", _:
                return urlsafe_base64_encode(force_bytes(owner.pk))
            case "pk", "organise-merge-undo":
                return club.changes.get(verb=Change.Verb.MERGE_PLAYERS).pk
            case "pk", "organise-season-give-back":
                return club.changes.get(verb=Change.Verb.FILE_GAMES, game=None).pk
            case "pk", "organise-brought":
                return club.changes.get(verb=Change.Verb.BRING_PLAYERS).pk
            case "other", _:
                return club.players.get(name="Noor").pk
            case "pk", _:
                kind = next(word for word in ("player", "season", "ruleset") if word in name)
                return getattr(club, f"{kind}s").order_by("pk")[0].pk
            case "member", _:
                return club.memberships.get(role=Membership.Role.ORGANISER).pk
            case "invitation", _:
                return club.open_invitations.get().pk
            case "what", _:
                return "games"
            case "kind", _:
                return "csv"
            case "players", _:
                return 4
            case "preset", _:
                return "tenhou"
        raise NotImplementedError(f"what is {key!r} in the address of {name!r}? Say it here.")


def _patterns(patterns, outer=()):
    """The name, the arguments and their converters of each address but the administration's."""
    for pattern in patterns:
        inside = (*outer, *pattern.pattern.converters.items())
        if isinstance(pattern, URLPattern):
            yield pattern.name, dict(inside)
        elif pattern.namespace != "admin":
            yield from _patterns(pattern.url_patterns, inside)


def converters():
    """For each address the kinds of its arguments: {name: {argument: converter}}."""
    return dict(_patterns(get_resolver().url_patterns))


def administration():
    """Addresses of Django's administration: all lists, a new one and an old one of each kind."""
    yield "/admin/"
    for model in admin.site._registry:
        stem = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{stem}_changelist")
        yield reverse(f"{stem}_add")
        if some := model._default_manager.first():
            for page in ("change", "delete", "history"):
                yield reverse(f"{stem}_{page}", args=[some.pk])


PASSING = ("sessions", "axes")  # who is signed in, and who typed a wrong password: anybody changes that
REPLAYED = ("games_ratings",)  # follows from the games, and is kept when somebody looks


def contents():
    """What is in the database: a digest for each table."""
    with connection.cursor() as cursor:
        found = {}
        for model in apps.get_models(include_auto_created=True):
            if model._meta.app_label not in PASSING and model._meta.db_table not in REPLAYED:
                cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY 1")
                found[model._meta.db_table] = hashlib.sha256(repr(cursor.fetchall()).encode()).hexdigest()
        return found


def rows_of(club):
    """What is in the database of one club."""
    parts = ("changes", "games", "players", "tables", "seasons", "rulesets", "memberships", "invitations")
    found = [list(getattr(club, part).order_by("pk").values_list()) for part in parts]
    for kind in (Hand, Seat):
        found.append(list(kind.objects.filter(game__club=club).order_by("pk").values_list()))
    return found


@contextmanager
def watched():
    """What is written in this block to the tables that `contents` looks at: the statements."""
    statements = []

    def note(execute, sql, params, many, context):
        if _WRITE.match(sql):
            statements.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield statements


_WRITE = re.compile(r"(INSERT INTO|UPDATE|DELETE FROM) (?!.(django_session|axes_|games_ratings))")

# Forms as pages show them.


def body(fields):
    """Fields as a browser sends them: the body, and its content type. Any text goes, whatever it is."""
    pairs = [(name, value) for name, values in fields.items() for value in values]
    return urlencode(pairs, errors="surrogatepass"), "application/x-www-form-urlencoded"


class Form:
    """A form of a page as somebody of this role saw it: where it goes, what it sends when nothing is
    changed, its buttons, and what else its fields can say.
    """

    def __init__(self, action, method, role):
        self.action, self.method, self.role = action, method, role
        self.fields, self.buttons, self.choices = {}, [], {}

    def sent(self, button=None):
        """What arrives when it is sent, by a button where it has some."""
        pressed = button or (self.buttons[0] if self.buttons else None)
        fields = {name: list(values) for name, values in self.fields.items()}
        if pressed and pressed[0]:
            fields.setdefault(pressed[0], []).append(pressed[1])
        return fields


ANSWERS = {
    "reason": "late",
    "name": "Yui",
    "starts": "2031-01-01",
    "ends": "2031-12-31",
    **{f"player_{seat}": name for seat, name in enumerate(NAMES)},
    **{f"score_{seat}": "25000" for seat in range(4)},
}


def answered(fields):
    """The same with an answer where one is missing."""
    return {name: [value or ANSWERS.get(name, "") for value in values] for name, values in fields.items()}


class _Reader(HTMLParser):
    def __init__(self, address, role):
        super().__init__()
        self.address, self.role, self.forms, self.form, self.select = address, role, [], None, None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form":
            action = (attrs.get("action") or self.address).split("#")[0]
            self.form = Form(action, (attrs.get("method") or "get").lower(), self.role)
            self.forms.append(self.form)
        name, form, value = attrs.get("name"), self.form, attrs.get("value")
        if form is None or "disabled" in attrs:
            return
        if tag == "button" and attrs.get("type", "submit") == "submit":
            if attrs.get("formaction"):
                elsewhere = Form(attrs["formaction"], form.method, self.role)
                elsewhere.fields, elsewhere.buttons = form.fields, [(name, value or "")]
                self.forms.append(elsewhere)
            else:
                form.buttons.append((name, value or ""))
        elif tag == "option" and self.select:
            self._option(attrs)
        elif not name:
            return
        elif tag == "input" and attrs.get("type") in ("checkbox", "radio"):
            form.choices.setdefault(name, []).append(value or "on")
            if "checked" in attrs:
                form.fields.setdefault(name, []).append(value or "on")
        elif tag == "input":
            form.fields.setdefault(name, []).append(value or "")
        elif tag == "textarea":
            form.fields.setdefault(name, []).append("")
        elif tag == "select":
            self.select = name
            form.choices.setdefault(name, [])

    def _option(self, attrs):
        value, known = attrs.get("value") or "", self.form.choices[self.select]
        known.append(value)
        if "selected" in attrs or len(known) == 1:
            self.form.fields[self.select] = [value]

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = None


def read(response):
    """The same, read to its end: so a file that it streams is closed."""
    response.getvalue()
    return response


def forms(response, role):
    """The forms of a page."""
    if response.status_code != 200 or "html" not in response["Content-Type"]:
        return []
    asked = response.request
    reader = _Reader("?".join(filter(None, (asked["PATH_INFO"], asked["QUERY_STRING"]))), role)
    reader.feed(response.content.decode())
    return reader.forms
