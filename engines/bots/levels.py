"""What a level means, the same in every game.

Weak levels lose like people: they look less far, take less time and overlook things. They do not
play at random. From level 3 on nothing that loses at once is overlooked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.bots.player import LEVELS, Budget


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
