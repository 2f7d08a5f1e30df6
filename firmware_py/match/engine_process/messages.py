"""What is asked of the thinking process and what it says: small values that go through a pipe.

The program starts with them, so they are named tuples and import nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engines.bots.player import Thought
    from engines.engine import Message


class Job(NamedTuple):
    """A question: what would this player do here?"""

    game: str
    view: Any
    """What the seat on turn knows (`engines.bots.seat_view`): never the state itself."""
    level: int = 5
    seconds: float = 1.0
    """Processor time of a desktop; a slower machine is given more, up to a point."""
    seed: int = 0
    nodes: int | None = None
    """Instead of seconds: the same thought on any machine."""
    coached: bool = False
    """The reasons are wanted in words as well."""
    background: bool = False
    """Nobody waits for it: it gives way to every other question, and begins again after it."""


class Reply(NamedTuple):
    """What became of a question."""

    token: int
    job: Job
    thought: Thought | None = None
    """None: there is none, because the match went on, or because thinking failed twice."""
    words: tuple[Message, ...] = ()
    """Why the move is good and what to beware of, if that was asked for."""
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
    """So much of the budget is used, from 0 to 1."""

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
