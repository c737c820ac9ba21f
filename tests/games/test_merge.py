"""Two players who are one person: merged with all that follows, and taken apart to what was before."""

import io
import uuid

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from games import archive, standings
from games.management.commands.rebuild import rebuild
from games.models import CannotMerge, Change, Club, Evening, Game, Merge, Player, Seat, Stale, Total

from .test_watch import text

PLAYERS = "/riverside/organise/players/"


@pytest.fixture
def ken(signed_in, organiser):
    return signed_in(organiser)


@pytest.fixture
def season(club):
    return club.seasons.create(
        name="League",
        starts="2020-01-01",
        ends="2100-01-01",
        ruleset=rules.ruleset_to_full_json(rules.PRESETS["tenhou"]),
    )


@pytest.fixture
def double(club):
    """Marek once more, as somebody typed him at the table."""
    return club.players.create(name="Marek D.", short_name="Maro", other_names="マレク")


@pytest.fixture
def played(table, season, hand, door):
    """A game of the season in which the second seat won, over."""

    def played(*people, base=960):
        table.games.running().delete()
        ruleset, by = rules.PRESETS["tenhou"], {"table": table}
        game = Game.begin(table, people, ruleset, key=uuid.uuid4(), by=by, season=season)
        game.record(hand.ron(1, 2, base=base), **door(game))
        game.end_early("closing time", **door(game))
        return game

    return played


def by(user=None):
    return {"user": user}


def sums(club):
    """What is counted of each player."""
    totals = Total.objects.filter(season__club=club, games__gt=0)
    days = Evening.objects.filter(season__club=club, games__gt=0)
    return (
        sorted(totals.values_list("season", "player", *Total.SUMS)),
        sorted(days.values_list("season", "player", "day", *Evening.SUMS)),
    )


def seats(club):
    return sorted(Seat.objects.filter(game__club=club).values_list("game", "seat", "player"))


def people_of(club):
    return list(club.players.order_by("pk").values())


# Merging


def test_games_totals_and_names_go_over(club, people, double, played):
    aiko, marek, sophie, tomas = people
    played(aiko, marek, sophie, tomas)
    played(aiko, double, sophie, tomas)
    Merge(marek, double).do(by=by())
    total = Total.objects.get(player=marek)
    assert (total.games, total.wins, total.first) == (2, 2, 24)
    assert marek.seats.count() == 2 and not double.seats.exists()
    assert marek.names == ["Marek", "Marek D.", "Maro", "マレク"]
    assert [player.name for player in club.players.here()] == ["Aiko", "Anne-Sophie", "Marek", "Tomás"]
    assert list(rebuild(club)) == []


@pytest.mark.pitfall("B90")
def test_who_sat_together_is_not_one_person(people, played):
    aiko, marek, *_ = people
    game = played(*people)
    with pytest.raises(CannotMerge):
        Merge(marek, aiko).do(by=by())
    game.cancel("a trial", version=game.version, key=uuid.uuid4(), by=by())
    with pytest.raises(CannotMerge):  # it can be restored
        Merge(marek, aiko).do(by=by())
    assert marek.seats.count() == aiko.seats.count() == 1


def test_nobody_is_merged_twice_or_with_themselves(people, double):
    marek = people[1]
    for kept, merged in ((marek, marek), (double, double)):
        with pytest.raises(CannotMerge):
            Merge(kept, merged).do(by=by())
    Merge(marek, double).do(by=by())
    for kept, merged in ((marek, double), (people[0], double), (double, people[0])):
        with pytest.raises(CannotMerge):
            Merge(kept, merged).do(by=by())


def test_a_resent_form_merges_once(club, people, double):
    key = uuid.uuid4()
    for _ in range(2):
        Merge(people[1], double).do(by=by(), key=key)
    assert club.changes.filter(verb=Change.Verb.MERGE_PLAYERS).count() == 1


def test_the_table_knows_the_merged_name(club, people, double):
    Merge(people[1], double).do(by=by())
    assert club.person("marek d.") == people[1] and club.person("Maro") == people[1]
    assert [player.name for player in club.find_players("マレク")] == ["Marek"]


def test_somebody_new_can_have_the_name_once_it_is_free(club, people, double):
    Merge(people[1], double).do(by=by())
    assert club.players.create(name="Marek D.").pk != double.pk


def test_what_was_open_at_a_tablet_is_stale_and_its_resent_hand_is_known(begin, people, double, hand, door):
    game = begin()
    asked = door(game)
    game.record(hand.draw(), **asked)
    open_now = door(game)
    other = people[0].club.players.create(name="Aiko H.")
    Merge(other, people[0]).do(by=by())
    with pytest.raises(Stale):
        game.record(hand.draw(0), **open_now)
    game.record(hand.draw(), **asked)
    assert Game.objects.get().hands.count() == 1


# In the history


def test_a_point_of_the_history_has_who_they_are_now(people, double, played):
    aiko, marek, sophie, tomas = people
    game = played(aiko, double, sophie, tomas)
    first = game.changes.first()
    Merge(marek, double).do(by=by())
    assert game.facts_at(first).players == (aiko.pk, marek.pk, sophie.pk, tomas.pk)
    merged = game.changes.last()
    assert game.facts_at(merged).players == game.facts.players
    Merge.of(merged_change(marek.club)).undo(merged_change(marek.club), by=by())
    for change in (first, merged, game.changes.last()):
        assert game.facts_at(change).players == (aiko.pk, double.pk, sophie.pk, tomas.pk)


def merged_change(club):
    return club.changes.get(verb=Change.Verb.MERGE_PLAYERS, game=None)


def test_the_old_seats_can_be_restored_after_a_merge(ken, people, double, played, door):
    aiko, marek, sophie, tomas = people
    game = played(aiko, double, sophie, tomas)
    first = game.changes.first()
    Merge(marek, double).do(by=by())
    page = text(ken.get(f"/riverside/games/1/correct/?at={first.pk}"))
    assert "Marek D." not in page and "cannot be brought back" not in page


def test_a_merge_stays_told_where_the_person_is_forgotten(ken, club, people, double, played):
    aiko, marek, sophie, tomas = people
    played(aiko, double, sophie, tomas)
    ken.post(f"{PLAYERS}{marek.pk}/merge/{double.pk}/", {"key": uuid.uuid4()})
    ken.get(PLAYERS)  # which says that it is done
    ken.post(f"{PLAYERS}{marek.pk}/forget/")
    double.refresh_from_db()
    assert (double.name, double.short_name, double.other_names) == ("", "", "")
    page = text(ken.get("/riverside/organise/history/"))
    assert "merged two players into former member" in page and "Mare" not in page
    with pytest.raises(CannotMerge):
        Merge.of(merged_change(club)).undo(merged_change(club), by=by())


def test_an_archive_has_the_merged_player_s_games_as_the_other_s(club, owner, people, double, played):
    aiko, marek, sophie, tomas = people
    played(aiko, double, sophie, tomas)
    Merge(marek, double).do(by=by())
    file = io.BytesIO()
    archive.write(club, file)
    there = archive.bring(file, owner=owner, slug="there").club
    assert there.players.count() == 4
    game = there.games.get()
    assert [seat.player.name for seat in game.seats.all()] == ["Aiko", "Marek", "Anne-Sophie", "Tomás"]
    for change in game.changes.all():
        assert game.facts_at(change).players == game.facts.players


# Taking it back


def test_taking_it_back_gives_everything_back(club, people, double, played):
    aiko, marek, sophie, tomas = people
    marek.other_names = "Mark,Marko"
    marek.save()
    played(aiko, marek, sophie, tomas)
    played(aiko, double, sophie, tomas)
    before = people_of(club), seats(club), sums(club)
    Merge(marek, double).do(by=by())
    assert (people_of(club), seats(club), sums(club)) != before
    change = merged_change(club)
    Merge.of(change).undo(change, by=by())
    assert (people_of(club), seats(club), sums(club)) == before
    with pytest.raises(CannotMerge):
        Merge.of(change).undo(change, by=by())


def test_what_was_played_since_stays(club, people, double, played):
    aiko, marek, sophie, tomas = people
    before = played(aiko, double, sophie, tomas)
    Merge(marek, double).do(by=by())
    since = played(aiko, marek, sophie, tomas)
    change = merged_change(club)
    Merge.of(change).undo(change, by=by())
    assert [seat.game for seat in double.seats.all()] == [before]
    assert [seat.game for seat in marek.seats.all()] == [since]
    assert list(rebuild(club)) == []


def test_seats_that_were_corrected_since_follow(club, people, double, played, door):
    aiko, marek, sophie, tomas = people
    game = played(aiko, double, sophie, tomas)
    Merge(marek, double).do(by=by())
    game = Game.objects.get(pk=game.pk)
    game.correct(game.facts.reseat([1, 0, 2, 3]), "wrong seats", **door(game))
    change = merged_change(club)
    Merge.of(change).undo(change, by=by())
    assert [seat.player for seat in game.seats.all()] == [double, aiko, sophie, tomas]
    assert list(rebuild(club)) == []


def test_names_that_were_changed_since_stay(club, people, double):
    marek = people[1]
    Merge(marek, double).do(by=by())
    marek.other_names = f"{marek.other_names}, Marko"
    marek.save()
    change = merged_change(club)
    Merge.of(change).undo(change, by=by())
    marek.refresh_from_db()
    assert marek.other_names == "Marko"


def test_a_name_that_somebody_else_has_by_now_is_not_given_back(club, people, double):
    Merge(people[1], double).do(by=by())
    club.players.create(name="Marek D.")
    change = merged_change(club)
    with pytest.raises(CannotMerge):
        Merge.of(change).undo(change, by=by())


@settings(max_examples=15)
@given(st.data())
def test_merging_and_taking_it_back_is_as_if_nothing_was_done(db, data):
    """Whatever was played by whom, with ties, in two seasons or none."""
    club = Club.objects.create(name="Made up", slug=f"c-{uuid.uuid4()}")
    table = club.tables.create(number=1)
    full = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    seasons = [
        club.seasons.create(name=name, starts="2020-01-01", ends="2020-12-31", ruleset=full) for name in "AB"
    ]
    people = [club.players.create(name=f"P{n}", other_names="Q" * (n % 2)) for n in range(6)]
    for _ in range(data.draw(st.integers(1, 5))):
        seated = data.draw(st.permutations(people))[:4]
        if {people[0], people[1]} <= set(seated):
            continue
        ruleset = rules.ruleset_from_json({"preset": "tenhou", "ties": "split"})
        season = data.draw(st.sampled_from([*seasons, None]))
        game = Game.begin(table, seated, ruleset, key=uuid.uuid4(), by={"table": table}, season=season)
        for winner in data.draw(st.lists(st.integers(0, 3), max_size=2)):
            win = rules.Tsumo(win=rules.Win(winner, base=960))
            game.record(win, version=game.version, key=uuid.uuid4(), by={"table": table})
        game.end_early("late", version=game.version, key=uuid.uuid4(), by={"table": table})
        if data.draw(st.booleans()):
            game.cancel("a trial", version=game.version, key=uuid.uuid4(), by={"table": table})
    before = people_of(club), seats(club), sums(club)
    Merge(people[0], people[1]).do(by=by())
    assert list(rebuild(club)) == []
    assert not Seat.objects.filter(player=people[1]).exists()
    change = merged_change(club)
    Merge.of(change).undo(change, by=by())
    assert (people_of(club), seats(club), sums(club)) == before
    assert list(rebuild(club)) == []


# Its pages


def test_an_organiser_sees_what_changes_and_merges(ken, club, people, double, played):
    aiko, marek, sophie, tomas = people
    played(aiko, marek, sophie, tomas)
    played(aiko, double, sophie, tomas)
    page = text(ken.get(f"{PLAYERS}{marek.pk}/merge/?q=mare"))
    assert "Which other entry is Marek?" in page and "Marek D." in page and "Aiko" not in page
    page = text(ken.get(f"{PLAYERS}{marek.pk}/merge/{double.pk}/"))
    assert "1 game of Marek D. becomes Marek’s." in page
    assert "Marek D., Maro, マレク." in page
    shown = text(ken.get(f"{PLAYERS}{marek.pk}/merge/{double.pk}/"))
    assert "Marek was 1 → now 2 was +38.9 → now +77.8 1" in shown
    assert "Marek D. was 1 → now – was +38.9 → now – was 1 → now –" in shown
    page = ken.post(f"{PLAYERS}{marek.pk}/merge/{double.pk}/", {"key": uuid.uuid4()}, follow=True)
    assert "Marek D. is Marek now." in text(page)
    assert "Marek D." not in text(ken.get(PLAYERS)).replace("Marek D., Maro", "")
    assert ken.get(f"{PLAYERS}{double.pk}/").status_code == 404


def test_who_else_comes_to_another_place_is_said_before_merging(ken, club, people, double, played, season):
    aiko, marek, sophie, tomas = people
    other = club.players.create(name="Zoé")
    played(aiko, marek, sophie, tomas)
    played(other, double, sophie, tomas)
    places = {one.player.name: one.place for one in standings.table(season)}
    shown = text(ken.get(f"{PLAYERS}{aiko.pk}/merge/{other.pk}/"))
    Merge(aiko, other).do(by=by())
    now = {one.player.name: one.place for one in standings.table(season)}
    moved = [name for name in now if name != "Aiko" and now[name] != places[name]]
    assert moved
    assert f"Aiko was 1 → now 2 was +5.0 → now +10.0 {now['Aiko']} Zoé was 1 → now –" in shown
    for name in moved:
        assert f"{name} {places[name]} → {now[name]}" in shown


def test_a_merge_can_bring_somebody_over_the_minimum_or_out_of_the_ranking(
    ken, club, people, double, played, season
):
    aiko, marek, sophie, tomas = people
    season.minimum_games = 2
    season.save()
    played(aiko, marek, sophie, tomas)
    played(aiko, double, sophie, tomas)
    shown = text(ken.get(f"{PLAYERS}{marek.pk}/merge/{double.pk}/"))
    assert "Marek was 1 → now 2 was +38.9 → now +77.8 was – → now 1" in shown
    assert "Others come to another place: Aiko 1 → 2 , Tomás 2 → 3 , Anne-Sophie 3 → 4" in shown
    marek.is_guest = True
    marek.save()
    assert "now +77.8 –" in text(ken.get(f"{PLAYERS}{marek.pk}/merge/{double.pk}/"))


def test_a_merge_of_players_without_games_changes_no_standings(ken, people, double):
    assert "No standings change." in text(ken.get(f"{PLAYERS}{people[1].pk}/merge/{double.pk}/"))


@pytest.mark.parametrize("seasons", [1, 4])
def test_the_preview_takes_as_many_queries_for_many_seasons(
    ken, club, people, double, played, season, seasons, django_assert_num_queries
):
    aiko, marek, sophie, tomas = people
    for number in range(seasons):
        season.pk, season.name = None, f"S{number}"
        season.save()
        played(aiko, marek, sophie, tomas)
        played(aiko, double, sophie, tomas)
    address = f"{PLAYERS}{marek.pk}/merge/{double.pk}/"
    with django_assert_num_queries(10):
        assert text(ken.get(address)).count("was 1 → now 2") == seasons


def test_the_history_takes_it_back(ken, club, people, double, played):
    aiko, marek, sophie, tomas = people
    played(aiko, double, sophie, tomas)
    ken.post(f"{PLAYERS}{marek.pk}/merge/{double.pk}/", {"key": uuid.uuid4()})
    page = ken.get("/riverside/organise/history/")
    assert text(page).count("merged two players") == 1
    undo = f"/riverside/organise/history/{merged_change(club).pk}/undo/"
    assert undo in page.content.decode()
    assert "1 game becomes Marek D.’s again." in text(ken.get(undo))
    assert "Marek D. is a player again." in text(ken.post(undo, follow=True))
    page = ken.get("/riverside/organise/history/")
    assert "took back the merge with Marek D." in text(page) and undo not in page.content.decode()
    assert "Nothing was done" in text(ken.post(undo, follow=True))


def test_who_sat_together_is_said_with_the_game(ken, people, played):
    played(*people)
    page = ken.get(f"{PLAYERS}{people[1].pk}/merge/{people[0].pk}/")
    assert (
        "sat in one game together" in text(page)
        and '<button class="btn btn--main">' not in page.content.decode()
    )
    assert "/riverside/organise/games/1/" in page.content.decode()


def test_a_near_duplicate_is_offered_to_merge(ken, club, people):
    other = club.players.create(name="Tomasz")
    form = {"name": "tomas", "key": uuid.uuid4()}
    page = ken.post(f"{PLAYERS}{other.pk}/", form).content.decode()
    assert f"{PLAYERS}{people[3].pk}/merge/{other.pk}/" in page


def test_the_game_s_own_history_tells_of_it(ken, people, double, played):
    aiko, marek, sophie, tomas = people
    game = played(aiko, double, sophie, tomas)
    Merge(marek, double).do(by=by())
    page = text(ken.get(f"/riverside/organise/games/{game.number}/"))
    assert "merged two players, one of them in game 1" in page


def test_merged_rows_do_not_cost_queries(ken, people, double, played, django_assert_max_num_queries):
    aiko, marek, sophie, tomas = people
    for _ in range(3):
        played(aiko, double, sophie, tomas)
    with django_assert_max_num_queries(30):
        Merge(marek, double).do(by=by())
    assert Player.objects.get(pk=double.pk).itself == marek


@pytest.mark.parametrize(
    "kept, merged, after",
    [(False, True, True), (True, False, True), (True, True, True), (False, False, False)],
)
def test_a_name_stays_hidden_where_its_player_is_merged(
    ken, client, people, double, played, kept, merged, after
):
    marek = people[1]
    marek.is_hidden, double.is_hidden = kept, merged
    marek.save()
    double.save()
    played(people[0], double, *people[2:])
    preview = text(ken.get(f"{PLAYERS}{marek.pk}/merge/{double.pk}/"))
    assert ("Public pages show initials of Marek, as they do of Marek D." in preview) == (merged and not kept)
    Merge(marek, double).do(by=by())
    marek.refresh_from_db()
    assert marek.is_hidden == after
    found = text(Client().get("/riverside/players/", {"q": "Marek D."}))
    assert ("Nobody goes by" in found) == after
    [change] = Change.objects.filter(verb="merge_players", game=None)
    Merge.of(change).undo(change, by=by())
    assert list(
        Player.objects.filter(name__startswith="Marek").order_by("pk").values_list("is_hidden", flat=True)
    ) == [
        kept,
        merged,
    ]


@pytest.mark.parametrize(
    "before, meanwhile, after",
    [
        ("", "Ken, Kenny", ""),
        ("Foo", "Foo, Ken, Kenny", "Foo"),
        ("Foo", "Foo, McKen, Kenny", "Foo, McKen"),
        ("Foo", "McKen, McKenny", "McKen, McKenny"),
        ("Foo", "Kenny, Foo, Bar,Ken", "Foo, Bar"),
        ("Foo,bar ", "Foo,bar , Ken, Kenny", "Foo,bar "),
        ("Foo", "", ""),
    ],
)
def test_only_whole_names_are_given_back(club, before, meanwhile, after):
    kept = club.players.create(name="Zed", other_names=before)
    Merge(kept, club.players.create(name="Ken", short_name="Kenny")).do(by=by())
    Player.objects.filter(pk=kept.pk).update(other_names=meanwhile)
    Merge.of(Change.objects.get(verb="merge_players", game=None)).undo(Change.objects.last(), by=by())
    kept.refresh_from_db()
    assert kept.other_names == after
