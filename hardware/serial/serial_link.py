"""A serial port that may be unplugged and plugged in again.

    port --reader thread--> SerialLine, Appeared, Lost --> Inbox
    write() --> bounded queue --writer thread--> port

The reader opens the port, reads it, and opens it again, with growing pauses, when it was lost. Both
threads sleep in the kernel while nothing happens. Nothing here blocks the caller.

>>> import time
>>> from hardware.events import Inbox
>>> inbox = Inbox()
>>> with SerialLink("loop://", inbox, clock=time.monotonic) as link:
...     print(inbox.take(timeout_s=5))
...     sent = link.write(b"hello\\n")
...     print(inbox.take(timeout_s=5).data)
Appeared(source='serial')
b'hello'
"""

from __future__ import annotations

import errno
import termios
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Full
from threading import Condition, Event, Lock, Thread
from typing import Any, Self

import serial

from hardware.errors import BadSetting, NoPort
from hardware.events import Appeared, Inbox, Lost, SerialLine

LINE_BYTES_AT_MOST = 64 * 1024
QUEUE_BYTES_AT_MOST = 1024 * 1024
LINES_WAITING_AT_MOST = 256
CHUNK_BYTES = 4096
STEADY_S = 5.0
"""After being open for this long, a port that is lost is retried with short pauses again."""

# The exceptions of pyserial besides its SerialException, which is an OSError.
TROUBLE = (OSError, termios.error, Full)
GLANCE_S = 0.5
"""How often a read that cannot be interrupted (of a network address) checks for `close`."""

REMEDIES = {
    errno.ENOENT: "is the cable plugged in?",
    errno.EACCES: "put the user into the group dialout",
    errno.EBUSY: "another program uses it",
    errno.EAGAIN: "another program uses it",
}


class LineSplitter:
    """Splits a stream into lines; a line that is too long is cut off and its rest skipped."""

    def __init__(self, at_most: int = LINE_BYTES_AT_MOST) -> None:
        self._at_most = at_most
        self._begun = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """Return the lines that these bytes complete, without their line ends.

        A line that is too long is returned with one byte more than allowed, so that it can be
        recognised.
        """
        lines = []
        *ended, rest = data.split(b"\n")
        for part in ended:
            if not self._skipping:
                self._begun += part
                lines.append(bytes(self._begun).removesuffix(b"\r")[: self._at_most + 1])
            self._begun.clear()
            self._skipping = False
        if not self._skipping:
            self._begun += rest
            if len(self._begun) > self._at_most + 1:  # the one more may be a carriage return
                lines.append(bytes(self._begun[: self._at_most + 1]))
                self._begun.clear()
                self._skipping = True
        return lines


class SerialLink:
    """Posts the lines of a port to the inbox, and writes to the port, until closed.

    `url` is a device or a pyserial URL. After a loss the port is opened again after `pause_s`,
    doubled up to `pause_at_most_s`. Raise BadSetting for an invalid URL or baud rate.
    """

    def __init__(
        self,
        url: str,
        inbox: Inbox,
        baudrate: int = 115200,
        *,
        clock: Callable[[], float],
        source: str = "serial",
        pause_s: float = 0.5,
        pause_at_most_s: float = 5.0,
        write_timeout_s: float = 10.0,
    ) -> None:
        self._url = url
        self._inbox = inbox
        self._clock = clock
        self._source = source
        self._pause_s = pause_s
        self._pause_at_most_s = pause_at_most_s
        try:
            self._port: Any = serial.serial_for_url(
                url, baudrate=baudrate, write_timeout=write_timeout_s, do_not_open=True
            )
            if "://" not in url:
                self._port.exclusive = True
            if not hasattr(self._port, "cancel_read"):
                self._port.timeout = GLANCE_S
        except (ValueError, serial.SerialException) as error:
            raise BadSetting(f"the serial port {url!r} cannot be: {error}") from error
        if baudrate < 1:
            raise BadSetting(f"baudrate = {baudrate}: give bits per second, such as 115200")
        self._closing = Event()
        self._write_lock = Lock()
        self._queue: deque[bytes] = deque()
        self._queue_bytes = 0
        self._queue_changed = Condition()
        self._is_open = False
        self._threads = [
            Thread(target=self._run_reader, name=f"read {url}", daemon=True),
            Thread(target=self._run_writer, name=f"write {url}", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def source(self) -> str:
        """The source of the posted events."""
        return self._source

    def write(self, data: bytes) -> bool:
        """Queue bytes to be sent; return False if the port is closed or the queue full."""
        with self._queue_changed:
            is_full = self._queue and self._queue_bytes + len(data) > QUEUE_BYTES_AT_MOST
            if not self._is_open or is_full:
                return False
            self._queue.append(data)
            self._queue_bytes += len(data)
            self._queue_changed.notify()
        return True

    def close(self) -> None:
        """Stop both threads and close the port; may be called twice."""
        self._closing.set()
        with self._queue_changed:
            self._queue_changed.notify_all()
        self._wake()
        for thread in self._threads:
            thread.join(timeout=5)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run_reader(self) -> None:
        pause_s = self._pause_s
        was_posted = False
        while not self._closing.is_set():
            try:
                self._open()
            except NoPort as error:
                if not was_posted:
                    self._inbox.post(Lost(self._source, str(error)))
                was_posted = True
            else:
                opened_at_s = self._clock()
                self._inbox.post(Appeared(self._source))
                why = self._read_until_lost()
                self._hang_up()
                if self._closing.is_set():
                    return
                self._inbox.post(Lost(self._source, why))
                was_posted = True
                if self._clock() - opened_at_s >= STEADY_S:
                    pause_s = self._pause_s
            self._closing.wait(pause_s)
            pause_s = min(pause_s * 2, self._pause_at_most_s)

    def _open(self) -> None:
        try:
            self._port.open()
        except (
            Exception
        ) as error:  # for example ValueError for a speed that the device does not have
            number = getattr(error, "errno", None)
            remedy = REMEDIES.get(number) if number else None
            raise NoPort(f"no port {self._url}: {remedy or error}") from error
        with self._queue_changed:
            self._is_open = True

    def _read_until_lost(self) -> str:
        splitter = LineSplitter()
        try:
            while self._is_open and not self._closing.is_set():
                data = self._port.read(max(1, min(self._port.in_waiting, CHUNK_BYTES)))
                for line in splitter.feed(data):
                    self._post_when_there_is_room(line)
        except TROUBLE as error:
            return f"{self._url} was lost: {error}"
        return f"{self._url} takes no more data"

    def _post_when_there_is_room(self, line: bytes) -> None:
        at_s = self._clock()
        while self._inbox.waiting() >= LINES_WAITING_AT_MOST and not self._closing.is_set():
            self._closing.wait(0.005)
        self._inbox.post(SerialLine(line, self._source, at_s))

    def _hang_up(self) -> None:
        with self._queue_changed:
            self._is_open = False
            self._queue.clear()
            self._queue_bytes = 0
        self._cancel("cancel_write")
        with self._write_lock, suppress(*TROUBLE):
            self._port.close()

    def _run_writer(self) -> None:
        while not self._closing.is_set():
            with self._queue_changed:
                while not self._queue and not self._closing.is_set():
                    self._queue_changed.wait()
                if self._closing.is_set():
                    return
                data = self._queue.popleft()
                self._queue_bytes -= len(data)
            if not self._send(data):
                with self._queue_changed:
                    self._is_open = False
                self._wake()

    def _send(self, data: bytes) -> bool:
        with self._write_lock:
            try:
                for start in range(0, len(data), CHUNK_BYTES):
                    if self._is_open and not self._closing.is_set():
                        self._port.write(data[start : start + CHUNK_BYTES])
            except TROUBLE:
                return False
        return True

    def _wake(self) -> None:
        """Interrupt both threads if they wait in the kernel."""
        self._cancel("cancel_read")
        self._cancel("cancel_write")

    def _cancel(self, name: str) -> None:
        """Call one of pyserial's methods to interrupt, which not every kind of port has."""
        cancel = getattr(self._port, name, None)
        if cancel is not None:
            with suppress(*TROUBLE):
                cancel()
