"""The doctor looks at the box as a service."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_py.core.config import Config
from firmware_py.doctor.findings import Environment, Status
from firmware_py.doctor.machine import ask_systemd, check_groups, check_service, check_service_data
from firmware_py.storage.store import Store


def environment(root: Path, **said: str) -> Environment:
    """Return a machine whose systemd says something of the service; nothing: it has none."""
    facts = {"LoadState": "loaded", **said} if said else {"LoadState": "not-found"}
    return Environment(Config(), root / "data", root=root, user="root", service=lambda: facts)


def test_nothing_is_said_where_there_is_no_service(tmp_path: Path) -> None:
    """A computer that is not a box needs no service."""
    assert check_service(environment(tmp_path)) is None


@pytest.mark.parametrize(
    ("said", "status", "words"),
    [
        ({"ActiveState": "active", "NRestarts": "0"}, Status.OK, "runs"),
        ({"ActiveState": "active", "NRestarts": "3"}, Status.WARNING, "after 3 restarts"),
        (
            {"ActiveState": "failed", "Result": "start-limit-hit"},
            Status.PROBLEM,
            "ended too often and was given up",
        ),
        ({"ActiveState": "failed", "Result": "exit-code"}, Status.PROBLEM, "could not run"),
        ({"ActiveState": "activating"}, Status.WARNING, "is starting"),
        ({"ActiveState": "inactive"}, Status.WARNING, "does not run"),
    ],
)
def test_the_state_of_the_service_is_reported(
    tmp_path: Path, said: dict[str, str], status: Status, words: str
) -> None:
    """With what to do, where something is to be done."""
    finding = check_service(environment(tmp_path, **said))
    assert finding is not None
    assert finding.status is status
    assert words in finding.says
    assert bool(finding.remedy) == (status is not Status.OK)


def test_the_matches_of_the_service_are_found(tmp_path: Path) -> None:
    """They are not in the data folder of the user."""
    machine = environment(tmp_path, ActiveState="active")
    folder = machine.at("var/lib/tablemate")
    folder.mkdir(parents=True)
    Store(folder).close()
    finding = check_service_data(machine)
    assert finding is not None
    assert finding.status is Status.OK
    (folder / "tablemate.db").write_bytes(b"no database")
    finding = check_service_data(machine)
    assert finding is not None
    assert finding.status is Status.PROBLEM


@pytest.mark.needs_root
def test_a_file_that_the_service_cannot_write_is_found(tmp_path: Path) -> None:
    """Somebody ran a command on the data as root."""
    machine = environment(tmp_path, ActiveState="active")
    folder = machine.at("var/lib/tablemate")
    folder.mkdir(parents=True)
    (folder / "tablemate.db").touch()
    os.chown(folder / "tablemate.db", 12345, 12345)
    finding = check_service_data(machine)
    assert finding is not None
    assert finding.status is Status.PROBLEM
    assert "chown -R tablemate:" in finding.remedy


def test_only_root_gets_a_finding_about_the_service_data(tmp_path: Path) -> None:
    """The directory is closed to them."""
    machine = environment(tmp_path, ActiveState="active")
    machine.at("var/lib/tablemate").mkdir(parents=True)
    assert check_service_data(replace(machine, user="anna")) is None


def test_root_is_not_sent_away_where_the_box_is_a_service(tmp_path: Path) -> None:
    """The display itself says: sudo tablemate doctor."""
    assert check_groups(environment(tmp_path, ActiveState="failed")) is None


def test_systemd_is_asked_without_a_fault_on_any_machine() -> None:
    """Where there is none the answer is empty or says that there is no such unit."""
    assert ask_systemd().get("LoadState") in (None, "not-found", "loaded", "")
