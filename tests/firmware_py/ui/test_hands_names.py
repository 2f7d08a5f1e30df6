"""Whose hands do something is said, or left out; never an empty name."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.rng import Chance
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import begin_match
from firmware_py.screens.play.instructions import last_work


@pytest.mark.parametrize("game", catalog.GAMES)
def test_no_sentence_begins_without_its_name(box: Any, game: str) -> None:
    services, engine = box.services, catalog.load(game)
    seats = max(2, engine.seats[0])
    start = catalog.begin(engine, seats=seats, seed=3, first=0, options={}, given={})
    names = ("Anna", "Ben", "Carla")[:seats]
    table = begin_match(
        services.queue, game, start, names=names, timing=Timing(), time=services.time
    )
    services.table = table
    chance, sentences = Chance(3, "hands"), 0
    for _ in range(60):
        if table.is_over:
            break
        table.play(engine.write(chance.choose(list(engine.legal(table.match.state)))))
        work = last_work(services)
        said = () if work is None else work.sentences(services)
        sentences += len(said)
        assert not [each for each in said if each.removeprefix("Just before: ").startswith(":")]
    assert sentences
