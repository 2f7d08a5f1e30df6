"""Lessons: a prepared record, sentences for each step, and what the learner does there.

Each game has one in `lesson.toml`, in its own package; docs/lessons.md says how to write one.

    step 1   about                           a rule over the whole display
    step 2   plays --> the table             a sentence, then `do`: the learner makes this move
    step 3   position --> the table          a sentence, then `try`: one that the rules refuse
    step 4   options, given --> a new record a sentence, then `why`: WHY explains these refusals
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from engines import catalog
from engines.engine import Engine, Json
from engines.languages import LANGUAGES, SOURCE
from engines.match import Match

FILE = "lesson.toml"
_STEP = {*LANGUAGES, "about", "options", "given", "position", "plays", "do", "try", "why"}
_LESSON = {"names", "options", "given", "step", "elsewhere"}
_SEED = 1
"""Random deals are the same at every step."""


class BadLesson(ValueError):
    """Raised for an invalid lesson; the message says where and why."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson: sentences in every language, and at most one thing to do."""

    texts: Mapping[str, str]
    """The sentence next to the table; empty if the step has only `about`."""
    about: Mapping[str, str] = field(default_factory=dict)
    """Shown first, on the whole display: a rule that the table does not show."""
    options: Mapping[str, Any] | None = None
    """Options of a new record that begins at this step; None: the record goes on."""
    given: Mapping[str, Json] = field(default_factory=dict)
    """The values entered before the new record."""
    position: Json = None
    """The table before anything is played; None: unchanged."""
    plays: tuple[str, ...] = ()
    """Choices played before the sentence is shown."""
    do: str | None = None
    """The choice that the learner has to make."""
    attempt: str | None = None
    """The choice that the learner has to try, which is refused."""
    why: tuple[str, ...] = ()
    """Choices that are refused; WHY gives the reasons."""

    def text(self, language: str) -> str:
        """Return the sentence next to the table, in a language."""
        return self.texts.get(language) or self.texts.get(SOURCE, "")

    def about_text(self, language: str) -> str:
        """Return the text on the whole display, in a language."""
        return self.about.get(language) or self.about.get(SOURCE, "")


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of one game: its steps, and the start of its record."""

    game: str
    names: tuple[str, ...]
    options: Mapping[str, Any]
    given: Mapping[str, Json]
    """The values that people entered before the game."""
    steps: tuple[LessonStep, ...]
    elsewhere: Mapping[str, str]
    """Refusals that the lesson leaves out, each with the reason."""

    def match_at(self, place: int) -> Match[Any, Any]:
        """Return the match at a step, before the learner does anything there."""
        engine = catalog.load(self.game)
        match = self._begun(engine, self.options, self.given)
        for number, step in enumerate(self.steps[: place + 1]):
            if step.options is not None:
                match = self._begun(engine, step.options, step.given)
            if step.position is not None:
                match.edit(step.position)
            for text in step.plays:
                match.play(text)
            if step.do is not None and number < place:
                match.play(step.do)
        return match

    def _begun(
        self, engine: Engine[Any, Any], options: Mapping[str, Any], given: Mapping[str, Json]
    ) -> Match[Any, Any]:
        start = catalog.begin(
            engine,
            seats=len(self.names),
            seed=_SEED,
            first=0,
            options=dict(options),
            given=dict(given),
        )
        return Match(engine, start, self.names)


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
    if len(data.keys() & {"do", "try", "why"}) > 1:
        raise BadLesson(f"{where}: more than one of do, try and why")
    if "given" in data and "options" not in data:
        raise BadLesson(f"{where}: given without options")
    about = data.get("about", {})
    texts = {key: data[key] for key in data.keys() & set(LANGUAGES)}
    for each in (about, texts) if about and texts else (about or texts,):
        if missing := set(LANGUAGES) - each.keys():
            raise BadLesson(f"{where}: no sentence in {min(missing)!r}")
    return LessonStep(
        texts={key: str(text) for key, text in texts.items()},
        about={key: str(text) for key, text in about.items()},
        options=data.get("options"),
        given=data.get("given", {}),
        position=data.get("position"),
        plays=tuple(data.get("plays", ())),
        do=data.get("do"),
        attempt=data.get("try"),
        why=tuple(data.get("why", ())),
    )
