"""The whole box in a browser tab: one thread, and no process, socket or file outside the browser.

    page <--port--> TabPanel <--> the event loop, a task <--> Store: files that the browser keeps
                                     |
                                     +-- messages --> a second worker of the browser, which thinks

What other panels have threads for runs in slices of the browser's loop. Signed matches, updates,
Wi-Fi and the serial port are not there.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Protocol

from engines import catalog
from firmware_py.app.interrupted import TableNote, go_on
from firmware_py.app.loop import App
from firmware_py.app.page_queries import PageQueries
from firmware_py.app.run import draw_seed
from firmware_py.games import ui_of
from firmware_py.match.engine_process import Said, StopThinking, ThinkRequest
from firmware_py.match.engine_process.client import Thinker
from firmware_py.match.engine_process.worker import Worker, pace
from firmware_py.panels.tab import PortConnection, TabPanel
from firmware_py.screens.home import home
from firmware_py.screens.system.notices import Fault, Saver
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.settings import Settings
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.system.pairing import Pairing
from firmware_py.ui.services import Services
from hardware.events import Event, Inbox, Tick

MEMORY_MB = 100


class OtherWorker(Protocol):
    """The worker of the browser that thinks."""

    def post(self, message: bytes) -> None:
        """Send it a message."""

    def close(self) -> None:
        """End it."""


StartWorker = Callable[[Callable[[bytes], None]], OtherWorker]


class TabEngine:
    """The engine process, as a second worker of the browser; see `EngineWorker`."""

    pid = 0

    def __init__(self, start: StartWorker, post: Callable[[Said], None]) -> None:
        # It is our own program that answers.
        self._worker = start(lambda message: post(pickle.loads(message)))  # noqa: S301

    def send(self, what: ThinkRequest | StopThinking) -> None:
        """Send an order."""
        self._worker.post(pickle.dumps(what))

    def close(self) -> None:
        """End the worker."""
        self._worker.close()


class TabThinker:
    """The other end of it: answers the orders of the box, one after the other.

    `rest` lets the messages in that have come meanwhile; where that is not possible while a player
    thinks, an order to stop comes late.
    """

    def __init__(self, post: Callable[[bytes], None], rest: Callable[[], None]) -> None:
        self._post = post
        self._rest = rest
        self._worker = Worker(None, self, MEMORY_MB, pace())
        self._orders: list[ThinkRequest] = []
        self._is_thinking = False

    def hear(self, message: bytes) -> None:
        """Carry out an order, after those before it."""
        what: ThinkRequest | StopThinking = pickle.loads(message)  # noqa: S301 - from the box
        if isinstance(what, StopThinking):
            self._worker.stop(what)
            return
        self._orders.append(what)
        if self._is_thinking:
            return
        self._is_thinking = True
        while self._orders:
            self._worker.answer(self._orders.pop(0))
        self._is_thinking = False

    def write(self, message: bytes) -> None:
        """Send a message to the box."""
        self._post(bytes(message))

    def flush(self) -> None:
        """Let messages in."""
        self._rest()


class TabInbox(Inbox):
    """An inbox that wakes a task."""

    def __init__(self) -> None:
        super().__init__()
        self.news = asyncio.Event()

    def post(self, event: Event) -> None:
        """Add an event at the end."""
        super().post(event)
        self.news.set()


class _Queries(PageQueries):
    """Page queries after which the browser keeps the files: they may be those of a person."""

    def __init__(self, data: Path, language: Callable[[], str], keep: Callable[[], None]) -> None:
        super().__init__(data, language)
        self._keep = keep

    def read(self, what: str, text: str) -> Any:
        """Return the result, or the error in words."""
        found = super().read(what, text)
        self._keep()
        return found


class _Saving(AbstractContextManager[None]):
    """Calls a function after each save."""

    def __init__(self, then: Callable[[], None]) -> None:
        self._then = then

    def __exit__(self, *_: object) -> None:
        self._then()


class TabBox:
    """The box over a folder; `keep` makes the browser keep what was written to it.

    Make it inside of a running loop; it runs until somebody quits.
    """

    def __init__(self, data: Path, start: StartWorker, keep: Callable[[], None]) -> None:
        self._inbox = TabInbox()
        store, report = open_or_recover(data)
        self._queue = queue = WriteQueue(store)
        queue.report = report
        queue.saving = _Saving(keep)
        settings = Settings(queue)
        self.services = services = Services(
            queue,
            settings,
            time=time.monotonic,
            draw_seed=draw_seed,
            find_sticks=lambda: (),
            facts={"Python": sys.version.split()[0], "data": "in this browser"},
            thinker=Thinker(MEMORY_MB, start=lambda _mb, post: TabEngine(start, post)),
            reviews=True,
        )
        services.pairing = Pairing(clock=services.time)
        queries = _Queries(data, lambda: services.settings["language"], keep)
        self._panel = TabPanel(self._inbox, services.pairing, queries, self._look, keep)
        self.app = App(services, self._inbox, [self._panel], home, Fault, Saver)
        self._keep = keep
        self.ended = asyncio.create_task(self._run())

    def meet(
        self, path: str, send: Callable[[Any], None], leave: Callable[[int], None]
    ) -> PortConnection:
        """Serve a port of the page."""
        return self._panel.meet(path, send, leave)

    def _look(self) -> None:
        """Let the loop draw the table for a page that has come."""
        self._inbox.post(Tick(self.services.time()))

    async def _run(self) -> None:
        app, inbox = self.app, self._inbox
        app.paint()
        go_on(app)
        loading = asyncio.create_task(self._load_games())
        note = TableNote(app)
        while app.result is None:
            note.update()
            due_s = app.due_s()
            if not inbox.waiting():
                inbox.news.clear()
                left_s = None if due_s is None else max(0.0, due_s - self.services.time())
                with suppress(TimeoutError):
                    await asyncio.wait_for(inbox.news.wait(), left_s)
            await asyncio.sleep(0)  # pages read between two events
            app.step(0.0)
        loading.cancel()
        app.leave_match()
        self.services.thinker.close()
        await self._panel.end()
        self._queue.store.close()
        self._keep()

    @staticmethod
    async def _load_games() -> None:
        """Load the games step by step between events, so that nobody has to wait for one later."""
        for game in catalog.GAMES:
            for load in (catalog.load, ui_of):
                load(game)
                await asyncio.sleep(0)
