"""The moments of a match at which a replay stops."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engines.match import Match
from engines.record import DEALER, RecordLine


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment to look at: the table, what led to it, and how it stood before."""

    state: Any
    line: RecordLine | None = None
    before: Any = None
    is_end: bool = False


def stops_of(match: Match[Any, Any]) -> list[Stop]:
    """Return the moments that stand; what the dealer did belongs to the choice before."""
    stops = [Stop(match.first)]
    for moment in match.moments:
        if moment.line.who == DEALER:
            stops[-1] = replace(stops[-1], state=moment.state)
        else:
            stops.append(Stop(moment.state, moment.line, stops[-1].state))
    if match.engine.outcome(match.state) is not None:
        stops.append(Stop(match.state, is_end=True))
    return stops
