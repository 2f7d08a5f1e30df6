"""The choices of Mana, and the tables that hold each of them once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from engines.mana.board import ORIENTATIONS

BESIDE = 36
"""The bird's square when no square of its kind is free: beside the board."""


@dataclass(frozen=True, slots=True)
class Orient:
    """The first player turns the board clockwise (edition 2005)."""

    degrees: int


@dataclass(frozen=True, slots=True)
class Place:
    """A side's set-up; the ronins are named only where they are free to choose."""

    daimio: int
    ronins: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """A piece moves or captures; `bird` is the bird's new square where it is asked for."""

    start: int
    end: int
    bird: int | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """A captured ronin comes back."""

    square: int
    bird: int | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """The turn is lost."""


Choice = Orient | Place | Move | Drop | Pass

PASS = Pass()
ORIENTS = tuple(Orient(degrees) for degrees in ORIENTATIONS)
MOVES = tuple(tuple(Move(start, end) for end in range(36)) for start in range(36))
DROPS = tuple(Drop(square) for square in range(36))


@cache
def flights(start: int, end: int) -> tuple[Move, ...]:
    """Return a move with each square of the bird, and with the bird beside the board last."""
    return tuple(Move(start, end, bird) for bird in range(BESIDE + 1))


@cache
def drop_flights(square: int) -> tuple[Drop, ...]:
    """Return a drop with each square of the bird, and with the bird beside the board last."""
    return tuple(Drop(square, bird) for bird in range(BESIDE + 1))


def home(side: int, rows: int) -> tuple[int, ...]:
    """Return the squares of a side's first `rows` rows, by file and rank."""
    ranks = range(rows) if side == 0 else range(6 - rows, 6)
    return tuple(file * 6 + rank for file in range(6) for rank in ranks)


@cache
def row_places(side: int, kinds: tuple[int, ...]) -> tuple[Place, ...]:
    """Mana 2, bird: the pieces fill the first row, the daimio stands on a double."""
    return tuple(Place(square) for square in home(side, 1) if kinds[square] == 2)


@cache
def free_places(side: int) -> tuple[Place, ...]:
    """Mana 2, advanced and 2005: six of the twelve squares of the first two rows."""
    squares = home(side, 2)
    return tuple(
        Place(daimio, ronins)
        for daimio in squares
        for ronins in combinations([square for square in squares if square != daimio], 5)
    )
