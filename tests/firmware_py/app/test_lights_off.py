"""Lights and buzzer after the program has ended."""

from __future__ import annotations

from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_py.app.lights_off import main, switch_off
from firmware_py.core.config import Config
from hardware.controls.pins import Pins
from tests.support.service_files import SYSTEMD, settings


def test_every_line_is_driven_low() -> None:
    """Also one that a killed program left high."""
    pins = Pins.full()
    assert pins.buzzer is not None
    factory = MockFactory()
    lines = [factory.pin(gpio) for gpio in (*pins.seats, pins.buzzer)]
    for line in lines:
        line.function = "output"
        line.state = True
    driven = [line.states for line in lines]
    switch_off(Config()._replace(pins=pins), lambda _name: factory)
    assert all(states[-1].state is False for states in driven)


def test_a_box_without_lights_opens_no_pins() -> None:
    """Nothing of gpiozero is asked for."""

    def refuse(_name: str) -> None:
        raise AssertionError("opened")

    switch_off(Config(), refuse)


def test_the_service_runs_it_after_the_program() -> None:
    """However that ended; what it says does not make a service fail that ended well."""
    (command,) = settings(SYSTEMD / "tablemate.service")["ExecStopPost"]
    assert command == "-/opt/tablemate/env/bin/python -m firmware_py.app.lights_off"


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the user's configuration is read from; the folder is empty."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "tablemate.toml"


def test_the_command_ends_well_where_nothing_is_fitted(configured: Path) -> None:
    """A box without lights is a usual one."""
    configured.write_text("")
    assert main() == 0


def test_the_command_says_what_is_wrong_with_the_configuration(
    configured: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the service sees in its exit code that the lights may be on."""
    configured.write_text("[pins]\nbuzer = 5\n")
    assert main() == 1
    assert "buzer" in capsys.readouterr().err
