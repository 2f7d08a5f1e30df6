"""Positions with one winning way: which first move forces the win, against any defence?

The file beside this module has one puzzle a line, easier ones first; `bench/puzzles_mana.py` finds
them and proves them again.

    3 b1-d1 ..w.W./....../...b../....../..B.../...... b 2 04 -
    | |     the position, as the game writes it (edition with the bird, usual options)
    | the one first move that wins
    turns of the player to the win
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engines.engine import Start
from engines.mana.position import read
from engines.mana.state import State

DATA = Path(__file__).with_name("puzzles.txt")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One position to be won."""

    turns: int
    """So many turns of the player it takes, if the other side holds out."""
    first: str
    """The only first move that wins."""
    position: str

    @property
    def state(self) -> State:
        """The position as a state of a match in which the first seat began."""
        return read(self.position, Start({}, 2, 0, 0))

    @property
    def plies(self) -> int:
        """Moves of both sides to the end."""
        return 2 * self.turns - 1


def parse(line: str) -> Puzzle:
    """Return the puzzle of a line."""
    turns, first, position = line.split(maxsplit=2)
    return Puzzle(int(turns), first, position)


def write(puzzle: Puzzle) -> str:
    """Return the line of a puzzle."""
    return f"{puzzle.turns} {puzzle.first} {puzzle.position}"


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles, easier ones first."""
    return tuple(parse(line) for line in DATA.read_text().splitlines())
