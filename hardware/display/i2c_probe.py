"""Ask whether anybody answers at an address of an I2C bus."""

from __future__ import annotations

import smbus2

NO_OPERATION = (0x00, 0xE3)
"""A control byte and the command that does nothing, on every display chip we know."""


def probe_i2c(bus: int, address: int) -> None:
    """Send a display the command that does nothing; raise OSError when nobody answers."""
    opened = smbus2.SMBus(bus)
    try:
        opened.i2c_rdwr(smbus2.i2c_msg.write(address, NO_OPERATION))
    finally:
        opened.close()
