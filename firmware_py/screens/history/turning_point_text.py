"""A turning point in the words of the table."""

from __future__ import annotations

from typing import Any

from engines.match import Match
from firmware_py.match import turning_point_text
from firmware_py.match.turning_points import TurningPoint
from firmware_py.ui.services import Services


def better_words(
    services: Services, match: Match[Any, Any], before: Any, point: TurningPoint
) -> list[str]:
    """Return what would have been better, why if the game can say it, and what was lost."""
    voice = services.voice(match.engine, match.names)
    return turning_point_text.better_words(services.say, voice, match.engine, before, point)
