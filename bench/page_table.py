"""A box with a match on its table, and pages that send it whatever they like."""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from engines import catalog
from firmware_py.app.loop import App
from firmware_py.app.page_queries import PageQueries
from firmware_py.match.game_info import info_of
from firmware_py.panels.web.panel import WebPanel
from firmware_py.screens.home import home
from firmware_py.screens.play.play import Play
from firmware_py.screens.system.notices import Fault, Saver
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.system.pairing import Pairing
from firmware_py.ui.services import Services
from hardware.events import Control, Inbox, Pressed, Tapped

PATIENCE_S = 20.0
HERE = "127.0.0.1"
AT_ONCE = 18
"""Fewer than a page may send, or want, before it has to be slower."""


class NoAnswer(AssertionError):
    """A page waits for ever."""


class PageTable:
    """The event loop runs in the caller's thread, the pages in another."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        queue = WriteQueue(self.store)
        settings = Settings(queue)
        settings.put("language", "en")
        self.services = Services(queue, settings, time=time.monotonic, draw_seed=lambda: 42)
        inbox = Inbox()
        self.pairing = self.services.pairing = Pairing(clock=time.monotonic)
        library = PageQueries(folder, lambda: "en")
        self.panel = WebPanel(
            inbox, self.pairing, port=0, library=library, is_local=lambda _address: False
        )
        self.app = App(self.services, inbox, [self.panel], home, Fault, Saver)
        self._begin()
        self.screen = self.app.top
        self.token = self._pair()

    def close(self) -> None:
        """Put the box away."""
        self.panel.close()
        self.services.thinker.close()
        self.store.close()

    def _begin(self) -> None:
        """Begin a match."""
        self.app.paint()
        for label in ("New game", info_of(next(iter(catalog.GAMES))).title, "Start"):
            row = next(row for row in self.app.top.rows() if row.label == label)
            self.app.feed(Tapped(row.code))
        while not isinstance(self.app.top, Play):
            self.app.feed(Pressed(Control.KNOB))
        self.app.paint()

    def _pair(self) -> str:
        assert self.pairing.ask(HERE).state == "asked"
        self.pairing.show()
        paired = self.pairing.enter(HERE, self.pairing.code or "")
        assert paired.state == "paired"
        return paired.token

    @contextmanager
    def open(self, *, is_paired: bool = True) -> Iterator[ClientConnection]:
        """Open a page that may act, or one that may only look."""
        host = f"{HERE}:{self.panel.port}"
        with connect(
            f"ws://{host}/panel",
            origin=Origin(f"http://{host}"),
            proxy=None,
            max_size=None,
            max_queue=None,
        ) as client:
            client.send(json.dumps({"kind": "token", "token": self.token if is_paired else ""}))
            yield client

    def run(self, do: Callable[[], None]) -> None:
        """Run the box until a page, in a thread of its own, has done something."""
        failed: list[BaseException] = []

        def work() -> None:
            try:
                do()
            except BaseException as error:  # noqa: BLE001 - raised below, in the caller's thread
                failed.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        while thread.is_alive():
            self.app.step(0.02)
        while self.app.inbox.waiting():
            self.app.step(0.0)
        if failed:
            raise failed[0]

    def ask(self, client: ClientConnection, message: str, what: str) -> Any:
        """Send a message and return what is answered; None: the page was sent away."""
        with suppress(ConnectionClosed):
            client.send(message)
            if not what:
                client.send('{"kind":"ask"}')
            while True:
                data = client.recv(timeout=PATIENCE_S)
                heard = json.loads(data) if isinstance(data, str) else {}
                if (
                    heard.get("kind") == ("got" if what else "here")
                    and heard.get("what", "") == what
                ):
                    return heard
        return None

    def ask_all(self, requests: Iterable[tuple[str, str]], *, is_paired: bool) -> int:
        """Send messages one after the other; return how many were answered."""
        answered = 0
        waiting = deque(requests)
        while waiting:
            with self.open(is_paired=is_paired) as client:
                for _ in range(min(AT_ONCE, len(waiting))):
                    message, what = waiting.popleft()
                    try:
                        answer = self.ask(client, message, what)
                    except TimeoutError:
                        raise NoAnswer(f"no answer to {message[:200]}") from None
                    if answer is None:
                        break
                    answered += 1
        return answered
