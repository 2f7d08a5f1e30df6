"""Screens for the time when no box runs: shutting down, safe to unplug, cannot start.

    python -m firmware_py.app.service_screens shutting-down
        draws it, and prepares "safe to unplug"
    python -m firmware_py.app.service_screens failed
        draws that the service gave up

"Safe to unplug" may only appear when every file system is read-only. Python cannot run then, so the
bytes for the display are prepared here and written to `$RUNTIME_DIRECTORY` (in memory); the hook in
/usr/lib/systemd/system-shutdown only sends them:

    /dev/i2c-1 3c
    00e3e3ae...          one line for each message on the bus, in hexadecimal
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from firmware_py.core import config as configuration
from firmware_py.core.config import BadConfig, Config
from firmware_py.core.language import N_, translator
from firmware_py.storage.store import FILE_NAME
from firmware_py.system.fitted_hat import as_remembered
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import WHOLE, Rect, headline
from hardware.display.chips import CHIPS
from hardware.display.config import DisplayConfig
from hardware.display.frame import Frame, turn_around
from hardware.display.oled import Oled, open_display

TAPE_NAME = "safe-to-unplug"

SCREENS = {
    "shutting-down": (N_("Shutting down"), N_("Please do not unplug yet.")),
    "safe-to-unplug": (N_("Safe to unplug"), N_("All files are closed.")),
    "failed": (N_("Cannot start"), N_("Run: sudo tablemate doctor")),
}
WAIT_FOR_THE_LIGHT = N_("Unplug when the green light is out.")
"""For displays on SPI, to which the hook cannot send."""

_COMMANDS, _DATA = 0x00, 0x40
"""The first byte of a message: commands or data follow."""


def draw(name: str, language: str, text: str = "") -> Canvas:
    """Draw a screen; `text` replaces its second line."""
    say = translator(language)
    title, usual = SCREENS[name]
    canvas = Canvas()
    canvas.box(0, 0, WHOLE.w, WHOLE.h)
    headline(canvas, say(title), Rect(4, 5, WHOLE.w - 8, 24))
    canvas.line_h(14, 31, WHOLE.w - 28)
    headline(canvas, say(text or usual), Rect(4, 34, WHOLE.w - 8, 25), largest="medium")
    return canvas


class Tape:
    """A display wire that records the messages for the I2C bus."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    def command(self, *commands: int) -> None:
        """Record commands."""
        self.messages.append(bytes((_COMMANDS, *commands)))

    def data(self, data: list[int]) -> None:
        """Record data for the chip's memory."""
        self.messages.append(bytes((_DATA, *data)))

    def cleanup(self) -> None:
        """Do nothing."""


def write_tape(frame: Frame, display: DisplayConfig) -> str:
    """Return, as text, the bytes that show a frame on a display in any state."""
    tape = Tape()
    oled = Oled(CHIPS[display.chip], lambda: tape, level=display.contrast, clock=lambda: 0.0)
    oled.show(turn_around(frame) if display.rotate == 180 else frame)
    lines = [f"/dev/{display.bus_name} {display.address:02x}"]
    return "\n".join((*lines, *(message.hex() for message in tape.messages))) + "\n"


def read_language(data: Path) -> str:
    """Return the language that is set on the box, or English."""
    try:
        place = f"{(data / FILE_NAME).resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(place, uri=True)) as db:
            row = db.execute("SELECT value FROM settings WHERE key='language'").fetchone()
        language = str(row[0]).strip('"') if row else "en"
        translator(language)
    except (sqlite3.Error, OSError):
        return "en"
    return language


def show(
    name: str, config: Config, data: Path, runtime: Path | None, clock: Callable[[], float]
) -> None:
    """Draw a screen on the box's display, and prepare the next one."""
    language = read_language(data)
    text = ""
    if name == "shutting-down" and config.display.bus == "spi":
        text = WAIT_FOR_THE_LIGHT
    elif name == "shutting-down" and runtime is not None:
        last = draw(TAPE_NAME, language).frame()
        (runtime / TAPE_NAME).write_text(write_tape(last, config.display), encoding="ascii")
    factory = None
    if config.display.bus == "spi":
        from hardware.controls.pin_factory import make_factory  # only for SPI

        factory = make_factory(config.controls.pin_factory)
    # Not closed, because closing would switch the display off.
    oled = open_display(
        config.display, config.pins, lambda _event: None, pin_factory=factory, clock=clock
    )
    oled.show(draw(name, language, text).frame())
    if oled.why is not None:
        print(f"tablemate: {oled.why}", file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Run `python -m firmware_py.app.service_screens NAME`."""
    if len(arguments) != 1 or arguments[0] not in SCREENS:
        print(
            f"usage: python -m firmware_py.app.service_screens {'|'.join(SCREENS)}", file=sys.stderr
        )
        return 2
    try:
        config = configuration.load()
    except BadConfig:  # the service logs it; most boxes have the default display
        config = Config()
    given = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    data = configuration.data_folder(None, config)
    config = as_remembered(config, data)
    show(arguments[0], config, data, Path(given) if given else None, time.monotonic)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
