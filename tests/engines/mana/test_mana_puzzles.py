"""Mana: every puzzle can be read, and a sample of them is proven again."""

from __future__ import annotations

import pytest
from puzzles_mana import is_proven, state_of

from engines.engine import Puzzle
from engines.mana import GAME
from engines.mana.puzzles import parse, puzzles, write

SAMPLE = puzzles()[::20]


def test_there_are_a_few_hundred() -> None:
    """In 2 to 4 turns, easier ones first, none twice."""
    turns = [puzzle.turns for puzzle in puzzles()]
    assert len(turns) >= 200
    assert turns == sorted(turns)
    assert set(turns) == {2, 3, 4}
    assert len({puzzle.position for puzzle in puzzles()}) == len(turns)


def test_every_puzzle_is_a_sound_position() -> None:
    """The first move is legal, and one of several."""
    for puzzle in puzzles():
        assert GAME.check(state_of(puzzle)) == ()
        legal = [GAME.write(choice) for choice in GAME.legal(state_of(puzzle))]
        assert puzzle.first in legal
        assert len(legal) > 2
        assert parse(write(puzzle)) == puzzle


@pytest.mark.parametrize("puzzle", SAMPLE, ids=write)
def test_a_puzzle_has_one_winning_way(puzzle: Puzzle) -> None:
    """Proven by the search, and by the readable rules against every answer."""
    assert is_proven(puzzle)


def test_a_wrong_puzzle_is_not_proven() -> None:
    """Neither with another first move nor with another number of turns."""
    puzzle = SAMPLE[0]
    legal = [GAME.write(choice) for choice in GAME.legal(state_of(puzzle))]
    other = next(text for text in legal if text != puzzle.first)
    assert not is_proven(Puzzle(puzzle.turns, other, puzzle.position))
    assert not is_proven(Puzzle(puzzle.turns + 1, puzzle.first, puzzle.position))
