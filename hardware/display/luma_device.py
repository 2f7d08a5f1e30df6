"""luma.oled's device of a chip, extended: it sends only what changed, and dims further down.

luma configures a chip in its constructor. A display that was lost has to be configured again, and
one that runs is renewed without being seen, so the constructor only keeps luma's commands here,
and `start` and `renew` send them:

    luma's commands | brightness | first row | memory | lit
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
    """What a display shows, how brightly, and whether at all."""

    frame: Frame
    level: int
    on: bool = True
    line: int = 0
    """The row of the memory that is shown uppermost."""


class WindowDevice(device):  # type: ignore[misc]  # luma has no types
    """Mixed into luma's class of a chip; `display` takes a frame in the place of a picture."""

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        kept = _KeptCommands()
        super().__init__(kept, width=WIDTH, height=HEIGHT)
        self.start_commands = kept.commands[0]
        """What configures the chip, dark; luma sends it in one piece before all else."""
        self.persist = True  # no last words from luma's hook at exit: the box closes its display

    def start(self, wire: Any, state: DisplayState) -> None:
        """Configure the chip and send everything; it is dark until that is complete."""
        self._serial_interface = wire
        self._configure(self.start_commands)
        self.contrast(state.level)
        if state.line:
            self.first_row(state.line)
        self.display(state.frame)
        if state.on:
            self.show()

    def renew(self, state: DisplayState) -> None:
        """Send everything again; a chip that runs shows nothing of it.

        It does not go dark, what dims is not bright for a moment, and nothing jumps; opening an
        SPI wire anew would reset it. One that lost its power is lit last, when it is complete.
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
        # A command cut short may still wait for its arguments, at most two.
        self.command(NO_OPERATION, NO_OPERATION, *commands)

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        self.command(*self._chip.dim(level))

    def first_row(self, line: int) -> None:
        """Show a row of the memory uppermost; the rows above it follow the last."""
        self.command(self._const.SETSTARTLINE | line)

    def display(self, frame: Frame, held: Frame | None = None) -> None:
        """Send the windows in which a frame differs from what the chip holds, if that is known.

        The first window names its place in full, so that a slip of the chip heals.
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
        """Send nothing; luma fills the memory here, but a whole frame follows every start."""


class _KeptCommands:
    """The wire that luma's constructor gets."""

    def __init__(self) -> None:
        self.commands: list[bytes] = []

    def command(self, *commands: int) -> None:
        self.commands.append(bytes(commands))


def make_device(chip: Chip) -> Any:
    """Return luma's device for a chip, extended."""
    return type(chip.name, (WindowDevice, getattr(luma_devices, chip.name)), {})(chip)
