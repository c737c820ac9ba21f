"""The set-up: what it decides, and what it tells people to do."""

import json
import os
import socket
import sys

import pytest

import manage
from clubscore import browser, club, demo, network, serving, start
from games.models import Club, installation


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout with one file of pins and no .venv; `installs` collects what would be installed."""
    venv = tmp_path / ".venv"
    monkeypatch.setattr(start, "ROOT", tmp_path)
    monkeypatch.setattr(start, "VENV", venv)
    monkeypatch.setattr(start, "PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(start, "STAMP", venv / "pins.json")
    (tmp_path / "requirements.txt").write_text("django==5.2\n")
    (tmp_path / "more.txt").write_text("pytest==9\n")
    return tmp_path


@pytest.fixture
def calls(checkout, monkeypatch):
    """What prepare() asked for, in turn."""
    calls = []

    def make_venv():
        calls.append("venv")
        start.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        start.PYTHON.unlink(missing_ok=True)
        start.PYTHON.symlink_to(sys.executable)
        (start.VENV / "pyvenv.cfg").touch()

    monkeypatch.setattr(start, "make_venv", make_venv)
    monkeypatch.setattr(start, "install", lambda files, command: calls.append(files))
    return calls


def test_everything_is_set_up_once(calls):
    start.prepare(["requirements.txt"], "manage.py demo")
    start.prepare(["requirements.txt"], "manage.py demo")
    assert calls == ["venv", ["requirements.txt"]]


def test_another_command_adds_what_it_lacks(calls):
    start.prepare(["requirements.txt"], "manage.py demo")
    start.prepare(["requirements.txt", "more.txt"], "manage.py selftest")
    start.prepare(["requirements.txt"], "manage.py demo")
    assert calls == ["venv", ["requirements.txt"], ["more.txt"]]


def test_changed_pins_are_installed(calls, checkout):
    start.prepare(["requirements.txt"], "manage.py demo")
    (checkout / "requirements.txt").write_text("django==5.2.1\n")
    start.prepare(["requirements.txt"], "manage.py demo")
    assert calls == ["venv", ["requirements.txt"], ["requirements.txt"]]


@pytest.mark.parametrize(
    "harm",
    [
        lambda: start.STAMP.unlink(),
        lambda: start.STAMP.write_text("{"),
        lambda: start.STAMP.write_text(json.dumps({**start.installed(), "python": "Python 3.1"})),
        lambda: start.PYTHON.unlink(),
        lambda: (start.VENV / "pyvenv.cfg").unlink(),
    ],
    ids=["cut short", "stamp cut short", "another Python since", "Python gone", "half deleted"],
)
def test_a_broken_environment_is_made_anew(calls, harm):
    start.prepare(["requirements.txt"], "manage.py demo")
    calls.clear()
    harm()
    start.prepare(["requirements.txt"], "manage.py demo")
    assert calls == ["venv", ["requirements.txt"]]


@pytest.mark.parametrize("status", [0, 1])
def test_pip_failing_keeps_what_was_there(checkout, monkeypatch, capsys, status):
    start.PYTHON.parent.mkdir(parents=True)
    start.PYTHON.write_text(f"#!/bin/sh\necho pip: no network\nexit {status}\n")
    start.PYTHON.chmod(0o755)
    start.STAMP.write_text("{}")
    if status:
        with pytest.raises(SystemExit, match=r"pip says why above(.|\n)*python3 manage.py demo"):
            start.install(["requirements.txt"], "manage.py demo")
    else:
        start.install(["requirements.txt"], "manage.py demo")
    assert start.STAMP.exists() == bool(status)


def test_the_missing_venv_module_is_named(monkeypatch):
    monkeypatch.setattr(start.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=rf"apt install python3.{sys.version_info.minor}-venv"):
        start.make_venv()


def test_other_commands_say_how_to_set_up(monkeypatch):
    monkeypatch.setattr(start.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"python3 manage.py demo(.|\n)*python3 manage.py selftest"):
        start.django_command(["manage.py", "migrate"])


def test_a_folder_of_another_user_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(SystemExit, match=r"chown -R"):
        start.own(tmp_path / "var")


def test_root_is_not_told_sudo(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert start.as_root("apt install chromium") == "apt install chromium"
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert start.as_root("apt install chromium") == "sudo apt install chromium"


def test_old_python_is_told_of_a_newer_one(monkeypatch):
    monkeypatch.setattr(manage, "works", lambda name: name == "python3.12")
    message = manage.too_old((3, 8), ["demo", "--port", "8001"])
    assert "this is Python 3.8" in message
    assert message.endswith("    python3.12 manage.py demo --port 8001")


def test_old_python_is_told_how_to_install_a_newer_one(monkeypatch):
    monkeypatch.setattr(manage, "works", lambda name: False)
    monkeypatch.setattr(manage.shutil, "which", lambda name: "/usr/bin/apt" if name == "apt" else None)
    message = manage.too_old((3, 8), ["demo"])
    assert "sudo apt install python3.11-venv" in message
    assert message.endswith("    python3.11 manage.py demo")


def test_a_taken_port_is_named():
    with socket.socket() as taken:
        taken.bind((demo.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=rf"Port {port} is taken(.|\n)*:{port}(.|\n)*--port \d+"):
            serving.check_port(demo.HOST, port, "demo")
    serving.check_port(demo.HOST, port, "demo")


def test_an_impossible_port_is_refused():
    with pytest.raises(SystemExit, match="There is no port 70000"):
        serving.check_port(demo.HOST, 70000, "demo")


def test_the_demo_leaves_a_real_club_alone(monkeypatch):
    monkeypatch.setattr(
        os, "environ", {"DATABASE_URL": "sqlite:////club", "CLUBSCORE_HTTPS": "1", "HOME": "/"}
    )
    demo.use_demo_data()
    assert os.environ == {
        "HOME": "/",
        "CLUBSCORE_VAR": str(demo.VAR),
        "CLUBSCORE_DEMO": "1",
    }


@pytest.fixture
def at_home(monkeypatch):
    """A computer called Hall in two networks, with an environment that says nothing of a club."""
    monkeypatch.setattr(os, "environ", {"HOME": "/"})
    monkeypatch.setattr(network, "addresses", lambda: ["192.168.1.20", "10.0.0.3"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Hall")


def test_a_club_answers_to_all_names_of_its_computer(at_home):
    assert club.accept_hosts(club.EVERYWHERE)[0] == "192.168.1.20"
    assert os.environ["CLUBSCORE_HOSTS"] == (
        "192.168.1.20,10.0.0.3,localhost,127.0.0.1,[::1],hall,hall.local"
    )
    assert club.own_address(8000, ["192.168.1.20", "10.0.0.3"]) == "http://192.168.1.20:8000/"


def test_a_named_host_comes_first(at_home):
    os.environ["CLUBSCORE_HOSTS"] = "scores.hall"
    assert club.accept_hosts("127.0.0.1") == ["scores.hall", "127.0.0.1"]
    assert os.environ["CLUBSCORE_HOSTS"].startswith("scores.hall,127.0.0.1,localhost")


def test_a_club_in_no_network_is_on_its_own_computer(at_home, monkeypatch):
    monkeypatch.setattr(network, "addresses", list)
    assert club.own_address(8000, club.accept_hosts(club.EVERYWHERE)) == "http://localhost:8000/"


def test_behind_a_proxy_only_its_names_are_answered(at_home):
    os.environ.update(CLUBSCORE_HTTPS="1", CLUBSCORE_HOSTS="scores.example.org")
    hosts = club.accept_hosts("127.0.0.1")
    assert os.environ["CLUBSCORE_HOSTS"] == "scores.example.org"
    assert club.own_address(8000, hosts) == "https://scores.example.org/"


def test_a_proxy_without_a_name_is_told(at_home):
    os.environ["CLUBSCORE_HTTPS"] = "1"
    with pytest.raises(SystemExit, match=r"CLUBSCORE_HOSTS=scores\.example"):
        club.accept_hosts("127.0.0.1")


def test_the_data_folder_is_where_it_is_said_to_be(at_home, tmp_path, monkeypatch):
    assert club.choose_folder(None) == start.ROOT / "var"
    monkeypatch.chdir(tmp_path)
    assert club.choose_folder("data") == tmp_path / "data"
    assert os.environ["CLUBSCORE_VAR"] == str(tmp_path / "data")
    assert club.choose_folder(None) == tmp_path / "data"
    assert club.environment(tmp_path / "data") == f"CLUBSCORE_VAR={tmp_path / 'data'} "
    assert club.environment(start.ROOT / "var") == ""


@pytest.mark.django_db
def test_a_new_club_is_told_its_setup_code_and_what_is_missing(at_home, tmp_path):
    said = club.what_to_know(tmp_path, "http://192.168.1.20:8000/")
    assert f"http://192.168.1.20:8000/welcome/?code={installation.setup_code()}" in said
    assert f"CLUBSCORE_VAR={tmp_path} python3 manage.py backup FILE" in said
    assert "screen may go dark" in said
    assert "docs/hosting.md" in said


@pytest.mark.django_db
def test_a_club_that_is_there_is_told_its_address_alone(at_home, tmp_path):
    Club.objects.create(name="Riverside", slug="riverside")
    os.environ["CLUBSCORE_HTTPS"] = "1"
    said = club.what_to_know(tmp_path, "https://scores.example.org/")
    assert "code=" not in said
    assert "go dark" not in said


def test_the_address_can_be_scanned_from_a_terminal(monkeypatch):
    assert club.picture("http://192.168.1.20:8000/") == ""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert "█" in club.picture("http://192.168.1.20:8000/")


def test_this_computers_addresses_are_found():
    assert all(socket.inet_aton(address) for address in network.addresses())
    assert not any(address.startswith("127.") for address in network.addresses())


def test_an_address_of_another_computer_is_named():
    with pytest.raises(SystemExit, match=r"192\.0\.2\.77 is no address of this computer"):
        serving.check_port("192.0.2.77", 8000, "start")


@pytest.mark.parametrize(
    "command, url, pins",
    [
        ("start", "", ["requirements.txt"]),
        ("start", "postgresql:///club", ["requirements.txt", "clubscore/postgresql.txt"]),
        ("demo", "postgresql:///club", ["requirements.txt"]),
    ],
)
def test_postgresql_is_installed_where_a_club_uses_it(monkeypatch, command, url, pins):
    prepared = []
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setattr(start, "prepare", lambda files, command: prepared.extend(files))
    monkeypatch.setattr(start, "inside", lambda: True)
    monkeypatch.setattr("clubscore.club.run", lambda arguments: None)
    monkeypatch.setattr("clubscore.demo.run", lambda arguments: None)
    start.dispatch(["manage.py", command])
    assert prepared == pins
    assert all((start.ROOT / name).exists() for name in pins)


def test_a_named_browser_must_exist(monkeypatch):
    monkeypatch.setenv("CLUBSCORE_BROWSER", "/no/such/browser")
    with pytest.raises(SystemExit, match="CLUBSCORE_BROWSER is /no/such/browser"):
        browser.find()


def test_a_missing_browser_is_named(monkeypatch):
    monkeypatch.delenv("CLUBSCORE_BROWSER", raising=False)
    monkeypatch.setattr(browser, "playwrights_own", lambda: None)
    monkeypatch.setattr(browser.shutil, "which", lambda name: None)
    monkeypatch.setattr(browser.subprocess, "run", lambda command: None)
    with pytest.raises(SystemExit, match=r"apt install chromium(.|\n)*CLUBSCORE_BROWSER="):
        browser.find()
