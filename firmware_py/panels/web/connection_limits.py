"""Who may stay connected: a bounded number of sockets, bytes and unread answers.

Strangers cannot crowd out anybody: this machine has places of its own, a paired page is never
dropped for a stranger, and where strangers are too many the oldest that says nothing goes first.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from websockets.asyncio.server import ServerConnection
from websockets.protocol import State

from firmware_py.system.backoff import network_of

SOCKETS_AT_MOST = 64
"""For this machine, and as many again for the network."""
SOCKETS_PER_STRANGER = 16
"""A browser needs seven."""
UNREAD_BYTES_AT_MOST = 256 * 1024
"""Answers that a page does not read: the library answers pings whether they are read or not."""
BYTES_AT_ONCE = 32 * 1024
BYTES_PER_S = 8 * 1024
"""What a page may send; one that is used in earnest sends half of this at the very most."""


@dataclass(slots=True)
class Allowance:
    """So much at once, and so much a second after that."""

    at_once: float
    per_s: float
    left: float
    at_s: float

    @classmethod
    def full(cls, at_once: float, per_s: float, now_s: float) -> Allowance:
        """Return one of which nothing is used."""
        return cls(at_once, per_s, at_once, now_s)

    def take(self, now_s: float, amount: float = 1.0) -> bool:
        """Use some of it; False: that was too much."""
        self.left = min(self.at_once, self.left + (now_s - self.at_s) * self.per_s) - amount
        self.at_s = now_s
        return self.left >= 0


class Caller(ServerConnection):
    """A connection that is cut off when it sends too much or reads too little."""

    door: Door
    address = ""
    network = ""
    """Where it comes from: all addresses of one owner are one."""
    is_local = False
    is_paired = False
    """Set by whoever sees its token: it keeps its place."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Come in, perhaps in the place of another."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")  # None: it is gone already
        self.address = str(peer[0]) if peer else ""
        self.network = network_of(self.address)
        self._allowance = Allowance.full(BYTES_AT_ONCE, BYTES_PER_S, self.loop.time())
        self.door.let_in(self)

    def data_received(self, data: bytes) -> None:
        """Read, and look at what that costs."""
        if not self._allowance.take(self.loop.time(), len(data)):
            self.transport.abort()
            return
        super().data_received(data)
        has_failed = self.state is State.CONNECTING and self.protocol.eof_sent
        if has_failed or self._reads_nothing():
            self.transport.abort()  # nobody is there who would read an answer

    def widen(self, bytes_at_once: int, bytes_per_s: int, message_at_most: int) -> None:
        """Let a page that may act send a whole file."""
        self._allowance = Allowance.full(bytes_at_once, bytes_per_s, self.loop.time())
        self.protocol.max_message_size = message_at_most

    def connection_lost(self, exc: Exception | None) -> None:
        """Go."""
        self.door.let_out(self)
        super().connection_lost(exc)

    def _reads_nothing(self) -> bool:
        # A file may be longer; of those only as many are sent as were asked for.
        is_page = self.state is not State.CONNECTING
        return is_page and self.transport.get_write_buffer_size() > UNREAD_BYTES_AT_MOST


class Door:
    """Counts the connections of one panel."""

    def __init__(self, is_local: Callable[[str], bool]) -> None:
        self._is_local = is_local
        self._inside: dict[Caller, None] = {}

    @property
    def strangers(self) -> int:
        """How many connections from the network are open."""
        return sum(not each.is_local for each in tuple(self._inside))

    def make_caller(self) -> type[Caller]:
        """Return the kind of connection that comes through this door."""
        return type("Caller", (Caller,), {"door": self})

    def let_in(self, caller: Caller) -> None:
        """Count a connection; cut one off if there are too many."""
        caller.is_local = self._is_local(caller.address)
        self._inside[caller] = None
        alike = [each for each in self._inside if each.is_local == caller.is_local]
        same = [each for each in alike if each.network == caller.network]
        if len(same) > SOCKETS_PER_STRANGER and not caller.is_local:
            self._cut_one_off(same)
        elif len(alike) > SOCKETS_AT_MOST:
            self._cut_one_off(alike)

    def let_out(self, caller: Caller) -> None:
        """Forget a connection."""
        self._inside.pop(caller, None)

    def _cut_one_off(self, callers: list[Caller]) -> None:
        """Drop one: who has asked for nothing yet, of the network with the most, the oldest.

        The newest is let speak, for it may have a token; unless all the others have one.
        """
        crowd = Counter(each.network for each in callers)
        *others, newest = callers
        strangers = [each for each in others if not each.is_paired] or [newest]
        worst = min(
            strangers, key=lambda each: (each.state is State.OPEN, -crowd[each.network])
        )  # the first of equals is the oldest
        worst.transport.abort()
        self.let_out(worst)
