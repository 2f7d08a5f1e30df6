"""The state of Icehouse Mandala: pyramids and pawns.

    outer start  -1 | 0  1  2  3 ... 74 | the eye
                      one pyramid each, pointing inwards; a pawn stands in the gap it made

Spaces and seats count from 0 here and in views, from 1 in notation and on screen.
"""

from __future__ import annotations

from dataclasses import dataclass

PLAYERS = (2, 5)
COLOURS = "RYGBK"
SIZES = "123"
GROUPS = tuple(colour + size for colour in COLOURS for size in SIZES)
"""The fifteen groups of identical pyramids, in listing order."""
COPIES = 5
SPACES = len(GROUPS) * COPIES
START = -1
"""The space of a pawn before its first move."""

LAY, PLAY, OVER = "lay", "play", "over"
"""The phases."""

POINTS, RESIGNATION, DRAW, END = "points", "resignation", "draw", "end"
"""Why a game ended; empty while it is running."""
CAUSES = (POINTS, RESIGNATION, DRAW, END)


@dataclass(frozen=True, slots=True)
class Scored:
    """A finished group: how many each seat had, and the points it got."""

    group: str
    owned: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A table. `held` and `eye` are sorted codes; `scored` is in the order of GROUPS."""

    phase: str
    turn: int
    """The seat on turn; during the setup, the seat that will begin."""
    path: tuple[str, ...]
    """The pyramid on each space, or ""."""
    pawns: tuple[int, ...]
    held: tuple[tuple[str, ...], ...]
    """The pyramids in front of each seat whose group is not finished."""
    eye: tuple[str, ...] = ()
    scored: tuple[Scored, ...] = ()
    left: tuple[int, ...] = ()
    """Seats that have left the game."""
    ended: str = ""


def seats(state: State) -> range:
    """Return all seats, including those that have left."""
    return range(len(state.pawns))


def present(state: State) -> tuple[int, ...]:
    """Return the seats that have not left."""
    return tuple(seat for seat in seats(state) if seat not in state.left)


def ahead(state: State, seat: int) -> list[int]:
    """Return the spaces with a pyramid ahead of a pawn, nearest first."""
    return [space for space in range(state.pawns[seat] + 1, SPACES) if state.path[space]]


def active(state: State) -> tuple[int, ...]:
    """Return the seats that can still move."""
    last = max((space for space in range(SPACES) if state.path[space]), default=START)
    return tuple(seat for seat in present(state) if state.pawns[seat] < last)


def points(state: State) -> tuple[int, ...]:
    """Return the points of each seat."""
    return tuple(sum(group.points[seat] for group in state.scored) for seat in seats(state))


def laid(state: State) -> int:
    """Return the number of pyramids on the path."""
    return SPACES - state.path.count("")
