"""A pseudo-terminal with a model of a terminal at its other end, and programs that run in it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from typing import Any

import pyte

PATIENCE_S = 60.0
"""Only a test that fails waits so long."""


class Window:
    """A pty: the panel on one side, a terminal that keeps its screen on the other."""

    def __init__(self, columns: int, rows: int) -> None:
        self.master, self.slave = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, size)
        self.screen.resize(rows, columns)

    def read(self) -> bytes:
        """Take in what was sent, until nothing more comes for a moment."""
        new = b""
        while select.select([self.master], [], [], 0.08)[0]:
            new += os.read(self.master, 65536)
        self.sent += new
        self._stream.feed(new.replace(b"\x1b[?2026h", b"").replace(b"\x1b[?2026l", b""))
        return new

    @property
    def text(self) -> str:
        """The words on the screen."""
        return " ".join(" ".join(self.screen.display).split())

    def wait_for(self, is_so: Callable[[], Any]) -> None:
        ends = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < ends, "\n".join(self.screen.display)
            self.read()

    def type(self, data: bytes) -> None:
        os.write(self.master, data)

    def close(self) -> None:
        os.close(self.master)
        os.close(self.slave)


def run_in_window(
    window: Window, *arguments: str, stderr: int | None = None, **environment: str
) -> subprocess.Popen[bytes]:
    """Start Python with the pty as its terminal; `stderr` may go elsewhere."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=window.slave,
        stdout=window.slave,
        stderr=window.slave if stderr is None else stderr,
        env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **environment},
        start_new_session=True,
    )
