"""A whole box with its loop in a thread of its own, for pages that look at it and act."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from engines import catalog
from firmware_py.app.loop import App
from firmware_py.app.run import _surroundings
from firmware_py.core.config import Config
from firmware_py.match.table_match import begin_match
from firmware_py.match.taps import part_code
from firmware_py.panels.kinds import PANELS
from firmware_py.panels.web.panel import WebPanel
from firmware_py.screens.home import home
from firmware_py.screens.play.play import Play
from firmware_py.screens.system.notices import Fault, Saver
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.ui.navigation import GoHome, GoToMatch
from firmware_py.ui.services import Services
from hardware.events import Inbox, Stopped, Tick

T = TypeVar("T")
PATIENCE_S = 20.0


class LiveBox:
    """The box as the service runs it, but for its panel: a page alone."""

    def __init__(self, folder: Path, *, is_local: bool = True, port: int = 0) -> None:
        self._folder = folder
        self._port = port
        self._ready = threading.Event()
        self._jobs: list[Callable[[], None]] = []
        self._is_local = is_local
        self.inbox = Inbox()
        self._thread = threading.Thread(target=self._run, name="box", daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)

    def _run(self) -> None:
        store = Store(self._folder)
        queue = WriteQueue(store)
        settings = Settings(queue)
        if not settings.is_set("language"):
            settings.put("language", "en")
        self.services = Services(queue, settings, time=time.monotonic, draw_seed=lambda: 42)
        config = Config()
        config = config._replace(web=config.web._replace(port=self._port))
        around = _surroundings(config, self.services, self.inbox)._replace(say=lambda _: None)
        panel = PANELS["web"](around)
        assert isinstance(panel, WebPanel)
        self.panel = panel
        if not self._is_local:
            everybody = panel._site  # noqa: SLF001 - a page of this machine counts as a viewer
            object.__setattr__(everybody, "is_local", lambda _address: False)
        self.app = App(self.services, self.inbox, [panel], home, Fault, Saver)
        self._ready.set()
        self.app.run(self._work)
        panel.close()
        store.close()

    def _work(self) -> None:
        while self._jobs:
            self._jobs.pop(0)()

    @property
    def url(self) -> str:
        return self.panel.url

    def do(self, job: Callable[[], T]) -> T:
        """Do something in the thread of the loop, and return what came of it.

        The loop paints anyway when it has dealt with the tick that calls it.
        """
        done = threading.Event()
        found: list[Any] = []

        def work() -> None:
            try:
                found.append(job())
            finally:
                done.set()

        self._jobs.append(work)
        self.inbox.post(Tick(time.monotonic()))
        assert done.wait(PATIENCE_S), "the loop did not get to it"
        return found[0]  # type: ignore[no-any-return]  # it is what the job returned

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so in the loop."""
        ends = time.monotonic() + PATIENCE_S
        while not self.do(is_so):
            assert time.monotonic() < ends, "it never came to pass"
            time.sleep(0.02)

    def begin(
        self,
        game: str,
        seed: int = 5,
        *,
        names: tuple[str, ...] = ("Anna", "Ben"),
        given: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        """Put a match on the table, laid and ready."""

        def start() -> None:
            engine = catalog.load(game)
            entered = (
                next((each.given for each in engine.beginnings()), {}) if given is None else given
            )
            started = catalog.begin(
                engine, seats=len(names), seed=seed, first=0, options=options, given=dict(entered)
            )
            self.services.table = begin_match(
                self.services.queue,
                game,
                started,
                names=names,
                timing=self.services.timing(game),
                time=self.services.time,
            )
            self.app.follow(GoToMatch())
            self.app.paint()

        self.do(start)

    def show_match(self) -> None:
        """Open the screen of the match on the table anew."""

        def show() -> None:
            self.app.follow(GoToMatch())
            self.app.paint()

        self.do(show)

    def go_home(self) -> None:
        """Close everything down to Home."""

        def go() -> None:
            self.app.follow(GoHome())
            self.app.paint()

        self.do(go)

    def is_option(self, code: str) -> bool:
        """Return whether a tap on a thing picks a part of a choice now."""
        top = self.app.top
        assert isinstance(top, Play)
        return code in map(part_code, top.picker.options)

    @property
    def match(self) -> Any:
        return self.services.current_table.match

    def close(self) -> None:
        self.inbox.post(Stopped())
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
