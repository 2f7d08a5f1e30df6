"""An evening: the scenes one after the other, and the table of what was seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import attackers
import helpers
import hotspot
import joining
import pins
import scenes
import stick
import updating
import weak_parts
from cuts import cut_power
from image import Image, copy
from machine import Machine, journal_of
from stage import INSTALL_S, Stage
from table import Table

Scene = Callable[[Stage], str]
SCENES: tuple[tuple[str, Scene], ...] = (
    ("boot", scenes.start),
    ("play", scenes.play_mana),
    ("gpiod", pins.use_both),
    ("hang", scenes.hang),
    ("display", scenes.lose_display),
    ("display-power", weak_parts.dim_display),
    ("slow-disk", weak_parts.slow_disk),
    ("devices", scenes.reach_devices),
    ("flood", attackers.flood),
    ("stick", stick.use_stick),
    ("helpers", helpers.confine),
    ("hotspot", hotspot.open_for_phones),
    ("join", joining.join_network),
    ("configuration", scenes.misconfigure),
    ("give-up", scenes.give_up),
    ("damage", scenes.damage),
    ("links", attackers.plant_links),
    ("upgrade", scenes.upgrade),
    ("update", updating.update),
    ("switch-off", scenes.switch_off),
)

WIFI_OFF, CUTS = "wifi-off", "power-cuts"
LATER = (WIFI_OFF, CUTS)
"""On machines of their own."""


def installed_disk(image: Image, log: Path, table: Table) -> Path:
    """Return a disk on which the project installed itself, in the running machine."""
    disk = image.disk()

    def make(place: Path) -> None:
        copy(disk, place)
        with Machine(image, place, log) as machine, journal_of(machine):
            machine.wait_for_agent()
            command = ("/project/systemd/install", "--wheels", "/project/wheels")
            print(machine.run(*command, limit_s=INSTALL_S))
            machine.power_off()

    made: list[Path] = []

    def install() -> str:
        was_there = (image.cache / f"installed-{disk.name.removeprefix('disk-')}").exists()
        made.append(image.step("installed", disk.name.removeprefix("disk-"), make))
        return "kept from an earlier run" if was_there else "systemd/install --wheels, no network"

    if not table.note("install", install):
        raise SystemExit(1)
    return made[0]


def act_on(stage: Stage, scene: Scene) -> str:
    """Let a scene happen; return what it saw."""
    with journal_of(stage.machine):
        return scene(stage)


def play(
    image: Image,
    folder: Path,
    log: Path,
    table: Table,
    wanted: set[str],
    cuts: int,
    cycles: int,
) -> None:
    """Run the scenes that are wanted, all on one machine, then those that end theirs."""
    installed = installed_disk(image, log, table)
    disk = folder / "disk"
    if wanted - {*LATER}:
        copy(installed, disk)
        with Machine(image, disk, log) as machine:
            stage = Stage(machine, folder, log, cycles=cycles)
            chosen = [each for each in SCENES if each[0] in {"boot", *wanted}]
            for number, (scene, act) in enumerate(chosen, 1):
                if not table.note(scene, partial(act_on, stage, act)):
                    table.leave_out(name for name, _ in chosen[number:])
                    break
    if WIFI_OFF in wanted:
        copy(installed, disk)
        table.note(WIFI_OFF, lambda: hotspot.stay_closed(image, disk, folder, log))
    if cuts and CUTS in wanted:
        copy(installed, disk)
        table.note(CUTS, lambda: cut_power(image, disk, folder, log, cuts))
