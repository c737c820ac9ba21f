"""What anybody may see of a club, and that it stays quick however much there is."""

import json
import re
import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

import rules
from games.models import Club, Game


def text(response):
    """The words of a page, in one line."""
    html = re.sub(r"<(style|script|title).*?</\1>", "", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.fixture
def watch(client):
    """A page of a game, or of its club, as anybody gets it."""

    def watch(name, game, **query):
        return client.get(reverse(name, args=[game.club.slug, game.number]), query)

    return watch


@pytest.fixture
def play(door):
    """Record hands, lighting their riichi first."""

    def play(game, *outcomes):
        for outcome in outcomes:
            for seat in outcome.riichi:
                game.light(seat, True, version=game.version)
            game.record(outcome, **door(game))

    return play


# Clubs


def test_home_lists_the_public_clubs_alone(client, club):
    Club.objects.create(name="Hidden Hall", slug="hidden", is_public=False)
    page = text(client.get("/"))
    assert "Riverside" in page
    assert "Hidden Hall" not in page


def test_home_lists_clubs_by_name(client, club):
    Club.objects.create(name="Hilltop", slug="hilltop")
    page = text(client.get("/"))
    assert page.index("Hilltop") < page.index("Riverside")


def test_home_says_how_many_tables_are_playing(client, club, game):
    assert "1 table is playing" in text(client.get("/"))


def test_home_without_a_public_club_says_so(client, club):
    Club.objects.update(is_public=False)
    assert "No club shows its games here yet" in text(client.get("/"))


def test_a_hidden_club_and_its_games_are_not_found(client, club, game):
    Club.objects.update(is_public=False)
    for name in ("game", "game-live", "game-record"):
        assert client.get(reverse(name, args=["riverside", game.number])).status_code == 404
    assert client.get("/riverside/").status_code == 404


def test_a_game_is_not_found_under_another_club(client, club, game):
    Club.objects.create(name="Hilltop", slug="hilltop")
    assert client.get(f"/hilltop/games/{game.number}/").status_code == 404


def test_a_club_without_games_says_so(client, club):
    page = text(client.get("/riverside/"))
    assert "Nobody is playing now." in page
    assert "No game has been finished yet." in page


def test_a_club_shows_where_its_running_games_stand(client, game, hand, play):
    play(game, hand.ron(1, 2))
    page = text(client.get("/riverside/"))
    assert "East 2" in page
    assert "E1: Marek ron from Anne-Sophie 3,900" in page
    assert re.search(r"1 東 E Marek dealer 親|1 東 E Marek 親", page)
    assert re.search("Marek.* 28,900 .*Anne-Sophie.* 21,100", page)


def test_a_club_lists_its_latest_games_by_day_with_places_and_points(client, game, hand, play):
    play(game, rules.Ron(discarder=0, winners=(rules.Win(1, yakuman=1),)))
    page = text(client.get("/riverside/"))
    assert "Game 1" in page
    assert "1 Marek +67.0 2 Anne-Sophie +5.0 3 Tomás −15.0 4 Aiko −57.0" in page


def test_a_cancelled_game_is_in_no_list_and_its_page_says_so(client, game, door):
    game.end_early("closing time", **door(game))
    game.cancel("only a lesson", **door(game))
    assert "No game has been finished yet." in text(client.get("/riverside/"))
    assert "This game was cancelled" in text(client.get("/riverside/games/1/"))


def test_a_cancelled_game_is_not_playing(client, game, door):
    game.cancel("only a lesson", **door(game))
    assert "Nobody is playing" in text(client.get("/"))
    assert "Nobody is playing now." in text(client.get("/riverside/"))
    assert "hx-get" not in client.get("/riverside/games/1/").content.decode()


@pytest.mark.parametrize("games", [1, 8])
def test_a_club_page_takes_as_many_queries_for_many_games(
    client, club, people, games, hand, django_assert_max_num_queries
):
    for number in range(2, 2 + games):
        table = club.tables.create(number=number)
        for is_over in (True, False):
            game = Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by={"table": table})
            game.record(hand.ron(1, 0), version=0, key=uuid.uuid4(), by={"table": table})
            if is_over:
                game.end_early("Late", version=1, key=uuid.uuid4(), by={"table": table})
    with django_assert_max_num_queries(9):
        assert client.get("/riverside/").status_code == 200


# A running game


def test_a_game_tells_each_hand_in_words_and_numbers(watch, game, hand, play):
    play(game, hand.draw(0, riichi=[0]), hand.ron(1, 2, base=480, riichi=[3]))
    page = text(watch("game", game))
    assert "E1 East 1 Draw, tenpai Aiko 1,000 from each noten player 1 stick on the table" in page
    assert "E1-1 East 1, 1 honba Marek ron from Anne-Sophie 2,000 + 1 honba 300 + 2 sticks 2,000" in page
    assert "+4,300 28,300" in page
    assert "−2,300 21,700" in page
    assert page.count("100,000") == 2  # the sum of each row


def test_the_changes_of_all_hands_and_what_lies_on_the_table_come_to_nothing(
    watch, begin, table, hand, play, door
):
    game = begin()
    play(game, hand.ron(1, 0), hand.draw(0, riichi=[0]))
    assert "Sum of all changes −1,900 +2,900 −1,000 −1,000 +1,000 0" in text(watch("game", game))
    game.end_early("late", **door(game))
    game = begin(start={"round": "S2", "honba": 0, "sticks": 2, "scores": [31000, 22000, 18000, 27000]})
    play(game, hand.ron(1, 0))
    assert "Sum of all changes −5,800 +7,800 0 0 −2,000 0" in text(watch("game", game))


def test_names_in_the_log_are_escaped(watch, game, people, hand, play):
    people[1].name = "<script>Marek"
    people[1].save()
    play(game, hand.ron(1, 2))
    assert "<b>&lt;script&gt;Marek</b> ron from <b>Anne-Sophie</b>" in watch("game", game).content.decode()


def test_a_running_game_shows_lit_riichi_at_once(watch, game):
    game.light(2, True, version=0)
    page = text(watch("game", game))
    assert "Riichi" in page
    assert "24,000" in page
    assert "1 stick" in page


def test_a_game_taken_over_says_so_in_its_first_row(watch, begin, hand, play):
    game = begin(start={"round": "S2", "honba": 1, "sticks": 2, "scores": [31000, 22000, 18000, 27000]})
    play(game, hand.ron(1, 0))
    page = text(watch("game", game))
    assert (
        "Start Taken over before South 2, 1 honba 2 sticks on the table 31,000 22,000 18,000 27,000" in page
    )
    assert "S2-1 South 2, 1 honba Marek ron from Aiko" in page


def test_a_game_of_three_has_three_columns(watch, begin, hand, play):
    game = begin(preset="tenhou_sanma")
    play(game, hand.ron(1, 2))
    page = watch("game", game).content.decode()
    assert page.count('<polyline class="pen"') == 3
    assert page.count('class="log__seat"') == 3 + 2 + 3  # the head, two who do not deal, the sums
    assert page.count("log__seat--dealer") == 1


def test_a_game_without_hands_has_no_chart_yet(watch, game):
    page = watch("game", game).content.decode()
    assert "No hand has been played yet." in page
    assert "<polyline" not in page


@pytest.mark.parametrize("hands", [1, 9])
def test_a_game_page_takes_as_many_queries_for_many_hands(
    watch, game, hand, play, hands, django_assert_max_num_queries
):
    play(game, *[hand.draw(0)] * hands)
    with django_assert_max_num_queries(5):
        watch("game", game)


# The poll


def tag_of(response):
    return re.search(r"\?tag=([^\"]*)", response.content.decode())[1]


def test_a_poll_that_knows_everything_is_answered_with_nothing_by_one_query(
    watch, game, django_assert_num_queries
):
    tag = tag_of(watch("game", game))
    with django_assert_num_queries(1):
        response = watch("game-live", game, tag=tag)
    assert (response.status_code, response.content) == (204, b"")


def test_a_poll_brings_a_new_hand_a_lit_riichi_and_its_undoing(watch, game, hand, play, door):
    tag = tag_of(watch("game", game))
    for change in (
        lambda: play(game, hand.ron(1, 2)),
        lambda: game.light(0, True, version=game.version),
        lambda: game.light(0, False, version=game.version),
        lambda: game.undo(**door(game)),
    ):
        change()
        response = watch("game-live", game, tag=tag)
        assert response.status_code == 200
        assert tag_of(response) != tag
        tag = tag_of(response)


def test_page_and_poll_share_the_fragment(watch, game, hand, play):
    play(game, hand.ron(1, 2))
    page, fragment = (watch(name, game).content.decode() for name in ("game", "game-live"))
    [live] = re.findall(r'<div class="game".*</section>\s*</div>', fragment, flags=re.S)
    assert live in page


def test_a_poll_tells_a_screen_reader_what_is_new(watch, game, hand, play):
    play(game, hand.ron(1, 2))
    game.light(3, True, version=game.version)
    news = text(watch("game-live", game)).split("<p id")[-1]
    assert news.endswith("East 1: Marek ron from Anne-Sophie . 3,900. Riichi: Tomás.")


def test_a_game_that_ended_just_now_is_asked_after_more_rarely_and_an_old_one_never(
    watch, game, hand, play, door, time_machine
):
    assert 'hx-trigger="every 2s"' in watch("game", game).content.decode()
    game.end_early("Late", **door(game))
    assert 'hx-trigger="every 30s"' in watch("game", game).content.decode()
    time_machine.move_to(timezone.now() + timedelta(hours=2))
    assert "hx-trigger" not in watch("game", game).content.decode()


# A game that is over


def test_a_finished_game_shows_the_result_by_place_with_its_parts(watch, game, play):
    play(game, rules.Ron(discarder=0, winners=(rules.Win(1, yakuman=1),)))
    page = text(watch("game", game))
    assert "Game 1: Marek wins" in page
    assert "After East 1: somebody is out of points (tobi)" in page
    assert "1 S Marek 57,000 +27.0 +20.0 +20.0 +67.0" in page
    assert "4 E Aiko −7,000 −37.0 −20.0 – −57.0" in page


def test_left_over_sticks_are_accounted_for(watch, game, hand, play, door):
    play(game, hand.draw(0, riichi=[0]))
    game.end_early("The café closes", **door(game))
    page = text(watch("game", game))
    assert "ended early (The café closes)" in page
    assert "1 riichi stick was left: 1,000 to Aiko." in page
    assert "Aiko 28,000" in page


def test_chonbo_and_yakitori_have_columns_where_they_count(watch, begin, hand, play, door):
    game = begin(chonbo="deduct", yakitori_points=10_000)
    play(game, hand.ron(1, 2))
    play(game, rules.Chonbo(seats=(0,)))
    game.end_early("Late", **door(game))
    page = text(watch("game", game))
    assert "Oka Yakitori Chonbo Points" in page
    assert "−10.0 −20.0" in page


def test_places_that_are_shared_have_shared_winners(watch, begin, hand, play, door):
    game = begin(preset="wrc")
    play(game, hand.draw())
    game.end_early("Late", **door(game))
    assert "Game 1: Aiko, Marek, Anne-Sophie and Tomás win" in text(watch("game", game))


def test_a_game_that_was_ended_before_its_first_hand_has_a_page(watch, game, door):
    game.end_early("Nobody came", **door(game))
    page = text(watch("game", game))
    assert "ended early (Nobody came)" in page
    assert "No hand has been played yet." in page


# The record


@pytest.mark.parametrize("ends", [False, True])
def test_a_record_played_again_comes_to_the_same(watch, begin, hand, play, door, ends):
    game = begin(
        start={"round": "E3", "honba": 2, "sticks": 1, "scores": [24_000, 26_000, 24_500, 24_500]}, tobi="off"
    )
    play(game, hand.draw(0, 1, riichi=[1]), hand.tsumo(2, riichi=[3]), hand.ron(1, 0, time=False))
    if ends:
        game.end_early("Late", **door(game))
    response = watch("game-record", game)
    assert response["Content-Disposition"] == 'attachment; filename="riverside-1.json"'
    record = json.loads(response.content)
    assert [player["name"] for player in record["players"]] == ["Aiko", "Marek", "Anne-Sophie", "Tomás"]
    answer = rules.game_to_json(rules.record_from_json(record).play())
    assert answer["hands"][-1]["after"]["scores"] == list(game.played.state.scores)
    assert answer["ended"] == ("early" if ends else None)
    if ends:
        assert answer["final"]["points"] == [seat.points / 10 for seat in game.seats.all()]


# What is not there


def test_what_is_not_there_leads_back(client, db):
    response = client.get("/nowhere/at/all/")
    assert response.status_code == 404
    assert "There is nothing here" in text(response)
    assert 'href="/"' in response.content.decode()


def test_a_fault_is_answered_with_a_page_that_needs_nothing(client, club, monkeypatch):
    monkeypatch.setattr("games.access.club", lambda request, slug: 1 / 0)
    client.raise_request_exception = False
    response = client.get("/riverside/")
    assert response.status_code == 500
    assert "Something broke" in text(response)


# Strings that only a strict content security policy would refuse


def test_pages_have_no_inline_style_or_script(watch, client, game, hand, play):
    play(game, hand.ron(1, 2))
    for response in (
        watch("game", game),
        watch("game-live", game),
        client.get("/riverside/"),
        client.get("/"),
    ):
        html = response.content.decode()
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html)


@pytest.mark.parametrize("language", ["en", "ja", "fr"])
def test_every_language_is_called_by_its_own_name(client, club, language):
    with translation.override("en"):  # a request leaves its language behind
        page = client.get("/account/sign-in/", headers={"accept-language": language}).content.decode()
    assert re.findall(r'name="language" value="(\w+)"[^>]*>([^<]+)<', page) == [
        ("en", "English"),
        ("ja", "日本語"),
        ("fr", "Français"),
    ]
