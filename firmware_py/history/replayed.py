"""A match that has ended, played again: its voice, its score sheet and its final picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from engines import catalog
from engines.errors import EngineError
from engines.languages import LANGUAGES, SOURCE
from engines.match import Match, replay
from engines.record import Record, write
from engines.wording import Voice
from firmware_py.games import face_of
from firmware_py.games.picture import public_scene, say_in, table_picture
from firmware_py.games.scene import Scene
from firmware_py.match.game_info import voice_of

if TYPE_CHECKING:
    from firmware_py.history.export import EndedMatch


@dataclass(frozen=True, slots=True)
class Replayed:
    """A match at its end, in one language and in the words of the table where it was played."""

    match: Match[Any, Any]
    voice: Voice
    language: str

    def score_table(self) -> list[list[list[Any]]]:
        """Return the score sheet: for each seat its lines, points and rule."""
        return [
            [[entry.points, self.voice.say(entry.rule)] for entry in entries]
            for entries in self.match.engine.score_sheet(self.match.state)
        ]

    def final_picture(self) -> str | None:
        """Return the final table as SVG; None: the game has no picture."""
        match = self.match
        scene = Scene(
            state=match.state,
            voice=self.voice,
            say=say_in(self.language),
            last=None if match.last is None else match.last.text,
            before=match.before_last,
        )
        public = public_scene(match, scene, self.language, match.names)
        picture = table_picture(face_of(match.engine.name), public)
        return None if picture is None else picture.svg


def replay_ended(ended: EndedMatch, language: str = "") -> Replayed | None:
    """Play a match again to its end, in a language or in that of its box.

    Return None if its game is not known here. Raise EngineError for a record of other rules.
    """
    header = ended.record.header
    if header.game not in catalog.GAMES:
        return None
    known = language or ended.settings.get("language")
    spoken = known if known in LANGUAGES else SOURCE
    engine = catalog.load(header.game)
    named = Record(header._replace(names=ended.names), ended.record.lines)
    match = replay(write(named), engine)
    voice = voice_of(engine, partial(_recall, ended.settings), spoken, match.names)
    return Replayed(match, voice, spoken)


def replayed(ended: EndedMatch, language: str) -> Replayed | None:
    """Play a match again to its end; None where this Tablemate cannot."""
    try:
        return replay_ended(ended, language)
    except EngineError:
        return None


def _recall(settings: Mapping[str, Any], key: str, default: Any) -> Any:
    return settings.get(f"memory.{key}", default)
