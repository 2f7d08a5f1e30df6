"""Runs the bots in a separate process, so that the knob always responds at once.

    ask(job, then) --> Thinker --> WorkerProcess ==pipe==> worker: the game's player
                          ^              |
                          +-- Inbox <----+   progress, the thought, the end of the process

The process is started for the first question. It ends after a time without questions, or when the
box ends. It has no files and no match, so if it is killed only the current thought is lost.

This module has the messages, small values that go through the pipe. They are loaded at every start,
so they are named tuples and import nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engines.bots.player import Thought
    from engines.engine import Message


class Job(NamedTuple):
    """A question: the best choice in a position, or the value of one choice."""

    game: str
    view: Any
    """What the seat on turn knows (`engines.bots.seat_view`), never the state itself."""
    level: int = 5
    seconds: float = 1.0
    """Processor time on a desktop; a slower machine gets more, up to a limit."""
    seed: int = 0
    nodes: int | None = None
    """A limit instead of seconds, for the same thought on any machine."""
    move: str | None = None
    """The choice to be judged; None: the bot chooses."""
    coached: bool = False
    """Whether the reasons are wanted in words."""
    background: bool = False
    """Every other question interrupts it, and it starts again afterwards."""


class Reply(NamedTuple):
    """The reply to a question."""

    token: int
    job: Job
    thought: Thought | None = None
    """None if the match has changed, or thinking failed twice."""
    words: tuple[Message, ...] = ()
    """Why the move is good and what to watch for, for a coached job."""
    why_not: str = ""
    """What went wrong, for the log; empty if the match has changed."""


# --- messages through the pipe ---


class ThinkRequest(NamedTuple):
    """Request: think about this job."""

    token: int
    job: Job


class StopThinking(NamedTuple):
    """Request: answer now, with the best choice so far."""

    token: int


class Progress(NamedTuple):
    """The part of the budget that is used, from 0 to 1."""

    token: int
    part: float


class Done(NamedTuple):
    """The answer: a thought."""

    token: int
    thought: Thought
    words: tuple[Message, ...]


class Failed(NamedTuple):
    """The bot raised an exception; the process goes on."""

    token: int
    why: str


class Ended(NamedTuple):
    """The process has ended."""

    why: str


Said = Progress | Done | Failed | Ended
