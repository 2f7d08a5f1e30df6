"""The display's bus: is it switched on, may we use it, how fast is it, and who answers?"""

from __future__ import annotations

import errno

from firmware_py.doctor.findings import Environment, Finding, fail, warn, well
from hardware.controls.pins import HEADER, I2C

FAST_HZ = 400_000
ADDRESSES = (0x3C, 0x3D)


def check_bus(environment: Environment) -> Finding:
    """Say whether the bus is there and may be used."""
    display = environment.config.display
    about, name = "bus", display.bus_name
    device = environment.at(f"dev/{name}")
    if device.exists():
        if environment.can_use(device):
            return well(about, f"/dev/{name} is there")
        return fail(
            about,
            f"{environment.user} is not allowed to use /dev/{name}",
            f"sudo usermod -aG {display.bus} {environment.user}, then log in again",
        )
    switch = "i2c_arm" if display.bus == "i2c" else "spi"
    path = environment.config_txt
    parameters = environment.device_parameters()
    is_on = "on" in (parameters.get(switch), parameters.get("i2c" if switch == "i2c_arm" else ""))
    if is_on:
        return fail(
            about,
            f"{path} switches {display.bus.upper()} on, but there is no /dev/{name}",
            f"restart the Pi; if that does not help: sudo modprobe {display.bus}-dev, or set port "
            "under [display] to the bus you mean",
        )
    return fail(
        about,
        f"{display.bus.upper()} is switched off: there is no /dev/{name}",
        f"sudo raspi-config nonint do_{display.bus} 0, or add dtparam={switch}=on to {path}; "
        "then restart the Pi",
    )


def check_speed(environment: Environment) -> Finding | None:
    """Say whether the I2C bus is fast enough to be pleasant."""
    display = environment.config.display
    if display.bus != "i2c":
        return None
    path = f"sys/class/i2c-adapter/i2c-{display.port_number}/of_node/clock-frequency"
    try:
        speed_hz = int.from_bytes(environment.at(path).read_bytes(), "big")
    except OSError:
        return None
    if speed_hz >= FAST_HZ:
        return well("bus speed", f"{speed_hz // 1000} kHz")
    return warn(
        "bus speed",
        f"{speed_hz // 1000} kHz: a new screen takes a tenth of a second",
        f"add dtparam=i2c_arm_baudrate={FAST_HZ} to {environment.config_txt} and restart the Pi",
    )


def check_display(environment: Environment) -> Finding | None:
    """Find the display's address."""
    display = environment.config.display
    device = environment.at(f"dev/{display.bus_name}")
    if not device.exists() or not environment.can_use(device):
        return None
    if display.bus == "spi" and not environment.has_module("spidev"):
        return fail("display", "Python's spidev is missing", "sudo apt install python3-spidev")
    if display.bus == "spi":
        return well("display", "an SPI display cannot answer: look at it with tablemate panel box")
    wanted = display.address
    for address in dict.fromkeys((wanted, *ADDRESSES)):
        try:
            environment.probe(display.port_number, address)
        except OSError as error:
            if error.errno == errno.EBUSY:
                return warn(
                    "display",
                    f"the kernel itself uses address 0x{address:02X}",
                    f"remove the overlay for a display from {environment.config_txt}",
                )
            continue
        if address == wanted:
            return well("display", f"answers at 0x{address:02X} on {display.bus_name}")
        return fail(
            "display",
            f"answers at 0x{address:02X}, but 0x{wanted:02X} is configured",
            f"set address = 0x{address:02X} under [display]",
        )
    data, clock = (f"{wire.name.upper()} to pin {HEADER[wire.gpio]}" for wire in I2C)
    return fail(
        "display",
        f"nothing answers at 0x3C or 0x3D on {display.bus_name}",
        f"check its four wires: VCC to pin 1, GND to pin 6, {data}, {clock}",
    )
