"""`manage.py demo`: a club with a past, served on this computer, apart from any real club's data."""

import argparse
import os
from collections.abc import Sequence

from clubscore.serving import become_server, bring_up_to_date, check_port
from clubscore.start import ROOT, own

HOST = "127.0.0.1"
VAR = ROOT / "var" / "demo"


def run(arguments: Sequence[str]) -> None:
    """Bring the demo club up to date and become its server."""
    parser = argparse.ArgumentParser(prog="manage.py demo", description="Serve a demo club on this computer.")
    parser.add_argument("--port", type=int, default=8000, help="where to serve it (default: %(default)s)")
    port = parser.parse_args(arguments).port

    check_port(HOST, port, "demo")
    own(VAR)
    use_demo_data()
    print("Preparing the demo club in var/demo ...", flush=True)
    bring_up_to_date("build_demo")
    become_server(HOST, port)


def use_demo_data() -> None:
    """Turn the settings to the demo's own folder, whatever the environment says of a real club."""
    for name in [name for name in os.environ if name == "DATABASE_URL" or name.startswith("CLUBSCORE_")]:
        del os.environ[name]
    os.environ["CLUBSCORE_VAR"] = str(VAR)
    os.environ["CLUBSCORE_DEMO"] = "1"
