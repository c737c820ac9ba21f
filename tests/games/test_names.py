"""Who is shown by which name: hidden names as initials to the public, forgotten people nowhere."""

import gzip
import io
import re
import zipfile
from dataclasses import replace
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from games import archive, backup
from games.models import Change, Game, Merge, Player, Stale

from . import surface


@pytest.fixture
def finished(game, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    game.end_early("closing time", **door(game))
    return game


def pages(client, game):
    game_page = f"/riverside/games/{game.number}/"
    return [client.get(url).content.decode() for url in ("/riverside/", game_page, f"{game_page}record.json")]


def test_a_hidden_name_is_initials_on_public_pages_and_downloads(client, finished, people):
    person = people[1]
    person.name, person.short_name, person.is_hidden = "Marek Dvorský", "Maro", True
    person.save()
    for page in pages(client, finished):
        assert "M.D." in page and "Dvorsk" not in page and "Maro" not in page


def test_a_hidden_name_is_told_at_the_table(tablet, game, people):
    people[1].is_hidden = True
    people[1].save()
    assert "Marek" in tablet.get("/riverside/tables/1/").content.decode()


def test_a_forgotten_person_is_a_former_member_everywhere_and_the_results_stay(
    client, finished, people, table
):
    before = [seat.points for seat in finished.seats.all()]
    people[1].forget(by={"user": None})
    for page in pages(client, finished):
        assert "former member" in page and "Marek" not in page
    assert [seat.points for seat in finished.seats.all()] == before
    assert "Marek" not in str(
        [(change.before, change.after, change.why) for change in table.club.changes.all()]
    )


def test_two_people_may_be_forgotten(people):
    for person in people[:2]:
        person.forget(by={"user": None})
    assert [str(person) for person in people[:2]] == ["former member"] * 2


REASON = "MAREK felt ill, Maro's train; Marekova stayed"


@pytest.fixture
def named(game, hand, door, people, signed_in, superuser):
    """A game that Marek played, with a person's names in all that can be typed about it."""
    people[1].short_name, people[1].other_names = "Maro", "まれく, Marek Dvorský"
    people[1].save()
    game.record(hand.ron(1, 2), **door(game))
    game.end_early(REASON, **door(game))
    game.undo(**door(game))
    game.end_early(f"まれくが帰った, {REASON}", **door(game))
    game.cancel("Marek Dvorský asked for it", **door(game))
    game.restore(**door(game))
    root = signed_in(superuser)
    address = f"/admin/games/player/{people[1].pk}/change/"
    fields = {"club": game.club_id, "name": "Marek", "short_name": "Maro", "other_names": "まれく"}
    assert root.post(address, {**fields, "is_retired": "on"}).status_code == 302
    return game


def everywhere(club):
    """All that leaves the house: the next backup, and the club's archive."""
    file = io.BytesIO()
    backup.write(file)
    whole = gzip.decompress(file.getvalue()).decode()
    file = io.BytesIO()
    archive.write(club, file)
    with zipfile.ZipFile(file) as parts:
        return whole + "".join(parts.read(name).decode() for name in parts.namelist())


def test_a_forgotten_person_s_names_are_in_no_row_and_in_no_file(named, people, table):
    assert "まれく" in everywhere(table.club)
    people[1].forget(by={"user": None})
    told = everywhere(table.club)
    for name in ("Marek ", "MAREK", "Maro", "Dvorsk", "まれく", '"Marek"'):
        assert name not in told, name
    assert "former member felt ill" in told and "Marekova stayed" in told


def test_forgetting_somebody_leaves_the_others_and_the_history(named, people, table):
    verbs = list(table.club.changes.values_list("verb", "at", "key"))
    people[1].forget(by={"user": None})
    assert list(table.club.changes.values_list("verb", "at", "key"))[:-1] == verbs
    assert table.club.changes.last().verb == Change.Verb.FORGET_PLAYER
    assert Player.objects.filter(name="Aiko").exists()


def test_a_hidden_name_is_not_told_by_a_reason_either(client, tablet, named, people):
    people[1].is_hidden = True
    people[1].save()
    for page in pages(client, named):
        assert "Maro" not in page and "MAREK" not in page and "まれく" not in page
    assert "MAREK felt ill" in tablet.get("/riverside/tables/1/").content.decode()


# What is typed may name anybody of the club, whether they sit in the game or not.


@pytest.fixture
def typed(client, club, table, people, play_out, enter, season, hand, door, organiser, game):
    """People who are named in all that can be typed about games, each in a way of their own."""
    sat, double, was_there, elsewhere = (
        club.players.create(name=name)
        for name in ("Hana Mori", "Hanako Morita", "Ulla Berg", "Noor Zelinska")
    )
    Merge(sat, double).do(by={})
    reason = "Hana Mori, HANAKO MORITA, ulla berg, Noor Zelinska"
    game.end_early(reason, **door(game))
    penalty = {"seat": 1, "points": -20_000, "reason": reason}
    fined = play_out([sat, *people[1:]], 30_000, 20_000, 25_000, 25_000, additions=[penalty])
    seats = (*fined.facts.players[:3], was_there.pk)
    fined.correct(replace(fined.facts, players=seats), reason, **door(fined))
    seats = (*fined.facts.players[:3], people[3].pk)
    fined.correct(replace(fined.facts, players=seats), reason, **door(fined))
    fined.cancel(reason, **door(fined))
    fined.restore(**door(fined))
    enter([sat, *people[1:]], 30_000, 20_000, 25_000, 25_000, season=season, note=reason)
    return [sat, double, was_there, elsewhere]


def public_addresses(club):
    """All that a stranger may look at, about everything that the club has."""
    everything = {
        "number": [*range(1, club.games.count() + 1)],
        "pk": [*club.seasons.values_list("pk", flat=True), *club.players.values_list("pk", flat=True)],
        "what": ["standings", "games", "players", "hands"],
        "kind": ["csv", "json", "xlsx"],
        "players": [4],
        "preset": ["tenhou"],
        "slug": [club.slug],
    }
    for name, arguments in surface.converters().items():
        if not name.startswith(("organise", "table", "join", "password", "language")):
            for values in product(*(everything.get(key, [0]) for key in arguments)):
                yield reverse(name, kwargs=dict(zip(arguments, values, strict=True)))


def read_by_strangers(club):
    """What these pages and files say, by their address."""
    told = {}
    for address in public_addresses(club):
        response = Client().get(address)
        if response.status_code == 200:
            content = response.getvalue()
            if address.endswith(".xlsx"):
                with zipfile.ZipFile(io.BytesIO(content)) as parts:
                    content = b"".join(map(parts.read, parts.namelist()))
            told[address] = content.decode()
    return told


def found_in(told, *words):
    return {(address, word) for address, text in told.items() for word in words if word in text.casefold()}


def test_nothing_that_was_typed_tells_a_hidden_name(typed, club):
    words = ("mori", "berg", "zelinska")
    pages = {address for address, _ in found_in(read_by_strangers(club), *words)}
    assert {"/riverside/tv/", "/riverside/standings/", "/riverside/games/1/"} <= pages
    club.players.filter(pk__in=[one.pk for one in typed]).update(is_hidden=True)
    assert found_in(read_by_strangers(club), *words) == set()


def test_nothing_that_was_typed_tells_a_forgotten_name(typed, club):
    for person in typed:
        person.refresh_from_db()
        person.forget(by={"user": None})
    words = ("mori", "berg", "zelinska")
    assert found_in(read_by_strangers(club), *words) == set()
    assert found_in({"": everywhere(club)}, *words) == set()


def test_a_correction_that_was_open_brings_no_forgotten_name_back(typed, club, door):
    named = [game for game in club.games.all() if "Noor" in f"{game.ended_early} {game.additions}"]
    asked = [(game, game.facts, door(game)) for game in named]
    typed[-1].forget(by={"user": None})
    assert len(named) == 3
    for game, facts, asks in asked:
        with pytest.raises(Stale):
            Game.objects.get(pk=game.pk).correct(facts, "counted again", **asks)
        assert "Noor" not in str(Game.objects.get(pk=game.pk).facts)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Marek Dvorský", "M.D."),
        ("Anne-Sophie de La Rochette", "A.d.L.R."),
        ("Plato", "P."),
        ("中野 健一", "中.健."),
        ("中野 健", "中."),
        ("健", "N.N."),
        ("X", "N.N."),
        ("J. R.", "N.N."),
        ("Ken A.", "K."),
        ("“Ken” O'Hara", "K.O."),
        ("E\u0301", "N.N."),
        ("か\u3099", "N.N."),
        ("☆", "N.N."),
    ],
)
def test_initials_tell_no_name_whole(client, club, finished, people, name, shown):
    people[1].name, people[1].is_hidden = name, True
    people[1].save()
    assert people[1].public_name == people[1].shown == shown
    for page in pages(client, finished):
        assert shown in page


# The order of a list, which is no database's own: neither capitals nor accents come after z, and Ł is no
# letter after Z. Other scripts come after it.
ORDERED = [
    "adele Øst",
    "Ægir",
    "Élodie",
    "Lukas Brandt",
    "Łukasz Brzozowy",
    "øyvind",
    "Rene Zuse",
    "Renée",
    "Søren",
    "Zeynep",
    "Νίκος",
    "олена",
    "けん",
    "ケンジ",
    "中野 健",
]


@pytest.fixture
def mixed(club, play_out):
    """People in another order, each of whom has played to a draw with the others."""
    people = [club.players.create(name=name, other_names="Club") for name in reversed(ORDERED)]
    for number in range(0, len(people) - 3, 2):
        play_out(people[number : number + 4], *[25_000] * 4)
    play_out(people[-4:], *[25_000] * 4)
    return people


def in_order_on(page):
    """The names, as they stand on a page; of the whole page where it has them once."""
    return sorted((name for name in ORDERED if name in page), key=page.index)


@pytest.mark.parametrize(
    ("address", "part"),
    [
        ("/riverside/players/", r"<table.*</table>"),
        ("/riverside/players/?q=club", r"<table.*</table>"),
        ("/riverside/standings/?sort=name", r"<table.*?</table>"),
        ("/riverside/standings/", r"<table.*?</table>"),
        ("/riverside/games/", r'<select id="player".*?</select>'),
        ("/riverside/download/players.csv", r".*"),
        ("/riverside/organise/players/", r"<main.*</main>"),
        ("/riverside/organise/games/paper/", r"<datalist.*?</datalist>"),
        ("/riverside/organise/players/download.csv", r".*"),
        ("/riverside/games/1/correct/", r'<select name="player_0".*?</select>'),
    ],
)
def test_every_list_of_players_is_in_the_order_of_people(signed_in, organiser, mixed, address, part):
    page = b"".join(signed_in(organiser).get(address)).decode()
    assert in_order_on(re.search(part, page, flags=re.S)[0]) == ORDERED


def test_the_place_of_a_hidden_name_in_a_list_does_not_tell_it(client, club):
    club.players.create(name="Abe Zorn", is_hidden=True)
    for name in ("Aaron", "Azra"):
        club.players.create(name=name)
    page = client.get("/riverside/players/").content.decode()
    assert page.index("A.Z.") < page.index("Aaron") < page.index("Azra")
