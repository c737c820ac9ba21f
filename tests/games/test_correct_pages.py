"""The correction pages as people use them: what they see, what they change, and what is saved."""

import json
import uuid

import pytest
from django.urls import reverse

import rules
from games.models import Change, Club, Game, Player, Seat, Total

from . import pages

pytestmark = pytest.mark.django_db


class Sheet:
    """The correction page in somebody's browser."""

    def __init__(self, client, game, **query):
        self.client, self.url = client, reverse("game-correct", args=[game.club.slug, game.number])
        self.answer = client.get(self.url, query)
        self._read()

    def _read(self):
        self.fields = pages.fields(self.answer, "correction")
        self.text = pages.text(self.answer)

    def type(self, **fields):
        """Fill these in: value_1 is the value of seat 1."""
        for name, value in fields.items():
            values = value if isinstance(value, list) else [value]
            name = name.replace("_", "-") if name.startswith(("value", "pao", "covered")) else name
            self.fields[name.removeprefix("the_")] = [str(one) for one in values]
        return self

    def press(self, value="show", name="do"):
        self.answer = self.client.post(self.url, {**self.fields, name: [value]})
        self._read()
        return self

    def look_at(self, hand):
        return self.press(hand, "go")

    def save(self, why="wrong seat", **more):
        return self.type(why=why, **more).press("save")

    @property
    def is_saved(self):
        return self.answer.status_code == 302

    @property
    def facts(self):
        """What is proposed."""
        return json.loads(self.fields["facts"][0])


@pytest.fixture
def sheet(organiser, signed_in):
    """Open a game's correction as an organiser."""

    def open_it(game, **query):
        return Sheet(signed_in(organiser), game, **query)

    return open_it


@pytest.fixture
def play(door):
    """Record hands of a game."""

    def play(game, *outcomes):
        for outcome in outcomes:
            for seat in outcome.riichi:
                game.light(seat, True, version=game.version)
            game.record(outcome, **door(game))
        return game

    return play


@pytest.fixture
def played(game, hand, play):
    """A running game: Marek's mangan in riichi from Anne-Sophie, a draw, Aiko's tsumo."""
    return play(game, hand.ron(1, 2, base=2_000, riichi=[1]), hand.draw(1, 3), hand.tsumo(0))


@pytest.fixture
def finished(begin, hand, play):
    """A game of one round that is over after its fourth hand, with Marek first."""
    return play(begin(length="tonpuusen"), *one_round(hand))


def one_round(hand):
    return hand.ron(1, 0, base=2_000), hand.ron(0, 2), hand.ron(1, 0), hand.ron(1, 2)


def fresh(game):
    return Game.objects.get(pk=game.pk)


def scores(game):
    return list(fresh(game).played.state.scores)


# What is changed


def test_a_page_that_changes_nothing_proposes_nothing(sheet, played):
    for number in (1, 2, 3):
        page = sheet(played, hand=number).press()
        assert "Nothing yet." in page.text
    assert "Nothing is changed yet." in page.save().text
    assert not page.is_saved


def test_a_wrong_value(sheet, played):
    page = sheet(played, hand=1).type(value_1="b640").press()
    assert "hand 1: 8,000 became 2,600" in page.text
    assert page.save("Looked at the wrong tiles").is_saved
    assert fresh(played).played.hands[0].deltas == (0, 2_600, -2_600, 0)
    change = Change.objects.get(verb="correct")
    assert (change.why, change.user.name, change.before["hands"][0][0]["wins"][0]["base"]) == (
        "Looked at the wrong tiles",
        "Ken",
        2_000,
    )


def test_a_wrong_discarder(sheet, played):
    page = sheet(played, hand=1).type(**{"from": 3}).press()
    assert "hand 1: “Marek ron from Anne-Sophie, 8,000” became “Marek ron from Tomás, 8,000”" in page.text
    assert page.save(quick="discarder", why="").is_saved
    assert fresh(played).played.hands[0].deltas == (0, 8_000, 0, -8_000)
    assert Change.objects.get(verb="correct").why == "Wrong discarder"


def test_another_kind_of_hand(sheet, played):
    page = sheet(played, hand=3).type(kind="draw", tenpai=[0, 2]).press()
    assert "became “Draw, tenpai Aiko and Anne-Sophie”" in page.text
    assert page.save().is_saved
    assert fresh(played).played.hands[2].outcome == rules.ExhaustiveDraw((0, 2))


@pytest.mark.parametrize(("typed", "question"), [
    ({"kind": "ron", "ron": []}, "Who won?"), ({"kind": "tsumo", "tsumo": []}, "Who won?"),
    ({"kind": "ron", "from": []}, "Who dealt in?"), ({"ron": [0, 1]}, "What is the hand of Aiko worth?"),
    ({"kind": "abort"}, "Why was it called off?"),
    ({"ron": [1], "from": 1}, "A player cannot win on their own discard."),
])  # fmt: skip
def test_a_hand_that_is_not_complete_is_asked_about_and_kept(sheet, played, typed, question):
    page = sheet(played, hand=1).type(**typed).press()
    assert question in page.text
    kept = page.fields.get("kind")
    assert not page.save().is_saved
    assert page.fields.get("kind") == kept == [typed.get("kind", "ron")]
    assert "Nothing yet." in page.press("leave").text


def test_two_winners_an_abort_and_a_chonbo(begin, sheet, play, hand):
    game = play(begin("wrc", multi_ron="all"), hand.ron(1, 2), hand.draw(0), hand.draw(1))
    page = sheet(game, hand=1).type(ron=[1, 3], value_3="h2.30").look_at(2)
    page.type(kind="chonbo", chonbo=[3]).look_at(3)
    assert page.save().is_saved
    first, second, _ = (one.outcome for one in fresh(game).played.hands)
    assert [win.seat for win in first.winners] == [1, 3]
    assert second == rules.Chonbo((3,))


def test_yakuman_and_who_is_liable(begin, sheet, play, hand):
    game = play(begin(), hand.ron(1, 2))
    assert sheet(game).type(value_1="y2", pao_1=3, covered_1=1).press().save().is_saved
    assert fresh(game).played.hands[0].outcome.wins == (rules.Win(1, yakuman=2, pao=rules.Pao(3, 1)),)


def test_yaku_that_were_recorded_stay(begin, sheet, play):
    win = rules.Win(1, han=6, fu=30, yaku=("chinitsu",))
    game = play(begin(), rules.Ron(2, (win,)))
    page = sheet(game).press()
    assert "Nothing yet." in page.text
    assert page.type(riichi=[2]).press().save().is_saved
    assert fresh(game).played.hands[0].outcome.wins == (win,)


def test_a_forgotten_hand(sheet, played):
    page = sheet(played, hand=2).press("insert")
    assert "New hand 2" in page.text
    page.type(kind="tsumo", tsumo=3, **{"value_3": "b2000"}).press()
    assert "hand 2 was inserted: Tomás tsumo, 2,000/4,000" in page.text
    assert page.save(quick="forgotten", why="").is_saved
    assert [one.outcome.kind for one in fresh(played).played.hands] == [
        "ron",
        "tsumo",
        "exhaustive_draw",
        "tsumo",
    ]


def test_a_hand_at_the_end_and_none_after_all(sheet, played):
    page = sheet(played).look_at("new-4")
    assert "New hand 4" in page.text
    assert "Hand 3:" in page.press("leave").text


def test_a_hand_too_many(sheet, played):
    page = sheet(played, hand=2).press("delete")
    assert "hand 2 was left out: Draw, tenpai Marek and Tomás" in page.text
    assert page.save().is_saved
    assert [one.outcome.kind for one in fresh(played).played.hands] == ["ron", "tsumo"]


def test_hands_in_the_wrong_order(sheet, played):
    page = sheet(played, hand=2).press("up")
    assert "hand 1 was moved to 2" in page.text or "hand 2 was moved to 1" in page.text
    assert page.press("down").text.count("Nothing yet.") == 1
    assert page.press("down").save().is_saved
    assert [one.outcome.kind for one in fresh(played).played.hands] == ["ron", "tsumo", "exhaustive_draw"]


@pytest.mark.pitfall("B76")
def test_players_who_sat_in_each_others_seats_take_their_hands_with_them(begin, sheet, play, people):
    game = play(begin(), rules.Ron(3, (rules.Win(0, han=3, fu=40),)))
    assert scores(game) == [32_700, 25_000, 25_000, 17_300]
    page = sheet(game).type(one=0, two=1).press("exchange")
    assert "Aiko and Marek exchanged seats" in page.text
    assert "7,700" in page.text and "5,200" in page.text
    assert page.save().is_saved
    game = fresh(game)
    assert [seat.player for seat in game.seats.all()] == [people[1], people[0], *people[2:]]
    assert (scores(game), game.state.round, game.state.dealer) == ([25_000, 30_200, 25_000, 19_800], "E2", 1)


def test_names_that_were_mixed_up_leave_the_hands_where_they_are(sheet, played, people):
    before = scores(played)
    assert sheet(played).type(one=1, two=3).press("rename").save().is_saved
    assert [seat.player.name for seat in fresh(played).seats.all()] == [
        "Aiko",
        "Tomás",
        "Anne-Sophie",
        "Marek",
    ]
    assert scores(played) == before


def test_a_guest_who_turns_out_to_be_a_member(club, sheet, played):
    yui = club.players.create(name="Yui")
    page = sheet(played).type(player_2=yui.pk).press()
    assert "West: Anne-Sophie became Yui" in page.text
    assert page.save("She is a member").is_saved
    assert fresh(played).seats.get(seat=2).player == yui


def test_nobody_sits_twice(sheet, played, people):
    page = sheet(played).type(player_0=people[1].pk).press()
    assert "Somebody sits here twice." in page.text
    assert not page.save().is_saved


def test_rules_length_season_table_begin_and_end(club, sheet, played, other_table):
    full = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    spring = club.seasons.create(name="Spring", starts="2026-01-01", ends="2026-06-30", ruleset=full)
    page = sheet(played).type(
        ruleset="jpml",
        length="tonpuusen",
        season=spring.pk,
        table=other_table.pk,
        started_at="2026-03-01T19:05",
        ended_early="closing time",
    )
    page.press()
    for said in ("season: none became Spring", "table: Table 1 became Table 2", "1 Mar 2026, 19:05"):
        assert said in page.text
    assert "The game is over with this: ended early (closing time)." in page.text
    assert page.save().is_saved
    game = fresh(played)
    assert (game.rules.preset, game.rules.length, game.season, game.table) == (
        "jpml",
        "tonpuusen",
        spring,
        other_table,
    )
    assert (str(game.day), game.ended_early) == ("2026-03-01", "closing time")
    assert set(spring.totals.values_list("points", flat=True)) == {seat.points for seat in game.seats.all()}


def test_an_early_end_is_taken_away(sheet, played, door):
    played.end_early("closing time", **door(played))
    page = sheet(played).type(ended_early="").press()
    assert "The game is not over any more" in page.text
    assert page.save(choice="open").is_saved
    assert not fresh(played).is_over


def test_a_penalty_is_shown_by_name_and_can_be_taken_away(client, sheet, finished):
    page = sheet(finished).type(seat=1, points="-20", reason="Late arrival").press("add")
    assert "−20.0 for Marek: Late arrival" in page.text
    assert "The results add up to −20.0: Late arrival." in page.text
    assert page.save("As announced").is_saved
    seen = pages.text(client.get(f"/riverside/games/{finished.number}/"))
    assert "−20.0 Marek: Late arrival" in seen
    assert sum(seat.points for seat in fresh(finished).seats.all()) == -200
    page = sheet(finished).press("0", "drop")
    assert "taken away: −20.0 for Marek, Late arrival" in page.text
    assert page.save("He was in time").is_saved
    assert sum(seat.points for seat in fresh(finished).seats.all()) == 0


def test_a_penalty_asks_for_its_reason_once(sheet, finished):
    page = sheet(finished).type(seat=1, points="-20", reason="Late arrival").press("add")
    assert "What you said of the points will do: “Late arrival”." in page.text
    page = page.type(seat=0, points="-10", reason="Left early").press("add")
    assert page.save(why="").is_saved
    assert Change.objects.get(verb="correct").why == "Late arrival; Left early"
    page = sheet(finished).type(seat=0, points="5", reason="Left early").press("add")
    assert page.save(why="").is_saved, "a reason that was given before is one"
    assert Change.objects.filter(verb="correct").last().why == "Left early"


@pytest.mark.parametrize(
    "also",
    [{"drop": "0"}, {"score": "b640"}],
    ids=["another one is taken away", "a hand is another one"],
)
def test_the_reason_of_points_is_none_for_what_else_is_changed(sheet, finished, also):
    page = sheet(finished).type(seat=1, points="-20", reason="Late arrival").press("add")
    assert page.save(why="").is_saved
    page = sheet(finished, hand=1).type(seat=0, points="-10", reason="Left early")
    page = page.press("0", "drop") if "drop" in also else page.type(value_1="b640").press()
    assert "will do" not in page.text
    page = page.save(why="")
    assert not page.is_saved and "Say in a few words why." in page.text


def test_points_need_a_number_and_a_reason(sheet, finished):
    page = sheet(finished).type(seat=1, points="-20").press("add")
    assert "This field is required." in page.text
    assert not page.save().is_saved


def test_several_things_are_one_correction(sheet, played):
    page = sheet(played, hand=1).type(value_1="b640").look_at(3).type(value_0="b2000").look_at(2)
    assert page.press("delete").save().is_saved
    assert Change.objects.filter(verb="correct").count() == 1
    assert fresh(played).hands.count() == 2


def test_what_was_not_shown_is_not_saved(sheet, played):
    page = sheet(played, hand=1).type(value_1="b640").save()
    assert not page.is_saved
    assert "Look at it, and save it then." in page.text
    assert page.press("save").is_saved


def test_a_reason_is_asked_for(sheet, played):
    page = sheet(played, hand=1).type(value_1="b640").press().save(why="")
    assert "Say in a few words why." in page.text
    assert not page.is_saved


def test_starting_over(sheet, played):
    page = sheet(played, hand=1).type(value_1="b640").press()
    assert "Nothing yet." in page.press("afresh").text


# What no longer fits


def test_an_impossible_hand_is_named_and_corrected_in_the_same_go(begin, sheet, play, hand):
    game = play(begin(tobi="off"), hand.ron(1, 0), hand.tsumo(1, riichi=[0]))
    page = sheet(game, hand=1).type(value_1="y1").press()
    assert "Hand 2 is impossible now." in page.text
    assert "A player with less than 1,000 points cannot declare riichi." in page.text
    assert not page.save().is_saved
    assert "This has to be decided first." in page.text
    page.look_at(2).type(riichi=[]).press()
    assert "impossible" not in page.text
    assert page.save().is_saved


@pytest.fixture
def ended(sheet, finished):
    """The finished game as it would have ended after its second hand of four."""
    return sheet(finished, hand=2).type(value_0="y1").press()


def test_hands_after_the_end_are_set_aside_and_brought_back(sheet, finished, ended):
    before = fresh(finished).facts
    assert "The game ends after hand 2 of 4 now: 2 recorded hands come after that." in ended.text
    assert not ended.save().is_saved
    assert ended.save(choice="aside").is_saved
    game = fresh(finished)
    assert (game.hands.count(), game.ending) == (2, "tobi")
    first = game.changes.filter(verb="record").last()
    page = sheet(game, at=first.pk)
    assert "was inserted" in page.text
    assert page.save("It was right").is_saved
    assert fresh(game).facts == before


def test_a_correction_that_nobody_is_sure_of_is_a_proposal(
    client, sheet, finished, ended, organiser, signed_in
):
    before = fresh(finished).facts
    assert ended.save("Was it a yakuman?", choice="propose").is_saved
    game = fresh(finished)
    assert (game.facts, game.is_flagged) == (before, True)
    assert "a correction is proposed" in pages.text(client.get(f"/riverside/games/{game.number}/"))
    past = signed_in(organiser).get(f"/riverside/games/{game.number}/history/")
    assert "Was it a yakuman?" in pages.text(past)
    page = sheet(game, use=game.proposals.get().pk)
    assert page.save(choice="aside").is_saved
    assert fresh(game).hands.count() == 2
    assert not fresh(game).is_flagged


def test_a_proposal_is_dismissed(sheet, finished, ended, organiser, signed_in):
    ended.save(choice="propose")
    game = fresh(finished)
    asked = {"key": uuid.uuid4(), "version": game.version}
    signed_in(organiser).post(f"/riverside/games/{game.number}/history/dismiss/", asked)
    game = fresh(game)
    assert not game.is_flagged
    assert not game.proposals.exists()


def test_a_game_that_would_go_on_is_reopened_or_ended(sheet, finished):
    page = sheet(finished, hand=4).press("delete")
    assert "The game is not over any more: it would go on with East 4." in page.text
    assert not page.save(choice="early").is_saved
    assert "Say in a few words why the game ends there." in page.text
    assert page.save(choice="early", early="They went home").is_saved
    assert fresh(finished).ended_early == "They went home"
    page = sheet(finished).type(ended_early="").press()
    assert page.save(choice="open").is_saved
    assert not fresh(finished).is_over
    assert set(Seat.objects.filter(game=finished).values_list("points", flat=True)) == {None}


def test_it_cannot_go_on_where_the_table_plays_another(sheet, finished, begin):
    other = begin()
    page = sheet(finished, hand=4).press("delete")
    assert f"Table 1 plays game {other.number} now" in page.text
    assert not page.save(choice="open").is_saved
    assert "Its table plays another game now" in page.text
    assert fresh(finished).hands.count() == 4


def test_an_early_end_that_the_rules_come_before(sheet, played, door):
    played.end_early("closing time", **door(played))
    page = sheet(played, hand=3).type(value_0="y2").press()
    assert "The game ends by itself now, so its early end is taken away." in page.text
    assert page.save().is_saved
    assert (fresh(played).ending, fresh(played).ended_early) == ("tobi", "")


# Somebody is faster


def test_of_two_organisers_at_once_the_second_sees_what_the_first_did(sheet, played):
    one, two = (sheet(played, hand=number) for number in (1, 3))
    one.type(value_1="b640").press()
    two.type(value_0="b2000").press()
    assert one.save("The first").is_saved
    assert not two.save("The second").is_saved
    for said in ("Somebody was faster", "hand 1: 8,000 became 2,600", "The first"):
        assert said in two.text
    assert two.fields["why"] == ["The second"]
    assert two.press("save").is_saved
    first, _, third = fresh(played).played.hands
    assert (first.deltas[1], third.outcome.win.base) == (2_600, 2_000)


def test_two_who_change_the_same_hand_are_told(sheet, played):
    one, two = sheet(played, hand=1), sheet(played, hand=1)
    one.type(value_1="b640").press().save()
    two.type(value_1="b960").press()
    assert "The same things were changed in the meantime." in two.text
    assert two.save().is_saved
    assert fresh(played).played.hands[0].deltas[1] == 3_900


def test_the_hand_that_the_table_records_meanwhile_stays(sheet, played, play, hand):
    page = sheet(played, hand=1).type(value_1="b640").press()
    play(played, hand.draw(0))
    assert not page.save().is_saved
    assert "recorded hand 4 of game 1" in page.text
    assert page.press("save").is_saved
    assert fresh(played).hands.count() == 4


def test_a_correction_that_is_sent_again_is_done_once(sheet, played):
    page = sheet(played, hand=1).type(value_1="b640").press().type(why="wrong value")
    again = dict(page.fields)
    assert page.press("save").is_saved
    page.fields = again
    assert page.press("save").is_saved
    assert Change.objects.filter(verb="correct").count() == 1


def test_a_key_that_did_another_thing_saves_nothing_twice(sheet, played):
    page = sheet(played, hand=1).type(value_1="b640").press()
    page.type(key=Change.objects.filter(verb="record").last().key)
    assert page.save().is_saved
    assert Change.objects.filter(verb="correct").count() == 1


# Who may


def test_the_table_corrects_the_game_that_it_plays(tablet, played):
    page = Sheet(tablet, played, hand=1).type(value_1="b640").press()
    assert page.save().is_saved
    assert Change.objects.get(verb="correct").table == played.table
    assert (
        reverse("game-correct", args=["riverside", played.number])
        in tablet.get("/riverside/tables/1/log/").content.decode()
    )


def test_the_table_corrects_the_game_just_ended_until_the_next_begins(tablet, finished, begin):
    assert Sheet(tablet, finished).answer.status_code == 200
    begin()
    assert "sign-in" in Sheet(tablet, finished).answer.url


def test_no_other_table_corrects_it(tablet, played, other_table, begin):
    Game.objects.filter(pk=played.pk).update(table=other_table)
    assert "sign-in" in Sheet(tablet, played).answer.url


def test_nobody_else_does(client, signed_in, stranger, played):
    assert "sign-in" in Sheet(client, played).answer.url
    assert Sheet(signed_in(stranger), played).answer.status_code == 404


def test_a_cancelled_game_is_restored_first(sheet, played, door):
    played.cancel("a trial", **door(played))
    assert sheet(played).answer.status_code == 302


def test_a_hand_of_the_log_leads_to_its_correction_for_those_who_may(client, signed_in, organiser, played):
    address = reverse("game-correct", args=["riverside", played.number])
    page = f"/riverside/games/{played.number}/"
    assert f"{address}?hand=2" in signed_in(organiser).get(page).content.decode()
    assert address not in client.get(page).content.decode()


# What readers see


def test_the_history_in_words(client, sheet, played, people):
    sheet(played, hand=1).type(value_1="b640").press().save(quick="value", why="Marek counted again")
    Player.objects.filter(pk=people[1].pk).update(is_hidden=True)
    seen = pages.text(client.get(f"/riverside/games/{played.number}/"))
    assert "hand 1: 8,000 became 2,600 by the organiser, Wrong value: M. counted again" in seen
    assert "Marek" not in seen


def test_an_undo_stands_in_the_same_history(client, tablet, played, door):
    played.undo(**door(played))
    assert "hand 3 was taken back" in pages.text(client.get(f"/riverside/games/{played.number}/"))


def test_every_point_can_be_compared_and_brought_back(sheet, played, organiser, signed_in):
    before = fresh(played).facts
    sheet(played, hand=1).type(value_1="b640").press().save()
    sheet(played, hand=2).press("delete").save()
    past = signed_in(organiser).get(f"/riverside/games/{played.number}/history/")
    for said in ("hand 1: 8,000 became 2,600", "hand 2 was left out", "began game 1", "recorded hand 3"):
        assert said in pages.text(past)
    third = played.changes.filter(verb="record").last()
    assert sheet(played, at=third.pk).save("Back").is_saved
    assert fresh(played).facts == before


# Nothing that a page carries is trusted


@pytest.mark.parametrize("broken", [
    "", "{", "[]", "7", "null", '{"players": [1]}', '{"hands": 3}', "[" * 5_000, '{"a": NaN}', "9" * 5_000,
])  # fmt: skip
def test_facts_that_are_none(sheet, played, broken):
    page = sheet(played).type(facts=broken).press("save")
    assert page.answer.status_code == 200
    assert "cannot be read" in page.text


@pytest.mark.parametrize(("name", "value"), [
    ("players", [0, 1, 2, 3]), ("players", ["a"] * 4), ("players", None), ("season", 10**30), ("season", "x"),
    ("table", 99), ("started_at", "yesterday"), ("started_at", "2026-01-01T10:00"), ("started_at", None),
    ("ended_early", 5), ("ended_early", "x" * 201), ("ended_early", "\x00"), ("additions", [{"seat": 9}]),
    ("additions", [{"seat": 9, "points": 100, "reason": "x"}]),
    ("additions", [{"seat": 0, "points": 1.5, "reason": "x"}]),
    ("additions", [{"seat": 0, "points": 150, "reason": "x"}]),
    ("additions", [{"seat": 0, "points": 100, "reason": ""}]),
    ("hands", [[{"kind": "magic"}, "2026-01-01T10:00+00:00"]]), ("hands", [7]), ("hands", [["x", "y"]]),
    ("ruleset", {"preset": "none"}), ("ruleset", []), ("start", {"round": "X9"}), ("start", 5),
])  # fmt: skip
def test_facts_that_cannot_be(sheet, played, name, value):
    page = sheet(played)
    before = fresh(played).facts
    page.type(facts=json.dumps({**page.facts, name: value})).type(why="x").press("save")
    assert page.answer.status_code == 200
    assert fresh(played).facts == before


def test_players_of_another_club_are_none_of_this_one(sheet, played, other_table):
    other = Club.objects.create(name="Hilltop", slug="hilltop").players.create(name="Spy")
    page = sheet(played)
    page.type(facts=json.dumps({**page.facts, "players": [other.pk, *page.facts["players"][1:]]})).press()
    assert "cannot be read" in page.text
    assert "Spy" not in page.text


# And what is kept of a season


def test_totals_follow(club, sheet, begin, hand, play):
    full = rules.ruleset_to_full_json(rules.PRESETS["tenhou"])
    season = club.seasons.create(name="Spring", starts="2026-01-01", ends="2026-12-31", ruleset=full)
    game = begin(length="tonpuusen")
    Game.objects.filter(pk=game.pk).update(season=season)
    game = play(fresh(game), *one_round(hand))
    page = sheet(game, hand=1).type(**{"from": 2}).press()
    assert "Season total" in page.text
    assert page.save().is_saved
    kept = dict(Total.objects.filter(season=season).values_list("player", "points"))
    assert kept == {seat.player_id: seat.points for seat in fresh(game).seats.all()}
