"""The connection of one web page, which may act if it is paired or on this machine."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from firmware_py.core.picture import Picture
from firmware_py.panels.web.connection import WEB_LOG, Connection, RateLimit
from firmware_py.panels.web.messages import ANYBODY, READ, PageMessage, read_message, to_json
from firmware_py.panels.web.page_backend import PageBackend
from firmware_py.system.backoff import network_of
from firmware_py.system.pairing import Pairing, Stage, label_of
from firmware_py.version import __version__
from hardware.display.frame import Frame
from hardware.events import Control, Edge, Held, Inbox, Lost, PageRequest, Tapped, Turned

MESSAGES_PER_S = 60.0
MESSAGES_AT_ONCE = 120.0
STALLED_S = 10.0
REPLIES_AT_MOST = 8
FULL = "too many pages are open"
REQUESTS_PER_S = 4.0
REQUESTS_AT_ONCE = 20.0
"""How often a viewer may send requests to the event loop."""


@dataclass(frozen=True, slots=True)
class PageWords:
    """The page's own sentences, and the language they are in."""

    language: str
    sentences: Mapping[str, str]

    def message(self) -> dict[str, object]:
        """Return the message for the page."""
        return {
            "kind": "words",
            "version": __version__,
            "lang": self.language,
            "words": dict(self.sentences),
        }


class Session:
    """Reads the messages of one page and sends it changes, in the web panel's thread.

    It always sends the latest picture: a slow page skips pictures, and one that accepts nothing for
    ten seconds is dropped.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        number: int,
        address: str,
        is_local: bool,
        inbox: Inbox,
        pairing: Pairing,
        words: PageWords,
        latest: Callable[[], Picture],
        table: Callable[[bool, int | None], Mapping[str, str]] = lambda _may_act, _seat: {},
        library: PageBackend | None = None,
        token: str = "",
        device: str = "",
    ) -> None:
        self.address = address
        self.network = network_of(address)
        self.is_local = is_local
        self.number = number
        self.source = f"web-{number}"
        self._connection = connection
        self._inbox = inbox
        self._pairing = pairing
        self._clock = pairing.clock
        self._latest = latest
        self._table = table
        self._library = library
        self._to_read: deque[tuple[str, str]] = deque(maxlen=REPLIES_AT_MOST)
        self._reading: asyncio.Task[None] | None = None
        self._token = token
        self._device = device
        self._asked: int | None = None
        """The number of this page's pairing request, while it waits."""
        self._seat: int | None = None
        """The seat whose hand this page shows."""
        self._down: set[Control] = set()
        self._messages = RateLimit.full(MESSAGES_AT_ONCE, MESSAGES_PER_S, self._clock())
        self._requests = RateLimit.full(REQUESTS_AT_ONCE, REQUESTS_PER_S, self._clock())
        self._news = asyncio.Event()
        self._replies: deque[str] = deque(maxlen=REPLIES_AT_MOST)
        self._sent_frame: Frame | None = None
        self._sent_text: tuple[str, ...] | None = None
        self._sent_may_act: bool | None = None
        self._sent_parts: dict[str, str] = {}
        self.tell_words(words)

    def may_act(self) -> bool:
        """Return whether the input of this page counts and it may see secrets."""
        return self.is_local or (bool(self._token) and self._pairing.knows(self._token))

    def wake(self) -> None:
        """Send what changed."""
        self._news.set()

    def take_seat(self, seat: int | None) -> None:
        """Show the table as a seat sees it from now on; None: as everybody sees it."""
        if seat != self._seat:
            self._seat = seat
            self._reply({"kind": "seat", "seat": seat})

    def tell_words(self, words: PageWords) -> None:
        """Send the page's own sentences."""
        self._words = words
        self._reply(words.message())

    async def make_room(self) -> None:
        """Close the connection so that the page tries again later."""
        await self._connection.close(CloseCode.TRY_AGAIN_LATER, FULL)

    def call_time(self) -> None:
        """Let the page play the sound for "time is up"."""
        self._reply({"kind": "time"})

    def sound(self, of: str) -> None:
        """Let the page play the sound for a turn or the end."""
        self._reply({"kind": "sound", "of": of})

    def tell_answer(self, message: str) -> None:
        """Send the page the reply to its request."""
        self._replies.append(message)
        self._news.set()

    async def stay(self) -> None:
        """Serve the page until it leaves."""
        sender = asyncio.create_task(self._keep_up_to_date())
        try:
            with contextlib.suppress(ConnectionClosed):
                async for data in self._connection:
                    why_not = self._hear(data)
                    if why_not:
                        await self._connection.close(CloseCode.POLICY_VIOLATION, why_not)
        finally:
            sender.cancel()
            if self._reading is not None:
                self._reading.cancel()
            if self._down:
                self._let_go()

    def _hear(self, data: str | bytes) -> str:
        """Process a message; return why the connection must be closed, or ""."""
        if not self._messages.take(self._clock()):
            return "too many messages"
        message = read_message(data)
        if message is None:
            return "unreadable message"
        try:
            self._act_on(message)
        except Exception as error:  # noqa: BLE001 - one page failed, and the others go on
            self._fail(message.what, error)
        return ""

    def _fail(self, what: str, error: Exception | None = None) -> None:
        """Report to the page that its request failed, and log the exception, if any."""
        if error is not None:
            WEB_LOG.error("a page failed", exc_info=error)
        value = {"error": self._words.sentences["failed"]}
        self._reply({"kind": "got", "what": what, "value": value})

    def _act_on(self, message: PageMessage) -> None:
        match message.kind:
            case "pair" | "code" | "scan":
                self._reply({"kind": "pairing", **self._pair(message)})
            case "token":
                self._token = message.token
                if message.token and not self.may_act():
                    self._reply({"kind": "pairing", "state": "unknown"})
            case "ask":
                self._reply({"kind": "here"})
            case "want":
                self._want(message.what, message.text)
            case _ if self.may_act():
                self._use_controls(message)
            case _:
                self._sent_may_act = None  # the page is out of date: send it again
        self._news.set()

    def _want(self, what: str, text: str) -> None:
        """Pass a request on, if this page may send it now."""
        may_act = self.may_act()
        if not may_act and what not in ANYBODY:
            self._sent_may_act = None  # the page is out of date: send it again
            self._fail(what)
        elif not may_act and not self._requests.take(self._clock()):
            self._fail(what)
        elif what in READ:
            self._read(what, text)
        else:
            self._inbox.post(PageRequest(what, text, self.source, may_act))

    def _use_controls(self, message: PageMessage) -> None:
        control = message.control
        match message.kind:
            case "tap":
                self._inbox.post(Tapped(message.code, self.source))
            case "hold":
                self._inbox.post(Held(control, 1.0, self.source))
            case "edge":
                self._move(control, message.down)
            case "cancel" if control in self._down:
                self._let_go()
            case "turn":
                self._inbox.post(Turned(message.steps, self.source, self._clock()))

    def _read(self, what: str, text: str) -> None:
        """Answer a query outside the event loop, one after the other."""
        if self._library is None:
            self._fail(what)
            return
        self._to_read.append((what, text))
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._look_up(self._library))

    async def _look_up(self, library: PageBackend) -> None:
        while self._to_read:
            what, text = self._to_read.popleft()
            try:
                value = await asyncio.to_thread(library.read, what, text)
                self._reply({"kind": "got", "what": what, "value": value})
            except Exception as error:  # noqa: BLE001 - reported to the page
                self._fail(what, error)

    def _move(self, control: Control, down: bool) -> None:
        if down == (control in self._down):
            return
        (self._down.add if down else self._down.discard)(control)
        self._inbox.post(Edge(control, down, self._clock(), self.source))

    def _let_go(self) -> None:
        """Cancel the presses in progress of this page."""
        self._inbox.post(Lost(self.source, "let go"))
        for control in sorted(self._down):
            self._inbox.post(Edge(control, False, self._clock(), self.source))
        self._down.clear()

    def _pair(self, message: PageMessage) -> dict[str, object]:
        label = label_of(self.address, self._device)
        match message.kind:
            case "pair":
                result = self._pairing.ask(self.address)
            case "code":
                result = self._pairing.enter(self.address, message.code, label)
            case _:
                result = self._pairing.redeem(self.address, message.secret, label)
        answer: dict[str, object] = {"state": result.state}
        match result.state:
            case "asked":
                self._asked = result.number
                answer["life_s"] = round(result.seconds)
            case "paired":
                self._token, self._asked = result.token, None
                answer["token"] = result.token
            case "wrong" | "wait":
                answer["wait_s"] = round(result.seconds, 1)
                if result.state == "wrong" and result.seconds:
                    self._asked = None
        return answer

    def _send_pairing_end(self) -> None:
        """Send the page the result of its pairing request, if that has ended."""
        if self._asked is None:
            return
        stage = self._pairing.stage_of(self._asked)
        if stage not in (Stage.ASKED, Stage.SHOWN):
            self._asked = None
            state = "refused" if stage is Stage.REFUSED else "ended"
            self._reply({"kind": "pairing", "state": state})

    def _reply(self, value: Mapping[str, Any]) -> None:
        self._replies.append(to_json(value))
        self._news.set()

    async def _keep_up_to_date(self) -> None:
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                async with asyncio.timeout(STALLED_S):
                    await self._send_news()
        except ConnectionClosed:
            return
        except TimeoutError:
            self._connection.abort()
        except Exception as error:  # noqa: BLE001 - the page connects again
            WEB_LOG.error("a page cannot be updated", exc_info=error)
            self._connection.abort()

    async def _send_news(self) -> None:
        """Send what changed, and the replies last, after the state they are about."""
        self._send_pairing_end()
        # A reply that arrives during the sending may be about a newer state: it waits.
        replies = list(self._replies)
        self._replies.clear()
        may_act = self._connection.is_paired = self.may_act()
        if may_act != self._sent_may_act:
            self._sent_may_act = may_act
            await self._connection.send(to_json({"kind": "state", "may_act": may_act}))
        picture = self._latest()
        sees_display = may_act and self._seat is None
        frame, text = (picture.frame, picture.text) if sees_display else picture.for_viewers()
        if frame != self._sent_frame:
            self._sent_frame = frame
            await self._connection.send(frame)
        if text != self._sent_text:
            self._sent_text = text
            await self._connection.send(to_json({"kind": "text", "lines": text}))
        # A part is one object for all pages, so identity shows whether it is new.
        table = self._table(may_act, self._seat)
        for name in self._sent_parts.keys() - table.keys():
            del self._sent_parts[name]
            await self._connection.send(to_json({"kind": "part", "part": name, "value": None}))
        for name, part in table.items():
            if self._sent_parts.get(name) is not part:
                self._sent_parts[name] = part
                await self._connection.send(part)
        for reply in replies:
            await self._connection.send(reply)
