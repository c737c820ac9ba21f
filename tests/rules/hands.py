"""Short words for the tests: seats by their first wind, states, and what a table reports."""

from dataclasses import replace

from rules import PRESETS, WINDS, AbortiveDraw, Chonbo, ExhaustiveDraw, Pao, Ron, State, Tsumo, Win

EAST, SOUTH, WEST, NORTH = range(4)
TENHOU = PRESETS["tenhou"]
FREE = replace(TENHOU, tobi="off")  # Tenhou's rules, where nobody can be too poor to play on


def state(round="E1", honba=0, sticks=0, scores=(25_000,) * 4, clock="running"):
    return State(WINDS.index(round[0]), int(round[1]) - 1, honba, sticks, tuple(scores), clock)


def win(seat, *value, pao=None, yakuman=None, base=None):
    """`win(WEST, 3, 40)` is 3 han 40 fu; `pao=(NORTH, 1)` makes North liable for one yakuman."""
    han, fu = (*value, None, None)[:2]
    return Win(seat, han, fu, base, yakuman, Pao(*pao) if pao else None)


def ron(discarder, *wins, **more):
    return Ron(discarder, wins, **more)


def tsumo(a_win, **more):
    return Tsumo(a_win, **more)


def draw(*tenpai, **more):
    return ExhaustiveDraw(tenpai, **more)


def abort(reason="nine_terminals", **more):
    return AbortiveDraw(reason, **more)


def chonbo(*seats, **more):
    return Chonbo(seats, **more)
