"""The choices that decided a match: as values, in a file next to the store, and in words.

What is kept can be found again by thinking, so it is written without a sync, and a file that is
missing, torn or about another course of the match counts as none.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from engines.bots.evaluation_words import said_of
from engines.engine import Engine, Fact, Json, Message, Seat, Term
from engines.match import Match
from engines.unicode import read_json
from engines.wording import Voice
from firmware_py.core.files import atomic_write
from firmware_py.core.language import N_

FOLDER = "turning-points"
_LARGEST = 20_000


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A choice that lost much, and one that would have been better."""

    place: int
    """Which of the choices that people made, from 1: the moment of a replay."""
    seat: int
    played: str
    better: str
    before: float
    """The result to expect with the better choice, from -1 to 1."""
    after: float
    """The result to expect after what was played."""
    words: tuple[Message, ...] = ()
    """Why it would have been better, where the game can say it."""

    @property
    def lost(self) -> float:
        """How much the choice cost."""
        return self.before - self.after


def key_of(match: Match[Any, Any]) -> str:
    """Return what changes with every change of a match."""
    return sha256(match.record().encode()).hexdigest()[:16]


class TurningPointFiles:
    """One small file for each match that was thought about."""

    def __init__(self, store_folder: Path) -> None:
        self._folder = store_folder / FOLDER

    def read(self, number: int, key: str) -> tuple[TurningPoint, ...] | None:
        """Return what was found in a match; None: it has to be thought about."""
        try:
            kept = read_json(self._path(number).read_bytes()[:_LARGEST])
            if kept["key"] != key:
                return None
            return tuple(_point(each) for each in kept["points"])
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            return None

    def write(self, number: int, key: str, points: tuple[TurningPoint, ...]) -> None:
        """Keep what was found; what cannot be written is found again when somebody asks."""
        text = json.dumps({"key": key, "points": [_plain(point) for point in points]})
        path = self._path(number)
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            atomic_write(path, text.encode(), durable=False)

    def forget(self, number: int) -> None:
        """Drop what was kept of a match that is deleted."""
        with suppress(OSError):
            self._path(number).unlink()

    def _path(self, number: int) -> Path:
        return self._folder / f"{number}.json"


def _plain(point: TurningPoint) -> Json:
    values = (point.place, point.seat, point.played, point.better, point.before, point.after)
    words = [[each.code, {k: _tagged(f) for k, f in each.facts.items()}] for each in point.words]
    return [*values, words]


def _point(value: Json) -> TurningPoint:
    place, seat, played, better, before, after, words = value
    told = tuple(
        Message(str(code), {str(name): _fact(fact) for name, fact in facts.items()})
        for code, facts in words
    )
    return TurningPoint(
        int(place), int(seat), str(played), str(better), float(before), float(after), told
    )


def _tagged(fact: Fact) -> Json:
    """Return a fact as JSON that says what kind of fact it is."""
    match fact:
        case Term(family, value):
            return {"term": [family, value]}
        case Seat(number):
            return {"seat": number}
        case tuple():
            return [_tagged(each) for each in fact]
        case int() | str():
            return fact
    raise TypeError(f"no fact of a coach: {fact!r}")


def _fact(value: Json) -> Fact:
    match value:
        case {"term": [str(family), int() | str() as of]}:
            return Term(family, of)
        case {"seat": int(number)}:
            return Seat(number)
        case [*parts]:
            return tuple(_fact(each) for each in parts)
        case int() | str():
            return value
    raise ValueError(f"no fact: {value!r}")


# --- in words ---

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
