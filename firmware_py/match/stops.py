"""The moments of a match at which a replay stops, and what was played at each in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engines.engine import Engine
from engines.match import Match
from engines.record import DEALER, TABLE, RecordLine
from engines.wording import Voice


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


def report_text(voice: Voice, engine: Engine[Any, Any], before: Any, line: RecordLine) -> str:
    """Return a choice that was made, in words."""
    choice = engine.read(line.text)
    if engine.report is None:
        return voice.say(engine.describe(before, choice))
    return voice.say(engine.report(before, choice, None if line.who == TABLE else int(line.who)))
