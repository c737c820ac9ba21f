"""What holds under every ruleset, in every hand and every game."""

import json

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from rules import (
    PRESETS,
    Addition,
    Chonbo,
    Ending,
    ExhaustiveDraw,
    Record,
    Ron,
    RulesError,
    Tsumo,
    outcome_from_json,
    outcome_to_json,
    parse,
    play,
    record_from_json,
    record_to_json,
    ruleset_from_full_json,
    ruleset_from_json,
    ruleset_to_full_json,
    ruleset_to_json,
    settle,
    start_from_json,
    start_to_json,
    with_riichi,
)
from tests.rules.strategies import games, hands, house_rulesets, rulesets, states


def through_json(data):
    return parse(json.dumps(data))


# --- A hand


@given(hands())
def test_no_point_appears_or_vanishes(hand):
    ruleset, before, outcome = hand
    after = settle(ruleset, before, outcome).after
    assert sum(after.scores) + 1_000 * after.sticks == sum(before.scores) + 1_000 * before.sticks
    assert after.sticks >= 0


@given(hands())
def test_transfers_say_where_every_point_went(hand):
    ruleset, before, outcome = hand
    settled = settle(ruleset, before, outcome)
    balance = dict.fromkeys([*range(ruleset.players), None], 0)
    for move in settled.transfers:
        assert move.points > 0 and move.points % 100 == 0
        assert move.payer != move.payee
        assert (None in move[:2]) == (move.reason == "riichi_stick")
        balance[move.payer] -= move.points
        balance[move.payee] += move.points
    assert balance.pop(None) == 1_000 * (settled.after.sticks - before.sticks)
    assert tuple(balance.values()) == settled.deltas
    assert settled.after.scores == tuple(map(sum, zip(before.scores, settled.deltas, strict=True)))


@given(hands())
def test_dealer_and_honba_follow_from_how_the_hand_ended(hand):
    ruleset, before, outcome = hand
    after = settle(ruleset, before, outcome).after
    winners = {win.seat for win in outcome.wins}
    if isinstance(outcome, Chonbo):
        stays, honba = True, before.honba
    elif winners:
        stays = before.dealer in winners
        honba = before.honba + 1 if stays else 0
    else:
        is_draw = isinstance(outcome, ExhaustiveDraw)
        tenpai = is_draw and ruleset.renchan == "tenpai" and before.dealer in outcome.tenpai
        stays, honba = tenpai or not is_draw, before.honba + 1
    assert after.honba == honba
    turn = before.wind * ruleset.players + before.dealer
    assert after.wind * ruleset.players + after.dealer == turn + (not stays)


@given(hands())
def test_sticks_are_taken_by_a_winner_and_stay_otherwise(hand):
    ruleset, before, outcome = hand
    after = settle(ruleset, before, outcome).after
    if outcome.wins:
        assert after.sticks == 0
    else:
        put_down = 0 if isinstance(outcome, Chonbo) else len(outcome.riichi)
        assert after.sticks == before.sticks + put_down


@given(hands(), st.randoms())
def test_the_order_in_which_seats_are_told_does_not_matter(hand, random):
    ruleset, before, outcome = hand
    changes = {}
    for name in ("riichi", "tenpai", "nagashi", "seats", "winners"):
        if name in outcome._fields:
            shuffled = list(getattr(outcome, name))
            random.shuffle(shuffled)
            changes[name] = tuple(shuffled)
    same = outcome._replace(**changes)
    assert settle(ruleset, before, same).after == settle(ruleset, before, outcome).after


@given(hands(), st.integers(1, 3))
def test_no_seat_is_special_but_the_dealers(hand, turns):
    """All seats moved on round the table, everything moves with them."""
    ruleset, before, outcome = hand

    def moved(seat):
        return (seat + turns) % ruleset.players

    def moved_win(win):
        pao = win.pao and win.pao._replace(seat=moved(win.pao.seat))
        return win._replace(seat=moved(win.seat), pao=pao)

    changes = {"riichi": tuple(map(moved, outcome.riichi)), "stop": False}
    if isinstance(outcome, Ron):
        winners = tuple(map(moved_win, outcome.winners))
        changes |= {"discarder": moved(outcome.discarder), "winners": winners}
    elif isinstance(outcome, Tsumo):
        changes["win"] = moved_win(outcome.win)
    else:
        names = {"tenpai", "nagashi", "seats"} & set(outcome._fields)
        changes |= {name: tuple(map(moved, getattr(outcome, name))) for name in names}
    scores = tuple(before.scores[(seat - turns) % ruleset.players] for seat in range(ruleset.players))
    turned = before._replace(dealer=moved(before.dealer), scores=scores)
    deltas = settle(ruleset, turned, outcome._replace(**changes)).deltas
    assert tuple(deltas[moved(seat)] for seat in range(ruleset.players)) == (
        settle(ruleset, before, outcome).deltas
    )


@given(rulesets.flatmap(lambda ruleset: st.tuples(st.just(ruleset), states(ruleset))))
def test_lit_riichi_are_what_the_hand_will_put_down(given):
    ruleset, before = given
    able = [
        seat for seat in range(ruleset.players) if ruleset.riichi_below_1000 or before.scores[seat] >= 1_000
    ]
    lit = with_riichi(ruleset, before, tuple(able))
    settled = settle(ruleset, before, ExhaustiveDraw(tuple(range(ruleset.players)), riichi=tuple(able)))
    assert (lit.scores, lit.sticks) == (settled.after.scores, settled.after.sticks)


# --- A game


@given(games())
def test_the_points_of_the_game_stay_the_same_throughout(game):
    ruleset, start, outcomes = game
    for hand in play(ruleset, outcomes, start).hands:
        assert sum(hand.after.scores) + 1_000 * hand.after.sticks == ruleset.total


@given(games(), st.integers(0, 12))
def test_undo_is_deleting_the_last_hands(game, kept):
    ruleset, start, outcomes = game
    assert play(ruleset, outcomes[:kept], start).hands == play(ruleset, outcomes, start).hands[:kept]


@given(games())
def test_each_hand_begins_where_the_one_before_it_ended(game):
    ruleset, start, outcomes = game
    played = play(ruleset, outcomes, start)
    states = [start, *(hand.after for hand in played.hands)]
    assert [hand.before for hand in played.hands] == states[:-1]
    assert all(hand.ending is None for hand in played.hands[:-1])


@given(games())
def test_a_game_that_goes_on_has_no_reason_to_end(game):
    ruleset, start, outcomes = game
    for hand in play(ruleset, outcomes, start).hands:
        if isinstance(hand.outcome, Chonbo):
            assert hand.ending is None
        elif ruleset.tobi != "off" and min(hand.after.scores) < 0:
            assert hand.ending == Ending.TOBI
        elif hand.ending is None and ruleset.extension == "off":
            assert hand.after.wind <= ruleset.last_wind


@given(games(), st.lists(st.tuples(st.integers(0, 2), st.integers(-500, 500)), max_size=3))
def test_what_results_add_up_to(game, additions):
    ruleset, start, outcomes = game
    added = tuple(Addition(seat, 100 * hundreds, "why") for seat, hundreds in additions)
    played = play(ruleset, outcomes, start, additions=added)
    if played.ending is None:
        played = play(ruleset, outcomes, start, ended_early=True, additions=added)
    results, state = played.results, played.state

    lost = ruleset.total - sum(result.score for result in results)
    if ruleset.leftover_sticks == "nobody":
        assert lost == 1_000 * state.sticks
    elif ruleset.leftover_sticks == "split_down":
        assert 0 <= lost < 100 * ruleset.players
    else:
        assert lost == 0

    assert sum(result.uma for result in results) == 0
    assert sum(result.oka for result in results) == ruleset.oka
    assert sum(result.yakitori for result in results) == 0
    fouls = sum(len(outcome.seats) for outcome in outcomes if isinstance(outcome, Chonbo))
    deducted = fouls * ruleset.chonbo_points // 100 if ruleset.chonbo == "deduct" else 0
    assert sum(result.chonbo for result in results) == -deducted
    missing = 0 if ruleset.rounding == "whole" else lost // 100
    extra = sum(addition.points for addition in added) // 100
    assert sum(result.points for result in results) == extra - deducted - missing


@given(games())
def test_places_follow_the_scores_of_the_last_hand(game):
    ruleset, start, outcomes = game
    played = play(ruleset, outcomes, start)
    if played.ending is None:
        played = play(ruleset, outcomes, start, ended_early=True)
    scores = played.state.scores
    for seat, result in enumerate(played.results):
        better = [other for other, score in enumerate(scores) if score > scores[seat]]
        tied = [other for other, score in enumerate(scores) if score == scores[seat] and other < seat]
        assert result.place == 1 + len(better) + (0 if ruleset.ties == "split" else len(tied))
        for other in tied:
            apart = played.results[other].uma + played.results[other].oka - result.uma - result.oka
            assert ruleset.ties == "seat_order" or 0 <= apart <= 1


# --- JSON


@given(rulesets)
def test_rulesets_round_trip(ruleset):
    assert ruleset_from_json(through_json(ruleset_to_json(ruleset))) == ruleset
    assert ruleset_from_full_json(through_json(ruleset_to_full_json(ruleset))) == ruleset


@given(hands())
def test_hands_and_starts_round_trip(hand):
    ruleset, before, outcome = hand
    assert outcome_from_json(through_json(outcome_to_json(outcome))) == outcome
    assert start_from_json(ruleset, through_json(start_to_json(before))) == before


@given(games(), st.none() | st.just("closing time"))
def test_records_round_trip(game, ended_early):
    ruleset, start, outcomes = game
    players = tuple({"name": f"P{seat}", "id": seat} for seat in range(ruleset.players))
    additions = (Addition(1, -2_000, "late"),)
    record = Record(ruleset, players, tuple(outcomes), start, ended_early, additions, {"started_at": "now"})
    assert record_from_json(through_json(record_to_json(record))) == record


# --- Anything at all

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
anything = st.deferred(
    lambda: (
        scalars | st.lists(anything, max_size=4) | st.dictionaries(st.text(max_size=5), anything, max_size=4)
    )
)


def places_in(data):
    """Every (container, key) in a value."""
    if isinstance(data, dict | list):
        for key, inner in list(data.items() if isinstance(data, dict) else enumerate(data)):
            yield data, key
            yield from places_in(inner)


@given(games(house_rulesets(), max_hands=4), st.data())
def test_a_record_with_anything_in_any_place_is_played_or_refused(game, data):
    ruleset, start, outcomes = game
    record = record_to_json(Record(ruleset, ({"name": "P"},) * ruleset.players, tuple(outcomes), start))
    record["ruleset"] = ruleset_to_full_json(ruleset)
    record = through_json(record)
    container, key = data.draw(st.sampled_from(list(places_in(record))))
    container[key] = data.draw(anything)
    try:
        record_from_json(record).play()
    except RulesError as error:
        assert str(error).endswith(".")


@given(anything)
def test_anything_is_a_record_or_refused(value):
    for reader in (record_from_json, outcome_from_json, ruleset_from_json, ruleset_from_full_json):
        try:
            reader(value)
        except RulesError as error:
            assert str(error)


# --- That the tests above mean something


@pytest.mark.parametrize("why", [why for why in Ending if why != "early"])
def test_games_of_every_ending_are_among_the_examples(why):
    def ends_so(game):
        ruleset, start, outcomes = game
        return play(ruleset, outcomes, start).ending == why

    only_looking = settings(max_examples=10_000, phases=[Phase.generate])
    assert find(games(st.just(PRESETS["tenhou"])), ends_so, settings=only_looking)
