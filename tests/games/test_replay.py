"""`manage.py replay`: records in, one answer a line out, without a database."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

DATA = Path(__file__).parent.parent / "data"
RECORD = {
    "format": "clubscore-game",
    "version": 1,
    "ruleset": {"preset": "tenhou"},
    "players": [{"name": name} for name in ("Aiko", "Ben", "千恵", "Dora")],
    "hands": [{"kind": "tsumo", "wins": [{"seat": 1, "han": 3, "fu": 40}], "riichi": []}],
}
SELF_RON = {"kind": "ron", "discarder": 1, "wins": [{"seat": 1, "han": 1, "fu": 30}]}
REFUSED = {**RECORD, "hands": [*RECORD["hands"], SELF_RON]}
SCORES = [22_400, 30_200, 23_700, 23_700]


@pytest.fixture
def replay(tmp_path):
    """Write the files, replay them, and get the exit status and the answers."""

    def run(*texts):
        files = []
        for number, text in enumerate(texts):
            files.append(tmp_path / f"{number}.jsonl")
            files[-1].write_bytes(text if isinstance(text, bytes) else text.encode())
        return command(*files)

    return run


def command(*files):
    out, status = io.StringIO(), 0
    try:
        call_command("replay", *map(str, files), stdout=out, stderr=io.StringIO())
    except SystemExit as end:
        status = end.code
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def manage(*arguments, **more):
    line = [sys.executable, "manage.py", "replay", *map(str, arguments)]
    return subprocess.run(line, cwd=settings.BASE_DIR, capture_output=True, timeout=60, **more)


def scores(answer):
    return answer["hands"][-1]["after"]["scores"]


def test_a_record_on_one_line(replay):
    status, [answer] = replay(json.dumps(RECORD))
    assert (status, answer["id"], scores(answer)) == (0, None, SCORES)


@pytest.mark.parametrize("indent", [0, 2, "\t"])
def test_a_record_on_several_lines(replay, indent):
    status, [answer] = replay(json.dumps(RECORD, indent=indent))
    assert (status, scores(answer)) == (0, SCORES)


def test_json_lines(replay):
    status, answers = replay("\n".join([json.dumps(RECORD)] * 3))
    assert (status, len(answers)) == (0, 3)


@pytest.mark.parametrize("identity", ["A-1", 7, 1.5, True, None, "千"])
def test_a_record_in_an_object_that_names_it(replay, identity):
    wrapped = {"id": identity, "record": RECORD, "origin": "here", "expected": {}}
    status, [answer] = replay(json.dumps(wrapped))
    assert (status, answer["id"], scores(answer)) == (0, identity, SCORES)


def test_what_cannot_be_played_is_answered_and_the_others_are_still_played(replay):
    lines = [{"id": 1, "record": REFUSED}, {"id": 2, "record": RECORD}, {"id": 3, "record": []}, REFUSED]
    status, answers = replay("\n".join(map(json.dumps, lines)))
    assert status == 1
    assert answers[0] == {"id": 1, "error": "hand 2: A player cannot win on their own discard."}
    assert scores(answers[1]) == SCORES
    assert answers[2] == {"id": 3, "error": "A record must be an object."}
    assert answers[3] == {"id": None, "error": "hand 2: A player cannot win on their own discard."}


@pytest.mark.parametrize("broken", [
    b"nonsense", b'{"id": 1, "record": {"format": "clubs', b'{"id": 1, "record":', b"\xff\xfe", b"9" * 5_000,
    b"[" * 100_000, b'{"id": NaN, "record": {}}',
])  # fmt: skip
def test_a_broken_line_is_answered_and_the_others_are_still_played(replay, broken):
    good = json.dumps(RECORD).encode()
    status, answers = replay(b"\n".join([good, broken, good]))
    assert status == 1
    assert answers[1] == {"id": None, "error": "This cannot be read as JSON."}
    assert [scores(answer) for answer in (answers[0], answers[2])] == [SCORES, SCORES]


TEXTS = {"null": "\0", "escape": "\x1b[31m", "half": "\ud800", "lines": "a\nb", "long": "千" * 100_000}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_any_text_is_an_id_and_a_name(replay, text):
    players = [{"name": text}, *RECORD["players"][1:]]
    status, [answer] = replay(json.dumps({"id": text, "record": {**RECORD, "players": players}}))
    assert (status, answer["id"], scores(answer)) == (0, text, SCORES)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("wrong", [
    lambda text: {"format": text},
    lambda text: {"ruleset": {"preset": text}},
    lambda text: {"hands": [{"kind": text}]},
    lambda text: {text: 1},
])  # fmt: skip
def test_whatever_text_is_wrong_the_sentence_is_short(replay, text, wrong):
    status, [answer] = replay(json.dumps({"id": 1, "record": {**RECORD, **wrong(text)}}))
    assert (status, answer["id"]) == (1, 1)
    assert len(answer["error"]) < 150


def test_a_broken_record_on_several_lines_is_answered_once(replay):
    status, answers = replay(json.dumps(RECORD, indent=2).replace(",\n", "\n", 1) + "\n" + json.dumps(RECORD))
    assert (status, len(answers)) == (1, 2)
    assert scores(answers[1]) == SCORES


@pytest.mark.parametrize("identity", [[1], {"a": 1}])
def test_an_id_is_no_list_and_no_object(replay, identity):
    status, answers = replay(json.dumps({"id": identity, "record": RECORD}))
    assert (status, answers) == (1, [{"id": None, "error": "An id must be text or a number."}])


@pytest.mark.parametrize("value", ["5", "null", "[]", '"text"', "{}", '{"record": null}'])
def test_any_other_json_is_no_record(replay, value):
    status, [answer] = replay(value)
    assert (status, answer["id"]) == (1, None)


def test_an_empty_file_has_no_records(replay):
    assert replay("") == (0, [])


def test_several_files(replay):
    status, answers = replay(json.dumps(RECORD), json.dumps(REFUSED), json.dumps(RECORD))
    assert (status, [("error" in answer) for answer in answers]) == (1, [False, True, False])


@pytest.mark.parametrize("unreadable", ["missing.jsonl", ""])
def test_of_files_that_cannot_be_read_the_others_are_still_played(tmp_path, unreadable):
    good = tmp_path / "good.jsonl"
    good.write_text(json.dumps(REFUSED) + "\n" + json.dumps(RECORD))
    status, answers = command(tmp_path / unreadable, good)
    assert (status, len(answers)) == (2, 2)


def test_the_recorded_games():
    status, answers = command(DATA / "real_games.jsonl", DATA / "real_games_sanma.jsonl")
    assert (status, len(answers)) == (0, 360)
    assert all(answer["final"] for answer in answers)


# --- As a program


def test_standard_input():
    done = manage("-", input=json.dumps(RECORD).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert scores(json.loads(done.stdout)) == SCORES


@pytest.mark.parametrize(("text", "status"), [("{}", 1), ("", 0)])
def test_the_exit_status(text, status):
    done = manage("-", input=text.encode())
    assert (done.returncode, done.stderr) == (status, b"")


def test_a_file_that_is_not_there_is_named_on_standard_error():
    done = manage("missing.jsonl")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().strip() == "missing.jsonl: No such file or directory"


def test_no_database_is_needed(tmp_path):
    nowhere = {"PATH": "/usr/bin:/bin", "DATABASE_URL": "postgres://nobody@localhost:1/nothing"}
    done = manage("-", input=json.dumps(RECORD).encode(), env=nowhere)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_who_has_seen_enough_is_no_error():
    line = f"{sys.executable} manage.py replay {DATA / 'real_games.jsonl'} | head -n 1"
    done = subprocess.run(line, shell=True, cwd=settings.BASE_DIR, capture_output=True, timeout=60)
    assert done.stderr == b""
    assert json.loads(done.stdout)["id"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_told_of_by_its_name():
    line = f"{sys.executable} manage.py replay {DATA / 'cases.jsonl'} > /dev/full"
    done = subprocess.run(line, shell=True, cwd=settings.BASE_DIR, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, b"The answers cannot be written: No space left on device\n")
