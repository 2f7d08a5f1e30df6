"""The score pad keeps the promises of every engine, whatever the template, before it is listed.

The tests of the contract take the games of the catalog; here they are lent the pad.
"""

from __future__ import annotations

import importlib.util
import json
import random
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engines import catalog
from engines.contract import AGREEMENTS
from engines.scorepad.shipped import names

NAME = "scorepad"
ROOT = Path(__file__).parents[3]


def load(path: str) -> ModuleType:
    """Return a module that is no part of a package."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CONTRACT = load("tests/engines/test_contract.py")
WAYS = load("tests/engines/conftest.py")
SOAK = load("bench/soak.py")
PROMISES: list[Callable[..., None]] = [
    promise
    for name, promise in vars(CONTRACT).items()
    if name.startswith("test_") and list(signature(promise).parameters)[:2] == ["way", "fresh"]
]


@pytest.fixture(autouse=True)
def _listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog.GAMES, NAME, "engines.scorepad")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let a test that asks for a table run with every number of seats and every template."""
    if "table" not in metafunc.fixturenames:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(catalog.GAMES, NAME, "engines.scorepad")
        ways = WAYS.ways_to_begin([NAME])
    metafunc.parametrize("table", [way.values for way in ways], ids=[way.id for way in ways])


def test_the_promises_are_found() -> None:
    """Those that go through all ways to begin; every template is among the ways."""
    assert len(PROMISES) >= 10
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(catalog.GAMES, NAME, "engines.scorepad")
        assert len(WAYS.ways_to_begin([NAME])) == 10 + len(names()) + 2


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__[5:30])
def test_a_promise_of_every_engine(promise: Callable[..., None], table: Any) -> None:
    """Over every number of seats and every shipped template."""
    if "agreement" in signature(promise).parameters:
        for agreement in AGREEMENTS:
            promise(table, WAYS.begin, agreement)
    else:
        promise(way=table, fresh=WAYS.begin)
    assert catalog.load(NAME).name == NAME


def test_promises_about_strange_numbers() -> None:
    """Seats, first players and things told that cannot be."""
    for number in CONTRACT.ABSURD:
        for fact in ("seats", "first"):
            CONTRACT.test_absurd_seats_are_refused_at_once(NAME, fact, number)
        for agreement in AGREEMENTS:
            CONTRACT.test_nobody_acts_for_a_seat_that_is_none(NAME, agreement, number)
    for value in [None, 10**400, "x", [[[]]], {"path": {}}, -1, True, 0.5]:
        CONTRACT.test_any_json_is_taken_beforehand_or_refused(NAME, value)
    assert json.loads((ROOT / f"tests/engines/vectors/{NAME}.json").read_text())


def test_random_games_break_no_promise() -> None:
    """With templates, seats and choices by lot, all played to the end."""
    counts = SOAK.soak(NAME, games=5, seed=11)
    assert counts.games == 5
    assert counts.choices > 150


def test_a_game_that_stalls_is_ended() -> None:
    """Patience runs out, the table agrees to end, and the game is over."""
    chance = random.Random(5)
    match = SOAK.begin(NAME, chance)
    assert SOAK.Run(match, chance, patience=8).play().stalled == 1
    assert match.turn is None
