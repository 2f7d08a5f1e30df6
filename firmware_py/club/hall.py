"""The hall page: all tables of a club, live, and each as viewers of its box see it.

    archive --show--> what each box shows, kept as messages --> a session for each page

A page at `/` gets the list of tables, one at `/?table=KEY` the page of that box as a viewer; both
are the files and the protocol of the box's own page. Boxes join at `/join` (`membership`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from engines.unicode import read_json
from firmware_py.club.archive import Member
from firmware_py.club.identity import Identity
from firmware_py.club.membership import JOIN_PATH, MESSAGE_LIMIT
from firmware_py.club.pairings import hall_evenings, read_pairings
from firmware_py.club.setup import ClubConfig
from firmware_py.club.wire import PAIRINGS
from firmware_py.core.language import translator
from firmware_py.core.picture import Picture
from firmware_py.panels.web.address import SEND_BUFFER_BYTES, listen, visitable
from firmware_py.panels.web.connection import WEB_LOG
from firmware_py.panels.web.connection_limits import ConnectionLimits, LimitedConnection
from firmware_py.panels.web.http import Site, own_names
from firmware_py.panels.web.messages import BYTES_AT_MOST, TableMessages, to_json
from firmware_py.panels.web.page_words import PAGE
from firmware_py.panels.web.session import PageWords, Session
from firmware_py.system.pairing import Pairing
from hardware.display.frame import BLANK
from hardware.events import Inbox

TABLE_LIMIT = 512 * 1024
"""Bytes that a box may show."""
PAGES_AT_MOST = 200
LISTED = ("head", "seats")
"""The parts of a table that the list of tables shows, besides its picture."""

Join = Callable[[bytes], bytes | None]
"""Answers a box that wants to join; None without a fitting code."""


class NoEvents(Inbox):
    """An inbox that nobody reads: pages of the hall only look."""

    def post(self, event: object) -> None:
        """Drop an event."""


class HallTable:
    """What one box shows."""

    def __init__(self, member: Member) -> None:
        self.member = member
        self.parts: dict[str, Any] = {}
        self.is_alive = False
        self.messages = TableMessages(sends_removed=True)

    def take(self, leaf: str, content: bytes) -> bool:
        """Take what the box sent; return whether it is news."""
        if leaf == "alive":
            news, self.is_alive = self.is_alive != bool(content), bool(content)
            return news
        if len(content) > TABLE_LIMIT:
            return False
        try:
            found = read_json(content) if content else {}
        except (ValueError, RecursionError):
            return False
        if leaf == "clocks":
            self.parts = {**self.parts, "clocks": found}
        elif isinstance(found, dict):
            kept = {"clocks": self.parts.get("clocks")}
            self.parts = {"screen": "play", **found, **kept} if "head" in found else kept
        return self.messages.take(self.parts)

    def listed(self) -> dict[str, Any]:
        """Return the table as the list has it."""
        shown = {name: self.parts.get(name) for name in (*LISTED, "clocks", "picture")}
        return {
            "kind": "table", "box": self.member.box, "name": self.member.name,
            "alive": self.is_alive, **shown,
        }  # fmt: skip

    @property
    def is_playing(self) -> bool:
        """Return whether a match runs on this table."""
        head = self.parts.get("head")
        return self.is_alive and isinstance(head, dict) and bool(head.get("playing"))


class Hall:
    """Serves the pages in a thread of its own."""

    def __init__(self, config: ClubConfig, *, clock: Callable[[], float], join: Join) -> None:
        self._config = config
        self._join = join
        self._tables: dict[str, HallTable] = {}
        self._translate = translator(config.language)
        self._key = Identity(config.folder).public_key or ""
        self._evenings: dict[str, Any] = {"kind": "evenings", "evenings": []}
        sentences = {key: self._translate(text) for key, text in PAGE.items()}
        self._words = PageWords(config.language, sentences)
        self._site = Site(own_names(), first=self._first)
        self.limits = ConnectionLimits(self._site.is_local)
        self._pairing = Pairing(clock=clock)
        self._sessions: dict[Session, str] = {}
        self._lists: set[_ListOfTables] = set()
        self._socket = listen(config.hall_host, config.hall_port)
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://{visitable(config.hall_host)}:{self.port}/"
        self._loop = asyncio.new_event_loop()
        self._ending = asyncio.Event()
        ready = Event()
        self._thread = Thread(target=self._run, args=(ready,), name="hall", daemon=True)
        self._thread.start()
        ready.wait()

    def show(self, box: str, leaf: str, content: bytes) -> None:
        """Show what a box or the archive sent; called by the thread of the archive."""
        if leaf == PAIRINGS:
            self._show_evenings(content)
            return
        if box not in self._tables:
            archive = self._config.open_archive()
            known = {each.box: each for each in archive.members() if each.left_at is None}
            archive.close()
            if box not in known:
                return
            self._tables = {**self._tables, box: HallTable(known[box])}
        if self._tables[box].take(leaf, content):
            self._loop.call_soon_threadsafe(self._wake, box)

    def _show_evenings(self, content: bytes) -> None:
        try:
            found = read_pairings(content, self._key)
        except ValueError:  # only the archive may write there
            return
        shown = {"kind": "evenings", "evenings": hall_evenings(found, self._translate)}
        if shown != self._evenings:
            self._evenings = shown
            self._loop.call_soon_threadsafe(self._wake, "")

    def close(self) -> None:
        """Say goodbye to the pages and free the port."""
        self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join(5)

    def _wake(self, box: str) -> None:
        for session, of in self._sessions.items():
            if of == box:
                session.wake()
        for each in self._lists:
            each.wake(box)

    def _run(self, ready: Event) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve(ready))
        finally:
            ready.set()
            self._loop.close()

    async def _serve(self, ready: Event) -> None:
        WEB_LOG.setLevel(logging.WARNING)
        async with serve(
            self._meet,
            sock=self._socket,
            process_request=self._answer,
            create_connection=self.limits.make_connection_class(),
            server_header=None,
            compression=None,
            max_size=MESSAGE_LIMIT,
            max_queue=16,
            write_limit=SEND_BUFFER_BYTES,
            logger=WEB_LOG,
        ):
            ready.set()
            await self._ending.wait()
            await self.limits.accept_no_more(self._socket)

    async def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        del connection
        path, _, query = request.path.partition("?")
        if path == JOIN_PATH:
            return None
        if path == "/" and not query.startswith("table="):
            request.path = "/hall.html"
        return self._site.answer(request)

    async def _meet(self, connection: ServerConnection) -> None:
        assert isinstance(connection, LimitedConnection)
        assert connection.request is not None
        path = urlsplit(connection.request.path)
        if path.path == JOIN_PATH:
            await self._let_join(connection)
            return
        connection.protocol.max_message_size = BYTES_AT_MOST
        if len(self._sessions) + len(self._lists) >= PAGES_AT_MOST:
            await connection.close(1013, "full")
            return
        box = parse_qs(path.query).get("table", [""])[0]
        if box:
            await self._show_one(connection, box)
            return
        hello = (
            self._words.message(),
            {"kind": "club", "name": self._config.name, "rests": self._config.rest_while_playing},
        )
        rests = self._config.rest_while_playing
        page = _ListOfTables(
            connection, lambda: self._tables, lambda: self._evenings, hello, rests=rests
        )
        self._lists.add(page)
        try:
            await page.stay()
        finally:
            self._lists.discard(page)

    async def _show_one(self, connection: LimitedConnection, box: str) -> None:
        session = Session(
            connection,
            number=0,
            address=str(connection.remote_address[0]),
            is_local=False,
            inbox=NoEvents(),
            pairing=self._pairing,
            words=self._words,
            latest=lambda: Picture(BLANK),
            table=lambda _may_act, _seat: self._messages(box),
        )
        self._sessions[session] = box
        try:
            await session.stay()
        finally:
            del self._sessions[session]

    def _first(self) -> tuple[str, bytes]:
        """Return the words of a page; the table comes with its socket."""
        return "application/x-ndjson; charset=utf-8", to_json(self._words.message()).encode()

    def _messages(self, box: str) -> Mapping[str, str]:
        table = self._tables.get(box)
        return {} if table is None else table.messages.messages

    async def _let_join(self, connection: LimitedConnection) -> None:
        try:
            async with asyncio.timeout(10):
                asked = await connection.recv()
            if isinstance(asked, bytes):
                answer = await asyncio.to_thread(self._join, asked)
                if answer is not None:
                    await connection.send(answer)
        except (TimeoutError, ConnectionClosed):
            pass
        await connection.close()


class _ListOfTables:
    """A page that shows all tables."""

    def __init__(
        self,
        connection: LimitedConnection,
        tables: Callable[[], Mapping[str, HallTable]],
        evenings: Callable[[], Mapping[str, Any]],
        hello: Iterable[Mapping[str, Any]],
        *,
        rests: bool,
    ) -> None:
        self._connection = connection
        self._tables = tables
        self._evenings = evenings
        self._hello = hello
        self._rests = rests
        self._plays_at: str | None = None
        """The table at which its reader plays; "" for one who only watches."""
        self._news: set[str] = {"", *tables()}
        self._is_asked = False
        self._has_news = asyncio.Event()
        self._has_news.set()

    def wake(self, box: str) -> None:
        """Send a table again; "" for the evenings."""
        self._news.add(box)
        self._has_news.set()

    async def stay(self) -> None:
        """Serve the page until it leaves."""
        sender = asyncio.create_task(self._send())
        try:
            async for data in self._connection:
                self._hear(data)
        except ConnectionClosed:
            pass
        finally:
            sender.cancel()

    def _hear(self, data: str | bytes) -> None:
        try:
            message = read_json(data)
            if message["kind"] == "ask":
                self._is_asked = True
                self._has_news.set()
            elif message["kind"] == "plays_at":
                self._plays_at = str(message["box"])
                self._news |= set(self._tables())
                self._has_news.set()
        except (ValueError, TypeError, LookupError, RecursionError):
            return

    async def _send(self) -> None:
        try:
            for each in self._hello:
                await self._connection.send(to_json(each))
            while True:
                await self._has_news.wait()
                self._has_news.clear()
                if self._is_asked:
                    self._is_asked = False
                    await self._connection.send(to_json({"kind": "here"}))
                news, self._news = self._news, set()
                tables = self._tables()
                if self._plays_at in news and self._rests:
                    news = set(tables)  # the end of a match shows the others again
                for box in sorted(news):
                    shown = self._seen(tables, box) if box else self._evenings()
                    await self._connection.send(to_json(shown))
        except ConnectionClosed:
            return

    def _seen(self, tables: Mapping[str, HallTable], box: str) -> dict[str, Any]:
        """Return a table; nothing of another one while its reader plays, if the club wants so."""
        listed = tables[box].listed()
        own = tables.get(self._plays_at or "")
        is_hidden = self._plays_at is None or (
            own is not None and own.is_playing and box != self._plays_at
        )
        if self._rests and is_hidden:
            listed |= dict.fromkeys((*LISTED, "clocks", "picture"))
            listed["rests"] = True
        return listed
