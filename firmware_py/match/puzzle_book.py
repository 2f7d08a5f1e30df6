"""Which puzzles of a game a player has tried and solved; kept among the things the box remembers.

A puzzle is noted by a digest, so that puzzles can be added or reordered.
Stored notes that cannot be read count as none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from engines.engine import Puzzle
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
        """Say how often a puzzle was tried, the time that solved it included."""
        key = self._keys[place]
        return self._solved.get(key, self._tried.get(key, 0))

    def go_to(self, place: int) -> None:
        """Note where the player is."""
        if self._at != self._keys[place]:
            self._at = self._keys[place]
            self._write()

    def note_try(self, place: int, *, solved: bool) -> None:
        """Note that a puzzle was tried, and whether that solved it; once solved, it stays so."""
        key = self._keys[place]
        if key in self._solved:
            return
        tries = self._tried.pop(key, 0) + 1
        (self._solved if solved else self._tried)[key] = tries
        self._write()

    # --- inside ---

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
