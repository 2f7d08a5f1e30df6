"""A turning point in the words of the table."""

from __future__ import annotations

from typing import Any

from engines.match import Match
from firmware_py.app.services import Services
from firmware_py.play import turning_words
from firmware_py.play.turning_points import TurningPoint


def better_words(
    services: Services, match: Match[Any, Any], before: Any, point: TurningPoint
) -> list[str]:
    """Return what would have been better, why if the game can say it, and what was lost."""
    voice = services.voice(match.engine, match.names)
    return turning_words.better_words(services.say, voice, match.engine, before, point)
