#!/usr/bin/env python3
"""Django's commands, and three that set up all they need by themselves: start, demo and selftest.

Any Python 3 must be able to read this file, to be told that it is too old.
"""

import shutil
import subprocess
import sys

INSTALLERS = [
    ("apt", "sudo apt install python3.11-venv"),
    ("dnf", "sudo dnf install python3.11"),
    ("brew", "brew install python@3.11"),
]


def works(program):
    """Whether this Python is here and starts: a version manager's stand-in is there and does not."""
    return bool(shutil.which(program)) and not subprocess.call([program, "-c", ""], stderr=subprocess.DEVNULL)


def too_old(version, arguments):
    """What to say to a Python that is too old: the command that works here, or what installs a newer one."""
    lines = ["clubscore needs Python 3.11 or newer, and this is Python %d.%d." % version]
    found = [name for name in ("python3.14", "python3.13", "python3.12", "python3.11") if works(name)]
    if found:
        lines += ["A newer one is here. Run:"]
    else:
        installers = [command for tool, command in INSTALLERS if shutil.which(tool)]
        lines += ["Install one, then run clubscore with it:"]
        lines += ["    " + (installers[0] if installers else "https://www.python.org/downloads/")]
    lines += ["    " + " ".join([found[0] if found else "python3.11", "manage.py", *arguments])]
    return "\n".join(lines)


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit(too_old(sys.version_info[:2], sys.argv[1:]))

    from clubscore.start import main

    main(sys.argv)
