"""All that was reported of a game, as one value: correcting a game is replacing it."""

from dataclasses import dataclass, replace

import rules


class Reported:
    """What a game and its facts have in common: `start`, `ended_early`, and whether there are hands."""

    @property
    def is_scores_only(self):
        """Whether only the final scores were entered: they are what it was taken over with, and no hand
        was played from there. It counts for places and points, and for nothing that is told of hands.
        """
        return bool(self.start and self.ended_early) and not self.has_hands


@dataclass(frozen=True)
class Facts(Reported):
    """What a game is played from. `hands` are pairs of a hand as a record has it and the moment it was
    recorded at; `players` (their numbers, in seat order), `season` and `table` are the club's; the
    `ruleset` has every key; `additions` are the record's, penalties among them.
    """

    players: tuple
    ruleset: dict
    hands: tuple = ()
    start: dict | None = None
    ended_early: str = ""
    additions: tuple = ()
    season: int | None = None
    table: int | None = None
    started_at: str = ""

    @classmethod
    def from_json(cls, data):
        """As the history has it."""
        hands = tuple((hand, at) for hand, at in data.get("hands", ()))
        kept = {name: data[name] for name in cls.__dataclass_fields__ if name in data}
        tuples = {name: tuple(kept.get(name, ())) for name in ("players", "additions")}
        return cls(**{**kept, **tuples, "hands": hands})

    def to_json(self):
        data = {name: getattr(self, name) for name in self.__dataclass_fields__}
        lists = {name: list(data[name]) for name in ("players", "additions")}
        return {**data, **lists, "hands": [list(hand) for hand in self.hands]}

    # Playing.

    @property
    def has_hands(self):
        return bool(self.hands)

    @property
    def rules(self):
        return rules.ruleset_from_full_json(self.ruleset)

    def play(self):
        """The game that these facts come to. Raises RulesError, with its `hand` where it is about one."""
        outcomes = []
        for number, (hand, _) in enumerate(self.hands, 1):
            try:
                outcomes.append(rules.outcome_from_json(hand))
            except rules.RulesError as refusal:
                raise refusal.in_hand(number) from None
        ruleset = self.rules
        start = rules.start_from_json(ruleset, self.start) if self.start else None
        additions = tuple(rules.Addition(**addition) for addition in self.additions)
        return rules.play(ruleset, outcomes, start, bool(self.ended_early), additions)

    def play_as_far(self):
        """The game as far as it can be played, and the refusal that stopped it, None where nothing did."""
        try:
            return self.play(), None
        except rules.RulesError as refusal:
            if refusal.hand is None:
                raise
            return self.until(refusal.hand - 1).play(), refusal

    # What a correction does. Hands are numbered from 1.

    def until(self, number):
        """Its first hands alone, and no early end."""
        return replace(self, hands=self.hands[:number], ended_early="")

    def change(self, number, hand):
        """Another report of this hand."""
        hands = list(self.hands)
        hands[number - 1] = (hand, hands[number - 1][1])
        return replace(self, hands=tuple(hands))

    def insert(self, number, hand, at=None):
        """A forgotten hand, which becomes this number; recorded, for all we know, with its neighbour."""
        hands = list(self.hands)
        neighbour = hands[min(number, len(hands)) - 1][1] if hands else self.started_at
        hands.insert(number - 1, (hand, at or neighbour))
        return replace(self, hands=tuple(hands))

    def delete(self, number):
        """Without this hand."""
        return replace(self, hands=self.hands[: number - 1] + self.hands[number:])

    def move(self, number, to):
        """This hand in another place."""
        hands = list(self.hands)
        hands.insert(to - 1, hands.pop(number - 1))
        return replace(self, hands=tuple(hands))

    def reseat(self, order):
        """The players in another order, each with all that they did: `order` are the seats as they were."""
        seats = {old: new for new, old in enumerate(order)}
        start = self.start and {**self.start, "scores": [self.start["scores"][old] for old in order]}
        return replace(
            self,
            players=tuple(self.players[old] for old in order),
            hands=tuple((_reseated(hand, seats), at) for hand, at in self.hands),
            start=start,
            additions=tuple({**one, "seat": seats[one["seat"]]} for one in self.additions),
        )

    def among(self, players):
        """With other players in place of these: {who they were: who they are}."""
        return replace(self, players=tuple(players.get(player, player) for player in self.players))

    def first_difference(self, other):
        """The number of the first hand from which on the two may differ in what is played."""
        mine, others = self, other
        if (mine.ruleset, mine.start) != (others.ruleset, others.start):
            return 1
        pairs = zip(mine.hands, others.hands, strict=False)
        same = next((i for i, (one, two) in enumerate(pairs) if one[0] != two[0]), None)
        return (min(len(mine.hands), len(others.hands)) if same is None else same) + 1


SEAT, SEATS = ("seat", "discarder"), ("tenpai", "nagashi", "seats", "riichi")  # what a hand names seats by


def _reseated(facts, seats):
    """A hand, or what is within one, with its seats renumbered."""
    if isinstance(facts, list):
        return [_reseated(one, seats) for one in facts]
    if not isinstance(facts, dict):
        return facts
    renumbered = {}
    for name, value in facts.items():
        if name in SEAT:
            renumbered[name] = seats[value]
        elif name in SEATS:
            renumbered[name] = sorted(seats[seat] for seat in value)
        else:
            renumbered[name] = _reseated(value, seats)
    return renumbered


def facts_at(changes):
    """The facts of a game after these changes of it, from its first one on."""
    facts = None
    for change in changes:
        facts = _after(facts, change)
    return facts


def handed_over(changes):
    """Whose seats are whose after these changes: {player: player}. A merge that was taken back is none."""
    moves = []
    for change in changes:
        if change.verb in (change.Verb.MERGE_PLAYERS, change.Verb.UNMERGE_PLAYERS):
            for old, new in zip(change.before["players"], change.after["players"], strict=True):
                if (new, old) in moves:
                    moves.remove((new, old))
                else:
                    moves.append((old, new))
    who = {}
    for old, new in moves:
        who = {one: new if now == old else now for one, now in who.items()}
        who.setdefault(old, new)
    return who


def _after(facts, change):
    verb = change.Verb
    match change.verb:
        case verb.START | verb.ENTER | verb.BRING | verb.CORRECT:
            return Facts.from_json(change.after)
        case verb.MERGE_PLAYERS | verb.UNMERGE_PLAYERS:
            return replace(facts, players=tuple(change.after["players"]))
        case verb.FILE_GAMES | verb.UNFILE_GAMES:
            return replace(facts, season=change.after["season"])
        case verb.RECORD:
            return replace(facts, hands=(*facts.hands, (change.after, change.at.isoformat())))
        case verb.UNDO if change.hand is None:
            return replace(facts, ended_early="")
        case verb.UNDO:
            return replace(facts, hands=facts.hands[:-1])
        case verb.END_EARLY:
            return replace(facts, ended_early=change.after["ended_early"])
    return facts
