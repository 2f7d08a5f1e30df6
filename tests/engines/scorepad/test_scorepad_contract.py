"""Random games of the score pad; the promises of every engine are in `test_contract`."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

from engines.scorepad import GAME
from engines.scorepad.shipped import names

NAME = GAME.name
ROOT = Path(__file__).parents[3]


def load(path: str) -> ModuleType:
    """Return a module that is no part of a package."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


WAYS = load("tests/engines/conftest.py")
SOAK = load("bench/soak.py")


def test_every_template_is_a_way_to_begin() -> None:
    """Whoever tries all games tries each, with every number of seats."""
    assert len(WAYS.ways_to_begin([NAME])) == 10 + len(names()) + 2


def test_random_games_break_no_promise() -> None:
    """With templates, seats and choices by lot, all played to the end."""
    counts = SOAK.soak(NAME, games=12, seed=11)
    assert counts.games == 12
    assert counts.choices > 400


def test_a_game_that_stalls_is_ended() -> None:
    """Patience runs out, the table agrees to end, and the game is over."""
    chance = random.Random(5)
    match = SOAK.begin(NAME, chance)
    assert SOAK.Run(match, chance, patience=8).play().stalled == 1
    assert match.turn is None
