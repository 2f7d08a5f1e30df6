"""What the tests of all games share: ways to begin, and a way to choose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engines import catalog
from engines.engine import Engine
from engines.match import Match


def ways_to_begin(games: Iterable[str] | None = None) -> list[Any]:
    """Return every game with each option value, each number of seats and each beginning."""
    ways = []
    for name in catalog.GAMES if games is None else games:
        engine = catalog.load(name)
        low, high = engine.seats
        for seats in range(low, high + 1):
            ways.append(pytest.param(name, seats, {}, id=f"{name}-{seats}"))
            for option in engine.options:
                for value in option.values[1:]:
                    label = f"{name}-{seats}-{option.name}-{value}".lower()
                    ways.append(pytest.param(name, seats, {option.name: value}, id=label))
        for turn, beginning in enumerate(engine.beginnings()):
            few, many = beginning.seats
            seats = few + turn % (many - few + 1)
            label = f"{name}-{seats}-{beginning.name}"
            ways.append(pytest.param(name, seats, {}, beginning.given, id=label))
    return ways


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let any test that asks for `way` run over all of them."""
    if "way" in metafunc.fixturenames:
        ways = ways_to_begin()
        metafunc.parametrize("way", [p.values for p in ways], ids=[p.id for p in ways])


def begin(way: tuple[Any, ...], seed: int) -> Match[Any, Any]:
    """Return a fresh match of one of the ways: name, seats, options and perhaps what is given."""
    name, seats, options, *beginning = way
    engine: Engine[Any, Any] = catalog.load(name)
    given = dict(beginning[0]) if beginning else None
    start = catalog.begin(engine, seats=seats, seed=seed, options=options, given=given)
    return Match(engine, start)


@pytest.fixture
def fresh() -> Any:
    """Return the function that begins a match."""
    return begin
