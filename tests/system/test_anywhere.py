"""`make test-anywhere` sees a test that fails only in the surroundings of one row."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.anywhere.__main__ import main
from tests.anywhere.rows import COMBINATIONS, ROWS, Around, NotHere, Row, combine
from tests.anywhere.runner import run_row
from tests.anywhere.subset import LEFT_OUT, touches, touching

ROOT = Path(__file__).parents[2]
FAULTS = {
    "clock-0": "import time\ndef test_it():\n    assert time.monotonic() > 100",
    "clock-years": "import time\ndef test_it():\n    assert time.monotonic() < 3e8",
    "1970": "import time\ndef test_it():\n    assert time.time() > 1e9",
    "2038": "import time\ndef test_it():\n    assert time.time() < 2**31",
    "2107": "import time\ndef test_it():\n    assert time.time() < 2**32",
    "lang-c": "import os\ndef test_it():\n    assert os.environ['LANG'] != 'C'",
    "home": "from pathlib import Path\n"
    "def test_it():\n    assert Path.home().stat().st_mode & 0o200",
    "path": "def test_it(tmp_path):\n    str(tmp_path).encode('ascii')",
    "offline": "import socket\n"
    "def test_it():\n    assert len(socket.if_nameindex()) > 1, 'only a loopback'",
    "random": "import os\n"
    "@__import__('pytest').mark.parametrize('number', range(50))\n"
    "def test_it(number, seen=[]):\n    seen.append(number)\n    assert seen == sorted(seen)",
}
"""A test for each row that fails there, and nowhere else."""
NEED_A_COPY = {"user", "root", *(row.name for row in ROWS if row.python)}
"""A user or an interpreter cannot be changed in place; these are tried by `make test-anywhere`."""


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """Return a folder for a test file, outside of the project and its settings."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def test_every_row_has_its_fault() -> None:
    """A new row without one fails."""
    assert {row.name for row in ROWS} == FAULTS.keys() | NEED_A_COPY


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_the_surroundings_is_seen(name: str, planted: Path) -> None:
    """By the count of its failures and by the verdict on the row."""
    file = planted / "test_planted.py"
    file.write_text(FAULTS[name], encoding="utf-8")
    (row,) = (each for each in ROWS if each.name == name)
    result = run_row(row, [f"--rootdir={planted}", str(file)], here=True)
    if not result.was_run:
        pytest.skip(result.why)
    assert result.failed
    assert not result.is_good


def test_a_sound_test_passes_and_the_table_says_so(planted: Path) -> None:
    """With a skipped one, and one that fails: the exit code tells which it was."""
    (planted / "test_good.py").write_text(
        "import pytest\ndef test_it(): ...\ndef test_other(): pytest.skip('x')"
    )
    (planted / "test_bad.py").write_text("def test_it(): assert False")
    assert table_of("lang-c", planted / "test_good.py") == (0, "lang-c 1 0 1")
    assert table_of("lang-c", planted / "test_bad.py") == (1, "lang-c 0 1 0")
    assert table_of("lang-c", planted / "test_good.py", "--no-skips")[0] == 1


def test_a_row_that_cannot_be_had_is_a_failure_where_nothing_may_be_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise `.ci/run` would be green without a single test."""

    def fail(_folder: Path) -> Around:
        raise NotHere("planted")

    monkeypatch.setattr("tests.anywhere.__main__.ROWS", (Row("gone", "not here", fail),))
    assert main(["gone"]) == 0
    assert main(["--no-skips", "gone"]) == 1


SINGLE = {row.name: row for row in ROWS}


def test_the_combined_rows_cover_every_condition() -> None:
    """And no two that exclude each other are in one."""
    assert {name for names in COMBINATIONS.values() for name in names} == SINGLE.keys()
    for name, names in COMBINATIONS.items():
        combine(name, [SINGLE[each] for each in names])
    with pytest.raises(ValueError, match="exclude"):
        combine("both", [SINGLE["1970"], SINGLE["2107"]])


def test_a_combined_row_has_the_surroundings_of_each(planted: Path) -> None:
    """Every fault of its conditions is seen there."""
    names = [name for name in COMBINATIONS["early"] if name in FAULTS]
    for name in names:
        (planted / f"test_{name.replace('-', '_')}.py").write_text(FAULTS[name], encoding="utf-8")
    row = combine("early", [SINGLE[name] for name in names])
    result = run_row(row, [f"--rootdir={planted}", str(planted)], here=True)
    if not result.was_run:
        pytest.skip(result.why)
    assert (result.passed, result.failed) == (0, len(names))


def test_a_condition_that_fails_is_shown_as_failed(
    planted: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the rows where it did; how to run each condition apart is said; others have passed."""
    monkeypatch.setattr(
        "tests.anywhere.__main__.COMBINATIONS",
        {"first": ("lang-c", "home"), "second": ("home", "path")},
    )
    (planted / "test_planted.py").write_text(FAULTS["lang-c"])
    code = main(["--here", "--", f"--rootdir={planted}", str(planted)])
    said = capsys.readouterr().out.splitlines()
    assert code == 1
    at = said.index("condition    passed in            failed in")
    assert [" ".join(each.split()) for each in said[at + 1 : at + 5]] == [
        "lang-c - first",
        "home second first",
        "path second -",
        "first failed; its conditions apart:",
    ]
    assert said[at + 5].startswith('  make test-anywhere ARGS="lang-c -- ')
    assert said[at + 6].startswith('  make test-anywhere ARGS="home -- ')


def test_a_condition_that_cannot_be_had_is_left_out_and_said(
    planted: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others of its row are tried all the same."""

    def fail(_folder: Path) -> Around:
        raise NotHere("planted")

    monkeypatch.setattr("tests.anywhere.__main__.ROWS", (Row("gone", "", fail), SINGLE["lang-c"]))
    monkeypatch.setattr("tests.anywhere.__main__.COMBINATIONS", {"both": ("gone", "lang-c")})
    (planted / "test_planted.py").write_text("def test_it(): ...")
    arguments = ["--here", "--", f"--rootdir={planted}", str(planted)]
    assert main(arguments) == 0
    said = [" ".join(each.split()) for each in capsys.readouterr().out.splitlines()]
    assert said[-2:] == ["gone - - could not be had: planted", "lang-c both -"]
    assert main(["--no-skips", *arguments]) == 1


def test_a_copy_that_cannot_be_made_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine lacks nothing."""
    monkeypatch.setattr("tests.anywhere.runner.ROOT", ROOT / "missing")
    result = run_row(Row("any", "as it is"), [])
    assert result.was_run
    assert not result.is_good


def test_no_test_at_all_is_no_success(planted: Path) -> None:
    """As of a path that is wrong."""
    assert table_of("lang-c", planted / "test_missing.py")[0] == 1


def table_of(row: str, file: Path, *options: str) -> tuple[int, str]:
    """Run a row on a file; return the exit code and the row's line without the seconds."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.anywhere",
            "--here",
            *options,
            row,
            *("--", f"--rootdir={file.parent}", str(file)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, " ".join(done.stdout.splitlines()[-1].split()[:4])


def test_the_subset_holds_what_touches_clocks_users_and_the_environment() -> None:
    """It is found in the source; here is a file of each kind."""
    names = {file.name for file in touching()}
    assert {"test_unknown_box.py", "test_owner.py", "test_config.py", "test_main.py"} <= names


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_of_the_subset_would_be_in_it(name: str) -> None:
    """Otherwise there is nothing to leave out."""
    (file,) = (ROOT / "tests").rglob(name)
    assert touches(file.read_text("utf-8"))


@pytest.mark.parametrize(
    ("text", "is_in"),
    [
        ("import time\ntime.monotonic()", True),
        ("Panel(clock=lambda: box.now)", True),
        ("def test(monkeypatch): monkeypatch.setenv('HOME', '')", True),
        ("@pytest.mark.needs_root\ndef test(): ...", True),
        ("def test(): assert 1 + 1 == 2", False),
    ],
)
def test_a_file_is_in_the_subset_by_its_source(text: str, is_in: bool) -> None:
    assert touches(text) is is_in
