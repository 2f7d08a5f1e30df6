"""Real parts for the tests: gpiozero's mock pins, and serial ports that can be unplugged."""

from __future__ import annotations

import os
import tty
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory


def about(seconds: float) -> Any:
    """Return what equals nearly these seconds, in the place of a time of an event."""
    return pytest.approx(seconds)


@pytest.fixture
def factory() -> Iterator[Any]:
    """Return a mock pin factory of this test's own; it does not free pins by itself."""
    made = MockFactory()
    yield made
    made.reset()


class Port:
    """A pseudo terminal behind a name that stays the same, as udev's links do."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self._path = path
        self.master = -1
        self.plug()

    def plug(self) -> None:
        """Put a new device behind the name."""
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self._path.symlink_to(os.ttyname(slave))
        os.close(slave)
        os.set_blocking(self.master, False)

    def unplug(self) -> None:
        """Take the device and its name away."""
        self._path.unlink(missing_ok=True)
        if self.master >= 0:
            os.close(self.master)
        self.master = -1

    def say(self, data: bytes, patience_s: float = 20.0) -> None:
        """Send as the device, waiting while the other side is slow."""
        deadline_s = monotonic() + patience_s
        while data:
            try:
                data = data[os.write(self.master, data) :]
            except BlockingIOError:
                assert monotonic() < deadline_s, "nobody reads"
                sleep(0.001)

    def hear(self, size: int, patience_s: float = 20.0) -> bytes:
        """Return what the device got, at least `size` bytes unless the time is up."""
        heard = b""
        deadline_s = monotonic() + patience_s
        while len(heard) < size and monotonic() < deadline_s:
            try:
                heard += os.read(self.master, 65536)
            except OSError:  # nothing there yet, or nobody at the other end yet
                sleep(0.001)
        return heard


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    """Return a plugged-in serial port."""
    made = Port(tmp_path / "ttyPANEL")
    yield made
    made.unplug()
