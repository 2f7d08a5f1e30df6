"""A whole box for a test: real store, memory panel, and hands that press and turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engines.wording import translator
from firmware_py.app.loop import App
from firmware_py.core.picture import Picture
from firmware_py.panels.base import Panel
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import Screen
from firmware_py.ui.services import Services
from hardware.events import Control, Held, Inbox, Pressed, Turned

_MOST_ROWS = 60
DAY = 1_790_000_000
"""A day in September 2026, at noon everywhere between the Americas and Asia."""


class MemoryPanel(Panel):
    """A panel that remembers what it was shown."""

    def __init__(self) -> None:
        self.pictures: list[Picture] = []
        self.tables: list[str] = []
        """What pages were shown of the table, while `is_watched`."""
        self.is_watched = False

    @property
    def wants_table(self) -> bool:
        """Return whether a page is open."""
        return self.is_watched

    def show_table(
        self,
        parts: Mapping[str, Any],
        hidden: Mapping[str, Any],
        seats: Mapping[int, Mapping[str, Any]],
    ) -> None:
        """Keep the table."""
        self.tables.append(json.dumps([parts, hidden, *seats.values()]))

    def show(self, picture: Picture) -> None:
        """Keep the picture."""
        self.pictures.append(picture)


class Box:
    """The box on a desk: `box.turn(3)`, `box.press("knob")`, `box.hold("undo")`, `box.text`."""

    def __init__(
        self,
        folder: Path,
        language: str = "en",
        home: Callable[[Services], Screen] | None = None,
    ) -> None:
        from firmware_py.screens.home import home as usual_home
        from firmware_py.screens.system.notices import Fault, Saver

        self.home = home or usual_home
        self.now = 1000.0
        self.store = Store(folder, lambda: DAY)
        # No power is cut here, and what reads the file asks the same kernel: no need to wait for
        # the disk. tests/firmware_py/storage and tests/system/test_power_cut.py wait.
        self.store.connection.execute("PRAGMA synchronous=OFF")
        queue = WriteQueue(self.store)
        settings = Settings(queue)
        if language:
            settings.put("language", language)
        self.services = Services(queue, settings, time=lambda: self.now, draw_seed=lambda: 42)
        self.panel = MemoryPanel()
        self.unfit: dict[str, tuple[str, ...]] = {}
        """Everything that did not fit on any picture so far, with the words of that picture."""
        self.app = App(self.services, Inbox(), [self.panel], self.home, Fault, Saver)
        self.app.painter.observers.append(self._check_fit)
        self.app.paint()

    def _check_fit(self, canvas: Canvas) -> None:
        """Note what is cut or touches on a canvas."""
        for fault in canvas.check():
            self.unfit.setdefault(f"{type(self.app.top).__name__}: {fault}", canvas.reading())

    def turn(self, steps: int) -> Box:
        """Turn the knob, a detent at a time."""
        for _ in range(abs(steps)):
            self.feed(Turned(1 if steps > 0 else -1, at_s=self.now))
        return self

    def press(self, control: str = "knob") -> Box:
        """Press and let go, once presses are taken: after a turn that may be a moment later."""
        handover = getattr(self.screen, "handover", None)
        if control == "knob" and handover is not None:
            self.now = max(self.now, handover.until_s or 0.0)
        self.feed(Pressed(Control(control)))
        return self

    def hold(self, control: str) -> Box:
        """Hold until it acts."""
        self.feed(Held(Control(control), 0.5))
        self.feed(Held(Control(control), 1.0))
        return self

    def feed(self, event: Any) -> None:
        """Let something happen a moment later, and look at what is shown."""
        self.now += 0.3
        self.app.feed(event)
        self.app.paint()

    def choose(self, label: str) -> Box:
        """Turn a menu to the row that says `label`, in the box's language, and press."""
        return self.find(label).press()

    def find(self, label: str) -> Box:
        """Turn a menu to the row that says `label`, in the box's language."""
        said = self.said(label)
        self.turn_to_end(-1)
        rows = [self.chosen]
        while rows[-1].partition(": ")[0] != said:
            if len(rows) > _MOST_ROWS or not self._moves(1):
                break
            rows.append(self.chosen)
        else:
            return self
        for row, words in enumerate(rows):
            if said in words:
                return self.turn(row + 1 - len(rows))
        raise AssertionError(f"no row {said!r}; the screen says {self.text}")

    def turn_to_end(self, step: int) -> Box:
        """Turn a list until nothing moves any more: -1 to its first row, 1 to its last."""
        for _ in range(_MOST_ROWS):
            if not self._moves(step):
                break
        return self

    def _moves(self, step: int) -> bool:
        """Turn the knob, and return whether that changed the picture."""
        before = self.panel.pictures[-1].frame
        return self.turn(step).panel.pictures[-1].frame != before

    def play(self, choices: int = 1) -> None:
        """Press the knob until `count` choices are made."""
        lines = self.services.table.match.lines
        wanted = len(lines) + choices
        for _ in range(20 * choices):
            if len(lines) >= wanted:
                return
            self.press()
        raise AssertionError(f"no choice was made; the screen says {self.text}")

    def think(self) -> Box:
        """Wait until nobody thinks any more, as the loop does."""
        while self.services.thinker.is_busy:
            self.app.step(10.0)
        return self

    def said(self, english: str) -> str:
        """Return a text in the box's language: the application's words, or the games'."""
        said = self.services.say(english)
        return said if said != english else translator(self.services.settings["language"])(english)

    @property
    def text(self) -> tuple[str, ...]:
        """The words on the screen."""
        return self.panel.pictures[-1].text

    @property
    def chosen(self) -> str:
        """The row or answer under the cursor."""
        return next((line[2:] for line in self.text if line.startswith("> ")), "")

    @property
    def screen(self) -> Screen:
        """The screen on top."""
        return self.app.top

    @property
    def faults(self) -> list[str]:
        """What is cut, touches or leaves the screen."""
        canvas = Canvas()
        self.app.top.draw(canvas)
        return canvas.check()

    def look(self, path: Path, scale: int = 5) -> Path:
        """Save the picture as a PNG."""
        from PIL import Image

        frame = self.panel.pictures[-1].frame
        image = Image.new("L", (128, 64))
        for y in range(64):
            for x in range(128):
                if frame[(y // 8) * 128 + x] >> (y % 8) & 1:
                    image.putpixel((x, y), 255)
        image.resize((128 * scale, 64 * scale), Image.Resampling.NEAREST).save(path)
        return path

    def restart(self) -> Box:
        """Switch off and on again."""
        folder = self.store.path.parent
        language = self.services.settings["language"]
        unfit = self.unfit
        self.services.thinker.close()
        self.store.close()
        self.__init__(folder, language, self.home)  # type: ignore[misc]  # its clock must be this box's own
        self.unfit.update(unfit)
        return self

    def close(self) -> None:
        """Put the box away."""
        self.services.thinker.close()
        self.store.close()
