"""The same box in this process: it gets the same inputs, and says what the display must show."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware_py.app.interrupted import go_on
from firmware_py.app.loop import App
from firmware_py.club.batch import verify
from firmware_py.club.identity import Identity
from firmware_py.core.picture import Picture
from firmware_py.panels.base import Panel
from firmware_py.screens.home import home
from firmware_py.screens.system.notices import Fault, Saver
from firmware_py.storage.database import mark_closed
from firmware_py.storage.event_log import SIGNED, message_of
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import FILE_NAME
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.system.wifi import Wifi
from firmware_py.ui.services import Services
from hardware.display.frame import BLANK, Frame
from hardware.events import Control, Event, Held, Inbox, Pressed, Turned

Row = tuple[int, int, str, str]
"""An event as it is stored: match, number, who, text."""


def read_rows(database: Path) -> list[Row]:
    """Return every event; random draws for it do not matter, nor which key signed an end."""
    with closing(sqlite3.connect(database)) as db:
        rows = db.execute(
            "SELECT match, number, who, text, kind, hash FROM events ORDER BY match, number"
        )
        found: list[Row] = []
        before = b""
        for match, number, who, text, kind, digest in rows:
            if kind == SIGNED:
                key, signature = text.split()
                good = verify(key, signature, message_of(before))
                shown = "signed" if good else f"badly signed: {text}"
            else:
                shown = re.sub(r"\nseed \d+\n", "\nseed -\n", text)
            found.append((match, number, who, shown))
            before = digest
        return found


class Twin(Panel):
    """A box without hardware on a data directory of its own."""

    def __init__(self, folder: Path, database: bytes = b"") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if database:
            (folder / FILE_NAME).write_bytes(database)
            # Of a box that runs: the file says that it is open, and its log is folded in here.
            with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as db:
                mark_closed(db)
        self.picture = Picture(BLANK)
        self.sticks: list[Path] = []
        self._now_s = 1000.0
        self._store, report = open_or_recover(folder)
        identity = Identity(folder)
        identity.make()
        self._store.sign = identity.sign
        queue = WriteQueue(self._store)
        queue.report = report
        services = Services(
            queue,
            Settings(queue),
            time=lambda: self._now_s,
            draw_seed=lambda: 1,
            has_power_switch=True,
            find_sticks=lambda: self.sticks,
        )
        # As the service has it, and without a radio, like the machine.
        services.wifi = Wifi(
            folder, folder / "wishes", folder, folder / "radios", clock=services.time
        )
        self.app = App(services, Inbox(), [self], home, Fault, Saver)
        self.frames: frozenset[Frame] = frozenset()
        """What the display may show from the last input on: pages may turn by themselves."""
        self.app.paint()
        go_on(self.app)
        self.app.step(0.0)  # what was found in the data is shown now
        self._look()

    def show_at_start(self, tell: Callable[[App], None]) -> None:
        """Show a message at the start."""
        tell(self.app)
        self._look()

    # --- a panel ---

    def show(self, picture: Picture) -> None:
        """Keep the picture."""
        self.picture = picture

    def close(self) -> None:
        """Put the box away."""
        self._store.close()

    # --- hands ---

    def turn(self, steps: int) -> None:
        """Turn the knob by one detent."""
        self._feed(Turned(steps, at_s=self._now_s))

    def press(self, control: str) -> None:
        """Press a button."""
        self._feed(Pressed(Control(control)))

    def hold(self, control: str) -> None:
        """Hold a button."""
        self._feed(Held(Control(control), 0.5))
        self._feed(Held(Control(control), 1.0))

    def wait_for_work(self, limit_s: float = 60.0) -> None:
        """Wait until what goes on in the background is done, and show what came of it."""
        until_s = time.monotonic() + limit_s
        while getattr(self.app.top, "after", self) is None and time.monotonic() < until_s:
            time.sleep(0.05)
        self._look()

    def _feed(self, event: Event) -> None:
        self._now_s += 0.5
        self.app.feed(event)
        self._look()

    def _look(self) -> None:
        """Let time pass until the picture rests, and keep what there was to see."""
        self.app.paint()
        seen = {self.picture.frame}
        while self._turns_pages and (due_s := self.app.top.deadline_s(self._now_s)) is not None:
            self._now_s = due_s
            self.app.paint()
            seen.add(self.picture.frame)
        self.frames = frozenset(seen)

    @property
    def _turns_pages(self) -> bool:
        """Whether the screen tells hands what to do, page after page."""
        return getattr(self.app.top, "work", None) is not None

    # --- eyes ---

    @property
    def frame(self) -> Frame:
        """What the display must show once it rests."""
        return self.picture.frame

    @property
    def text(self) -> tuple[str, ...]:
        """The same in words."""
        return self.picture.text

    @property
    def top(self) -> Any:
        """The screen people see."""
        return self.app.top

    @property
    def top_name(self) -> str:
        """The kind of screen people see."""
        return type(self.app.top).__name__

    @property
    def rows(self) -> list[Row]:
        """What is stored."""
        return read_rows(self._store.path)

    @property
    def match(self) -> Any:
        """The match on the table, or None."""
        table = self.app.services.table
        return None if table is None else table.match
