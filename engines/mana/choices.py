"""The choices of Mana, one instance each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from engines.mana.board import ORIENTATIONS

OFF_BOARD = 36
"""The bird's square if no square of its kind is free: next to the board."""


@dataclass(frozen=True, slots=True)
class Orient:
    """The first player turns the board clockwise (edition 2005)."""

    degrees: int


@dataclass(frozen=True, slots=True)
class Place:
    """A side's setup; `ronins` is empty where their squares are fixed."""

    daimio: int
    ronins: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """A piece moves or captures; `bird` is the bird's new square, if it has to be chosen."""

    start: int
    end: int
    bird: int | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """A captured ronin returns."""

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
    """Return a move with each square of the bird, the one next to the board last."""
    return tuple(Move(start, end, bird) for bird in range(OFF_BOARD + 1))


@cache
def drop_flights(square: int) -> tuple[Drop, ...]:
    """Return a drop with each square of the bird, the one next to the board last."""
    return tuple(Drop(square, bird) for bird in range(OFF_BOARD + 1))


def home(side: int, rows: int) -> tuple[int, ...]:
    """Return the squares of a side's first `rows` rows, by file and rank."""
    ranks = range(rows) if side == 0 else range(6 - rows, 6)
    return tuple(file * 6 + rank for file in range(6) for rank in ranks)


@cache
def row_places(side: int, kinds: tuple[int, ...]) -> tuple[Place, ...]:
    """Return the setups of the edition with the bird (Mana 2): daimio on a double of the
    first row.
    """
    return tuple(Place(square) for square in home(side, 1) if kinds[square] == 2)


@cache
def free_places(side: int) -> tuple[Place, ...]:
    """Return the setups of the advanced game and of 2005 (Mana 2): six of the first twelve
    squares.
    """
    squares = home(side, 2)
    return tuple(
        Place(daimio, ronins)
        for daimio in squares
        for ronins in combinations([square for square in squares if square != daimio], 5)
    )
