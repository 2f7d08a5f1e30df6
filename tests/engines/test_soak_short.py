"""A short soak of every engine with a fixed seed, and proof that a soak notices."""

from __future__ import annotations

import importlib.util
import random
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from engines import catalog
from engines.engine import Engine, Reason
from engines.icehouse import GAME, Choice, State
from engines.match import Match


def load_soak() -> ModuleType:
    """Return bench/soak.py, which is a script outside the packages."""
    path = Path(__file__).parents[2] / "bench" / "soak.py"
    spec = importlib.util.spec_from_file_location("soak", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SOAK = load_soak()


LONG = {"scorepad": 8}
"""A sheet of two hundred rounds takes as long as many games."""


@pytest.mark.parametrize("game", catalog.GAMES)
def test_random_games_break_no_promise(game: str) -> None:
    """Forty games with options, seats and choices by lot, all played to the end."""
    games = LONG.get(game, 40)
    counts = SOAK.soak(game, games=games, seed=11)
    assert counts.games == games
    assert counts.choices > 400


def test_the_same_seed_plays_the_same_games_in_any_pieces() -> None:
    """Workers may share the games as they like."""
    whole = SOAK.soak("icehouse", 6, 3)
    pieces = SOAK.soak("icehouse", 2, 3).plus(SOAK.soak("icehouse", 4, 3, first=2))
    assert whole[:4] == pieces[:4]


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_game_that_stalls_is_ended(game: str) -> None:
    """Patience runs out, the table agrees to end, and the game is over."""
    chance = random.Random(5)
    match = SOAK.begin(game, chance)
    counts = SOAK.Run(match, chance, patience=8).play()
    assert counts.stalled == 1
    assert match.turn is None


def forgetful(state: State) -> tuple[Reason, ...]:
    """Find something wrong as soon as the eye holds something."""
    return (Reason("CHECK_SWEEP", {"space": 1}),) if state.eye else ()


def generous(state: State) -> tuple[int | None, ...]:
    """Give everybody one point more."""
    return tuple((score or 0) + 1 for score in GAME.scores(state))


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        (replace(GAME, check=forgetful), "check says"),
        (replace(GAME, scores=generous), "sheet"),
    ],
)
def test_a_broken_promise_is_noticed(engine: Engine[State, Choice], words: str) -> None:
    """A soak that finds nothing has looked."""
    match = Match(engine, catalog.begin(engine, seats=2, seed=1))
    with pytest.raises(AssertionError, match=words):
        SOAK.Run(match, random.Random(1)).play()
