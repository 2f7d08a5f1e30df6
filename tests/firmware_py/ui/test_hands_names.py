"""Whose hands do something is said, or left out; never an empty name. A page says it in full."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.rng import Chance
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import begin_match
from firmware_py.screens.play.instructions import last_work


def started(box: Any, game: str) -> tuple[Any, Any]:
    """Put a match on the table; return it and its rules."""
    services, engine = box.services, catalog.load(game)
    seats = max(2, engine.seats[0])
    start = catalog.begin(engine, seats=seats, seed=3, first=0, options={}, given={})
    names = ("Anna", "Ben", "Carla")[:seats]
    services.table = begin_match(
        services.queue, game, start, names=names, timing=Timing(), time=services.time
    )
    return services.table, engine


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_page_says_it_in_whole_sentences(box: Any, game: str) -> None:
    """The short ones are for the display: 60 pixels next to the table."""
    services = box.services
    table, engine = started(box, game)
    chance, shortened = Chance(3, "whole"), 0
    for _ in range(60):
        if table.is_over:
            break
        table.play(engine.write(chance.choose(list(engine.legal(table.match.state)))))
        work = last_work(services)
        assert work is not None
        voice = services.voice(engine, table.names)
        steps = [each.say for each in engine.steps(work.before, work.after)]
        full = {voice.say(each) for each in (*steps, *work.events)}
        said = work.sentences(services, whole=True)
        assert set(said) <= full
        shortened += len(set(work.sentences(services)[1:]) - full)
    assert shortened, "the display says nothing in fewer words"


@pytest.mark.parametrize("game", catalog.GAMES)
def test_no_sentence_begins_without_its_name(box: Any, game: str) -> None:
    services = box.services
    table, engine = started(box, game)
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
