"""Finds out which HAT is on the box, if it is not configured (`hat = "ask"`, as on a card image).

A display on I2C answers a probe, one on SPI does not. So the probe narrows down what may be fitted,
and if that is not enough, the box asks for a press of the middle button (`panels/unknown_box`). The
result is stored with the settings, and the box asks again when another display answers. If none
answers, it asks on all of them, also on one that answers later.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from engines.unicode import read_json
from firmware_py.core.config import ASK, BoxConfig, Config
from firmware_py.storage.disk import is_root
from firmware_py.storage.schema import OWN_KEY
from firmware_py.storage.store import FILE_NAME
from hardware.display.config import DisplayConfig
from hardware.hats import HATS

MEMORY = "hat"
"""The key of the stored result."""
WIRED = "wired-"
"""Prefix of the chip of a box that was wired by hand, in the stored result."""
WIRED_CHIPS = ("sh1106", "ssd1306")
"""The chips the box asks about; other chips on sale work as one of these."""
DEVICES = Path("/dev")
REMEMBERED = (*HATS, *(f"{WIRED}{chip}" for chip in WIRED_CHIPS))
"""The results that may be stored, besides none."""


def _probe(bus: int, address: int) -> None:
    from hardware.display.i2c_probe import probe_i2c  # only where it has to be found out

    probe_i2c(bus, address)


class Candidate(NamedTuple):
    """What may be fitted: a HAT, or the parts of a box wired by hand (with an empty name)."""

    name: str
    config: Config

    @property
    def title(self) -> str:
        """The title of the HAT, or ""."""
        return HATS[self.name].title if self.name else ""

    @property
    def needs_chip(self) -> bool:
        """Whether the display of a box wired by hand is unknown."""
        return not self.name and self.config.display == DisplayConfig()

    def wired_with(self, chip: str) -> Candidate:
        """Return this candidate with a known chip."""
        name = f"{WIRED}{chip}"
        return Candidate(name, with_hat(self.config, name))

    @property
    def middle(self) -> int:
        """The GPIO line of the middle button: the stick or the knob."""
        return HATS[self.name].middle.gpio if self.name else self.config.pins.knob_press


def known(config: Config) -> tuple[Candidate, ...]:
    """Return all candidates."""
    by_hand = Candidate("", config._replace(box=BoxConfig()))
    return (by_hand, *(Candidate(name, with_hat(config, name)) for name in HATS))


def with_hat(config: Config, name: str) -> Config:
    """Return the configuration with a HAT, or with a stored chip, by its name."""
    if name.startswith(WIRED):
        display = config.display._replace(chip=name.removeprefix(WIRED))
        return config._replace(box=BoxConfig(), display=display)
    if not name:
        return config._replace(box=BoxConfig())
    hat = HATS[name]
    return config._replace(box=BoxConfig(name), display=hat.display, pins=hat.pins({}))


def may_be_there(
    config: Config,
    devices: Path = DEVICES,
    probe: Callable[[int, int], None] = _probe,
) -> tuple[Candidate, ...]:
    """Return the candidates whose display answers; if none does, those whose display cannot."""
    silent, answering = [], []
    for candidate in known(config):
        display = candidate.config.display
        if not (devices / display.bus_name).exists():
            continue
        if display.bus == "spi":
            silent.append(candidate)
            continue
        try:
            probe(display.port_number, display.address)
        except OSError:
            continue
        answering.append(candidate)
    return tuple(answering or silent)


def settle(
    config: Config,
    remembered: object,
    look: Callable[[Config], tuple[Candidate, ...]] = may_be_there,
) -> tuple[Config, tuple[Candidate, ...]]:
    """Return the configuration to use, and the candidates to ask about; none if it is certain."""
    if config.box.hat != ASK:
        return config, ()
    candidates = look(config)
    displays = [each.config.display for each in candidates]
    nothing_answers = not any(each.bus == "i2c" for each in displays)
    if remembered in ("", *REMEMBERED):
        kept = with_hat(config, str(remembered))
        # A display that does not answer now may have a bad contact; the driver retries it.
        if nothing_answers or any(kept.display.place == each.place for each in displays):
            return kept, ()
    # A display that is silent now may answer later; each is looked for every second.
    return with_hat(config, ""), known(config) if nothing_answers else candidates


def as_remembered(config: Config, data: Path) -> Config:
    """Return the configuration with the stored HAT, for programs other than the box."""
    if config.box.hat != ASK:
        return config
    name = ""
    try:
        # Opened as immutable, root creates no files next to the database of the service.
        how = "mode=ro&immutable=1" if is_root() else "mode=ro"
        place = f"{(data / FILE_NAME).resolve().as_uri()}?{how}"
        with closing(sqlite3.connect(place, uri=True)) as db:
            row = db.execute(
                "SELECT value FROM settings WHERE key=?", (f"{OWN_KEY}{MEMORY}",)
            ).fetchone()
        name = read_json(row[0]) if row else ""
    except (sqlite3.Error, OSError, ValueError):
        pass  # nothing readable is stored
    return with_hat(config, name if name in REMEMBERED else "")
