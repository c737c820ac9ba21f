"""The organiser's page on which a game is entered from paper."""

import uuid
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

import rules
from games.models import Change, Club, Game

from .pages import text

PAGE = "/riverside/organise/games/paper/"
SCORES = (40_000, 30_000, 20_000, 10_000)
PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture
def ken(signed_in, organiser):
    return signed_in(organiser)


@pytest.fixture
def typed(people, season):
    """What is typed on the page, with something else here and there."""

    def typed(**changes):
        fields = {
            "key": uuid.uuid4(),
            **{f"player_{seat}": player.name for seat, player in enumerate(people)},
            **{f"score_{seat}": score for seat, score in enumerate(SCORES)},
            "sticks": "0",
            "started_at": "2026-03-01T20:15",
            "season": "day",
            "preset": "season",
            "length": "",
            "table": "",
            "note": "From paper",
        }
        return {name: value for name, value in (fields | changes).items() if value is not None}

    return typed


@pytest.fixture
def send(ken, typed):
    """Send the page; what comes of it is followed."""
    return lambda **changes: ken.post(PAGE, typed(**changes), follow=True)


# The page


def test_it_is_found_from_the_games_and_from_the_overview(ken, club):
    for address in ("", "games/"):
        assert f'href="{PAGE}"' in ken.get(f"/riverside/organise/{address}").content.decode(), address


def test_it_asks_for_a_game_that_was_just_now_by_the_season_s_rules(ken, season):
    answer = ken.get(PAGE)
    now = timezone.now().astimezone(PARIS)
    source = answer.content.decode()
    assert any(f'value="{(now - timedelta(minutes=ago)):%Y-%m-%dT%H:%M}"' in source for ago in (0, 1))
    assert '<option value="season">Those of the season</option>' in source
    assert 'value="From paper"' in source
    page = text(answer)
    assert "who was East at the start first: some rules rank equal scores by seat" in page
    assert "counts for places and points, and for nothing that is told of hands" in page


def test_a_club_without_seasons_is_asked_for_the_rules(ken, club):
    source = ken.get(PAGE).content.decode()
    assert "Those of the season" not in source and "The one of its day" not in source


def test_it_asks_as_little_of_the_database_whatever_there_is(ken, club, people, django_assert_num_queries):
    ken.get(PAGE)
    with django_assert_num_queries(10):
        ken.get(PAGE)
    for number in range(20):
        club.players.create(name=f"Player {number}")
        club.tables.create(number=100 + number)
    with django_assert_num_queries(10):
        ken.get(PAGE)


# What is entered


def test_a_game_is_entered(send, club, people, season, organiser):
    answer = send()
    assert answer.redirect_chain == [("/riverside/organise/games/1/", 302)]
    page = text(answer)
    assert "Game 1 is entered." in page and "Ken entered the final scores of game 1" in page
    game = club.games.get()
    assert (game.is_scores_only, game.ended_early, game.season, game.table) == (
        True,
        "From paper",
        season,
        None,
    )
    assert game.started_at == datetime(2026, 3, 1, 20, 15, tzinfo=PARIS)
    assert [(seat.player, seat.score) for seat in game.seats.all()] == list(zip(people, SCORES, strict=True))
    assert (game.rules, game.changes.get().user) == (season.rules, organiser)


@pytest.mark.parametrize(
    "score", ["40000", "40,000", "40.000", "40 000", "40\u202f000", "40'000", " 40000 ", "40000.0"]
)
def test_scores_are_read_as_people_write_them(send, club, score):
    send(score_0=score)
    assert club.games.get().seats.first().score == 40_000


@pytest.mark.parametrize("score", ["-1200", "−1,200", "−1 200"])
def test_scores_below_zero_too(send, club, score):
    send(score_0=score, score_1="71200")
    assert club.games.get().seats.first().score == -1_200


def test_it_is_found_by_any_of_a_player_s_names(send, club, people):
    people[0].other_names = "愛子, Aïko H."
    people[0].save()
    people[3].short_name = "Tom"
    people[3].save()
    send(player_0="aiko h.", player_1="MAREK", player_3="tom")
    assert [seat.player for seat in club.games.get().seats.all()] == people
    assert club.players.count() == 4


def test_somebody_new_is_asked_about_and_then_added(send, club):
    answer = send(player_2="Yui", player_3="Visitor")
    assert text(answer).count("Nobody goes by") == 2 and 'name="new_2"' in answer.content.decode()
    assert (club.games.count(), club.players.count()) == (0, 4)
    send(player_2="Yui", new_2="player", player_3="Visitor", new_3="guest")
    assert [(seat.player.name, seat.player.is_guest) for seat in club.games.get().seats.all()][2:] == [
        ("Yui", False),
        ("Visitor", True),
    ]


def test_the_season_of_its_day_another_or_none(send, club, season):
    wrc = rules.ruleset_to_full_json(rules.PRESETS["wrc"])
    season.starts = "2026-03-02"
    season.save()
    old = club.seasons.create(name="Old", starts="2010-01-01", ends="2010-12-31", ruleset=wrc)
    send(started_at="2010-03-01T20:15", score_0="60000")
    send(season=old.pk, score_0="60000")
    send(season="", preset="tenhou")
    games = list(club.games.order_by("number"))
    assert [game.season for game in games] == [old, old, None]
    assert [game.rules.preset for game in games] == ["wrc", "wrc", "tenhou"]
    assert [str(game.day) for game in games] == ["2010-03-01", "2026-03-01", "2026-03-01"]


def test_rules_of_the_club_a_length_and_a_table(send, club, table):
    house = rules.ruleset_from_json({"preset": "wrc", "name": "House"})
    own = club.rulesets.create(name="House", ruleset=rules.ruleset_to_full_json(house))
    table.is_retired = True  # it may have been played there all the same
    table.save()
    send(preset=f"own-{own.pk}", length="tonpuusen", table=table.pk, score_0="60000", note="Marek's notebook")
    game = club.games.get()
    assert (game.rules.title, game.rules.length, game.table) == ("House", "tonpuusen", table)
    assert game.ended_early == "Marek's notebook"


def test_three_players(send, club, people):
    send(preset="tenhou_sanma", score_0="55000", player_3="", score_3="")
    assert [seat.player for seat in club.games.get().seats.all()] == people[:3]


def test_sticks_that_were_left(send, club):
    send(sticks="2", score_0="38000")
    assert [seat.score for seat in club.games.get().seats.all()] == list(SCORES)


def test_it_is_entered_while_the_table_plays(send, club, table, game):
    send(table=table.pk)
    assert [one.is_over for one in club.games.order_by("number")] == [False, True]


# What is wrong


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"player_0": ""}, "Who sits here?"),
        ({"player_0": "Marek"}, "Marek sits at this table already."),
        ({"player_0": "A\u202ei"}, "There is a character in it that cannot be seen."),
        ({"score_1": ""}, "What lies before this player?"),
        ({"score_1": "thirty"}, "Enter a whole number."),
        ({"score_1": "30.5"}, "Enter a whole number."),
        ({"score_1": "29000"}, "they add up to 99,000, which is 1,000 too few."),
        ({"score_1": "31000"}, "they add up to 101,000, which is 1,000 too many."),
        ({"sticks": "1"}, "they add up to 101,000, which is 1,000 too many."),
        ({"sticks": "-1"}, "There cannot be fewer than 0."),
        ({"score_0": "40050", "score_1": "29950"}, "Scores must be whole hundreds."),
        ({"score_0": "9" * 30}, "Honba, sticks or scores are too large."),
        ({"started_at": ""}, "This field is required."),
        ({"started_at": "2999-01-01T10:00"}, "This has not been yet."),
        ({"started_at": "0001-01-01T00:00"}, "This year cannot be right."),
        ({"started_at": "9999-12-31T23:59"}, "This year cannot be right."),
        ({"note": ""}, "Say in a few words where these scores come from."),
        ({"note": "x" * 201}, "at most 200 characters"),
        ({"season": ""}, "It belongs to no season, so choose the rules."),
        ({"started_at": "2019-03-01T20:15"}, "It belongs to no season, so choose the rules."),
        ({"season": "99999"}, "Select a valid choice."),
        ({"table": "99999"}, "Select a valid choice."),
        ({"preset": "99999"}, "Select a valid choice."),
        ({"preset": "wrc"}, "must add up to 120,000; they add up to 100,000, which is 20,000 too few."),
        ({"preset": "tenhou_sanma"}, "Three play by these rules: leave this seat empty."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_and_what_was_typed_stays(send, club, typed, changes, said):
    answer = send(**changes)
    assert answer.status_code == 200 and said in text(answer)
    assert (club.games.count(), club.players.count()) == (0, 4)
    source = answer.content.decode()
    for name, value in typed(**changes).items():
        if name.startswith(("player", "score", "note", "sticks")) and value != "":
            assert f'value="{value}"' in source, name
        elif name in ("season", "preset", "table") and value != "99999":
            assert f'<option value="{value}" selected>' in source.replace(' data-players="3"', ""), name


def test_all_that_is_wrong_is_said_at_once(send):
    wrong = {"player_0": "Marek", "player_2": "Tomaas", "score_3": "x", "started_at": "2999-01-01T10:00"}
    page = text(send(**wrong, note="", table="99999"))
    for said in (
        "Marek sits at this table already.",
        "Nobody goes by “Tomaas” here.",
        "Enter a whole number.",
        "This has not been yet.",
        "Say in a few words where these scores come from.",
        "Select a valid choice.",
    ):
        assert said in page, said


def test_a_name_that_may_be_several_people_is_asked_about(send, club, people):
    for player in people[:2]:
        player.other_names = "Kim"
        player.save()
    assert "“Kim” may be several players here." in text(send(player_0="Kim"))


def test_it_is_entered_once_however_often_it_is_sent(send, club):
    key = uuid.uuid4()
    for _ in range(2):
        assert send(key=key, player_3="Yui", new_3="player").redirect_chain[-1][0].endswith("/games/1/")
    assert (club.games.count(), club.players.count()) == (1, 5)
    assert club.changes.filter(verb=Change.Verb.ENTER).count() == 1


def test_a_page_that_has_done_something_else_says_so_and_keeps_what_was_typed(send, club, table):
    key = uuid.uuid4()
    send(key=key)
    answer = send(key=key, do="hands", table=table.pk)
    assert "Nothing was entered: this page has entered a game before." in text(answer)
    assert str(key) not in answer.content.decode() and 'value="40000"' in answer.content.decode()
    assert club.games.count() == 1


def test_people_tables_and_seasons_of_another_club_are_none(send, db, club):
    there = Club.objects.create(name="Hilltop", slug="hilltop")
    there.players.create(name="Nora")
    table = there.tables.create(number=1)
    full = rules.ruleset_to_full_json(rules.PRESETS["wrc"])
    season = there.seasons.create(name="S", starts="2020-01-01", ends="2030-01-01", ruleset=full)
    assert "Nobody goes by “Nora” here." in text(send(player_0="Nora"))
    for changes in ({"table": table.pk}, {"season": season.pk}):
        assert "Select a valid choice." in text(send(**changes))
    assert not Game.objects.exists()


@pytest.mark.parametrize("junk", [{}, {"key": "x"}, {"key": "", "preset": "\0", "player_0": "\0"}])
def test_junk_enters_nothing(ken, club, people, junk):
    assert ken.post(PAGE, junk).status_code == 200
    assert not club.games.exists()


# Hand by hand


@pytest.fixture
def by_hand(ken, typed, table):
    """Begin a game whose hands are entered, and follow to the board."""
    none = {f"score_{seat}": "" for seat in range(4)}
    return lambda **changes: ken.post(
        PAGE, typed(**{"do": "hands", "table": table.pk, **none, **changes}), follow=True
    )


def test_a_game_is_begun_in_the_past_and_its_hands_are_entered_at_the_board(
    ken, by_hand, club, people, table, season
):
    answer = by_hand()
    assert answer.redirect_chain[-1] == ("/riverside/tables/1/", 302)
    game = club.games.get()
    assert [seat.player for seat in game.seats.all()] == people
    assert (str(game.day), game.season, game.start, game.is_over) == ("2026-03-01", season, None, False)
    change = game.changes.get()
    assert (change.verb, change.user.name) == (Change.Verb.START, "Ken")
    assert timezone.now() - change.at < timedelta(minutes=1)
    assert game.facts_at(change) == game.facts
    tap = {"version": 0, "key": uuid.uuid4(), "ron": 1, "from": 2, "value-1": "b960"}
    ken.post("/riverside/tables/1/hands/", tap)
    game = club.games.get()
    game.end_early("They went home", version=game.version, key=uuid.uuid4(), by={"table": table})
    game = club.games.get()
    assert [seat.score for seat in game.seats.all()] == [25_000, 28_900, 21_100, 25_000]
    assert (str(game.day), game.is_scores_only) == ("2026-03-01", False)
    assert "1 hand · begun at 20:15" in text(ken.get("/riverside/games/1/"))  # it did not end today
    assert season.evenings.filter(day="2026-03-01").count() == 4


def test_a_clock_that_has_run_out_long_ago_does_not_end_it(ken, by_hand, club, hand, season):
    timed = rules.ruleset_from_json({"preset": "wrc", "time_limit": 60})
    season.ruleset = rules.ruleset_to_full_json(timed)
    season.save()
    by_hand()
    game = club.games.get()
    ken.post("/riverside/tables/1/hands/", {"version": 0, "key": uuid.uuid4(), "tsumo": 1, "value-1": "b960"})
    assert (game.hands.count(), club.games.get().is_over) == (1, False)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"table": ""}, "Choose a free table: its board is where the hands are entered."),
        ({"player_0": ""}, "Who sits here?"),
        ({"started_at": "2999-01-01T10:00"}, "This has not been yet."),
    ],
)
def test_what_is_missing_for_that_is_said(by_hand, club, changes, said):
    assert said in text(by_hand(**changes))
    assert not club.games.exists()


def test_it_needs_a_table_that_is_free(by_hand, club, table, game):
    assert "Table 1 plays game 1 now. Choose a free one, or end that game first." in text(by_hand())
    game.cancel("a trial", version=game.version, key=uuid.uuid4(), by={})
    table.is_retired = True
    table.save()
    assert "This table is retired. Choose another one." in text(by_hand())
    assert club.games.count() == 1


def test_sent_twice_it_is_begun_once(by_hand, club):
    key = uuid.uuid4()
    for _ in range(2):
        assert by_hand(key=key).redirect_chain[-1] == ("/riverside/tables/1/", 302)
    assert club.games.count() == 1


# The same game twice

AGAIN = "A game of these players with these scores is here on that day already."


def test_a_game_that_is_entered_twice_is_asked_about_once(send, people):
    send()
    again = send(started_at="2026-03-01T22:00")
    assert AGAIN in text(again) and "Game 1" in text(again)
    assert f'value="{people[2].name}"' in again.content.decode(), "what was typed stays"
    assert Game.objects.count() == 1
    assert "Game 2 is entered." in text(send(started_at="2026-03-01T22:00", anyway="on"))


def test_it_is_the_same_whoever_is_said_first_and_with_sticks_left_too(send, people):
    def seated(order):
        names = {f"player_{seat}": people[one].name for seat, one in enumerate(order)}
        return names | {f"score_{seat}": (39_000, *SCORES[1:])[one] for seat, one in enumerate(order)}

    send(**seated((0, 1, 2, 3)), sticks="1")
    assert AGAIN in text(send(**seated((2, 0, 3, 1)), sticks="1"))


def test_a_game_that_was_played_at_a_table_is_the_same(send, play_out, people):
    game = play_out(people, *SCORES, day=(2026, 3, 1))
    scores = {f"score_{seat.seat}": seat.score for seat in game.seats.all()}
    assert AGAIN in text(send(**scores))


@pytest.mark.parametrize(
    "changes",
    [
        {"started_at": "2026-03-02T20:15"},
        {"score_0": 39_000, "score_1": 31_000},
        {"player_0": "Somebody", "new_0": "player"},
    ],
    ids=["another day", "other scores", "other players"],
)
def test_what_differs_is_not_asked_about(send, changes):
    send()
    assert "Game 2 is entered." in text(send(**changes))


def test_a_cancelled_game_is_entered_anew_without_a_question(send, door):
    send()
    game = Game.objects.get()
    game.cancel("typed wrong", **door(game))
    assert "Game 2 is entered." in text(send())


def test_a_page_that_is_sent_twice_is_not_asked_about_itself(send):
    key = uuid.uuid4()
    send(key=key)
    assert AGAIN not in text(send(key=key))
    assert Game.objects.count() == 1
