"""Limits of the web panel: sockets, bytes, unread replies and lines in the log.

Viewers cannot push out other pages: this machine has its own limit, a paired page is never dropped
for a viewer, and of too many viewers the oldest without a request is dropped.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable

from websockets.asyncio.server import ServerConnection
from websockets.protocol import State

from firmware_py.panels.web.connection import RateLimit
from firmware_py.system.backoff import network_of

SOCKETS_AT_MOST = 64
"""The limit for this machine, and the same for the network."""
SOCKETS_PER_NETWORK = 16
"""A browser needs seven."""
UNREAD_BYTES_AT_MOST = 256 * 1024
"""Data that a page has not read; `websockets` sends pongs whether they are read or not."""
BYTES_AT_ONCE = 32 * 1024
BYTES_PER_S = 8 * 1024
"""The data a page may send; in normal use it sends at most half of this."""

LOG_EVERY_S = 60.0
ACCEPT_ROUNDS = 10
"""Rounds of the loop until every accepted connection has its handler; asyncio needs four."""


class LimitedConnection(ServerConnection):
    """A connection that is cut off when it sends too much or reads too little."""

    limits: ConnectionLimits
    address = ""
    network = ""
    """The network of the address; see `network_of`."""
    is_local = False
    is_paired = False
    """Whether it has sent a valid token; then it is not dropped for a viewer."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the connection, evicting another if there are too many."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")  # None: it is closed already
        self.address = str(peer[0]) if peer else ""
        self.network = network_of(self.address)
        self._allowance = RateLimit.full(BYTES_AT_ONCE, BYTES_PER_S, self.loop.time())
        self.limits.register(self)

    def data_received(self, data: bytes) -> None:
        """Receive data and apply the limits."""
        if not self._allowance.take(self.loop.time(), len(data)):
            self.transport.abort()
            return
        super().data_received(data)
        has_failed = self.state is State.CONNECTING and self.protocol.eof_sent
        if has_failed or self._reads_nothing():
            self.transport.abort()  # the peer is closed and would not read an answer

    def abort(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def widen(self, bytes_at_once: int, bytes_per_s: int, message_at_most: int) -> None:
        """Raise the limit on received data, for a page that may send files."""
        self._allowance = RateLimit.full(bytes_at_once, bytes_per_s, self.loop.time())
        self.protocol.max_message_size = message_at_most

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection."""
        self.limits.unregister(self)
        super().connection_lost(exc)

    def _reads_nothing(self) -> bool:
        # A file may be longer; of those only as many are sent as were asked for.
        is_page = self.state is not State.CONNECTING
        return is_page and self.transport.get_write_buffer_size() > UNREAD_BYTES_AT_MOST


class ConnectionLimits:
    """Counts the connections of one panel."""

    def __init__(self, is_local: Callable[[str], bool]) -> None:
        self._is_local = is_local
        self._open: dict[LimitedConnection, None] = {}

    @property
    def from_network(self) -> int:
        """The number of open connections from the network."""
        return sum(not each.is_local for each in tuple(self._open))

    def make_connection_class(self) -> type[LimitedConnection]:
        """Return the class of connections that are counted here."""
        return type("LimitedConnection", (LimitedConnection,), {"limits": self})

    def register(self, connection: LimitedConnection) -> None:
        """Count a connection; cut one off if there are too many."""
        connection.is_local = self._is_local(connection.address)
        self._open[connection] = None
        alike = [each for each in self._open if each.is_local == connection.is_local]
        same = [each for each in alike if each.network == connection.network]
        if len(same) > SOCKETS_PER_NETWORK and not connection.is_local:
            self._evict_one(same)
        elif len(alike) > SOCKETS_AT_MOST:
            self._evict_one(alike)

    def unregister(self, connection: LimitedConnection) -> None:
        """Forget a connection."""
        self._open.pop(connection, None)

    async def accept_no_more(self, listening: socket.socket) -> None:
        """Stop accepting, and drop connections that have not asked for anything yet.

        Call it before the server closes: asyncio and websockets leave open what is accepted in the
        moment of closing.
        """
        asyncio.get_running_loop().remove_reader(listening)
        for _ in range(ACCEPT_ROUNDS):
            await asyncio.sleep(0)
        for connection in tuple(self._open):
            if connection.state is State.CONNECTING:
                connection.transport.abort()

    async def drop_all(self) -> None:
        """Drop what is still open after the server has closed, such as an answer nobody reads."""
        for connection in tuple(self._open):
            connection.transport.abort()
        for _ in range(ACCEPT_ROUNDS):
            await asyncio.sleep(0)

    def _evict_one(self, connections: list[LimitedConnection]) -> None:
        """Drop one that has not asked for anything yet: of the largest network, the oldest.

        The newest stays, because it may have a token; unless all the others have one.
        """
        crowd = Counter(each.network for each in connections)
        *others, newest = connections
        viewers = [each for each in others if not each.is_paired] or [newest]
        worst = min(
            viewers, key=lambda each: (each.state is State.OPEN, -crowd[each.network])
        )  # the first of equals is the oldest
        worst.transport.abort()
        self.unregister(worst)


class BriefLog(logging.Filter):
    """Passes one short line a minute, with the number of lines left out since.

    An exception is logged with its type and place, without a traceback.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock
        self._next_s = 0.0
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record and return True, or return False to drop it."""
        if "handshake" in record.getMessage():  # caused by a client that is not a browser
            return False
        now_s = self._clock()
        if now_s < self._next_s:
            self._left_out += 1
            return False
        more = f" (and {self._left_out} more)" if self._left_out else ""
        record.msg, record.args = f"{record.getMessage()}{_why(record)}{more}", ()
        record.exc_info = None
        self._next_s, self._left_out = now_s + LOG_EVERY_S, 0
        return True


def _why(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return ""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}" if trace else ""
    return f": {type(error).__name__} {str(error)[:120]!r}{place}"
