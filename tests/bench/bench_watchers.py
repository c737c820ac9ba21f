"""What 200 watchers cost a server whose games stand still: real requests to gunicorn, each watcher every
two seconds on a connection of their own, beside as many clients that ask for an empty view.
"""

import functools
import http.client
import re
import time
from html import unescape
from statistics import median
from urllib.parse import urlencode

from tests.bench.bench_requests import served

WATCHERS, PACE, ROUNDS = 200, 2, 12  # PACE in seconds
POLLED = {  # the pages whose polls are watched
    "game": "/bench/games/1/",
    "board": "/bench/tables/1/",
    "club": "/bench/",
    "tv": "/bench/tv/",
    "tv_table": "/bench/tv/1/",
}


def bench_watch_unchanged_game():
    """CPU time of the server for watchers of a game's page."""
    return beside_empty("game")


def bench_watch_unchanged_board():
    """The same for the boards at the tables."""
    return beside_empty("board")


def bench_watch_unchanged_club():
    """The same for the club's page."""
    return beside_empty("club")


def bench_watch_unchanged_tv():
    """The same for screens with all tables."""
    return beside_empty("tv")


def bench_watch_unchanged_tv_table():
    """The same for streams of one table."""
    return beside_empty("tv_table")


def bench_watch_queries():
    """The most queries that an answer took, beside one."""
    queries = {name: seen["queries"] for name, seen in measured().items() if name in POLLED}
    return {"ratio": max(queries.values()), "limit": 1, **queries}


def beside_empty(name):
    polls, empty = measured()[name]["cpu"], measured()["empty"]["cpu"]
    return {
        "ratio": round(polls / empty, 2),
        "limit": 1.5,
        "empty_ms_a_poll": _ms(empty),
        "ms_a_poll": _ms(polls),
    }


def _ms(seconds):
    return round(seconds * 1e3 / WATCHERS, 3)


@functools.cache
def measured():
    """CPU seconds of the server in the median round of each kind, taken by turns, and the most queries."""
    with served() as (port, tables):
        cookies = "; ".join(f"{name}={token}" for _, name, token in tables)
        watchers = Watchers(port, cookies)
        polls = {"empty": ("/empty/", 204)} | {
            name: (watchers.poll(page), 204) for name, page in POLLED.items()
        }
        seen = {name: {"cpu": [], "queries": 0} for name in polls}
        for _ in range(ROUNDS):
            for name, (url, expected) in polls.items():
                cpu, queries = watchers.round(url, expected)
                seen[name]["cpu"].append(cpu)
                seen[name]["queries"] = max(seen[name]["queries"], queries)
    return {name: {**one, "cpu": median(one["cpu"])} for name, one in seen.items()}


class Watchers:
    """Browsers, each with its connection kept open."""

    def __init__(self, port, cookies):
        self.cookies = cookies
        self.connections = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(WATCHERS)]
        self.meter = http.client.HTTPConnection("127.0.0.1", port)

    def poll(self, page):
        """What this page polls while nothing changes."""
        body = self._get(self.meter, page, 200)[0]
        [found] = re.findall(r'hx-get="([^"]+)" hx-trigger="every 2s"([^>]*)', body)
        url, more = map(unescape, found)
        tag = re.search(r'"tag": "([^"]+)"', more)
        return f"{url}?{urlencode({'tag': tag.group(1)})}" if tag else url

    def round(self, url, expected):
        """All ask once, evenly over the pace: CPU seconds of the server, and the most queries."""
        before, began, most = self._cpu(), time.perf_counter(), 0
        for number, connection in enumerate(self.connections):
            time.sleep(max(0, began + number * PACE / WATCHERS - time.perf_counter()))
            most = max(most, self._get(connection, url, expected)[1])
        return self._cpu() - before, most

    def _cpu(self):
        return float(self._get(self.meter, "/cpu/", 200)[0])

    def _get(self, connection, url, expected):
        connection.request("GET", url, headers={"Cookie": self.cookies})
        answer = connection.getresponse()
        body = answer.read().decode()
        assert answer.status == expected, (url, answer.status, body[:500])
        return body, int(answer.headers["X-Queries"])
