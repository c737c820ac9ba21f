"""A game as it is recorded, beside what a correction would make of it."""

from dataclasses import dataclass, field, replace

from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, ngettext

import rules
from games import standings, words
from games.pairs import Pair

from .rebase import pairs
from .told import Names, play, told


@dataclass(frozen=True)
class Cell:
    """A seat in a hand: its change and the score after it; how it is shown is the proposal's."""

    change: Pair
    score: Pair
    is_dealer: bool
    in_riichi: bool

    @property
    def is_changed(self):
        return self.change.is_changed or self.score.is_changed


@dataclass(frozen=True)
class Row:
    """A hand of both: `was` and `number` are its numbers in the record and in the proposal, None where it
    is not in it. `note` says why it is not played; `refusal` is set where it cannot be.
    """

    was: int | None
    number: int | None
    name: Pair
    called: str
    what: Pair
    sum: Pair
    sticks: Pair
    cells: list[Cell]
    is_edited: bool
    note: str = ""
    is_refused: bool = False

    @property
    def is_changed(self):
        pairs = (self.name, self.what, self.sum, self.sticks)
        return bool(self.note) or any(one.is_changed for one in (*pairs, *self.cells))


@dataclass(frozen=True)
class Result:
    """What a player takes home, in this game and in its season."""

    name: str
    place: Pair
    score: Pair
    points: Pair
    total: Pair
    rank: Pair

    @property
    def game(self):
        return self.place, self.score, self.points

    @property
    def season(self):
        return self.total, self.rank


@dataclass(frozen=True)
class Finding:
    """A sentence on what follows; `kind` is "ok", "note", "warn" or "stop", `hand` the number of one that
    it is about.
    """

    kind: str
    text: str
    hand: int | None = None


@dataclass
class Correction:
    """What `facts` would make of the game, worked out as saving them does, without saving.

    `conflict` is what must be decided first: "impossible" (a hand cannot be), "beyond" (hands fall after
    the end), "open" (the game would go on), or "" where nothing must.
    """

    game: object
    facts: object
    now: rules.Game = field(init=False)
    refusal: rules.RulesError | None = field(init=False)

    def __post_init__(self):
        self.proposed, self.recorded, self.was = self.facts, self.game.recorded, self.game.recorded.play()
        self.facts, self.now, self.refusal = play(self.facts)
        self.names = Names(self.game.club, [self.recorded, self.facts])

    @property
    def is_changed(self):
        return self.facts != self.recorded

    @property
    def conflict(self):
        if self.refusal:
            return "beyond" if self.now.ending else "impossible"
        return "open" if self.was.ending and not self.now.ending else ""

    @property
    def played(self):
        """How many hands are played."""
        return len(self.now.hands)

    @property
    def beyond(self):
        """The numbers of the hands that are not."""
        return range(self.played + 1, len(self.facts.hands) + 1)

    @cached_property
    def told(self):
        """What is changed, a sentence each."""
        return told(self.recorded, self.facts, self.names)

    @cached_property
    def reason_of_points(self):
        """What was said of penalties and other points, where giving them is all that is done; else ""."""
        recorded, given = self.recorded, list(self.facts.additions)
        if replace(self.facts, additions=recorded.additions) != recorded:
            return ""
        for one in recorded.additions:
            if one not in given:
                return ""
            given.remove(one)
        return "; ".join(dict.fromkeys(one["reason"].strip() for one in given))

    # Hand by hand.

    @cached_property
    def seats(self):
        """The names over the columns."""
        return [
            Pair(was, now)
            for was, now in zip(self.names.seated(self.recorded), self.names.seated(self.facts), strict=True)
        ]

    @cached_property
    def rows(self):
        """Every hand from the first one that is touched."""
        first = self.recorded.first_difference(self.facts)
        return [
            self._row(was, number)
            for was, number in pairs(self.recorded, self.facts)
            if (was or first) >= first and (number or first) >= first
        ]

    @cached_property
    def changed(self):
        """How many hands change."""
        return sum(row.is_changed for row in self.rows)

    def _row(self, was, number):
        old = self.was.hands[was - 1] if was else None
        new = self.now.hands[number - 1] if number and number <= self.played else None
        facts = [
            self.recorded.hands[was - 1][0] if was else None,
            self.facts.hands[number - 1][0] if number else None,
        ]
        shown = new or old
        outcomes = [one and rules.outcome_from_json(one) for one in facts]
        seated = (self.recorded, self.facts)
        return Row(
            was,
            number,
            _pair(old, new, lambda hand: words.hand_code(hand.before)),
            words.hand_name(shown.before) if shown else "",
            Pair(*(one and self._what(one, who) for one, who in zip(outcomes, seated, strict=True))),
            Pair(
                words.sum_in_words(self.was.ruleset, old) if old else "",
                words.sum_in_words(self.now.ruleset, new) if new else "",
            ),
            _pair(
                old,
                new,
                lambda hand: words.points(hand.after.sticks * rules.STICK) if hand.after.sticks else "",
            ),
            [self._cell(old, new, seat) for seat in range(self.now.ruleset.players)] if shown else [],
            facts[0] != facts[1],
            self._note(number),
            bool(self.conflict == "impossible" and number == self.refusal.hand),
        )

    def _note(self, number):
        if number is None:
            return gettext("not in the game any more")
        if number <= self.played:
            return ""
        if self.conflict == "beyond":
            return gettext("after the end of the game")
        if number == self.refusal.hand:
            return words.error(self.refusal)
        return gettext("cannot be played before hand %(hand)s is right") % {"hand": self.refusal.hand}

    def _what(self, outcome, facts):
        # The names are escaped, and nothing else in the sentence was typed by anybody.
        names = [format_html("<b>{}</b>", name) for name in self.names.seated(facts)]
        return mark_safe(words.what_happened(outcome, names))

    @staticmethod
    def _cell(old, new, seat):
        shown = new or old
        return Cell(
            _pair(old, new, lambda hand: words.signed(hand.deltas[seat])),
            _pair(old, new, lambda hand: words.points(hand.after.scores[seat])),
            seat == shown.before.dealer,
            seat in shown.outcome.riichi,
        )

    # The end and the result.

    @property
    def end(self):
        """How the game stands or ended."""
        return Pair(self._end(self.was, self.recorded), self._end(self.now, self.facts))

    @staticmethod
    def _end(played, facts):
        if not played.ending:
            return gettext("goes on with %(hand)s") % {"hand": words.hand_name(played.state)}
        if facts.ended_early:
            return words.why_over(facts)
        hand = words.hand_name(played.hands[-1].before)
        return gettext("over after %(hand)s: %(why)s") % {"hand": hand, "why": words.ENDINGS[played.ending]}

    @cached_property
    def results(self):
        """The players of both, by place; while the game goes on, by score."""
        was, now = _figures(self.was, self.recorded), _figures(self.now, self.facts)
        rows = [self._result(player, was.get(player), now.get(player)) for player in {**now, **was}]
        return [row for _, row in sorted(rows, key=lambda row: row[0])]

    def _result(self, player, was, now):
        place = (now or was).place
        total, rank = self.totals.get(player, (Pair("", ""), Pair("", "")))
        row = Result(
            self.names.player(player),
            _pair(was, now, lambda one: str(words.PLACES[one.place])),
            _pair(was, now, lambda one: words.points(one.score)),
            _pair(was, now, lambda one: "" if one.points is None else words.result(one.points)),
            total,
            rank,
        )
        return (now is None, place), row

    @cached_property
    def moves(self):
        """What happens to everybody's season, in each season that is touched."""
        if self.game.cancelled_at:
            return []
        return standings.moves(self.game, self.facts, self.now)

    @cached_property
    def totals(self):
        """By player, total and rank in the season that the game counts for."""
        season = self.facts.season or self.recorded.season
        return {
            move.player.pk: (Pair.of(move.points, words.result), Pair.of(move.place, str))
            for move in self.moves
            if move.season.pk == season
        }

    @property
    def has_results(self):
        """Whether anybody takes anything home, before or after."""
        return bool(self.was.ending or self.now.ending)

    # In sentences.

    @cached_property
    def findings(self):
        """What follows, the gravest first."""
        found = [*self._conflicts(), *self._endings(), *self._course(), *self._places(), *self._sums()]
        grave = ["stop", "warn", "note", "ok"]
        return sorted(found, key=lambda finding: grave.index(finding.kind))

    def _conflicts(self):
        if self.conflict == "impossible":
            what = {"hand": self.refusal.hand, "why": words.error(self.refusal)}
            text = gettext("Hand %(hand)s is impossible now. %(why)s") % what
            yield Finding("stop", text, self.refusal.hand)
        if self.conflict == "beyond":
            one = ngettext(
                "The game ends after hand %(last)s of %(all)s now: %(count)s recorded hand comes after that.",
                "The game ends after hand %(last)s of %(all)s now: %(count)s recorded hands come after that.",
                len(self.beyond),
            )
            figures = {"last": self.played, "all": len(self.facts.hands), "count": len(self.beyond)}
            yield Finding("stop", one % figures)
        if self.conflict == "open":
            hand = words.hand_name(self.now.state)
            yield Finding(
                "stop",
                gettext("The game is not over any more: it would go on with %(hand)s.") % {"hand": hand},
            )

    def _endings(self):
        if self.proposed.ended_early and not self.facts.ended_early:
            yield Finding("warn", gettext("The game ends by itself now, so its early end is taken away."))
        if self.conflict == "impossible":
            return
        end = self.end
        is_note = self.recorded.is_scores_only and self.facts.is_scores_only
        if end.is_changed and self.now.ending and not is_note:
            text = (
                gettext("The game is %(now)s. Before: %(was)s.")
                if self.was.ending
                else gettext("The game is over with this: %(now)s.")
            )
            yield Finding("warn", text % {"now": end.now, "was": end.was})

    def _course(self):
        if not self.rows:
            return
        shifted = [
            row for row in self.rows if row.was and row.number and row.name.is_changed and not row.note
        ]
        if shifted:
            text = ngettext(
                "%(count)s hand becomes another round or honba.",
                "%(count)s hands become another round or honba.",
                len(shifted),
            )
            yield Finding("warn", text % {"count": len(shifted)})
        elif not self.conflict and not self.end.is_changed:
            if self.now.ending:
                yield Finding("ok", gettext("Rounds and honba stay as they were, and so does the end."))
            else:
                yield Finding("ok", gettext("Rounds and honba stay as they were."))

    def _places(self):
        if self.was.ending and self.now.ending:
            moved = [row for row in self.results if row.place.is_changed]
            if moved:
                each = ", ".join(_arrow(row.name, row.place) for row in moved)
                yield Finding("warn", gettext("Places change: %(each)s.") % {"each": each})
            else:
                yield Finding("ok", gettext("Everybody keeps their place."))
        for season in dict.fromkeys(move.season for move in self.moves):
            ranks = [
                (self.names.player(move.player.pk), Pair.of(move.place, str))
                for move in self.moves
                if move.season == season
            ]
            each = ", ".join(_arrow(name, rank) for name, rank in ranks if rank.is_changed)
            if each:
                text = gettext("Places in %(season)s change: %(each)s.")
                yield Finding("warn", text % {"season": season, "each": each})

    def _sums(self):
        total = words.points(self.now.ruleset.total)
        if self.rows and all(_all_there(self.now.ruleset, hand.after) for hand in self.now.hands):
            yield Finding(
                "ok", gettext("The scores add up to %(total)s after every hand.") % {"total": total}
            )
        if self.now.results and (
            open_sum := sum(result.chonbo + result.additions for result in self.now.results)
        ):
            reasons = words.listed(dict.fromkeys(one["reason"] for one in self.facts.additions)) or gettext(
                "chonbo"
            )
            told_sum = {"sum": words.result(open_sum), "why": reasons}
            yield Finding("note", gettext("The results add up to %(sum)s: %(why)s.") % told_sum)


def _all_there(ruleset, state):
    return sum(state.scores) + state.sticks * rules.STICK == ruleset.total


@dataclass(frozen=True)
class Figures:
    """What a seat has or takes home; no points while the game goes on."""

    place: int
    score: int
    points: int | None


def _figures(played, facts):
    """By player."""
    if played.results:
        figures = [Figures(one.place, one.score, one.points) for one in played.results]
    else:
        scores = played.state.scores
        places = rules.places_of(scores, shared=played.ruleset.ties == "split")
        figures = [Figures(place, score, None) for place, score in zip(places, scores, strict=True)]
    return dict(zip(facts.players, figures, strict=True))


def _pair(was, now, shown):
    return Pair.of((was, now), shown)


def _arrow(name, pair):
    none = gettext("none")
    return f"{name} {pair.was or none} → {pair.now or none}"
