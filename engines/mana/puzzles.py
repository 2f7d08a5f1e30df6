"""Puzzles: positions with only one winning first move.

The data file in this folder has one puzzle per line, easier ones first; `bench/puzzles_mana.py`
finds and proves them.

    3 b1-d1 ..w.W./....../...b../....../..B.../...... b 2 04 -
    | |     the position in the game's format (edition with the bird, default options)
    | the only first move that wins
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
    """The number of turns the player needs against the best defence."""
    first: str
    """The only first move that wins."""
    position: str

    @property
    def state(self) -> State:
        """The position as a state of a match with first player 0."""
        return read(self.position, Start({}, 2, 0, 0))

    @property
    def plies(self) -> int:
        """The number of moves of both sides to the end."""
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
