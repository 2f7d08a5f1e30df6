"""Ratings over all evenings: openskill's model of Plackett and Luce, for any number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from firmware_py.evening.evening import Evening

LEAST_GAMES = 10
"""Fewer games say too little: there is no rating before."""


class Rating(NamedTuple):
    """How strong somebody plays: very probably between `value` - `range` and `value` + `range`."""

    name: str
    games: int
    value: float
    range: float


def is_available() -> bool:
    """Return whether openskill is installed."""
    from importlib.util import find_spec  # only where ratings are on

    return find_spec("openskill") is not None


def ratings(evenings: Iterable[Evening]) -> list[Rating]:
    """Return the rating of everybody with enough games, the best first; oldest evening first."""
    from openskill.models import PlackettLuce  # an extra, and slow to import

    model = PlackettLuce()
    known: dict[str, Any] = {}
    games: Counter[str] = Counter()
    for evening in evenings:
        for each in evening.rounds:
            for table in each.tables:
                for ranks in filter(None, (table.results[at] for at in sorted(table.results))):
                    teams = [[known.setdefault(name, model.rating())] for name in table.names]
                    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
                    for name, (new,) in zip(table.names, rated, strict=True):
                        known[name] = new
                        games[name] += 1
    found = [
        Rating(name, games[name], rating.mu, 2 * rating.sigma)
        for name, rating in known.items()
        if games[name] >= LEAST_GAMES
    ]
    return sorted(found, key=lambda each: (-each.value, each.name))
