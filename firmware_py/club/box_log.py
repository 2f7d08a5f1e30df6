"""The log of a box: every event of its matches in one order, ready to be sent to the club.

    tablemate.db   the matches, each with a chain of its own; the truth on the box
        | `collect`: what was stored since the last time, in the order in which it is found
    club/log.db    entries 1, 2, 3 ...; every 50, and whenever a match ends, the box signs the last
        | `next_batch(n)`: what comes after entry n, up to an entry that is signed
    archive        answers with its head, `take_answer`

The order over all matches is made here and not when a move is stored, so no move waits for it, and
a box without a club has no such file. The log is derived: if it is lost, a new one is made from the
matches under another name, and the archive recognises what it knows already by the match.
A new log is also begun when the archive has an entry that this box did not write: two boxes work
with copies of one card, or an older card was put back. Its first entry says so.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from engines.errors import EngineError
from engines.record import read
from engines.unicode import read_json
from firmware_py.club.batch import Batch, Head, beginning, link, message_of
from firmware_py.evening.book import PAIRED
from firmware_py.evening.evening import BadEvening, Evening
from firmware_py.storage.database import FILE_NAME, open_to_read
from firmware_py.storage.errors import DamagedMatch, StoreError
from firmware_py.storage.event_log import KIND_OF_STATUS, SIGNED, Sign, check_chain
from firmware_py.storage.schema import transaction
from firmware_py.storage.store import ABANDONED, OVER

SIGN_EVERY = 50
SIGN_BYTES = 128 * 1024
"""A batch is at most about this long, as long as one event is."""
KEPT = 20_000
"""Entries that the archive has, kept in case it loses them."""
LOGS_KEPT = 7
"""An answer that names more logs than this may leave some out."""
ENDS = (SIGNED, KIND_OF_STATUS[OVER], KIND_OF_STATUS[ABANDONED])

SCHEMA = """
CREATE TABLE log (id TEXT NOT NULL, box TEXT NOT NULL, since INTEGER NOT NULL,
  confirmed INTEGER NOT NULL, forks INTEGER NOT NULL) STRICT;
CREATE TABLE entries (n INTEGER PRIMARY KEY, hash TEXT NOT NULL, body TEXT NOT NULL,
  signature TEXT) STRICT;
CREATE TABLE seen (match INTEGER PRIMARY KEY, number INTEGER NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE TABLE players (name TEXT PRIMARY KEY, id TEXT NOT NULL) STRICT;
"""


class Change(NamedTuple):
    """A match that has other events than the log: its number, and its rows of `events`."""

    match: int
    rows: list[tuple[Any, ...]]
    place: list[int] | None = None
    """The evening, round, table and game of the club for which it was begun."""


Seen = dict[int, bytes]
"""The hash of the last event of each match that is in the log."""
Source = Callable[[Seen, int], Iterable[Change]]
"""Returns the matches above a number that have another last event than `Seen` says."""


def store_source(folder: Path) -> Source:
    """Return the source that reads the matches of a data directory; a box may write meanwhile."""

    def changed(seen: Seen, since: int) -> Iterator[Change]:
        with open_to_read(folder / FILE_NAME) as db:
            heads = db.execute("SELECT id, last_hash FROM matches WHERE id>? ORDER BY id", (since,))
            new = [match for match, last in heads if seen.get(match) != last]
            row = db.execute("SELECT value FROM settings WHERE key=?", (PAIRED,)).fetchone()
            places = dict(read_json(row[0])) if row else {}
            for match in new:
                rows = db.execute("SELECT * FROM events WHERE match=? ORDER BY number", (match,))
                yield Change(match, rows.fetchall(), places.get(match))

    return changed


def read_evenings(folder: Path, since: int) -> dict[int, list[Any]]:
    """Return the evenings above a number that can be read, by number; raise StoreError."""
    with open_to_read(folder / FILE_NAME) as db:
        rows = db.execute(
            "SELECT CAST(number AS INTEGER), value FROM evenings WHERE CAST(number AS INTEGER)>?",
            (since,),
        ).fetchall()
    found = {}
    for number, value in sorted(rows):
        with suppress(ValueError, RecursionError, BadEvening):
            found[number] = Evening(number, read_json(value)).log
    return found


class NoSignature(Exception):
    """The box has no readable key."""


class BoxLog:
    """The log of one box, in a file of its data directory."""

    def __init__(
        self,
        path: Path | str,
        box: str,
        sign: Sign,
        *,
        since: int = 0,
        draw: Callable[[int], bytes] = os.urandom,
        connect: Callable[..., sqlite3.Connection] = sqlite3.connect,
    ) -> None:
        """Open or make the log; matches up to number `since` stay out of a new one."""
        self.box = box
        self._sign = sign
        self._draw = draw
        self._db = connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        if not self._db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            with transaction(self._db):
                for statement in SCHEMA.split(";"):
                    self._db.execute(statement)
                self._begin(since, forks=0)
        elif self._state()[1] != box:  # the key was replaced
            with transaction(self._db):
                self._begin(self._state()[2], forks=0)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @property
    def name(self) -> str:
        """The name of the log, which changes when a new one is begun."""
        return str(self._state()[0])

    @property
    def confirmed(self) -> int:
        """The number of the last entry that the archive has."""
        return int(self._state()[3])

    @property
    def forks(self) -> int:
        """How often the archive had entries that this box did not write."""
        return int(self._state()[4])

    @property
    def head(self) -> Head:
        """The last entry."""
        row = self._db.execute("SELECT n, hash FROM entries ORDER BY n DESC LIMIT 1").fetchone()
        return beginning(self.box, self.name) if row is None else Head(*row)

    @property
    def unsent(self) -> int:
        """How many entries the archive does not have."""
        return self.head.n - self.confirmed

    def entries(self) -> list[tuple[int, str, str]]:
        """Return number, hash and body of every entry that is kept."""
        return self._db.execute("SELECT n, hash, body FROM entries ORDER BY n").fetchall()

    def adopt(self, players: Iterable[tuple[str, str]]) -> None:
        """Use the ids that the club has for names which have none here: pairs of id and name."""
        with transaction(self._db):
            for id_, name in players:
                self._db.execute(
                    "INSERT OR IGNORE INTO players VALUES (?, ?)", (name.casefold(), id_)
                )

    def collect(
        self,
        source: Source,
        evenings: Mapping[int, list[Any]] = MappingProxyType({}),
        *,
        sign_now: bool = False,
    ) -> int:
        """Add what was stored since the last time; return the number of new entries.

        With `sign_now` the last entry is signed in any case, so that all can be sent.
        """
        with transaction(self._db):
            before = self.head.n
            seen = dict(self._db.execute("SELECT match, hash FROM seen"))
            for change in source(seen, int(self._state()[2])):
                try:
                    self._add_match(change)
                except DamagedMatch as damage:
                    logging.getLogger(__name__).warning("not sent: %s", damage)
            for number, lines in evenings.items():
                self._add_evening(number, lines)
            head = self.head
            row = self._db.execute("SELECT signature FROM entries WHERE n=?", (head.n,)).fetchone()
            if sign_now and row is not None and row[0] is None:
                self._sign_head(head)
            return head.n - before

    def _add_match(self, change: Change) -> None:
        events, last_hash = check_chain(change.match, change.rows)
        row = self._db.execute("SELECT number, hash FROM seen WHERE match=?", (change.match,))
        known = row.fetchone()
        first = 0
        if known is not None and known[0] < len(events) and change.rows[known[0]][-1] == known[1]:
            first = known[0] + 1
        origin = bytes(change.rows[0][-1]).hex()[:16]
        for event in events[first:]:
            self._add(["event", origin, list(event)])
            if event.number == 0:
                self._add_seats(origin, event.text)
        self._db.execute(
            "INSERT OR REPLACE INTO seen VALUES (?, ?, ?)",
            (change.match, events[-1].number, last_hash),
        )
        if events[-1].kind in ENDS:
            if change.place is not None:
                self._add(["paired", origin, *change.place])
            self._sign_head(self.head)

    def _add_evening(self, number: int, lines: list[Any]) -> None:
        """Add the new lines of an evening; all, if the ones before have changed."""
        row = self._db.execute("SELECT number, hash FROM seen WHERE match=?", (-number,)).fetchone()
        first = row[0] if row is not None and row[1] == _digest(lines[: row[0]]) else 0
        if first == len(lines):
            return
        id_ = Evening(number, lines).id
        for at, line in enumerate(lines[first:], first):
            self._add(["evening", id_, at, line])
        seen = (-number, len(lines), _digest(lines))  # below 0, where no match is
        self._db.execute("INSERT OR REPLACE INTO seen VALUES (?, ?, ?)", seen)
        self._sign_head(self.head)

    def _add_seats(self, origin: str, header: str) -> None:
        """Add who sits where; a name that is new gets an id, once."""
        try:
            head = read(header).header
        except EngineError:
            return
        ids = []
        for seat, name in enumerate(head.names):
            ids.append("" if head.level_of(seat) else self._player(name))
        if ids:
            self._add(["seats", origin, ids])

    def _player(self, name: str) -> str:
        key = name.casefold()
        row = self._db.execute("SELECT id FROM players WHERE name=?", (key,)).fetchone()
        if row is not None:
            return str(row[0])
        made = self._draw(8).hex()
        self._db.execute("INSERT INTO players VALUES (?, ?)", (key, made))
        self._add(["player", made, name])
        return made

    def _add(self, content: list[Any]) -> None:
        head, body = self.head, json.dumps(content)
        new = Head(head.n + 1, link(head.hash, body))
        self._db.execute("INSERT INTO entries VALUES (?, ?, ?, NULL)", (*new, body))
        count, length = self._db.execute(
            "SELECT count(*), sum(length(body)) FROM entries WHERE n >"
            " (SELECT coalesce(max(n), 0) FROM entries WHERE signature IS NOT NULL)"
        ).fetchone()
        if count >= SIGN_EVERY or length >= SIGN_BYTES:
            self._sign_head(new)

    def _sign_head(self, head: Head) -> None:
        signed = self._sign(message_of(self.name, head))
        if signed is None:
            raise NoSignature
        self._db.execute("UPDATE entries SET signature=? WHERE n=?", (signed.split(" ")[1], head.n))

    def next_batch(self, after: int) -> Batch | None:
        """Return the entries after a number, up to one that is signed; None without such."""
        row = self._db.execute(
            "SELECT n, signature FROM entries WHERE n>? AND signature IS NOT NULL ORDER BY n",
            (after,),
        ).fetchone()
        if row is None:
            return None
        found = self._db.execute(
            "SELECT body FROM entries WHERE n>? AND n<=? ORDER BY n", (after, row[0])
        )
        return Batch(
            self.box, self.name, after + 1, self._hash_at(after) or "",
            tuple(body for (body,) in found), row[1],
        )  # fmt: skip

    def batches(self, after: int) -> Iterator[Batch]:
        """Yield everything after a number that is signed."""
        while (batch := self.next_batch(after)) is not None:
            yield batch
            after = batch.last

    def take_answer(self, text: str | bytes) -> None:
        """Take the answer of the archive, see `Archive.answer`; one that cannot be read is nothing.

        If the archive has an entry that is not ours, or has lost more than is kept here, a new log
        is begun.
        """
        try:
            heads = {log: Head(n, hash_) for log, n, hash_ in read_json(text)}
            head = heads.get(self.name, beginning(self.box, self.name))
            if len(heads) > LOGS_KEPT and self.name not in heads:
                return  # one of many copies of a card
            if not (type(head.n) is int and 0 <= head.n < 2**53):
                raise ValueError(head)  # noqa: TRY301 - as text that is not JSON
        except (ValueError, TypeError, RecursionError):
            logging.getLogger(__name__).warning("the club sends an answer that cannot be read")
            return
        last = self.head
        lacks_next = head.n < last.n and self._hash_at(head.n + 1) is None
        with transaction(self._db):
            if self._hash_at(head.n) != head.hash or lacks_next:
                logging.getLogger(__name__).error(
                    "the club has not what this box wrote up to entry %d: a copied card?", head.n
                )
                left = (self.name, *last)
                self._begin(self._state()[2], forks=self.forks + 1)
                self._add(["forked", *left])
                return
            self._db.execute("UPDATE log SET confirmed=?", (head.n,))
            self._db.execute("DELETE FROM entries WHERE n<=?", (head.n - KEPT,))

    def _hash_at(self, n: int) -> str | None:
        if n == 0:
            return beginning(self.box, self.name).hash
        row = self._db.execute("SELECT hash FROM entries WHERE n=?", (n,)).fetchone()
        return None if row is None else str(row[0])

    def _begin(self, since: int, *, forks: int) -> None:
        """Begin a new log; the matches come into it with the next `collect`."""
        for table in ("log", "entries", "seen"):
            self._db.execute(f"DELETE FROM {table}")  # noqa: S608 - one of three
        row = (self._draw(8).hex(), self.box, since, 0, forks)
        self._db.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?)", row)

    def _state(self) -> tuple[Any, ...]:
        return tuple(self._db.execute("SELECT * FROM log").fetchone())


def highest_match(folder: Path) -> int:
    """Return the number of the newest match, so that a new log leaves out all before."""
    return _highest(folder, "SELECT coalesce(max(id), 0) FROM matches")


def highest_evening(folder: Path) -> int:
    """Return the number of the newest evening, so that those before stay on the box."""
    return _highest(folder, "SELECT coalesce(max(CAST(number AS INTEGER)), 0) FROM evenings")


def _highest(folder: Path, query: str) -> int:
    try:
        with open_to_read(folder / FILE_NAME) as db:
            return int(db.execute(query).fetchone()[0])
    except StoreError:
        return 0


def _digest(lines: list[Any]) -> bytes:
    return sha256(json.dumps(lines).encode()).digest()
