"""The helpers of the box, confined: what they still do, and what they leave alone."""

from __future__ import annotations

import re
import time

from stage import SERVICE_S, Stage, check
from stick import STICK, Stick, wait_for_mount

UNITS = (
    *("tablemate", "tablemate-failed", "tablemate-goodbye", "tablemate-poweroff"),
    *("tablemate-portal", "tablemate-stick@sda1", "tablemate-update", "tablemate-wifi"),
)
FSTAB = "/etc/fstab"
LEAST_CONFINED = 2.5


def confine(stage: Stage) -> str:
    """Every unit has its limits; a stick that /etc/fstab names by its label is not ours."""
    machine = stage.machine
    stick = Stick(stage.folder / "helpers-stick")
    fstab = machine.run("cat", FSTAB)
    machine.ask("write", path=FSTAB, text=f"{fstab}LABEL=STICK /mnt vfat noauto 0 0\n")
    machine.run("systemctl", "daemon-reload")
    machine.plug_in(stick.file)
    wait_for_refusal(stage)
    check(str(STICK) not in machine.run("findmnt", "--raw"), "somebody else's stick was mounted")
    machine.pull_out()
    machine.ask("write", path=FSTAB, text=fstab)
    machine.run("systemctl", "daemon-reload")
    machine.plug_in(stick.file)
    wait_for_mount(machine, there=True)
    seen = {unit: exposure(stage, unit) for unit in UNITS}
    limits = {unit: memory_limit(stage, unit) for unit in UNITS}
    machine.pull_out()
    wait_for_mount(machine, there=False)
    check(max(seen.values()) <= LEAST_CONFINED, f"not confined: {seen}")
    check(all(limits.values()), f"without a limit: {limits}")
    exposures = ", ".join(
        f"{unit.removeprefix('tablemate-')} {value} ({limits[unit] >> 20} MB)"
        for unit, value in seen.items()
    )
    return f"a stick of /etc/fstab left alone, another mounted; exposure (limit): {exposures}"


def wait_for_refusal(stage: Stage, limit_s: float = SERVICE_S) -> None:
    """Wait until the unit has looked at the stick and declined."""
    until_s = time.monotonic() + limit_s
    command = ("journalctl", "-b", "--no-pager", "-u", "tablemate-stick@*")
    # Before the first stick there is no such unit, which journalctl takes for an error.
    while "Skipped due to 'exec-condition'" not in stage.machine.run(*command, check=False):
        check(time.monotonic() < until_s, "the stick of /etc/fstab was not declined")
        time.sleep(0.5)


def exposure(stage: Stage, unit: str) -> float:
    """Return what the guest's systemd says of how much a unit could do."""
    said = stage.machine.run("systemd-analyze", "security", "--no-pager", f"{unit}.service")
    found = re.search(r"exposure level .*: ([\d.]+)", said)
    return float(found[1]) if found else 10.0


def memory_limit(stage: Stage, unit: str) -> int:
    """Return the memory that a unit may use, 0 for no limit."""
    command = ("systemctl", "show", f"{unit}.service", "--value", "-p", "MemoryMax")
    said = stage.machine.run(*command).strip()
    return int(said) if said.isdigit() else 0
