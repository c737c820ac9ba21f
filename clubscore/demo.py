"""`manage.py demo`: a club with a past, served on this computer, apart from any real club's data."""

import argparse
import errno
import os
import shutil
import socket
import sys
from collections.abc import Sequence

from clubscore.start import ROOT, alone, own

HOST = "127.0.0.1"
VAR = ROOT / "var" / "demo"


def run(arguments: Sequence[str]) -> None:
    """Bring the demo club up to date and become its server."""
    parser = argparse.ArgumentParser(prog="manage.py demo", description="Serve a demo club on this computer.")
    parser.add_argument("--port", type=int, default=8000, help="where to serve it (default: %(default)s)")
    port = parser.parse_args(arguments).port

    check_port(port)
    own(VAR)
    use_demo_data()
    with alone():
        build()
    sys.stdout.flush()
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:clubscore.server"]
    os.chdir(ROOT)
    os.execv(sys.executable, [*gunicorn, "--bind", f"{HOST}:{port}", "clubscore.wsgi"])


def check_port(port: int) -> None:
    """Exit when no server can listen on this port, saying who may be there and what to do."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OverflowError:
            raise SystemExit(f"There is no port {port}; ports go from 1 to 65535.") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise SystemExit(
                    f"Port {port} cannot be used: {error.strerror}. {other_port(port)}"
                ) from None
            finder = f"ss -ltnp 'sport = :{port}'" if shutil.which("ss") else f"lsof -i :{port}"
            raise SystemExit(
                f"Port {port} is taken. See by which program, and end it with kill and its number:\n"
                f"    {finder}\n{other_port(port)}"
            ) from None


def other_port(port: int) -> str:
    """How to run the demo elsewhere."""
    free = port + 1 if 1024 <= port < 65535 else 8000
    return f"Or take another port:\n    python3 manage.py demo --port {free}"


def use_demo_data() -> None:
    """Turn the settings to the demo's own folder, whatever the environment says of a real club."""
    for name in [name for name in os.environ if name == "DATABASE_URL" or name.startswith("CLUBSCORE_")]:
        del os.environ[name]
    os.environ["CLUBSCORE_VAR"] = str(VAR)
    os.environ["CLUBSCORE_DEMO"] = "1"
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubscore.settings"


def build() -> None:
    """Bring database, demo club and static files up to date."""
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    print("Preparing the demo club in var/demo ...", flush=True)
    call_command("migrate", verbosity=0)
    call_command("build_demo")
    call_command("collectstatic", interactive=False, verbosity=0)
    connections.close_all()
