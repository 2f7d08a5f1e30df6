"""Queues requests for the engine process, and starts and stops it on demand.

    ask --> waiting --> sent --> then(reply)
              ^          |
              +----------+  a background question is interrupted by any other; a process that
                            ended is replaced once; after that the reply has no thought

Messages go to the process through a pipe. A thread reads its messages and only posts them to the
inbox; everything else runs in the main thread.
"""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from firmware_py.match.engine_process import (
    Done,
    Ended,
    Failed,
    Job,
    Progress,
    Reply,
    Said,
    StopThinking,
    ThinkRequest,
)
from hardware.events import Answered

if TYPE_CHECKING:
    from firmware_py.match.table_match import TableMatch
    from hardware.events import Inbox


Post = Callable[[Said], None]


class WorkerProcess:
    """The engine process, connected by pipes."""

    def __init__(self, memory_mb: int, post: Post) -> None:
        """Start the process; raise OSError."""
        # The process finds the same modules as this one, whatever the working directory.
        places = os.pathsep.join(place for place in sys.path if place)
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "firmware_py.match.engine_process.worker", str(memory_mb)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": places},
            start_new_session=True,  # Ctrl-C in the terminal must reach only the box
        )
        self._post = post
        self._thread = Thread(target=self._listen, name="thinking", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, what: ThinkRequest | StopThinking) -> None:
        """Send a message; does nothing if the process has ended (`Ended` is posted in any case)."""
        assert self._process.stdin is not None
        with suppress(OSError):
            pickle.dump(what, self._process.stdin)
            self._process.stdin.flush()

    def close(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._thread.join()
        assert self._process.stdin is not None
        with suppress(OSError):  # unsent messages are dropped
            self._process.stdin.close()

    def _listen(self) -> None:
        """Post its messages until it ends."""
        assert self._process.stdout is not None
        with self._process.stdout as said:
            while True:
                try:
                    # Safe to unpickle: it is our own process, and only we send it data.
                    self._post(pickle.load(said))  # noqa: S301
                except (EOFError, OSError, pickle.UnpicklingError):
                    break
        self._post(Ended(f"the thinking process ended with {self._process.wait()}"))


SOURCE = "thinker"
TRIES = 2
"""How often a question is sent if the process ends before the answer."""

Then = Callable[[Reply], None]
"""Called once in the main thread, unless the question is cancelled."""


class EngineWorker(Protocol):
    """The interface of `WorkerProcess`, which posts its messages to a function."""

    @property
    def pid(self) -> int:
        """Return the number of the process."""
        ...

    def send(self, what: ThinkRequest | StopThinking) -> None:
        """Send a message."""

    def close(self) -> None:
        """End the process."""


def _start_process(memory_mb: int, post: Callable[[Said], None]) -> EngineWorker:

    return WorkerProcess(memory_mb, post)


class _Question:
    """A job without an answer so far."""

    def __init__(self, token: int, job: Job, then: Then, table: TableMatch | None) -> None:
        self.token = token
        self.job = job
        self.then = then
        self.table = table
        self.on_change: Callable[[object], None] | None = None
        self.sent_as = 0
        """Counts how often it was sent; messages about an earlier sending are ignored."""
        self.part = 0.0
        self.tries = 0
        self.is_hurried = False

    def unlisten(self) -> None:
        if self.table is not None and self.on_change in self.table.listeners:
            self.table.listeners.remove(self.on_change)


class Thinker:
    """Answers questions, one at a time."""

    def __init__(
        self,
        memory_mb: int = 150,
        seconds: float = 1.0,
        start: Callable[[int, Callable[[Said], None]], EngineWorker] | None = None,
    ) -> None:
        self.memory_mb = memory_mb
        self.seconds = seconds
        """The time that the best player thinks about a move, on a desktop."""
        self._start_worker = start or _start_process
        self._inbox: Inbox | None = None
        self._numbers = count(1)
        self._waiting: list[_Question] = []
        self._sent: _Question | None = None
        self._worker: EngineWorker | None = None
        self._worker_number = 0

    def report_to(self, inbox: Inbox) -> None:
        """Post the messages of the process to this inbox."""
        self._inbox = inbox

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        return None if self._worker is None else self._worker.pid

    # --- questions ---

    def ask(self, job: Job, then: Then, table: TableMatch | None = None) -> int:
        """Queue a job, call `then` with the reply, and return a token for the question.

        With a table, any change of its match drops the question and calls `then` without a thought.
        """
        question = _Question(next(self._numbers), job, then, table)
        if table is not None:
            question.on_change = partial(self._drop, question)
            table.listeners.append(question.on_change)
        self._wait(question)
        if self._sent is not None and self._sent.job.background and not job.background:
            self._wait(self._take_from_worker())
        self._go_on()
        return question.token

    def hurry(self, token: int) -> None:
        """Ask for the answer now, with the best move so far."""
        question = self._find(token)
        if question is not None:
            question.is_hurried = True
            if question is self._sent:
                self._say(StopThinking(question.sent_as))

    def cancel(self, token: int) -> None:
        """Cancel a question; `then` is not called."""
        question = self._find(token)
        if question is not None:
            self._forget(question)
            self._go_on()

    def part(self, token: int) -> float:
        """Return the part of its budget that a question has used, from 0 to 1."""
        question = self._find(token)
        return 1.0 if question is None else question.part

    def is_open(self, token: int) -> bool:
        """Return whether a question is neither answered nor cancelled."""
        return self._find(token) is not None

    @property
    def is_busy(self) -> bool:
        """Return whether any question waits for its answer."""
        return self._sent is not None or bool(self._waiting)

    # --- called by the event loop ---

    def hear(self, event: Answered) -> bool:
        """Handle a message of the process; return whether a reply was given."""
        if (event.source, event.number) != (SOURCE, self._worker_number):
            return False
        said: Said = event.data
        if isinstance(said, Ended):
            self._put_away()
            return self._sent is not None and self._try_again(self._sent, said.why)
        question = self._sent
        if question is None or question.sent_as != said.token:
            return False
        match said:
            case Progress(_, part):
                question.part = part
                return False
            case Done(_, thought, words):
                self._settle(question, Reply(question.token, question.job, thought, words))
                return True
            case Failed(_, why):
                question.tries = TRIES  # a second attempt would fail in the same way
                return self._try_again(question, why)

    def close(self) -> None:
        """Cancel all questions, and end the process if there is one."""
        for question in [*self._waiting, *([] if self._sent is None else [self._sent])]:
            self._forget(question)
        self._put_away()

    # --- internals ---

    def _put_away(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _find(self, token: int) -> _Question | None:
        open_ones = [*self._waiting, *([] if self._sent is None else [self._sent])]
        return next((each for each in open_ones if each.token == token), None)

    def _wait(self, question: _Question) -> None:
        self._waiting.append(question)
        self._waiting.sort(key=lambda each: (each.job.background, each.token))

    def _go_on(self) -> None:
        if self._sent is not None or not self._waiting:
            return
        question = self._sent = self._waiting.pop(0)
        question.part = 0.0
        question.tries += 1
        question.sent_as = next(self._numbers)
        if self._worker is None:
            self._start()
        self._say(ThinkRequest(question.sent_as, question.job))
        if question.is_hurried:
            self._say(StopThinking(question.sent_as))

    def _start(self) -> None:
        """Start a process; if that fails, post that it has ended."""
        self._worker_number += 1
        post = partial(self._post, self._worker_number)
        try:
            self._worker = self._start_worker(self.memory_mb, post)
        except OSError as error:
            post(Ended(f"no process to think in: {error}"))

    def _post(self, number: int, said: Said) -> None:
        """Post a message to the event loop; called by the thread that reads from the process."""
        assert self._inbox is not None, "replies need an inbox"
        self._inbox.post(Answered(SOURCE, number, said))

    def _say(self, what: ThinkRequest | StopThinking) -> None:
        if self._worker is not None:
            self._worker.send(what)

    def _take_from_worker(self) -> _Question:
        """Stop the process thinking about its question, and return the question."""
        question, self._sent = self._sent, None
        assert question is not None
        self._say(StopThinking(question.sent_as))
        question.tries = 0
        return question

    def _forget(self, question: _Question) -> None:
        question.unlisten()
        if question is self._sent:
            self._take_from_worker()
        elif question in self._waiting:
            self._waiting.remove(question)

    def _drop(self, question: _Question, _lines: object) -> None:
        """Cancel a question whose match has changed, with a reply without a thought."""
        self._forget(question)
        question.then(Reply(question.token, question.job))
        self._go_on()

    def _try_again(self, question: _Question, why: str) -> bool:
        """Send the question once more, to a new process; after that, reply without a thought."""

        logging.getLogger(__name__).warning("thinking failed: %s", why)
        if question.tries < TRIES:
            self._sent = None
            self._waiting.insert(0, question)
            self._go_on()
            return False
        self._settle(question, Reply(question.token, question.job, why_not=why))
        return True

    def _settle(self, question: _Question, reply: Reply) -> None:
        self._sent = None
        question.unlisten()
        try:
            question.then(reply)
        finally:
            self._go_on()
