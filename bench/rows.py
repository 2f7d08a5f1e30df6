"""Rows of a bench and their verdict: a figure, its yardstick, its limit, and the exit code.

    judge([Row("start", 0.31, 0.8, yardstick=0.45, unit="s")])

A figure without a yardstick is absolute. A row without a limit only informs. `judge` prints the
rows as they come and returns the exit code: 1 when a limit is exceeded, or when there was none.
For `bench/all_rows.py` it also writes them as lines of JSON into the file that `ROWS` names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

ROWS = "TABLEMATE_BENCH_ROWS"

HEAD = f"{'row':38} {'measured':>10} {'yardstick':>10} {'unit':5} {'ratio':>8} {'limit':>9}"


@dataclass(frozen=True, slots=True)
class Row:
    """A figure and its limit."""

    name: str
    measured: float
    limit: float | None = None
    yardstick: float | None = None
    unit: str = ""
    note: str = ""
    at_least: bool = False
    """The limit is the least that is wanted, not the most."""

    @property
    def value(self) -> float:
        """Return the figure that is compared with the limit."""
        return self.measured if self.yardstick is None else self.measured / self.yardstick

    @property
    def is_kept(self) -> bool:
        """Return whether the figure is within its limit; NaN is not."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def __str__(self) -> str:
        """Return the row of the table."""
        yardstick = "" if self.yardstick is None else f"{self.yardstick:.4g}"
        ratio = "" if self.yardstick is None else f"{self.value:.3g}"
        limit = "" if self.limit is None else f"{'>= ' if self.at_least else ''}{self.limit:.6g}"
        verdict = "" if self.is_kept else "EXCEEDED"
        return (
            f"{self.name:38} {self.measured:>10.6g} {yardstick:>10} {self.unit:5} {ratio:>8} "
            f"{limit:>9}  {self.note}  {verdict}"
        ).rstrip()


def _note(row: Row) -> None:
    if path := os.environ.get(ROWS):
        with Path(path).open("a", encoding="utf-8") as notes:
            notes.write(json.dumps(asdict(row)) + "\n")


def judge(rows: Iterable[Row]) -> int:
    """Print the table as it comes; return 1 when a limit is exceeded, or when there was none."""
    print(HEAD, flush=True)
    limits = 0
    exceeded = []
    for row in rows:
        print(row, flush=True)
        _note(row)
        limits += row.limit is not None
        if not row.is_kept:
            exceeded.append(row.name)
    if not limits:
        print("no row with a limit was measured")
        return 1
    if exceeded:
        print(f"exceeded: {', '.join(exceeded)}")
    return 1 if exceeded else 0
