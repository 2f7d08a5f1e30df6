"""Selects a gpiozero back end by name; errors say how to install it.

`auto` is gpiod, which has wheels for every supported Python, or lgpio if gpiod is not installed.
gpiozero itself would try one after the other and use the first that imports, which hides a missing
package.

>>> make_factory("mock").__class__.__name__
'MockFactory'
>>> make_factory("nothing")
Traceback (most recent call last):
hardware.errors.NoControls: no pin factory 'nothing'; there are auto, gpiod, ...
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from hardware.errors import NoControls


class _BackEnd(NamedTuple):
    module: str
    factory: str
    remedy: str


AUTO = "auto"
_NOT_A_PI = "this works on a Raspberry Pi only; on a desk, use a simulated panel"
BACK_ENDS: Mapping[str, _BackEnd] = MappingProxyType(
    {
        "gpiod": _BackEnd(
            "hardware.controls.gpiod_factory",
            "GpiodFactory",
            "install it with `pip install 'tablemate-box[pi]'`, and put the user into the group "
            "gpio",
        ),
        "lgpio": _BackEnd(
            "gpiozero.pins.lgpio",
            "LGPIOFactory",
            "install it with `sudo apt install python3-lgpio` (and make the virtual environment "
            "with --system-site-packages) or `pip install 'tablemate-box[pi]'`, and put the user "
            "into the group gpio",
        ),
        "rpigpio": _BackEnd(
            "gpiozero.pins.rpigpio",
            "RPiGPIOFactory",
            "install it with `sudo apt install python3-rpi.gpio`; it does not work on a Pi 5, "
            "use lgpio there",
        ),
        "pigpio": _BackEnd(
            "gpiozero.pins.pigpio",
            "PiGPIOFactory",
            "install it with `sudo apt install pigpio python3-pigpio` and start its daemon with "
            "`sudo systemctl enable --now pigpiod`; it does not work on a Pi 5, use lgpio there",
        ),
        "native": _BackEnd("gpiozero.pins.native", "NativeFactory", "use lgpio instead"),
        "mock": _BackEnd("gpiozero.pins.mock", "MockFactory", "install gpiozero"),
    }
)


def usual_back_end(has_module: Callable[[str], bool] | None = None) -> str:
    """Return the default back end: gpiod if installed, else lgpio if installed, else gpiod."""
    is_there = has_module or (lambda name: find_spec(name) is not None)
    return next((name for name in ("gpiod", "lgpio") if is_there(name)), "gpiod")


def make_factory(name: str = AUTO) -> Any:
    """Return a new pin factory, which the caller closes; raise NoControls."""
    if name == AUTO:
        name = usual_back_end()
    if name not in BACK_ENDS:
        raise NoControls(f"no pin factory {name!r}; there are {', '.join((AUTO, *BACK_ENDS))}")
    back_end = BACK_ENDS[name]
    try:
        if name == "lgpio":
            with _inside_runtime_directory():
                import_module("lgpio")
        return getattr(import_module(back_end.module), back_end.factory)()
    except Exception as error:  # every back end has its own exceptions
        remedy = _NOT_A_PI if type(error).__name__ == "PinUnknownPi" else back_end.remedy
        raise NoControls(f"the pin factory {name} does not work ({error}): {remedy}") from error


@contextmanager
def _inside_runtime_directory() -> Iterator[None]:
    """Change to a writable directory, and back afterwards.

    `import lgpio` makes a FIFO in the working directory, and fails in a read-only one. Its variable
    LG_WD changes the working directory for good, which breaks relative paths; here the change ends
    with the import. Both ends of the FIFO are open by then, so the directory can be deleted. Call
    this before other threads start, because they share the working directory.
    """
    home = Path.cwd()
    given = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    with nullcontext(given) if given else tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        try:
            yield
        finally:
            os.chdir(home)
