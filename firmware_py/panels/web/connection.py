"""A connection to a page, as its session uses it; and how much a page may send."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

SOCKET_PATH = "/panel"
FILES_PATH = "/files"
"""The path of the socket for files, which are sent piece by piece."""
WEB_LOG = logging.getLogger(f"{__package__}.pages")
"""The log for errors of pages and of `websockets`."""


class Connection(Protocol):
    """A WebSocket, or the message port of a browser tab; may raise ConnectionClosed."""

    is_paired: bool
    """Whether it has sent a valid token; then it is not dropped for a viewer."""

    def __aiter__(self) -> AsyncIterator[str | bytes]:
        """Return the messages of the page, until it leaves."""
        ...

    async def recv(self) -> str | bytes:
        """Return the next message of the page."""
        ...

    async def send(self, message: str | bytes) -> None:
        """Send the page a message."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection, with the reason."""

    def abort(self) -> None:
        """Close the connection at once."""

    def widen(self, bytes_at_once: int, bytes_per_s: int, message_at_most: int) -> None:
        """Raise the limit on received data, for a page that may send files."""


@dataclass(slots=True)
class RateLimit:
    """Allows an amount at once, and then an amount per second."""

    at_once: float
    per_s: float
    left: float
    at_s: float

    @classmethod
    def full(cls, at_once: float, per_s: float, now_s: float) -> RateLimit:
        """Return a limit of which nothing is used."""
        return cls(at_once, per_s, at_once, now_s)

    def take(self, now_s: float, amount: float = 1.0) -> bool:
        """Use an amount; return False if that exceeds the limit."""
        self.left = min(self.at_once, self.left + (now_s - self.at_s) * self.per_s) - amount
        self.at_s = now_s
        return self.left >= 0
