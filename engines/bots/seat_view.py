"""What a seat may know: what it sees now, and what anybody can remember of the match."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from engines.engine import Json
from engines.match import Match
from engines.unicode import read_json


def seat_view(match: Match[Any, Any], seat: int) -> dict[str, Json]:
    """Return the view of a seat, and as `seen` what has stood before.

    `seen` lists the positions that count as repeated (as the engine's `repetition` tells them)
    with how many times each has stood, the present one included.
    """
    engine = match.engine
    states = [match.first, *(moment.state for moment in match.moments)]
    keys = [key for state in states if (key := engine.repetition(state)) is not None]
    seen = Counter(json.dumps(key) for key in keys)
    view = engine.view(match.state, seat)
    return {**view, "seen": [[read_json(key), times] for key, times in seen.items()]}
