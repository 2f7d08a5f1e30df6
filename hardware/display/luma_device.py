"""Extends luma.oled's devices: they send only changes, and dim further.

luma configures a chip in its constructor. Here a lost display must be configured again, and a
running one refreshed invisibly. So the constructor only records luma's commands, and `start` and
`renew` send them:

    luma's commands | brightness | first row | memory | on
"""

from __future__ import annotations

from typing import Any, NamedTuple

from luma.core.device import device
from luma.oled import device as luma_devices

from hardware.display.changed_windows import Window
from hardware.display.chips import Chip
from hardware.display.frame import HEIGHT, WIDTH, Frame

NO_OPERATION = 0xE3


class DisplayState(NamedTuple):
    """What a display shows, its brightness, and whether it is on."""

    frame: Frame
    level: int
    on: bool = True
    line: int = 0
    """The row of the memory that is shown at the top."""


class WindowDevice(device):  # type: ignore[misc]  # luma has no types
    """A mixin for luma's class of a chip; `display` takes a frame instead of an image."""

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        kept = _KeptCommands()
        super().__init__(kept, width=WIDTH, height=HEIGHT)
        self.start_commands = kept.commands[0]
        """The commands that configure the chip, still off; luma sends them first and in one
        piece.
        """
        self.persist = True  # no exit hook of luma's: the firmware closes its display

    def start(self, wire: Any, state: DisplayState) -> None:
        """Configure the chip and send everything; the display stays off until then."""
        self._serial_interface = wire
        self._configure(self.start_commands)
        self.contrast(state.level)
        if state.line:
            self.first_row(state.line)
        self.display(state.frame)
        if state.on:
            self.show()

    def renew(self, state: DisplayState) -> None:
        """Send everything again, invisibly on a running chip.

        The chip is not switched off, its brightness does not change for a moment, and the picture
        does not jump; opening an SPI bus again would reset it. A chip that lost power is switched
        on last.
        """
        full = self._chip.dim(255)
        commands = self.start_commands.removeprefix(bytes((self._const.DISPLAYOFF,)))
        commands = commands.replace(full[2:4], b"").replace(full[4:], b"")
        first = self._const.SETSTARTLINE  # the first of these bytes is the command, on every chip
        commands = commands.replace(bytes((first,)), bytes((first | state.line,)), 1)
        self._configure(commands + self._chip.dim(state.level))
        self.display(state.frame)
        self.show()

    def _configure(self, commands: bytes) -> None:
        # A truncated command may still wait for its arguments, at most two.
        self.command(NO_OPERATION, NO_OPERATION, *commands)

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        self.command(*self._chip.dim(level))

    def first_row(self, line: int) -> None:
        """Show a row of the memory at the top; the rows above it follow the last."""
        self.command(self._const.SETSTARTLINE | line)

    def display(self, frame: Frame, held: Frame | None = None) -> None:
        """Send the windows in which a frame differs from `held`, or all of it if `held` is None.

        The first window sets its place in full, which corrects an addressing error of the chip.
        """
        addressing = self._chip.addressing
        after: Window | None = None
        for window in addressing.plan(held, frame):
            self.command(*addressing.place(window, after))
            self.data(list(window.cut(frame)))
            after = window
        if after is not None and (rest := addressing.leave(after)):
            self.command(*rest)

    def clear(self) -> None:
        """Do nothing; luma clears the memory here, but a whole frame follows every start."""


class _KeptCommands:
    """Records the commands of luma's constructor."""

    def __init__(self) -> None:
        self.commands: list[bytes] = []

    def command(self, *commands: int) -> None:
        self.commands.append(bytes(commands))


def make_device(chip: Chip) -> Any:
    """Return luma's device for a chip, extended."""
    return type(chip.name, (WindowDevice, getattr(luma_devices, chip.name)), {})(chip)
