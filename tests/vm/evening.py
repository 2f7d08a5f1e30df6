"""An evening: the scenes one after the other, and the table of what was seen."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from pathlib import Path

import helpers
import pins
import scenes
import stick
import strangers
import updating
import weak_parts
from cuts import cut_power
from image import Image, copy, say
from machine import Machine, journal_of
from stage import INSTALL_S, Stage

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
    ("flood", strangers.flood),
    ("stick", stick.use_stick),
    ("helpers", helpers.confine),
    ("configuration", scenes.misconfigure),
    ("give-up", scenes.give_up),
    ("damage", scenes.damage),
    ("links", strangers.plant_links),
    ("update", updating.update),
    ("upgrade", scenes.upgrade),
    ("switch-off", scenes.switch_off),
)


CUTS = "power-cuts"


class Table:
    """What was seen, row by row."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, str, str]] = []
        self._journals: list[str] = []
        self.failed = False

    def note(self, name: str, act: Callable[[], str]) -> bool:
        """Do something, note what it saw and how long it took; return whether it went well."""
        begun_s = time.monotonic()
        try:
            seen = act()
            verdict = "yes"
        except Exception as error:  # noqa: BLE001 - whatever it is belongs into the table
            traceback.print_exc()
            seen = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            verdict = "NO"
            self.failed = True
            self._journals += (f"{name}: {note}" for note in getattr(error, "__notes__", ()))
        took_s = time.monotonic() - begun_s
        self._rows.append((name, verdict, f"{seen} ({took_s:.0f} s)"))
        say(f"{name}: {verdict}: {seen} ({took_s:.0f} s)")
        return verdict == "yes"

    def text(self) -> str:
        """Return the table in Markdown, and what the machine said where something failed."""
        lines = ["| what | as promised | seen |", "|---|---|---|"]
        rows = [f"| {' | '.join(row)} |" for row in self._rows]
        return "\n".join([*lines, *rows, *(f"\n{journal}" for journal in self._journals)])


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


def play(image: Image, folder: Path, log: Path, table: Table, wanted: set[str], cuts: int) -> None:
    """Run the scenes that are wanted, all on one machine, then the power cuts."""
    installed = installed_disk(image, log, table)
    disk = folder / "disk"
    if wanted - {CUTS}:
        copy(installed, disk)
        with Machine(image, disk, log) as machine:
            stage = Stage(machine, folder, log)
            for scene, act in SCENES:
                chosen = scene in wanted or scene == "boot"
                if chosen and not table.note(scene, lambda act=act: act_on(stage, act)):
                    break
    if cuts and CUTS in wanted:
        copy(installed, disk)
        table.note(CUTS, lambda: cut_power(image, disk, folder, log, cuts))
