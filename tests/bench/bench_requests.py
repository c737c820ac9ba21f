"""What saving a hand costs a server: real requests to gunicorn, beside a view that writes one row."""

import contextlib
import functools
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[2]
GAMES, HANDS = 24, 25


def bench_record_hand():
    """Saving a hand, beside an empty view that writes one row; `with_board`: and the board that follows."""
    measured = measure()
    empty = median(measured["empty"])
    return {
        "ratio": round(median(measured["save"]) / empty, 2),
        "limit": 2,
        "with_board": round(median(measured["tap"]) / empty, 2),
        "empty_ms": round(empty * 1e3, 2),
    }


def bench_record_hand_25():
    """CPU time of saving hand 25, beside hand 1."""
    measured = measure()
    first, last = median(measured["cpu"][1]), median(measured["cpu"][HANDS])
    return {"ratio": round(last / first, 2), "limit": 1.2, "first_ms": round(first * 1e3, 2)}


def bench_record_hand_queries():
    """The most queries that saving a hand took, beside ten."""
    queries = max(measure()["queries"])
    return {"ratio": queries / 10, "limit": 1, "queries": queries}


@functools.cache
def measure():
    """Play all games hand by hand, each save beside an empty request."""
    seen = {"empty": [], "save": [], "tap": [], "queries": [], "cpu": {n: [] for n in range(1, HANDS + 1)}}
    with served() as (port, tables):
        client = Client(port, tables)
        for _ in range(50):
            client.empty()
        for table in tables:
            for number in range(1, HANDS + 1):
                seen["empty"].append(client.empty())
                save = client.save(table, version=number - 1)
                seen["save"].append(save["wall"])
                seen["tap"].append(save["wall"] + client.board(table)["wall"])
                seen["queries"].append(save["queries"])
                seen["cpu"][number].append(save["cpu"])
    return seen


@contextlib.contextmanager
def served():
    """clubscore on a database of its own, with games that have begun; yields its port and tables."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {
            **os.environ,
            "CLUBSCORE_VAR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "PYTHONPATH": str(ROOT),
        }
        environ.pop("DJANGO_SETTINGS_MODULE", None)
        begun = subprocess.run(
            [sys.executable, __file__], env=environ, check=True, capture_output=True, text=True
        )
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        gunicorn = ["-m", "gunicorn", "--threads", "4", "--keep-alive", "60", "--bind", f"127.0.0.1:{port}"]
        server = subprocess.Popen(
            [sys.executable, *gunicorn, "tests.bench.served:application"],
            cwd=ROOT,
            env=environ,
            stderr=subprocess.DEVNULL,
        )
        try:
            while server.poll() is None:
                with (
                    contextlib.suppress(ConnectionRefusedError),
                    socket.create_connection(("127.0.0.1", port)),
                ):
                    break
                time.sleep(0.1)
            yield port, [tuple(line.split()) for line in begun.stdout.splitlines()]
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


class Client:
    """One tablet's connection, kept open as a browser does."""

    def __init__(self, port, tables):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.cookies = "; ".join(f"{name}={token}" for _, name, token in tables)
        page = self._send("GET", f"/bench/tables/{tables[0][0]}/")
        self.csrf = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)', page["body"]).group(1)
        self.cookies += "; " + page["cookie"]

    def empty(self):
        return self._send("POST", "/one-row/", {"csrfmiddlewaretoken": self.csrf}, expected=204)["wall"]

    def save(self, table, version):
        hand = {"ron": 0, "from": 2, "value-0": "b960", "version": version, "key": uuid.uuid4()}
        answer = self._send(
            "POST",
            f"/bench/tables/{table[0]}/hands/",
            {**hand, "csrfmiddlewaretoken": self.csrf},
            expected=302,
        )
        assert "?" not in answer["location"], "the hand was refused"
        return answer

    def board(self, table):
        return self._send("GET", f"/bench/tables/{table[0]}/")

    def _send(self, method, url, data=None, expected=200):
        headers = {"Cookie": self.cookies, "Content-Type": "application/x-www-form-urlencoded"}
        began = time.perf_counter()
        self.connection.request(method, url, urlencode(data) if data else None, headers)
        answer = self.connection.getresponse()
        body = answer.read()
        wall = time.perf_counter() - began
        assert answer.status == expected, (answer.status, body[:500])
        return {
            "wall": wall,
            "cpu": float(answer.headers["X-Cpu"]),
            "queries": int(answer.headers["X-Queries"]),
            "location": answer.headers.get("Location", ""),
            "cookie": (answer.headers.get("Set-Cookie") or "").split(";")[0],
            "body": body.decode(),
        }


def begin_games():
    """Fill the environment's database, and print each table's number, cookie and token."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubscore.settings"
    import django

    django.setup()
    from django.core.management import call_command

    import rules
    from games import access
    from games.models import Club, Game

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    club = Club.objects.create(name="Bench", slug="bench")
    people = [club.players.create(name=name) for name in ("Aiko", "Marek", "Anne-Sophie", "Tomás")]
    for number in range(1, GAMES + 1):
        table = club.tables.create(number=number)
        Game.begin(table, people, rules.PRESETS["wrc"], key=uuid.uuid4(), by={"table": table})
        print(number, access.table_cookie(table), table.token)


if __name__ == "__main__":
    begin_games()
