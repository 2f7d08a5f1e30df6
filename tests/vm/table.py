"""The table of what was seen: a row for each scene, in Markdown."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable

from image import say


class Table:
    """What was seen, row by row."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, str, str]] = []
        self._journals: list[str] = []
        self.failed = False

    def note(self, name: str, act: Callable[[], str]) -> bool:
        """Do something, note what it saw and how long it took; return whether it went well."""
        begun_s = time.monotonic()
        try:
            seen = act()
            verdict = "yes"
        except Exception as error:  # noqa: BLE001 - whatever it is belongs into the table
            traceback.print_exc()
            seen = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            verdict = "NO"
            self.failed = True
            self._journals += (f"{name}: {note}" for note in getattr(error, "__notes__", ()))
        took_s = time.monotonic() - begun_s
        self._rows.append((name, verdict, f"{seen} ({took_s:.0f} s)"))
        say(f"{name}: {verdict}: {seen} ({took_s:.0f} s)")
        return verdict == "yes"

    def leave_out(self, names: Iterable[str]) -> None:
        """Note scenes that were wanted and could not be tried."""
        for name in names:
            self._rows.append((name, "-", "not tried"))

    def text(self) -> str:
        """Return the table in Markdown, and what the machine said where something failed."""
        lines = ["| what | as promised | seen |", "|---|---|---|"]
        rows = [f"| {' | '.join(row)} |" for row in self._rows]
        return "\n".join([*lines, *rows, *(f"\n{journal}" for journal in self._journals)])
