"""Which tests run which lines: a recorded run of the suite, and the tests to try for a line.

As a pytest plugin (`-p tests_by_line`) it gives every test a coverage context of its own; child
processes of a test get it too, from the environment. With `--listed FILE` only the tests named
in that file run, in its order, and those that fail are written next to it.

    record(root, place, packages, arguments)       run the tests once, keep what they ran
    tests = LineRecord(place)
    tests.running(path, lines)                     the tests that run one of these lines
    batches(tests.running(path, lines), 60.0)      in the order to try them
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection, Generator, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import coverage
import pytest
from coverage.data import CoverageData

HERE = Path(__file__).parent
TEST = "TABLEMATE_TEST"
"""Environment variable: the test that runs now, for its child processes."""
TAKEN = "TABLEMATE_TESTS_TAKEN"
"""Environment variable: the file for the time that every test took."""
CONFIG = """\
[run]
branch = false
core = ctrace
parallel = true
patch = subprocess, fork, _exit
relative_files = true
source = {source}
data_file = {data}
context = ${{{test}-}}
"""
FEW_FILES = 8
SOON_S = 5.0


# --- the plugin ---------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that limits a run to listed tests."""
    parser.addoption("--listed", type=Path, help="run only the tests in this file, in its order")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Give a test its context."""
    running = coverage.Coverage.current()
    os.environ[TEST] = item.nodeid
    if running is not None:
        running.switch_context(item.nodeid)
        running.set_option("run:context", item.nodeid)  # for forks
        # What coverage hands down has the context of its own start; the file names that of now.
        os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
    try:
        return (yield)
    finally:
        del os.environ[TEST]
        if running is not None:
            running.switch_context("")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what is listed, in the order of the list."""
    listed = config.getoption("--listed")
    if listed is not None:
        place = {name: at for at, name in enumerate(listed.read_text().splitlines())}
        items[:] = sorted(
            (item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid]
        )


class _Reports:
    """Adds up what every test took, and notes which failed."""

    def __init__(self, listed: Path | None) -> None:
        self.listed = listed
        self.taken: dict[str, float] = defaultdict(float)
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count set-up, call and tear-down of a test."""
        self.taken[report.nodeid] += report.duration
        if report.failed:
            self.failed.add(report.nodeid)
            if self.listed is not None:
                failed_of(self.listed).write_text("".join(f"{each}\n" for each in self.failed))
        elif report.skipped:
            self.failed.add(report.nodeid)  # it would notice nothing

    def pytest_sessionfinish(self) -> None:
        """Write what the tests that passed took."""
        if TAKEN in os.environ:
            passed = {name: s for name, s in self.taken.items() if name not in self.failed}
            written = {"passed": passed, "failed": sorted(self.failed)}
            Path(os.environ[TAKEN]).write_text(json.dumps(written))


def pytest_configure(config: pytest.Config) -> None:
    """Count reports, in the process where those of all workers arrive."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Reports(config.getoption("--listed")))


# --- a recorded run -----------------------------------------------------------------------------


def failed_of(listed: Path) -> Path:
    """Return the file with those of the listed tests that failed."""
    return listed.with_suffix(".failed")


def environment(root: Path) -> dict[str, str]:
    """Return what a pytest with this plugin needs, for the project in a folder."""
    return {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{HERE}"}


def record(root: Path, place: Path, packages: Collection[str], arguments: list[str]) -> None:
    """Run the tests of the project at `root`; keep in `place` which lines each of them runs."""
    for old in place.glob("lines*"):
        old.unlink()
    config = place / "coveragerc"
    data = place / "lines"
    config.write_text(CONFIG.format(source=",".join(packages), data=data, test=TEST))
    pytest_run = ["-m", "pytest", "-q", "--no-header", "-p", "tests_by_line", *arguments]
    subprocess.run(
        [sys.executable, "-m", "coverage", "run", f"--rcfile={config}", *pytest_run],
        cwd=root,
        env=environment(root)
        | {TAKEN: str(place / "taken.json"), "COVERAGE_PROCESS_START": str(config)},
        check=False,  # a test that fails is not chosen
    )
    combine = [sys.executable, "-m", "coverage", "combine", "--quiet", f"--rcfile={config}"]
    subprocess.run(combine, cwd=root, check=True)


class TimedTest(NamedTuple):
    """A test that passed, and the seconds that it took."""

    name: str
    taken_s: float

    @property
    def file(self) -> str:
        """Return the file that the test is in."""
        return self.name.partition("::")[0]

    @property
    def function(self) -> str:
        """Return the test without the values of its parameters."""
        return self.name.partition("[")[0]


class LineRecord:
    """A recorded run."""

    def __init__(self, place: Path) -> None:
        self._data = CoverageData(str(place / "lines"))
        self._data.read()
        taken = json.loads((place / "taken.json").read_text())
        self.taken_s: dict[str, float] = taken["passed"]
        self.failed: list[str] = taken["failed"]

    def running(self, path: Path, lines: Iterable[int] | None = None) -> list[TimedTest]:
        """Return the tests that run one of these lines of a file; None: any line of it."""
        by_line = self._data.contexts_by_lineno(str(path))
        wanted = by_line if lines is None else set(lines) & set(by_line)
        names = {name for line in wanted for name in by_line[line]}
        return sorted(
            (TimedTest(name, self.taken_s[name]) for name in names if name in self.taken_s),
            key=lambda test: (test.taken_s, test.name),
        )


def batches(tests: list[TimedTest], limit_s: float) -> list[list[TimedTest]]:
    """Return the tests in the order to try them, as far as they took `limit_s` in all.

    First the fastest of few files, since loading a test file takes longer than most tests. Then
    the others: the fastest case of each function, the second of each, and so on.
    """
    soon: list[TimedTest] = []
    files: set[str] = set()
    left_s = SOON_S
    for test in tests:
        if test.taken_s > left_s:
            break
        if test.file in files or len(files) < FEW_FILES:
            files.add(test.file)
            soon.append(test)
            left_s -= test.taken_s
    ranks: dict[str, int] = defaultdict(int)
    ranked = []
    for test in tests:
        ranks[test.function] += 1
        ranked.append((ranks[test.function], test))
    later: list[TimedTest] = []
    left_s = limit_s - (SOON_S - left_s)
    chosen = set(soon)
    for _, test in sorted(ranked, key=lambda each: (each[0], each[1].taken_s, each[1].name)):
        if test not in chosen and test.taken_s <= left_s:
            later.append(test)
            left_s -= test.taken_s
    return [batch for batch in (soon, later) if batch]
