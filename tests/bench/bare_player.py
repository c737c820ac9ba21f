"""The same rules played with bare dicts and lists: no types, no checks, no explanations.

What the least work is that gives the same answers; `rules` is measured against it, and its answers
serve as a second opinion on the data.
"""

from operator import add

PRESETS = {
    "tenhou": {
        "players": 4,
        "length": "hanchan",
        "starting_points": 25_000,
        "return_points": 30_000,
        "target_points": 30_000,
        "uma": [20, 10, -10, -20],
        "rounding": "tenth",
        "ties": "seat_order",
        "leftover_sticks": "first",
        "tobi": "below_zero",
        "agari_yame": "automatic",
        "tenpai_yame": "automatic",
        "extension": "renchan_priority",
        "renchan": "tenpai",
        "honba_points": 300,
        "noten_points": 3_000,
        "kiriage_mangan": False,
        "kazoe_yakuman": True,
        "multi_ron_honba": "first",
        "multi_ron_sticks": "first",
        "pao_scope": "hand",
        "pao_honba": "liable",
        "chonbo": "off",
        "chonbo_points": 20_000,
        "yakitori_points": 0,
        "time_up": "finish_hand",
    }
}
PRESETS["mahjong_soul"] = PRESETS["tenhou"] | {
    "return_points": 25_000,
    "uma": [15, 5, -5, -15],
    "pao_scope": "yakuman",
}
PRESETS["m_league"] = PRESETS["tenhou"] | {
    "uma": [30, 10, -10, -30],
    "ties": "split",
    "leftover_sticks": "split",
    "tobi": "off",
    "agari_yame": "off",
    "tenpai_yame": "off",
    "extension": "off",
    "kiriage_mangan": True,
    "kazoe_yakuman": False,
    "pao_scope": "yakuman",
    "pao_honba": "discarder",
    "chonbo": "deduct",
}
PRESETS["wrc"] = PRESETS["m_league"] | {
    "starting_points": 30_000,
    "uma": [15, 5, -5, -15],
    "leftover_sticks": "nobody",
}
PRESETS["ema"] = PRESETS["wrc"] | {
    "leftover_sticks": "split_down",
    "multi_ron_honba": "each",
    "multi_ron_sticks": "own_back",
    "time_up": "one_more_hand",
}
PRESETS["ema_2016"] = PRESETS["ema"] | {"kiriage_mangan": False}
PRESETS["jpml"] = PRESETS["wrc"] | {
    "kiriage_mangan": False,
    "uma": {
        "0": [8, 4, -4, -8],
        "1": [12, -1, -3, -8],
        "2": [8, 4, -4, -8],
        "3": [8, 3, 1, -12],
        "4": [8, 4, -4, -8],
    },
}
THREE = {
    "players": 3,
    "starting_points": 35_000,
    "target_points": 40_000,
    "honba_points": 200,
    "noten_points": 2_000,
}
PRESETS["tenhou_sanma"] = PRESETS["tenhou"] | THREE | {"return_points": 40_000, "uma": [20, 0, -20]}
PRESETS["mahjong_soul_sanma"] = (
    PRESETS["mahjong_soul"] | THREE | {"return_points": 35_000, "uma": [15, 0, -15]}
)


def replay(record):
    """The answer to a record, which is taken to be right."""
    r = PRESETS[record["ruleset"]["preset"]] | record["ruleset"]
    n = r["players"]
    last_wind = 0 if r["length"] == "tonpuusen" else 1
    target = r["target_points"]
    tobi = {"below_zero": 0, "zero_or_below": 1, "off": None}[r["tobi"]]
    start = record.get("start")
    if start:
        wind, dealer = "ESW".index(start["round"][0]), int(start["round"][1]) - 1
        honba, sticks, scores = start["honba"], start["sticks"], start["scores"]
    else:
        wind = dealer = honba = sticks = 0
        scores = [r["starting_points"]] * n
    hands, ended, has_won, fouls = [], None, set(), []
    clock = 0  # 1: ran out during this hand or its void deals, 2: before it
    for hand in record["hands"]:
        before = {
            "round": "ESW"[wind] + "1234"[dealer],
            "dealer": dealer,
            "honba": honba,
            "sticks": sticks,
            "scores": scores,
        }
        kind = hand["kind"]
        if kind == "chonbo":
            deltas = [0] * n
            for seat in hand["seats"]:
                if r["chonbo"] == "reverse_mangan":
                    tsumo(deltas, seat, dealer, 2_000, -1)
                else:
                    fouls.append(seat)
            clock = clock or hand.get("time", 0)
            stays = True
        else:
            riichi = hand.get("riichi", ())
            deltas = [0] * n
            for seat in riichi:
                deltas[seat] -= 1_000
            sticks += len(riichi)
            if kind == "ron":
                stays = ron(r, hand, deltas, dealer, honba, sticks, riichi)
            elif kind == "tsumo":
                stays = self_drawn(r, hand["wins"][0], deltas, dealer, honba, sticks)
            elif kind == "exhaustive_draw":
                draw(r, hand, deltas, dealer)
                stays = dealer in hand["tenpai"] and r["renchan"] == "tenpai"
            else:
                stays = True
            if kind == "ron" or kind == "tsumo":
                sticks = 0
                honba = honba + 1 if stays else 0
                for win in hand["wins"]:
                    has_won.add(win["seat"])
            else:
                honba += 1
        scores = list(map(add, scores, deltas))
        if kind != "chonbo":
            clock = clock or hand.get("time", 0)
            if tobi is not None and min(scores) < tobi:
                ended = "tobi"
            elif clock == 2 or (clock and r["time_up"] == "finish_hand"):
                ended = "time"
            elif (wind > last_wind or (wind == last_wind and dealer == n - 1)) and kind != "abortive_draw":
                top = max(scores)
                if wind > last_wind and r["extension"] == "immediate" and top >= target:
                    ended = "target"
                elif stays:
                    if top >= target and scores.index(top) == dealer:
                        yame = "tenpai_yame" if kind == "exhaustive_draw" else "agari_yame"
                        if r[yame] == "automatic" or (r[yame] == "optional" and hand.get("stop")):
                            ended = yame
                elif wind == last_wind:
                    if top >= target or r["extension"] == "off":
                        ended = "last_hand"
                elif top >= target:
                    ended = "target"
                elif dealer == n - 1:
                    ended = "extension_over"
            clock = clock and 2
        if not stays:
            dealer += 1
            if dealer == n:
                wind, dealer = wind + 1, 0
        over = ended or (record.get("ended_early") and hand is record["hands"][-1])
        hands.append(
            {
                "before": before,
                "deltas": deltas,
                "after": {
                    "round": None if over else "ESW"[wind] + "1234"[dealer],
                    "dealer": None if over else dealer,
                    "honba": honba,
                    "sticks": sticks,
                    "scores": scores,
                },
            }
        )
    if record.get("ended_early"):
        ended = "early"
    final = result(r, scores, sticks, has_won, fouls, record.get("additions", ())) if ended else None
    return {"hands": hands, "ended": ended, "final": final}


def base_points(r, win):
    if "yakuman" in win:
        return 8_000 * win["yakuman"]
    if "base" in win:
        base = win["base"]
        if base > 2_000:
            return base
    else:
        han = win["han"]
        if han >= 13:
            return 8_000 if r["kazoe_yakuman"] else 6_000
        if han >= 5:
            return (2_000, 3_000, 3_000, 4_000, 4_000, 4_000, 6_000, 6_000)[han - 5]
        base = win["fu"] << (2 + han)
    if base > 2_000 or (base == 1_920 and r["kiriage_mangan"]):
        return 2_000
    return base


def up100(points):
    return -(-points // 100) * 100


def tsumo(deltas, winner, dealer, base, sign=1):
    single, double = up100(base) * sign, up100(2 * base) * sign
    for seat in range(len(deltas)):
        if seat != winner:
            share = double if winner == dealer or seat == dealer else single
            deltas[seat] -= share
            deltas[winner] += share


def covered_part(r, win, base):
    if "pao" not in win:
        return 0
    return base if r["pao_scope"] == "hand" else 8_000 * win["pao"]["yakuman"]


def ron(r, hand, deltas, dealer, honba, sticks, riichi):
    n, discarder, stays = len(deltas), hand["discarder"], False
    wins = hand["wins"]
    if len(wins) > 1:
        wins = sorted(wins, key=lambda win: (win["seat"] - discarder) % n)
    first = wins[0]["seat"]
    for win in wins:
        seat, base = win["seat"], base_points(r, win)
        stays = stays or seat == dealer
        value = up100(base * (6 if seat == dealer else 4))
        deltas[seat] += value
        deltas[discarder] -= value
        payer = discarder
        if "pao" in win:
            liable = win["pao"]["seat"]
            half = covered_part(r, win, base) * (6 if seat == dealer else 4) // 2
            deltas[discarder] += half
            deltas[liable] -= half
            if r["pao_honba"] == "liable":
                payer = liable
        if honba and (seat == first or r["multi_ron_honba"] == "each"):
            deltas[payer] -= r["honba_points"] * honba
            deltas[seat] += r["honba_points"] * honba
        if sticks and seat != first and r["multi_ron_sticks"] == "own_back" and seat in riichi:
            deltas[seat] += 1_000
            sticks -= 1
    deltas[first] += sticks * 1_000
    return stays


def self_drawn(r, win, deltas, dealer, honba, sticks):
    seat, base, n = win["seat"], base_points(r, win), len(deltas)
    covered = covered_part(r, win, base)
    tsumo(deltas, seat, dealer, base - covered)
    if "pao" in win:
        liable = win["pao"]["seat"]
        owed = covered * (2 * (n - 1) if seat == dealer else n)
        deltas[liable] -= owed + r["honba_points"] * honba
        deltas[seat] += owed + r["honba_points"] * honba
    elif honba:
        share = r["honba_points"] * honba // (n - 1)
        for payer in range(n):
            deltas[payer] -= share
        deltas[seat] += share * n
    deltas[seat] += sticks * 1_000
    return seat == dealer


def draw(r, hand, deltas, dealer):
    tenpai, n = hand["tenpai"], len(deltas)
    if hand.get("nagashi"):
        for seat in hand["nagashi"]:
            tsumo(deltas, seat, dealer, 2_000)
    elif 0 < len(tenpai) < n:
        gain, loss = r["noten_points"] // len(tenpai), r["noten_points"] // (n - len(tenpai))
        for seat in range(n):
            deltas[seat] += gain if seat in tenpai else -loss


def result(r, scores, sticks, has_won, fouls, additions):
    n = len(scores)
    seats = range(n)
    ranking = sorted(seats, key=lambda seat: -scores[seat])
    split = r["ties"] == "split"
    groups = []
    for seat in ranking:
        if groups and split and scores[groups[-1][0]] == scores[seat]:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    first, left = ranking[0], sticks * 10
    final = list(scores)
    if left and r["leftover_sticks"] == "first":
        final[first] += left * 100
    elif left and r["leftover_sticks"] != "nobody":
        tied = [seat for seat in ranking if scores[seat] == scores[first]]
        for i, seat in enumerate(tied):
            odd = r["leftover_sticks"] == "split" and i < left % len(tied)
            final[seat] += 100 * (left // len(tied) + odd)
    uma = r["uma"]
    if isinstance(uma, dict):
        uma = uma[str(sum(score >= r["return_points"] for score in scores))]
    uma = [round(figure * 10) for figure in uma]
    uma[0] += (r["return_points"] - r["starting_points"]) * n // 100
    places, points, place = [0] * n, [0] * n, 1
    for group in groups:
        share, odd = divmod(sum(uma[place - 1 : place - 1 + len(group)]), len(group))
        for i, seat in enumerate(group):
            points[seat] = share + (i < odd)
            places[seat] = place
        place += len(group)
    for seat in seats:
        score = final[seat]
        if r["rounding"] == "whole":
            score = (abs(score) + 500) // 1_000 * (1_000 if score >= 0 else -1_000)
        points[seat] += (score - r["return_points"]) // 100
    if r["rounding"] == "whole":
        points[first] -= sum(points)
    lost = r["yakitori_points"] // 100
    if lost and 0 < len(has_won) < n:
        share, odd = divmod(lost * (n - len(has_won)), len(has_won))
        for seat in ranking:
            if seat in has_won:
                points[seat] += share + (odd > 0)
                odd -= 1
            else:
                points[seat] -= lost
    for seat in fouls:
        points[seat] -= r["chonbo_points"] // 100
    for addition in additions:
        points[addition["seat"]] += addition["points"] // 100
    return {"scores": final, "places": places, "points": [tenths / 10 for tenths in points]}
