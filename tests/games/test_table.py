"""The tablet's pages, by what a person sees and may do."""

import re
import uuid

import pytest
from django.urls import reverse

from games.models import Game, Player

MIDWAY = {"round": "S4", "honba": 0, "sticks": 0, "scores": [25000, 25000, 24000, 26000]}


@pytest.fixture
def url(table):
    return lambda name: reverse(f"table-{name}", args=[table.club.slug, table.number])


@pytest.fixture
def see(tablet, url):
    """The text of a page of the table, tags and repeated white space left out."""

    def see(name="board", query="", answer=None):
        answer = answer or tablet.get(url(name) + query, follow=True)
        assert answer.status_code == 200
        body = re.sub(r"<(head|template)\b.*?</\1>", " ", answer.content.decode(), flags=re.S)
        return " ".join(re.sub(r"<[^>]*>", " ", body).split())

    return see


@pytest.fixture
def tap(tablet, url):
    """Send the board's form with this button pressed, as a browser without JavaScript does."""

    def tap(name, game, entry="", **more):
        data = {"version": game.version, "key": uuid.uuid4(), **more}
        for pair in filter(None, entry.split("&")):
            field, value = pair.split("=")
            data.setdefault(field, []).append(value)
        return tablet.post(url(name), data, follow=True)

    return tap


def test_a_table_link_makes_this_device_the_tables(client, game, table):
    answer = client.get(f"/t/{table.token}/")
    assert answer.headers["Location"] == "/riverside/tables/1/"
    assert client.get("/riverside/tables/1/").status_code == 200


@pytest.mark.parametrize("token", ["nonsense", "1-1:AAAA", "1-2:AAAA", ""])
def test_a_link_that_was_not_signed_here_opens_nothing(client, game, token):
    answer = client.get(f"/t/{token or 'x'}/")
    assert answer.status_code == 403 and not client.cookies


def test_a_renewed_link_stops_the_old_one_and_its_devices(client, game, table):
    old = table.token
    client.get(f"/t/{old}/")
    table.renew(by={"user": None})
    assert client.get(f"/t/{old}/").status_code == 403
    assert client.get("/riverside/tables/1/").status_code == 403
    client.get(f"/t/{table.token}/")
    assert client.get("/riverside/tables/1/").status_code == 200


@pytest.mark.parametrize("name", ["board", "log", "start", "end"])
def test_a_stranger_sees_no_page_of_the_table(client, game, url, name):
    assert client.get(url(name)).status_code == 403


@pytest.mark.parametrize("name", ["record", "riichi", "undo", "start", "next", "end", "entry"])
def test_a_stranger_writes_nothing(client, game, url, name):
    data = {"version": 0, "key": uuid.uuid4(), "lit": "0-on", "reason": "x", "draw": "exhaustive"}
    assert client.post(url(name), data).status_code == 403
    assert (Game.objects.count(), Game.objects.get().version, Game.objects.get().riichi) == (1, 0, [])


def test_one_tables_device_is_not_anothers(tablet, game, other_table):
    assert tablet.get(f"/riverside/tables/{other_table.number}/").status_code == 403
    assert tablet.get("/riverside/tables/99/").status_code == 403  # said whether or not there is one


def test_a_table_without_a_game_asks_who_plays(see, table):
    assert "Start" in see()


def seated(people, **more):
    names = {f"player_{seat}": player.name for seat, player in enumerate(people)}
    return {**names, "preset": "tenhou", "length": "hanchan", "key": uuid.uuid4(), **more}


def test_a_game_is_started_with_four_names(tablet, url, people):
    tablet.post(url("start"), seated(people, length="tonpuusen"))
    game = Game.objects.get()
    assert [seat.player for seat in game.seats.all()] == people
    assert game.rules.length == "tonpuusen"


def test_new_names_become_players_and_guests(tablet, url, people):
    tablet.post(url("start"), seated(people[:2], player_2="健", player_3="Visitor", guest_3="on"))
    assert [(player.name, player.is_guest) for player in Player.objects.order_by("pk")[4:]] == [
        ("健", False),
        ("Visitor", True),
    ]


def test_drawn_seats_hold_the_same_people(tablet, url, people):
    tablet.post(url("start"), seated(people, draw="on"))
    assert {seat.player for seat in Game.objects.get().seats.all()} == set(people)


@pytest.mark.parametrize("typed", ["tomas", "TOMÁS", "herradura tomas", "ken nakano", "中野健"])
def test_however_a_name_is_written_it_is_the_same_person(club, people, typed):
    people[3].other_names = "Herradura Tomás"
    people[3].save()
    nakano = club.players.create(name="中野 健", other_names="Ken Nakano")
    expected = nakano if typed in ("ken nakano", "中野健") else people[3]
    assert club.person(typed) == expected
    assert club.players.count() == 5


def test_a_name_that_two_go_by_is_nobodys_yet(club, people):
    for name in ("Zoë", "Zoé"):
        club.players.create(name=name)
    assert club.known("Zoe") is None
    assert club.known("Zoé").name == "Zoé"


def test_by_a_short_name_it_is_the_same_person(tablet, url, people):
    people[1].short_name = "Maro"
    people[1].save()
    page = tablet.post(url("start"), seated(people, player_2="maro"))
    assert "maro sits at this table already." in page.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "change, says",
    [
        ({"player_1": ""}, "Who sits here?"),
        ({"player_1": "aiko"}, "aiko sits at this table already."),
        ({"player_1": "x" * 61}, "60 characters"),
        ({"taken_over": "on"}, "This is needed to take over a game."),
        ({"preset": "nonsense"}, "These rules are not offered any more."),
    ],
)
def test_a_start_that_cannot_be_says_why_and_keeps_the_input(tablet, url, see, people, change, says):
    text = tablet.post(url("start"), seated(people, **change)).content.decode()
    assert says in text and "Anne-Sophie" in text
    assert not Game.objects.exists()


def midway(**change):
    facts = {"round": "S2", "honba": 1, "sticks": 1, "taken_over": "on"}
    scores = {"score_0": 24000, "score_1": 25000, "score_2": 25000, "score_3": 25000}
    return {**facts, **scores, **change}


def test_a_game_begun_on_paper_is_taken_over(tablet, url, people):
    tablet.post(url("start"), seated(people, **midway(), draw="on"))
    game = Game.objects.get()
    assert (game.state.round, game.state.honba, game.state.sticks) == ("S2", 1, 1)
    assert [seat.player for seat in game.seats.all()] == people


def test_what_is_taken_over_must_add_up(tablet, url, people):
    text = tablet.post(url("start"), seated(people, **midway(score_0=25000))).content.decode()
    assert "must add up to 100,000; they add up to 101,000" in text
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("count", "says"), [("-1", "fewer than 0"), ("100", "more than 99"), ("x", "a number")]
)
def test_a_count_that_cannot_be_is_said_in_words(tablet, url, people, count, says):
    text = tablet.post(url("start"), seated(people, **midway(honba=count))).content.decode()
    assert says in text and f'value="{count}"' in text


def test_rounds_are_offered_by_the_name_that_the_board_gives_them(tablet, url, club):
    assert '<option value="S2">South 2</option>' in tablet.get(url("start")).content.decode()


def test_three_players_start_a_three_player_game(tablet, url, people):
    tablet.post(url("start"), seated(people[:3], preset="tenhou_sanma"))
    assert Game.objects.get().seats.count() == 3


def test_the_board_says_round_honba_sticks_names_and_rules(see, begin):
    begin(start={"round": "S2", "honba": 1, "sticks": 2, "scores": [24000, 24000, 25000, 25000]})
    text = see()
    for word in ("South 2", "honba", "sticks", "Aiko", "Marek", "Anne-Sophie", "Tomás", "Tenhou"):
        assert word in text


@pytest.mark.parametrize(
    "entry, facts",
    [
        ("ron=1&from=2&value-1=b960", {"kind": "ron", "discarder": 2, "wins": [{"seat": 1, "base": 960}]}),
        (
            "ron=1&ron=3&from=2&value-1=h3.40&value-3=h6",
            {
                "kind": "ron",
                "discarder": 2,
                "wins": [{"seat": 1, "han": 3, "fu": 40}, {"seat": 3, "han": 6}],
            },
        ),
        ("tsumo=0&value-0=y2", {"kind": "tsumo", "wins": [{"seat": 0, "yakuman": 2}]}),
        (
            "tsumo=0&value-0=y2&pao-0=3&covered-0=1",
            {"kind": "tsumo", "wins": [{"seat": 0, "yakuman": 2, "pao": {"seat": 3, "yakuman": 1}}]},
        ),
        ("draw=exhaustive", {"kind": "exhaustive_draw", "tenpai": []}),
        (
            "draw=exhaustive&tenpai=0&tenpai=2&nagashi=1",
            {"kind": "exhaustive_draw", "tenpai": [0, 2], "nagashi": [1]},
        ),
        ("draw=nine_terminals", {"kind": "abortive_draw", "reason": "nine_terminals"}),
        ("draw=four_winds", {"kind": "abortive_draw", "reason": "four_winds"}),
        ("draw=four_kans", {"kind": "abortive_draw", "reason": "four_kans"}),
        ("draw=triple_ron", {"kind": "abortive_draw", "reason": "triple_ron"}),
        ("ron=0&ron=1&ron=2&from=3", {"kind": "abortive_draw", "reason": "triple_ron"}),
        ("draw=exhaustive&time=1", {"kind": "exhaustive_draw", "tenpai": [], "time": True}),
    ],
)
def test_every_outcome_is_previewed_and_saved(see, tap, game, entry, facts):
    assert "Save" in see(query=f"?{entry}&version=0&key={uuid.uuid4()}")
    assert not game.hands.exists()
    tap("record", game, entry)
    assert game.hands.get().facts == {**facts, "riichi": []}


def test_a_triple_ron_is_saved_where_it_counts(tap, begin):
    game = begin("mahjong_soul")
    tap("record", game, "ron=0&ron=1&ron=2&from=3&value-0=b2000&value-1=b2000&value-2=b2000")
    assert [win["seat"] for win in game.hands.get().facts["wins"]] == [0, 1, 2]


def test_four_riichi_are_offered_and_saved_as_the_abort(see, tap, game):
    for seat in range(4):
        game.light(seat, True, version=0)
    assert "Four riichi" in see()
    tap("record", game, "draw=four_riichi&riichi=0&riichi=1&riichi=2&riichi=3")
    assert game.hands.get().facts["riichi"] == [0, 1, 2, 3]


@pytest.mark.parametrize(("preset", "says"), [("tenhou", "Riichi counts already."), ("wrc", "but a chonbo")])
def test_riichi_is_tenpai_and_no_tap_makes_it_noten(tablet, url, begin, preset, says):
    game = begin(preset)
    game.light(2, True, version=0)
    text = tablet.get(url("board") + "?draw=exhaustive&version=0&riichi=2").content.decode()
    tenpai = re.findall(r"<input[^>]*name=\"tenpai\"[^>]*>", text)
    assert [("checked" in box, "disabled" in box) for box in tenpai] == [(False, False)] * 2 + [
        (True, True),
        (False, False),
    ]
    assert says in text


def test_a_chonbo_is_saved_where_it_is_played(see, tap, begin):
    game = begin("wrc")
    assert "Chonbo" in see(query="?stage=chonbo&version=0")
    tap("record", game, "stage=chonbo&chonbo=2")
    assert game.hands.get().facts == {"kind": "chonbo", "seats": [2], "riichi": []}


def test_the_dealer_ends_the_game_where_asked(tap, begin):
    game = begin(start=MIDWAY, agari_yame="optional")
    tap("record", game, "ron=3&from=0&value-3=b2000", stop="1")
    assert Game.objects.get().ending == "agari_yame"


def test_riichi_is_lit_saved_and_taken_back_and_the_entry_stays(tap, game):
    answer = tap("riichi", game, "ron=1&from=2", lit="1-on")
    assert Game.objects.get().riichi == [1]
    assert "ron=1" in answer.redirect_chain[-1][0] and "lit" not in answer.redirect_chain[-1][0]
    tap("riichi", game, lit="1-off")
    assert Game.objects.get().riichi == []


def test_time_is_called_and_taken_back_and_the_entry_stays(see, tap, game):
    answer = tap("time", game, "ron=1&from=2", called="on")
    assert Game.objects.get().is_time_called and "ron=1" in answer.redirect_chain[-1][0]
    assert "Time is not up yet" in see()
    tap("time", game, called="off")
    assert not Game.objects.get().is_time_called


def test_a_refused_save_keeps_what_was_typed(see, tap, game):
    answer = tap("record", game, "draw=four_riichi")
    assert "At four riichi all four players are in riichi." in see(answer=answer)
    assert not game.hands.exists()


@pytest.mark.pitfall("B73")
def test_a_save_on_an_old_board_shows_the_new_one_and_keeps_what_was_typed(see, tap, game, hand, door):
    old = Game.objects.get()
    game.record(hand.ron(0, 3), **door(game))
    text = see(answer=tap("record", old, "ron=1&from=2&value-1=b960"))
    assert "Aiko ron from Tomás" in text and "Marek ron from Anne-Sophie" in text
    assert game.hands.count() == 1
    assert "another device" not in see()  # said once, where it mattered


def test_a_save_that_did_not_see_a_riichi_is_shown_it_and_saves_then(see, tap, game):
    game.light(0, True, version=0)
    text = see(answer=tap("record", game, "ron=1&from=2&value-1=b960"))
    assert "another device" in text and not game.hands.exists()
    tap("record", game, "ron=1&from=2&value-1=b960&riichi=0")
    assert game.hands.get().facts["riichi"] == [0]


def test_a_resent_save_shows_the_saved_hand(tap, game):
    key = uuid.uuid4()
    for _ in range(2):
        answer = tap("record", game, "ron=1&from=2&value-1=b960", key=key)
        assert answer.redirect_chain[-1][0] == "/riverside/tables/1/"
    assert game.hands.count() == 1


def test_going_back_to_a_saved_entry_shows_the_board(see, tap, game):
    key = uuid.uuid4()
    tap("record", game, "ron=1&from=2&value-1=b960", key=key)
    text = see(query=f"?ron=1&from=2&value-1=b960&version=0&key={key}")
    assert "East 2" in text and ">Save" not in text


def test_undo_shows_the_board_before_the_hand(see, tap, game):
    tap("record", game, "ron=1&from=2&value-1=b960")
    text = see(answer=tap("undo", Game.objects.get()))
    assert "East 1" in text and not game.hands.exists()


def test_the_end_shows_why_and_the_result(see, tap, begin):
    game = begin(start=MIDWAY)
    text = see(answer=tap("record", game, "ron=3&from=0&value-3=b2000"))
    assert "agari-yame" in text and "+48.0" in text and "−37.0" in text
    assert "Undo last hand" in text


def test_a_game_is_ended_early_with_a_reason(see, tap, game):
    assert "Say in a few words" in see(answer=tap("end", game, reason=" "))
    text = see(answer=tap("end", game, reason="closing time"))
    assert "ended early (closing time)" in text
    assert "Undo the early end" in text and "Undo last hand" not in text


def test_the_next_game_has_the_same_people(see, tap, game, people):
    tap("end", game, reason="closing time")
    tap("next", Game.objects.get())
    second = Game.objects.first()
    assert second.number == 2 and {seat.player for seat in second.seats.all()} == set(people)


def test_a_poll_that_would_see_nothing_new_gets_nothing_and_costs_one_query(
    tablet, url, game, hand, door, django_assert_num_queries
):
    tag = tablet.get(url("board")).context["board"].tag
    with django_assert_num_queries(1):
        assert tablet.get(url("board"), {"tag": tag}).status_code == 204
    game.light(0, True, version=0)
    assert tablet.get(url("board"), {"tag": tag}).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        "?ron=9",
        "?ron=x&from=y&value-0=z",
        "?version=x&ron=1&from=2&value-1=b960",
        "?version=-1&draw=exhaustive",
        "?key=x&draw=exhaustive&version=0",
        "?key=&draw=exhaustive&version=77",
        "?stage=chonbo&chonbo=7",
        "?draw=nonsense",
        "?tsumo=1&value-1=h99.999",
        "?tsumo=1&value-1=h0.30",
        "?tsumo=1&value-1=y0",
        "?tsumo=1&value-1=b99999",
        "?tsumo=1&value-1=y1&pao-1=1&covered-1=x",
        "?tsumo=1&value-1=y1&pao-1=2&covered-1=5",
        "?pad=detail&tsumo=1&value-1=h0.30",
        "?back=value&ron=1",
        "?time=1",
        "?tag=%00",
        "?tag=1.0..0." + "9" * 5000,
        "?ron=%00&from=1",
        "?again=1&ron=1&from=2",
        "?ron=1&from=1",
        "?ron=1&tsumo=2&draw=exhaustive&chonbo=1",
    ],
)
def test_no_address_makes_the_board_fall_over(tablet, url, game, query):
    for more in ("", "&version=0", f"&key={uuid.uuid4()}&version=5"):
        assert tablet.get(url("board") + query + more).status_code in (200, 204)


def test_a_board_takes_a_handful_of_queries(tablet, url, game, hand, door, django_assert_max_num_queries):
    for _ in range(8):
        game.record(hand.draw(0, 1, 2, 3), **door(game))
    with django_assert_max_num_queries(6):
        tablet.get(url("board"))
    with django_assert_max_num_queries(7):
        tablet.get(url("board"), {"ron": 1, "from": 2, "value-1": "b960", "version": game.version})


def test_a_save_takes_a_handful_of_queries(tablet, url, game, django_assert_max_num_queries):
    data = {"ron": 1, "from": 2, "value-1": "b960", "version": 0, "key": uuid.uuid4()}
    with django_assert_max_num_queries(10):
        tablet.post(url("record"), data)
    assert game.hands.count() == 1
