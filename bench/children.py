"""Processes that are measured: started, listened to, and ended with the measurement."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

WAIT_S = 60.0
"""No child needs so long; one that says nothing is a failure."""


class Child:
    """A process that reports lines, through a pipe that is closed with it."""

    def __init__(self, arguments: list[str], extra: dict[str, str] | None = None) -> None:
        self._read, write = os.pipe()
        environment = {**os.environ, **(extra or {})}
        # An installed program has its bytecode; the first round writes it where nobody minds.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.process = subprocess.Popen(
            [sys.executable, *(each.replace("REPORT", str(write)) for each in arguments)],
            pass_fds=[write],
            env=environment,
        )
        os.close(write)
        self._buffer = b""

    def line(self) -> str:
        """Wait for the next line of the report."""
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], WAIT_S)
            piece = os.read(self._read, 4096) if ready else b""
            if not piece:
                raise RuntimeError("the measured program ended, or said nothing")
            self._buffer += piece
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode()

    def close(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait()
        os.close(self._read)


@contextmanager
def child(*arguments: str, extra: dict[str, str] | None = None) -> Iterator[Child]:
    """Run a child for as long as it is needed."""
    started = Child(list(arguments), extra)
    try:
        yield started
    finally:
        started.close()
