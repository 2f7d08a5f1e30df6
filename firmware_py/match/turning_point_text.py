"""A turning point in words: what would have been better, why, and what it meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.bots.evaluation_words import said_of
from engines.engine import Engine
from engines.wording import Voice
from firmware_py.core.language import N_
from firmware_py.match.turning_points import TurningPoint

_STANDINGS = (
    (0.75, N_("winning")),
    (0.2, N_("ahead")),
    (-0.2, N_("even")),
    (-0.75, N_("behind")),
    (-2.0, N_("losing")),
)
"""What can be expected, from the best down."""

Say = Callable[..., str]
"""The application's words: say("text", place=value)."""


def better_words(
    say: Say, voice: Voice, engine: Engine[Any, Any], before: Any, point: TurningPoint
) -> list[str]:
    """Return what would have been better, why if the game can say it, and what was lost."""
    move = voice.phrase(engine.describe(before, engine.read(point.better)))
    return [
        say(N_("Better: {move}."), move=move),
        *(voice.say(said_of(engine.words, each, point.seat)) for each in point.words),
        say(
            N_("Before: {before}. Then: {after}."),
            before=_standing(say, point.before),
            after=_standing(say, point.after),
        ),
    ]


def _standing(say: Say, value: float) -> str:
    return say(next(words for least, words in _STANDINGS if value >= least))
