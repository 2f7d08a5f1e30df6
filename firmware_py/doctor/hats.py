"""The ready-made HAT: is it the one that is configured, and which may be fitted otherwise?"""

from __future__ import annotations

import re

from firmware_py.core.config import Config
from firmware_py.doctor.findings import Environment, Finding, fail, warn, well
from firmware_py.system.fitted_hat import may_be_there
from hardware.hats import HATS

_SHUTDOWN = re.compile(r"^\s*dtoverlay\s*=\s*gpio-shutdown(?:,(\S*))?", re.MULTILINE)
_USUAL_SHUTDOWN = 3
"""Where the overlay watches, if nothing else is said."""


def check_hat(environment: Environment) -> Finding | None:
    """Say whether the HAT is there, as far as that can be known without a press."""
    name = environment.config.box.hat
    found = may_be_there(Config(), environment.at("dev"), environment.probe)
    names = [candidate.name for candidate in found]
    if not name:
        return _guess(environment, names)
    title = f"{name} ({HATS[name].title})"
    if name not in names:
        other = " or ".join(each or "a display that was wired by hand" for each in names)
        return fail(
            "HAT",
            f"{title} is configured, but its display does not answer"
            + (f"; what was found may be {other}" if other else ""),
            "press it onto the header, all forty pins; or correct hat under [box]",
        )
    if HATS[name].display.bus == "spi":
        return well("HAT", f"{title}; on SPI it cannot answer: look at it with tablemate panel box")
    return well("HAT", f"{title}: its display answers")


def _guess(environment: Environment, names: list[str]) -> Finding | None:
    """Say which HAT may be fitted, where none is configured."""
    hats = [name for name in names if name]
    if not hats or environment.config.display.bus == "spi":
        return None
    listed = " or ".join(hats)
    if "" in names:
        return well("HAT", f"none is configured; the display may also be that of {listed}")
    return warn(
        "HAT",
        f"no display answers on I2C; {listed} may be fitted, which cannot answer",
        f'if it is, write hat = "{hats[0]}" under [box]',
    )


def check_shutdown_line(environment: Environment) -> Finding | None:
    """Say whether the kernel watches a line of the HAT as a shutdown button."""
    name = environment.config.box.hat
    if not name:
        return None
    text = environment.read(str(environment.config_txt.relative_to(environment.root)))
    for parameters in _SHUTDOWN.findall(text):
        given = re.search(r"gpio_pin=(\d+)", parameters)
        gpio = int(given[1]) if given else _USUAL_SHUTDOWN
        if gpio in HATS[name].lines:
            return fail(
                "shutdown",
                f"{environment.config_txt} has a shutdown button on GPIO{gpio}, where {name} has "
                f"its {HATS[name].lines[gpio]}",
                f"sudo systemd/install --hat {name}, or take that line out; then restart the Pi",
            )
    return None
