"""Correcting equals having recorded it right the first time; restoring equals never having corrected."""

import uuid
from dataclasses import replace

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from games import standings
from games.management.commands.rebuild import rebuild
from games.models import Evening, Game, Player, Stale, StillPlaying, Total
from tests.rules.strategies import rulesets, states

MIDWAY = {"round": "S4", "honba": 0, "sticks": 0, "scores": [25000, 25000, 24000, 26000]}
RON = {"kind": "ron", "discarder": 2, "wins": [{"seat": 1, "base": 960}], "riichi": []}


@pytest.fixture
def season(club):
    return club.seasons.create(
        name="League",
        starts="2020-01-01",
        ends="2100-01-01",
        ruleset=rules.ruleset_to_full_json(rules.PRESETS["tenhou"]),
    )


@pytest.fixture
def league(table, people, season):
    """Begin a game that counts for the season."""

    def league(preset="tenhou", start=None, **changes):
        ruleset = rules.ruleset_from_json({"preset": preset, **changes})
        start = rules.start_from_json(ruleset, start) if start else None
        by = {"table": table}
        return Game.begin(table, people, ruleset, key=uuid.uuid4(), by=by, season=season, start=start)

    return league


def fresh(game):
    return Game.objects.get(pk=game.pk)


def test_a_changed_hand_changes_everything_after_it(game, hand, door):
    game.record(hand.ron(0, 2, base=2000), **door(game))
    game.record(hand.draw(0), **door(game))
    game.correct(game.facts.change(1, RON), "wrong winner", **door(game))
    game = fresh(game)
    assert [hand.before.round for hand in game.played.hands] == ["E1", "E2"]
    assert list(game.state.scores) == [28000, 27900, 20100, 24000]
    change = game.changes.get(verb="correct")
    assert (change.why, change.before["hands"][0][0]["wins"], change.after["hands"][0][0]) == (
        "wrong winner",
        [{"seat": 0, "base": 2000}],
        RON,
    )


def test_a_correction_needs_a_reason(game, hand, door):
    game.record(hand.draw(), **door(game))
    with pytest.raises(rules.RulesError, match="reason"):
        game.correct(game.facts.change(1, RON), " ", **door(game))


def test_hands_after_the_new_end_are_refused(begin, hand, door):
    game = begin(start={**MIDWAY, "round": "S3"})
    for outcome in (hand.draw(), hand.draw(0)):
        game.record(outcome, **door(game))
    tobi = {"kind": "ron", "discarder": 2, "wins": [{"seat": 1, "yakuman": 1}], "riichi": []}
    with pytest.raises(rules.RulesError, match="over before"):
        game.correct(game.facts.change(1, tobi), "wrong value", **door(game))
    game = fresh(game)
    assert (game.version, game.hands.count(), game.changes.filter(verb="correct").count()) == (2, 2, 0)


def test_a_proposal_changes_nothing_but_the_flag(game, hand, door):
    game.record(hand.draw(), **door(game))
    facts = game.facts
    game.propose(facts.change(1, RON), "to be checked", **door(game))
    game = fresh(game)
    assert (game.is_flagged, game.facts, game.changes.last().after["hands"][0][0]) == (True, facts, RON)
    game.correct(facts.change(1, RON), "checked", **door(game))
    assert not fresh(game).is_flagged


def test_a_resent_correction_corrects_once(game, hand, door):
    game.record(hand.draw(), **door(game))
    asked, facts = door(game), game.facts.change(1, RON)
    for _ in range(2):
        game.correct(facts, "wrong", **asked)
    assert (fresh(game).version, game.changes.filter(verb="correct").count()) == (2, 1)


def test_a_correction_of_an_old_board_is_refused(game, hand, door):
    game.record(hand.draw(), **door(game))
    old, facts = door(game), game.facts.change(1, RON)
    game.record(hand.draw(), **door(game))
    with pytest.raises(Stale):
        game.correct(facts, "wrong", **old)
    assert game.hands.count() == 2


def test_a_game_is_not_reopened_at_a_table_that_plays(begin, people, table, hand, door):
    game = begin(start=MIDWAY)
    game.record(hand.ron(3, 0, base=2000), **door(game))
    Game.begin(table, people, rules.PRESETS["tenhou"], key=uuid.uuid4(), by={"table": table})
    with pytest.raises(StillPlaying):
        game.correct(game.facts.change(1, RON), "wrong", **door(game))
    assert fresh(game).ending == "agari_yame"


def test_a_corrected_end_takes_the_results_back_or_gives_them(begin, hand, door):
    game = begin(start=MIDWAY)
    game.record(hand.ron(3, 0, base=2000), **door(game))
    facts = game.facts
    game.correct(
        facts.change(1, {"kind": "exhaustive_draw", "tenpai": [3], "riichi": []}),
        "it was a draw",
        **door(game),
    )
    game = fresh(game)
    assert (game.ending, game.ended_at, [seat.points for seat in game.seats.all()]) == ("", None, [None] * 4)
    game.correct(facts, "it was a win", **door(game))
    assert [seat.points for seat in fresh(game).seats.all()] == [-370, 50, -160, 480]


@pytest.mark.pitfall("B76")
def test_seats_are_exchanged_and_every_hand_follows(game, hand, door, people):
    game.record(rules.Ron(discarder=3, winners=(rules.Win(0, han=3, fu=40),)), **door(game))
    assert list(fresh(game).state.scores) == [32700, 25000, 25000, 17300]
    facts = game.facts
    exchanged = {"kind": "ron", "discarder": 3, "wins": [{"seat": 1, "han": 3, "fu": 40}], "riichi": []}
    players = (facts.players[1], facts.players[0], *facts.players[2:])
    game.correct(replace(facts.change(1, exchanged), players=players), "wrong seats", **door(game))
    game = fresh(game)
    assert list(game.state.scores) == [25000, 30200, 25000, 19800] and game.state.round == "E2"
    assert [seat.player for seat in game.seats.all()][:2] == [people[1], people[0]]


def test_a_penalty_is_part_of_the_result_by_name(league, hand, door, season):
    game = league(start=MIDWAY)
    game.record(hand.ron(3, 0, base=2000), **door(game))
    penalty = {"seat": 3, "points": -20000, "reason": "late"}
    game.correct(replace(game.facts, additions=(penalty,)), "came late", **door(game))
    seat = fresh(game).seats.get(seat=3)
    assert (seat.points, seat.other) == (480 - 200, -200)
    assert Total.objects.get(player=seat.player).points == 280


def test_a_season_change_moves_what_the_game_counts_for(league, hand, door, season, club):
    game = league(start=MIDWAY)
    game.record(hand.ron(3, 0, base=2000), **door(game))
    assert [one.total.points for one in standings.table(season)] == [480, 50, -160, -370]
    game.correct(replace(game.facts, season=None), "a friendly", **door(game))
    assert standings.table(season) == []


def test_cancelled_games_count_for_nothing_until_restored(league, hand, door, season):
    game = league(start=MIDWAY)
    game.record(hand.ron(3, 0, base=2000), **door(game))
    game.cancel("never happened", **door(game))
    assert standings.table(season) == []
    game.restore(**door(game))
    assert [one.total.points for one in standings.table(season)] == [480, 50, -160, -370]


def test_ties_share_a_place_and_few_games_have_none(league, hand, door, season):
    season.minimum_games = 1
    season.save()
    game = league("wrc")
    game.end_early("closing time", **door(game))
    assert [one.place for one in standings.table(season)] == [1, 1, 1, 1]
    assert [(one.total.first, one.total.fourth) for one in standings.table(season)] == [(3, 3)] * 4
    season.minimum_games = 2
    assert [one.place for one in standings.table(season)] == [None] * 4


def test_a_preview_of_the_season_is_what_the_save_brings(league, hand, door, season):
    game = league(start=MIDWAY)
    game.record(hand.ron(3, 0, base=2000), **door(game))
    facts = game.facts.change(1, {**RON, "wins": [{"seat": 1, "yakuman": 1}]})
    moves = standings.moves(game, facts, facts.play())
    game.correct(facts, "a yakuman", **door(game))
    now = {one.player: (one.total.points, one.place) for one in standings.table(season)}
    assert {move.player: (move.points[1], move.place[1]) for move in moves} == now
    assert {move.points[0] for move in moves} == {480, 50, -160, -370}


def test_a_preview_tells_of_all_that_a_guest_played(league, people, hand, door):
    """Guests have no place, and totals like everybody: what is said of them was of this game alone."""
    guest = people[0].club.players.create(name="Guest", is_guest=True)
    games = [league(start=MIDWAY)]
    games[0].end_early("late", **door(games[0]))
    facts = replace(games[0].facts, players=(guest.pk, *games[0].facts.players[1:]))
    games[0].correct(facts, "it was the guest", **door(games[0]))
    games.append(league(start=MIDWAY))
    games[1].end_early("late", **door(games[1]))
    for game, player, expected in ((games[1], guest, (1, 2)), (games[0], people[0], (1, None))):
        facts = replace(game.facts, players=(player.pk, *game.facts.players[1:]))
        [move] = [one for one in standings.moves(game, facts, facts.play()) if one.player == guest]
        points = guest.totals.get().points
        assert move.games == expected and move.place == (None, None)
        assert move.points == (points, expected[1] and 2 * points)


def test_nothing_differs_when_all_is_rebuilt(league, hand, door, capsys):
    game = league(start=MIDWAY)
    game.record(hand.ron(3, 0, base=2000), **door(game))
    call_command("rebuild")
    assert capsys.readouterr().out == "0 differences.\n"
    Total.objects.update(points=7)
    with pytest.raises(SystemExit):
        call_command("rebuild")
    assert "4 differences." in capsys.readouterr().out
    assert standings.table(game.season)[0].total.points == 480


# Random games, random corrections.

OUTCOMES = st.one_of(
    st.builds(
        lambda seats, base, riichi: rules.Ron(
            discarder=seats[0],
            winners=(rules.Win(seats[1], base=base),),
            riichi=tuple(sorted(riichi - {seats[0]})),
        ),
        st.permutations(range(4)),
        st.sampled_from([240, 480, 960, 2000, 3000]),
        st.frozensets(st.integers(0, 3), max_size=2),
    ),
    st.builds(
        lambda seat, base: rules.Tsumo(win=rules.Win(seat, base=base)),
        st.integers(0, 3),
        st.sampled_from([240, 960, 2000]),
    ),
    st.builds(
        lambda tenpai: rules.ExhaustiveDraw(tenpai=tuple(sorted(tenpai))), st.frozensets(st.integers(0, 3))
    ),
    st.just(rules.AbortiveDraw(reason="nine_terminals")),
)
PLENTY = {"preset": "wrc", "abortive_draws": ["nine_terminals"], "chonbo": "off"}


def hands_of(outcomes):
    return [rules.outcome_to_json(outcome) for outcome in outcomes]


def seen(game):
    """All that a reader sees of a game and its season, but for its history."""
    game = fresh(game)
    seats = [
        {name: getattr(seat, name) for name in (*seat.RESULT, *seat.COUNTERS, "player_id")}
        for seat in game.seats.all()
    ]
    totals = [
        {name: getattr(total, name) for name in Total.SUMS}
        for total in Total.objects.filter(games__gt=0).order_by("player")
    ]
    evenings = Evening.objects.filter(games__gt=0).order_by("player")
    totals += [(one.player_id, one.day, one.games, one.points) for one in evenings]
    facts = replace(game.facts, hands=tuple(hand for hand, _ in game.facts.hands), started_at="")
    return facts, game.ending, game.state, seats, totals


@pytest.fixture
def record_all(league, door):
    def record_all(outcomes, early=True):
        game = league(**PLENTY)
        for outcome in outcomes:
            if game.is_over:
                break
            for seat in outcome.riichi:
                game.light(seat, True, version=game.version)
            game.record(outcome, **door(game))
        if early and not game.is_over:
            game.end_early("closing time", **door(game))
        return game

    return record_all


EXAMPLES = settings(max_examples=20)


@EXAMPLES
@given(outcomes=st.lists(OUTCOMES, min_size=1, max_size=8), data=st.data())
def test_correcting_equals_having_recorded_it_right(record_all, door, outcomes, data):
    right = record_all(outcomes)
    played = [hand.outcome for hand in right.played.hands]
    expected = seen(right)
    Game.objects.all().delete()
    Total.objects.all().delete()
    Evening.objects.all().delete()
    number = data.draw(st.integers(1, len(played)))
    wrong = record_all([*played[: number - 1], data.draw(OUTCOMES), *played[number:]])
    facts = wrong.facts
    proposed = replace(
        facts, hands=tuple((hand, facts.started_at) for hand in hands_of(played)), ended_early=""
    )
    if not proposed.play().ending:
        proposed = replace(proposed, ended_early="closing time")
    wrong.correct(proposed, "recorded wrong", **door(wrong))
    got = seen(wrong)
    assert got == expected
    assert list(rebuild(wrong.club)) == []
    Game.objects.all().delete()
    Total.objects.all().delete()
    Evening.objects.all().delete()


@EXAMPLES
@given(outcomes=st.lists(OUTCOMES, min_size=2, max_size=6), data=st.data())
def test_restoring_equals_never_having_corrected(record_all, door, outcomes, data):
    game = record_all(outcomes)
    expected, point = seen(game), game.changes.last()
    for _ in range(data.draw(st.integers(1, 3))):
        facts = game.facts
        edit = data.draw(st.sampled_from(["change", "insert", "delete", "move", "exchange", "season"]))
        number = data.draw(st.integers(1, max(1, len(facts.hands))))
        hand = rules.outcome_to_json(data.draw(OUTCOMES))
        changed = {
            "change": lambda f, n, h: f.change(n, h) if f.hands else f,
            "insert": lambda f, n, h: f.insert(n, h),
            "delete": lambda f, n, h: f.delete(n),
            "move": lambda f, n, h: f.move(n, 1) if f.hands else f,
            "exchange": lambda f, n, h: replace(f, players=f.players[::-1]),
            "season": lambda f, n, h: replace(f, season=None),
        }[edit](facts, number, hand)
        try:
            game.correct(changed, "an experiment", **door(game))
        except rules.RulesError:
            continue
        assert list(rebuild(game.club)) == []
    game.correct(fresh(game).facts_at(point), "as it was", **door(game))
    assert seen(game) == expected
    assert list(rebuild(game.club)) == []
    Game.objects.all().delete()
    Total.objects.all().delete()
    Evening.objects.all().delete()
    assert Player.objects.count() == 4


@EXAMPLES
@given(data=st.data())
def test_final_scores_corrected_are_as_if_entered_right(club, people, season, door, data):
    ruleset = data.draw(rulesets)
    seated, wrongly = (data.draw(st.permutations(people))[: ruleset.players] for _ in range(2))
    right, wrong = (data.draw(states(ruleset)) for _ in range(2))

    def enter(players, final, season):
        asked = {"key": uuid.uuid4(), "by": {}, "season": season}
        return Game.enter(club, players, ruleset, final, "From paper", **asked)

    game = enter(seated, right, season)
    facts, expected, point = game.facts, seen(game), game.changes.get()
    game.cancel("to begin anew", **door(game))
    other = enter(wrongly, wrong, data.draw(st.sampled_from([season, None])))
    other.correct(replace(facts, started_at=other.facts.started_at), "read wrong", **door(other))
    assert seen(other) == expected
    assert list(rebuild(club)) == []
    other.cancel("to begin anew", **door(other))
    game.restore(**door(game))
    game.correct(replace(facts, start=rules.start_to_json(wrong), season=None), "a trial", **door(game))
    game.correct(fresh(game).facts_at(point), "as it was", **door(game))
    assert seen(game) == expected
    assert list(rebuild(club)) == []
    Game.objects.all().delete()
    Total.objects.all().delete()
    Evening.objects.all().delete()
