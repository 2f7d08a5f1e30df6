"""The box's side of the wire: sends its log and its table, from a thread that nothing waits for.

    event loop --show_table--> the latest table, an attribute       (no lock, no queue)
    store --the note of its newest event--> looked at once a second
        thread: log.collect -> batch -> broker -> archive -> have -> next batch

Memory is bounded: one table, one batch, and what the log has on disk. A broker that is gone, slow
or floods costs the thread its time and the box nothing: few messages are read in a second, and
the rest waits in the network.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Any

from engines.unicode import read_json
from firmware_py.club.box_log import BoxLog, NoSignature, read_evenings, store_source
from firmware_py.club.identity import Identity
from firmware_py.club.membership import Member
from firmware_py.club.pairings import read_pairings
from firmware_py.club.wire import PAIRINGS, PLAYERS, Wire, topic
from firmware_py.evening.club_evening import ClubEvening, new_results
from firmware_py.evening.evening import Evening, Line
from firmware_py.panels.base import Panel
from firmware_py.storage.errors import StoreError
from firmware_py.storage.event_log import NewestEvent, find_newest

SHOWN = ("head", "seats", "moves", "picture", "hands", "title", "caption", "refused")
"""The parts of a table that go to the club, as viewers of the box's page get them."""
WAIT_S = 0.5
LOOK_S = 1.0
"""How often to look whether something was stored, and to send the table."""
AGAIN_S = 15.0
"""When a batch that was not answered is sent again."""
LONGEST_WAIT_S = 60.0
PACKETS_PER_S = 10.0
PLAYERS_AT_MOST = 20_000
UNSEEN = "unseen"


class ClubLink(Panel):
    """A panel that shows the table to the club, and sends the log."""

    never_sleeps = True

    def __init__(
        self, data: Path, member: Member, identity: Identity, *, clock: Callable[[], float]
    ) -> None:
        self._data = data
        self._member = member
        self._identity = identity
        self._clock = clock
        self._ending = Event()
        self._table: Mapping[str, Any] = {}
        self._clocks: Any = None
        self.is_connected = False
        self.box = identity.public_key or ""
        self.table_number = _number_in(member.name)
        self.evenings: Sequence[ClubEvening] = ()
        """What the club published last about who plays whom."""
        self.evenings_changed = True
        self._thread = Thread(target=self._run, name="club", daemon=True)
        self._thread.start()

    # --- for the event loop ---

    @property
    def wants_table(self) -> bool:
        """Return whether the club hears of it."""
        return self.is_connected

    def show_table(
        self,
        parts: Mapping[str, Any],
        hidden: Mapping[str, Any],
        seats: Mapping[int, Mapping[str, Any]],
    ) -> None:
        """Keep what viewers get of a match; nothing of menus, settings and hands."""
        del seats
        seen = {**parts, **hidden}
        has_match = "head" in seen
        self._clocks = seen.get("clocks") if has_match else None
        table = {name: seen[name] for name in SHOWN if name in seen} if has_match else {}
        if table.keys() != self._table.keys() or any(
            table[name] is not self._table[name] for name in table
        ):
            self._table = table

    def look_again(self) -> None:
        """See `Club`."""
        self.evenings_changed = True

    def results(self, evening: Evening) -> list[Line]:
        """See `Club`."""
        found = next((each for each in self.evenings if each.id == evening.id), None)
        return [] if found is None else new_results(evening, found)

    def close(self) -> None:
        """End the thread; it may be waiting for the network, and is then left behind."""
        self._ending.set()
        self._thread.join(WAIT_S * 2)

    # --- the thread ---

    def _run(self) -> None:
        try:
            box = self._identity.public_key
            if box is None:
                return
            log = BoxLog(self._member.log, box, self._identity.sign, since=self._member.since)
            try:
                Sender(log, self._data, self, self._member).run(
                    self._ending, self._member, self._clock
                )
            finally:
                log.close()
        except Exception:  # the box goes on without its club
            logging.getLogger(__name__).exception("no club until the next start")

    def table(self) -> tuple[Mapping[str, Any], Any]:
        """Return the table and its clocks."""
        return self._table, self._clocks


class Sender:
    """What the thread does with one log: connect, send, heed answers."""

    def __init__(self, log: BoxLog, data: Path, link: ClubLink, member: Member) -> None:
        self._member = member
        self._log = log
        self._source = store_source(data)
        self._data = data
        self._link = link
        self._newest: NewestEvent | str | None = UNSEEN
        self._sent: tuple[int, float] | None = None
        """The first entry of the batch that is on its way, and when it was sent."""
        self._shown: tuple[Any, Any] | None = None
        self._has_news = False
        self._players = b""

    def run(self, ending: Event, member: Member, clock: Callable[[], float]) -> None:
        """Connect again and again until the box ends."""
        wait_s = 1.0
        while not ending.is_set():
            began_s = clock()
            try:
                self._stay(ending, member, clock)
            except (OSError, ValueError, sqlite3.Error) as error:  # the first has ssl.SSLError
                logging.getLogger(__name__).info("the club is out of reach: %s", error)
            self._link.is_connected = False
            # In between the log grows, so that nothing waits for the club to come back.
            self._collect()
            wait_s = 1.0 if clock() - began_s > LONGEST_WAIT_S else min(wait_s * 2, LONGEST_WAIT_S)
            ending.wait(wait_s)

    def _stay(self, ending: Event, member: Member, clock: Callable[[], float]) -> None:
        box = self._log.box

        def connected() -> None:
            wire.subscribe((topic(box, "have"), PLAYERS, PAIRINGS))
            wire.publish(topic(box, "alive"), "1", keep=True)
            self._sent = self._shown = None
            self._link.is_connected = True

        wire = Wire(
            member.broker, received=self._received, connected=connected,
            will=topic(box, "alive"), packets_per_s=PACKETS_PER_S,
        )  # fmt: skip
        wire.open()
        looked_s = -LOOK_S
        while wire.serve(WAIT_S) and not ending.is_set():
            if not wire.is_open:
                continue
            if clock() - looked_s >= LOOK_S:
                looked_s = clock()
                self._collect()
                self._has_news = True
                self._show_table(wire)
            if self._has_news:
                self._has_news = False
                self._send(wire, clock())
        wire.close()

    def _collect(self) -> None:
        newest = find_newest(self._data)
        changed, self._link.evenings_changed = self._link.evenings_changed, False
        if newest == self._newest and not changed:
            return
        try:
            self._log.collect(self._source, read_evenings(self._data, self._member.since_evening))
            self._newest = newest
            self._has_news = True
        except (StoreError, sqlite3.Error, OSError, NoSignature) as error:
            logging.getLogger(__name__).warning("not ready for the club yet: %r", error)

    def _send(self, wire: Wire, now_s: float) -> None:
        batch = self._log.next_batch(self._log.confirmed)
        if batch is None:
            return
        is_on_its_way = self._sent is not None and self._sent[0] == batch.first
        if is_on_its_way and self._sent is not None and now_s - self._sent[1] < AGAIN_S:
            return
        if wire.publish(topic(self._log.box, "events"), batch.text()):
            self._sent = (batch.first, now_s)

    def _show_table(self, wire: Wire) -> None:
        table, clocks = self._link.table()
        shown, shown_clocks = self._shown or (None, None)
        if table is not shown:
            wire.publish(topic(self._log.box, "table"), json.dumps(table), keep=True)
        if clocks != shown_clocks or table is not shown:
            wire.publish(topic(self._log.box, "clocks"), json.dumps(clocks), keep=True, qos=0)
        self._shown = (table, clocks)

    def _received(self, where: str, content: bytes) -> None:
        if where == topic(self._log.box, "have"):
            before = self._log.confirmed
            self._log.take_answer(content)
            self._has_news = True
            if self._log.confirmed != before or self._log.head.n == 1:
                self._sent = None
                self._newest = UNSEEN  # a new log needs all matches
        elif where == PLAYERS and content != self._players:
            self._players = content
            try:
                players = [(str(id_), str(name)) for id_, name in read_json(content)]
            except (ValueError, TypeError, RecursionError):
                return
            self._log.adopt(players[:PLAYERS_AT_MOST])
        elif where == PAIRINGS:
            try:
                self._link.evenings = read_pairings(content, self._member.key)
            except ValueError as error:
                logging.getLogger(__name__).warning("pairings of the club: %s", error)


def _number_in(name: str) -> int:
    """Return the number with which the name of a box ends, 0 without one.

    >>> _number_in("Table 12"), _number_in("Kitchen")
    (12, 0)
    """
    digits = re.search("[0-9]{1,6}$", name)
    return int(digits[0]) if digits else 0
