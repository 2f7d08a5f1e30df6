"""A turning point in words: what would have been better, why, and what it meant."""

from __future__ import annotations

from typing import Any

from engines.match import Match
from firmware_py.app.services import Services
from firmware_py.language import N_
from firmware_py.play.turning_points import TurningPoint

_STANDINGS = (
    (0.75, N_("winning")),
    (0.2, N_("ahead")),
    (-0.2, N_("even")),
    (-0.75, N_("behind")),
    (-2.0, N_("losing")),
)
"""What can be expected, from the best down."""


def better_words(
    services: Services, match: Match[Any, Any], before: Any, point: TurningPoint
) -> list[str]:
    """Return what would have been better, why if the game can say it, and what was lost."""
    engine = match.engine
    voice = services.voice(engine, match.names)
    move = voice.phrase(engine.describe(before, engine.read(point.better)))
    return [
        services.say(N_("Better: {move}."), move=move),
        *(voice.say(message) for message in point.words),
        services.say(
            N_("Before: {before}. Then: {after}."),
            before=_standing(services, point.before),
            after=_standing(services, point.after),
        ),
    ]


def _standing(services: Services, value: float) -> str:
    return services.say(next(words for least, words in _STANDINGS if value >= least))
