"""What happened at the table, in words: rounds, hands, sums, what comes next, why it ended."""

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import rules

KANJI = {"E": "東", "S": "南", "W": "西", "N": "北"}
WIND_NAMES = {"E": _("East"), "S": _("South"), "W": _("West"), "N": _("North")}
LIMIT_NAMES = {
    "mangan": _("Mangan"),
    "haneman": _("Haneman"),
    "baiman": _("Baiman"),
    "sanbaiman": _("Sanbaiman"),
    "yakuman": _("Yakuman"),
}
ABORTS = {
    "nine_terminals": _("Nine terminals"),
    "four_winds": _("Four winds"),
    "four_riichi": _("Four riichi"),
    "four_kans": _("Four kans"),
    "triple_ron": _("Triple ron"),
}
ENDINGS = {
    "tobi": _("somebody is out of points (tobi)"),
    "time": _("the time is up"),
    "agari_yame": _("the dealer won and is first (agari-yame)"),
    "tenpai_yame": _("the dealer is tenpai and first (tenpai-yame)"),
    "last_hand": _("the last hand is over"),
    "target": _("the target is reached"),
    "extension_over": _("the extension is over"),
    "early": _("ended early"),
}
SCORES_ONLY = _("final scores only")
LAST_OWNER = _("The club needs an owner: make somebody else one first.")
PLACES = {
    1: pgettext_lazy("place", "1st"),
    2: pgettext_lazy("place", "2nd"),
    3: pgettext_lazy("place", "3rd"),
    4: pgettext_lazy("place", "4th"),
}


def points(number):
    """32,300 and −1,200: grouped as the language does, with a true minus."""
    text = number_format(abs(number), decimal_pos=0, use_l10n=True, force_grouping=True)
    return f"−{text}" if number < 0 else text


def signed(number):
    """+1,000, −1,200 and 0."""
    return f"+{points(number)}" if number > 0 else points(number)


def result(tenths):
    """A result of tenths, always with its sign: +46.3, −15.5, 0.0."""
    text = number_format(abs(tenths) / 10, decimal_pos=1, use_l10n=True, force_grouping=True)
    return ("+" if tenths > 0 else "−" if tenths < 0 else "") + text


def tenths(number):
    """22.5 of 225."""
    return number_format(number / 10, decimal_pos=1, use_l10n=True)


def rounded(number, places):
    """24.7 of 24.68 with one place; Django's `number_format` alone cuts off what it does not show."""
    return number_format(round(number, places), decimal_pos=places, use_l10n=True)


def hundredths(number):
    """2.04 of 204."""
    return number_format(number / 100, decimal_pos=2, use_l10n=True)


def error(refusal):
    """A refusal of the rules, in the reader's language."""
    return gettext(refusal.message) % refusal.values


def round_name(state):
    """East 2."""
    return round_of(state.round)


def round_of(code):
    """East 2 of E2."""
    return f"{WIND_NAMES[code[0]]} {code[1:]}"


def hand_name(state):
    """East 2, 1 honba; without honba the round alone."""
    if not state.honba:
        return round_name(state)
    honba = ngettext("%(count)s honba", "%(count)s honba", state.honba) % {"count": state.honba}
    return f"{round_name(state)}, {honba}"


def hand_code(state):
    """E2-1, for tables with little room."""
    return f"{state.round}-{state.honba}" if state.honba else state.round


def listed(names):
    """Aiko, Marek and Tomás."""
    names = list(names)
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def what_happened(outcome, names):
    """The hand in a few words; `names` by seat."""
    if isinstance(outcome, rules.Ron):
        winners = listed(
            names[win.seat] for win in rules.in_turn(len(names), outcome.discarder, outcome.wins)
        )
        return gettext("%(winners)s ron from %(discarder)s") % {
            "winners": winners,
            "discarder": names[outcome.discarder],
        }
    if isinstance(outcome, rules.Tsumo):
        return gettext("%(winner)s tsumo") % {"winner": names[outcome.win.seat]}
    if isinstance(outcome, rules.ExhaustiveDraw):
        return _draw(outcome, names)
    if isinstance(outcome, rules.AbortiveDraw):
        return gettext("Abortive draw: %(reason)s") % {"reason": str(ABORTS[outcome.reason]).lower()}
    return gettext("Chonbo by %(players)s") % {"players": listed(names[seat] for seat in outcome.seats)}


def _draw(outcome, names):
    if outcome.nagashi:
        players = listed(names[seat] for seat in outcome.nagashi)
        return gettext("Nagashi mangan by %(players)s") % {"players": players}
    if not outcome.tenpai:
        return gettext("Draw, nobody tenpai")
    if len(outcome.tenpai) == len(names):
        return gettext("Draw, everybody tenpai")
    return gettext("Draw, tenpai %(players)s") % {"players": listed(names[seat] for seat in outcome.tenpai)}


def value(win, base):
    """3 han 30 fu, a limit's name, or "" where only the value was told."""
    if win.yakuman is not None:
        if win.yakuman == 1:
            return str(LIMIT_NAMES["yakuman"])
        return gettext("%(count)s yakuman") % {"count": win.yakuman}
    if win.han is None or win.han >= 5:
        limit = rules.limit_name(base)
        name = str(LIMIT_NAMES[limit]) if limit else ""
        return f"{name}, {han(win.han)}" if win.han and name else name
    return gettext("%(han)s %(fu)s fu") % {"han": han(win.han), "fu": win.fu}


def han(count):
    """3 han."""
    return ngettext("%(count)s han", "%(count)s han", count) % {"count": count}


def spoken(base, dealer, tsumo):
    """A value as players say it: 3,900 by ron, 1,300/2,600 or 2,600 all by tsumo."""
    cell = rules.value_cell(base, dealer)
    if not tsumo:
        return points(cell.ron)
    if dealer:
        return gettext("%(points)s all") % {"points": points(cell.tsumo)}
    return f"{points(cell.tsumo)}/{points(cell.tsumo_dealer)}"


def parts(hand, seat):
    """What a winner gets, in parts: (points, kind, count) for the hand, honba and sticks, in this order.

    `count` is how many honba or sticks; the points of a riichi stick of one's own are among them.
    """
    got = {"hand": 0, "honba": 0, "stick": 0}
    for move in hand.transfers:
        if move.payee == seat:
            kind = {"honba": "honba", "riichi_stick": "stick"}.get(move.reason, "hand")
            got[kind] += move.points
    counts = {"hand": 1, "honba": hand.before.honba, "stick": got["stick"] // rules.STICK}
    return [(got[kind], kind, counts[kind]) for kind in got if got[kind]]


def part_name(kind, count):
    """2 honba, 1 stick."""
    if kind == "honba":
        return ngettext("%(count)s honba", "%(count)s honba", count) % {"count": count}
    return ngettext("%(count)s stick", "%(count)s sticks", count) % {"count": count}


def sum_in_words(ruleset, hand, names=None):
    """How the points of a hand come about: 3,900 (3 han 30 fu) + 2 honba 600 + 1 stick 1,000. With names it
    says whose.
    """
    outcome = hand.outcome
    if outcome.wins:
        tsumo, from_seat = isinstance(outcome, rules.Tsumo), getattr(outcome, "discarder", 0)
        winners = rules.in_turn(len(hand.deltas), from_seat, outcome.wins)
        sums = {win.seat: _win_sum(ruleset, hand, win, tsumo) for win in winners}
        return "; ".join(f"{names[seat]} {text}" if names else text for seat, text in sums.items())
    if isinstance(outcome, rules.ExhaustiveDraw):
        return _draw_sum(hand)
    if isinstance(outcome, rules.Chonbo):
        return gettext("the hand is played again")
    return gettext("no payments")


def _win_sum(ruleset, hand, win, tsumo):
    base = rules.base_points(ruleset, win)
    text = spoken(base, win.seat == hand.before.dealer, tsumo)
    named = value(win, base)
    text = f"{text} ({named})" if named else text
    if win.pao:
        text = gettext("%(value)s with liability") % {"value": text}
    for got, kind, count in parts(hand, win.seat):
        if kind != "hand":
            text += f" + {part_name(kind, count)} {points(got)}"
    return text


def _draw_sum(hand):
    paid = {move.points for move in hand.transfers if move.reason == rules.Reason.NOTEN}
    if hand.outcome.nagashi:
        return gettext("paid as a mangan tsumo")
    if not paid:
        return gettext("no payments")
    noten = [seat for seat in range(len(hand.deltas)) if seat not in hand.outcome.tenpai]
    each = sum(m.points for m in hand.transfers if m.payer == noten[0] and m.reason == rules.Reason.NOTEN)
    return ngettext("%(points)s from the noten player", "%(points)s from each noten player", len(noten)) % {
        "points": points(each)
    }


def pays(hand, names):
    """Who pays what, riichi sticks aside: Marek pays 4,500."""
    owed = {}
    for move in hand.transfers:
        if move.payer is not None and move.reason != rules.Reason.RIICHI_STICK:
            owed[move.payer] = owed.get(move.payer, 0) + move.points
    by_amount = {}
    for seat, amount in sorted(owed.items()):
        by_amount.setdefault(amount, []).append(names[seat])
    return " ".join(
        ngettext("%(players)s pays %(points)s.", "%(players)s pay %(points)s each.", len(payers))
        % {"players": listed(payers), "points": points(amount)}
        for amount, payers in sorted(by_amount.items(), reverse=True)
    )


def what_next(hand):
    """Next: East 3, 0 honba; or why the game ends."""
    if hand.ending:
        return gettext("The game ends: %(why)s.") % {"why": ENDINGS[hand.ending]}
    honba = ngettext("%(count)s honba", "%(count)s honba", hand.after.honba) % {"count": hand.after.honba}
    return gettext("Next: %(round)s, %(honba)s.") % {"round": round_name(hand.after), "honba": honba}


def leftover(played, names):
    """Where the riichi sticks went that lay on the table at the end, "" where none did."""
    sticks = played.state.sticks
    if not sticks:
        return ""
    got = [
        (names[seat], result.score - score)
        for seat, (result, score) in enumerate(zip(played.results, played.state.scores, strict=True))
        if result.score != score
    ]
    left = ngettext("%(count)s riichi stick was left", "%(count)s riichi sticks were left", sticks) % {
        "count": sticks
    }
    if not got:
        return gettext("%(left)s: nobody gets them.") % {"left": left}
    each = listed(
        gettext("%(points)s to %(player)s") % {"points": points(amount), "player": name}
        for name, amount in got
    )
    return gettext("%(left)s: %(each)s.") % {"left": left, "each": each}


def ending(game):
    """Why a game is over, without the reason that somebody typed."""
    return str(SCORES_ONLY if game.is_scores_only else ENDINGS[game.ending])


def why_over(game, reason=None):
    """Why a game is over, with the reason where it was ended early: the one that was typed, or this."""
    if game.is_scores_only:
        return f"{SCORES_ONLY} ({reason or game.ended_early})"
    if game.ended_early:
        return gettext("ended early (%(reason)s)") % {"reason": reason or game.ended_early}
    return ENDINGS[game.ending]
