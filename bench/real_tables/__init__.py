"""The real table: what people see there, and how they enter it on the box.

A game where nothing is hidden needs no more than the defaults. Where people know more than the
box, everything is dealt in a match of its own, the truth, which people enter on the box:

    truth (all dealt) --plays--> a line --entered()--> what people enter on the box

Each game may have a module of its name here, with its table under TABLE.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engines.rng import Chance

Way = tuple[int, dict[str, object]]
"""Seats and options."""


@dataclass(frozen=True)
class RealTable:
    """One game as people sit at it; here one without secrets."""

    target: tuple[int, int] | None = None
    """The median and the 90th percentile that a turn may cost at the knob."""
    ways: Mapping[str, Way] = field(default_factory=lambda: {"usual": (2, {})})
    """Ways to play that look or cost different, by a short name."""
    limits: Mapping[str, float] = field(default_factory=dict)
    """How many plies of chess a move may cost, for ways that are slower than others."""
    wire_limit: float = 0.18
    """The share of a whole frame that a change of the picture may cost on the wire."""
    dealt: Mapping[str, object] = field(default_factory=dict)
    """The options under which everything hidden is dealt."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """What the table tells beforehand, so that a bench is not asked for it."""
    entered_first: Mapping[str, Any] = field(default_factory=dict)
    """What people tell on the sheet of a new game (`tell_the_sheet`)."""
    dead_end: str = ""
    """What people tell when only they see that a turn is over."""
    ends_at_once: bool = False
    """Random players take a winning move when there is one: they would play for hours."""
    measured_part: str = ""
    """The part of a choice whose steps are counted on the display's wire."""

    def entered(
        self, text: str, before: Any, after: Any, *, dealer: bool, options: Mapping[str, object]
    ) -> str | None:
        """Return what people tell the box of a line of the truth; None: nothing."""
        del before, after, dealer, options
        return text

    def answer(self, asks: str, state: Any, chance: Chance) -> str | None:
        """Return what the table answers to a question; None: anything legal."""
        del asks, state, chance
        return None

    def is_apart(self, state: Any, text: str) -> bool:
        """Return whether a choice does not count as a turn, because it is too cheap."""
        del state, text
        return False

    def points(self, engine: Any, state: Any) -> tuple[int, ...]:
        """Return the score of each seat as its player knows it."""
        scores: tuple[int, ...] = engine.scores(state)
        return scores

    def has_position(self, state: Any) -> bool:
        """Return whether the game can write this state as a position."""
        del state
        return True

    def tell_the_sheet(self, box: Any) -> None:
        """Choose on the sheet of a new game what people tell first."""

    def tell_the_start(self, box: Any, truth: Any) -> None:
        """Enter on the box what it asks for before the table is laid."""


def table_of(game: str) -> RealTable:
    """Return the table of a game."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return RealTable()
    table: RealTable = import_module(name).TABLE
    return table
