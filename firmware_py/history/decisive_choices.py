"""The choices that decided a match, for pages: what was played, and what would have been better.

They are told as far as the box has found them; a page never makes it think.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.match import Match
from engines.wording import Voice
from firmware_py.core.language import labelled
from firmware_py.history.match_text import report_text
from firmware_py.match.stops import stops_of
from firmware_py.match.turning_point_text import better_words
from firmware_py.match.turning_points import TurningPointFiles, key_of


def decided_by(
    folder: Path, number: int, match: Match[Any, Any], voice: Voice, say: Callable[..., str]
) -> list[dict[str, Any]]:
    """Return the turning points that are known of a match, each with its number and words."""
    points = TurningPointFiles(folder).read(number, key_of(match)) or ()
    if not points:
        return []
    stops, told = stops_of(match), []
    for point in points:
        if not 0 < point.place < len(stops):
            continue
        stop = stops[point.place]
        if stop.line is None:
            continue
        who = match.names[point.seat] if point.seat < len(match.names) else ""
        played = report_text(voice, match.engine, stop.before, stop.line)
        told.append(
            {
                "place": point.place,
                "who": who,
                "played": played if played.startswith(who) else labelled(say, who, played),
                "words": better_words(say, voice, match.engine, stop.before, point),
            }
        )
    return told
