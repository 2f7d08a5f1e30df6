"""The command line, run as users run it."""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from engines import catalog
from engines.match import Match
from firmware_py.__main__ import main
from firmware_py.app import run
from firmware_py.core.config import SYSTEM_FILE, BadConfig, Config, data_folder, load
from firmware_py.storage.schema import write_version
from firmware_py.storage.store import Store
from firmware_py.version import __version__

TABLEMATE = [sys.executable, "-m", "firmware_py"]


def tablemate(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run the command and return what it said."""
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [*TABLEMATE, *arguments], capture_output=True, text=True, timeout=60, check=False, **options
    )


def test_the_version() -> None:
    """One place names it."""
    assert tablemate("--version").stdout == f"tablemate {__version__}\n"


@pytest.mark.parametrize("option", ["--data", "--config"])
def test_an_empty_place_is_not_the_current_folder(option: str) -> None:
    """As in `tablemate --data "$UNSET"`."""
    said = tablemate(option, "", "export")
    assert said.returncode == 2
    assert f"{option}: the name is empty" in said.stderr


def test_the_referee_answers_line_by_line() -> None:
    """Also the line that was too long, and the one after it."""
    lines = ['{"cmd":"games"}', "x" * 70_000, '{"cmd":"legal"}']
    said = tablemate("referee", input="\n".join(lines)).stdout.splitlines()
    assert [json.loads(line)["ok"] for line in said] == [True, False, False]
    assert json.loads(said[1])["error"]["code"] == "BAD_REQUEST"
    assert json.loads(said[2])["error"]["code"] == "NO_MATCH"


def test_a_reader_that_leaves_is_no_reason_to_shout() -> None:
    """As in `tablemate referee | head -1`."""
    command = f'yes \'{{"cmd":"games"}}\' | head -2000 | {shlex.join(TABLEMATE)} referee'
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_a_bad_configuration_is_named(tmp_path: Path) -> None:
    """With the file and the key, and exit code 2."""
    path = tmp_path / "t.toml"
    path.write_text("[web]\nprot = 1\n")
    done = tablemate("--config", str(path))
    assert done.returncode == 2
    assert "prot" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_referee_refuses_a_bad_configuration_too(tmp_path: Path) -> None:
    """What was named on the command line is not passed over."""
    path = tmp_path / "t.toml"
    path.write_text("[web]\nprot = 1\n")
    done = tablemate("referee", "--config", str(path), input='{"cmd":"games"}\n')
    assert (done.returncode, done.stdout) == (2, "")
    assert "prot" in done.stderr


@pytest.mark.parametrize(
    "command",
    ["referee", "panel", "doctor", "export", "backup", "restore", "replay", "report"],
)
def test_the_help_of_a_command_says_what_where_and_gives_an_example(command: str) -> None:
    """The default data folder, in the help of the commands that use it."""
    said = tablemate(command, "--help", env={**os.environ, "XDG_DATA_HOME": "/some/place"}).stdout
    assert f"example:\n  tablemate {command}" in said
    touches = command not in ("referee", "panel", "replay")
    assert ("/some/place/tablemate" in said) == touches
    assert len(said.split("\n\n")[1]) > len("a word")


def test_a_missing_record_is_reported_in_one_plain_line(tmp_path: Path) -> None:
    """The name once, and no number of the system."""
    done = tablemate("replay", str(tmp_path / "none.txt"))
    assert done.returncode == 1
    assert done.stderr.count("none.txt") == 1
    assert "Errno" not in done.stderr


def test_a_backup_counts_as_people_do(tmp_path: Path) -> None:
    """It says "1 match", not "1 matches"."""
    store = Store(tmp_path / "data")
    engine = catalog.load("mana")
    header = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0)).header
    for number, words in ((1, ": 1 match,"), (2, ": 2 matches,")):
        store.begin(number, header)
        said = tablemate("--data", str(tmp_path / "data"), "backup", str(tmp_path / f"{number}.db"))
        assert words in said.stdout
    store.close()


def test_two_boxes_on_one_directory(tmp_path: Path) -> None:
    """The second says what to do; the first ends on a signal, cleanly."""
    data = ["--data", str(tmp_path / "data")]
    first = subprocess.Popen([*TABLEMATE, *data, "--panel", "none"], stderr=subprocess.PIPE)
    try:
        _wait_for(tmp_path / "data" / "tablemate.lock")
        second = tablemate(*data, "--panel", "none")
        assert second.returncode == 1
        assert "another Tablemate" in second.stderr
    finally:
        first.send_signal(signal.SIGTERM)
        _, said = first.communicate(timeout=60)
    assert first.returncode == 0
    assert said == b""


def _wait_for(path: Path) -> None:
    ends_s = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < ends_s, f"{path} did not appear"
        time.sleep(0.02)


@pytest.mark.parametrize("command", [[], ["panel", "web"]])
def test_without_a_terminal_the_page_is_served(tmp_path: Path, command: list[str]) -> None:
    """On loopback, and its address is said at once, also to a pipe."""
    config = tmp_path / "t.toml"
    config.write_text("[web]\nport = 0\n")
    box = subprocess.Popen(
        [*TABLEMATE, "--data", str(tmp_path / "d"), "--config", str(config), *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    try:
        assert box.stdout is not None
        assert "http://127.0.0.1:" in box.stdout.readline()
    finally:
        box.send_signal(signal.SIGTERM)
        box.communicate(timeout=60)
    assert box.returncode == 0


@pytest.mark.parametrize("wanted", ["box", "terminal", "web", "none"])
def test_a_panel_that_was_named_is_taken(wanted: str) -> None:
    """No fall-back."""
    assert run.choose(wanted, Config()) == wanted


def test_a_box_without_its_parts_says_so(tmp_path: Path) -> None:
    """`--panel box` without a box: a clear error, not another panel."""
    done = tablemate("--data", str(tmp_path), "--panel", "box")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("tablemate: ")


# --- what a user's system may lack ---------------------------------------------------------


def closed(command: str, streams: str) -> subprocess.CompletedProcess[str]:
    """Run the command with some of its standard streams closed."""
    line = f"{shlex.join(TABLEMATE)} {command} {streams}"
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("streams", ["<&-", "</dev/null >&-"])
def test_a_referee_without_its_streams_says_so(streams: str) -> None:
    """It can do nothing without them."""
    done = closed("referee", streams)
    assert done.returncode == 1
    assert done.stderr.startswith("tablemate: ")


def test_without_standard_input_there_is_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As cron or a desktop may start it."""
    monkeypatch.setattr(sys, "stdin", None)
    assert run.choose("auto", Config()) in ("web", "box")


def test_a_dumb_terminal_gets_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot place the cursor, so it cannot show a picture."""
    master, slave = os.openpty()
    with open(slave, "r+b", buffering=0) as window, open(master, "rb"):  # noqa: PTH123 - numbers
        monkeypatch.setattr(sys, "stdin", window)
        monkeypatch.setattr(sys, "stdout", window)
        monkeypatch.setattr(run, "GPIO", Path("/nowhere"))
        monkeypatch.setenv("TERM", "dumb")
        dumb = run.choose("auto", Config())
        monkeypatch.setenv("TERM", "xterm")
        assert (dumb, run.choose("auto", Config())) == ("web", "terminal")


def test_a_user_without_a_home_gets_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service user with no `HOME`, unknown to the system."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 3_999_999)
    assert load() == Config() or SYSTEM_FILE.exists()
    with pytest.raises(BadConfig, match="--data"):
        data_folder(None, Config())
    assert data_folder(Path("here"), Config()) == Path("here")


def test_options_may_stand_behind_the_command(tmp_path: Path) -> None:
    """As people type them."""
    done = tablemate("backup", str(tmp_path / "b.db"), "--data", str(tmp_path))
    assert done.returncode == 1
    assert f"nothing to back up in {tmp_path}" in done.stderr


def test_a_reader_of_little_that_leaves_is_no_error(tmp_path: Path) -> None:
    """What is still in the buffer then is lost quietly."""
    line = shlex.join([*TABLEMATE, "--data", str(tmp_path), "doctor", "--no-input"]) + " | true"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    assert done.stderr == ""


TELLS_IT_IS_UP = """
import shlex
import signal
from firmware_py.__main__ import main
signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's own would raise before main has begun
print("up", flush=True)
raise SystemExit(main())
"""


def test_ctrl_c_before_the_loop_is_no_traceback(tmp_path: Path) -> None:
    """Whenever it comes, once Python itself is up; also where Ctrl-C was ignored before."""
    for wait_s in (0.0, 0.05, 0.1, 0.2):
        box = subprocess.Popen(
            [
                sys.executable,
                "-c",
                TELLS_IT_IS_UP,
                *("--data", tmp_path / "data"),
                "--panel",
                "none",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert box.stdout is not None
        assert box.stdout.readline() == "up\n"
        time.sleep(wait_s)
        box.send_signal(signal.SIGINT)
        _, said = box.communicate(timeout=60)
        assert "run.py" not in said


LOST_INTERRUPT = """
import os, signal, sys, time, weakref

class Midst:
    def find_spec(self, name, path=None, target=None):
        if name == "firmware_py.command_line":
            thing = type("Thing", (), {})()
            callback = lambda _: (os.kill(os.getpid(), signal.SIGINT), time.sleep(0.01))
            kept = weakref.ref(thing, callback)
            del thing  # whatever is raised in the callback is printed and forgotten

sys.meta_path.insert(0, Midst())
from firmware_py.__main__ import main
sys.exit(main())
"""


def test_ctrl_c_in_a_callback_of_an_import_is_not_lost(tmp_path: Path) -> None:
    """The program must not go on as if nobody had pressed anything."""
    command = [sys.executable, "-c", LOST_INTERRUPT, "--data", str(tmp_path), "--panel", "none"]
    box = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        _, said = box.communicate(timeout=60)
    finally:
        box.kill()
        box.communicate()
    assert box.returncode == -signal.SIGINT
    assert said == ""


class TestData:
    """A data directory that is not as it should be, met by the program itself."""

    def start(self, data: Path, *, refuses: bool = False) -> subprocess.CompletedProcess[str]:
        """Start the box, and end it once it is up, unless it should refuse by itself."""
        command = [*TABLEMATE, "--data", str(data), "--panel", "none"]
        box = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert box.stderr is not None
        while not select.select([box.stderr], [], [], 0.05)[0]:
            if (data / "tablemate.log").exists():
                break
        if not refuses:
            box.send_signal(signal.SIGTERM)
        _, said = box.communicate(timeout=60)
        return subprocess.CompletedProcess(command, box.returncode, "", said)

    def test_a_file_is_no_directory(self, tmp_path: Path) -> None:
        """It says so."""
        (tmp_path / "file").touch()
        done = self.start(tmp_path / "file", refuses=True)
        assert (done.returncode, "Traceback" in done.stderr) == (1, False)
        assert "choose another --data" in done.stderr

    @pytest.mark.parametrize("rubbish", [b"", b"no database at all", bytes(9000)])
    def test_a_damaged_file_is_set_aside(self, tmp_path: Path, rubbish: bytes) -> None:
        """The box starts, and the log says what it found."""
        (tmp_path / "tablemate.db").write_bytes(rubbish)
        done = self.start(tmp_path)
        assert done.returncode == 0
        assert (tmp_path / "tablemate-damaged-1.db").read_bytes() == rubbish
        assert "at the start: the file is" in (tmp_path / "tablemate.log").read_text()

    def test_a_place_that_cannot_be_is_played_from_memory(self) -> None:
        """As the partition may come later."""
        done = self.start(Path("/proc/nowhere"))
        assert done.returncode == 0
        assert "cannot be written" in done.stderr

    def test_a_newer_file_is_refused(self, tmp_path: Path) -> None:
        """In one line, and untouched."""
        Store(tmp_path).close()
        path = tmp_path / "tablemate.db"
        with closing(sqlite3.connect(path)) as db, db:
            write_version(db, 7)
        before = path.read_bytes()
        done = self.start(tmp_path, refuses=True)
        assert done.returncode == 1
        assert "newer Tablemate" in done.stderr
        assert path.read_bytes() == before


@pytest.mark.parametrize("number", ["x", "-1", "0", "9" * 30, "1.5"])
def test_what_is_no_match_is_said_so(number: str, tmp_path: Path) -> None:
    """Before anything is opened."""
    done = tablemate("--data", str(tmp_path), "export", f"--match={number}")
    assert done.returncode == 2
    assert f"{number!r} is not the number of a match" in done.stderr


@pytest.mark.parametrize("command", [["export", "-"], ["backup", "copy.tablemate"]])
def test_data_that_cannot_be_read_is_reported(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a line that names the file, without a traceback."""
    beyond = tmp_path / ("x" * 300)  # too long for every file system
    assert main(["--data", str(beyond), *command]) == 1
    assert "cannot be read: File name too long" in capsys.readouterr().err


def test_a_problem_report_has_what_the_doctor_found(tmp_path: Path) -> None:
    """As the doctor's command says it."""
    Store(tmp_path / "data").close()
    file = tmp_path / "report.zip"
    assert main(["--data", str(tmp_path / "data"), "report", str(file)]) == 0
    with zipfile.ZipFile(file) as packed:
        said = packed.read("doctor.txt").decode()
    assert "a look at the box and around it" in said
