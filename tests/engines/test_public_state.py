"""The public state of every game: what everybody sees, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engines import catalog
from engines.match import Match
from engines.rng import Chance
from engines.stones.board import STACKS


def states(match: Match[Any, Any], most: int = 60) -> Iterator[Any]:
    """Yield the states of a match that is played by lot."""
    chance = Chance(5, "public")
    for _ in range(most):
        yield match.state
        if match.turn is None:
            return
        match.play(match.engine.write(chance.choose(match.engine.legal(match.state))))


@pytest.mark.parametrize("game", catalog.GAMES)
def test_what_everybody_sees_stays_the_same(game: str) -> None:
    engine = catalog.load(game)
    given = dict(engine.beginnings()[0].given) if engine.beginnings() else None
    start = catalog.begin(engine, seats=2, seed=3, first=0, options={}, given=given)
    for state in states(Match(engine, start, names=("Ida", "Bo"))):
        public = engine.public(state)
        assert engine.view(public) == engine.view(state)
        assert engine.turn(public) == engine.turn(state)
        assert engine.outcome(public) == engine.outcome(state)
        assert engine.public(public) == public


def test_stones_below_others_are_hidden() -> None:
    """Two boards that differ below the top stones have one public state."""
    engine = catalog.load("stones")
    start = catalog.begin(engine, seats=2, seed=3, first=0, options={"tracking": "board"})
    match = Match(engine, start, names=("Ida", "Bo"))
    differed = 0
    for state in states(match, 20):
        board = state.board
        stacks = tuple(
            stack[: height - 1][::-1] + stack[height - 1 :] if height else stack
            for stack, height in zip(board.stacks, board.heights, strict=True)
        )
        other = replace(state, board=replace(board, stacks=stacks))
        differed += other != state
        assert engine.public(other) == engine.public(state)
        assert [engine.public(state).board.top(n) for n in range(1, STACKS + 1)] == [
            board.top(n) for n in range(1, STACKS + 1)
        ]
    assert differed


def test_a_public_pad_does_not_tell_what_chance_gives_next() -> None:
    engine = catalog.load("scorepad")
    given = dict(engine.beginnings()[0].given)
    states_ = [
        engine.setup(catalog.begin(engine, seats=2, seed=seed, first=0, given=given))
        for seed in (3, 4)
    ]
    assert states_[0] != states_[1]
    assert engine.public(states_[0]) == engine.public(states_[1])
