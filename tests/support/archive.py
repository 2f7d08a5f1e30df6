"""Matches that were played before the test began."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engines import catalog
from engines.match import Match
from firmware_py.storage.event_log import status_of
from firmware_py.storage.store import ABANDONED, OVER, Store

NAMES = ("Anna", "Ben", "Carla", "Dino", "Eve")
MOST_MOVES = 250


@cache
def _played(game: str, names: tuple[str, ...], seed: int, moves: int, agreed: str) -> Any:
    """Play at random, to the end or for some moves; the same again for the same arguments."""
    engine = catalog.load(game)
    options: dict[str, object] = {"table": "full"} if game == "mandala" else {}
    start = catalog.begin(engine, seats=len(names), seed=seed, options=options)
    match = Match(engine, start, names)
    chance = random.Random(seed)
    while match.turn is not None and len(match.moments) < moves:
        match.play(engine.write(chance.choice(list(engine.legal(match.state)))))
    while match.turn is not None and agreed:
        match.play(agreed, 0)
    return match


Archived = Callable[..., int]


@pytest.fixture
def archive() -> Archived:
    """Return a function that puts a played match into a store and returns its number."""

    def put(
        store: Store,
        game: str,
        *,
        seats: int = 2,
        names: tuple[str, ...] = (),
        seed: int = 1,
        moves: int = MOST_MOVES,
        agreed: str = "end",
        status: str = "",
    ) -> int:
        match = _played(game, names or NAMES[:seats], seed, moves, agreed)
        number = store.next_match()
        store.begin(number, match.header)
        store.append(number, 0, match.lines)
        outcome = match.engine.outcome(match.state)
        if outcome is None:
            store.set_status(number, status or ABANDONED)
        else:
            facts = {
                "winners": list(outcome.winners),
                "scores": list(outcome.scores),
                "by": outcome.why.code,
            }
            store.set_status(number, status or OVER, facts)
        return number

    return put


@pytest.fixture
def forget_dates() -> Callable[[Store], None]:
    """Return a function that makes a store one of a box whose clock was never set."""

    def forget(store: Store) -> None:
        for number in range(1, store.next_match()):
            _redate(store, number, lambda line: None)

    return forget


@pytest.fixture
def set_dates() -> Callable[[Store, int, Callable[[int], int | None]], None]:
    """Return a function that gives the lines of a match other dates."""
    return _redate


def _redate(store: Store, number: int, date_of: Callable[[int], int | None]) -> None:
    before = b""
    events = store.events(number)
    dates = [date_of(event.lines - 1) for event in events]
    for event, date in zip(events, dates, strict=True):
        dated = event._replace(at=date)
        before = dated.link(before)
        store.connection.execute(
            "UPDATE events SET at=?, hash=? WHERE match=? AND number=?",
            (dated.at, before, number, event.number),
        )
    ended = dates[status_of(events)[1].number] if events[-1].kind != "began" else None
    store.connection.execute(
        "UPDATE matches SET began_at=?, last_hash=?,"
        " ended_at=iif(status IN (?, ?), ?, NULL) WHERE id=?",
        (dates[0], before, OVER, ABANDONED, ended, number),
    )
