"""What a correction changed, in words: for the history, and for whoever is about to save it."""

from dataclasses import replace
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

import rules
from games import words

from .rebase import ends, pairs

LENGTHS = {"hanchan": _("Hanchan"), "tonpuusen": _("Tonpuusen")}


class Names:
    """What facts name by number: players, seasons, tables. A query for each, however many facts.

    `public` names are those that anybody may see.
    """

    def __init__(self, club, facts, public=False):
        self.club, self._facts, self._name = club, list(facts), "shown" if public else "short"

    @cached_property
    def players(self):
        players = self.club.players.select_related("merged_into")
        return players.in_bulk({player for one in self._facts for player in one.players})

    @cached_property
    def seasons(self):
        return self.club.seasons.in_bulk({one.season for one in self._facts} - {None})

    @cached_property
    def tables(self):
        return self.club.tables.in_bulk({one.table for one in self._facts} - {None})

    def player(self, number):
        found = self.players.get(number)
        return getattr(found.itself, self._name) if found else pgettext("a player", "somebody")

    def seated(self, facts):
        """The names by seat."""
        return [self.player(number) for number in facts.players]

    def season(self, number):
        return str(self.seasons.get(number) or pgettext("season", "none"))

    def table(self, number):
        return str(self.tables.get(number) or pgettext("table", "none"))

    def moment(self, text):
        shape = pgettext("moment of a change", "j M Y, H:i")
        return date_format(parse_datetime(text).astimezone(ZoneInfo(self.club.time_zone)), shape)


def play(facts):
    """The facts, without an early end where the game ends by itself; what they come to as far as they can
    be played; and the refusal that stopped it, None where nothing did.
    """
    try:
        return facts, *facts.play_as_far()
    except rules.RulesError:
        if not facts.ended_early:
            raise
    facts = replace(facts, ended_early="")
    return facts, *facts.play_as_far()


def told(before, after, names):
    """All that differs, a sentence each; a few at most are of interest, and no rule is asked twice."""
    sentences = [*_hands(before, after, names), *_players(before, after, names)]
    for label, was, now in _others(before, after, names):
        if was != now:
            values = {"what": label, "was": was, "now": now}
            sentences.append(gettext("%(what)s: %(was)s became %(now)s") % values)
    return [*sentences, *_additions(before, after, names)]


def _hands(before, after, names):
    if [hand for hand, _ in before.hands] == [hand for hand, _ in after.hands]:
        return
    if moved := _moved(before, after):
        yield gettext("hand %(was)s was moved to %(now)s") % dict(zip(("was", "now"), moved, strict=True))
        return
    was, now = Told(before, names), Told(after, names)
    beside = pairs(before, after)
    yield from _alone(
        [new for old, new in beside if old is None],
        now,
        gettext("hand %(hand)s was inserted: %(what)s"),
        gettext("hands %(first)s to %(last)s were inserted"),
    )
    yield from _alone(
        [old for old, new in beside if new is None],
        was,
        gettext("hand %(hand)s was left out: %(what)s"),
        gettext("hands %(first)s to %(last)s were left out"),
    )
    for old, new in beside:
        if None in (old, new):
            continue
        if before.hands[old - 1][0] != after.hands[new - 1][0]:
            one, other = was.beside(old, now, new)
            if one != other:
                values = {"hand": new, "was": one, "now": other}
                yield gettext("hand %(hand)s: %(was)s became %(now)s") % values


def _alone(numbers, hands, one, several):
    """What is said of hands that only one of the two has: of many in a row, only which."""
    for _step, run in groupby(enumerate(numbers), lambda item: item[1] - item[0]):
        run = [number for _index, number in run]
        if len(run) > 2:
            yield several % {"first": run[0], "last": run[-1]}
        else:
            yield from (one % {"hand": number, "what": hands.hand(number)} for number in run)


def _moved(before, after):
    """The hand that was moved, and where to, where this is all that happened to the hands."""
    was, now = ([hand for hand, _ in facts.hands] for facts in (before, after))
    first, rest = ends(was, now)
    part, other = was[first : len(was) - rest], now[first : len(now) - rest]
    if len(part) != len(other) or len(part) < 2:
        return None
    if [*part[1:], part[0]] == other:
        return first + 1, first + len(part)
    if [part[-1], *part[:-1]] == other:
        return first + len(part), first + 1
    return None


class Told:
    """The hands of some facts in words."""

    def __init__(self, facts, names):
        self.names = names.seated(facts)
        self.played = play(facts)[1]
        self.outcomes = [rules.outcome_from_json(hand) for hand, _ in facts.hands]

    def hand(self, number):
        """Aiko ron from Marek, 7,700."""
        what, value = self._what(number), self.value(number)
        return f"{what}, {value}" if value else what

    def _what(self, number):
        return words.what_happened(self.outcomes[number - 1], self.names)

    def value(self, number):
        """What was won, as players say it; "" where nothing was, or the hand cannot be played."""
        if number > len(self.played.hands):
            return ""
        hand = self.played.hands[number - 1]
        tsumo = isinstance(hand.outcome, rules.Tsumo)
        bases = [(win, rules.base_points(self.played.ruleset, win)) for win in hand.outcome.wins]
        return ", ".join(words.spoken(base, win.seat == hand.before.dealer, tsumo) for win, base in bases)

    def beside(self, number, other, its_number):
        """The two hands in as few words as tell them apart."""
        one, two = self._what(number), other._what(its_number)
        if one != two:
            return f"“{self.hand(number)}”", f"“{other.hand(its_number)}”"
        if self.value(number) != other.value(its_number):
            return self.value(number), other.value(its_number)
        return self._rest(number), other._rest(its_number)

    def _rest(self, number):
        """What is said of a hand last: riichi, han and fu, the time."""
        outcome = self.outcomes[number - 1]
        parts = [words.value(win, rules.base_points(self.played.ruleset, win)) for win in outcome.wins]
        in_riichi = words.listed(self.names[seat] for seat in outcome.riichi)
        parts.append(
            gettext("riichi %(players)s") % {"players": in_riichi} if in_riichi else gettext("no riichi")
        )
        if outcome.time:
            parts.append(gettext("time was up"))
        if outcome.stop:
            parts.append(gettext("the dealer ended the game"))
        return ", ".join(part for part in parts if part)


def _players(before, after, names):
    if before.players == after.players:
        return
    if sorted(before.players) == sorted(after.players):
        where = [seat for seat, player in enumerate(before.players) if after.players[seat] != player]
        if len(where) == 2:
            people = words.listed(names.player(before.players[seat]) for seat in where)
            yield gettext("%(players)s exchanged seats") % {"players": people}
            return
    for wind, was, now in zip(rules.WINDS, names.seated(before), names.seated(after), strict=False):
        if was != now:
            seat = {"seat": words.WIND_NAMES[wind], "was": was, "now": now}
            yield gettext("%(seat)s: %(was)s became %(now)s") % seat


def _others(before, after, names):
    """What there is one of in a game: its name, what it was, what it is."""
    one, two = before.rules, after.rules
    yield gettext("rules"), one.title, two.title
    yield gettext("length"), LENGTHS[one.length], LENGTHS[two.length]
    if one.title == two.title and replace(one, length=two.length) != two:
        yield gettext("rules"), gettext("as they were"), gettext("others of the same name")
    if before.season != after.season:
        yield gettext("season"), names.season(before.season), names.season(after.season)
    if before.table != after.table:
        yield gettext("table"), names.table(before.table), names.table(after.table)
    yield gettext("begin"), names.moment(before.started_at), names.moment(after.started_at)
    none = pgettext("early end", "none")
    label = gettext("note") if before.is_scores_only and after.is_scores_only else gettext("early end")
    yield label, before.ended_early or none, after.ended_early or none
    yield from _start(before, after, names)


def _start(before, after, names):
    """What it was taken over with, or was over with where that is all that was entered."""
    if not (before.start and after.start):
        yield (
            gettext("taken over"),
            *(gettext("midway") if facts.start else gettext("not at all") for facts in (before, after)),
        )
        return
    if not (before.is_scores_only and after.is_scores_only):
        yield gettext("taken over before"), *(_hand_of_start(facts) for facts in (before, after))
    yield gettext("riichi sticks"), before.start["sticks"], after.start["sticks"]
    # A score is the player's where the same people sit, else the seat's.
    is_same = sorted(before.players) == sorted(after.players)
    scores = dict(zip(before.players if is_same else after.players, before.start["scores"], strict=True))
    for player, score in zip(after.players, after.start["scores"], strict=True):
        label = gettext("score of %(player)s") % {"player": names.player(player)}
        yield label, words.points(scores[player]), words.points(score)


def _hand_of_start(facts):
    return words.hand_name(rules.start_from_json(facts.rules, facts.start))


def _additions(before, after, names):
    was, now = ([tuple(sorted(one.items())) for one in facts.additions] for facts in (before, after))
    for facts, additions, others, sentence in (
        (before, was, now, gettext("taken away: %(points)s for %(player)s, %(reason)s")),
        (after, now, was, gettext("%(points)s for %(player)s: %(reason)s")),
    ):
        for one in map(dict, additions):
            if tuple(sorted(one.items())) not in others:
                player = names.player(facts.players[one["seat"]])
                points = words.result(one["points"] // 100)
                yield sentence % {"points": points, "player": player, "reason": one["reason"]}
