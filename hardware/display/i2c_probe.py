"""Ask whether anybody answers at an address of an I2C bus."""

from __future__ import annotations

NO_OPERATION = (0x00, 0xE3)
"""A control byte and the command that does nothing, on every display chip we know."""


def probe_i2c(bus: int, address: int) -> None:
    """Send a display the command that does nothing; raise OSError when nobody answers."""
    from smbus2 import SMBus, i2c_msg  # luma brings it; only a box needs it

    opened = SMBus(bus)
    try:
        opened.i2c_rdwr(i2c_msg.write(address, NO_OPERATION))
    finally:
        opened.close()
