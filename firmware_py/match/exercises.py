"""Stores what players practise: puzzles, and their own mistakes.

A puzzle is noted by a digest, so that puzzles can be added or reordered. Mistakes come back:

    a turning point of a person --> due --solved--> due again 1, 3, 7, 21 days later --> learned
                                     ^---- not solved: due the next day

Days are those of the box's clock. Until it was set nothing can be put off, so that everything that
is not learned is due. Stored notes that cannot be read count as none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from engines.engine import Puzzle
from firmware_py.match.turning_points import TurningPoint, TurningPointFiles
from firmware_py.storage.settings import Settings

_LETTERS = 8


def key_of(puzzle: Puzzle) -> str:
    """Return the key of a puzzle's notes."""
    text = json.dumps([puzzle.position, puzzle.turns])
    return sha256(text.encode()).hexdigest()[:_LETTERS]


class PuzzleBook:
    """The puzzles of a game, and one player's notes about them."""

    def __init__(self, settings: Settings, game: str, puzzles: Sequence[Puzzle]) -> None:
        self._settings = settings
        self._game = game
        self.puzzles = puzzles
        self._keys = [key_of(puzzle) for puzzle in puzzles]
        self._at = ""
        self._read()

    @property
    def player(self) -> str:
        """The name of the player; empty for a guest."""
        name = self._settings.recall("puzzles.player", "")
        return name if isinstance(name, str) else ""

    def hand_to(self, player: str) -> None:
        """Switch to the notes of another player."""
        self._settings.remember("puzzles.player", player)
        self._read()

    @property
    def solved(self) -> int:
        """The number of solved puzzles."""
        return sum(key in self._solved for key in self._keys)

    @property
    def place(self) -> int:
        """The puzzle to show: where the player is, or the next that is not solved."""
        at = self._keys.index(self._at) if self._at in self._keys else 0
        return at if self._keys[at] not in self._solved else self.after(at)

    def after(self, place: int) -> int:
        """Return the next puzzle that is not solved, around the end; the next one if all are."""
        count = len(self._keys)
        around = [(place + step) % count for step in range(1, count + 1)]
        return next((at for at in around if self._keys[at] not in self._solved), around[0])

    def is_solved(self, place: int) -> bool:
        """Return whether a puzzle is solved."""
        return self._keys[place] in self._solved

    def tries(self, place: int) -> int:
        """Return how often a puzzle was tried, including the attempt that solved it."""
        key = self._keys[place]
        return self._solved.get(key, self._tried.get(key, 0))

    def go_to(self, place: int) -> None:
        """Store which puzzle the player is at."""
        if self._at != self._keys[place]:
            self._at = self._keys[place]
            self._write()

    def note_try(self, place: int, *, solved: bool) -> None:
        """Store an attempt and whether it solved the puzzle; a solved puzzle stays solved."""
        key = self._keys[place]
        if key in self._solved:
            return
        tries = self._tried.pop(key, 0) + 1
        (self._solved if solved else self._tried)[key] = tries
        self._write()

    # --- internals ---

    @property
    def _place_in_memory(self) -> str:
        return f"puzzles.{self._game}.{self.player}"

    def _read(self) -> None:
        kept = self._settings.recall(self._place_in_memory, None)
        notes = kept if isinstance(kept, dict) else {}
        self._at = str(notes.get("at", ""))
        self._solved = _counts(notes.get("solved"))
        self._tried = _counts(notes.get("tried"))

    def _write(self) -> None:
        notes = {"at": self._at, "solved": dict(self._solved), "tried": dict(self._tried)}
        self._settings.remember(self._place_in_memory, notes)


def _counts(value: Any) -> dict[str, int]:
    """Return the notes that can be read: a key and how often."""
    if not isinstance(value, dict):
        return {}
    return {str(key): times for key, times in value.items() if type(times) is int and times > 0}


# --- mistakes --------------------------------------------------------------------------------


PAUSES_DAYS = (1, 3, 7, 21)
"""The days until the next exercise, after each solution in a row; then it is learned."""
_DAY_S = 86_400
_MEMORY = "mistakes"


class Mistake(NamedTuple):
    """A turning point of a stored match."""

    number: int
    point: TurningPoint

    @property
    def key(self) -> str:
        """The key of its note."""
        return f"{self.number}/{self.point.place}"


class MistakeBook:
    """The mistakes in the stored matches, and the notes about them."""

    def __init__(
        self,
        settings: Settings,
        files: TurningPointFiles,
        date: Callable[[], int | None],
        levels_of: Callable[[int], tuple[int, ...] | None],
    ) -> None:
        self._settings = settings
        self._files = files
        self._date = date
        self._levels_of = levels_of

    def due(self) -> list[Mistake]:
        """Return the exercises of today, the newest match first."""
        notes, today = self._notes(), self._today()
        return [
            each
            for each in self._all()
            if (note := notes.get(each.key)) is None
            or (note[0] <= len(PAUSES_DAYS) and (today is None or note[1] <= today))
        ]

    def note(self, mistake: Mistake, *, solved: bool) -> None:
        """Store an answer, which decides when the exercise comes back."""
        notes, today = self._notes(), self._today() or 0
        step = notes.get(mistake.key, (0, 0))[0] + 1 if solved else 0
        pause = PAUSES_DAYS[min(max(step - 1, 0), len(PAUSES_DAYS) - 1)]
        notes[mistake.key] = (step, today + pause)
        there = {each.key for each in self._all()}
        kept = {key: list(note) for key, note in notes.items() if key in there}
        self._settings.remember(_MEMORY, kept)

    def _all(self) -> list[Mistake]:
        found = []
        for number in self._files.numbers():
            levels = self._levels_of(number)
            if levels is not None:
                bots = {seat for seat, level in enumerate(levels) if level}
                points = self._files.points(number)
                found += [Mistake(number, each) for each in points if each.seat not in bots]
        return found

    def _today(self) -> int | None:
        date = self._date()
        return None if date is None else date // _DAY_S

    def _notes(self) -> dict[str, tuple[int, int]]:
        kept = self._settings.recall(_MEMORY, None)
        notes = {}
        for key, note in kept.items() if isinstance(kept, dict) else ():
            match note:
                case [int(step), int(day)] if step >= 0:
                    notes[str(key)] = (step, day)
        return notes
