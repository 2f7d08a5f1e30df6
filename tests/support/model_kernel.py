"""A model of the kernel's GPIO lines, in the shape of what is used of libgpiod 2.

A request has a real file descriptor that becomes readable with an edge, as the kernel's has, and
a line is one program's at a time.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from gpiod import EdgeEvent
from gpiod.line import Bias, Direction, Edge, Value

from hardware.controls.gpiod_factory import GpiodFactory, GpiodPin

PATIENCE_S = 60.0


class _Info(NamedTuple):
    label: str


class _Line:
    """One line: what pulls or drives it, and who has it."""

    def __init__(self) -> None:
        self.driven: int | None = None
        self.settings: Any = None
        self.request: _Request | None = None

    @property
    def level(self) -> int:
        if self.settings is not None and self.settings.direction == Direction.OUTPUT:
            return int(self.settings.output_value == Value.ACTIVE)
        if self.driven is not None:
            return self.driven
        return int(self.settings is not None and self.settings.bias == Bias.PULL_UP)


class _Request:
    """A line that was asked for, in the shape of gpiod's `LineRequest`."""

    def __init__(self, kernel: ModelKernel, number: int) -> None:
        self.kernel = kernel
        self.number = number
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.events: list[EdgeEvent] = []

    def release(self) -> None:
        self.kernel.lines[self.number].request = None
        self.kernel.lines[self.number].settings = None
        os.close(self.fd)
        self.fd = -1

    def reconfigure_lines(self, config: dict[int, Any]) -> None:
        ((number, settings),) = config.items()
        assert number == self.number
        self.kernel.lines[number].settings = settings

    def get_value(self, number: int) -> Value:
        assert number == self.number
        return Value.ACTIVE if self.kernel.lines[number].level else Value.INACTIVE

    def set_value(self, number: int, value: Value) -> None:
        line = self.kernel.lines[number]
        assert line.settings.direction == Direction.OUTPUT
        line.settings.output_value = value

    def read_edge_events(self) -> list[EdgeEvent]:
        os.eventfd_read(self.fd)
        events, self.events = self.events, []
        return events


class ModelKernel:
    """All lines of a chip."""

    def __init__(self, label: str = "pinctrl-bcm2835") -> None:
        self.label = label
        self.lines = {number: _Line() for number in range(28)}
        self.times_ns: Callable[[], int] = time.monotonic_ns
        self._seen = 0

    def open_chip(self, path: str) -> Any:
        """Take the place of `gpiod.Chip`."""
        kernel = self

        class Chip:
            def __enter__(self) -> Any:
                return self

            def __exit__(self, *_: object) -> None:
                pass

            def get_info(self) -> _Info:
                assert Path(path).name.startswith("gpiochip")
                return _Info(kernel.label)

        return Chip()

    def request_lines(self, path: str, config: dict[int, Any], **more: Any) -> _Request:
        """Take the place of `gpiod.request_lines`."""
        del path, more
        ((number, settings),) = config.items()
        line = self.lines[number]
        if line.request is not None:
            raise OSError(errno.EBUSY, "Device or resource busy")
        line.settings = settings
        line.request = _Request(self, number)
        return line.request

    def drive(self, number: int, level: int) -> None:
        """Let a contact close or open; a watcher of that edge gets an event."""
        line = self.lines[number]
        before = line.level
        line.driven = level
        if line.level == before or line.request is None:
            return
        wanted = {Edge.BOTH, Edge.RISING if level else Edge.FALLING}
        if line.settings.edge_detection not in wanted:
            return
        self._seen += 1
        kind = EdgeEvent.Type.RISING_EDGE if level else EdgeEvent.Type.FALLING_EDGE
        line.request.events.append(
            EdgeEvent(kind.value, self.times_ns(), number, self._seen, self._seen)
        )
        os.eventfd_write(line.request.fd, 1)


class DrivenPin(GpiodPin):
    """A pin with the model's contacts in reach, as gpiozero's mock pins have them."""

    def drive_high(self) -> None:
        self._drive(1)

    def drive_low(self) -> None:
        self._drive(0)

    def _drive(self, level: int) -> None:
        """Drive the line, and wait until its edge was reported."""
        self.factory.kernel.drive(self._number, level)
        ends_s = time.monotonic() + PATIENCE_S
        request = self._request
        while request is not None and request.events:
            assert time.monotonic() < ends_s, "nobody reads the edges"
            time.sleep(0.0002)
        self.factory.watcher.go_round()


class ModelFactory(GpiodFactory):
    """The real factory on a model of the kernel; times are the test's own."""

    ticks_are_monotonic = False

    def __init__(self, kernel: ModelKernel, devices: Path) -> None:
        self.kernel = kernel
        super().__init__(devices)
        self.pin_class = DrivenPin

    def reset(self) -> None:
        """Free everything, as gpiozero's mock factory does it."""
        self.close()
