"""A match on the table of a box, laid and ready."""

from __future__ import annotations

from typing import Any

from engines import catalog
from firmware_py.match.table_match import begin_match
from firmware_py.ui.navigation import GoToMatch


def begin(box: Any, game: str, seed: int = 3, **options: Any) -> Any:
    """Put a match on the table of a box."""
    engine = catalog.load(game)
    given = next((dict(each.given) for each in engine.beginnings()), {})
    start = catalog.begin(engine, seats=2, seed=seed, first=0, options=options, given=given)
    services = box.services
    services.table = begin_match(
        services.queue,
        game,
        start,
        names=("Anna", "Ben"),
        timing=services.timing(game),
        time=services.time,
    )
    box.app.follow(GoToMatch())
    return engine
