"""The standings of a season as a person sees them."""

import json
import re
import uuid
from datetime import UTC, date, datetime, timedelta

import pytest

import rules
from games import balance, race, standings
from games.models import Game, Seat, Total

from .test_watch import text

FULL = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])


@pytest.fixture
def page(client, season):
    """The season's page as anybody gets it."""

    def page(**query):
        response = client.get(f"/riverside/standings/{season.pk}/", query)
        assert response.status_code == 200
        return response

    return page


def rows(response):
    """The lines of the table, each the texts of its cells."""
    [table] = re.findall(r'<table class="tab standings">.*?</table>', response.content.decode(), flags=re.S)
    lines = re.findall(r"<tr(?! class=.s-note).*?</tr>", table, flags=re.S)
    return [
        [
            " ".join(re.sub(r"<[^>]+>", " ", re.sub(r'<(\w+) aria-hidden="true">.*?</\1>', "", cell)).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", line, flags=re.S)
        ]
        for line in lines
    ]


def named(response):
    """Place and short name of each line."""
    return [(row[0], row[2].split()[0]) for row in rows(response)[1:]]


def test_a_club_without_a_season_says_so(client, club):
    assert "The club has no season yet." in text(client.get("/riverside/standings/"))


def test_a_season_without_games_says_so(page):
    assert "No game of this season has been finished yet." in text(page())


def test_where_only_guests_have_played_it_says_so(play_out, page, club):
    guests = [club.players.create(name=name, is_guest=True) for name in ("Gus", "Gil", "Gea", "Guy")]
    play_out(guests, 40_000, 30_000, 20_000, 10_000)
    assert "Only guests have played, and guests have no place." in text(page())


def test_an_organiser_of_a_club_without_a_season_is_led_to_one(client, signed_in, organiser, club):
    assert "Add a season" not in text(client.get("/riverside/standings/"))
    assert (
        "/riverside/organise/seasons/new/"
        in signed_in(organiser).get("/riverside/standings/").content.decode()
    )


def test_the_present_season_is_shown_and_between_seasons_the_latest_that_began(client, club, season):
    club.seasons.create(name="Future", starts="2100-02-01", ends="2100-03-01", ruleset=FULL)
    assert "League:" in text(client.get("/riverside/standings/"))
    season.ends = "2020-02-01"
    season.save()
    assert "League:" in text(client.get("/riverside/standings/"))


def test_another_season_is_asked_for_with_the_rest_of_the_question(client, season):
    response = client.get("/riverside/standings/", {"season": season.pk, "min": 3, "sort": "-win"})
    assert response.url == f"/riverside/standings/{season.pk}/?min=3&sort=-win"


@pytest.mark.parametrize(
    "asked, address",
    [
        ({"min": "2", "own": "2", "until": ""}, ""),
        ({"min": "3", "own": "2", "until": "2026-03-01"}, "?min=3&until=2026-03-01"),
        ({"min": "0", "own": "0", "sort": "win"}, "?sort=win"),
    ],
)
def test_another_season_has_its_own_minimum_unless_another_was_asked_for(client, season, asked, address):
    response = client.get("/riverside/standings/", {"season": season.pk, **asked})
    assert response.url == f"/riverside/standings/{season.pk}/{address}"


@pytest.mark.pitfall("B85")
def test_equal_totals_share_a_place(play_out, people, page):
    play_out(people, 40_000, 40_000, 12_000, 8_000)
    assert [place for place, _ in named(page())] == ["1", "1", "3", "4"]


@pytest.mark.pitfall("B61")
def test_who_shares_a_place_was_between_both(play_out, people, page):
    play_out(people, 40_000, 40_000, 12_000, 8_000)
    first, second, *_ = rows(page())[1:]
    assert first[6] == second[6] == "1.50"
    assert first[7].endswith("1st 0.5, 2nd 0.5, 3rd 0, 4th 0")


@pytest.mark.pitfall("B84")
def test_guests_are_outside_the_ranking(play_out, people, page, club):
    guest = club.players.create(name="Gus", is_guest=True)
    play_out([guest, *people[:3]], 50_000, 30_000, 15_000, 5_000)
    assert named(page()) == [("1", "Aiko"), ("2", "Marek"), ("3", "Anne-Sophie")]
    assert "1 game" in text(page())


def test_who_has_too_few_games_stands_below_a_line_without_a_place(play_out, people, page, club):
    other = club.players.create(name="Zoé")
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    play_out([*people[:3], other], 10_000, 20_000, 30_000, 40_000)
    shown = text(page(min=2))
    assert [place for place, _ in named(page(min=2))] == ["1", "2", "2", "no place", "no place"]
    assert shown.index("Fewer than 2 games, without a place") < shown.index("no place Zoé")
    assert "Fewer than" not in text(page(min=0))


def test_the_seasons_own_minimum_counts_unless_another_is_asked_for(play_out, people, page, season):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    season.minimum_games = 2
    season.save()
    assert {place for place, _ in named(page())} == {"no place"}
    assert {place for place, _ in named(page(min=1))} == {"1", "2", "3", "4"}
    assert {place for place, _ in named(page(min="x"))} == {"no place"}


@pytest.mark.pitfall("B82")
def test_a_long_table_is_numbered_to_its_end(play_out, club, page):
    for number in range(5):
        four = [club.players.create(name=f"P{number}{i}") for i in range(4)]
        play_out(
            four, 40_000 - number * 100, 30_000 - number * 300, 20_000 + number * 300, 10_000 + number * 100
        )
    assert [place for place, _ in named(page())] == [str(place) for place in range(1, 21)]


@pytest.mark.pitfall("B69")
def test_totals_are_exact(play_out, people, page):
    for points in (123, -45, 1):
        score = 30_000 + points * 100
        rest = 100_000 - score
        play_out(people, score, rest - 2_000, 1_500, 500, uma=[0, 0, 0, 0], return_points=30_000)
    [aiko] = [row for row in rows(page()) if "Aiko" in row[2]]
    assert aiko[4] == "+7.9"


@pytest.mark.parametrize(
    "key", ["name", "games", "total", "average", "place", "firsts", "best", "worst", "rating"]
)
def test_every_column_sorts_both_ways(play_out, people, page, club, key):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    play_out([*people[:3], club.players.create(name="Zoé")], 10_000, 20_000, 32_000, 38_000)
    one, other = named(page(sort=key)), named(page(sort=f"-{key}"))
    assert sorted(one) == sorted(other)
    assert one[0] != other[0]
    head = page(sort=key).content.decode()
    assert head.count("aria-sort=") == 1
    assert f'href="?sort=-{key}"' in head


def test_rates_without_any_hand_are_a_dash_and_sort_last(play_out, people, page, season):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    row = rows(page(sort="win-value"))[1]
    assert "none" in row
    for key in ("win", "deal-in", "riichi", "tenpai", "win-value", "deal-in-value"):
        assert len(named(page(sort=key))) == 4


def test_an_unknown_sorting_is_the_usual_one(play_out, people, page):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    assert named(page(sort="nonsense")) == named(page())


def test_the_last_evening_lifts_and_lowers(play_out, people, page):
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1))
    play_out(people, 5_000, 10_000, 35_000, 50_000, day=(2026, 3, 8))
    moves = {row[2].split()[0]: row[1] for row in rows(page())[1:]}
    assert moves == {"Tomás": "up 3", "Aiko": "down 1", "Anne-Sophie": "", "Marek": "down 2"}


def test_best_and_worst_are_of_this_season_and_of_games_that_count(play_out, people, page, club, door):
    other = club.seasons.create(name="Past", starts="2019-01-01", ends="2019-12-31", ruleset=FULL)
    play_out(people, 90_000, 4_000, 3_500, 2_500, season=other)
    cancelled = play_out(people, 80_000, 10_000, 6_000, 4_000)
    cancelled.cancel("a lesson", **door(cancelled))
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    play_out(people, 35_000, 30_000, 20_000, 15_000)
    games = Seat.objects.filter(player=people[0], game__season__name="League", game__cancelled_at=None)
    worst, best = sorted(games.values_list("points", flat=True))
    assert rows(page())[1][14:16] == [f"+{best / 10}", f"+{worst / 10}"]


@pytest.mark.pitfall("B45")
def test_a_penalty_is_listed_and_the_sum_says_why_it_is_not_zero(play_out, people, page):
    for number in range(8):
        penalty = {"seat": 1, "points": -20_000, "reason": "came late"}
        play_out(people, 40_000, 30_000, 20_000, 10_000, additions=[penalty] if number == 3 else ())
    shown = text(page())
    assert "All points of the season add up to −20.0:" in shown
    assert re.search(r"Penalties and other points given by organisers −20\.0", shown)
    assert re.search(r"Marek −20\.0 , Game 4 , .*: came late", shown)


def test_sticks_that_nobody_gets_are_named(play_out, people, page, table, season):
    ruleset = rules.ruleset_from_json({"preset": "wrc", "leftover_sticks": "nobody"})
    by = {"table": table}
    game = Game.begin(table, people, ruleset, key=uuid.uuid4(), by=by, season=season)
    game.light(0, True, version=0)
    game.record(rules.ExhaustiveDraw(tenpai=(0,), riichi=(0,)), version=game.version, key=uuid.uuid4(), by=by)
    game.end_early("Late", version=game.version, key=uuid.uuid4(), by=by)
    shown = text(page())
    assert "add up to −1.0:" in shown
    assert "Riichi sticks that nobody got" in shown


def test_points_that_add_up_say_so(play_out, people, page):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    assert "All points of the season add up to 0.0" in text(page())


def test_a_renamed_and_a_retired_player_stay_in_old_seasons_and_a_forgotten_one_has_no_name(
    play_out, people, page, organiser
):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    people[0].name, people[0].is_retired = "Aiko Tanaka", True
    people[0].save()
    people[1].forget(by={"user": organiser})
    people[2].is_hidden = True
    people[2].save()
    shown = text(page())
    assert "1 Aiko Tanaka" in shown
    assert "2 former member" in shown
    assert "Marek" not in page().content.decode()
    assert "Anne-Sophie" not in page().content.decode()
    assert f"/players/{people[1].pk}/" not in page().content.decode()


def test_every_column_says_what_it_counts(play_out, people, page):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    html = page().content.decode()
    for described in re.findall(r'aria-describedby="([^"]+)"', html):
        assert f'id="{described}"' in html
    assert "two winners on one tile are one deal-in" in text(page())


@pytest.mark.pitfall("B88")
def test_a_game_belongs_to_the_clubs_day_of_its_start(play_out, people, club, season):
    club.time_zone = "America/Chicago"
    club.save()
    game = play_out(people, 40_000, 30_000, 20_000, 10_000)
    started = datetime(2026, 2, 20, 2, 30, tzinfo=UTC)
    assert club.day_of(started).isoformat() == "2026-02-19"
    assert game.day == club.day_of(game.started_at)
    assert [one.day for one in season.evenings.all()] == [game.day] * 4


# Up to a day


def days_of(response):
    """What the choice of a day offers, and what is chosen."""
    [select] = re.findall(r'<select id="until".*?</select>', response.content.decode(), flags=re.S)
    return re.findall(r'<option value="([^"]*)"', select), re.findall(r'value="([^"]*)" selected', select)


def test_standings_are_shown_as_they_were_after_an_evening(play_out, people, page, club):
    late = club.players.create(name="Zoé")
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1))
    first = rows(page())
    play_out([late, *people[:3]], 50_000, 10_000, 15_000, 25_000, day=(2026, 3, 8))
    play_out(people, 5_000, 10_000, 35_000, 50_000, day=(2026, 3, 15))
    then = page(until="2026-03-01")
    assert rows(then) == [row[:-1] for row in first], "and no ratings, which are of now"
    assert "1 game on 1 day up to 1 March 2026." in text(then)
    assert days_of(then) == (["", "2026-03-08", "2026-03-01"], ["2026-03-01"])
    assert "Zoé" not in text(then)
    assert "Ratings" in text(page()) and "Ratings" not in text(then)
    moves = {row[2].split()[0]: row[1] for row in rows(page(until="2026-03-08"))[1:]}
    assert moves == {"Zoé": "", "Aiko": "down 1", "Marek": "down 1", "Anne-Sophie": "", "Tomás": "down 1"}


def test_files_are_of_what_the_page_shows(client, play_out, people, page, club, season):
    """Up to the day, and ranked from as many games on, in every table and in the records."""
    late = club.players.create(name="Zoé")
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1))
    play_out([late, *people[:3]], 50_000, 10_000, 15_000, 25_000, day=(2026, 3, 8))
    play_out(people, 5_000, 10_000, 35_000, 50_000, day=(2026, 3, 15))

    def files(**asked):
        source = page(**asked).content.decode()
        part = re.search(r'<ul class="files".*?</ul>', source, flags=re.S)[0]
        assert ("Up to 8 March 2026:" in part) == ("until" in asked)
        addresses = re.findall(r'href="(/riverside/download/[^"]*)"', part.replace("&amp;", "&"))
        answers = [client.get(address) for address in addresses if ".json" in address]
        return [(answer["Content-Disposition"], answer.getvalue().decode()) for answer in answers]

    kinds = {"games": "game", "hands": "game", "players": "name"}
    standing, *others, _records = files()
    assert sorted(row["games"] for row in _rows(standing)) == [1, 2, 3, 3, 3]
    asked = {"until": "2026-03-08", "min": "2"}
    standing, *others, records = files(**asked)
    assert f'"riverside-{season.pk}-standings-2026-03-08.json"' in standing[0]
    lines = [[str(row[key] or "no place") for key in ("place", "player", "games")] for row in _rows(standing)]
    shown = [
        [place, name.split()[0], games] for place, _, name, games, *_ in rows(page(**asked))[1:] if games
    ]
    assert lines == shown and [line[2] for line in lines] == ["2", "2", "2", "1", "1"]
    told = {
        table: {row[key] for row in _rows(file)}
        for (table, key), file in zip(kinds.items(), others, strict=True)
    }
    assert told == {"games": {1, 2}, "hands": {1, 2}, "players": {*(one.name for one in people), "Zoé"}}
    assert records[1].count("\n") == 2


def _rows(file):
    return json.loads(file[1])["rows"]


@pytest.mark.parametrize("until", ["", "2026-03-15", "2026-04-01", "1999-01-01", "2026-02-30", "x", "\0"])
def test_a_day_that_hides_nothing_or_is_none_is_now(play_out, people, page, until):
    for day in (1, 15):
        play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, day))
    assert rows(page(until=until)) == rows(page())
    assert days_of(page(until=until))[1] == []


def test_a_day_before_the_first_game_says_so_and_can_be_changed(play_out, people, page):
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1))
    then = page(until="2026-02-01")
    assert "No game of this season had been finished by then." in text(then)
    assert days_of(then) == (["", "2026-02-01"], ["2026-02-01"])


def test_every_day_on_offer_can_be_chosen_also_where_the_season_begins_later_by_now(
    play_out, people, page, season
):
    for day in (1, 8, 15):
        play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, day))
    season.starts = date(2026, 3, 10)
    season.save()
    offered, _ = days_of(page())
    assert offered == ["", "2026-03-08", "2026-03-01"]
    for number, day in enumerate(offered[1:]):
        then = page(until=day)
        assert days_of(then) == (offered, [day])
        assert [row[3] for row in rows(then)[1:]] == [str(2 - number)] * 4


ASKED = {
    "standings/": ("season", "own", "min", "until", "sort", "show", "until[]"),
    "games/": ("season", "player", "page"),
    "players/": ("q", "page"),
}


@pytest.mark.parametrize("value", ["9" * 5_000, "-1", "0", "٣", "½", "\0", "\u202e", "--win"])
def test_whatever_an_address_asks_for_there_is_a_page(play_out, people, client, value):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    for page, names in ASKED.items():
        for name in names:
            for values in (value, [value, "1"], ["1", value]):
                answer = client.get(f"/riverside/{page}", {name: values}, follow=True)
                assert answer.status_code in (200, 404), (page, name, values)


def test_penalties_and_the_sum_are_of_that_day_too(play_out, people, page):
    penalty = [{"seat": 1, "points": -20_000, "reason": "came late"}]
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1))
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 8), additions=penalty)
    assert "came late" in text(page())
    assert "All points of the season add up to 0.0" in text(page(until="2026-03-01"))


def test_totals_counted_up_to_the_last_day_are_those_that_are_kept(
    play_out, people, club, season, table, door
):
    """Places that are shared, hands of every kind, a guest, a cancelled game."""
    guest = club.players.create(name="Gus", is_guest=True)
    play_out(people, 40_000, 40_000, 12_000, 8_000, day=(2026, 3, 1))
    play_out([guest, *people[:3]], 30_000, 30_000, 30_000, 10_000, day=(2026, 3, 1))
    play_out(people, 25_000, 25_000, 25_000, 25_000, day=(2026, 3, 8))
    cancelled = play_out(people, 90_000, 5_000, 3_000, 2_000, day=(2026, 3, 8))
    cancelled.cancel("a lesson", **door(cancelled))
    by = {"table": table}
    game = Game.begin(table, people, rules.PRESETS["ema"], key=uuid.uuid4(), by=by, season=season)
    wins = (rules.Win(1, base=960), rules.Win(3, yakuman=1))
    game.light(1, True, version=game.version)
    game.record(rules.ExhaustiveDraw(tenpai=(1, 2), riichi=(1,)), **door(game))
    game.record(rules.Chonbo(seats=(2,)), **door(game))
    game.record(rules.Ron(discarder=0, winners=wins), **door(game))
    game.end_early("late", **door(game))
    kept = {total.player_id: total for total in standings.totals(season)}
    counted = {total.player_id: total for total in Total.up_to(season, season.ends)}
    assert kept.keys() == counted.keys() and len(kept) == 5
    for player, total in kept.items():
        for name in Total.KEPT:
            assert getattr(total, name) == getattr(counted[player], name), name


@pytest.mark.parametrize("many", [1, 4])
def test_standings_of_a_day_take_as_many_queries_for_many(
    play_out, page, club, many, django_assert_num_queries
):
    for number in range(many):
        four = [club.players.create(name=f"P{number}{i}") for i in range(4)]
        play_out(four, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1 + number))
    play_out(four, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 20))
    with django_assert_num_queries(6):
        page(until="2026-03-10")


# The race


def test_the_race_tells_who_leads_since_when_and_draws_five(play_out, people, page, club):
    for number, day in enumerate([(2026, 3, 1), (2026, 3, 8), (2026, 3, 15)]):
        four = people if number else people[::-1]
        play_out(four, 40_000, 30_000, 20_000, 10_000, day=day)
    shown = text(page())
    assert re.search(r"Aiko has led since \d+ Mar: \+\d+\.\d, \d+\.\d ahead of Marek\.", shown)
    html = page().content.decode()
    assert len(re.findall(r'class="race__line race__line--pen', html)) == 4
    chosen = page(show=[people[3].pk]).content.decode()
    assert len(re.findall(r'class="race__line race__line--pen', chosen)) == 1
    assert f'value="{people[3].pk}" checked' in chosen


def test_a_race_of_many_evenings_has_sixty_points(people, season):
    first = datetime(2026, 1, 1, tzinfo=UTC).date()
    for number in range(150):
        season.evenings.create(player=people[0], day=first + timedelta(number), games=1, points=10)
    evenings = race.Evenings(season.evenings)
    totals = {"games": 150, "points": 1500, "first": 12 * 150}
    season.totals.create(player=people[0], **totals)
    [runner] = race.race(standings.table(season, 0, evenings), evenings).runners
    assert runner.path.count("L") == race.POINTS
    assert runner.totals[-1] == 1500
    assert len(runner.totals) == race.IN_TABLE


@pytest.mark.parametrize(
    "days, others, is_told",
    [(60, 1, True), (61, 1, False), (2, race.NAMES - 1, True), (2, race.NAMES, False)],
)
def test_since_when_somebody_leads_is_told_where_no_evening_and_nobody_is_left_out(
    people, season, page, club, days, others, is_told
):
    """Another led, on the first evening alone."""
    first = date(2026, 1, 1)
    everybody = [*people[:1], *(club.players.create(name=f"P{number}") for number in range(others))]
    for place, player in enumerate(everybody):
        for number in range(days):
            on_the_first, later = {0: (50, 500), others: (90, 20)}.get(place, (10, 10))
            points = later if number else on_the_first
            season.evenings.create(player=player, day=first + timedelta(number), games=1, points=points)
        points = sum(season.evenings.filter(player=player).values_list("points", flat=True))
        season.totals.create(player=player, games=days, points=points, first=12 * days)
    shown = text(page())
    assert ("Aiko has led since 2 Jan:" in shown) == is_told
    assert ("Aiko leads: +" in shown) == (not is_told)


def test_a_race_begins_on_the_evening_before_the_first_game(play_out, people, season, club):
    play_out(people, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1))
    late = club.players.create(name="Zoé")
    play_out([late, *people[:3]], 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 8))
    evenings = race.Evenings(season.evenings)
    runners = race.race(standings.table(season, 0, evenings), evenings).runners
    paths = {one.standing.player.name: one.path for one in runners}
    assert paths["Zoé"].startswith("M50.00")
    assert paths["Tomás"].startswith("M0.00")
    assert {one.standing.player.name: one.totals[0] for one in runners}["Zoé"] is None


# How much it costs


@pytest.mark.parametrize("many", [1, 6])
def test_the_standings_take_as_many_queries_for_many(
    play_out, people, page, club, many, django_assert_num_queries
):
    for number in range(many):
        four = [club.players.create(name=f"P{number}{i}") for i in range(4)]
        play_out(four, 40_000, 30_000, 20_000, 10_000, day=(2026, 3, 1 + number))
    page()  # the ratings are as of now
    with django_assert_num_queries(6):
        page()


def test_a_balance_takes_as_many_queries_for_many_penalties(
    play_out, people, season, django_assert_num_queries
):
    for _ in range(3):
        penalty = {"seat": 1, "points": -20_000, "reason": "came late"}
        play_out(people, 40_000, 30_000, 20_000, 10_000, additions=[penalty])
    with django_assert_num_queries(5):
        assert len(balance.balance(season, standings.totals(season)).penalties) == 3


def test_pages_have_no_inline_style_or_script(play_out, people, page, client):
    play_out(people, 40_000, 30_000, 20_000, 10_000)
    addresses = ("standings/", f"players/{people[0].pk}/", "players/", "games/", "tv/", "tv/1/", "")
    for response in (page(), *(client.get(f"/riverside/{name}", follow=True) for name in addresses)):
        assert response.status_code == 200
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", response.content.decode())
