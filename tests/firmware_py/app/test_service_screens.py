"""The last words: they fit, and the tape for the shutdown hook gives the very picture."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from engines.languages import LANGUAGES, TRANSLATED
from firmware_py.app.service_screens import (
    SCREENS,
    TAPE_NAME,
    WAIT_FOR_THE_LIGHT,
    draw,
    main,
    read_language,
    show,
    write_tape,
)
from firmware_py.core.config import Config
from firmware_py.storage.store import Store
from hardware.display.chip_models import MODELS, ModelBus
from hardware.display.config import DisplayConfig
from hardware.display.frame import Frame, turn_around

HOOK = Path(__file__).parents[3] / "systemd" / "shutdown-hook"


def see(tape: str, chip: str, address: int = 0x3C) -> ModelBus:
    """Return a display with noise in its memory, after it was sent a tape."""
    bus = ModelBus(MODELS[chip](7), address)
    for line in tape.splitlines()[1:]:
        message = bytes.fromhex(line)
        bus.write_i2c_block_data(address, message[0], list(message[1:]))
    return bus


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCREENS)
def test_every_notice_fits_in_every_language(name: str, language: str) -> None:
    """Nothing is cut, and nothing touches."""
    assert draw(name, language).check() == []


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", SCREENS)
def test_every_notice_is_translated(name: str, language: str) -> None:
    """The table's language is spoken to the end."""
    assert not set(draw(name, language).reading()) & set(draw(name, "en").reading())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_advice_for_spi_fits(language: str) -> None:
    """There the hook cannot draw."""
    assert draw("shutting-down", language, WAIT_FOR_THE_LIGHT).check() == []


@pytest.mark.parametrize("chip", MODELS)
def test_the_tape_gives_the_picture_on_any_chip(chip: str) -> None:
    """Whatever the display showed before, and lit."""
    frame = draw("safe-to-unplug", "en").frame()
    bus = see(write_tape(frame, DisplayConfig(chip=chip)), chip)
    assert bus.chip.frame() == frame
    assert bus.chip.on


def test_the_tape_knows_a_display_that_is_upside_down() -> None:
    """As the configuration says."""
    frame: Frame = draw("safe-to-unplug", "en").frame()
    bus = see(write_tape(frame, DisplayConfig(rotate=180)), "sh1106")
    assert bus.chip.frame() == turn_around(frame)


def test_the_tape_begins_with_the_place_of_the_display() -> None:
    """Bus and address, as the hook wants them."""
    tape = write_tape(bytes(1024), DisplayConfig(port=3, address=0x3D))
    assert tape.splitlines()[0] == "/dev/i2c-3 3d"


def test_the_language_is_the_tables(tmp_path: Path) -> None:
    """It is in the database."""
    store = Store(tmp_path)
    store.put_setting("language", "it")
    store.close()
    assert read_language(tmp_path) == "it"


def test_without_a_database_it_is_english(tmp_path: Path) -> None:
    """And none is made."""
    assert read_language(tmp_path) == "en"
    assert list(tmp_path.iterdir()) == []


def test_a_language_that_is_not_ours_is_english(tmp_path: Path) -> None:
    """A newer program may have known more."""
    store = Store(tmp_path)
    store.put_setting("language", "nl")
    store.close()
    assert read_language(tmp_path) == "en"


def test_a_missing_display_does_not_hold_up_the_shutdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said once, and the tape is there in case the display comes back."""
    missing = Config(display=DisplayConfig(port=99))
    show("shutting-down", missing, tmp_path, tmp_path, time.monotonic)
    assert "there is no /dev/i2c-99" in capsys.readouterr().err
    assert (tmp_path / TAPE_NAME).exists()


def test_an_unknown_notice_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """With the names of those there are."""
    assert main(["frobnicate"]) == 2
    assert "shutting-down|safe-to-unplug|failed" in capsys.readouterr().err


@pytest.mark.parametrize("reason", ["reboot", "kexec"])
def test_the_hook_is_silent_when_the_power_stays(reason: str) -> None:
    """Nobody should unplug a box that restarts."""
    done = subprocess.run([sys.executable, "-IS", HOOK, reason], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_the_hook_never_fails() -> None:
    """Without a tape it says so, and the shutdown goes on."""
    done = subprocess.run(
        [sys.executable, "-IS", HOOK, "poweroff"], capture_output=True, text=True, check=True
    )
    assert "no last words" in done.stderr


@pytest.fixture
def without_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for the tape of a service whose display is not there."""
    (tmp_path / "tablemate.toml").write_text("[display]\nport = 99\n")
    (tmp_path / "run").mkdir()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{tmp_path / 'run'}:/nowhere")
    return tmp_path / "run"


def test_the_command_leaves_the_tape_in_the_folder_of_the_service(without_display: Path) -> None:
    """In the first of its runtime folders, for the display that is configured."""
    assert main(["shutting-down"]) == 0
    assert (without_display / TAPE_NAME).read_text().startswith("/dev/i2c-99 ")


def test_a_service_that_gave_up_leaves_no_tape(without_display: Path) -> None:
    """Its box is not shutting down: nobody may read that it is safe to unplug."""
    assert main(["failed"]) == 0
    assert list(without_display.iterdir()) == []


def test_without_a_folder_of_the_service_the_screen_is_drawn_all_the_same(
    without_display: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As when somebody types the command; here the display is missing, which is said."""
    monkeypatch.delenv("RUNTIME_DIRECTORY")
    assert main(["shutting-down"]) == 0
    assert "there is no /dev/i2c-99" in capsys.readouterr().err
    assert list(without_display.iterdir()) == []


def test_a_bad_configuration_does_not_keep_the_screen_away(
    without_display: Path, tmp_path: Path
) -> None:
    """The usual display is tried."""
    (tmp_path / "tablemate.toml").write_text("[display]\nprot = 99\n")
    assert main(["shutting-down"]) == 0
    assert (without_display / TAPE_NAME).read_text().startswith("/dev/i2c-1 3c")
