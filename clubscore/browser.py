"""Finds the browser that the tests drive."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from clubscore.start import as_root

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def find() -> str:
    """The path of a Chromium or Chrome, downloaded if need be; exits with the command that installs one."""
    if named := os.environ.get("CLUBSCORE_BROWSER"):
        if not shutil.which(named):
            raise SystemExit(f"CLUBSCORE_BROWSER is {named}, and there is no such program.")
        return named
    return playwrights_own() or on_path() or downloaded()


def playwrights_own() -> str | None:
    """The browser that playwright has downloaded before; exits when playwright itself does not start."""
    try:
        with sync_playwright() as playwright:
            path = playwright.chromium.executable_path
    except Exception:  # playwright has no closer name for it
        raise SystemExit(
            "Playwright does not start; it says why above. A small Debian lacks a library for it:\n"
            f"    {as_root('apt install libatomic1')}"
        ) from None
    return path if Path(path).exists() else None


def on_path() -> str | None:
    """A browser that is installed and starts: Ubuntu has a stand-in that only says it is none."""
    for name in NAMES:
        if (path := shutil.which(name)) and not subprocess.run(
            [path, "--version"], capture_output=True
        ).returncode:
            return path
    return None


def downloaded() -> str:
    """The browser that playwright downloads now."""
    print("There is no Chromium or Chrome here; playwright downloads one ...", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])
    if path := playwrights_own():
        return path
    raise SystemExit(
        "The tests need a browser and could not download one. Install Chromium, then try again:\n"
        f"    {install_command()}\n"
        "Or name the Chromium or Chrome that you have:\n"
        "    CLUBSCORE_BROWSER=/path/of/chrome python3 manage.py selftest"
    )


def install_command() -> str:
    """What installs a Chromium on this system."""
    if shutil.which("brew"):
        return "brew install --cask chromium"
    return as_root("dnf install chromium" if shutil.which("dnf") else "apt install chromium")
