"""The hand that is being corrected, as its form shows it and as its form was sent."""

from django.utils.datastructures import MultiValueDict
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from games import words
from games.board.pads import DetailPad, chips
from games.forms import HandForm, value_code

KINDS = {
    "ron": _("Ron"),
    "tsumo": _("Tsumo"),
    "draw": _("Draw"),
    "abort": _("Abort"),
    "chonbo": _("Chonbo"),
}
# What of the form is about each kind of hand; riichi, time and stop are about all.
ABOUT = {
    "ron": ("ron", "from"),
    "tsumo": ("tsumo",),
    "draw": ("tenpai", "nagashi"),
    "abort": (),
    "chonbo": ("chonbo",),
}
COMMON = ("riichi", "time", "stop", "version", "key")
OF_A_WIN = ("value", "pao", "covered")


def entry_of(outcome):
    """A hand as its form sends it."""
    entry = MultiValueDict({"kind": [_kind(outcome)], "riichi": _texts(outcome.riichi)})
    for name in ("time", "stop"):
        if getattr(outcome, name):
            entry[name] = "1"
    match outcome:
        case rules.Ron():
            entry["from"] = str(outcome.discarder)
            entry.setlist("ron", _texts(win.seat for win in outcome.winners))
        case rules.Tsumo():
            entry["tsumo"] = str(outcome.win.seat)
        case rules.ExhaustiveDraw():
            entry.setlist("tenpai", _texts(outcome.tenpai))
            entry.setlist("nagashi", _texts(outcome.nagashi))
        case rules.AbortiveDraw():
            entry["abort"] = outcome.reason
        case rules.Chonbo():
            entry.setlist("chonbo", _texts(outcome.seats))
    for win in outcome.wins:
        entry[f"value-{win.seat}"] = value_code(win)
        if win.pao:
            entry[f"pao-{win.seat}"] = str(win.pao.seat)
            entry[f"covered-{win.seat}"] = str(win.pao.yakuman)
    return entry


def _kind(outcome):
    kinds = {"exhaustive_draw": "draw", "abortive_draw": "abort"}
    return kinds.get(outcome.kind, outcome.kind)


def _texts(seats):
    return [str(seat) for seat in seats]


def as_at_the_table(entry):
    """The same as the table's own form has it: without what is about another kind of hand."""
    kind = entry.get("kind")
    data = MultiValueDict({name: entry.getlist(name) for name in (*COMMON, *ABOUT.get(kind, ()))})
    if kind == "draw":
        data["draw"] = "exhaustive"
    if kind == "abort":
        data["draw"] = entry.get("abort", "")
    if kind == "chonbo":
        data["stage"] = "chonbo"
    for seat in entry.getlist(kind) if kind in ("ron", "tsumo") else ():
        for name in OF_A_WIN:
            data.setlist(f"{name}-{seat}", entry.getlist(f"{name}-{seat}"))
        data.setdefault(f"value-{seat}", "")
    return data


class HandPanel:
    """The form of one hand, played from `state`. `outcome` is what was entered, None while it is not
    complete (`problem` says what is missing) or where nothing was.
    """

    def __init__(self, ruleset, state, names, entry):
        self.ruleset, self.state, self.names, self.entry = ruleset, state, names, entry
        self.form = HandForm(ruleset, as_at_the_table(entry))
        self.outcome = self.form.outcome if self.form.is_valid() else None

    @property
    def is_begun(self):
        """Whether anything of it was entered."""
        return bool(self.kind)

    @property
    def kind(self):
        kind = self.entry.get("kind")
        return kind if kind in KINDS else ""

    @property
    def kinds(self):
        """The kinds of hands there are under these rules, and the one that it is."""
        played = {"abort": bool(self.ruleset.playable_aborts), "chonbo": self.ruleset.chonbo != "off"}
        return [(kind, name) for kind, name in KINDS.items() if played.get(kind, True) or kind == self.kind]

    @property
    def problem(self):
        """What is wrong with it or missing, "" where nothing is."""
        if self.outcome is not None or not self.is_begun:
            return ""
        return self.form.problem or str(self._missing())

    def _missing(self):
        if self.kind in ("ron", "tsumo") and not self.entry.getlist(self.kind):
            return _("Who won?")
        if self.form.stage == "ask":
            return _("Who dealt in?")
        if self.form.winner is not None:
            return gettext("What is the hand of %(player)s worth?") % {"player": self.names[self.form.winner]}
        if self.kind == "abort":
            return _("Why was it called off?")
        if self.kind == "chonbo":
            return _("Who made the mistake?")
        return _("This hand is not complete yet.")

    @property
    def notes(self):
        return self.form.notes

    @property
    def aborts(self):
        playable = dict.fromkeys((*self.ruleset.playable_aborts, *self.entry.getlist("abort")))
        return [(kind, words.ABORTS[kind]) for kind in playable if kind in words.ABORTS]

    @property
    def abort(self):
        return self.entry.get("abort", "")

    @property
    def plays_nagashi(self):
        return self.ruleset.nagashi_mangan != "off" or bool(self.entry.getlist("nagashi"))

    @property
    def asks_stop(self):
        """Whether the dealer may be asked to end the game under these rules."""
        optional = "optional" in (self.ruleset.agari_yame, self.ruleset.tenpai_yame)
        return optional or bool(self.entry.get("stop"))

    @property
    def time(self):
        return bool(self.entry.get("time"))

    @property
    def stop(self):
        return bool(self.entry.get("stop"))

    @cached_property
    def seats(self):
        return [PanelSeat(self, seat) for seat in range(self.ruleset.players)]


class PanelSeat:
    """One seat in the form."""

    def __init__(self, panel, seat):
        self.panel, self.seat, self.name = panel, seat, panel.names[seat]
        self.wind = panel.state.wind_of(seat)
        self.is_dealer = seat == panel.state.dealer

    def __getattr__(self, name):
        """Whether it is ticked as winner, discarder, in riichi and so on."""
        if name in ("ron", "tsumo", "tenpai", "nagashi", "chonbo", "riichi"):
            return str(self.seat) in self.panel.entry.getlist(name)
        raise AttributeError(name)

    @property
    def dealt_in(self):
        return self.panel.entry.get("from") == str(self.seat)

    @property
    def value(self):
        return self.panel.entry.get(f"value-{self.seat}", "")

    @property
    def pao(self):
        return self.panel.entry.get(f"pao-{self.seat}", "")

    @property
    def covered(self):
        return self.panel.entry.get(f"covered-{self.seat}", "") or "1"

    @cached_property
    def _pad(self):
        return DetailPad(self.panel.ruleset, self, self.panel.seats, self.panel.kind == "tsumo")

    @property
    def liable(self):
        """Who may be liable for this seat's yakuman."""
        return self._pad.pao

    @property
    def covers(self):
        """How many yakuman the liability may cover, where there may be several."""
        return range(1, 7) if self.panel.ruleset.yakuman_stack else ()

    @cached_property
    def values(self):
        """The values to choose from, in groups: (name, [(code, text)])."""
        groups = [
            (gettext("As it was said"), [(chip["value"], self._said(chip)) for chip in self._chips]),
            *((row["label"], self._cells(row)) for row in self._pad.hans),
            (
                gettext("5 han and more"),
                [
                    (one["value"], f"{one['label']}, {one['name']}: {_plain(one['text'])}")
                    for one in self._pad.limits
                ],
            ),
            (
                words.LIMIT_NAMES["yakuman"],
                [(one["value"], f"{one['label']}: {_plain(one['text'])}") for one in self._pad.yakuman],
            ),
        ]
        known = {code for _, choices in groups for code, _ in choices}
        if self.value and self.value not in known and self.panel.form.is_valid():
            groups.insert(0, ("", [(self.value, self._recorded())]))
        return groups

    @property
    def _chips(self):
        return [chip for chip in chips(self.panel.ruleset, self.is_dealer) if chip["value"] != "y1"]

    def _said(self, chip):
        if self.panel.kind != "tsumo":
            text = chip["ron"]
        elif self.is_dealer:
            text = gettext("%(points)s all") % {"points": chip["tsumo"]}
        else:
            text = f"{chip['tsumo']}/{chip['tsumo_dealer']}"
        return f"{text} ({chip['limit']})" if chip["limit"] else text

    @staticmethod
    def _cells(row):
        fu = gettext("%(fu)s fu")
        return [
            (cell["value"], f"{row['label']} {fu % {'fu': cell['fu']}}: {_plain(cell['text'])}")
            for cell in row["cells"]
            if cell["exists"]
        ]

    def _recorded(self):
        """A value that is not among the usual ones, such as 6 han with fu."""
        win = next(win for win in self.panel.outcome.wins if win.seat == self.seat)
        base = rules.base_points(self.panel.ruleset, win)
        told = words.spoken(base, self.is_dealer, self.panel.kind == "tsumo")
        return f"{words.value(win, base)}: {told}"


def _plain(text):
    return text.replace("\u200b", "")
