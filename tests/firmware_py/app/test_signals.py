"""Signals to the real program, in any order and at any moment: it ends by itself, and well."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engines import catalog
from engines.match import Match
from firmware_py.storage.store import PAUSED, Store
from firmware_py.system.signals import stop_on_signals
from hardware.events import Inbox, Stopped, Tick
from tests.support.stored import first_damaged_event, line_count

LONG_S = 60.0
"""Only a test that fails waits so long."""
ENDS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
HALTS = (signal.SIGSTOP, signal.SIGCONT)

SAVING = """
import sys, threading, time
from pathlib import Path
from firmware_py.core.config import Config
from firmware_py.app.run import run
from firmware_py.system.signals import stop_on_signals
from firmware_py.storage.event_log import find_last
from firmware_py.storage.store import Store
from hardware.events import Control, Inbox, Pressed

append = Store.append

def append_slowly(store, match, *what, **more):
    print("saving", flush=True)
    time.sleep(0.1)
    append(store, match, *what, **more)
    print("saved", find_last(store.connection, match).lines, flush=True)

Store.append = append_slowly
inbox = Inbox()

def press():
    while True:
        time.sleep(0.01)
        if not inbox.waiting():
            inbox.post(Pressed(Control.KNOB))

threading.Thread(target=press, daemon=True).start()
with stop_on_signals(inbox, for_good=True):
    sys.exit(run(Config(), Path(sys.argv[1]), "none", inbox))
"""


RECOVERING = """
import sys, time
from pathlib import Path
from firmware_py import command_line
from firmware_py.app import run

def recover(folder):
    (folder / "recovering").touch()
    time.sleep(600)

run.open_or_recover = recover
sys.exit(command_line.start_box("none", Path(sys.argv[2]), Path(sys.argv[1])))
"""


ENDING = """
import os, signal, sys
from firmware_py.system.signals import stop_on_signals
from hardware.events import Inbox

with stop_on_signals(Inbox(), for_good=True):
    taken = []
    try:
        while True:
            taken.append(os.dup(0))
    except OSError:
        pass
for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
    os.kill(os.getpid(), number)
sys.exit(3)
"""
STORM = """
import os, signal, threading, time
from firmware_py.system import signals

for number in signals.NUMBERS:
    signal.signal(number, signal.SIG_IGN)
me = os.getpid()
sender = os.fork()  # before there are threads: Python 3.12 warns of a fork afterwards
if not sender:
    while os.getppid() == me:
        for number in signals.NUMBERS:
            os.kill(me, number)
    os._exit(0)
for _ in range(4):
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, signals.NUMBERS)
for _ in range(10_000):
    for number in signals.NUMBERS:
        signal.signal(number, signals._leave_to_the_listener)
    signals._ignore_from_now_on()
os.kill(sender, signal.SIGKILL)
os.waitpid(sender, 0)
os._exit(3)
"""


def draw_signals(seed: int) -> list[signal.Signals]:
    """Draw signals in any order; at least one asks for the end, and none halts for good."""
    chance = random.Random(seed)
    drawn = [chance.choice(ENDS + HALTS) for _ in range(chance.randint(1, 6))]
    drawn.insert(chance.randint(0, len(drawn)), chance.choice(ENDS))
    return [*drawn, signal.SIGCONT]


def send(process: subprocess.Popen[str], seed: int) -> None:
    """Send them, with and without time between them."""
    chance = random.Random(-seed)
    for number in draw_signals(seed):
        process.send_signal(number)
        time.sleep(chance.choice((0.0, 0.001, 0.02)))


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[str]]:
    """Start a program that is gone in the end, whatever it did."""
    process = subprocess.Popen(
        [sys.executable, *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    patience = threading.Timer(LONG_S, process.kill)
    patience.start()
    try:
        yield process
    finally:
        patience.cancel()
        process.kill()
        process.communicate()


def box(folder: Path, panel: str) -> tuple[str, ...]:
    """Return the command that starts the box as people start it."""
    (folder / "t.toml").write_text("[web]\nport = 0\n", encoding="utf-8")
    options = ("--data", str(folder / "data"), "--config", str(folder / "t.toml"))
    return ("-m", "firmware_py", *options, "--panel", panel)


def wait_for(path: Path) -> None:
    """Wait until the program has written a file."""
    until_s = time.monotonic() + LONG_S
    while not path.exists():
        assert time.monotonic() < until_s, f"{path} did not appear"
        time.sleep(0.02)


@pytest.mark.parametrize("seed", range(8))
def test_a_box_at_rest_ends_by_itself(tmp_path: Path, seed: int) -> None:
    """With threads that may get the signal in the main one's place, and without."""
    with started(*box(tmp_path, "web" if seed % 2 else "none")) as process:
        wait_for(tmp_path / "data" / "tablemate.log")
        send(process, seed)
        _, said = process.communicate(timeout=LONG_S)
    assert (process.returncode, said) == (0, "")
    Store(tmp_path / "data").close()


@pytest.mark.parametrize("seed", range(8))
def test_a_box_that_starts_ends_by_itself(tmp_path: Path, seed: int) -> None:
    """As asked, or of the signal itself where that came before anything was begun."""
    with started(*box(tmp_path, "none")) as process:
        if seed % 2:
            wait_for(tmp_path / "data" / "tablemate.lock")
        else:
            time.sleep(0.04 * seed)
        send(process, seed)
        _, said = process.communicate(timeout=LONG_S)
    if seed % 2:
        assert (process.returncode, said) == (0, "")
    else:
        assert process.returncode in (0, 130, *(-number for number in ENDS))
    Store(tmp_path / "data").close()


@pytest.mark.parametrize("number", ENDS)
def test_a_start_that_takes_minutes_does_not_wait_for_its_end(
    tmp_path: Path, number: signal.Signals
) -> None:
    """The next start begins the recovery of a large file again, as after a power cut."""
    (tmp_path / "t.toml").write_text("", encoding="utf-8")
    with started("-c", RECOVERING, str(tmp_path), str(tmp_path / "t.toml")) as process:
        wait_for(tmp_path / "recovering")
        process.send_signal(number)
        _, said = process.communicate(timeout=LONG_S)
    assert (process.returncode, said) == (0, "")


@pytest.mark.parametrize("seed", range(5))
def test_a_box_that_saves_finishes_that(tmp_path: Path, seed: int) -> None:
    """What was confirmed is there, and no part of anything else."""
    store = Store(tmp_path)
    store.put_setting("language", "en")
    match = Match(engine := catalog.load("mana"), catalog.begin(engine, seats=2, seed=7, first=0))
    for _ in range(4):
        match.play(engine.write(next(iter(engine.legal(match.state)))))
    store.begin(1, match.header, tuple(match.lines))
    store.set_status(1, PAUSED)
    store.close()
    with started("-c", SAVING, str(tmp_path)) as process:
        assert process.stdout is not None
        words = (line.split() for line in process.stdout)
        for _ in range(seed + 1):
            next(each for each in words if each == ["saving"])
        send(process, seed)
        confirmed = [int(each[1]) for each in words if each[0] == "saved"]
        _, said = process.communicate(timeout=LONG_S)
    assert (process.returncode, said) == (0, "")
    store = Store(tmp_path)
    assert line_count(store, 1) == confirmed[-1]
    assert first_damaged_event(store, 1) is None
    store.close()


def test_a_signal_that_another_thread_gets_ends_the_wait() -> None:
    """The kernel may choose any thread; the main one is asleep, and Python does not wake it."""
    inbox = Inbox()
    with stop_on_signals(inbox):
        ready = threading.Event()

        def get() -> None:
            ready.wait()
            time.sleep(0.2)  # until the wait at the inbox has begun; the outcome is the same if not
            signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

        thread = threading.Thread(target=get)
        thread.start()
        ready.set()
        assert inbox.take(LONG_S) == Stopped("SIGTERM")
        thread.join()


def test_a_start_that_fails_keeps_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second signal during the end changes nothing."""
    ended: list[int] = []
    monkeypatch.setattr("firmware_py.system.signals.GRACE_S", LONG_S)
    monkeypatch.setattr("firmware_py.system.signals.os._exit", ended.append)
    inbox = Inbox()
    with stop_on_signals(inbox, started=threading.Event()):
        signal.raise_signal(signal.SIGTERM)
        assert inbox.take(LONG_S) == Stopped("SIGTERM")
    assert ended == []


def test_signals_mean_afterwards_what_they_meant_before() -> None:
    """Unless the program ends with it."""
    before = [signal.getsignal(number) for number in ENDS]
    files = len(list(Path("/proc/self/fd").iterdir()))
    with stop_on_signals(Inbox()):
        assert [signal.getsignal(number) for number in ENDS] != before
    assert [signal.getsignal(number) for number in ENDS] == before
    assert signal.set_wakeup_fd(-1) == -1
    assert len(list(Path("/proc/self/fd").iterdir())) == files


def test_a_resized_window_is_no_reason_to_end() -> None:
    """Python tells the listener of every signal that anybody handles."""
    inbox = Inbox()
    old = signal.signal(signal.SIGWINCH, lambda *_: None)
    try:
        with stop_on_signals(inbox):
            signal.raise_signal(signal.SIGWINCH)
            signal.raise_signal(signal.SIGHUP)
            assert isinstance(inbox.take(LONG_S), Tick)
            assert inbox.take(LONG_S) == Stopped("SIGHUP")
            assert inbox.take(0) is None
    finally:
        signal.signal(signal.SIGWINCH, old)


def test_a_late_signal_means_nothing_where_no_file_can_be_opened() -> None:
    """A start that fails for lack of file descriptors prints that reason despite a signal."""
    done = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -n 32; exec "$0" -c "$1"', sys.executable, ENDING],
        capture_output=True,
        text=True,
        timeout=LONG_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (3, "")


def test_a_late_signal_of_another_thread_prints_nothing() -> None:
    """The main thread blocks the signals, so that other threads get them, some too late."""
    done = subprocess.run(
        [sys.executable, "-c", STORM], capture_output=True, text=True, timeout=LONG_S, check=False
    )
    assert (done.returncode, done.stderr) == (3, "")
