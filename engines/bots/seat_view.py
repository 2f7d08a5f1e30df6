"""The view of a seat, together with what players may remember of the match."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from engines.engine import Json
from engines.match import Match
from engines.unicode import read_json


def seat_view(match: Match[Any, Any], seat: int) -> dict[str, Json]:
    """Return the view of a seat, with the earlier positions as `seen`.

    `seen` lists the keys of `Engine.repetition` with the number of times each has occurred,
    including the current position.
    """
    engine = match.engine
    states = [match.first, *(moment.state for moment in match.moments)]
    keys = [key for state in states if (key := engine.repetition(state)) is not None]
    seen = Counter(json.dumps(key) for key in keys)
    view = engine.view(match.state, seat)
    return {**view, "seen": [[read_json(key), times] for key, times in seen.items()]}
