"""Models of the display chips for tests: they interpret the bytes on the bus and keep the memory.

`ModelBus` replaces smbus2's bus and `ModelSpi` spidev's device. Both count the bytes as a logic
analyser would, can fail at any byte, and can be unplugged. They are stricter than the chips: memory
starts with noise, and a truncated command still waits for its arguments in the next transaction.
"""

from __future__ import annotations

import errno
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Protocol

from hardware.display.frame import HEIGHT, PAGES, WIDTH, Frame, slid

_SHARED_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}


class ChipModel:
    """The common part of the chips: commands with arguments, registers, page addressing."""

    ARGUMENTS: Mapping[int, int] = MappingProxyType(_SHARED_ARGUMENTS)
    COLUMNS = WIDTH
    FIRST_COLUMN = 0
    UPRIGHT = (0xA1, 0xC8)

    def __init__(self, seed: int = 0) -> None:
        self._noise = random.Random(seed)  # noqa: S311 - not for security
        self.lose_power()

    def lose_power(self) -> None:
        """Reset to the state after a power cut: display off, noise in the memory."""
        self.on = False
        self.page = 0
        self.column = 0
        self.registers: dict[int, bytes] = {}
        self.remap = [0xA0, 0xC0]
        self.start_line = 0
        self._waiting: list[int] = []
        self.memory = [bytearray(self._noise.randbytes(self.COLUMNS)) for _ in range(PAGES)]

    def frame(self) -> Frame:
        """Return what the display shows when it is on."""
        first = self.FIRST_COLUMN
        held = b"".join(bytes(row[first : first + WIDTH]) for row in self.memory)
        return _rolled(held, self.start_line) if self.start_line else held

    def command(self, byte: int) -> None:
        """Receive one command byte."""
        self._waiting.append(byte)
        code, *arguments = self._waiting
        if len(arguments) == self.ARGUMENTS.get(code, 0):
            self._waiting = []
            self.execute(code, bytes(arguments))

    def data(self, byte: int) -> None:
        """Receive one data byte: write it and move right, at most to the last column."""
        column = min(self.column, self.COLUMNS - 1)
        self.memory[self.page][column] = byte
        self.column = min(column + 1, self.COLUMNS - 1)

    def execute(self, code: int, arguments: bytes) -> None:
        """Carry out a complete command."""
        if arguments:
            self.registers[code] = arguments
        elif code <= 0x0F:
            self.column = self.column & 0xF0 | code
        elif code <= 0x1F:
            self.column = min((code & 0x0F) << 4 | self.column & 0x0F, self.COLUMNS - 1)
        elif 0x40 <= code <= 0x7F:
            self.start_line = code & 0x3F
        elif code in (0xA0, 0xA1):
            self.remap[0] = code
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif 0xB0 <= code <= 0xB7:
            self.page = code & 0x07
        elif code in (0xC0, 0xC8):
            self.remap[1] = code

    @property
    def upright(self) -> bool:
        """Whether the picture is upright on the usual modules."""
        return tuple(self.remap) == self.UPRIGHT


def _rolled(frame: Frame, line: int) -> Frame:
    """Return a frame that begins with another row; the rows above it follow the last."""
    shown = bytearray(len(frame))
    for x in range(WIDTH):
        rows = sum(frame[page * WIDTH + x] << 8 * page for page in range(PAGES))
        rows = (rows >> line | rows << 8 * PAGES - line) & (1 << 8 * PAGES) - 1
        for page in range(PAGES):
            shown[page * WIDTH + x] = rows >> 8 * page & 0xFF
    return bytes(shown)


def orbits(frame: Frame) -> tuple[Frame, ...]:
    """Return the pictures a display may show for a frame, which it shifts by a pixel against burn-
    in.
    """
    return tuple(_rolled(each, line) for each in (frame, slid(frame)) for line in (0, HEIGHT - 1))


class Sh1106Model(ChipModel):
    """Page addressing only; the display shows the middle 128 of 132 columns."""

    ARGUMENTS = MappingProxyType({**_SHARED_ARGUMENTS, 0xAD: 1})
    COLUMNS = 132
    FIRST_COLUMN = 2


class Ssd1306Model(ChipModel):
    """Page addressing after reset; in horizontal mode a window that wraps around."""

    ARGUMENTS = MappingProxyType({**_SHARED_ARGUMENTS, 0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1})
    HORIZONTAL = b"\x00"

    def lose_power(self) -> None:
        """Reset the window too."""
        super().lose_power()
        self.columns = (0, self.COLUMNS - 1)
        self.pages = (0, PAGES - 1)

    def execute(self, code: int, arguments: bytes) -> None:
        """Set the window, or carry out a common command."""
        if code == 0x21:
            self.columns = (arguments[0] % self.COLUMNS, arguments[1] % self.COLUMNS)
            self.column = self.columns[0]
        elif code == 0x22:
            self.pages = (arguments[0] & 0x07, arguments[1] & 0x07)
            self.page = self.pages[0]
        else:
            super().execute(code, arguments)

    def data(self, byte: int) -> None:
        """Receive one data byte and move along the window."""
        if self.registers.get(0x20) != self.HORIZONTAL:
            super().data(byte)
            return
        self.memory[self.page][self.column] = byte
        if self.column != self.columns[1]:
            self.column = (self.column + 1) % self.COLUMNS
            return
        self.column = self.columns[0]
        self.page = self.pages[0] if self.page == self.pages[1] else (self.page + 1) % PAGES


MODELS: Mapping[str, type[ChipModel]] = MappingProxyType(
    {
        "ssd1306": Ssd1306Model,
        "ssd1309": Ssd1306Model,
        "ssd1315": Ssd1306Model,
        "sh1106": Sh1106Model,
    }
)


class ModelWire:
    """The common part of both buses: byte count, planned failure, unplugging."""

    def __init__(self, chip: ChipModel) -> None:
        self.chip = chip
        self.bytes_sent = 0
        self.log: list[bytes] = []
        self.fail_after: int | None = None
        self.plugged = True
        self.handles = 0

    def close(self) -> None:
        """Close a handle."""
        self.handles -= 1

    def _count(self) -> None:
        """Count a byte, or fail before it."""
        if not self.plugged or self.bytes_sent == self.fail_after:
            self.fail_after = None
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self.bytes_sent += 1


class BusMessage(Protocol):
    """The interface of smbus2's `i2c_msg`."""

    addr: int

    def __iter__(self) -> Iterator[int]:
        """Yield the bytes."""
        ...


class ModelBus(ModelWire):
    """An I2C bus with one chip, with the interface of smbus2's `SMBus`."""

    def __init__(self, chip: ChipModel, address: int = 0x3C) -> None:
        super().__init__(chip)
        self.address = address

    def open(self, port: int) -> ModelBus:
        """Open a handle; replaces smbus2's constructor."""
        del port
        self.handles += 1
        return self

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """Send a transaction; the register is its first byte."""
        self._transact(address, bytes((register, *data)))

    def i2c_rdwr(self, *messages: BusMessage) -> None:
        """Send transactions of any length."""
        for message in messages:
            self._transact(message.addr, bytes(message))

    def _transact(self, address: int, payload: bytes) -> None:
        self.log.append(payload)
        self._count()
        if address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        control: int | None = None
        for byte in payload:
            self._count()
            if control is None:
                control = byte
            else:
                (self.chip.data if control & 0x40 else self.chip.command)(byte)
                # With the continuation bit, another control byte follows each byte.
                control = None if control & 0x80 else control


class ModelSpi(ModelWire):
    """An SPI device with one chip, with the interface of spidev's `SpiDev`."""

    max_speed_hz = 0

    def __init__(self, chip: ChipModel, is_data: Callable[[], bool]) -> None:
        super().__init__(chip)
        self._is_data = is_data

    def open(self, port: int, device: int) -> None:
        """Open a handle."""
        del port, device
        self.handles += 1

    def writebytes(self, data: Iterable[int]) -> None:
        """Send bytes, which are data or commands depending on the D/C line."""
        payload = bytes(data)
        self.log.append(payload)
        take = self.chip.data if self._is_data() else self.chip.command
        for byte in payload:
            self._count()
            take(byte)
