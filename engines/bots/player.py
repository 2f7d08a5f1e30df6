"""What a player of any game takes and gives.

    view, level, budget, seed, stop --think--> Thought

The same arguments give the same thought wherever the budget counts nodes; where it counts seconds,
a faster machine sees further.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engines.engine import Json, Message

LEVELS = range(1, 6)
"""From a beginner who overlooks things to the best the game's player can do."""

Stop = Callable[[], bool]
"""Asked again and again while a player thinks; True: answer now with the best so far."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one thought may cost."""

    seconds: float = 1.0
    """Processor time of this process."""
    memory_mb: int = 150
    nodes: int | None = None
    """Positions (or playouts) looked at, in the place of seconds: the same on any machine."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A choice and what the player thinks of it."""

    move: str
    """The choice, in the game's notation."""
    value: float
    """The expected result for the seat on turn: -1 lost, 0 even, +1 won."""
    line: tuple[str, ...]
    """How it expects play to go on; the move comes first."""
    wins_in: int | None = None
    """Turns of this player to a forced win; negative: turns until a forced loss."""
    assumes: tuple[Message, ...] = ()
    """What it took for granted because it could not know."""


class Think(Protocol):
    """A player: deterministic for a seed, and never a choice that the rules refuse."""

    def __call__(self, view: Json, level: int, budget: Budget, seed: int, stop: Stop) -> Thought:
        """Return a thought for the seat on turn, whose own view this is.

        `view` is `engine.view(state, seat)` and what else the seat may remember (`bots.seat_view`).
        """
        ...


class Coach(Protocol):
    """Says a thought in words for people."""

    def __call__(self, view: Json, thought: Thought) -> tuple[Message, ...]:
        """Return why the move is good and what to beware of, the most important first."""
        ...
