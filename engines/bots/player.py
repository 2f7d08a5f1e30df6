"""What a player of any game takes and gives.

    view, level, budget, seed, stop --think--> Thought

The same arguments give the same thought wherever the budget counts nodes; where it counts seconds,
a faster machine sees further.

A level means the same in every game. Weak levels lose like people: they look less far, take less
time and overlook things. They do not play at random. From level 3 on nothing that loses at once
is overlooked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
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


# --- levels ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strength:
    """How well a level plays."""

    share: float
    """The part of the budget that it uses."""
    horizon: int | None
    """How many choices it looks ahead, its own first; None: as far as the budget allows."""
    overlooks: float
    """The chance that it does not see a choice, its own or the reply to it."""
    is_careful: bool
    """It sees whatever would lose at once."""

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
    """Return what a level means; raise ValueError."""
    if number not in LEVELS:
        raise ValueError(f"a level is a number from {LEVELS[0]} to {LEVELS[-1]}, not {number!r}")
    return _LEVELS[number]
