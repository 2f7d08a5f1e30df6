"""Boxes and an archive of a club for bench/club_soak.py and tests: keys from a seed, in memory."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from nacl.signing import SigningKey

from engines.catalog import GAMES
from engines.record import Header, Record, write
from engines.start import Start
from firmware_py.club.archive import Archive
from firmware_py.club.archive_database import Database, SqliteDatabase
from firmware_py.club.box_log import BoxLog, Change, Seen
from firmware_py.evening.evening import SWISS, Plan, first_line
from firmware_py.storage.event_log import StoredEvent


class Key:
    """A key that signs as the identity of a box does."""

    def __init__(self, chance: random.Random) -> None:
        self._key = SigningKey(chance.randbytes(32))
        self.public = bytes(self._key.verify_key).hex()

    def sign(self, message: bytes) -> str:
        return f"{self.public} {self._key.sign(message).signature.hex()}"


class Matches:
    """The matches of a box as its store holds them, without a file."""

    def __init__(self, date: int | None = 1_800_000_000) -> None:
        self.rows: dict[int, list[tuple[Any, ...]]] = {}
        self.places: dict[int, list[int]] = {}
        """The place in an evening of the club for which a match was begun."""
        self.date = date

    def begin(self, names: tuple[str, ...] = ("Anna", "Ben"), seed: int = 0) -> int:
        match = max(self.rows, default=0) + 1
        text = write(Record(Header(next(iter(GAMES)), 1, Start({}, 2, 0, seed), names=names)))
        self._add(match, "began", "table", text)
        return match

    def play(self, match: int, text: str = "=c1") -> None:
        self._add(match, "played", "0", text)

    def end(self, match: int, winner: int = 0) -> None:
        outcome = f'{{"winners": [{winner}], "scores": [1, 0], "by": "daimio"}}'
        self._add(match, "ended", "table", outcome)

    def _add(self, match: int, kind: str, who: str, text: str) -> None:
        rows = self.rows.setdefault(match, [])
        lines = (rows[-1][7] if rows else 0) + (kind == "played")
        event = StoredEvent(match, len(rows), kind, who, text, None, self.date, lines)
        rows.append((*event, event.link(rows[-1][-1] if rows else b"")))

    def __call__(self, seen: Seen, since: int) -> Iterator[Change]:
        for match, rows in sorted(self.rows.items()):
            if match > since and seen.get(match) != rows[-1][-1]:
                yield Change(match, list(rows), self.places.get(match))

    @property
    def bodies(self) -> set[tuple[str, tuple[Any, ...]]]:
        """Every event with the name of its match, as the archive has them."""
        return {
            (rows[0][-1].hex()[:16], tuple(row[:-1])) for rows in self.rows.values() for row in rows
        }


class Killed(BaseException):
    """The process was killed at this moment."""


class KilledDatabase:
    """A database whose process is killed at a statement: the transaction is rolled back."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._left: int | None = None
        self.transaction = db.transaction
        self.close = db.close

    def after(self, statements: int | None) -> None:
        """Be killed after a number of statements; None: not at all."""
        self._left = statements

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise Killed
        return self._db.execute(statement, values)


class Box:
    """A box with a log in memory."""

    def __init__(self, seed: int, *, copied: Box | None = None) -> None:
        """Make a box; `copied` is the box of whose card this is a copy."""
        self.chance = random.Random(seed)
        self.matches = Matches()
        self.evenings: dict[int, list[Any]] = {}
        # In memory, and not lost when the program is killed.
        self.disk = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        if copied is None:
            self.key = Key(self.chance)
        else:
            self.key = copied.key
            self.evenings = {number: list(lines) for number, lines in copied.evenings.items()}
            self.matches.rows = {match: list(rows) for match, rows in copied.matches.rows.items()}
            self.disk.deserialize(copied.disk.serialize())
        self.start()

    def start(self) -> None:
        """Start the program again, with what is on its disk."""
        self.log = BoxLog(
            "", self.key.public, self.key.sign, draw=self.chance.randbytes,
            connect=self.connect,
        )  # fmt: skip

    def connect(self, _path: str, **_how: Any) -> Any:
        """Return the connection to the log."""
        return self.disk

    def play(self, events: int = 3, *, ends: bool = True) -> int:
        match = self.matches.begin(seed=self.chance.getrandbits(32))
        for number in range(events):
            self.matches.play(match, f"={'abcdef'[number % 6]}1")
        if ends:
            self.matches.end(match)
        return match

    def add_to_evening(self, chance: random.Random) -> None:
        """Begin an evening, or go on with the newest."""
        if not self.evenings or len(self.evenings[len(self.evenings)]) > 12:
            plan = Plan((next(iter(GAMES)),), SWISS, 3)
            first = first_line(plan, chance.getrandbits(32), None)
            here = ({"do": "here", "name": name} for name in ("Anna", "Ben", "Cleo", "Zoë"))
            self.evenings[len(self.evenings) + 1] = [first, *here]
        pairs = chance.sample(("Anna", "Ben", "Cleo", "Zoë"), 4)
        line = {
            "do": "round",
            "game": next(iter(GAMES)),
            "tables": [pairs[:2], pairs[2:]],
            "out": [],
        }
        self.evenings[len(self.evenings)].append(line)

    def send_all(self, archive: Archive) -> None:
        """Send until the archive has everything that is signed."""
        self.log.collect(self.matches, self.evenings)
        while (batch := self.log.next_batch(self.log.confirmed)) is not None:
            archive.take(batch)
            self.log.take_answer(archive.answer(self.key.public))
            self.log.collect(self.matches, self.evenings)


def new_archive(db: Database | None = None, seed: int = 7) -> Archive:
    key = Key(random.Random(seed))
    return Archive(db or SqliteDatabase(":memory:"), "hall", key.public, key.sign)
