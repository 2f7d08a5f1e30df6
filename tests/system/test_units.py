"""The service's units: what they are allowed, and that they fit the program and each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_py.app.run import NOT_SAVED_CODE
from firmware_py.app.run import WAIT_S as END_WAIT_S
from firmware_py.app.service_screens import TAPE_NAME
from firmware_py.storage.files import STICKS
from firmware_py.system.systemd import END_S, POWER_OFF_NOTE
from firmware_py.system.wifi import FOLDER, STATE, STATE_FOLDER, WISH
from firmware_py.update.install import FOLDER as UPDATE_FOLDER
from firmware_py.update.install import NAME as UPDATE_NAME
from firmware_py.update.install import NOTE as UPDATE_NOTE
from tests.support.service_files import SYSTEMD, UNITS, exposure, needs_systemd, settings

SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
PI_MB = 512
"""The memory of a Pi Zero 2 W."""


def test_the_drivers_of_every_bus_are_there_before_the_service() -> None:
    """What a unit may use is looked up among the drivers that are loaded when it starts."""
    loaded = (SYSTEMD / "tablemate.modules").read_text().splitlines()
    assert {"i2c-dev", "spidev", "cdc-acm", "usbserial"} <= set(loaded)


@needs_systemd
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_the_units_are_hardened(unit: Path) -> None:
    """As systemd itself measures it, the helpers like the box."""
    assert float(exposure(unit)) <= 1.5


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_no_unit_can_take_all_memory_or_flood_the_system_with_tasks(unit: Path) -> None:
    """At least half of the smallest Pi is left to the system."""
    found = settings(unit)
    (memory,), (tasks,) = found["MemoryMax"], found["TasksMax"]
    assert memory.endswith("M")
    assert 0 < int(memory.removesuffix("M")) <= PI_MB // 2
    assert 0 < int(tasks) <= 64


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_no_unit_has_a_capability(unit: Path) -> None:
    """What only root may do, systemd itself does for them."""
    found = settings(unit)
    assert found["CapabilityBoundingSet"] == [""]
    assert found["NoNewPrivileges"] == ["yes"]


def test_only_the_units_for_sticks_updates_and_wifi_are_root() -> None:
    """They ask systemd and NetworkManager, which listen to root, or write what is root's."""
    roots = [unit.name for unit in SERVICES if "User" not in settings(unit)]
    assert roots == [f"tablemate-{name}.service" for name in ("stick@", "update", "wifi")]


def test_helpers_of_root_reach_no_other_way_to_systemd_than_they_need() -> None:
    """Root is heard there, with or without a capability."""
    closed = {
        name: settings(SYSTEMD / f"tablemate-{name}.service")["InaccessiblePaths"]
        for name in ("update", "wifi")
    }
    assert closed == {"update": ["-/run/dbus"], "wifi": ["-/run/systemd/private"]}


def test_an_end_with_something_not_saved_is_no_failed_start() -> None:
    """And the wait for the disk is over before systemd's patience is."""
    found = settings(SYSTEMD / "tablemate.service")
    assert found["SuccessExitStatus"] == [str(NOT_SAVED_CODE)]
    assert int(found["TimeoutStopSec"][0]) > END_WAIT_S + END_S


def test_the_unit_for_updates_writes_to_the_programs_alone() -> None:
    """It reads what the service left, by its group, and changes nothing there."""
    found = settings(SYSTEMD / "tablemate-update.service")
    assert found["ReadWritePaths"] == ["/opt/tablemate"]
    assert found["ProtectSystem"] == ["strict"]
    assert found["Group"] == settings(SYSTEMD / "tablemate.service")["Group"]


def test_the_unit_for_updates_waits_for_the_note_and_for_what_was_cut_short() -> None:
    """In the places where the program and the helper leave them."""
    watched = settings(SYSTEMD / "tablemate-update.path")
    (directory,) = settings(SYSTEMD / "tablemate.service")["RuntimeDirectory"]
    assert watched["PathChanged"] == [f"/run/{directory}/{UPDATE_NOTE}"]
    helper = (SYSTEMD / "update").read_text()
    assert f'"/run/{directory}/{UPDATE_NOTE}"' in helper
    assert watched["PathExists"] == ["/opt/tablemate/trial"]
    assert 'folder / "trial"' in helper
    (state,) = settings(SYSTEMD / "tablemate.service")["StateDirectory"]
    assert f"/var/lib/{state}/{UPDATE_FOLDER}/{UPDATE_NAME}" in helper


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_no_path_that_a_unit_may_write_can_be_a_link_of_the_services_user(unit: Path) -> None:
    """systemd follows links there: the user could name any folder of the system in its own one."""
    box = settings(SYSTEMD / "tablemate.service")
    own = [Path("/run", *box["RuntimeDirectory"]), Path("/var/lib", *box["StateDirectory"])]
    for path in " ".join(settings(unit).get("ReadWritePaths", [])).split():
        assert not any(folder in Path(path.lstrip("-")).parents for folder in own), path


def test_wishes_and_answers_about_wifi_are_where_the_helper_has_them() -> None:
    """In the directories of both services, which the helper may write to."""
    (directory,) = settings(SYSTEMD / "tablemate.service")["RuntimeDirectory"]
    (group,) = settings(SYSTEMD / "tablemate.service")["Group"]
    (place,) = settings(SYSTEMD / "tablemate-wifi.path")["PathExists"]
    helper = settings(SYSTEMD / "tablemate-wifi.service")
    assert Path(place) == Path("/run", directory, FOLDER, WISH)
    assert f"-/run/{directory}" in helper["ReadWritePaths"][0].split()
    assert helper["Group"] == [group]
    assert helper["RuntimeDirectory"] == [STATE_FOLDER.name]
    text = (SYSTEMD / "wifi").read_text()
    assert f'"{place}"' in text
    assert f'"{STATE_FOLDER / STATE}"' in text


def test_a_stick_is_mounted_where_the_box_looks_for_sticks() -> None:
    """Below a directory that the hardened unit may write to."""
    (mount,) = settings(SYSTEMD / "tablemate-stick@.service")["ExecStart"]
    place = mount.split()[-1].replace("%I", "sda1")
    assert any(Path(place).match(pattern) for pattern in STICKS)
    writable = settings(SYSTEMD / "tablemate.service")["ReadWritePaths"]
    assert f"-{Path(place).parents[1]}" in writable[0].split()


def test_a_stick_belongs_to_the_user_of_the_service() -> None:
    """FAT knows no owners: the mount says who may write, and that nothing may be run from it."""
    (user,) = settings(SYSTEMD / "tablemate.service")["User"]
    (mount,) = settings(SYSTEMD / "tablemate-stick@.service")["ExecStart"]
    (options,) = re.findall(r"--options=(\S+)", mount)
    assert {f"uid={user}", "nosuid", "nodev", "noexec"} <= set(options.split(","))


def test_the_rule_starts_the_unit_that_mounts_a_stick() -> None:
    """For USB alone, and for the file systems that sticks are sold with."""
    rules = (SYSTEMD / "90-tablemate.rules").read_text()
    (rule,) = (line for line in rules.splitlines() if "tablemate-stick@" in line)
    assert (SYSTEMD / "tablemate-stick@.service").exists()
    assert 'ENV{ID_BUS}=="usb"' in rule
    assert 'ENV{ID_FS_TYPE}=="vfat|exfat"' in rule


def test_the_last_words_wait_less_than_the_watchdog() -> None:
    """Nobody feeds it while the program waits for its end."""
    (patience,) = settings(SYSTEMD / "tablemate.service")["WatchdogSec"]
    assert float(patience) > END_S


def test_the_path_unit_watches_for_the_note_of_the_program() -> None:
    """In the runtime directory of the service."""
    (directory,) = settings(SYSTEMD / "tablemate.service")["RuntimeDirectory"]
    assert settings(SYSTEMD / "tablemate-poweroff.path")["PathExists"] == [
        f"/run/{directory}/{POWER_OFF_NOTE}"
    ]


def test_what_is_let_go_is_what_was_mounted() -> None:
    """systemd names a mount after its place."""
    found = settings(SYSTEMD / "tablemate-stick@.service")
    place = found["ExecStart"][0].split()[-1].replace("%I", "sda1")
    (stop,) = found["ExecStop"]
    unit = stop.split()[-1].replace("%i", "sda1")
    assert unit == place.strip("/").replace("/", "-") + ".mount"


def test_the_wish_to_switch_off_is_granted_once_and_by_systemd() -> None:
    """The note is taken away by the user who left it, and that needs no right to switch off."""
    found = settings(SYSTEMD / "tablemate-poweroff.service")
    (note,) = settings(SYSTEMD / "tablemate-poweroff.path")["PathExists"]
    assert found["ExecStart"] == [f"-/usr/bin/rm -f {note}"]
    assert found["SuccessAction"] == ["poweroff"]
    assert found["User"] == settings(SYSTEMD / "tablemate.service")["User"]
    assert found["ReadWritePaths"] == [f"-{Path(note).parent}"]


def test_the_hook_plays_the_tape_of_the_last_words() -> None:
    """From the directory that outlives its service."""
    goodbye = settings(SYSTEMD / "tablemate-goodbye.service")
    (directory,) = goodbye["RuntimeDirectory"]
    assert goodbye["RuntimeDirectoryPreserve"] == ["yes"]
    assert f'"/run/{directory}/{TAPE_NAME}"' in (SYSTEMD / "shutdown-hook").read_text()


@needs_systemd
def test_the_readme_tells_the_exposure_that_is_measured() -> None:
    """Of the unit as it stands."""
    said = exposure(SYSTEMD / "tablemate.service")
    readme = (SYSTEMD / "README.md").read_text()
    assert f"`systemd-analyze security` gives {said} that way" in readme
