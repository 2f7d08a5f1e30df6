"""A match that has ended, played again for its score sheet."""

from __future__ import annotations

from typing import Any

from engines import catalog
from engines.errors import EngineError
from engines.match import Match, replay
from engines.record import Record, write
from engines.wording import Voice
from firmware_py.history.export import EndedMatch


def replayed(ended: EndedMatch) -> Match[Any, Any] | None:
    """Play a match again to its end; None where this Tablemate cannot."""
    header = ended.record.header
    if header.game not in catalog.GAMES:
        return None
    named = Record(header._replace(names=ended.names), ended.record.lines)
    try:
        return replay(write(named), catalog.load(header.game))
    except EngineError:
        return None


def score_table(match: Match[Any, Any], voice: Voice) -> list[list[list[Any]]]:
    """Return the score sheet: for each seat its lines, points and rule."""
    return [
        [[entry.points, voice.say(entry.rule)] for entry in entries]
        for entries in match.engine.score_sheet(match.state)
    ]
