"""The archive of a club: the union of the logs of its boxes.

    batch --> box enrolled? --> its signature right? --> one transaction:
                                                           entries it has already: compared
                                                           the next ones: inserted, the head moved
          <-- the head of that log, in any case

A batch may come twice, late, in the wrong order, or as a file: the answer says what is missing, and
the box sends from there. An entry that differs from the one stored under its number is kept aside
with its signature: two boxes work with copies of one card, or somebody has its key.

The head is read and moved in the transaction that inserts, with the row of the log locked, so any
number of workers may share a PostgreSQL. The club is a box itself: what it signs (cards, leavings,
which players are one) are entries of its own log.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from firmware_py.club.archive_database import Database, DatabaseDown
from firmware_py.club.batch import Batch, Head, beginning, content, is_signed, link, message_of
from firmware_py.storage.event_log import (
    BEGAN,
    KIND_OF_STATUS,
    SIGNED,
    STATUS_OF_KIND,
    Sign,
    StoredEvent,
    signed_text,
)
from firmware_py.storage.store import OVER, RUNNING, is_date

OWN_LOG = "0" * 16
"""The name of the log of the club itself."""
ASIDE_AT_MOST = 1_000
"""Entries of one log that are kept aside."""
LOGS_AT_MOST = 8
"""Logs of one box in an answer; it has more than one only if its card was copied."""
CODES_KEPT_S = 24 * 3600
CARD_FORMAT = "tablemate club card 1"

SCHEMA = """
CREATE TABLE IF NOT EXISTS boxes (
  box TEXT PRIMARY KEY, name TEXT NOT NULL, since BIGINT NOT NULL, card TEXT NOT NULL,
  left_at BIGINT, club TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS logs (
  id {serial}, box TEXT NOT NULL, log TEXT NOT NULL, n BIGINT NOT NULL, hash TEXT NOT NULL,
  UNIQUE (box, log));
CREATE TABLE IF NOT EXISTS entries (
  log BIGINT NOT NULL, n BIGINT NOT NULL, hash TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (log, n));
CREATE TABLE IF NOT EXISTS heads (
  log BIGINT NOT NULL, n BIGINT NOT NULL, signature TEXT NOT NULL, PRIMARY KEY (log, n));
CREATE TABLE IF NOT EXISTS aside (
  log BIGINT NOT NULL, n BIGINT NOT NULL, hash TEXT NOT NULL, body TEXT NOT NULL,
  signature TEXT NOT NULL, PRIMARY KEY (log, n, hash));
CREATE TABLE IF NOT EXISTS matches (
  box TEXT NOT NULL, origin TEXT NOT NULL, log BIGINT NOT NULL, first_n BIGINT NOT NULL,
  last_n BIGINT NOT NULL, match BIGINT NOT NULL, header TEXT NOT NULL, status TEXT NOT NULL,
  began_at BIGINT, ended_at BIGINT, outcome TEXT, players TEXT, PRIMARY KEY (box, origin));
CREATE TABLE IF NOT EXISTS evenings (
  box TEXT NOT NULL, id BIGINT NOT NULL, log BIGINT NOT NULL, first_n BIGINT NOT NULL,
  last_n BIGINT NOT NULL, PRIMARY KEY (box, id));
CREATE TABLE IF NOT EXISTS paired (
  evening BIGINT NOT NULL, round BIGINT NOT NULL, place BIGINT NOT NULL, game BIGINT NOT NULL,
  box TEXT NOT NULL, origin TEXT NOT NULL, PRIMARY KEY (evening, round, place, game));
CREATE TABLE IF NOT EXISTS players (id TEXT PRIMARY KEY, name TEXT NOT NULL, box TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS codes (key TEXT PRIMARY KEY, ends_at BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS same (other TEXT PRIMARY KEY, kept TEXT NOT NULL)
"""


class NotTaken(Exception):
    """A batch of a stranger, or without a right signature; nothing of it is stored."""


class Have(NamedTuple):
    """The answer to a batch: the last entry that the archive has of a log."""

    box: str
    log: str
    head: Head


class Member(NamedTuple):
    """A box of the club."""

    box: str
    name: str
    since: int
    card: str
    left_at: int | None
    club: str
    """The key of the club that signed the card; another one if its archive was pulled."""


class Aside(NamedTuple):
    """An entry that differs from the one in the archive."""

    box: str
    name: str
    log: str
    n: int
    hash: str


class Summary(NamedTuple):
    """A match of a box, for lists: the ids of its players are empty for seats of the box."""

    box: str
    origin: str
    match: int
    players: list[str]


class Player(NamedTuple):
    """A player: an id made once, the name, and the box that made it."""

    id: str
    name: str
    box: str


class Archive:
    """The archive over a database, with the club's own key."""

    def __init__(self, db: Database, club: str, key: str, sign: Sign) -> None:
        """Open the archive of the club `club`, whose public key is `key`; make its tables."""
        self.club = club
        self.key = key
        self._db = db
        self._sign = sign
        try:
            self._make_tables()
        except DatabaseDown:  # another worker made them at the same moment
            self._make_tables()

    def _make_tables(self) -> None:
        with self._db.transaction():
            for statement in SCHEMA.split(";"):
                self._db.execute(statement)

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    # --- what boxes send ---

    def take(self, batch: Batch) -> Have:
        """Store what is new of a batch, and return the head; raise NotTaken or DatabaseDown."""
        if not self._is_member(batch.box):
            raise NotTaken(f"the box {batch.box[:8]} is not in the club")
        hashes = batch.hashes()
        if not is_signed(batch, hashes[-1]):
            raise NotTaken(f"a batch of {batch.box[:8]} is not signed by it")
        with self._db.transaction():
            number, head = self._lock(batch.box, batch.log)
            if batch.first > head.n + 1:
                return Have(batch.box, batch.log, head)
            stored = self._hashes(number, batch, head)
            sent = dict(enumerate((batch.before, *hashes), batch.first - 1))
            wrong = [n for n in sorted(stored) if sent.get(n, stored[n]) != stored[n]]
            if wrong:
                self._set_aside(number, batch, sent, wrong[0])
            elif batch.last > head.n:
                head = self._append(number, batch, hashes, head)
            return Have(batch.box, batch.log, head)

    def next_batch(self, box: str, log: str, after: int) -> Batch | None:
        """Return the entries of a log after a number, up to one that is signed."""
        last = self._db.execute(
            "SELECT heads.log, heads.n, signature FROM heads JOIN logs ON logs.id=heads.log"
            " WHERE box=? AND logs.log=? AND heads.n>? ORDER BY heads.n LIMIT 1",
            (box, log, after),
        )
        if not last:
            return None
        number, n, signature = last[0]
        rows = self._db.execute(
            "SELECT hash, body FROM entries WHERE log=? AND n>=? AND n<=? ORDER BY n",
            (number, after, n),
        )
        before = rows.pop(0)[0] if after else beginning(box, log).hash
        return Batch(box, log, after + 1, before, tuple(body for _, body in rows), signature)

    def answer(self, box: str) -> str:
        """Return what the archive has of a box, as it is published: its newest logs, each with n
        and hash.
        """
        rows = self._db.execute(
            "SELECT log, n, hash FROM logs WHERE box=? ORDER BY id DESC LIMIT ?",
            (box, LOGS_AT_MOST),
        )
        return json.dumps([list(row) for row in rows])

    def head(self, box: str, log: str) -> Head:
        """Return the last entry of a log."""
        row = self._db.execute("SELECT n, hash FROM logs WHERE box=? AND log=?", (box, log))
        return Head(*row[0]) if row else beginning(box, log)

    def _lock(self, box: str, log: str) -> tuple[int, Head]:
        self._db.execute(
            "INSERT INTO logs (box, log, n, hash) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (box, log) DO NOTHING",
            (box, log, *beginning(box, log)),
        )
        row = self._db.execute(
            "SELECT id, n, hash FROM logs WHERE box=? AND log=?{lock}", (box, log)
        )[0]
        return int(row[0]), Head(row[1], row[2])

    def _hashes(self, log: int, batch: Batch, head: Head) -> dict[int, str]:
        """Return the stored hashes of the numbers of a batch, and of the one before."""
        if batch.first == head.n + 1:
            return {head.n: head.hash}
        rows = self._db.execute(
            "SELECT n, hash FROM entries WHERE log=? AND n>=? AND n<=?",
            (log, batch.first - 1, batch.last),
        )
        found = {int(n): str(hash_) for n, hash_ in rows}
        return found | ({0: beginning(batch.box, batch.log).hash} if batch.first == 1 else {})

    def _append(self, log: int, batch: Batch, hashes: list[str], head: Head) -> Head:
        for n, (hash_, body) in enumerate(zip(hashes, batch.bodies, strict=True), batch.first):
            if n > head.n:
                self._db.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (log, n, hash_, body))
                self._note(log, batch.box, n, content(body) or [])
        new = Head(batch.last, hashes[-1])
        self._db.execute("INSERT INTO heads VALUES (?, ?, ?)", (log, new.n, batch.signature))
        self._db.execute("UPDATE logs SET n=?, hash=? WHERE id=?", (*new, log))
        return new

    def _set_aside(self, log: int, batch: Batch, sent: dict[int, str], first: int) -> None:
        kept = self._db.execute("SELECT count(*) FROM aside WHERE log=?", (log,))[0][0]
        for n in range(first, min(batch.last, first + ASIDE_AT_MOST - kept - 1) + 1):
            body = batch.bodies[n - batch.first] if n >= batch.first else ""
            self._db.execute(
                "INSERT INTO aside VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (log, n, sent[n], body, batch.signature),
            )

    def aside(self) -> list[Aside]:
        """Return what is kept aside, to be shown to those who run the club."""
        rows = self._db.execute(
            "SELECT logs.box, coalesce(boxes.name, ''), logs.log, aside.n, aside.hash FROM aside"
            " JOIN logs ON logs.id=aside.log LEFT JOIN boxes ON boxes.box=logs.box ORDER BY 1, 3, 4"
        )
        return [Aside(*row) for row in rows]

    # --- what the entries say ---

    def _note(self, log: int, box: str, n: int, entry: list[Any]) -> None:
        """Bring the lists of matches and players up to date with an entry; skip a strange one."""
        match entry:
            case ["event", str(origin), [*fields]] if _storable(origin) == origin and len(
                fields
            ) == len(StoredEvent._fields):
                self._note_event(log, box, n, origin, StoredEvent(*fields))
            case ["seats", str(origin), list(ids)]:
                self._db.execute(
                    "UPDATE matches SET players=?, last_n=? WHERE box=? AND origin=? AND log=?",
                    (json.dumps(ids), n, box, _storable(origin), log),
                )
            case ["player", str(id_), str(name)]:
                self._db.execute(
                    "INSERT INTO players VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
                    (_storable(id_), _storable(name), box),
                )
            case ["forked", str(left), int(at), str(hash_)] if abs(at) < 2**53:
                # The archive may have lost that log since.
                number, _ = self._lock(box, _storable(left))
                self._db.execute(
                    "INSERT INTO aside VALUES (?, ?, ?, '', '') ON CONFLICT DO NOTHING",
                    (number, int(at), _storable(hash_)),
                )
            case ["evening", id_, 0, dict()] if _is_number(id_):
                self._db.execute(
                    "INSERT INTO evenings VALUES (?, ?, ?, ?, ?) ON CONFLICT (box, id) DO UPDATE"
                    " SET log=excluded.log, first_n=excluded.first_n, last_n=excluded.last_n",
                    (box, id_, log, n, n),
                )
            case ["evening", id_, _, dict()] if _is_number(id_):
                self._db.execute(
                    "UPDATE evenings SET last_n=? WHERE box=? AND id=? AND log=?",
                    (n, box, id_, log),
                )
            case ["paired", str(origin), *place] if len(place) == 4 and all(map(_is_number, place)):
                self._db.execute(
                    "INSERT INTO paired VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT"
                    " (evening, round, place, game) DO UPDATE SET box=excluded.box,"
                    " origin=excluded.origin",
                    (*place, box, _storable(origin)),
                )
            case ["same", str(kept), str(other)] if box == self.key:
                self._db.execute(
                    "INSERT INTO same VALUES (?, ?)"
                    " ON CONFLICT (other) DO UPDATE SET kept=excluded.kept",
                    (other, kept),
                )

    def _note_event(self, log: int, box: str, n: int, origin: str, event: StoredEvent) -> None:
        if not (isinstance(event.text, str) and isinstance(event.kind, str) and is_date(event.at)):
            return
        text, at = _storable(event.text), None if event.at is None else int(event.at)
        if event.kind == BEGAN and type(event.match) is int and abs(event.match) < 2**63:
            # The same match again is one from a new log of the box, or a match from before a
            # backup was restored.
            self._db.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL)"
                " ON CONFLICT (box, origin) DO UPDATE SET log=excluded.log,"
                " first_n=excluded.first_n, last_n=excluded.last_n, status=excluded.status,"
                " ended_at=NULL, outcome=NULL",
                (box, origin, log, n, n, event.match, text, RUNNING, at),
            )
            return
        self._db.execute(
            "UPDATE matches SET last_n=? WHERE box=? AND origin=? AND log=?", (n, box, origin, log)
        )
        status = STATUS_OF_KIND.get(event.kind)
        if status is not None:
            is_end = event.kind == KIND_OF_STATUS[OVER]
            self._db.execute(
                "UPDATE matches SET status=?, ended_at=?, outcome=?"
                " WHERE box=? AND origin=? AND log=?",
                (status, at, text if is_end else None, box, origin, log),
            )

    def match_events(self, box: str, origin: str) -> list[StoredEvent]:
        """Return the events of a match."""
        row = self._db.execute(
            "SELECT log, first_n, last_n FROM matches WHERE box=? AND origin=?", (box, origin)
        )
        bodies = self._db.execute(
            "SELECT body FROM entries WHERE log=? AND n>=? AND n<=? ORDER BY n",
            row[0] if row else (0, 0, 0),
        )
        found = (content(body) for (body,) in bodies)
        return [StoredEvent(*each[2]) for each in found if each and each[:2] == ["event", origin]]

    def evenings(self, *, newest: bool = False) -> list[tuple[str, list[Any]]]:
        """Return the box and the lines of each evening; with `newest` one of each box."""
        rows = self._db.execute(
            "SELECT box, id, log, first_n, last_n FROM evenings WHERE ?=0 OR NOT EXISTS"
            " (SELECT 1 FROM evenings AS other WHERE other.box=evenings.box"
            " AND (other.log, other.first_n) > (evenings.log, evenings.first_n))"
            " ORDER BY log, first_n",
            (int(newest),),
        )
        return [(row[0], self._lines(*row[1:])) for row in rows]

    def _lines(self, id_: int, log: int, first: int, last: int) -> list[Any]:
        bodies = self._db.execute(
            "SELECT body FROM entries WHERE log=? AND n>=? AND n<=? ORDER BY n", (log, first, last)
        )
        found = (content(body) for (body,) in bodies)
        return [each[3] for each in found if each and each[:2] == ["evening", id_]]

    def paired(self, evening: int, number: int) -> list[tuple[int, int, str, str, str]]:
        """Return table, game, box, header and outcome of each game of a round that is over."""
        rows = self._db.execute(
            "SELECT place, game, boxes.name, header, outcome FROM paired"
            " JOIN matches ON matches.box=paired.box AND matches.origin=paired.origin"
            " JOIN boxes ON boxes.box=paired.box"
            " WHERE evening=? AND round=? AND status=? AND boxes.club=? ORDER BY 1, 2",
            (evening, number, OVER, self.key),
        )
        return [(row[0], row[1], row[2], row[3], row[4]) for row in rows]

    def signed_match(self, box: str, origin: str) -> str | None:
        """Return a match as docs/verify_match.py checks it; None if its end is not signed."""
        events = self.match_events(box, origin)
        return signed_text(events) if events and events[-1].kind == SIGNED else None

    def summaries(self) -> list[Summary]:
        """Return all matches by date; those without one come first."""
        rows = self._db.execute(
            "SELECT box, origin, match, players FROM matches"
            " ORDER BY coalesce(began_at, 0), box, match, origin"
        )
        return [
            Summary(box, origin, match, json.loads(players or "[]"))
            for box, origin, match, players in rows
        ]

    def ended(self) -> list[tuple[str, str]]:
        """Return box and origin of each match that is over."""
        rows = self._db.execute(
            "SELECT box, origin FROM matches WHERE status=? ORDER BY 1, match", (OVER,)
        )
        return [(box, origin) for box, origin in rows]

    # --- the club ---

    def enrol(self, box: str, name: str, now: int) -> str:
        """Enrol a box, and return its card: signed by the club, for the box to keep."""
        text = "\n".join([CARD_FORMAT, self.club, box, name, str(now)])
        card = json.dumps([text, self.signature(text.encode())])
        with self._db.transaction():
            self._append_own(["card", box, name, now])
            self._db.execute(
                "INSERT INTO boxes VALUES (?, ?, ?, ?, NULL, ?) ON CONFLICT (box) DO UPDATE SET"
                " name=excluded.name, since=excluded.since, card=excluded.card, left_at=NULL,"
                " club=excluded.club",
                (box, name, now, card, self.key),
            )
        return card

    def admit(self, box: str, name: str, since: int, card: str, club: str) -> None:
        """Take what a box of another club sends, from its archive; a box of this one stays so."""
        with self._db.transaction():
            self._db.execute(
                "INSERT INTO boxes VALUES (?, ?, ?, ?, NULL, ?) ON CONFLICT DO NOTHING",
                (box, _storable(name), since, card, club),
            )

    def own_boxes(self) -> set[str]:
        """Return the boxes that are or were in this club."""
        return {each.box for each in self.members() if each.club == self.key}

    def dismiss(self, box: str, now: int) -> None:
        """End the membership of a box; what it sent stays."""
        with self._db.transaction():
            self._append_own(["left", box, now])
            self._db.execute("UPDATE boxes SET left_at=? WHERE box=?", (now, box))

    def members(self) -> list[Member]:
        """Return all boxes that are or were in the club, by name."""
        return [Member(*row) for row in self._db.execute("SELECT * FROM boxes ORDER BY name, box")]

    def add_code(self, key: bytes, ends_at: int) -> None:
        """Let one box join with a code, until a date; older codes are forgotten."""
        with self._db.transaction():
            self._db.execute("DELETE FROM codes WHERE ends_at<?", (ends_at - CODES_KEPT_S,))
            self._db.execute("INSERT INTO codes VALUES (?, ?)", (key.hex(), ends_at))

    def codes(self, now: int) -> list[bytes]:
        """Return the codes that are valid now."""
        rows = self._db.execute("SELECT key FROM codes WHERE ends_at>=?", (now,))
        return [bytes.fromhex(key) for (key,) in rows]

    def use_code(self, key: bytes) -> bool:
        """Use a code up; return whether nobody else did."""
        with self._db.transaction():
            rows = self._db.execute("DELETE FROM codes WHERE key=? RETURNING key", (key.hex(),))
            return bool(rows)

    def _is_member(self, box: str) -> bool:
        row = self._db.execute("SELECT 1 FROM boxes WHERE box=? AND left_at IS NULL", (box,))
        return bool(row)

    def unite(self, kept: str, other: str) -> None:
        """Say that two ids are one player, by an entry that the club signs; nothing is rewritten.

        Raises ValueError if an id is not known, or if both are one already.
        """
        with self._db.transaction():
            known = {row[0] for row in self._db.execute("SELECT id FROM players")}
            if unknown := [each for each in (kept, other) if each not in known]:
                raise ValueError(f"there is no player {unknown[0]!r}")
            kept, other = self.player_of(kept), self.player_of(other)
            if kept == other:
                raise ValueError("both are one player already")
            self._append_own(["same", kept, other])

    def player_of(self, id_: str) -> str:
        """Return the id under which a player is counted."""
        while row := self._db.execute("SELECT kept FROM same WHERE other=?", (id_,)):
            id_ = row[0][0]
        return id_

    def players(self) -> list[Player]:
        """Return the players by name, each once, with the id under which they are counted."""
        rows = self._db.execute(
            "SELECT id, name, box FROM players WHERE id NOT IN (SELECT other FROM same)"
            " ORDER BY name, id"
        )
        return [Player(*row) for row in rows]

    def names(self) -> dict[str, str]:
        """Return the name under which each id is counted."""
        rows = self._db.execute("SELECT id, name FROM players")
        names = {str(id_): str(name) for id_, name in rows}
        return {id_: names.get(self.player_of(id_), name) for id_, name in names.items()}

    def _append_own(self, entry: list[Any]) -> None:
        """Add an entry to the log of the club and sign it, in the transaction that is open."""
        number, head = self._lock(self.key, OWN_LOG)
        body = json.dumps(entry)
        new = Head(head.n + 1, link(head.hash, body))
        batch = Batch(
            self.key, OWN_LOG, new.n, head.hash, (body,), self.signature(message_of(OWN_LOG, new))
        )
        self._append(number, batch, [new.hash], head)

    def signature(self, message: bytes) -> str:
        """Return the signature of the club."""
        signed = self._sign(message)
        if signed is None:
            raise ValueError("the key of the club cannot be read")
        return signed.split(" ")[1]

    def entries(self, box: str, log: str) -> list[tuple[int, str, str]]:
        """Return number, hash and body of every entry of a log."""
        rows = self._db.execute(
            "SELECT entries.n, entries.hash, body FROM entries JOIN logs ON logs.id=entries.log"
            " WHERE box=? AND logs.log=? ORDER BY entries.n",
            (box, log),
        )
        return [(n, hash_, body) for n, hash_, body in rows]


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**53


def _storable(text: str) -> str:
    """Return a text without what PostgreSQL cannot store."""
    return text.replace("\0", "?")


def take_all(archive: Archive, batches: Iterable[Batch], say: Callable[[str], object]) -> int:
    """Take the batches of a file as if they came over the wire; return how many were refused."""
    refused = 0
    for batch in batches:
        try:
            have = archive.take(batch)
        except NotTaken as no:
            refused += 1
            say(f"not taken: {no}")
        else:
            say(f"box {have.box[:8]}: up to entry {have.head.n}")
    return refused
