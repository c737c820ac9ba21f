"""`manage.py start`: a real club's installation, served on the local network."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from clubscore import network
from clubscore.serving import become_server, bring_up_to_date, check_port
from clubscore.start import ROOT, own

EVERYWHERE = "0.0.0.0"
DARK = """\
Without https, browsers keep two things from the tablets at the tables:
  - The screen may go dark during a hand: turn the tablet's screen timeout off.
  - A page that is opened or loaded again while the wifi is away stays empty until it is back.
How to get https: docs/hosting.md
"""


def run(arguments: Sequence[str]) -> None:
    """Bring the installation up to date, say where it is, and become its server."""
    options = read(arguments)
    check_port(options.host, options.port, "start")
    os.umask(0o077)  # what it keeps is for its owner alone
    data = choose_folder(options.data)
    own(data)
    hosts = accept_hosts(options.host)
    os.environ.setdefault("CLUBSCORE_FOUNDING", "closed")  # it is one club's; others are told how to open it
    bring_up_to_date()
    address = own_address(options.port, hosts)
    print(what_to_know(data, address), flush=True)
    os.environ["CLUBSCORE_ADDRESS"] = address
    become_server(options.host, options.port)


def read(arguments: Sequence[str]) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="manage.py start", description="Serve a club on the local network.")
    parser.add_argument(
        "--data", metavar="DIR", help="the folder of all data (default: CLUBSCORE_VAR, or var)"
    )
    parser.add_argument("--host", default=EVERYWHERE, help="where to listen (default: on every network)")
    parser.add_argument("--port", type=int, default=8000, help="where to serve it (default: %(default)s)")
    return parser.parse_args(arguments)


def choose_folder(named: str | None) -> Path:
    """The folder of all data, for this run and the server."""
    if named:
        os.environ["CLUBSCORE_VAR"] = str(Path(named).resolve())
    return ROOT / (os.environ.get("CLUBSCORE_VAR") or "var")


def accept_hosts(host: str) -> list[str]:
    """Answer to the names that the environment has, and without https to all of this computer's, too;
    those that others may use, best first.
    """
    named = [name for name in os.environ.get("CLUBSCORE_HOSTS", "").split(",") if name]
    if is_https():
        if not named:
            raise SystemExit(
                "CLUBSCORE_HTTPS=1 needs the name that the proxy serves: CLUBSCORE_HOSTS=scores.example"
            )
        return named
    own = network.addresses() if host == EVERYWHERE else [host]
    always = ["localhost", "127.0.0.1", "[::1]", *network.names()]
    os.environ["CLUBSCORE_HOSTS"] = ",".join(dict.fromkeys([*named, *own, *always]))
    return named + own


def is_https() -> bool:
    """Whether a proxy in front speaks https."""
    return os.environ.get("CLUBSCORE_HTTPS") == "1"


def own_address(port: int, hosts: list[str]) -> str:
    """Where others find it; this computer itself where it is in no network."""
    return f"https://{hosts[0]}/" if is_https() else f"http://{hosts[0] if hosts else 'localhost'}:{port}/"


def what_to_know(data: Path, address: str) -> str:
    """What whoever started it must know: where its data is, where its pages are, what is to be done."""
    from games.models import installation

    place = f"{data}" if sqlite_in(data) else f"the database of DATABASE_URL, and the secret key in {data}"
    lines = [f"Everything it keeps is in {place}. To copy it all:"]
    lines += [f"    {environment(data)}python3 manage.py backup FILE", ""]
    if installation.is_empty():
        address += f"welcome/?code={installation.setup_code()}"
        lines += ["There is no club yet. Found yours here, on this computer, a tablet or a phone:"]
    else:
        lines += ["Open it on this computer, tablets and phones:"]
    lines += [f"    {address}", "", picture(address)]
    if not is_https():
        lines += [DARK]
    return "\n".join(lines)


def sqlite_in(data: Path) -> bool:
    """Whether the database is a file of this folder."""
    from django.conf import settings

    return data in Path(settings.DATABASES["default"]["NAME"]).parents


def environment(data: Path) -> str:
    """What to write before other commands, so that they find this folder."""
    return "" if data == ROOT / "var" else f"CLUBSCORE_VAR={data} "


def picture(address: str) -> str:
    """The address to be scanned from a terminal; nothing where nobody sees one."""
    if not sys.stdout.isatty():
        return ""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
