"""The box on a noop wire, for measuring: the real program, luma's `noop` where the bus would be.

    XDG_CONFIG_HOME=... STATE_DIRECTORY=... python bench/noop_box.py REPORT [EVENTS]

Runs `tablemate --panel box`, as the service does. When the first frame that shows anything is sent,
the processor time in nanoseconds is written to the file descriptor REPORT. The configuration names
gpiozero's mock pins; luma's I2C interface is exchanged before anybody uses it. EVENTS is a word of
hands: `+` and `-` turn the knob, `p` presses it. After the last of them the resident memory in KiB
is reported, and the box goes on.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from pathlib import Path
from typing import Any

gc.disable()  # as `tablemate` does before it imports anything large; luma comes earlier here

from luma.core.interface import serial  # noqa: E402

REPORT = int(sys.argv[1])


class Wire(serial.noop):  # type: ignore[misc]  # luma has no types
    """Leads nowhere, and reports the first frame."""

    reported = False

    def data(self, data: list[int]) -> None:
        """Take a frame or a part of one."""
        if not Wire.reported and any(data):
            Wire.reported = True
            os.write(REPORT, b"%d\n" % time.process_time_ns())


def open_wire(**_where: Any) -> Wire:
    """Stand in for luma's I2C."""
    return Wire()


def resident_kib() -> int:
    """Return the memory this process holds now."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


def run_events(hands: str) -> int:
    """Run the box with hands at the knob."""
    from firmware_py.app.run import run
    from firmware_py.core.config import data_folder, load
    from firmware_py.screens.play import entry
    from firmware_py.screens.play import play as play_screen
    from hardware.events import Control, Event, Inbox, Pressed, Turned

    class Hands(Inbox):
        """An inbox that gives the hands' events first, then waits like any other."""

        def __init__(self) -> None:
            super().__init__()
            self.left = iter(hands)

        def take(self, timeout_s: float | None = None) -> Event | None:
            sign = next(self.left, "")
            if sign:
                return Pressed(Control.KNOB) if sign == "p" else Turned(1 if sign == "+" else -1)
            if self.left is not NOTHING:
                self.left = NOTHING
                os.write(REPORT, f"{resident_kib()}\n".encode())
            return super().take(timeout_s)

    # These hands press faster than any contact bounces, and wait for nobody.
    play_screen.BOUNCE_S = entry.STILL_S = 0.0
    config = load()
    return run(config, data_folder(None, config), "box", Hands())


NOTHING = iter("")


def main() -> int:
    """Run the program."""
    serial.i2c = open_wire
    if len(sys.argv) > 2:
        return run_events(sys.argv[2])
    from firmware_py.__main__ import main as run

    return run(["--panel", "box"])


if __name__ == "__main__":
    raise SystemExit(main())
