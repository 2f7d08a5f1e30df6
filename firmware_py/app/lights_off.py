"""Switches off the lights and the buzzer after the program has ended.

The service runs it as `ExecStopPost`: the kernel of Raspberry Pi OS keeps the level of a line, so a
program that is killed during a tone would leave the buzzer on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from firmware_py.core import config as configuration
from firmware_py.core.config import BadConfig, Config
from firmware_py.system.fitted_hat import as_remembered
from hardware.errors import NoControls
from hardware.lights import Lights


def switch_off(config: Config, make_factory: Callable[[str], Any]) -> None:
    """Drive every fitted light and the buzzer low; do nothing if none is fitted."""
    if config.pins.seats or config.pins.buzzer is not None:
        factory = make_factory(config.controls.pin_factory)
        Lights(config.pins, factory).close()
        factory.close()


def main() -> int:
    """Run `python -m firmware_py.app.lights_off`."""
    from hardware.controls.pin_factory import make_factory  # slow to import, as gpiozero is

    try:
        config = configuration.load()
        data = configuration.data_folder(None, config)
        switch_off(as_remembered(config, data), make_factory)
    except (BadConfig, NoControls) as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
