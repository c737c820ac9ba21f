"""Hypothesis strategies: rulesets, outcomes that can be, whole games. For tests of any part."""

from dataclasses import replace

from hypothesis import strategies as st

from rules import (
    FU,
    OPTIONS,
    PRESETS,
    SPOKEN_BASES,
    AbortiveDraw,
    Chonbo,
    ExhaustiveDraw,
    Pao,
    Ron,
    State,
    Tsumo,
    Win,
    asks_dealer,
    exists,
    first_state,
    rounds,
    settle,
    start_from_json,
)

HANDS = [(han, fu) for han in range(1, 5) for fu in FU if exists(han, fu)]
LIMIT_HANDS = [(han, fu) for han in (5, 6, 8, 11, 13, 15) for fu in (None, 30)]
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=10)
presets = st.sampled_from(list(PRESETS.values()))


@st.composite
def house_rulesets(draw, base=presets):
    """A preset with any options changed."""
    ruleset = draw(base)
    changed = draw(st.sets(st.sampled_from(sorted(OPTIONS.keys() - {"preset", "players"})), max_size=8))
    return replace(ruleset, **{key: draw(values_of(ruleset, key)) for key in sorted(changed)})


rulesets = presets | house_rulesets()


def values_of(ruleset, key):
    """Values of one option that fit a ruleset's number of players."""
    option, players = OPTIONS[key], ruleset.players
    honba, noten = (300, 600) if players == 4 else (200, 200)
    particular = {
        "uma": st.one_of(rows(players).map(lambda row: (row,)), st.tuples(*[rows(players)] * (players + 1))),
        "honba_points": st.integers(0, 10).map(lambda n: n * honba),
        "noten_points": st.integers(0, 10).map(lambda n: n * noten),
        "starting_points": st.integers(1, 500).map(lambda n: n * 100),
    }
    if key in particular:
        return particular[key]
    return {
        "choice": st.sampled_from(list(option.choices) or [None]),
        "flag": st.booleans(),
        "points": st.integers(0, 500).map(lambda n: n * 100),
        "minutes": st.none() | st.integers(1, 600),
        "list": st.lists(st.sampled_from(list(option.choices) or [""]), unique=True).map(tuple),
        "text": texts,
    }[option.kind]


def rows(players):
    """A row of uma, which adds up to zero."""
    figures = st.lists(st.integers(-500, 500), min_size=players - 1, max_size=players - 1)
    return figures.map(lambda row: (*row, -sum(row)))


@st.composite
def states(draw, ruleset):
    """Any state a game can be taken over in."""
    if draw(st.booleans()):
        return first_state(ruleset)
    sticks = draw(st.integers(0, min(4, ruleset.total // 1_000)))
    hundreds = (ruleset.total - sticks * 1_000) // 100
    weights = draw(st.lists(st.integers(0, 20), min_size=ruleset.players - 1, max_size=ruleset.players - 1))
    scores = [hundreds * weight // 40 * 100 for weight in weights]
    scores.append(hundreds * 100 - sum(scores))
    names = rounds(ruleset)
    start = {
        "round": draw(st.sampled_from(names) | st.just(names[-1])),
        "honba": draw(st.integers(0, 5)),
        "sticks": sticks,
        "scores": draw(st.permutations(scores)),
    }
    return start_from_json(ruleset, start)


def subsets(draw, seats, min_size=0):
    if not seats:
        return ()
    return tuple(draw(st.lists(st.sampled_from(seats), unique=True, min_size=min_size, max_size=len(seats))))


@st.composite
def wins(draw, ruleset, seat):
    """A hand of `seat`, told in any of the ways."""
    kind = draw(st.sampled_from(["hand", "hand", "limit", "base", "yakuman"]))
    if kind == "hand":
        return Win(seat, *draw(st.sampled_from(HANDS)))
    if kind == "limit":
        return Win(seat, *draw(st.sampled_from(LIMIT_HANDS)))
    if kind == "base":
        return Win(seat, base=draw(st.sampled_from(sorted(SPOKEN_BASES))))
    count = draw(st.integers(1, 3)) if ruleset.yakuman_stack else 1
    pao = None
    if ruleset.pao and draw(st.booleans()):
        liable = draw(st.sampled_from([other for other in range(ruleset.players) if other != seat]))
        pao = Pao(liable, draw(st.integers(1, count)))
    return Win(seat, yakuman=count, pao=pao, yaku=draw(st.sampled_from([(), ("daisangen",)])))


@st.composite
def outcomes(draw, ruleset, state: State):
    """Anything a table can report in this state under these rules."""
    seats = list(range(ruleset.players))
    able = [seat for seat in seats if state.scores[seat] >= 1_000 or ruleset.riichi_below_1000]
    time = draw(st.integers(0, 15)) == 15
    kinds = ["ron", "ron", "tsumo", "exhaustive_draw"]
    kinds += ["abortive_draw"] * bool(ruleset.playable_aborts) + ["chonbo"] * (ruleset.chonbo != "off")
    kind = draw(st.sampled_from(kinds))
    if kind == "exhaustive_draw":
        tenpai = subsets(draw, seats)
        nagashi = subsets(draw, seats) if ruleset.nagashi_mangan == "draw" and draw(st.booleans()) else ()
        riichi = subsets(draw, [seat for seat in able if seat in tenpai])
        outcome = ExhaustiveDraw(tenpai, nagashi, riichi, time)
    elif kind == "abortive_draw":
        aborts = [reason for reason in ruleset.playable_aborts if reason != "four_riichi" or len(able) == 4]
        if not aborts:
            return ExhaustiveDraw()
        reason = draw(st.sampled_from(aborts))
        outcome = AbortiveDraw(reason, tuple(able) if reason == "four_riichi" else subsets(draw, able), time)
    elif kind == "chonbo":
        outcome = Chonbo(subsets(draw, seats, min_size=1), subsets(draw, able), time)
    elif kind == "tsumo":
        outcome = Tsumo(draw(wins(ruleset, draw(st.sampled_from(seats)))), subsets(draw, able), time)
    else:
        discarder, *others = draw(st.permutations(seats))
        most = 1 if ruleset.multi_ron == "atamahane" else len(others)
        if "triple_ron" in ruleset.abortive_draws:
            most = min(most, 2)
        winners = others[: draw(st.integers(1, most))]
        hands = tuple(draw(wins(ruleset, seat)) for seat in winners)
        outcome = Ron(discarder, hands, subsets(draw, able), time)
    if asks_dealer(ruleset, state, outcome):
        outcome = outcome._replace(stop=draw(st.booleans()))
    return outcome


@st.composite
def hands(draw, rulesets=rulesets):
    """One hand: (ruleset, state, outcome)."""
    ruleset = draw(rulesets)
    state = draw(states(ruleset))
    return ruleset, state, draw(outcomes(ruleset, state))


@st.composite
def games(draw, rulesets=rulesets, max_hands=12):
    """A game from any start: (ruleset, start, outcomes), over or not."""
    ruleset = draw(rulesets)
    start = state = draw(states(ruleset))
    played = []
    for _ in range(draw(st.integers(0, max_hands))):
        outcome = draw(outcomes(ruleset, state))
        played.append(outcome)
        hand = settle(ruleset, state, outcome)
        if hand.ending:
            break
        state = hand.after
    return ruleset, start, played
