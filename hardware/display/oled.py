"""The OLED driver: sends only changes, and recovers when the bus or the power failed.

luma.oled's device does the sending (`luma_device`); this driver keeps a copy of the chip's memory
and sends the difference. After any failure the copy is void: the bus is opened again, the chip
initialised and the whole frame sent, now or at the next `retry_deadline_s`, at growing intervals; a
display that has not answered since the start is looked for every second.

         show, contrast, power
                |  wanted
                v
    held == None: open, initialise, send all ----- fails ---> wait, post Lost
    held:         send wanted minus held ----------'             |
                ^------------------ retry -----------------------'

A display that loses its power for a moment is off without an error: SPI has no answers, and on I2C
it answers as before. So everything is sent again within every ten seconds, in a way that is
invisible on a running chip.

>>> from hardware.display.chip_models import Ssd1306Model
>>> from hardware.display.chips import CHIPS
>>> class MemoryWire:  # writes into a model of the chip instead of a bus
...     def __init__(self):
...         self.chip = Ssd1306Model()
...     def command(self, *commands):
...         for byte in commands:
...             self.chip.command(byte)
...     def data(self, data):
...         for byte in data:
...             self.chip.data(byte)
...     def cleanup(self):
...         pass
>>> wire = MemoryWire()
>>> oled = Oled(CHIPS["ssd1306"], lambda: wire, clock=lambda: 0.0)
>>> oled.show(bytes([1]) * 1024)
>>> wire.chip.on, wire.chip.frame() == bytes([1]) * 1024
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hardware.controls.pins import Pins
from hardware.display.chips import CHIPS, Chip
from hardware.display.config import DisplayConfig
from hardware.display.frame import BLANK, FRAME_BYTES, HEIGHT, Frame, slid, turn_around
from hardware.display.luma_device import DisplayState, make_device
from hardware.display.wire import DisplayWire
from hardware.errors import NoDisplay
from hardware.events import Appeared, Event, Lost

FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 10.0
LONGEST_FIRST_WAIT_S = 1.0
"""The same for a display that has not answered yet: a late driver, or a HAT being pressed on."""
STEADY_S = 5.0
"""After working for this long, a display that fails is retried with short waits again."""
RENEW_S = 9.0
"""The longest time between two refreshes; one second of the ten is left for a slow bus."""
RENEW_FROM_S = RENEW_S / 2
"""From this age on a refresh may be done early, when the loop is awake anyway."""


class Oled:
    """A display driver. Never raises for a failing bus, and never waits for it.

    `open_wire` returns an open bus (see `DisplayWire`), or raises NoDisplay; `post` receives
    Appeared and Lost for the source "display".
    """

    def __init__(
        self,
        chip: Chip,
        open_wire: Callable[[], Any],
        *,
        level: int = 0xCF,
        upside_down: bool = False,
        post: Callable[[Event], None] = lambda _event: None,
        clock: Callable[[], float],
    ) -> None:
        self._device = make_device(chip)
        self._open_wire = open_wire
        self._upside_down = upside_down
        self._orbit = (False, False)
        self._picture = BLANK
        self._post = post
        self._clock = clock
        self._wire: Any = None
        self._wanted = DisplayState(BLANK, level)
        self._held: DisplayState | None = None
        self._closed = False
        self._has_frame = False
        self._retry_at_s: float | None = None
        self._wait_s = FIRST_WAIT_S
        self._was_reached = False
        self._steady_at_s: float | None = None
        self._renewed_s = 0.0
        self._why: str | None = None
        self._announced: bool | None = None

    @property
    def why(self) -> str | None:
        """Why nothing can be shown at the moment, or None."""
        return self._why

    @property
    def retry_deadline_s(self) -> float | None:
        """When to call `retry`; None if the display works."""
        return self._retry_at_s

    def due(self, now_s: float) -> bool:
        """Return whether it is time for `retry`."""
        return self._retry_at_s is not None and now_s >= self._retry_at_s

    def show(self, frame: Frame) -> None:
        """Show a frame; an equal frame sends nothing."""
        assert len(frame) == FRAME_BYTES
        self._has_frame = True
        self._picture = frame
        self._place()

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        assert 0 <= level <= 255
        self._want(level=level)

    def power(self, on: bool) -> None:
        """Switch on or off, keeping the frame.

        Switching on sends everything, in case the display lost power meanwhile.
        """
        self._want(on=on)

    def rotate(self, upside_down: bool) -> None:
        """Turn the picture by 180 degrees, for the other side of the table."""
        if upside_down != self._upside_down:
            self._upside_down = upside_down
            self._place()

    def orbit(self, right: bool, down: bool) -> None:
        """Shift all pictures by a pixel, against burn-in; their last column and row are free.

        The chip does the vertical shift, so the memory keeps its pages and few bytes change.
        """
        self._orbit = (right, down)
        self._place()

    def _place(self) -> None:
        right, down = self._orbit
        frame = slid(self._picture) if right else self._picture
        line = 0
        if down:
            line = 1 if self._upside_down else HEIGHT - 1
        self._want(frame=turn_around(frame) if self._upside_down else frame, line=line)

    def retry(self, now_s: float) -> None:
        """Try to reach a lost display again, if it is due."""
        if self.due(now_s):
            self._settle()

    def renew(self, now_s: float) -> float | None:
        """Send everything again, invisibly, if it is due; return the next deadline.

        None: the display is off, and switching it on sends everything.
        """
        if self._wire is None or self._held is None or not self._held.on:
            return None
        if now_s >= self._renewed_s + RENEW_FROM_S:
            try:
                self._device.renew(self._wanted)
            except NoDisplay as error:
                self._lose(error)
                return None
            self._renewed_s = now_s
        return self._renewed_s + RENEW_S

    def close(self) -> None:
        """Switch off and release the bus; may be called twice."""
        self._closed = True
        self._retry_at_s = None
        with suppress(NoDisplay):  # a lost display is off already
            if self._wire is not None:
                self._device.hide()
        self._drop()

    def _want(self, **changes: Any) -> None:
        self._wanted = self._wanted._replace(**changes)
        if not self._has_frame:
            return  # sending a blank frame first would cost as much as the real one
        if self._retry_at_s is None or self.due(self._clock()):
            self._settle()

    def _settle(self) -> None:
        """Bring the chip to the wanted state, or schedule a retry."""
        if self._closed or self._held == self._wanted:
            return
        try:
            if self._held is None or (self._wanted.on and not self._held.on):
                self._start()
            else:
                self._update(self._held)
        except NoDisplay as error:
            self._lose(error)

    def _start(self) -> None:
        """Send everything; the display stays off until then."""
        self._drop()
        self._wire = self._open_wire()
        self._device.start(self._wire, self._wanted)
        self._held = self._wanted
        self._was_reached = True
        self._retry_at_s = self._why = None
        self._renewed_s = self._clock()
        self._steady_at_s = self._renewed_s + STEADY_S
        self._announce(Appeared("display"), reached=True)

    def _update(self, held: DisplayState) -> None:
        """Send the differences; a display that is off gets its frame when it is switched on."""
        if self._wanted.level != held.level:
            self._device.contrast(self._wanted.level)
        if self._wanted.on:
            if self._wanted.line != held.line:
                self._device.first_row(self._wanted.line)
            self._device.display(self._wanted.frame, held.frame)
        elif held.on:
            self._device.hide()
        self._held = self._wanted

    def _lose(self, error: NoDisplay) -> None:
        now_s = self._clock()
        if self._steady_at_s is not None and now_s >= self._steady_at_s:
            self._wait_s = FIRST_WAIT_S
        self._steady_at_s = None
        self._retry_at_s = now_s + self._wait_s
        longest_s = LONGEST_WAIT_S if self._was_reached else LONGEST_FIRST_WAIT_S
        self._wait_s = min(2 * self._wait_s, longest_s)
        self._why = str(error)
        self._drop()
        self._announce(Lost("display", self._why), reached=False)

    def _drop(self) -> None:
        """Close the bus and mark the chip's memory as unknown."""
        wire, self._wire, self._held = self._wire, None, None
        with suppress(NoDisplay):  # it is dropped in any case
            if wire is not None:
                wire.cleanup()

    def _announce(self, event: Event, *, reached: bool) -> None:
        if self._announced is not reached:
            self._announced = reached
            self._post(event)


def open_display(
    config: DisplayConfig,
    pins: Pins,
    post: Callable[[Event], None],
    *,
    pin_factory: Any = None,
    spi_device: Any = None,
    clock: Callable[[], float],
    chip: Chip | None = None,
) -> Oled:
    """Return the display's driver; the display itself is opened with the first frame.

    `chip` replaces the one that the configuration names.
    """
    return Oled(
        chip or CHIPS[config.chip],
        lambda: DisplayWire(config, pins, pin_factory, spi_device),
        level=config.contrast,
        upside_down=config.rotate == 180,
        post=post,
        clock=clock,
    )
