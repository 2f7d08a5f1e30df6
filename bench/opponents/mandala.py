"""Opponents in Mandala: one that enters a field early, feeds where it leads, and claims well."""

from __future__ import annotations

import random
from typing import Any

from real_tables import table_of

from engines.mandala.choices import Build, Choice, Claim, Grow
from engines.mandala.rules import legal
from engines.mandala.state import State, is_complete
from engines.match import Match
from opponents import Bout, Opposition


def lead(state: State, mandala: int, seat: int) -> int:
    """Return how many cards more a seat has in its field."""
    fields = state.fields[mandala]
    return sum(fields[seat]) - sum(fields[1 - seat])


def appeal(match: Match[Any, Any], choice: Choice, seat: int) -> float:
    """Return how much a farmer likes a choice."""
    state: State = match.state
    after: State = match.engine.apply(state, choice)
    match choice:
        case Claim():
            points = table_of("mandala").points
            return points(match.engine, after)[seat] - points(match.engine, state)[seat]
        case Build(mandala, _):
            completes = is_complete(state, mandala) or after.phase != "play"
            ahead = lead(state, mandala, seat) > 0
            return 3.0 if completes and ahead else 1.5 if ahead else -1.0 if completes else 1.0
        case Grow(mandala, _, count):
            if lead(state, mandala, seat) > 0:
                return 0.0
            enters = not sum(state.fields[mandala][seat])
            return (2.0 if enters else 1.2) + 0.3 * min(count, 2) - 0.4 * max(0, count - 2)
        case _:
            return 0.5


def play_farmer(match: Match[Any, Any], seat: int, chance: random.Random) -> str:
    """Play what it likes best, by simple rules."""
    choices = list(legal(match.state))
    chance.shuffle(choices)
    best = max(choices, key=lambda each: appeal(match, each, seat))
    return match.engine.write(best)


class MandalaOpposition(Opposition):
    """Scores are hidden until the end; a greedy seat knows its own cup."""

    def worth(self, match: Match[Any, Any], state: Any, seat: int) -> float:
        """Count the points of the own cup."""
        return float(table_of("mandala").points(match.engine, state)[seat])


OPPOSITION = MandalaOpposition(
    players={"farmer": play_farmer},
    bouts=(
        Bout("full", "level-5", "greedy", 0.75, games=200),
        Bout("full", "level-5", "farmer", 0.75),
        Bout("full", "level-5", "level-4", 0.65, games=40),
        Bout("full", "level-4", "level-3", 0.65, games=40),
        Bout("full", "level-3", "level-2", 0.65, games=40),
        Bout("full", "level-2", "level-1", 0.65, games=40),
    ),
    patience=1_000,
)
