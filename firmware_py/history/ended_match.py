"""An ended match: its record, and the match played again, for screens, pages and files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engines import catalog
from engines.errors import EngineError
from engines.languages import LANGUAGES, SOURCE
from engines.match import Match, replay
from engines.record import BadRecord, Record, write
from firmware_py.core.language import labelled
from firmware_py.games import ui_of
from firmware_py.games.picture import table_picture
from firmware_py.history.archive import EndedMatches
from firmware_py.match.game_info import info_of, voice_of
from firmware_py.match.scene import report_text, scene_of, stops_of
from firmware_py.match.turning_points import TurningPointFiles, better_words, key_of
from firmware_py.storage.event_log import record_of, signed_text
from firmware_py.storage.store import (
    ABANDONED,
    DAMAGED,
    OVER,
    DamagedMatch,
    StoredMatch,
    StoreError,
)

if TYPE_CHECKING:
    from engines.wording import Voice

PAUSE_S = 30 * 60
"""A longer gap between two events counts as a pause."""


class NotExported(StoreError):
    """A match cannot be exported in this form; the message says why."""


@dataclass(frozen=True)
class EndedMatch:
    """A match that is over or abandoned, with everything that is shown of it."""

    stored: StoredMatch
    record: Record
    played_s: int | None
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The settings of the box: its language, and what it remembers of the games."""
    signed: str | None = None
    """The events with the signature of the box as text; None if the end is not signed."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat; players without a name are numbered."""
        given = self.record.header.names
        seats = self.record.header.start.seats
        return given or tuple(f"Player {seat + 1}" for seat in range(seats))

    @property
    def is_known(self) -> bool:
        """Return whether this Tablemate has the game."""
        return self.record.header.game in catalog.GAMES

    @cached_property
    def match(self) -> Match[Any, Any]:
        """The match played again to its end; raises EngineError if that is impossible."""
        return replay_named(self.record, self.names)

    @property
    def can_replay(self) -> bool:
        """Return whether the match can be played again with the rules of this Tablemate."""
        try:
            return bool(self.match)
        except EngineError:
            return False

    def _language(self, language: str) -> str:
        known = language or self.settings.get("language")
        return known if known in LANGUAGES else SOURCE

    def voice(self, language: str = "") -> Voice:
        """Return the voice of the match with its table's colours, in a language or the box's."""

        def recall(key: str, default: Any) -> Any:
            return self.settings.get(f"memory.{key}", default)

        return voice_of(self.match.engine, recall, self._language(language), self.match.names)

    def score_table(self, language: str = "") -> list[list[list[Any]]] | None:
        """Return the lines of each seat, points and rule; None for a game without points."""
        if not info_of(self.match.engine.name).has_points:
            return None
        voice = self.voice(language)
        return [
            [[entry.points, voice.say(entry.rule)] for entry in entries]
            for entries in self.match.engine.score_sheet(self.match.state)
        ]

    def picture(self, language: str = "") -> str | None:
        """Return the final table as SVG, or None for a game without pictures."""
        scene = scene_of(self.match, self.voice(language), self._language(language)).public()
        picture = table_picture(ui_of(self.match.engine.name), scene)
        return None if picture is None else picture.svg

    def turning_points(
        self, data: Path, language: str, say: Callable[..., str]
    ) -> list[dict[str, Any]]:
        """Return the turning points, as far as the box has found them.

        Each has its number, what was played and what would have been better. No review is started.
        """
        match = self.match
        points = TurningPointFiles(data).read(self.stored.id, key_of(match)) or ()
        if not points:
            return []
        stops, entries, voice = stops_of(match), [], self.voice(language)
        for point in points:
            stop = stops[point.place] if 0 < point.place < len(stops) else None
            if stop is None or stop.line is None:
                continue
            who = match.names[point.seat] if point.seat < len(match.names) else ""
            played = report_text(voice, match.engine, stop.before, stop.line)
            entries.append(
                {
                    "place": point.place,
                    "who": who,
                    "played": played if played.startswith(who) else labelled(say, who, played),
                    "words": better_words(say, voice, match.engine, stop.before, point),
                }
            )
        return entries


def replay_named(record: Record, names: tuple[str, ...]) -> Match[Any, Any]:
    """Play a record again with these names at its seats; raise EngineError."""
    header = record.header
    if header.game not in catalog.GAMES:
        raise BadRecord(f"this Tablemate does not know the game {header.game!r}")
    named = Record(header._replace(names=names), record.lines)
    return replay(write(named), catalog.load(header.game))


def gather(archive: EndedMatches, match: int) -> EndedMatch:
    """Return a match that has ended; raise StoreError for any other."""
    stored = archive.stored(match)
    if stored.status == DAMAGED:
        raise DamagedMatch(match, 0)
    if stored.status not in (OVER, ABANDONED):
        raise NotExported(
            f"match {match} is not over: its record may hold hidden things. "
            "Play it to the end, or abandon it"
        )
    events = archive.events(match)
    played_s = _played_s(event.at for event in events if event.is_line)
    return EndedMatch(stored, record_of(events), played_s, archive.settings(), signed_text(events))


def _played_s(times: Iterable[int | None]) -> int | None:
    """Return the sum of the times between events, without pauses and jumps of the clock."""
    known = [time for time in times if time is not None]
    gaps = [after - before for before, after in pairwise(known)]
    return sum(gap for gap in gaps if 0 <= gap < PAUSE_S) if gaps else None
