"""Two devices, double taps and resent requests, as real requests at the same moment."""

import contextlib
import json
import threading
import uuid
from dataclasses import replace
from io import BytesIO, StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

import rules
from games import access, imports, ratings, records
from games.enter_form import EnterForm
from games.forms import StartForm
from games.management.commands.rebuild import rebuild
from games.models import (
    CannotGiveBack,
    CannotMerge,
    Change,
    Club,
    Evening,
    Filing,
    Game,
    Merge,
    Seat,
    Stale,
    Total,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at_once(table):
    """Send these posts from as many devices of the table, all at the same moment."""

    def at_once(*posts):
        start = threading.Barrier(len(posts))
        answers = []

        def send(name, data):
            client = Client(raise_request_exception=True)
            client.cookies[access.table_cookie(table)] = table.token
            start.wait()
            try:
                url = reverse(name, args=[table.club.slug, table.number])
                answers.append(client.post(url, data).status_code)
            finally:
                connection.close()

        threads = [threading.Thread(target=send, args=post) for post in posts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [302] * len(posts)

    return at_once


def ron(seat, discarder, game, key=None):
    return {
        "ron": seat,
        "from": discarder,
        f"value-{seat}": "b960",
        "version": game.version,
        "key": key or uuid.uuid4(),
    }


@pytest.mark.pitfall("B70")
def test_a_double_tap_on_save_saves_one_hand(game, at_once):
    hand = ron(1, 2, game)
    at_once(*[("table-record", hand)] * 6)
    game = Game.objects.get(pk=game.pk)
    assert (game.hands.count(), game.version) == (1, 1)
    assert list(game.state.scores) == [25000, 28900, 21100, 25000]


@pytest.mark.pitfall("B72")
def test_two_devices_that_save_the_next_hand_save_one(game, at_once):
    at_once(*[("table-record", ron(seat, 3, game)) for seat in (0, 1, 2)])
    game = Game.objects.get(pk=game.pk)
    assert (game.hands.count(), game.version, Change.objects.filter(verb="record").count()) == (1, 1, 1)


def test_riichi_of_four_players_in_the_same_moment_are_all_lit(game, at_once):
    at_once(*[("table-riichi", {"lit": f"{seat}-on", "version": 0}) for seat in range(4)])
    assert Game.objects.get(pk=game.pk).riichi == [0, 1, 2, 3]


def test_a_riichi_and_a_save_in_the_same_moment_lose_neither(game, at_once):
    at_once(("table-riichi", {"lit": "0-on", "version": 0}), ("table-record", ron(1, 2, game)))
    game = Game.objects.get(pk=game.pk)
    # Either the riichi was first, and the save, which did not see it, was refused; or it came too late.
    assert (game.hands.count(), game.riichi) in [(0, [0]), (1, [])]


def test_two_taps_on_undo_take_back_one_hand(game, hand, door, at_once):
    for _ in range(3):
        game.record(hand.draw(0), **door(game))
    key = uuid.uuid4()
    at_once(*[("table-undo", {"version": game.version, "key": key})] * 4)
    assert game.hands.count() == 2


def test_a_save_and_an_undo_in_the_same_moment_do_one_thing(game, hand, door, at_once):
    game.record(hand.draw(0), **door(game))
    undo = {"version": game.version, "key": uuid.uuid4()}
    at_once(("table-undo", undo), ("table-record", ron(1, 2, game)))
    game = Game.objects.get(pk=game.pk)
    assert (game.version, game.hands.count()) in [(2, 0), (2, 2)]


def test_two_devices_that_start_a_game_start_one(table, people, at_once):
    seated = {f"player_{seat}": player.name for seat, player in enumerate(people)}
    start = {**seated, "preset": "tenhou", "length": "hanchan"}
    at_once(*[("table-start", {**start, "key": uuid.uuid4()}) for _ in range(4)])
    assert Game.objects.count() == 1


def test_next_game_tapped_on_two_devices_begins_one(game, hand, door, at_once):
    game.end_early("closing time", **door(game))
    at_once(*[("table-next", {"version": game.version, "key": uuid.uuid4()}) for _ in range(3)])
    assert Game.objects.count() == 2


# What several tables and organisers do at the same moment.


@pytest.fixture
def together():
    """Do these things, all at the same moment; what was refused is raised, and so is a deadlock."""

    def together(*deeds):
        start, problems = threading.Barrier(len(deeds)), []

        def do(deed):
            start.wait()
            try:
                deed()
            except Exception as problem:
                problems.append(problem)
            finally:
                connection.close()

        threads = [threading.Thread(target=do, args=[deed]) for deed in deeds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert problems == []

    return together


@pytest.fixture
def season(club):
    ruleset = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    return club.seasons.create(name="League", starts="2020-01-01", ends="2100-01-01", ruleset=ruleset)


@pytest.fixture
def evening(club, people, season):
    """Games of the same people at as many tables, each with its last hand before it."""

    def evening(count, seated=people):
        start = {"round": "S4", "honba": 0, "sticks": 0, "scores": [25000, 25000, 24000, 26000]}
        ruleset = rules.PRESETS["tenhou"]
        start = rules.start_from_json(ruleset, start)
        first = club.tables.count() + 1
        tables = [club.tables.create(number=number) for number in range(first, first + count)]
        return [
            Game.begin(
                table, seated, ruleset, key=uuid.uuid4(), by={"table": table}, season=season, start=start
            )
            for table in tables
        ]

    return evening


def test_games_of_the_same_players_that_end_in_the_same_moment_all_count(
    evening, together, hand, door, club, people
):
    games = evening(6)
    together(*[lambda game=game: game.record(hand.ron(3, 0, base=2000), **door(game)) for game in games])
    totals = Total.objects.filter(player__in=people).order_by("points")
    assert [(total.games, total.points) for total in totals] == [
        (6, 6 * points) for points in (-370, -160, 50, 480)
    ]
    assert [row.games for row in Evening.objects.all()] == [6] * 4
    assert list(rebuild(club)) == []


@pytest.mark.parametrize("run", range(3))
def test_whatever_happens_at_the_same_moment_nothing_waits_for_itself(
    evening, together, hand, door, club, people, season, table, run
):
    """Games end, are corrected, cancelled and begun, while organisers change what they are about."""
    by = {"table": table}
    ending, early, corrected, cancelled, running = evening(5)
    double = club.players.create(name="Marek D.")
    [handed_over] = evening(1, [people[0], double, *people[2:]])
    for game in (corrected, cancelled, handed_over):
        game.record(hand.ron(3, 0, base=2000), **door(game))
    facts = corrected.facts
    facts = facts.change(1, rules.outcome_to_json(hand.ron(3, 1, base=2000)))
    new = club.tables.create(number=club.tables.count() + 1)
    person, league, fresh = people[0], season, Club.objects.get(pk=club.pk)
    person.short_name, league.name = f"Ai{new.number}", f"League {new.number}"
    together(
        lambda: ending.record(hand.ron(3, 0, base=2000), **door(ending)),
        lambda: early.end_early("closing time", **door(early)),
        lambda: corrected.correct(facts, "wrong discarder", **door(corrected)),
        lambda: cancelled.cancel("a trial", **door(cancelled)),
        lambda: running.record(hand.draw(3), **door(running)),
        lambda: Game.begin(new, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by=by, season=season),
        lambda: person.keep(by=by),
        lambda: league.keep(by=by),
        lambda: Merge(people[1], double).do(by=by),
        lambda: ratings.rated(fresh),
        lambda: new.renew(by=by),
    )
    assert list(rebuild(club)) == []
    kept = ratings.catch_up_with_all(club).players
    club.ratings.all().delete()
    assert ratings.catch_up_with_all(club).players == kept


@pytest.mark.parametrize("run", range(3))
def test_games_are_taken_into_a_season_and_given_back_while_they_change(
    evening, together, hand, door, club, people, season, run
):
    """Each counts once, for the season that it is of in the end."""
    by = {"user": None}
    ending, early, corrected, cancelled, left = games = evening(5)
    double = club.players.create(name="Marek D.")
    [handed_over] = evening(1, [people[0], double, *people[2:]])
    Game.objects.update(season=None)
    games = [Game.objects.get(pk=game.pk) for game in (*games, handed_over)]
    ending, early, corrected, cancelled, left, handed_over = games
    for game in (corrected, cancelled, handed_over):
        game.record(hand.ron(3, 0, base=2000), **door(game))
    facts = corrected.facts.change(1, rules.outcome_to_json(hand.ron(3, 1, base=2000)))

    def tries(game, verb):
        """Do it as somebody who looks again where the game has moved on."""
        with contextlib.suppress(Stale):
            return verb(Game.objects.get(pk=game.pk))
        tries(game, verb)

    together(
        lambda: Filing(season).do(by=by),
        lambda: Filing(season).do(by=by),
        lambda: tries(ending, lambda game: game.record(hand.ron(3, 0, base=2000), **door(game))),
        lambda: tries(early, lambda game: game.end_early("closing time", **door(game))),
        lambda: tries(corrected, lambda game: game.correct(facts, "wrong discarder", **door(game))),
        lambda: tries(cancelled, lambda game: game.cancel("a trial", **door(game))),
        lambda: Merge(people[1], double).do(by=by),
    )
    assert list(rebuild(club)) == []
    # Another one, where the correction took its game out of the season before that.
    change = club.changes.filter(verb="file_games", game=None).first()

    def give_back():
        try:
            Filing.of(change).undo(change, by=by)
        except CannotGiveBack:
            refused.append(change)

    refused = []
    merge = club.changes.get(verb="merge_players", game=None)
    together(
        give_back,
        give_back,
        lambda: tries(ending, lambda game: game.undo(**door(game))),
        lambda: tries(left, lambda game: game.record(hand.ron(3, 0, base=2000), **door(game))),
        lambda: tries(cancelled, lambda game: game.restore(**door(game))),
        lambda: Merge.of(merge).undo(merge, by=by),
    )
    assert refused == [change]
    assert list(rebuild(club)) == []
    assert sum(season.totals.values_list("games", flat=True)) == 4 * season.games.finished().count()


def test_two_tables_that_name_the_same_new_people_make_them_once(club, table, other_table):
    start = threading.Barrier(2)

    def begin(where):
        client = Client()
        client.cookies[access.table_cookie(where)] = where.token
        names = {f"player_{seat}": name for seat, name in enumerate(["Ada", "Bo", "Cy", "Di"])}
        start.wait()
        try:
            url = reverse("table-start", args=[club.slug, where.number])
            client.post(url, {**names, "preset": "tenhou", "length": "hanchan", "key": uuid.uuid4()})
        finally:
            connection.close()

    threads = [threading.Thread(target=begin, args=(where,)) for where in (table, other_table)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (Game.objects.count(), club.players.count()) == (2, 4)


@pytest.mark.parametrize(
    "address",
    [
        "/riverside/",
        "/riverside/live/?tag=",
        "/riverside/tv/",
        "/riverside/tv/live/?tag=",
        "/riverside/tv/{table}/",
        "/riverside/tv/{table}/live/?tag=",
        "/riverside/standings/{season}/",
        "/riverside/standings/{season}/?until=2020-01-01",
        "/riverside/players/",
        "/riverside/players/{player}/",
        "/riverside/games/",
        "/riverside/games/{game}/",
        "/riverside/games/{game}/live/?tag=",
        "/riverside/games/{game}/record.json",
        "/riverside/download/seasons/{season}/standings.csv",
        "/riverside/download/games.json",
        "/riverside/download/hands.csv",
        "/riverside/download/records.jsonl",
        "/riverside/tables/{table}/",
        "/riverside/tables/{table}/?tag=",
        "/riverside/tables/{table}/log/",
        "/riverside/games/{game}/correct/",
        "/riverside/games/{game}/history/",
        "/riverside/organise/",
        "/riverside/organise/games/",
        "/riverside/organise/games/{game}/",
        "/riverside/organise/games/{game}/cancel/",
        "/riverside/organise/history/",
    ],
)
def test_a_game_that_ends_or_goes_on_again_while_a_page_is_read_breaks_none(
    client, organiser, evening, hand, door, season, people, address
):
    """Between any two queries of the page it ends, or its end is taken back."""
    [game] = evening(1)
    client.force_login(organiser)
    client.cookies[access.table_cookie(game.table)] = game.table.token
    of = {"season": season.pk, "player": people[0].pk, "game": game.number, "table": game.table.number}
    address = address.format(**of)

    def turn():
        try:
            now = Game.objects.get(pk=game.pk)
            if now.is_over:
                now.undo(**door(now))
            else:
                now.record(hand.ron(3, 0, base=2000), **door(now))
        finally:
            connection.close()

    def after(number):
        """Answer the page, with the turn after so many of its queries; whether it came to that."""
        asked = []

        def wrap(execute, sql, params, many, context):
            answer = execute(sql, params, many, context)
            asked.append(sql)
            is_writing = connection.in_atomic_block or "IMMEDIATE" in sql  # then nobody else does
            if len(asked) == number and not is_writing:
                thread = threading.Thread(target=turn)
                thread.start()
                thread.join()
            return answer

        with connection.execute_wrapper(wrap):
            response = client.get(address)
            assert response.status_code == 200
            response.getvalue()
        return len(asked) >= number

    for _ in range(2):
        number = 1
        while after(number):
            number += 1
        turn()


def meanwhile(deed, other, number):
    """Do the deed, and begin the other after so many of its queries. Whether it has so many."""
    threads, asked = [], []

    def wrap(execute, sql, params, many, context):
        answer = execute(sql, params, many, context)
        asked.append(sql)
        if len(asked) == number:
            threads.append(threading.Thread(target=other))
            threads[0].start()
            threads[0].join(timeout=0.1)  # it is done by then, or waits for the deed
        return answer

    try:
        with connection.execute_wrapper(wrap):
            deed()
    finally:
        for thread in threads:
            thread.join()
    return bool(threads)


@pytest.mark.parametrize("is_of_season", [True, False])
def test_a_rebuild_while_games_are_corrected_finds_nothing_and_breaks_nothing(
    evening, hand, door, club, season, is_of_season
):
    """A correction that moves nobody to another place begins after any of the queries of a rebuild."""
    [game] = evening(1)
    game.record(hand.ron(3, 0, base=2000), **door(game))
    if not is_of_season:
        game.correct(replace(game.facts, season=None), "a friendly game", **door(game))

    def correct(points):
        try:
            now = Game.objects.get(pk=game.pk)
            bonus = {"seat": 3, "points": points, "reason": "cake"}
            now.correct(replace(now.facts, additions=(bonus,)), "a bonus", **door(now))
        finally:
            connection.close()

    def rebuild_meanwhile(number):
        is_met = meanwhile(
            lambda: call_command("rebuild", stdout=StringIO()), lambda: correct(100 * number), number
        )
        call_command("rebuild", stdout=StringIO())
        return is_met

    number = 1
    while rebuild_meanwhile(number):
        number += 1
    assert Game.objects.get(pk=game.pk).version == number + 1 - is_of_season


@pytest.mark.parametrize("deed", ["begin", "enter", "correct", "bring"])
def test_nobody_who_was_merged_meanwhile_takes_a_seat(evening, club, people, season, organiser, door, deed):
    """Two are merged after any of the queries of what seats the one who goes."""
    by, numbers = {"user": organiser}, iter(range(1000))

    def make(double):
        """What seats this player, with others; whoever is refused says so, and nothing is written."""
        names = [double.name, *(player.name for player in people[1:])]
        seated = {f"player_{seat}": name for seat, name in enumerate(names)}
        scores = {f"score_{seat}": 30_000 for seat in range(4)}
        asked = {**seated, "key": uuid.uuid4(), "preset": "wrc"}
        if deed == "begin":
            table = club.tables.create(number=club.tables.count() + 1)
            form = StartForm(club, {**asked, "length": "hanchan"})
            return lambda: form.is_valid() and form.begin(table, by={"table": table})
        if deed == "enter":
            when = "2026-03-01T19:00"
            form = EnterForm(club, {**asked, **scores, "started_at": when, "sticks": 0, "note": "paper"})
            return lambda: form.is_valid() and form.enter(by=by)
        [game] = evening(1)
        if deed == "correct":
            facts = replace(game.facts, players=(double.pk, *game.facts.players[1:]))
            return lambda: Game.objects.get(pk=game.pk).correct(facts, "it was him", **door(game))
        record = {**records.record(game), "started_at": f"2026-03-01T19:{next(numbers):02}:00"}
        record |= {"players": [{"name": name} for name in names], "ended_early": "late"}
        file = BytesIO(json.dumps(record).encode())
        return lambda: imports.bring_games(club, file, by=by)

    def seat_meanwhile(number):
        kept, double = (club.players.create(name=f"{name} {next(numbers)}") for name in ("Ken", "Kenny"))
        do = make(double)

        def merge():
            try:
                with contextlib.suppress(CannotMerge):
                    Merge(kept, double).do(by=by)
            finally:
                connection.close()

        def refusable():
            with contextlib.suppress(Stale, imports.Refused):
                do()

        return meanwhile(refusable, merge, number)

    number = 1
    while seat_meanwhile(number):
        number += 1
    assert number > 4
    assert not Seat.objects.exclude(player__merged_into=None).exists()
    assert list(rebuild(club)) == []


OF_PEOPLE = {
    "merge": lambda kept, double: Merge(kept, double).do(by={}),
    "forget who stays": lambda kept, _: kept.forget(by={}),
    "forget who goes": lambda _, double: double.forget(by={}),
    "rename who stays": lambda kept, _: rename(kept),
    "rename who goes": lambda _, double: rename(double),
}


def rename(player):
    player.short_name = "Kay"
    player.keep(by={})


@pytest.mark.parametrize(
    "deed, other",
    [
        ("merge", "rename who stays"),
        ("merge", "forget who goes"),
        ("rename who goes", "merge"),
        ("forget who stays", "merge"),
    ],
)
def test_what_is_done_to_people_at_the_same_moment_does_not_wait_for_itself(
    evening, door, club, people, deed, other
):
    """Both sat in games that were ended early, whose reasons may name them."""

    def do(what, kept, double):
        with contextlib.suppress(CannotMerge):
            OF_PEOPLE[what](*(club.players.get(pk=player.pk) for player in (kept, double)))

    def both(number):
        kept, double = (club.players.create(name=f"{name} {number}") for name in ("Ken", "Kenny"))
        for player in (kept, double):
            for game in evening(2, [player, *people[1:]]):
                game.end_early(f"{player} left", **door(game))

        def begin_other():
            try:
                do(other, kept, double)
            finally:
                connection.close()

        return meanwhile(lambda: do(deed, kept, double), begin_other, number)

    number = 1
    while both(number):
        number += 1
    assert list(rebuild(club)) == []


@pytest.mark.parametrize(
    "name", ["club", "club-live", "tv", "tv-live", "games", "standings", "game", "game-live", "table-board"]
)
def test_a_session_that_is_over_is_ended_by_any_page(evening, organiser, name):
    """Pages that read of one moment may write nothing, and this is written."""
    [game] = evening(1)
    client = Client()
    client.force_login(organiser)
    client.cookies[access.table_cookie(game.table)] = game.table.token
    organiser.set_password("yellow spoon 99")
    organiser.save()
    of = {"game": [game.number], "game-live": [game.number], "table-board": [game.table.number]}
    assert client.get(reverse(name, args=["riverside", *of.get(name, [])])).status_code in (200, 302)
    assert not Session.objects.exists()
