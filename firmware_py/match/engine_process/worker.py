"""The engine process: reads questions, runs the game's bot, and writes its thoughts.

The main thread thinks. A second thread reads, so that a question can be interrupted, and so that
the process ends at once when the box ends.
"""

from __future__ import annotations

import os
import pickle
import resource
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic, process_time
from typing import BinaryIO, Protocol

from engines import catalog
from engines.bots.player import Budget
from firmware_py.match.engine_process import (
    Done,
    Failed,
    Progress,
    Said,
    StopThinking,
    ThinkRequest,
)

NICENESS = 10
"""The process runs at low priority."""
LAST_RESORT = 500
"""The OOM score: when memory runs out, the kernel ends this process instead of the box."""
REST_S = 60.0
"""The process ends after this time without a question."""
TELL_EVERY_S = 0.1
STACK_BYTES = 256 * 1024
YARDSTICK_S = 0.0015
"""The result of `_yardstick` on a desktop."""
SLOWEST = 4.0
"""The most that the budget is multiplied by on a slow machine."""


class Target(Protocol):
    """The stream to which answers are written."""

    def write(self, message: bytes, /) -> object:
        """Send a message."""
        ...

    def flush(self) -> object:
        """Called after each message."""
        ...


class Worker:
    """Answers questions until none has come for `REST_S`."""

    def __init__(
        self, source: BinaryIO | None, target: Target, memory_mb: int, pace: float
    ) -> None:
        self._source = source
        self._target = target
        self._memory_mb = memory_mb
        self._pace = pace
        self._orders: SimpleQueue[ThinkRequest] = SimpleQueue()
        self._newest_stop = 0
        """Questions up to this number are to be answered at once."""

    def listen(self) -> None:
        """Read requests; end the process when the box has ended."""
        assert self._source is not None
        while True:
            try:
                # Safe to unpickle: only our own program writes to the pipe.
                what = pickle.load(self._source)  # noqa: S301
            except (EOFError, OSError, pickle.UnpicklingError):
                os._exit(0)
            if isinstance(what, StopThinking):
                self.stop(what)
            else:
                self._orders.put(what)

    def serve(self, rest_s: float = REST_S) -> None:
        """Answer one question after the other."""
        while True:
            try:
                order = self._orders.get(timeout=rest_s)
            except Empty:
                return
            self.answer(order)

    def stop(self, order: StopThinking) -> None:
        """Have a question and all earlier ones answered now."""
        self._newest_stop = max(self._newest_stop, order.token)

    def answer(self, order: ThinkRequest) -> None:
        """Answer a question."""
        try:
            said: Said = self._think(order)
        except Exception as error:  # noqa: BLE001 - reported; the next question may work
            said = Failed(order.token, f"{type(error).__name__}: {error}")
        self._tell(said)

    def _think(self, order: ThinkRequest) -> Done:
        try:
            return self._ask_player(order, self._memory_mb)
        except MemoryError:  # out of memory although the bot keeps to a limit
            return self._ask_player(order, self._memory_mb // 2)

    def _ask_player(self, order: ThinkRequest, memory_mb: int) -> Done:
        token, job = order
        engine = catalog.load(job.game)
        if engine.think is None:
            raise LookupError(f"{job.game} has no player")
        think = engine.think()
        seconds = job.seconds * self._pace
        budget = Budget(seconds, memory_mb, job.nodes)
        watch = _Watch(self, token, seconds)
        thought = think(job.view, job.level, budget, job.seed, watch, job.move)
        coached = job.coached and engine.coach is not None
        words = engine.coach()(job.view, thought) if coached and engine.coach else ()
        return Done(token, thought, words)

    def is_stopped(self, token: int) -> bool:
        """Return whether an answer is wanted now."""
        return token <= self._newest_stop

    def tell_progress(self, token: int, part: float) -> None:
        """Report the part of the budget that a question has used."""
        self._tell(Progress(token, min(part, 1.0)))

    def _tell(self, said: Said) -> None:
        try:
            pickle.dump(said, self._target)
            self._target.flush()
        except OSError:
            os._exit(0)


class _Watch:
    """Called repeatedly by a player; reports progress and returns whether to stop."""

    def __init__(self, worker: Worker, token: int, seconds: float) -> None:
        self._worker = worker
        self._token = token
        self._seconds = max(seconds, 1e-6)
        self._begun_s = process_time()
        self._next_s = monotonic() + TELL_EVERY_S

    def __call__(self) -> bool:
        if monotonic() >= self._next_s:
            self._next_s += TELL_EVERY_S
            used = process_time() - self._begun_s
            self._worker.tell_progress(self._token, used / self._seconds)
        return self._worker.is_stopped(self._token)


def pace() -> float:
    """Return how much slower this machine is than a desktop, between 1 and `SLOWEST`."""
    best = min(_yardstick() for _ in range(3))
    return max(1.0, min(SLOWEST, best / YARDSTICK_S))


def _yardstick() -> float:
    """Return the processor time of a small sample of a bot's work."""
    begun = process_time()
    table: dict[int, int] = {}
    for number in range(10_000):
        key = number * 2654435761 & 1023
        table[key] = table.get(key, 0) + (number >> 3)
    return process_time() - begun


def be_modest(memory_mb: int) -> None:
    """Lower the priority for processor and memory, as far as the service allows it."""
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (memory_mb * 1_000_000,) * 2)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(LAST_RESORT), encoding="ascii")


def main() -> None:
    """Serve the box at the other end of standard input and output."""
    memory_mb = int(sys.argv[1])
    be_modest(memory_mb)
    threading.stack_size(STACK_BYTES)
    worker = Worker(sys.stdin.buffer, sys.stdout.buffer, memory_mb, pace())
    threading.Thread(target=worker.listen, name="listen", daemon=True).start()
    worker.serve()
    os._exit(0)  # without waiting for the other thread, which is still reading


if __name__ == "__main__":
    main()
