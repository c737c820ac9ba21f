"""What `demo` and `start` share: a port that is free, pages that are up to date, and the server."""

import errno
import os
import shutil
import socket
import sys

from clubscore.start import ROOT, alone


def check_port(host: str, port: int, command: str) -> None:
    """Exit when no server can listen here, saying who may be there and what to do."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OverflowError:
            raise SystemExit(f"There is no port {port}; ports go from 1 to 65535.") from None
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
                raise SystemExit(f"{host} is no address of this computer.") from None
            if error.errno != errno.EADDRINUSE:
                raise SystemExit(
                    f"Port {port} cannot be used: {error.strerror}. {_other_port(port, command)}"
                ) from None
            finder = f"ss -ltnp 'sport = :{port}'" if shutil.which("ss") else f"lsof -i :{port}"
            raise SystemExit(
                f"Port {port} is taken. See by which program, and end it with kill and its number:\n"
                f"    {finder}\n{_other_port(port, command)}"
            ) from None


def _other_port(port: int, command: str) -> str:
    """How to run the command elsewhere."""
    free = port + 1 if 1024 <= port < 65535 else 8000
    return f"Or take another port:\n    python3 manage.py {command} --port {free}"


def bring_up_to_date(*commands: str) -> None:
    """Bring database and static files up to date, and run these commands between."""
    import django
    from django.core.management import call_command
    from django.db import connections

    os.environ["DJANGO_SETTINGS_MODULE"] = "clubscore.settings"
    with alone():
        django.setup()
        call_command("migrate", verbosity=0)
        for command in commands:
            call_command(command)
        call_command("collectstatic", interactive=False, verbosity=0)
        connections.close_all()


def become_server(host: str, port: int) -> None:
    """Serve from now on."""
    sys.stdout.flush()
    os.chdir(ROOT)
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:clubscore.server"]
    os.execv(sys.executable, [*gunicorn, "--bind", f"{host}:{port}", "clubscore.wsgi"])
