"""Finds the turning points of matches that have ended, in the background, one match at a time.

The thinking process does the work, gives way to every other question, and is asked no more when
the time is up: what was found by then is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.match import Match
from firmware_py.match.engine_process.client import Thinker
from firmware_py.match.engine_process.messages import Job, Reply
from firmware_py.match.game_info import facts_of
from firmware_py.match.review import Review
from firmware_py.match.turning_points import TurningPoint, TurningPointFiles, key_of

LEVEL = 5
TOTAL_S = 30.0
"""Processor time for a whole match, on a desktop."""
MOST_S = 0.4
"""And for one position, however short the match was."""
LIMIT_S = 300.0
"""After so long nobody waits for more: other questions may have come between."""


class Analyst:
    """Reviews matches."""

    def __init__(self, thinker: Thinker, store_folder: Path, time: Callable[[], float]) -> None:
        self._thinker = thinker
        self._files = TurningPointFiles(store_folder)
        self._time = time
        self._number = 0
        self._key = ""
        self._game = ""
        self._review: Review | None = None
        self._token: int | None = None
        self._ends_s = 0.0
        self._seconds = 0.0

    def can_review(self, match: Match[Any, Any]) -> bool:
        """Say whether the game has a player that knows what people knew."""
        return match.engine.think is not None and facts_of(match.engine.name).reviews(match)

    def begin(self, number: int, match: Match[Any, Any]) -> None:
        """Think about a match that has ended, unless that was done, or is being done."""
        key = key_of(match)
        if not self.can_review(match) or self._is_at(number, key):
            return
        if self._files.read(number, key) is not None:
            return
        self.stop()
        self._number, self._key, self._game = number, key, match.engine.name
        self._review = Review(match)
        self._ends_s = self._time() + LIMIT_S
        self._seconds = min(MOST_S, TOTAL_S / max(self._review.count, 1))
        self._ask()

    def found(self, number: int, match: Match[Any, Any]) -> tuple[TurningPoint, ...] | None:
        """Return the turning points of a match, as far as they are known; None: not at all."""
        key = key_of(match)
        if self._is_at(number, key):
            assert self._review is not None
            return self._review.points
        return self._files.read(number, key)

    def part(self, number: int) -> float | None:
        """Say how far thinking about a match has come; None: nobody thinks about it."""
        at_it = self._review is not None and self._number == number
        return self._review.part if at_it and self._review is not None else None

    def forget(self, number: int) -> None:
        """Let go of a match that is deleted, or goes on."""
        if self._number == number:
            self.stop()
        self._files.forget(number)

    def stop(self) -> None:
        """Think about nothing; what is not finished is begun anew when somebody asks."""
        if self._token is not None:
            self._thinker.cancel(self._token)
        self._token, self._review = None, None

    # --- inside ---

    def _is_at(self, number: int, key: str) -> bool:
        return self._review is not None and (self._number, self._key) == (number, key)

    def _ask(self) -> None:
        review = self._review
        assert review is not None
        view = review.view
        if view is None or self._time() >= self._ends_s:
            self._files.write(self._number, self._key, review.points)
            self._token, self._review = None, None
            return
        job = Job(self._game, view, LEVEL, self._seconds, coached=True, background=True)
        self._token = self._thinker.ask(job, self._hear)

    def _hear(self, reply: Reply) -> None:
        self._token = None
        if self._review is None or reply.why_not:
            self._review = None  # begun anew when somebody asks
            return
        self._review.take(reply.thought, reply.words)
        self._ask()
