"""The board of 36 squares: names, kinds, and the ways a piece can walk.

A square is a number, file by file: a1 is 0, a2 is 1, b1 is 6, f6 is 35, so that the order of the
numbers is the order of the names. A board is a text of 36 letters in that order:

    B b   daimio and ronin of the first player       .   empty
    W w   daimio and ronin of the second player      #   the bird, where it blocks (`bird_blocks`)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

FILES = "abcdef"
NAMES = tuple(f"{file}{rank}" for file in FILES for rank in range(1, 7))
SQUARES = {name: square for square, name in enumerate(NAMES)}

EMPTY = "." * 36

OWN = ("bB", "wW")
"""The letters of each side's pieces."""
ENEMY = ("wW", "bB")
DAIMIO = ("B", "W")
RONIN = ("b", "w")

ORIENTATIONS = (0, 90, 180, 270)

_CHART = (  # Mana 1: rows 6 to 1, as the first player sees them
    "122312",
    "313132",
    "231213",
    "213231",
    "131312",
    "322132",
)


def from_rows(rows: tuple[str, ...]) -> str:
    """Return the 36 letters of six rows, given from rank 6 down to rank 1."""
    return "".join(rows[5 - rank][file] for file in range(6) for rank in range(6))


def to_rows(board: str) -> list[str]:
    """Return the rows of a board, from rank 6 down to rank 1."""
    return [board[rank::6] for rank in range(5, -1, -1)]


def _turned(kinds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the kinds after a quarter turn clockwise."""
    return tuple(kinds[(5 - rank) * 6 + file] for file in range(6) for rank in range(6))


def _orientations() -> dict[int, tuple[int, ...]]:
    kinds = tuple(int(letter) for letter in from_rows(_CHART))
    turned = {}
    for degrees in ORIENTATIONS:
        turned[degrees] = kinds
        kinds = _turned(kinds)
    return turned


KINDS = _orientations()
"""The kind of each square, by orientation: 1 single, 2 double, 3 triple."""

OF_KIND = {
    degrees: tuple(
        tuple(square for square in range(36) if kinds[square] == kind) for kind in range(4)
    )
    for degrees, kinds in KINDS.items()
}
"""The squares of each kind, by orientation (none for kind 0)."""


def _neighbours(square: int) -> tuple[int, ...]:
    file, rank = divmod(square, 6)
    around = ((file - 1, rank), (file, rank - 1), (file, rank + 1), (file + 1, rank))
    return tuple(x * 6 + y for x, y in around if 0 <= x < 6 and 0 <= y < 6)


NEIGHBOURS = tuple(_neighbours(square) for square in range(36))


def walks(board: str, start: int, steps: int) -> list[tuple[int, ...]]:
    """Return the routes of `steps` different empty squares, each beginning with the start."""
    ways: list[tuple[int, ...]] = [(start,)]
    for _ in range(steps):
        ways = [
            (*way, square)
            for way in ways
            for square in NEIGHBOURS[way[-1]]
            if board[square] == "." and square not in way
        ]
    return ways


def ends(board: str, start: int, steps: int, enemy: str) -> list[int]:
    """Return the squares that a piece reaches in exactly `steps` (Mana 3), in order."""
    landing = "." + enemy
    return sorted(
        {
            square
            for way in walks(board, start, steps - 1)
            for square in NEIGHBOURS[way[-1]]
            if board[square] in landing and square not in way
        }
    )


def way(board: str, start: int, end: int, steps: int) -> tuple[int, ...] | None:
    """Return the route with the fewest corners, including both ends.

    None: every route of this length is blocked, or there is none.
    """
    ways = [
        (*passed, end)
        for passed in walks(board, start, steps - 1)
        if end in NEIGHBOURS[passed[-1]] and end not in passed
    ]
    return min(ways, key=_corners, default=None)


def _corners(squares: tuple[int, ...]) -> int:
    """Return how often a route turns."""
    steps = [after - before for before, after in pairwise(squares)]
    return sum(one != other for one, other in pairwise(steps))


def routes(start: int, end: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Yield the squares between start and end of each route of exactly `steps` on an empty
    board.
    """
    for way in walks(EMPTY, start, steps):
        if way[-1] == end:
            yield way[1:-1]


def distance(one: int, other: int) -> int:
    """Return the number of orthogonal steps between two squares."""
    return abs(one // 6 - other // 6) + abs(one % 6 - other % 6)
