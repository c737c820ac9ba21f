"""What a correction is said to do, before it is done."""

from dataclasses import replace

import pytest

import rules
from games.correction import Correction, Names, told
from games.correction.rebase import rebase
from games.facts import Facts
from games.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(begin, hand, door):
    """Marek's mangan from Anne-Sophie, a draw with Marek tenpai, Aiko's tsumo, all under Tenhou rules."""
    game = begin()
    for outcome in (hand.ron(1, 2, base=2_000), hand.draw(1), hand.tsumo(0)):
        game.record(outcome, **door(game))
    return Game.objects.with_hands().get(pk=game.pk)


def json(outcome):
    return rules.outcome_to_json(outcome)


def texts(correction):
    return [finding.text for finding in correction.findings]


def test_nothing_is_changed(played):
    correction = Correction(played, played.facts)
    assert not correction.is_changed
    assert (correction.rows, correction.told, correction.conflict) == ([], [], "")


def test_a_hand_shows_what_it_was_and_what_it_will_be(played, hand):
    correction = Correction(played, played.facts.change(1, json(hand.ron(1, 3, base=2_000))))
    row = correction.rows[0]
    assert (row.was, row.number, row.is_edited, row.name.is_changed) == (1, 1, True, False)
    assert (row.what.was, row.what.now) == (
        "<b>Marek</b> ron from <b>Anne-Sophie</b>",
        "<b>Marek</b> ron from <b>Tomás</b>",
    )
    assert [(cell.score.was, cell.score.now) for cell in row.cells] == [
        ("25,000", "25,000"),
        ("33,000", "33,000"),
        ("17,000", "25,000"),
        ("25,000", "17,000"),
    ]
    assert [cell.change.now for cell in row.cells] == ["0", "+8,000", "0", "−8,000"]
    assert [cell.is_dealer for cell in row.cells] == [True, False, False, False]


def test_only_hands_from_the_first_one_touched_are_shown(played, hand):
    correction = Correction(played, played.facts.change(2, json(hand.draw(2))))
    assert [row.number for row in correction.rows] == [2, 3]


def test_rounds_honba_and_sticks_that_follow_are_told(played, hand):
    correction = Correction(played, played.facts.change(2, json(hand.draw(2, riichi=[2]))))
    assert [(row.name.was, row.name.now) for row in correction.rows] == [("E2", "E2"), ("E2-1", "E3-1")]
    assert [(row.sticks.was, row.sticks.now) for row in correction.rows] == [("", "1,000"), ("", "")]
    assert "1 hand becomes another round or honba." in texts(correction)


def test_what_stays_is_told_as_well(played, hand):
    correction = Correction(played, played.facts.change(1, json(hand.ron(1, 2))))
    assert "Rounds and honba stay as they were." in texts(correction)
    assert "The scores add up to 100,000 after every hand." in texts(correction)


def test_names_are_escaped(played, hand, people):
    people[1].name = "<i>"
    people[1].save()
    game = Game.objects.with_hands().get(pk=played.pk)
    row = Correction(game, game.facts.change(1, json(hand.ron(1, 3)))).rows[0]
    assert row.what.now == "<b>&lt;i&gt;</b> ron from <b>Tomás</b>"


def test_an_inserted_and_a_deleted_hand_stand_alone(played, hand):
    correction = Correction(played, played.facts.insert(2, json(hand.ron(3, 0))).delete(4))
    assert [(row.was, row.number) for row in correction.rows] == [(None, 2), (2, 3), (3, None)]
    assert correction.rows[2].note == "not in the game any more"


def test_the_result_and_what_moves_in_the_season(club, played, hand, door):
    season = club.seasons.create(
        name="Spring", starts="2026-01-01", ends="2026-12-31", ruleset=played.ruleset
    )
    played.end_early("closing time", **door(played))
    Game.objects.filter(pk=played.pk).update(season=season)
    game = Game.objects.with_hands().get(pk=played.pk)
    plain = replace(game.facts, season=None)
    game.correct(plain, "x", **door(game))
    game = Game.objects.with_hands().get(pk=game.pk)
    correction = Correction(game, replace(plain, season=season.pk))
    [first, *_] = correction.results
    assert (first.name, first.place.now, first.total.was, first.rank.now) == ("Marek", "1st", "", "1")
    assert first.total.now == first.points.now
    assert any(text.startswith("Places in Spring change: Aiko none → ") for text in texts(correction))


def test_a_player_who_leaves_is_shown_as_well(club, played, door):
    played.end_early("closing time", **door(played))
    game = Game.objects.with_hands().get(pk=played.pk)
    yui = club.players.create(name="Yui")
    players = (*game.facts.players[:3], yui.pk)
    correction = Correction(game, replace(game.facts, players=players))
    assert [row.name for row in correction.results][-1] == "Tomás"
    assert correction.results[-1].place.now == ""
    assert correction.told == ["North: Tomás became Yui"]


@pytest.mark.parametrize(("change", "conflict", "played_hands"), [
    (lambda facts, hand: facts.change(1, json(hand.ron(1, 2, base=6_000))), "", 3),
    (lambda facts, hand: facts.change(1, json(rules.Ron(2, (rules.Win(1, yakuman=1),)))), "beyond", 1),
    (lambda facts, hand: facts.change(2, json(rules.Chonbo((1,)))), "impossible", 1),
])  # fmt: skip
def test_conflicts(played, hand, change, conflict, played_hands):
    correction = Correction(played, change(played.facts, hand))
    assert (correction.conflict, correction.played) == (conflict, played_hands)
    assert [bool(row.note) for row in correction.rows if row.number].count(True) == 3 - played_hands


# In words


@pytest.mark.parametrize(("change", "sentences"), [
    (lambda facts, hand: facts.change(1, json(hand.ron(1, 2))), ["hand 1: 8,000 became 3,900"]),
    (lambda facts, hand: facts.change(2, json(hand.draw(1, riichi=[1]))),
     ["hand 2: no riichi became riichi Marek"]),
    (lambda facts, hand: facts.move(1, 3), ["hand 1 was moved to 3"]),
    (lambda facts, hand: facts.move(3, 1), ["hand 3 was moved to 1"]),
    (lambda facts, hand: facts.until(0), ["hands 1 to 3 were left out"]),
    (lambda facts, hand: facts.delete(1).delete(1),
     ["hand 1 was left out: Marek ron from Anne-Sophie, 8,000", "hand 2 was left out: Draw, tenpai Marek"]),
    (lambda facts, hand: replace(facts, ended_early="late"), ["early end: none became late"]),
    (lambda facts, hand: replace(facts, additions=({"seat": 1, "points": -20_000, "reason": "late"},)),
     ["−20.0 for Marek: late"]),
    (lambda facts, hand: facts.reseat((1, 0, 2, 3)),
     ["hand 1: 8,000 became 12,000", "Aiko and Marek exchanged seats"]),
])  # fmt: skip
def test_what_was_changed_in_words(club, played, hand, change, sentences):
    facts = change(played.facts, hand)
    assert told(played.facts, facts, Names(club, [played.facts, facts])) == sentences


# Two at once


def facts(*hands, **more):
    return Facts(players=(1, 2, 3, 4), ruleset={}, hands=tuple((one, "") for one in hands), **more)


@pytest.mark.parametrize(("draft", "current", "both"), [
    ("aXc", "abcd", "aXcd"), ("abX", "Ybc", "YbX"), ("Xbc", "ab", "Xb"), ("abc", "ab", "ab"),
    ("ac", "abcd", "acd"),
    ("aXbc", "abYc", "aXbYc"), ("aXc", "abc", "aXc"), ("abcX", "abcY", "abcXY"),
])  # fmt: skip
def test_two_changes_in_different_hands_are_both_done(draft, current, both):
    assert rebase(facts(*draft), facts(*"abc"), facts(*current)) == (facts(*both), False)


@pytest.mark.parametrize(("draft", "current"), [("aXc", "aYc"), ("XYc", "aZc")])
def test_of_two_changes_of_one_hand_the_drafts_is_taken_and_told(draft, current):
    assert rebase(facts(*draft), facts(*"abc"), facts(*current)) == (facts(*draft), True)


def test_other_things_of_two_changes_are_both_done():
    base = facts("a")
    mine, theirs = replace(base, season=3), replace(base, ended_early="late")
    assert rebase(mine, base, theirs) == (replace(base, season=3, ended_early="late"), False)
    assert rebase(mine, base, replace(base, season=4)) == (mine, True)
