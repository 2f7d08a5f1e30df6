"""Standings: by points, then Buchholz, then the games among players equal in both; and ratings.

Ratings are over all evenings, by openskill's model of Plackett and Luce, for any number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from firmware_py.evening.evening import Evening


class Standing(NamedTuple):
    """A line of the standings."""

    rank: int
    name: str
    points: Fraction
    strength: Fraction
    direct: Fraction
    """Points against players with the same points and strength; 0 if there are none."""
    played: int


def standings(evening: Evening, before: int | None = None) -> list[Standing]:
    """Return the standings after all rounds, or before one; equals share a rank."""
    points, strength = evening.points(before), evening.strength(before)
    direct = dict.fromkeys(evening.here, Fraction(0))
    played = dict.fromkeys(evening.here, 0)
    for each in evening.rounds[:before]:
        for table in each.tables:
            for name, gained in zip(table.names, table.points(), strict=True):
                played[name] += sum(map(bool, table.results.values()))
                equals = [
                    other
                    for other in table.names
                    if other != name
                    and (points[other], strength[other]) == (points[name], strength[name])
                ]
                # At a table with more players only the order among the equal ones counts.
                direct[name] += (
                    gained
                    if len(table.names) == 2 and equals
                    else _ahead(
                        gained, [table.points()[table.names.index(other)] for other in equals]
                    )
                )
    rows = sorted(
        evening.here,
        key=lambda name: (-points[name], -strength[name], -direct[name], name.casefold(), name),
    )
    found: list[Standing] = []
    for place, name in enumerate(rows, 1):
        values = (points[name], strength[name], direct[name])
        is_equal = bool(found) and found[-1][2:5] == values
        found.append(Standing(found[-1].rank if is_equal else place, name, *values, played[name]))
    return found


def _ahead(gained: Fraction, others: list[Fraction]) -> Fraction:
    """Return 1 for each of the others who is behind, and ½ for each with the same points."""
    return sum(
        (Fraction((gained > other) * 2 + (gained == other), 2) for other in others), Fraction(0)
    )


def decimal(value: Fraction) -> str:
    """Return points in at most two decimals, a half as its sign.

    >>> decimal(Fraction(7, 2)), decimal(Fraction(10, 3)), decimal(Fraction(1, 2))
    ('3½', '3.33', '½')
    """
    whole, rest = divmod(value, 1)
    signs = {Fraction(0): "", Fraction(1, 2): "½"}
    if rest in signs:
        return f"{whole if whole or not rest else ''}{signs[rest]}"
    return f"{float(value):.2f}"


# --- ratings ---------------------------------------------------------------------------------


LEAST_GAMES = 10
"""The least number of games for a rating."""


class Rating(NamedTuple):
    """A player's strength, very probably between `value` - `range` and `value` + `range`."""

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
    from openskill.models import PlackettLuce  # optional, and slow to import

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
