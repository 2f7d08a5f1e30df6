"""Stores matches, players, settings, board profiles and evenings in an SQLite file.

Each confirmed choice is one transaction, synced (`synchronous=FULL`) before the screen confirms
it. Events are only appended, each with a hash over itself and the one before it. The row of a
match repeats what its events say, for lists. Dates are None until the clock was set (a Pi has no
clock of its own), so the order is by number.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from engines.errors import EngineError
from engines.record import TABLE, Header, Record, RecordLine, read, write
from engines.start import Start
from engines.unicode import read_json
from firmware_py.core.numbers import MATCH_AT_MOST, read_number
from firmware_py.storage import event_log, schema
from firmware_py.storage.database import FILE_NAME, OpenDatabase
from firmware_py.storage.errors import DamagedMatch, StoreError
from firmware_py.storage.event_log import (
    ABANDONED,
    BEGAN,
    OVER,
    PAUSED,
    RUNNING,
    LastEvent,
    NewestEvent,
    Sign,
    StatusChange,
    StoredEvent,
)
from firmware_py.storage.schema import TEXT_KEY, put_value, row_hash, seal

__all__ = [  # with what other packages import from here
    "ABANDONED",
    "DAMAGED",
    "FILE_NAME",
    "OVER",
    "PAUSED",
    "RUNNING",
    "DamagedMatch",
    "Store",
    "StoreError",
    "StoredMatch",
    "now",
]

DAMAGED = "damaged"
"""The status in a list of a match whose row cannot be read. Never stored."""
LATEST = 2**35
"""The latest date that counts as valid, about the year 3058."""
CLOCK_WAS_SET_AFTER = 1_767_225_600
"""2026-01-01: a clock with an earlier date was never set."""
HAS_TEXTS = f"SELECT 1 FROM settings WHERE key GLOB '{TEXT_KEY}*' LIMIT 1"  # noqa: S608 - a constant
SELECT_MATCHES = (
    "SELECT id, header, status, began_at, ended_at, outcome, coalesce((SELECT lines FROM events"
    " WHERE match=matches.id ORDER BY number DESC LIMIT 1), 0), (SELECT at FROM events"
    " WHERE match=matches.id ORDER BY number DESC LIMIT 1) FROM matches"
)
"""The columns of a match in a list, for `read_match_row`."""


class StoredMatch(NamedTuple):
    """A match in a list."""

    id: int
    header: Header
    status: str
    began_at: int | None
    ended_at: int | None
    outcome: dict[str, Any] | None
    events: int
    """The number of lines of its record."""
    last_at: int | None = None
    """The date of its last event, if it was known."""


class GameProfile(NamedTuple):
    """What was learned about the table's copy of a game."""

    game: str
    value: Any


Date = Callable[[], int | None]


def now() -> int | None:
    """Return the date in seconds, or None if the clock was not set."""
    seconds = int(time.time())
    return seconds if seconds >= CLOCK_WAS_SET_AFTER else None


def read_match_row(row: tuple[Any, ...]) -> StoredMatch:
    """Return the match that a row describes; a row that cannot be read is listed as damaged.

    One bad row must not hide the others. Opening the match then reports the damage.
    """
    number, text, status, began, ended, result, events, last = row
    header, outcome = None, None
    try:
        header = read(text).header
        outcome = None if result is None else _outcome(result, header.start.seats)
    except (EngineError, ValueError, TypeError, LookupError, RecursionError):
        status = DAMAGED
    if header is not None and len(header.names) not in (0, header.start.seats):
        header, status = None, DAMAGED
    if not (is_date(began) and is_date(ended)):
        began, ended, status = None, None, DAMAGED
    last = last if is_date(last) else None
    return StoredMatch(number, header or _unknown(), status, began, ended, outcome, events, last)


def is_date(value: object) -> bool:
    """Return whether a value is None or a date that a calendar can show."""
    return value is None or (isinstance(value, int) and 0 <= value < LATEST)


def _unknown() -> Header:
    return Header("?", 0, Start({}, 0, 0, 0))


def _outcome(text: str, seats: int) -> dict[str, Any]:
    """Return the outcome in a row; raise ValueError, TypeError or LookupError."""
    outcome: dict[str, Any] = read_json(text)
    numbers = (*outcome["winners"], *outcome["scores"], len(outcome["by"]))
    if len(outcome["scores"]) != seats or not all(isinstance(each, int) for each in numbers):
        raise ValueError("not an outcome")
    return outcome


class Store(OpenDatabase):
    """Reads and writes the database. Every method may raise sqlite3.Error or OSError."""

    def __init__(
        self, folder: Path, date: Date = now, *, lock: TextIO | None = None, on_disk: bool = True
    ) -> None:
        self.date = date
        self.sign: Sign | None = None
        """Signs the end of each match; None on a box without an identity."""
        self.highest_match = 0
        """The highest number of a match, cached so that the disk need not be read."""
        super().__init__(folder, lock=lock, on_disk=on_disk)

    @staticmethod
    def in_memory(folder: Path, image: bytes | None, date: Date = now) -> Store:
        """Return a store that writes nothing yet, over an image of the file, if there is one."""
        store = Store(folder, date, on_disk=False)
        if image is not None:
            # A new connection: a used one keeps prepared statements of the old tables.
            store._db.close()
            store._db = sqlite3.connect(":memory:", isolation_level=None)
            store._db.deserialize(image)
            schema.migrate(store._db)
            store.highest_match = store._read_highest()
        return store

    def reach_disk(self, prepare: Callable[[Path], None] | None = None) -> None:
        """Open the file and read the highest match number; see `OpenDatabase.reach_disk`."""
        super().reach_disk(prepare)
        self.highest_match = self._read_highest()
        if self._db.execute(HAS_TEXTS).fetchone() is not None:
            from firmware_py.storage.own_texts import unpack  # only after a restore

            # On a full disk they stay in the database until the next start.
            with suppress(OSError):
                unpack(self.path.parent, self._db)

    # --- matches ---

    def next_match(self) -> int:
        """Return the number for a new match."""
        self.highest_match = max(self.highest_match, self._read_highest())
        return self.highest_match + 1

    def _read_highest(self) -> int:
        row = self._db.execute("SELECT coalesce(max(id), 0) FROM matches").fetchone()
        return int(row[0])

    def begin(
        self, match: int, header: Header, lines: Iterable[RecordLine] = (), clock: str | None = None
    ) -> None:
        """Store a new match and its first lines; a second call with the same header is ignored."""
        text, at = write(Record(header)), self.date()
        with self._transaction():
            known = self._db.execute("SELECT header FROM matches WHERE id=?", (match,)).fetchone()
            if known is not None and known[0] != text:
                raise StoreError(f"there is another match {match} already")
            if known is None:
                began = StoredEvent(match, 0, BEGAN, TABLE, text, clock, at)
                last = event_log.begin(self._db, header.game, began)
            else:
                last = event_log.require_last(self._db, match)
            last = event_log.extend(self._db, match, last, 0, tuple(lines), clock, at)
        self._note_newest(match, last)
        self.highest_match = max(self.highest_match, match)

    def append(
        self,
        match: int,
        number: int,
        lines: Iterable[RecordLine],
        clock: str | None = None,
        *,
        change: StatusChange | None = None,
        profile: GameProfile | None = None,
    ) -> None:
        """Store lines from `number` on (counted from 0), as one transaction.

        Lines that are stored already are skipped, so a failed call can be repeated. Raises
        MissingLines if the match or an earlier line is not stored.
        """
        at = self.date()
        with self._transaction():
            last = event_log.require_last(self._db, match)
            last = event_log.extend(self._db, match, last, number, tuple(lines), clock, at)
            if change is not None:
                last = self._change_status(match, last, change, clock, at)
            if profile is not None:
                self._put_profile(profile)
        self._note_newest(match, last)

    def set_status(
        self,
        match: int,
        status: str,
        outcome: dict[str, Any] | None = None,
        clock: str | None = None,
    ) -> None:
        """Store that a match runs, is paused, over or abandoned."""
        with self._transaction():
            last = event_log.require_last(self._db, match)
            change = StatusChange(status, outcome)
            last = self._change_status(match, last, change, clock, self.date())
        self._note_newest(match, last)

    def _change_status(
        self, match: int, last: LastEvent, change: StatusChange, clock: str | None, at: int | None
    ) -> LastEvent:
        """Write the status of a match, with the signature of one that has just ended."""
        newest = event_log.change_status(self._db, match, last, change, clock, at)
        if newest is last or change.status != OVER or self.sign is None:
            return newest
        return event_log.sign_end(self._db, match, newest, self.sign)

    def delete(self, match: int) -> None:
        """Delete a match."""
        if self.on_disk:
            self._newest.leave_out(match)
        with self._transaction():
            self._db.execute("DELETE FROM matches WHERE id=?", (match,))

    def _note_newest(self, match: int, last: LastEvent) -> None:
        """Note which event is the newest; called after the commit."""
        if self.on_disk:
            self._newest.write(NewestEvent(match, last.number, last.hash))

    def matches(self, *statuses: str, limit: int = 50) -> list[StoredMatch]:
        """List matches, newest first."""
        rows = self._db.execute(
            f"{SELECT_MATCHES} WHERE status IN (SELECT value FROM json_each(?))"  # noqa: S608 - constants
            " ORDER BY id DESC LIMIT ?",
            (json.dumps(statuses), limit),
        )
        return [read_match_row(row) for row in rows]

    def stored(self, match: int) -> StoredMatch | None:
        """Return one match as a list shows it, or None."""
        row = self._db.execute(f"{SELECT_MATCHES} WHERE id=?", (match,)).fetchone()
        return None if row is None else read_match_row(row)

    def next_number(self, after: int) -> int | None:
        """Return the lowest number above `after` that a match or an event has, or None."""
        row = self._db.execute(
            "SELECT min(next) FROM (SELECT min(id) AS next FROM matches WHERE id>?"
            " UNION ALL SELECT min(match) FROM events WHERE match>?)",
            (after, after),
        ).fetchone()
        return None if row[0] is None else int(row[0])

    def events(self, match: int) -> list[StoredEvent]:
        """Return the events of a match; raise DamagedMatch if the chain of hashes is broken."""
        return event_log.events_of(self._db, match)

    def record(self, match: int) -> Record:
        """Return the record of a match; raise StoreError."""
        return event_log.record_of(self.events(match))

    # --- people, settings, profiles, evenings ---

    def players(self) -> list[str]:
        """List the names of the roster, in the order in which they were added."""
        rows = self._db.execute("SELECT name FROM players WHERE retired=0 ORDER BY id")
        return [row[0] for row in rows]

    def known_as(self, name: str) -> str:
        """Return the spelling under which a player is stored already, else the name itself.

        Anna and anna are one player, unless both are stored from before.
        """
        rows = self._db.execute("SELECT name FROM players ORDER BY retired, id")
        same = [row[0] for row in rows if row[0].casefold() == name.casefold()]
        return name if name in same or not same else same[0]

    def add_player(self, name: str) -> None:
        """Put a name on the roster."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO players(name, retired, hash) VALUES (?, 0, ?)"
                " ON CONFLICT(name) DO UPDATE SET retired=0, hash=excluded.hash",
                (name, row_hash("players", name, 0)),
            )
            seal(self._db, "players")

    def rename_player(self, old: str, new: str) -> None:
        """Change a name on the roster; old matches keep the name they were played under."""
        with self._transaction():
            if old != new:  # a retired player may have had the name
                self._db.execute("DELETE FROM players WHERE name=? AND retired=1", (new,))
            self._db.execute(
                "UPDATE players SET name=?, hash=? WHERE name=? AND retired=0",
                (new, row_hash("players", new, 0), old),
            )
            seal(self._db, "players")

    def retire_player(self, name: str) -> None:
        """Take a name off the roster."""
        with self._transaction():
            self._db.execute(
                "UPDATE players SET retired=1, hash=? WHERE name=?",
                (row_hash("players", name, 1), name),
            )
            seal(self._db, "players")

    def settings(self) -> dict[str, Any]:
        """Return all settings by key, without those that cannot be read."""
        try:
            rows = self._db.execute("SELECT key, value FROM settings").fetchall()
        except sqlite3.DatabaseError as error:
            import logging  # slow to import, and seldom needed

            logging.getLogger(__name__).error("the settings cannot be read: %s", error)  # noqa: TRY400 - expected
            rows = []
        return {key: value for key, text in rows if (value := _read_json(text)) is not None}

    def put_setting(self, key: str, value: Any) -> None:
        """Store a setting."""
        with self._transaction():
            put_value(self._db, "settings", key, json.dumps(value))
            seal(self._db, "settings")

    def profile(self, game: str) -> Any:
        """Return what was learned about the table's copy of a game, or None."""
        row = self._db.execute("SELECT value FROM profiles WHERE game=?", (game,)).fetchone()
        return None if row is None else _read_json(row[0])

    def put_profile(self, game: str, value: Any) -> None:
        """Store what was learned about the table's copy of a game."""
        with self._transaction():
            self._put_profile(GameProfile(game, value))

    def _put_profile(self, profile: GameProfile) -> None:
        put_value(self._db, "profiles", profile.game, json.dumps(profile.value))
        seal(self._db, "profiles")

    def evenings(self) -> list[int]:
        """List the numbers of the evenings, the newest last."""
        rows = self._db.execute("SELECT number FROM evenings")
        numbers = (read_number(row[0], MATCH_AT_MOST) for row in rows)
        return sorted(number for number in numbers if number)

    def evening(self, number: int) -> Any:
        """Return an evening as JSON, or None."""
        row = self._db.execute("SELECT value FROM evenings WHERE number=?", (str(number),))
        found = row.fetchone()
        return None if found is None else _read_json(found[0])

    def put_evening(self, number: int, value: Any) -> None:
        """Store an evening."""
        with self._transaction():
            put_value(self._db, "evenings", str(number), json.dumps(value))
            seal(self._db, "evenings")

    def delete_evening(self, number: int) -> None:
        """Delete an evening; its matches stay."""
        with self._transaction():
            self._db.execute("DELETE FROM evenings WHERE number=?", (str(number),))
            seal(self._db, "evenings")


def _read_json(text: str) -> Any:
    """Return the value, or None if the text is not JSON."""
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return None
