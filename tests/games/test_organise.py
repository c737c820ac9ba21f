"""The organiser's start page, games and history: what they see and may do, and that others may not."""

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

import rules
from games import access, history
from games.models import Change, Club, Game, Membership, User

from .test_watch import text

START = "/riverside/organise/"
PAGES = [
    "",
    "history/",
    "games/",
    "games/1/",
    "games/1/end/",
    "games/1/cancel/",
    "tables/",
    "tables/cards/",
    "tables/1/",
    "tables/1/renew/",
    "players/",
    "players/new/",
    "seasons/",
    "seasons/new/",
    "rulesets/",
    "rulesets/new/?from=wrc",
    "rulesets/presets/wrc/",
]
ACTIONS = ["games/1/restore/", "tables/1/retire/", "tables/1/take-back/"]


@pytest.fixture
def ken(signed_in, organiser):
    return signed_in(organiser)


@pytest.fixture
def neighbour(db, signed_in):
    """Nora, who owns another club."""
    nora = User.objects.create_user("nora@example.org", "white spoon 44", name="Nora")
    hilltop = Club.objects.create(name="Hilltop", slug="hilltop")
    hilltop.memberships.create(user=nora, role=Membership.Role.OWNER)
    return signed_in(nora)


def asked(game):
    """What a form sends that was opened just now."""
    return {"version": game.version, "key": uuid.uuid4()}


# Who may


def test_every_page_answers_its_organisers(ken, game):
    for page in PAGES:
        assert ken.get(START + page).status_code == 200, page


def test_nobody_else_gets_any(client, tablet, neighbour, signed_in, stranger, game):
    before = Change.objects.count()
    asked_for = [("get", page) for page in PAGES] + [("post", page) for page in [*PAGES, *ACTIONS]]
    for method, page in asked_for:
        for somebody in (client, tablet):
            answer = getattr(somebody, method)(START + page)
            asked = answer.status_code == 302 and "/account/sign-in/" in answer.url
            assert asked or (method == "post" and answer.status_code == 405), page
        for somebody in (neighbour, signed_in(stranger)):
            answer = getattr(somebody, method)(START + page)
            assert answer.status_code == 404 or (method == "post" and answer.status_code == 405), page
    assert Change.objects.count() == before


def test_a_club_s_things_are_not_found_under_another_club(neighbour, club, people, game):
    own = club.rulesets.create(name="Ours", ruleset=rules.ruleset_to_full_json(rules.PRESETS["wrc"]))
    for page in ("games/1/", "tables/1/", f"players/{people[0].pk}/", f"rulesets/{own.pk}/"):
        assert neighbour.get(f"/hilltop/organise/{page}").status_code == 404


@pytest.mark.parametrize("page", ["games", "tables", "players", "seasons", "rulesets"])
@pytest.mark.parametrize("number", ["0", "77", "9" * 30])
def test_what_there_is_not_is_not_found(ken, game, page, number):
    assert ken.get(f"{START}{page}/{number}/").status_code == 404


def test_a_superuser_may(signed_in, superuser, game):
    assert signed_in(superuser).get(START).status_code == 200


def test_a_write_needs_a_token(organiser, game):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(organiser)
    assert careful.post(f"{START}tables/1/renew/", {"key": uuid.uuid4()}).status_code == 403


# The start page


def test_it_shows_where_the_tables_stand(ken, game, other_table, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    page = text(ken.get(START))
    assert "Table 1 Game 1 , East 2" in page
    assert re.search("Marek 28,900 .*Anne-Sophie 21,100", page)
    assert "Table 2 free" in page
    assert "Left unfinished" not in page


def test_a_game_that_nobody_touched_for_a_day_is_left_unfinished(ken, game):
    Game.objects.update(started_at=timezone.now() - timedelta(hours=25))
    page = ken.get(START)
    assert "Left unfinished" in text(page)
    assert "East 1, last touched 1 day, 1 hour ago" in text(page).replace("\xa0", " ")
    for address in (game.table.token, "games/1/end/", "games/1/cancel/"):
        assert address in page.content.decode()


def test_a_recent_hand_keeps_an_old_game_running(ken, game, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    Game.objects.update(started_at=timezone.now() - timedelta(hours=25))
    assert "Left unfinished" not in text(ken.get(START))


def test_an_empty_club_is_told_what_to_do(ken):
    page = text(ken.get(START))
    assert "There is no table yet." in page and "Add a table" in page
    assert "No season covers today" in page


def test_it_counts_what_there_is(ken, people, table):
    people[0].is_retired = True
    people[0].save()
    assert "Players 3" in text(ken.get(START))


def test_a_hidden_name_is_told_to_organisers(ken, game, people):
    people[0].is_hidden = True
    people[0].save()
    assert "Aiko" in text(ken.get(START))


@pytest.mark.parametrize("many", [1, 6])
def test_it_takes_as_many_queries_for_a_large_club(
    ken, organiser, club, people, many, hand, django_assert_max_num_queries
):
    by = {"user": organiser}
    for number in range(1, many + 1):
        table = club.tables.create(number=number)
        for game in [Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by=by)]:
            game.record(hand.ron(1, 2), **asked(game), by=by)
            game.cancel("twice", **asked(game), by=by)
        Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by=by)
        people[0].is_guest = not people[0].is_guest
        people[0].keep(by=by)
    with django_assert_max_num_queries(19):
        ken.get(START)


# Games


def test_a_game_is_ended_early_for_a_reason_and_the_history_says_who(ken, game, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    answer = ken.post(f"{START}games/1/end/", {**asked(game), "reason": "Closing time"}, follow=True)
    assert "Game 1 has ended." in text(answer)
    game.refresh_from_db()
    assert game.ended_early == "Closing time"
    assert "Ken ended game 1 early Closing time" in text(ken.get(START))


def test_a_reason_is_needed(ken, game):
    for verb in ("end", "cancel"):
        answer = ken.post(f"{START}games/1/{verb}/", {**asked(game), "reason": " "})
        assert "Say in a few words" in text(answer)
    game.refresh_from_db()
    assert not game.is_over and not game.cancelled_at


def test_a_cancelled_game_can_be_restored(ken, game):
    ken.post(f"{START}games/1/cancel/", {**asked(game), "reason": "Only a lesson"})
    assert "Game 1" in text(ken.get(f"{START}games/?show=cancelled"))
    page = text(ken.get(START))
    assert "Cancelled" in page and "Only a lesson" in page
    game.refresh_from_db()
    answer = ken.post(f"{START}games/1/restore/", asked(game), follow=True)
    assert "Game 1 counts again." in text(answer)
    game.refresh_from_db()
    assert game.cancelled_at is None


def test_a_game_is_not_restored_to_a_table_that_plays(ken, game, table, people, door):
    game.cancel("twice", **door(game))
    Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by={"table": table})
    answer = ken.post(f"{START}games/1/restore/", asked(game), follow=True)
    assert "Another game runs at its table." in text(answer)
    game.refresh_from_db()
    assert game.cancelled_at


def test_what_is_sent_twice_is_done_once(ken, game):
    form = {**asked(game), "reason": "Closing time"}
    for _ in range(2):
        assert ken.post(f"{START}games/1/cancel/", form).status_code == 302
    assert game.changes.filter(verb=Change.Verb.CANCEL).count() == 1


def test_a_form_that_is_behind_is_shown_again_with_how_it_stands_now(ken, game, hand, door):
    form = {**asked(game), "reason": "Closing time"}
    game.record(hand.ron(1, 2), **door(game))
    answer = ken.post(f"{START}games/1/end/", form)
    assert "Game 1 has moved on meanwhile: nothing was done." in text(answer)
    assert "East 2" in text(answer) and 'value="Closing time"' in answer.content.decode()
    game.refresh_from_db()
    assert not game.is_over
    again = re.search(r'name="version" value="(\d+)"', answer.content.decode())[1]
    key = re.search(r'name="key" value="([^"]+)"', answer.content.decode())[1]
    ken.post(f"{START}games/1/end/", {"reason": "Closing time", "version": again, "key": key})
    game.refresh_from_db()
    assert game.is_over


def test_a_game_that_is_over_cannot_be_ended(ken, game, door):
    game.end_early("closing time", **door(game))
    answer = ken.post(f"{START}games/1/end/", {**asked(game), "reason": "again"})
    assert answer.status_code == 302
    assert game.changes.filter(verb=Change.Verb.END_EARLY).count() == 1


def test_a_form_without_its_fields_does_nothing(ken, game):
    for page in ("games/1/end/", "games/1/cancel/", "games/1/restore/"):
        assert ken.post(START + page, {"version": "x", "key": "y"}).status_code < 400
    assert game.changes.count() == 1


def test_the_table_of_a_cancelled_game_is_free(ken, tablet, game):
    ken.post(f"{START}games/1/cancel/", {**asked(game), "reason": "Only a lesson"})
    assert tablet.get("/riverside/tables/1/").url == "/riverside/tables/1/start/"


# History


def test_every_verb_has_a_sentence(club, game, people, organiser):
    for verb in Change.Verb:
        after = {"player": people[0].pk, "called": "This", "member": "Nora", "invitation": "Nora"}
        club.note(verb, {"user": organiser}, game=game, hand=2, after=after)
    lines = history.lines(club, club.changes.all())
    assert len({line.what for line in lines}) == len(Change.Verb)
    assert not [line for line in lines if "%" in line.what or "None" in line.what]


def test_the_history_tells_what_was_and_what_is(ken, table, organiser):
    table.name = "Window"
    table.keep(by={"user": organiser})
    assert "Ken changed a table: Window name: – → Window" in text(ken.get(f"{START}history/"))


def test_hands_are_in_the_whole_history_and_not_on_the_start_page(ken, game, hand, door):
    game.record(hand.ron(1, 2), **door(game))
    assert "recorded hand 1 of game 1" in text(ken.get(f"{START}history/"))
    assert "recorded hand 1" not in text(ken.get(START))


def test_a_long_history_has_pages(ken, club, organiser):
    for number in range(101):
        club.note(Change.Verb.ADD_TABLE, {"user": organiser}, after={"called": f"number {number}."})
    assert "number 0." not in text(ken.get(f"{START}history/"))
    assert "number 0." in text(ken.get(f"{START}history/?page=2"))
    assert ken.get(f"{START}history/?page=nonsense").status_code == 200


def test_a_table_s_device_is_no_organiser_even_with_the_cookie(client, table):
    client.cookies[access.table_cookie(table)] = table.token
    assert client.get(START).status_code == 302
