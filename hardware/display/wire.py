"""The bus to the display: luma's I2C and SPI, with errors that say what to do."""

from __future__ import annotations

import errno
import fcntl
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from luma.core.error import DevicePermissionError
from luma.core.error import Error as LumaError
from luma.core.interface import serial

from hardware.controls.pins import Pins
from hardware.display.config import DisplayConfig
from hardware.errors import NoDisplay

I2C_TIMEOUT = 0x0702
I2C_WAIT_S = 0.2
"""Longer than a frame takes at 100 kHz, and short for a person who turns the knob."""


class DisplayWire:
    """An I2C or SPI bus of luma's that raises NoDisplay, with advice, for every failure."""

    def __init__(
        self, config: DisplayConfig, pins: Pins, pin_factory: Any = None, spi_device: Any = None
    ) -> None:
        self._config = config
        self._lines: OutputLines | None = None
        if config.bus == "i2c":
            self._wire = self._translating(self._open_i2c)
        else:
            self._lines = OutputLines(pin_factory)
            self._wire = self._translating(lambda: self._open_spi(pins, spi_device))

    def command(self, *commands: int) -> None:
        """Send commands, at most 32 bytes."""
        self._translating(lambda: self._wire.command(*commands))

    def data(self, data: list[int]) -> None:
        """Send data for the chip's memory."""
        self._translating(lambda: self._wire.data(data))

    def cleanup(self) -> None:
        """Release the bus and its lines."""
        try:
            self._translating(self._wire.cleanup)
        finally:
            self._release_lines()

    def _open_i2c(self) -> Any:
        wire = serial.i2c(port=self._config.port_number, address=self._config.address)
        _limit_wait(self._config.bus_name)
        return wire

    def _open_spi(self, pins: Pins, spi_device: Any) -> Any:
        try:
            return serial.spi(
                spi=spi_device,
                gpio=self._lines,
                port=self._config.port_number,
                device=self._config.device,
                bus_speed_hz=self._config.speed_hz,
                gpio_DC=pins.display_dc,
                gpio_RST=pins.display_reset,
                reset_hold_time=0.001,
                reset_release_time=0.001,
            )
        except BaseException:
            self._release_lines()
            raise

    def _translating(self, act: Callable[[], Any]) -> Any:
        try:
            return act()
        except NoDisplay:
            raise
        except (OSError, ImportError, LumaError) as error:
            raise explain(error, self._config) from error

    def _release_lines(self) -> None:
        if self._lines is not None:
            self._lines.close()


class OutputLines:
    """D/C and RESET through gpiozero, with luma's interface, because RPi.GPIO does not support a Pi
    5.
    """

    LOW = 0
    HIGH = 1
    OUT = "out"

    def __init__(self, pin_factory: Any) -> None:
        assert pin_factory is not None, "an SPI display needs a pin factory"
        self._pin_factory = pin_factory
        self._devices: dict[int, Any] = {}

    def setup(self, line: int, direction: str) -> None:
        """Open a line as an output."""
        from gpiozero import OutputDevice  # slow to import, and only SPI needs it

        assert direction == self.OUT
        try:
            self._devices[line] = OutputDevice(line, pin_factory=self._pin_factory)
        except Exception as error:  # every back end has its own exceptions
            raise NoDisplay(
                f"cannot drive the display's line GPIO{line} ({error}): another program or a "
                "device tree overlay may use it; change it in [pins] of the configuration"
            ) from error

    def output(self, line: int, value: int) -> None:
        """Drive a line high or low."""
        self._devices[line].value = value

    def cleanup(self, lines: Iterable[int]) -> None:
        """Release some lines."""
        for line in lines:
            self._devices.pop(line).close()

    def close(self) -> None:
        """Release every line."""
        self.cleanup(list(self._devices))


def _limit_wait(bus_name: str) -> None:
    """Have the kernel give up on a stuck bus soon; ignored by buses without this setting."""
    with suppress(OSError), (Path("/dev") / bus_name).open("rb") as bus:
        fcntl.ioctl(bus, I2C_TIMEOUT, round(I2C_WAIT_S * 100))


def explain(error: Exception, config: DisplayConfig) -> NoDisplay:
    """Return an error with advice for what luma or the system raised."""
    bus = config.bus_name
    cause = error if isinstance(error, OSError) else error.__context__
    code = cause.errno if isinstance(cause, OSError) else None
    if isinstance(error, DevicePermissionError) or code in (errno.EACCES, errno.EPERM):
        group = config.bus
        return NoDisplay(
            f"not allowed to use {bus}; add the user to the group: sudo usermod -aG {group} $USER"
        )
    if isinstance(error, ImportError):
        return NoDisplay(
            f"no display on {bus}: {error}; install it with: sudo apt install python3-spidev"
        )
    if code == errno.ENOENT:
        return NoDisplay(
            f"no display, for there is no /dev/{bus}; switch the bus on with: "
            f"sudo raspi-config nonint do_{config.bus} 0"
        )
    if code in (errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT):
        return NoDisplay(_describe_silence(config))
    return NoDisplay(f"no display on {bus}: {error}")


def _describe_silence(config: DisplayConfig) -> str:
    if config.bus == "spi":
        return f"no display on {config.bus_name}; check its wires"
    return (
        f"no display at 0x{config.address:02X} on {config.bus_name}; check its four wires, "
        f"and look for its address with: i2cdetect -y {config.port_number}"
    )
