"""The messages to systemd, over a real socket."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from firmware_py.system.systemd import Watchdog
from hardware.events import Stopped


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    """Return a socket such as systemd's."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as made:
        made.bind(str(tmp_path / "notify"))
        made.setblocking(False)
        yield made


def heard(listener: socket.socket) -> list[str]:
    """Return everything that was said so far."""
    said = []
    while True:
        try:
            said.append(listener.recv(100).decode())
        except BlockingIOError:
            return said


@pytest.fixture
def dog(tmp_path: Path) -> Iterator[Callable[..., Watchdog]]:
    """Return a maker of watchdogs with a clock that we move."""
    with ExitStack() as stack:

        def make(times: list[float], **more: str) -> Watchdog:
            address = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "4000000"}
            watchdog = Watchdog(lambda: times[0], address | more)
            stack.callback(watchdog.close)
            return watchdog

        yield make


def test_ready_is_said(listener: socket.socket, dog: Callable[..., Watchdog]) -> None:
    """As systemd wants it."""
    dog([0.0]).say("READY=1")
    assert heard(listener) == ["READY=1"]


def test_it_is_fed_at_half_the_time_while_something_moves(
    listener: socket.socket, dog: Callable[..., Watchdog]
) -> None:
    """And says when it wants to be asked again."""
    times = [0.0]
    watchdog = dog(times)
    assert watchdog.beat(1) == 2.0
    times[0] = 2.0
    assert watchdog.beat(2) == 4.0
    times[0] = 3.0
    assert watchdog.beat(3) == 4.0
    assert heard(listener) == ["WATCHDOG=1"]


def test_without_progress_it_starves(listener: socket.socket, dog: Callable[..., Watchdog]) -> None:
    """A loop that only wakes up and a painter that hangs are not alive."""
    times = [2.0]
    watchdog = dog(times)
    times[0] = 4.0
    watchdog.beat(5)
    times[0] = 8.0
    watchdog.beat(5)
    assert heard(listener) == ["WATCHDOG=1"]


def test_without_systemd_nothing_happens() -> None:
    """Where no systemd listens."""
    watchdog = Watchdog(lambda: 0.0, {})
    watchdog.say("READY=1")
    assert watchdog.beat(1) is None


def test_another_process_is_meant(dog: Callable[..., Watchdog]) -> None:
    """WATCHDOG_PID names somebody else."""
    assert dog([0.0], WATCHDOG_PID=str(os.getpid() + 1)).beat(1) is None


def test_a_listener_that_is_gone_is_no_reason_to_fail(
    tmp_path: Path, dog: Callable[..., Watchdog]
) -> None:
    """The box plays on, and speaks again to one who comes back."""
    times = [0.0]
    watchdog = dog(times)
    watchdog.say("READY=1")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as first:
        first.bind(str(tmp_path / "notify"))
        watchdog.say("READY=1")
        assert first.recv(100) == b"READY=1"
    (tmp_path / "notify").unlink()
    times[0] = 2.0
    watchdog.beat(1)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as second:
        second.bind(str(tmp_path / "notify"))
        times[0] = 4.0
        watchdog.beat(2)
        assert second.recv(100) == b"WATCHDOG=1"


def test_a_beat_alone_draws_nothing(box: Any) -> None:
    """A round at rest is one step of progress; with a picture it is two."""
    seen: list[int] = []

    def beat() -> float:
        seen.append(box.app.progress)
        if len(seen) == 3:
            box.app.inbox.post(Stopped("SIGTERM"))
        return float(box.now)

    box.app.run(beat)
    assert [after - before for before, after in pairwise(seen)] == [1, 1]
