"""The running clock, noted beside the store every second while somebody's time runs.

A choice is stored with the clock of its moment; the thinking since then would be forgotten if the
program were killed. So the clock is written into one small file, in place and without a sync: a
sync every second would wear out the card. Once written it is the system's, and no kill of the
program takes it back; the system brings it to the card at its own times, with other things, so a
power cut may give back what was thought since then, at most about half a minute on Linux.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from engines.unicode import read_json

FILE_NAME = "running-clock.json"
_ROOM = 4000
"""A note never needs more than one block of the card."""


class RunningClock:
    """The file with the clock of the match on the table."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME

    def write(self, match: int, lines: int, clock: str) -> None:
        """Write how the clock stands, with as many lines of a match on record.

        What cannot be written is not: the choices are stored elsewhere, and there it is told.
        """
        text = json.dumps({"match": match, "lines": lines, "clock": clock}).encode()
        if len(text) > _ROOM:
            return
        # As long as ever, so that a longer note before leaves nothing behind.
        with suppress(OSError):
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
            try:
                os.pwrite(handle, text.ljust(_ROOM), 0)
            finally:
                os.close(handle)

    def read(self, match: int, lines: int) -> str | None:
        """Return the clock noted for a match with so many lines on record; None: none was."""
        try:
            noted = read_json(self._path.read_bytes()[: 2 * _ROOM])
            if (noted["match"], noted["lines"]) == (match, lines):
                clock = noted["clock"]
                return clock if isinstance(clock, str) else None
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            pass  # a note that is missing or torn: the clock of the last choice holds
        return None
