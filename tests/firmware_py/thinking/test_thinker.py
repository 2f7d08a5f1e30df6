"""Thinking in a process of its own: real processes, real pipes, a real inbox."""

from __future__ import annotations

import io
import os
import pickle
import signal
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest

from engines import catalog
from engines.bots.seat_view import seat_view
from engines.match import Match
from engines.start import Start
from firmware_py.match.engine_process import (
    Done,
    Ended,
    Job,
    Progress,
    Reply,
    Said,
    ThinkRequest,
)
from firmware_py.match.engine_process.client import Thinker, WorkerProcess
from firmware_py.match.engine_process.worker import Worker
from hardware.events import Answered, Inbox

GAME = "mana"
LONG_S = 50.0
"""Nobody waits for it: a question that takes so long is one that is interrupted."""
PATIENCE_S = 30.0


class Desk:
    """A thinker, and the loop that hears it."""

    def __init__(self, memory_mb: int = 150) -> None:
        self.inbox = Inbox()
        self.thinker = Thinker(memory_mb)
        self.thinker.report_to(self.inbox)
        self.replies: list[Reply] = []
        engine = catalog.load(GAME)
        self.match: Match[Any, Any] = Match(
            engine, Start({"bird_blocks": True}, seats=2, first=0, seed=1)
        )
        for text in ("=b1", "=b6"):
            self.match.play(text)

    def job(self, seconds: float = LONG_S, **more: Any) -> Job:
        """Return a question about the position."""
        return Job(GAME, seat_view(self.match, 0), seconds=seconds, **more)

    def ask(self, job: Job, **more: Any) -> int:
        """Ask, and keep the reply."""
        return self.thinker.ask(job, self.replies.append, **more)

    def hear(self) -> Answered:
        """Wait for what the process says next."""
        event = self.inbox.take(PATIENCE_S)
        assert isinstance(event, Answered), "the process says nothing"
        self.thinker.hear(event)
        return event

    def wait(self) -> Reply:
        """Wait for a reply."""
        known = len(self.replies)
        while len(self.replies) == known:
            self.hear()
        return self.replies[-1]


@pytest.fixture
def desk() -> Iterator[Desk]:
    """Return a thinker that is put away."""
    made = Desk()
    yield made
    made.thinker.close()


def status(pid: int) -> dict[str, str]:
    """Return what the kernel says of a process."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def test_nothing_is_there_before_somebody_asks(desk: Desk) -> None:
    assert desk.thinker.pid is None
    assert not desk.thinker.is_busy


def test_a_question_is_answered_with_a_legal_move(desk: Desk) -> None:
    """And the process is a modest one: it comes after others, in time and in memory."""
    token = desk.ask(desk.job(0.1, coached=True))
    reply = desk.wait()
    assert reply.token == token
    assert reply.thought is not None
    assert desk.match.why_not(reply.thought.move) is None
    assert reply.words != ()
    assert desk.thinker.pid is not None
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, desk.thinker.pid) >= min(own + 10, 19)
    limits = Path(f"/proc/{desk.thinker.pid}/limits").read_text(encoding="ascii")
    (data,) = (line for line in limits.splitlines() if line.startswith("Max data size"))
    assert data.split()[3] == "150000000"


def test_a_hurried_question_is_answered_at_once(desk: Desk) -> None:
    """With the best so far, long before its time is up, after reports of progress."""
    token = desk.ask(desk.job())
    while desk.thinker.part(token) == 0.0:
        desk.hear()
    assert desk.thinker.part(token) < 0.5
    desk.thinker.hurry(token)
    assert desk.wait().thought is not None


def test_a_cancelled_question_is_never_answered(desk: Desk) -> None:
    """The next one is, by the same process."""
    first = desk.ask(desk.job())
    desk.hear()
    pid = desk.thinker.pid
    desk.thinker.cancel(first)
    second = desk.ask(desk.job(0.05))
    assert desk.wait().token == second
    assert [reply.token for reply in desk.replies] == [second]
    assert desk.thinker.pid == pid


def test_nobody_listens_to_a_match_for_a_question_that_is_over(desk: Desk) -> None:
    listeners: list[Any] = []
    table: Any = SimpleNamespace(listeners=listeners)
    desk.thinker.cancel(desk.ask(desk.job(), table=table))
    assert listeners == []
    desk.ask(desk.job(0.05), table=table)
    assert len(listeners) == 1
    desk.wait()
    assert listeners == []


def test_the_background_gives_way_and_begins_again(desk: Desk) -> None:
    behind = desk.ask(desk.job(0.5, background=True))
    desk.hear()
    front = desk.ask(desk.job(0.05))
    assert desk.wait().token == front
    assert desk.wait().token == behind
    assert desk.replies[-1].thought is not None


def test_a_killed_process_is_replaced(desk: Desk) -> None:
    """Nobody who asked notices more than a longer wait."""
    token = desk.ask(desk.job(0.3))
    pid = desk.thinker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    reply = desk.wait()
    assert reply.token == token
    assert reply.thought is not None
    assert desk.thinker.pid not in (None, pid)


def test_a_process_that_ends_again_and_again_is_reported(desk: Desk) -> None:
    """Then there is no thought, and the reason for the log."""
    desk.ask(desk.job())
    for _ in range(2):
        pid = desk.thinker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        while not isinstance(desk.hear().data, Ended):
            pass
    assert desk.replies[-1].thought is None
    assert "ended" in desk.replies[-1].why_not
    desk.ask(desk.job(0.05))
    assert desk.wait().thought is not None


def test_a_question_that_no_player_can_answer_is_reported(desk: Desk) -> None:
    desk.ask(desk.job(0.1)._replace(view={}))
    assert desk.wait().why_not != ""


def test_the_process_ends_with_the_box(desk: Desk) -> None:
    """A box that is killed leaves nobody behind: the pipe is closed, and that is all it takes."""
    said: SimpleQueue[Said] = SimpleQueue()
    worker = WorkerProcess(150, said.put)
    worker.send(ThinkRequest(1, desk.job()))
    said.get(timeout=PATIENCE_S)
    assert worker._process.stdin is not None  # noqa: SLF001 - the process itself is tested
    worker._process.stdin.close()  # noqa: SLF001 - the process itself is tested
    while not isinstance(said.get(timeout=PATIENCE_S), Ended):
        pass
    assert worker._process.returncode == 0  # noqa: SLF001 - the process itself is tested


def test_an_idle_process_ends_by_itself() -> None:
    """Nothing is left at rest, not even a process that sleeps."""
    desk = Desk()
    said = io.BytesIO()
    worker = Worker(io.BytesIO(), said, memory_mb=150, pace=1.0)
    worker._orders.put(ThinkRequest(7, desk.job(0.02)))  # noqa: SLF001 - an order in the middle of another
    worker.serve(rest_s=0.01)
    said.seek(0)
    done = pickle.load(said)
    while isinstance(done, Progress):
        done = pickle.load(said)
    assert isinstance(done, Done)
    assert done.token == 7


def test_a_small_memory_is_enough_to_answer() -> None:
    """The limit is the process's own: a player that reaches it thinks with half as much."""
    desk = Desk(memory_mb=40)
    try:
        desk.ask(desk.job(1.0))
        assert desk.wait().thought is not None
        assert desk.thinker.pid is not None
        assert int(status(desk.thinker.pid)["VmData"].split()[0]) <= 40_000
    finally:
        desk.thinker.close()
