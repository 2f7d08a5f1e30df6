"""Puzzles: positions with only one winning first move.

The data file in this folder has one puzzle per line, easier ones first; `bench/puzzles_mana.py`
finds and proves them.

    3 b1-d1 ..w.W./....../...b../....../..B.../...... b 2 04 -
    | |     the position in the game's format (edition with the bird, default options)
    | the only first move that wins
    turns of the player to the win
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engines.engine import Puzzle

DATA = Path(__file__).with_name("puzzles.txt")


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
