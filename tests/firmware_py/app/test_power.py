"""Switching off: a note for the path unit, and waiting for the end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from firmware_py.system.systemd import can_power_off, request_power_off, wait_for_the_end
from hardware.events import Control, Inbox, Pressed, Stopped


def test_the_note_is_left_in_the_runtime_directory(tmp_path: Path) -> None:
    """Where the path unit looks for it."""
    assert request_power_off({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert [path.name for path in tmp_path.iterdir()] == ["poweroff"]


def test_the_first_of_several_runtime_directories_counts(tmp_path: Path) -> None:
    """systemd joins several with colons."""
    assert request_power_off({"RUNTIME_DIRECTORY": f"{tmp_path}:/elsewhere"})
    assert (tmp_path / "poweroff").exists()


def test_a_note_that_is_there_already_is_as_good(tmp_path: Path) -> None:
    """Somebody asked twice."""
    (tmp_path / "poweroff").touch()
    assert request_power_off({"RUNTIME_DIRECTORY": str(tmp_path)})


def test_on_a_desk_nothing_can_be_switched_off() -> None:
    """There is no service, so there is no path unit either."""
    assert not request_power_off({})
    assert not can_power_off({})


def test_only_the_service_offers_it(tmp_path: Path) -> None:
    """A runtime directory alone may be somebody else's."""
    assert not can_power_off({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert can_power_off({"RUNTIME_DIRECTORY": str(tmp_path), "NOTIFY_SOCKET": "/run/notify"})


def test_a_directory_that_is_gone_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The program goes on, and the journal says why."""
    assert not request_power_off({"RUNTIME_DIRECTORY": str(tmp_path / "gone")})
    assert "cannot be switched off" in caplog.text


def test_the_wait_ends_with_the_signal() -> None:
    """Whatever people press meanwhile."""
    inbox = Inbox()
    inbox.post(Pressed(Control.KNOB))
    inbox.post(Stopped())
    assert wait_for_the_end(inbox, time.monotonic, 10.0)


def test_a_power_off_that_does_not_come_is_noticed() -> None:
    """The service ends by itself, is started again, and people see Home."""
    assert not wait_for_the_end(Inbox(), time.monotonic, 0.01)
