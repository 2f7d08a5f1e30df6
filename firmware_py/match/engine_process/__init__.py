"""Thinking in a process of its own, so that the knob never stutters.

    ask(job, then) --> Thinker --> WorkerProcess ==pipe==> worker: the game's player
                          ^              |
                          +-- Inbox <----+   progress, the thought, or that the process ended

The process is started when somebody asks, ends by itself after a while without a question, and with
the box. It has no file and no match: a kill of either side loses nothing but a thought.

Here are the messages, small values that go through a pipe. The program starts with them, so they
are named tuples and import nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engines.bots.player import Thought
    from engines.engine import Message


class Job(NamedTuple):
    """A question: what would this player do in this position?"""

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
    """What is this choice worth? None: the player chooses."""
    coached: bool = False
    """Whether the reasons are wanted in words."""
    background: bool = False
    """Nobody waits for it: every other question interrupts it, and it begins again afterwards."""


class Reply(NamedTuple):
    """The reply to a question."""

    token: int
    job: Job
    thought: Thought | None = None
    """None if the match went on, or thinking failed twice."""
    words: tuple[Message, ...] = ()
    """Why the move is good and what to beware of, for a coached job."""
    why_not: str = ""
    """What went wrong, for the log; empty where the match went on."""


# --- what goes through the pipe ---


class ThinkRequest(NamedTuple):
    """Think about this."""

    token: int
    job: Job


class StopThinking(NamedTuple):
    """Answer now, with the best so far."""

    token: int


class Progress(NamedTuple):
    """The part of the budget that is used, from 0 to 1."""

    token: int
    part: float


class Done(NamedTuple):
    """A thought."""

    token: int
    thought: Thought
    words: tuple[Message, ...]


class Failed(NamedTuple):
    """The player failed; the process goes on."""

    token: int
    why: str


class Ended(NamedTuple):
    """The process is gone."""

    why: str


Said = Progress | Done | Failed | Ended
