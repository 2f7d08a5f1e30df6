"""`tablemate doctor`: checks the box and says what to do about each finding."""

from __future__ import annotations

import json
import select
import sys
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import astuple
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from engines.unicode import read_json
from firmware_py.core.config import Config
from firmware_py.doctor import machine, wiring
from firmware_py.doctor.acceptance import Volunteer, run_acceptance
from firmware_py.doctor.findings import Environment, Finding, Status, fail
from firmware_py.doctor.wiring import PersonAtBox, try_controls
from firmware_py.storage.disk import write_as_owner
from firmware_py.storage.errors import StoreError
from firmware_py.system.fitted_hat import as_remembered
from firmware_py.version import __version__
from hardware.controls.pin_factory import make_factory

Check = Callable[[Environment], Finding | None]

EVERYWHERE: tuple[Check, ...] = (
    machine.check_machine,
    machine.check_python,
    machine.check_libraries,
    machine.check_data,
    machine.check_stored,
    machine.check_disk,
    machine.check_web,
    machine.check_serial,
    machine.check_voice,
)
AS_A_SERVICE: tuple[Check, ...] = (machine.check_service, machine.check_service_data)
ON_A_PI: tuple[Check, ...] = (
    machine.check_power,
    machine.check_groups,
    machine.check_back_end,
    machine.check_pins,
    wiring.check_bus,
    wiring.check_speed,
    wiring.check_display,
    wiring.check_hat,
    wiring.check_shutdown_line,
    wiring.check_radio,
)
IN_A_FOLDER: dict[Check, Callable[[Environment], Path]] = {
    machine.check_data: lambda environment: environment.data,
    machine.check_stored: lambda environment: environment.data,
    machine.check_service_data: lambda environment: environment.at(machine.DATA),
}
"""Checks that open files of a user other than root, with their folders."""
COLOURS = {Status.OK: "32", Status.WARNING: "33", Status.PROBLEM: "31"}
WIDTH = 100


def run_doctor(
    config: Config,
    data: Path,
    interactive: bool = True,
    environment: Environment | None = None,
    say: Callable[[str], None] = print,
    *,
    clock: Callable[[], float],
) -> int:
    """Run all checks and print the findings; return 0, or 1 if there is a problem."""
    config = as_remembered(config, data)
    environment = environment or Environment(config, data, service=machine.ask_systemd)
    has_colour = sys.stdout.isatty()
    say(f"Tablemate {__version__}, a look at the box and around it:\n")
    findings = []
    for finding in examine(environment):
        findings.append(finding)
        say(describe(finding, has_colour))
    if environment.model:
        findings += _try_by_hand(config, interactive and sys.stdin.isatty(), say, has_colour, clock)
    say(f"\n{sum_up(findings)}")
    return 1 if any(finding.status is Status.PROBLEM for finding in findings) else 0


def run_guided(
    config: Config,
    data: Path,
    target: Path,
    interactive: bool = True,
    environment: Environment | None = None,
    *,
    clock: Callable[[], float],
) -> int:
    """Lead a volunteer through the steps of an acceptance, and write the report to `target`."""
    config = as_remembered(config, data)
    environment = environment or Environment(config, data, service=machine.ask_systemd)
    has_person = interactive and sys.stdin.isatty()
    if has_person and environment.service().get("ActiveState") == "active":
        print(
            "tablemate: the running box uses the display and the pins; end it first with: "
            "sudo systemctl stop tablemate",
            file=sys.stderr,
        )
        return 1
    who = PersonAtBox(print, _skips, clock)
    return run_acceptance(
        environment,
        Volunteer(who, sys.stdin.readline) if has_person else None,
        "\n".join(map(describe, examine(environment))),
        lambda: make_factory(config.controls.pin_factory),
        target,
    )


def examine(environment: Environment) -> Iterable[Finding]:
    """Yield the findings of all checks that apply to this machine."""
    of_the_service = AS_A_SERVICE if machine.is_installed(environment) else ()
    for check in EVERYWHERE + of_the_service + (ON_A_PI if environment.model else ()):
        folder = IN_A_FOLDER.get(check)
        finding = (
            check(environment)
            if folder is None
            else _look_as_owner(check, folder(environment), environment)
        )
        if finding is not None:
            yield finding


def _look_as_owner(check: Check, folder: Path, environment: Environment) -> Finding | None:
    """Run a check as the owner of the folder, so that root follows no link in it."""

    def look(file: BinaryIO) -> None:
        finding = check(environment)
        if finding is not None:
            file.write(json.dumps(astuple(finding)).encode())

    with TemporaryFile() as made:
        try:
            write_as_owner(folder, look, made)
        except StoreError as error:
            return fail("data", f"{folder}: {error}", "choose another place with --data")
        made.seek(0)
        result = made.read()
    if not result:
        return None
    status, *words = read_json(result)
    return Finding(Status(status), *words)


def describe(finding: Finding, has_colour: bool = False) -> str:
    """Return a finding as lines of text."""
    status = f"{finding.status:<8}"
    if has_colour:
        status = f"\x1b[{COLOURS[finding.status]}m{status}\x1b[0m"
    indent = " " * 25
    says = textwrap.fill(
        finding.says, WIDTH, initial_indent=indent, subsequent_indent=indent
    ).strip()
    lines = f"  {status} {finding.about:<13} {says}"
    if not finding.remedy:
        return lines
    remedy = textwrap.fill(
        f"-> {finding.remedy}", WIDTH, initial_indent=indent, subsequent_indent=f"{indent}   "
    )
    return f"{lines}\n{remedy}"


def sum_up(findings: Iterable[Finding]) -> str:
    """Return a sentence with the number of problems and warnings."""
    statuses = [finding.status for finding in findings]
    problems, warnings = (statuses.count(each) for each in (Status.PROBLEM, Status.WARNING))
    if not problems and not warnings:
        return "All is well."
    parts = [
        f"{number} {word}{'s' if number > 1 else ''}"
        for number, word in ((problems, "problem"), (warnings, "warning"))
        if number
    ]
    return f"{' and '.join(parts)}: see the arrows above."


def _try_by_hand(
    config: Config,
    interactive: bool,
    say: Callable[[str], None],
    has_colour: bool,
    clock: Callable[[], float],
) -> list[Finding]:
    if not interactive:
        say("  The knob and the buttons were not tried: that needs a person at a terminal.")
        return []
    say("\nNow the controls:")
    who = PersonAtBox(say, _skips, clock)
    findings = []
    for finding in try_controls(config, lambda: make_factory(config.controls.pin_factory), who):
        findings.append(finding)
        say(describe(finding, has_colour))
    return findings


def _skips(wait_s: float) -> bool:
    """Wait for the Enter key, at most `wait_s`; return whether it was pressed."""
    if not select.select([sys.stdin], [], [], wait_s)[0]:
        return False
    sys.stdin.readline()
    return True
