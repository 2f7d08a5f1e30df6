"""What the tests of all games share: ways to begin, and a way to choose."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.contract import Engine
from engines.match import Match


def ways_to_begin() -> list[Any]:
    """Return every game with each value of each option and each number of seats."""
    ways = []
    for name in catalog.GAMES:
        engine = catalog.load(name)
        low, high = engine.seats
        for seats in range(low, high + 1):
            ways.append(pytest.param(name, seats, {}, id=f"{name}-{seats}"))
            for option in engine.options:
                for value in option.values[1:]:
                    label = f"{name}-{seats}-{option.name}-{value}".lower()
                    ways.append(pytest.param(name, seats, {option.name: value}, id=label))
    return ways


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let any test that asks for `way` run over all of them."""
    if "way" in metafunc.fixturenames:
        ways = ways_to_begin()
        metafunc.parametrize("way", [p.values for p in ways], ids=[p.id for p in ways])


def begin(way: tuple[str, int, dict[str, object]], seed: int) -> Match[Any, Any]:
    """Return a fresh match of one of the ways."""
    name, seats, options = way
    engine: Engine[Any, Any] = catalog.load(name)
    return Match(engine, catalog.begin(engine, seats=seats, seed=seed, options=options))


@pytest.fixture
def fresh() -> Any:
    """Return the function that begins a match."""
    return begin
