"""The box as a web page, served from a thread of its own.

What the pages get is in `pages`. Import this module only where the web is on: it loads
`websockets`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from threading import Event, Lock, Thread
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from firmware_py.panels.web.address import SEND_BUFFER_BYTES, listen, visitable
from firmware_py.panels.web.connection import FILES_PATH, WEB_LOG
from firmware_py.panels.web.connection_limits import BriefLog, ConnectionLimits, LimitedConnection
from firmware_py.panels.web.files import FileTransfer
from firmware_py.panels.web.http import FIRST_PATH, Route, Site, is_loopback, own_names
from firmware_py.panels.web.messages import BYTES_AT_MOST, read_message, to_json
from firmware_py.panels.web.page_backend import PageBackend
from firmware_py.panels.web.pages import PagePanel
from firmware_py.panels.web.session import FULL, Session
from firmware_py.system.backoff import StoredWaits, network_of
from firmware_py.system.pairing import Pairing, StoredTokens, label_of
from hardware.events import Inbox

PAGES_AT_MOST = 12
PAGES_PER_ADDRESS = 4
OPEN_S = 5.0
GREET_S = 2.0
"""How long to wait for the token of a paired page."""
KEEPALIVE_S = 25.0
GLANCE_S = 0.5
"""How long the first request of a page waits until the table is made."""
CLOSE_S = 2.0

_LOGS = (WEB_LOG, logging.getLogger("asyncio"))
"""The log of the web library, which viewers could flood."""


class WebPanel(PagePanel):
    """Serves the page; raises NoPanel where it cannot."""

    def __init__(
        self,
        inbox: Inbox,
        pairing: Pairing,
        *,
        host: str = "127.0.0.1",
        port: int = 8080,
        names: tuple[str, ...] = (),
        routes: Mapping[str, Route] | None = None,
        language: str = "en",
        translate: Callable[[str], str] = str,
        store: Callable[[StoredWaits], None] = lambda _waits: None,
        store_tokens: Callable[[StoredTokens], None] = lambda _tokens: None,
        library: PageBackend | None = None,
        on_visit: Callable[[], None] = lambda: None,
        is_local: Callable[[str], bool] = is_loopback,
    ) -> None:
        super().__init__(language, translate)
        self._inbox = inbox
        self._pairing = pairing
        self._store_waits = store
        self._store_tokens = store_tokens
        self._library = library
        self._on_visit = on_visit
        pairing.listeners.append(lambda: self._call(self._wake_all))
        self._site = Site(
            (*own_names(), *names), {} if routes is None else routes, is_local, first=self._first
        )
        self.limits = ConnectionLimits(self._site.is_local)
        self._glances = 0
        """The number of pages that are loading and will open a socket."""
        self._table_is_new = asyncio.Event()
        self._leaving: set[asyncio.Task[None]] = set()
        self._numbers = count(1)
        self._socket = listen(host, port)
        self.port: int = self._socket.getsockname()[1]
        self._host = visitable(host)
        self._loop = asyncio.new_event_loop()
        self._loop_lock = Lock()
        self._ending = asyncio.Event()
        ready = Event()
        self._thread = Thread(target=self._run, args=(ready,), name="web", daemon=True)
        self._thread.start()
        ready.wait()

    @property
    def url(self) -> str:
        """The address to open on this machine."""
        return f"http://{self._host}:{self.port}/"

    @property
    def wants_table(self) -> bool:
        """Return whether a page is open or loading."""
        return super().wants_table or bool(self._glances)

    def show_table(
        self,
        parts: Mapping[str, Any],
        hidden: Mapping[str, Any],
        seats: Mapping[int, Mapping[str, Any]],
    ) -> None:
        """Send every page the changed parts of the table; loading pages wait for them."""
        super().show_table(parts, hidden, seats)
        if self._glances:
            self._call(self._table_is_new.set)

    def deadline_s(self) -> float | None:
        """Return when a pairing request expires, so that the display removes it."""
        return self._pairing.deadline_s()

    def due(self, now_s: float) -> None:
        """End an expired pairing request, and store the waits; only the event loop may write."""
        del now_s
        self._pairing.end_old()
        waits = self._pairing.news_to_store()
        if waits is not None:
            self._store_waits(waits)
        tokens = self._pairing.tokens_to_store()
        if tokens is not None:
            self._store_tokens(tokens)

    def close(self) -> None:
        """Close all connections and release the port; may be called twice."""
        self._call(self._ending.set)
        self._thread.join(CLOSE_S + OPEN_S)

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        with self._loop_lock:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(function, *arguments)

    def _run(self, ready: Event) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve(ready))
        finally:
            ready.set()
            with self._loop_lock:
                self._loop.close()

    async def _serve(self, ready: Event) -> None:
        # One line per visit could push the log of the table out of the journal.
        WEB_LOG.setLevel(logging.WARNING)
        brief = BriefLog(self._pairing.clock)
        for log in _LOGS:
            log.addFilter(brief)
        self._loop.set_exception_handler(_tell)
        async with serve(
            self._meet,
            sock=self._socket,
            process_request=self._answer,
            create_connection=self.limits.make_connection_class(),
            server_header=None,
            compression=None,
            max_size=BYTES_AT_MOST,
            max_queue=16,
            write_limit=SEND_BUFFER_BYTES,
            open_timeout=OPEN_S,
            close_timeout=CLOSE_S,
            ping_interval=KEEPALIVE_S,
            ping_timeout=KEEPALIVE_S,
            logger=WEB_LOG,
        ):
            ready.set()
            await self._ending.wait()
            await self.limits.accept_no_more(self._socket)
        await self.limits.drop_all()
        for log in _LOGS:
            log.removeFilter(brief)

    async def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        del connection
        if request.path == FIRST_PATH and self._library is not None and not self._sessions:
            await self._let_table_be_made()
        return self._site.answer(request)

    async def _let_table_be_made(self) -> None:
        """Wait until the event loop has made the table, which it does only if a page wants it."""
        self._glances += 1
        self._table_is_new.clear()
        self._on_visit()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(GLANCE_S):
                    await self._table_is_new.wait()
        finally:
            self._glances -= 1

    def _first(self) -> tuple[str, bytes]:
        """Return what a page shows until its socket is open, one message per line."""
        messages = (to_json(self._words.message()), *self._table_for(False).values())
        return "application/x-ndjson; charset=utf-8", "\n".join(messages).encode()

    async def _meet(self, connection: ServerConnection) -> None:
        assert isinstance(connection, LimitedConnection)
        address = str(connection.remote_address[0])
        assert connection.request is not None
        headers = connection.request.headers
        is_local = self._site.is_from_here(address, headers)
        if connection.request.path.partition("?")[0] == FILES_PATH:
            await self._transfer(connection, is_local=is_local)
            return
        token, device = "", " ".join(headers.get_all("User-Agent"))[:200]
        if self._is_full(address, is_local=is_local, is_paired=False):
            token = await self._read_token(connection, address, device)
            if not token or self._is_full(address, is_local=is_local, is_paired=True):
                await connection.close(CloseCode.TRY_AGAIN_LATER, FULL)
                return
        session = Session(
            connection,
            number=next(self._numbers),
            address=address,
            is_local=is_local,
            inbox=self._inbox,
            pairing=self._pairing,
            words=self._words,
            latest=lambda: self._picture,
            table=self._table_for,
            library=self._library,
            token=token,
            device=device,
        )
        self._sessions.add(session)
        self._on_visit()  # this may be the first page, and the table is made only for pages
        try:
            await session.stay()
        finally:
            self._sessions.discard(session)

    async def _transfer(self, connection: LimitedConnection, *, is_local: bool) -> None:
        """Send or receive one file, for a page that may act."""
        if self._library is None:
            await connection.close(CloseCode.TRY_AGAIN_LATER, "no files here")
            return
        transfer = FileTransfer(
            connection,
            self._library,
            lambda token: is_local or self._pairing.knows(token),
            self._inbox.post,
        )
        await transfer.run()

    async def _read_token(self, connection: ServerConnection, address: str, device: str) -> str:
        """Return the token of a page that could connect only with one; empty if it has none.

        The page gets its sentences first, so that it can show why it was refused. The secret of the
        QR code on the box is exchanged for a token.
        """
        message = None
        with suppress(TimeoutError, ConnectionClosed):
            async with asyncio.timeout(GREET_S):
                await connection.send(to_json(self._words.message()))
                message = read_message(await connection.recv())
                if message is not None and message.kind == "scan":
                    label = label_of(address, device)
                    token = self._pairing.redeem(address, message.secret, label).token
                    if token:
                        paired = {"kind": "pairing", "state": "paired", "token": token}
                        await connection.send(to_json(paired))
                        return token
        is_known = message is not None and self._pairing.knows(message.token)
        return message.token if message is not None and is_known else ""

    def _is_full(self, address: str, *, is_local: bool, is_paired: bool) -> bool:
        """Return whether a page must wait; viewers do not count against other pages.

        The network with the most viewers gives up one for a network with fewer, but only if it
        still has at least as many afterwards; else both would replace each other for ever.
        """
        kind = (is_local, is_local or is_paired)
        alike = [each for each in self._sessions if (each.is_local, each.may_act()) == kind]
        crowd = Counter(each.network for each in alike)
        own = crowd[network_of(address)]
        if own >= PAGES_PER_ADDRESS or len(alike) < PAGES_AT_MOST:
            return own >= PAGES_PER_ADDRESS
        network, most = crowd.most_common(1)[0]
        if kind != (False, False) or most < own + 2:
            return True
        oldest = min(
            (each for each in alike if each.network == network), key=lambda each: each.number
        )
        self._sessions.discard(oldest)
        leaving = asyncio.create_task(oldest.make_room())
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)
        return False


def _tell(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error in a task that nothing awaits."""
    WEB_LOG.error(context["message"], exc_info=context.get("exception"))
