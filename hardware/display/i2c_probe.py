"""Checks whether a device answers at an address of an I2C bus."""

from __future__ import annotations

import smbus2

NO_OPERATION = (0x00, 0xE3)
"""A control byte and the NOP command, which all supported display chips have."""


def probe_i2c(bus: int, address: int) -> None:
    """Send a display the NOP command; raise OSError if nothing answers."""
    opened = smbus2.SMBus(bus)
    try:
        opened.i2c_rdwr(smbus2.i2c_msg.write(address, NO_OPERATION))
    finally:
        opened.close()
