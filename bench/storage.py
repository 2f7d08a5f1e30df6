"""What keeping costs, and that it does not grow: with the length of a match, with the history.
A confirmed choice is compared with a bare insert of its text into SQLite, with the same settings.

    python bench/storage.py [--matches 10000] [--events 10000]

Every figure is a ratio of two measurements of the same run on the same disk, so that it says
something on any machine. A choice is a whole transaction, on disk (`synchronous=FULL`).
"""

from __future__ import annotations

import argparse
import logging
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from rows import Row, judge

from engines import catalog
from engines.match import Match, follow
from engines.record import Header, RecordLine
from firmware_py.history.archive import EndedMatches
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import resume_match
from firmware_py.storage.event_log import StatusChange
from firmware_py.storage.recovery import open_or_recover, recover
from firmware_py.storage.store import OVER, PAUSED, RUNNING, Store
from firmware_py.storage.write_queue import WriteQueue
from tests.support.stored import line_count

MATCHES = 10_000
EVENTS = 10_000
LINES = 60
"""Of a match in the history."""
PAGE = 10
ROUNDS = 150
GROWTH = 1.5
"""Beyond this ratio a cost counts as growing; the noise of a disk stays below it."""
BARE = 1.5
"""Of a bare insert: the wait for the disk is most of both, the chain of hashes the rest."""
SETTINGS = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "wal_autocheckpoint")
OUTCOME = {"winners": [0], "scores": [1, 0], "by": "daimio"}


def long_match(events: int) -> Match[Any, Any]:
    """Return a match with a very long record: it is taken back and played again."""
    engine = catalog.load(next(iter(catalog.GAMES)))
    match = Match(engine, catalog.begin(engine, seats=2, seed=1), ("Ada", "Bo"))
    for _ in range(12):
        match.play(engine.write(next(iter(engine.legal(match.state)))))
    while len(match.lines) < events:
        match.undo()
        match.play(engine.write(next(iter(engine.legal(match.state)))))
    return match


def fill(store: Store, header: Header, lines: tuple[RecordLine, ...], matches: int) -> None:
    """Write a history, without waiting for the disk."""
    store.connection.execute("PRAGMA synchronous=OFF")
    for _ in range(matches):
        number = store.next_match()
        store.begin(number, header, lines, "[60.0, 61.5]")
        store.append(number, len(lines), [], change=StatusChange(OVER, OUTCOME))
    store.connection.execute("PRAGMA synchronous=FULL")
    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def medians_s(*works: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Return the median of each work over many rounds, in seconds; they take turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, taken in zip(works, times, strict=True):
            began = time.perf_counter()
            work()
            taken.append(time.perf_counter() - began)
    return [statistics.median(taken) for taken in times]


def appending(store: Store, number: int) -> Callable[[], None]:
    """Return one confirmed choice after another."""
    line = [RecordLine("0", "b1-d1")]

    def append() -> None:
        at = line_count(store, number)
        assert at is not None
        store.append(number, at, line, "[60.0, 61.5]")

    return append


def bare_insert(store: Store, path: Path) -> Callable[[], None]:
    """Return an insert of the same text as a choice, with the settings that the store has."""
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in SETTINGS:
        value = store.connection.execute(f"PRAGMA {pragma}").fetchone()[0]
        db.execute(f"PRAGMA {pragma}={value}")
    db.execute("CREATE TABLE choices (number INTEGER PRIMARY KEY, who TEXT, text TEXT, clock TEXT)")

    def insert() -> None:
        db.execute("INSERT INTO choices VALUES (NULL, '0', 'b1-d1', '[60.0, 61.5]')")

    return insert


def measure_choice(folder: Path) -> Iterator[Row]:
    """Compare a confirmed choice with what SQLite itself needs to keep its text."""
    match = long_match(LINES)
    store = Store(folder)
    store.begin(1, match.header, tuple(match.lines))
    bare = bare_insert(store, folder / "bare.db")
    yield compare("a confirmed choice", bare, appending(store, 1), BARE)
    store.close()


def starting(folder: Path) -> Callable[[], None]:
    """Return what happens at every start: look, open, close."""

    def start() -> None:
        store, report = open_or_recover(folder)
        assert report is None
        store.close()

    return start


def row_of(name: str, small_s: float, large_s: float, limit: float = GROWTH) -> Row:
    """Return the row of the same work with little and with much to keep."""
    return Row(name, large_s * 1e3, limit, small_s * 1e3, "ms")


def compare(name: str, small: Callable[[], object], large: Callable[[], object],
            limit: float = GROWTH, rounds: int = ROUNDS) -> Row:  # fmt: skip
    """Time two works in turns."""
    small_s, large_s = medians_s(small, large, rounds=rounds)
    return row_of(name, small_s, large_s, limit)


def measure_length(folder: Path, events: int) -> Iterator[Row]:
    """Compare a short match with a very long one."""
    match = long_match(events)
    lines = tuple(match.lines)
    store = Store(folder)
    store.begin(1, match.header, lines[:10])
    store.begin(2, match.header, lines)
    store.begin(3, match.header, lines)
    yield compare("length, a choice", appending(store, 1), appending(store, 2))
    lengths = partial(line_count, store, 1), partial(line_count, store, 2)
    yield compare("length, how long is it?", *lengths, 3.0)
    yield compare(
        "length, replaying and resuming",
        lambda: follow(Match(match.engine, match.start, match.names), lines),
        lambda: resume_match(WriteQueue(store), 3, Timing(), lambda: 0.0),
        2.0,
        rounds=5,
    )
    store.close()


def measure_history(folder: Path, matches: int) -> Iterator[Row]:
    """Compare a short history with a long one."""
    match = long_match(LINES)
    lines = tuple(match.lines)
    stores = []
    for count in (10, matches):
        store = Store(folder / str(count))
        fill(store, match.header, lines, count)
        store.begin(count + 1, match.header, lines[:10])
        stores.append(store)
    small, large = stores
    open_matches = [partial(store.matches, RUNNING, PAUSED) for store in stores]
    first_page = [partial(EndedMatches(store.connection).older, None, PAGE) for store in stores]
    last_page = [partial(EndedMatches(store.connection).older, PAGE + 1, PAGE) for store in stores]
    yield compare("history, a choice", appending(small, 11), appending(large, matches + 1))
    yield compare("history, list of open matches", open_matches[0], open_matches[1], limit=2.0)
    yield compare("history, first page", first_page[0], first_page[1], limit=2.0)
    yield compare("history, last page", last_page[0], last_page[1], limit=2.0)
    for store in stores:
        store.close()
    starts = [starting(store.path.parent) for store in stores]
    yield compare("history, a start", starts[0], starts[1], limit=3.0, rounds=15)
    yield measure_recovery(large.path, matches + 1)


def measure_recovery(path: Path, matches: int) -> Row:
    """Count what a recovery loses; it has to read everything, so its time may grow."""
    began = time.perf_counter()
    salvaged = recover(path.parent, "measured").salvaged
    took_s = time.perf_counter() - began
    assert salvaged is not None
    megabytes = path.stat().st_size / 1e6
    lost = abs(matches - salvaged.matches) + salvaged.shortened
    note = f"{salvaged.matches} matches, {megabytes:.0f} MB in {took_s:.1f} s"
    return Row("recovery, matches lost", lost, 0, note=note)


def main() -> int:
    """Measure, print, and fail if something grows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--events", type=int, default=EVENTS)
    asked = parser.parse_args()
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        return judge(
            chain(
                measure_choice(place / "choice"),
                measure_length(place / "length", asked.events),
                measure_history(place / "history", asked.matches),
            )
        )


if __name__ == "__main__":
    sys.exit(main())
