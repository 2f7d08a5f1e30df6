"""Every way out of the program while something is not saved: it asks, or waits, says and fails.

The disk fails as a full one does: the running program may not let any file grow.
"""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engines import catalog
from engines.match import Match
from firmware_py.app.run import NOT_SAVED_CODE
from firmware_py.storage.store import PAUSED, Store
from tests.support.stored import line_count
from tests.support.terminal_window import PATIENCE_S, Window, run_in_window

HAS_ROOM = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
IS_FULL = (0, resource.RLIM_INFINITY)
WITHOUT_COVERAGE = {"COVERAGE_PROCESS_START": "", "COVERAGE_PROCESS_CONFIG": ""}
"""What it measured could not be written either, and it would say so on stderr."""
STORED = 4
"""Lines of the match on disk before the program starts."""


WITH_SHORT_WAIT = """
from firmware_py.app import run
from firmware_py.__main__ import main
run.WAIT_S = 1.0
raise SystemExit(main())
"""
"""The program, with less patience for a disk that does not come back."""


class Table:
    """The real program in a terminal, with a match that is played."""

    def __init__(
        self, folder: Path, program: Sequence[str] = ("-m", "firmware_py"), **environment: str
    ) -> None:
        self.folder = folder / "data"
        store = Store(self.folder)
        store.put_setting("language", "en")
        engine = catalog.load("mana")
        match = Match(engine, catalog.begin(engine, seats=2, seed=7, first=0), ("Anna", "Ben"))
        for _ in range(STORED):
            match.play(engine.write(next(iter(engine.legal(match.state)))))
        store.begin(1, match.header, tuple(match.lines))
        store.set_status(1, PAUSED)
        store.close()
        (folder / "t.toml").write_text("", encoding="utf-8")
        self.window = Window(80, 24)
        self._said, stderr = os.pipe()  # a file could not grow either
        self.process = run_in_window(
            self.window,
            *(*program, "--panel", "terminal"),
            *("--data", str(self.folder), "--config", str(folder / "t.toml")),
            stderr=stderr,
            **WITHOUT_COVERAGE,
            **environment,
        )
        os.close(stderr)
        self.wait_for("Q quit")  # keys before the first picture are not for the box
        self.window.type(b"t")
        self.wait_for("Resume Mana")
        self.window.type(b"\r")
        self.wait_for("Anna")

    def wait_for(self, words: str) -> None:
        self.window.wait_for(lambda: words in self.window.text)

    def fill_disk(self) -> None:
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, IS_FULL)

    def make_room(self) -> None:
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, HAS_ROOM)

    def play_unsaved(self) -> None:
        """Press until a choice is made that the disk does not take."""
        self.fill_disk()
        for _ in range(40):
            self.window.type(b"\r")
            self.window.read()
            if "NOT SAVED" in self.window.text:
                return
        raise AssertionError(self.window.text)

    def end(self) -> tuple[int, str]:
        """Wait for the end; return the code, and what was said on stderr."""
        self.window.wait_for(lambda: self.process.poll() is not None)
        return self.process.wait(PATIENCE_S), os.read(self._said, 65536).decode()

    def lines(self) -> int | None:
        store = Store(self.folder)
        try:
            return line_count(store, 1)
        finally:
            store.close()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.window.close()
        os.close(self._said)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Table]:
    """A table whose program waits a second for the disk instead of six."""
    made = Table(tmp_path, ("-c", WITH_SHORT_WAIT))
    yield made
    made.close()


def is_reported(said: str) -> bool:
    """Return whether it was said what is lost, of which match, and why."""
    return "not saved" in said and "match 1 (mana: Anna, Ben)" in said and "Traceback" not in said


@pytest.mark.parametrize("key", [b"q", b"\x03", b"\x04"], ids=["q", "Ctrl-C", "Ctrl-D"])
def test_a_key_that_ends_asks_and_no_stays(table: Table, key: bytes) -> None:
    table.play_unsaved()
    table.window.type(key)
    table.wait_for("Not saved yet")
    table.window.type(key)  # again: the question is still the same one
    table.window.type(b"\r")  # No is the first answer
    table.wait_for("NOT SAVED")
    assert table.process.poll() is None
    table.make_room()
    table.window.type(key)
    assert table.end() == (0, "")
    assert (table.lines() or 0) > STORED


@pytest.mark.parametrize("key", [b"q", b"\x03", b"\x04"], ids=["q", "Ctrl-C", "Ctrl-D"])
def test_a_key_that_ends_all_the_same_tells_and_fails(table: Table, key: bytes) -> None:
    table.play_unsaved()
    table.window.type(key)
    table.wait_for("Not saved yet")
    table.window.type(b"j\r")
    code, said = table.end()
    assert code == NOT_SAVED_CODE
    assert is_reported(said), said
    assert table.lines() == STORED


def test_quit_in_the_menu_tells_and_fails(table: Table) -> None:
    table.play_unsaved()
    table.window.type(b"B")
    table.wait_for("Resume Mana")
    table.window.type(b"j" * 30 + b"\r")
    table.wait_for("Quit Tablemate?")
    table.window.type(b"j\r")
    table.wait_for("Not saved yet")
    table.window.type(b"j\r")
    code, said = table.end()
    assert code == NOT_SAVED_CODE
    assert is_reported(said), said


def test_switching_off_tells_and_fails(tmp_path: Path) -> None:
    """The service's user sees it on the display, the journal keeps it."""
    service = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "RUNTIME_DIRECTORY": str(tmp_path)}
    table = Table(tmp_path, ("-m", "firmware_py"), **service)
    try:
        table.play_unsaved()
        table.window.type(b"B")
        table.wait_for("Resume Mana")
        table.window.type(b"j" * 30 + b"\r")
        table.wait_for("Shut down the box?")
        table.window.type(b"j\r")
        table.wait_for("Not saved yet")
        assert not (tmp_path / "poweroff").exists()
        table.window.type(b"j\r")
        table.window.wait_for((tmp_path / "poweroff").exists)
        table.process.send_signal(signal.SIGTERM)
        code, said = table.end()
    finally:
        table.close()
    assert code == NOT_SAVED_CODE
    assert is_reported(said), said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_a_signal_waits_for_the_disk_then_tells_and_fails(
    hasty: Table, number: signal.Signals
) -> None:
    waits_tells_and_fails(hasty, number)


def test_the_signal_of_the_service_is_the_same_with_the_whole_wait(table: Table) -> None:
    waits_tells_and_fails(table, signal.SIGTERM)


def waits_tells_and_fails(table: Table, number: signal.Signals) -> None:
    table.play_unsaved()
    table.process.send_signal(number)
    code, said = table.end()
    assert code == NOT_SAVED_CODE
    assert is_reported(said), said


def test_a_disk_that_comes_back_within_the_wait_costs_nothing(table: Table) -> None:
    table.play_unsaved()
    table.process.send_signal(signal.SIGTERM)
    table.wait_for("Saving…")
    table.make_room()
    assert table.end() == (0, "")
    assert (table.lines() or 0) > STORED


def test_a_disk_that_fails_only_at_the_pause_is_reported(hasty: Table) -> None:
    """Nothing waits when somebody asks for the end; what ends the match cannot be written."""
    hasty.fill_disk()
    hasty.window.type(b"q")
    code, said = hasty.end()
    assert code == NOT_SAVED_CODE
    assert is_reported(said), said


def test_a_terminal_that_is_gone_takes_no_code_away(hasty: Table) -> None:
    """Nobody can be asked, and the code says it alone where stderr is gone as well."""
    hasty.play_unsaved()
    os.close(hasty.window.master)
    hasty.window.master = os.open(os.devnull, os.O_RDONLY)
    assert hasty.process.wait(PATIENCE_S) == NOT_SAVED_CODE


def test_with_everything_on_disk_no_way_out_asks(table: Table) -> None:
    table.window.type(b"q")
    assert table.end() == (0, "")
