"""Makes `.venv` with the standard library alone, and runs every command inside it.

A command that sets itself up is a line of `COMMANDS`: its module, which has a function `run(arguments)`,
and the files of pins that it needs.
"""

import contextlib
import fcntl
import hashlib
import importlib
import importlib.util
import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "pins.json"

COMMANDS = {
    "start": ("clubscore.club", ["requirements.txt"]),
    "demo": ("clubscore.demo", ["requirements.txt"]),
    "selftest": ("clubscore.selftest", ["requirements.txt", "tests/requirements.txt"]),
}
POSTGRESQL = "clubscore/postgresql.txt"


def main(argv: list[str]) -> None:
    """Run the command that these arguments name, inside `.venv`.

    Exits with a message that says what to do when something the command needs is missing.
    """
    try:
        dispatch(argv)
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def dispatch(argv: list[str]) -> None:
    """Prepare, go inside `.venv`, and hand over to the command's own module or to Django."""
    command, arguments = (argv[1], argv[2:]) if len(argv) > 1 else ("help", [])
    module, pins = COMMANDS.get(command, (None, []))
    if command == "start" and os.environ.get("DATABASE_URL", "").startswith("postgres"):
        pins = [*pins, POSTGRESQL]
    if pins:
        prepare(pins, f"{argv[0]} {command}")
    if not inside() and venv_python():
        sys.stdout.flush()
        os.execv(PYTHON, [str(PYTHON), *argv])
    if module:
        importlib.import_module(module).run(arguments)
    else:
        django_command(argv)


def inside() -> bool:
    """Whether this very process runs in `.venv`."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def django_command(argv: list[str]) -> None:
    """Any other command, as in every Django project."""
    if importlib.util.find_spec("django") is None:
        raise SystemExit(
            "clubscore is not set up here yet. One of these does it, then run this command again:\n"
            "    python3 manage.py start       your own club, on the local network\n"
            "    python3 manage.py demo        a demo club, to look around\n"
            "    python3 manage.py selftest    all tests"
        )
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(argv)


def prepare(files: list[str], command: str) -> None:
    """Bring `.venv` to the pins of these files; nothing happens where it holds them already.

    A `.venv` whose set-up was cut short, or whose Python is gone, is made anew.
    """
    wanted = {name: fingerprint(name) for name in files}
    if wanted.items() <= installed().items():
        return
    own(VENV)
    with alone():
        have = installed()
        if not have:
            make_venv()
            have = {"python": venv_python()}
        if missing := [name for name in files if have.get(name) != wanted[name]]:
            install(missing, command)
            STAMP.write_text(json.dumps(have | wanted))


def fingerprint(name: str) -> str:
    """What changes when this file of pins changes."""
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()


def installed() -> dict[str, str]:
    """The fingerprints of all pins `.venv` holds; empty when it is missing, unfinished or broken."""
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if stamp["python"] == venv_python() else {}


def venv_python() -> str:
    """The minor version of Python that `.venv` runs, such as "Python 3.11"; empty if it does not run."""
    if not (VENV / "pyvenv.cfg").exists():  # then its Python is not in .venv, though it lies there
        return ""
    try:
        version = subprocess.run([PYTHON, "-V"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
    return version.rpartition(".")[0]


def make_venv() -> None:
    """Make an empty `.venv`, in place of what may be there."""
    if importlib.util.find_spec("ensurepip") is None:
        command = as_root(f"apt install python3.{sys.version_info.minor}-venv")
        raise SystemExit(f"Python's venv module is missing. Install it, then try again:\n    {command}")
    print("Making .venv ...", flush=True)
    STAMP.unlink(missing_ok=True)
    venv.create(VENV, clear=True, symlinks=True, with_pip=True)


def install(files: list[str], command: str) -> None:
    """Install the pins of these files, and only files with the stated hashes.

    The stamp is away meanwhile, so that an installation cut short is seen. Where pip itself gave up,
    nothing has changed, and the stamp comes back.
    """
    before = STAMP.read_bytes() if STAMP.exists() else None
    STAMP.unlink(missing_ok=True)
    print(f"Installing {' and '.join(files)} ...", flush=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    # The pins are complete, and a .pyc is written when first needed: no wait for resolving and compiling.
    pip += ["--require-hashes", "--no-deps", "--no-compile"]
    for name in files:
        pip += ["--requirement", ROOT / name]
    if subprocess.run(pip).returncode:
        if before:
            STAMP.write_bytes(before)
        raise SystemExit(
            "The packages could not be installed; pip says why above. If the network was away, try again:\n"
            f"    python3 {command}"
        )


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """One set-up at a time in this checkout: a second command waits here, and then finds the work done."""
    checkout = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(checkout, fcntl.LOCK_EX)
        yield
    finally:
        os.close(checkout)


def own(folder: Path) -> None:
    """Make this folder where it is missing; exits when this user may not write in it."""
    with contextlib.suppress(PermissionError):
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise SystemExit(
            f"{folder} belongs to another user. Take the checkout over, then try again:\n"
            f'    {as_root("chown")} -R "$(id -un)" {ROOT}'
        )


def as_root(command: str) -> str:
    """The command as this user has to type it to run it as root."""
    return command if os.geteuid() == 0 else f"sudo {command}"
