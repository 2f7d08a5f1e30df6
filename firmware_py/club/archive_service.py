"""The archive as a program: takes batches from the broker, answers, and keeps what the hall shows.

Several may run over one PostgreSQL: the broker gives each batch to one of them (a shared
subscription of MQTT 5), and it does not matter to which.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from threading import Event

from firmware_py.club.archive import Archive, NotTaken
from firmware_py.club.archive_database import DatabaseDown
from firmware_py.club.batch import BadBatch, read_batch
from firmware_py.club.home_assistant import discovery, discovery_topic
from firmware_py.club.pairings import KINDS, pairings
from firmware_py.club.wire import PAIRINGS, PLAYERS, Broker, Wire, box_of, topic

LONGEST_WAIT_S = 10.0
SHARED = "$share/archive/club/+/events"
SHOWN = ("club/+/table", "club/+/clocks", "club/+/alive", PAIRINGS)
_LOG = logging.getLogger(__name__)

Show = Callable[[str, str, bytes], None]
"""Takes what a box shows: its key, the leaf of the topic, the content."""


class ArchiveService:
    """One worker; `show` gets what boxes show, if this one feeds the hall."""

    def __init__(
        self,
        archive: Archive,
        broker: Broker,
        show: Show | None = None,
        now: Callable[[], int | None] = lambda: None,
    ) -> None:
        self._now = now
        self._archive = archive
        self._broker = broker
        self._show = show
        self._players: str | None = None
        self._described: set[str] = set()
        """The boxes of which Home Assistant was told since the last connection."""
        self.taken = 0
        """How many batches were taken."""

    def run(self, ending: Event, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until the end; a broker that is gone is looked for again and again."""
        wait_s = 0.2
        while not ending.is_set():
            try:
                self._stay(ending, ready)
                wait_s = 0.2
            except OSError as error:
                _LOG.warning("no broker at port %d: %s", self._broker.port, error)
            ending.wait(wait_s)
            wait_s = min(wait_s * 2, LONGEST_WAIT_S)

    def _stay(self, ending: Event, ready: Callable[[], None]) -> None:
        def connected() -> None:
            wire.subscribe((SHARED,))
            if self._show is not None:
                wire.subscribe(SHOWN, qos=0)
            try:
                for member in self._archive.members():
                    self._answer(wire, member.box)
                self._describe_all(wire)
                self._players = None
                self._publish_players(wire)
                self._publish_pairings(wire)
            except DatabaseDown as error:
                _LOG.error("the database does not answer: %s", error)
            ready()

        wire = Wire(
            self._broker, received=lambda where, what: self._received(wire, where, what),
            connected=connected,
        )  # fmt: skip
        wire.open()
        while wire.serve(0.5) and not ending.is_set():
            pass
        wire.close()

    def _received(self, wire: Wire, where: str, content: bytes) -> None:
        box, leaf = ("", where) if where == PAIRINGS else box_of(where)
        if leaf != "events":
            if self._show is not None:
                self._show(box, leaf, content)
            return
        try:
            batch = read_batch(content.decode("ascii"))
            if batch.box != box:
                raise BadBatch("it is of another box")  # noqa: TRY301 - as one that cannot be read
            self._archive.take(batch)
            self.taken += 1
            self._answer(wire, box)
            if box not in self._described:
                self._describe_all(wire)
            if any(body.startswith('["player"') for body in batch.bodies):
                self._publish_players(wire)
            if any(body.startswith(KINDS) for body in batch.bodies):
                self._publish_pairings(wire)
        except (BadBatch, NotTaken, UnicodeDecodeError) as no:
            _LOG.warning("not taken from %s: %s", box[:8], no)
        except DatabaseDown as error:  # the box sends again
            _LOG.error("not stored: %s", error)

    def _answer(self, wire: Wire, box: str) -> None:
        wire.publish(topic(box, "have"), self._archive.answer(box), keep=True)

    def _describe_all(self, wire: Wire) -> None:
        members = self._archive.members()
        self._described = {each.box for each in members}
        own = self._archive.own_boxes()
        for each in (each for each in members if each.box in own):
            wire.publish(discovery_topic(each.box), discovery(each), keep=True)

    def _publish_pairings(self, wire: Wire) -> None:
        wire.publish(PAIRINGS, pairings(self._archive, self._now()), keep=True)

    def _publish_players(self, wire: Wire) -> None:
        """Publish ids and names, so that a box which meets a known name uses its id."""
        own = self._archive.own_boxes()  # a name of another club may be another person
        players = json.dumps(
            [[each.id, each.name] for each in self._archive.players() if each.box in own]
        )
        if players != self._players:
            self._players = players
            wire.publish(PLAYERS, players, keep=True)
