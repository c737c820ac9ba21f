"""A PostgreSQL server for one run of the tests: nothing of it is left afterwards."""

import getpass
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

# A lost server is made anew, so nothing has to reach the disk.
OPTIONS = "-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c full_page_writes=off"


def programs() -> Path | None:
    """The folder of the newest PostgreSQL installed here: Debian keeps initdb and pg_ctl off PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if debian:
        return debian[-1].parent
    found = shutil.which("initdb")
    return Path(found).parent if found else None


@contextmanager
def running(programs: Path) -> Iterator[str]:
    """The DATABASE_URL of a server that lives in a private folder, without TCP, as long as this block.

    Raises CalledProcessError if it does not start; what PostgreSQL said is printed.
    """
    owner = server_user()
    # In /tmp whatever TMPDIR says: a socket's path must be short, and the owner must be able to get there.
    with tempfile.TemporaryDirectory(prefix="clubscore-postgresql-", dir="/tmp") as folder:
        shutil.chown(folder, owner)
        data = f"{folder}/data"
        initdb = ["initdb", "--pgdata", data, "--username=clubscore", "--auth=trust"]
        call(programs, owner, folder, [*initdb, "--encoding=UTF8", "--no-locale", "--no-sync"])
        pg_ctl = ["pg_ctl", "--pgdata", data, "--silent"]
        start = ["start", "--wait", "--log", f"{folder}/log", "--options", OPTIONS.format(folder=folder)]
        try:
            call(programs, owner, folder, [*pg_ctl, *start])
            yield f"postgresql://clubscore@/postgres?host={folder}"
        finally:
            if Path(data, "postmaster.pid").exists():
                call(programs, owner, folder, [*pg_ctl, "stop", "--mode=immediate"])


def server_user() -> str:
    """Who runs the server: PostgreSQL refuses root."""
    if os.geteuid():
        return getpass.getuser()
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return "nobody"


def call(programs: Path, owner: str, folder: str, command: Sequence[str]) -> None:
    """Run one of PostgreSQL's programs as this user; what it says goes to a file, shown if it fails."""
    with open(f"{folder}/said", "w+") as said:
        identity = (
            {} if os.geteuid() else {"user": owner, "group": pwd.getpwnam(owner).pw_gid, "extra_groups": []}
        )
        done = subprocess.run(
            [programs / command[0], *command[1:]],
            cwd=folder,
            stdout=said,
            stderr=subprocess.STDOUT,
            **identity,
        )
        if done.returncode:
            said.seek(0)
            print(said.read(), end="")
            done.check_returncode()
