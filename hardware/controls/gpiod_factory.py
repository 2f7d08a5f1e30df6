"""A gpiozero pin factory for libgpiod 2, with the kernel's timestamps of edges.

    edge -> the kernel notes it with its time -> _Watcher's thread -> the callback of the pin

One thread reads the edges of all pins and sorts them by the kernel's timestamps. So two contacts of
a knob that change almost together are never reported in the wrong order, however late the thread
runs. Imported only where it is used (`pin_factory`).
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from threading import Condition, Thread, current_thread
from typing import Any

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
    PinUnknownPi,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

DEVICES = Path("/dev")
CONSUMER = "tablemate"
READS_AT_MOST = 8
"""A limit, so that a line that changes all the time does not block the others."""
EDGES_KEPT = 256
"""The number of edges that the kernel buffers per line."""
LONGEST_ROUND_S = 1.0
LABELS_OF_A_PI = ("pinctrl-bcm2", "pinctrl-rp1")
"""The kernel's labels of the header's chip: on models up to 4, and on a Pi 5."""
ANY_PI = 0x902120
"""A revision code for a Pi whose firmware does not report one: any with a 40-pin header works."""

if not hasattr(gpiod, "request_lines"):
    raise ImportError("this gpiod is of version 1, and version 2 is needed")


def find_chip(devices: Path = DEVICES) -> tuple[str, str]:
    """Return path and label of the header's chip, else of the first chip."""
    found = []
    for path in sorted(devices.glob("gpiochip*")):
        with gpiod.Chip(str(path)) as chip:
            label = chip.get_info().label
        if label.startswith(LABELS_OF_A_PI):
            return str(path), label
        found.append((str(path), label))
    if not found:
        raise FileNotFoundError(f"there is no {devices}/gpiochip0")
    return found[0]


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero has no types
    """Makes pins on the header's chip."""

    ticks_are_monotonic = True
    """The ticks passed to callbacks are in the time of `time.monotonic`."""

    def __init__(self, devices: Path = DEVICES) -> None:
        super().__init__()
        self.pins: dict[Any, GpiodPin] = {}  # not shared with other back ends, as in the base class
        self.pin_class = GpiodPin
        self.chip, self.label = find_chip(devices)
        self.watcher = _Watcher()
        _ = self.board_info  # raises for an unknown machine here instead of at the first pin

    def _get_revision(self) -> int:
        try:
            return int(super()._get_revision())
        except PinUnknownPi:
            if not self.label.startswith(LABELS_OF_A_PI):
                raise
            return ANY_PI

    def close(self) -> None:
        """Release every line; may be called twice."""
        super().close()
        self.watcher.close()


class GpiodPin(LocalPiPin):  # type: ignore[misc]  # gpiozero has no types
    """One line: requested from the kernel on first use, released by `close`."""

    _PULLS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}  # noqa: RUF012
    _EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING, "none": Edge.NONE}  # noqa: RUF012

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._request: Any = None
        self._reset()

    def _reset(self) -> None:
        self._function = "input"
        self._pull = self.info.pull or "floating"
        self._edges = "both"
        self._bounce_s: float | None = None
        self._is_watched = False
        self._value = False

    def close(self) -> None:
        """Release the line; it can be requested again."""
        self._stop_watching()
        if self._request is not None:
            self._request.release()
        self._request = None
        self._reset()

    def output_with_state(self, state: object) -> None:
        """Make the line an output that starts with this state."""
        self._stop_watching()
        self._function, self._value = "output", bool(state)
        self._take()

    def input_with_pull(self, pull: str) -> None:
        """Make the line an input that starts with this pull."""
        self._check_pull(pull)
        self._function, self._pull = "input", pull
        self._take()

    def _settings(self) -> Any:
        value = Value.ACTIVE if self._value else Value.INACTIVE
        if self._function == "output":
            return gpiod.LineSettings(direction=Direction.OUTPUT, output_value=value)
        return gpiod.LineSettings(
            direction=Direction.INPUT,
            bias=self._PULLS[self._pull],
            edge_detection=self._EDGES[self._edges] if self._is_watched else Edge.NONE,
            debounce_period=timedelta(seconds=self._bounce_s or 0),
        )

    def _take(self) -> Any:
        """Request or reconfigure the line with the current settings, and return the request."""
        wanted = {self._number: self._settings()}
        if self._request is None:
            self._request = gpiod.request_lines(
                self.factory.chip, wanted, consumer=CONSUMER, event_buffer_size=EDGES_KEPT
            )
        else:
            self._request.reconfigure_lines(wanted)
        return self._request

    def _line(self) -> Any:
        return self._take() if self._request is None else self._request

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._stop_watching()
        self._function = value
        self._take()

    def _get_state(self) -> bool:
        return bool(self._line().get_value(self._number) == Value.ACTIVE)

    def _set_state(self, value: object) -> None:
        if self._function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._value = bool(value)
        self._line().set_value(self._number, Value.ACTIVE if value else Value.INACTIVE)

    def _get_pull(self) -> str:
        return str(self._pull)

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        self._check_pull(value)
        self._pull = value
        self._take()

    def _check_pull(self, value: str) -> None:
        if value not in self._PULLS:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")

    def _get_bounce(self) -> float | None:
        return self._bounce_s

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        if (value or None) != self._bounce_s:
            self._bounce_s = value or None
            self._take()

    def _get_edges(self) -> str:
        return str(self._edges)

    def _set_edges(self, value: str) -> None:
        if value not in self._EDGES:
            raise PinInvalidEdges(f'invalid edge specification "{value}" for pin {self!r}')
        self._edges = value
        if self._is_watched:
            self._take()

    def _get_frequency(self) -> None:
        return None

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            raise PinPWMUnsupported(f"PWM is not supported on pin {self!r}")

    def _enable_event_detect(self) -> None:
        self._is_watched = True
        self.factory.watcher.watch(self._take(), self._call_when_changed)

    def _disable_event_detect(self) -> None:
        if self._stop_watching():
            self._take()

    def _stop_watching(self) -> bool:
        was_watched, self._is_watched = self._is_watched, False
        if was_watched and self._request is not None:
            self.factory.watcher.forget(self._request)
        return was_watched


def _poll(*handles: int) -> select.poll:
    """Return a poll object that waits until one of the file descriptors is readable."""
    waiting = select.poll()
    for handle in handles:
        waiting.register(handle, select.POLLIN)
    return waiting


class _Watcher:
    """Reads the edges of all lines on one thread, from the first line until closed.

    The kernel cannot give a line to others while a thread waits for it. So releasing a line waits
    until the thread has finished its round and waits for the remaining lines only.
    """

    def __init__(self) -> None:
        self._lock = Condition()
        self._rounds = 0
        self._lines: dict[int, tuple[Any, Callable[[float, bool], None]]] = {}
        self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._thread: Thread | None = None

    def watch(self, request: Any, report: Callable[[float, bool], None]) -> None:
        """Report the edges of a line from now on."""
        with self._lock:
            self._lines[request.fd] = (request, report)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="pins", daemon=True)
                self._thread.start()
        os.eventfd_write(self._wake, 1)

    def forget(self, request: Any) -> None:
        """Stop reporting a line."""
        with self._lock:
            was_there = self._lines.pop(request.fd, None)
        if was_there is not None:
            self.go_round()

    def go_round(self) -> None:
        """Wait until all edges read so far are reported and the thread waits again."""
        with self._lock:
            if self._thread in (None, current_thread()):
                return
            rounds = self._rounds
            os.eventfd_write(self._wake, 1)
            self._lock.wait_for(lambda: self._rounds != rounds, timeout=LONGEST_ROUND_S)

    def close(self) -> None:
        """End the thread; may be called twice."""
        with self._lock:
            self._lines.clear()
            thread, self._thread = self._thread, None
        if self._wake < 0:
            return
        os.eventfd_write(self._wake, 1)
        if thread is not None:
            thread.join()
        os.close(self._wake)
        self._wake = -1

    def _run(self) -> None:
        while True:
            with self._lock:
                self._rounds += 1
                self._lock.notify_all()
                if self._thread is None:
                    return
                waiting = _poll(self._wake, *self._lines)
            ready = {handle for handle, _ in waiting.poll()}
            if self._wake in ready:
                os.eventfd_read(self._wake)
            for at_ns, level, report in self._read():
                report(at_ns / 1e9, level)

    def _read(self) -> list[tuple[int, bool, Callable[[float, bool], None]]]:
        """Return all pending edges, in the order in which they happened.

        While one line is read, edges arrive on the others. So all are polled again until none has
        more: reporting an edge before an earlier one of the other contact would lose a detent.
        """
        edges = []
        with self._lock:
            waiting = _poll(*self._lines)  # includes lines added while the thread was waiting
            for _ in range(READS_AT_MOST):
                ready = [handle for handle, _ in waiting.poll(0)]
                if not ready:
                    break
                for request, report in (self._lines[handle] for handle in ready):
                    for event in request.read_edge_events():
                        is_rising = event.event_type == event.Type.RISING_EDGE
                        edges.append((event.timestamp_ns, is_rising, report))
        return sorted(edges, key=lambda edge: edge[0])
