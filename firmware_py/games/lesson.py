"""A lesson: a prepared record, a sentence for each step, and what the learner has to do at it.

Each game has one in `lesson.toml`, in its own package; docs/lessons.md says how one is written.

    step 1   position, plays --> the table   a sentence to read
    step 2   plays --> the table             a sentence, then `do`: the learner makes this move
    step 3                                   a sentence, then `try`: one that the rules refuse
    step 4                                   a sentence, then `why`: WHY tells these refusals
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from engines import catalog
from engines.engine import Json
from engines.languages import LANGUAGES, SOURCE
from engines.match import Match

FILE = "lesson.toml"
_STEP = {*LANGUAGES, "position", "plays", "do", "try", "why"}
_LESSON = {"names", "options", "given", "step", "elsewhere"}
_SEED = 1
"""Whatever chance deals is the same at every step."""


class BadLesson(ValueError):
    """A lesson that cannot be taught; the message says where and why."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing to learn: a sentence in every language, and at most one thing to do."""

    texts: Mapping[str, str]
    position: Json = None
    """How the table is put before anything is played; None: it stays as it was."""
    plays: tuple[str, ...] = ()
    """Choices that are made before the sentence is read."""
    do: str | None = None
    """The choice that the learner makes."""
    attempt: str | None = None
    """The choice that the learner tries, and that is refused."""
    why: tuple[str, ...] = ()
    """Choices that are refused; WHY tells their reasons."""

    def text(self, language: str) -> str:
        """Return the sentence in a language."""
        return self.texts.get(language) or self.texts[SOURCE]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps of one game, and how its record begins."""

    game: str
    names: tuple[str, ...]
    options: Mapping[str, Any]
    given: Mapping[str, Json]
    """What the table told before the game."""
    steps: tuple[LessonStep, ...]
    elsewhere: Mapping[str, str]
    """Refusals that a beginner does not meet, each with the reason."""

    def match_at(self, place: int) -> Match[Any, Any]:
        """Return the match as it stands at a step, before the learner does anything there."""
        engine = catalog.load(self.game)
        start = catalog.begin(
            engine,
            seats=len(self.names),
            seed=_SEED,
            first=0,
            options=dict(self.options),
            given=dict(self.given),
        )
        match = Match(engine, start, self.names)
        for number, step in enumerate(self.steps[: place + 1]):
            if step.position is not None:
                match.edit(step.position)
            for text in step.plays:
                match.play(text)
            if step.do is not None and number < place:
                match.play(step.do)
        return match


def has_lesson(game: str) -> bool:
    """Return whether a game has a lesson, without reading it."""
    try:
        return _path(game).exists()
    except ModuleNotFoundError:
        return False


@cache
def lesson_of(game: str) -> Lesson:
    """Return the lesson of a game; raise BadLesson."""
    path = _path(game)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadLesson(f"{path.name} of {game}: {error}") from error
    if unknown := data.keys() - _LESSON:
        raise BadLesson(f"{path.name} of {game}: unknown {min(unknown)!r}")
    steps = tuple(_step(game, number, each) for number, each in enumerate(data.get("step", ()), 1))
    return Lesson(
        game,
        tuple(data.get("names", ("Anna", "Ben"))),
        data.get("options", {}),
        data.get("given", {}),
        steps,
        data.get("elsewhere", {}),
    )


def _path(game: str) -> Path:
    return Path(import_module(f"firmware_py.games.{game}").__path__[0]) / FILE


def _step(game: str, number: int, data: Mapping[str, Any]) -> LessonStep:
    where = f"{FILE} of {game}, step {number}"
    if unknown := data.keys() - _STEP:
        raise BadLesson(f"{where}: unknown {min(unknown)!r}")
    if missing := set(LANGUAGES) - data.keys():
        raise BadLesson(f"{where}: no sentence in {min(missing)!r}")
    if len(data.keys() & {"do", "try", "why"}) > 1:
        raise BadLesson(f"{where}: more than one of do, try and why")
    return LessonStep(
        texts={language: str(data[language]) for language in LANGUAGES},
        position=data.get("position"),
        plays=tuple(data.get("plays", ())),
        do=data.get("do"),
        attempt=data.get("try"),
        why=tuple(data.get("why", ())),
    )
