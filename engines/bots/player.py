"""The interface of a bot.

    view, level, budget, seed, stop --think--> Thought

With a budget in nodes the same arguments give the same thought; with one in seconds, a faster
machine searches deeper.

A level means the same in every game. Weak levels lose as people do: they look less far ahead, think
for less time and overlook moves, but never play at random. From level 3 on they do not overlook an
immediate loss.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from engines.engine import Json, Message

LEVELS = range(1, 6)
"""From a beginner who overlooks moves to the strongest play of the bot."""

Stop = Callable[[], bool]
"""Called repeatedly while a bot thinks; True: answer now with the best choice so far."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much one thought may cost."""

    seconds: float = 1.0
    """Processor time of this process."""
    memory_mb: int = 150
    nodes: int | None = None
    """Positions (or playouts) instead of seconds: reproducible on any machine."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A choice and its evaluation."""

    move: str
    """The choice, in the game's notation."""
    value: float
    """The expected result for the seat on turn: -1 lost, 0 even, +1 won."""
    line: tuple[str, ...]
    """The expected continuation, beginning with the move."""
    wins_in: int | None = None
    """Turns of this seat to a forced win; negative: to a forced loss."""
    assumes: tuple[Message, ...] = ()
    """Assumptions about what the seat could not know."""


class Think(Protocol):
    """A bot: deterministic for a seed, and never returns an illegal choice."""

    def __call__(
        self, view: Json, level: int, budget: Budget, seed: int, stop: Stop, move: str | None = None
    ) -> Thought:
        """Return the choice of the seat on turn; with a legal `move`, that one and its value.

        `view` is `engine.view(state, seat)` and what the seat may remember (`bots.seat_view`).
        """
        ...


class Coach(Protocol):
    """Explains a thought in words."""

    def __call__(self, view: Json, thought: Thought) -> tuple[Message, ...]:
        """Return why the move is good and what to watch for, most important first."""
        ...


# --- levels ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strength:
    """The parameters of a level."""

    share: float
    """The part of the budget that it uses."""
    horizon: int | None
    """How many choices it looks ahead, including its own; None: no limit."""
    overlooks: float
    """The probability that it overlooks a choice, its own or a reply."""
    is_careful: bool
    """Whether it always sees an immediate loss."""

    def of(self, budget: Budget) -> Budget:
        """Return the part of a budget that this level uses."""
        nodes = None if budget.nodes is None else max(1, int(budget.nodes * self.share))
        return replace(budget, seconds=budget.seconds * self.share, nodes=nodes)


_LEVELS = {
    1: Strength(share=0.1, horizon=1, overlooks=0.55, is_careful=False),
    2: Strength(share=0.2, horizon=2, overlooks=0.28, is_careful=False),
    3: Strength(share=0.3, horizon=3, overlooks=0.08, is_careful=True),
    4: Strength(share=0.5, horizon=5, overlooks=0.03, is_careful=True),
    5: Strength(share=1.0, horizon=None, overlooks=0.0, is_careful=True),
}


def level_of(number: int) -> Strength:
    """Return the parameters of a level; raise ValueError."""
    if number not in LEVELS:
        raise ValueError(f"a level is a number from {LEVELS[0]} to {LEVELS[-1]}, not {number!r}")
    return _LEVELS[number]
