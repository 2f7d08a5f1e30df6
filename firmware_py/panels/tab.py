"""The box in a browser tab: program and page run in one browser, without a server.

    page --message port--> PortConnection --> Session or FileTransfer, as from a WebSocket

Everything runs in the event loop of one thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import count
from typing import TYPE_CHECKING

from websockets.exceptions import ConnectionClosedOK
from websockets.frames import CloseCode

from firmware_py.panels.web.connection import FILES_PATH
from firmware_py.panels.web.files import FileTransfer
from firmware_py.panels.web.pages import PagePanel
from firmware_py.panels.web.session import Session

if TYPE_CHECKING:
    from firmware_py.panels.web.page_backend import PageBackend
    from firmware_py.system.pairing import Pairing
    from hardware.events import Inbox

ADDRESS = "127.0.0.1"
"""The page is always in the same browser."""


class PortConnection:
    """One end of a message port; see `Connection`."""

    def __init__(self, send: Callable[[str | bytes], None], leave: Callable[[int], None]) -> None:
        self.is_paired = True
        self._send = send
        self._leave = leave
        self._heard: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self._is_open = True

    def hear(self, message: str | bytes | None) -> None:
        """Receive a message of the page; None: the page has closed."""
        self._is_open &= message is not None
        self._heard.put_nowait(message)

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        """Return the messages of the page, until it leaves."""
        while (message := await self._heard.get()) is not None:
            yield message

    async def recv(self) -> str | bytes:
        """Return the next message of the page."""
        message = await self._heard.get()
        if message is None:
            raise ConnectionClosedOK(None, None)
        return message

    async def send(self, message: str | bytes) -> None:
        """Send the page a message."""
        if not self._is_open:
            raise ConnectionClosedOK(None, None)
        self._send(message)

    async def close(self, code: int = CloseCode.NORMAL_CLOSURE, reason: str = "") -> None:
        """Close the port with a code; the page words the reason itself."""
        del reason
        self._end(code)

    def abort(self) -> None:
        """Close the port."""
        self._end(CloseCode.ABNORMAL_CLOSURE)

    def widen(self, bytes_at_once: int, bytes_per_s: int, message_at_most: int) -> None:
        """Do nothing: a port has no limits."""

    def _end(self, code: int) -> None:
        if self._is_open:
            self.hear(None)
            self._leave(code)


class TabPanel(PagePanel):
    """Connects the box with the page in its own tab, which may always act."""

    def __init__(
        self,
        inbox: Inbox,
        pairing: Pairing,
        library: PageBackend,
        on_visit: Callable[[], None],
        on_file: Callable[[], None],
    ) -> None:
        super().__init__("en", str)
        self._inbox = inbox
        self._pairing = pairing
        self._library = library
        self._on_visit = on_visit
        self._on_file = on_file
        self._numbers = count(1)
        self._connections: dict[PortConnection, asyncio.Task[None]] = {}

    def meet(
        self, path: str, send: Callable[[str | bytes], None], leave: Callable[[int], None]
    ) -> PortConnection:
        """Serve a port that the page opened instead of the socket at `path`."""
        connection = PortConnection(send, leave)
        talk = self._transfer if path == FILES_PATH else self._talk
        self._connections[connection] = asyncio.create_task(talk(connection))
        return connection

    async def _talk(self, connection: PortConnection) -> None:
        session = Session(
            connection,
            number=next(self._numbers),
            address=ADDRESS,
            is_local=True,
            inbox=self._inbox,
            pairing=self._pairing,
            words=self._words,
            latest=lambda: self._picture,
            table=self._table_for,
            library=self._library,
        )
        self._sessions.add(session)
        self._on_visit()
        try:
            await session.stay()
        finally:
            self._sessions.discard(session)
            self._connections.pop(connection, None)

    async def _transfer(self, connection: PortConnection) -> None:
        try:
            await FileTransfer(
                connection, self._library, lambda _token: True, self._inbox.post
            ).run()
        finally:
            self._on_file()
            self._connections.pop(connection, None)

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        function(*arguments)

    async def end(self) -> None:
        """Tell the page that the box is off, and wait until its connections have ended."""
        tasks = list(self._connections.values())
        for connection in list(self._connections):
            await connection.close(CloseCode.GOING_AWAY)
        await asyncio.gather(*tasks)
