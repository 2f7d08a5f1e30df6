"""The shutdown hook is root, and what it plays was written by the service's user."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.toml_text import DEPTH_LIMIT, LINE_LIMIT, SIZE_LIMIT, read_toml
from firmware_py.core.config import BadConfig, load
from hardware.display.config import DisplayConfig
from tests.support.hostile_toml import HOSTILE
from tests.support.service_files import SYSTEMD

HOOK = SYSTEMD / "shutdown-hook"
NOBODY = 65534
USUAL = "/dev/i2c-1 3c"
"""The messages after it say nothing (00 e3), should there be a display."""
WATCHED = """
import importlib.machinery, importlib.util, sys
hook, tape, config = sys.argv[1:]
loader = importlib.machinery.SourceFileLoader("hook", hook)
module = importlib.util.module_from_spec(importlib.util.spec_from_loader("hook", loader))
sys.dont_write_bytecode = True
loader.exec_module(module)
def tell(name, facts):
    if name == "open" and isinstance(facts[0], str) and not facts[0].startswith(sys.base_prefix):
        print("opened", facts[0])
sys.addaudithook(tell)
try:
    module.play(tape, config)
except Exception as error:
    print(type(error).__name__, error)
"""
"""Plays a tape, and tells every file that is opened for it, but for Python's own."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a directory that belongs to the service's user; root keeps everything around it."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:  # a tape is in ASCII
        Path(name).chmod(0o755)
        theirs = Path(name) / "theirs"
        theirs.mkdir()
        if os.getuid() == 0:
            os.chown(theirs, NOBODY, NOBODY)
        yield theirs


def as_service_user(*command: str | Path) -> None:
    """Run a command as another user than root, where this is root."""
    user = NOBODY if os.getuid() == 0 else None
    groups = None if user is None else list[int]()
    subprocess.run([*map(str, command)], user=user, group=user, extra_groups=groups, check=True)


def plant(folder: Path, text: str) -> Path:
    """Let the service's user write a tape."""
    tape = folder / "tape"
    as_service_user("/bin/sh", "-c", 'printf %s "$1" >"$2"', "sh", text, tape)
    return tape


def play(tape: Path, config: str = "") -> list[str]:
    """Let the hook play a tape under a configuration of root's; return what it did."""
    place = tape.parents[1] / "tablemate.toml"
    place.write_text(config)
    command = [sys.executable, "-IS", "-c", WATCHED, str(HOOK), str(tape), str(place)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return [line for line in done.stdout.splitlines() if line != f"opened {place}"]


def test_a_device_that_only_the_tape_names_is_not_opened(folder: Path) -> None:
    """The service's user decides what is drawn, not where it goes."""
    victim = folder.parent / "victim"
    victim.write_text("root's")
    tape = plant(folder, f"{victim} 3c\n00e3\n")
    opened, said = play(tape)
    assert opened == f"opened {tape}"
    assert said.startswith("ValueError the tape is not for the display at /dev/i2c-1")


def test_a_device_that_root_names_is_opened(folder: Path) -> None:
    """There is none of that number here, which shows that it was looked for."""
    tape = plant(folder, "/dev/i2c-4321 3d\n00e3\n")
    did = play(tape, "[display]\nport = 4321\naddress = 0x3d\n")
    assert did[:2] == [f"opened {tape}", "opened /dev/i2c-4321"]


def test_an_address_that_only_the_tape_names_is_not_used(folder: Path) -> None:
    """There are other chips on the bus."""
    _, said = play(plant(folder, "/dev/i2c-1 50\n00e3\n"))
    assert "not for the display at /dev/i2c-1, address 3c" in said


def test_a_link_in_the_place_of_the_tape_is_not_followed(folder: Path) -> None:
    """It could lead to any file or device of the system."""
    secret = folder.parent / "secret"
    secret.write_text(f"{USUAL}\n00e3\n")
    secret.chmod(0o600)
    tape = folder / "tape"
    as_service_user("/bin/ln", "-s", secret, tape)
    *_, said = play(tape)
    assert "Too many levels of symbolic links" in said


def test_a_pipe_in_the_place_of_the_tape_does_not_hold_up_the_shutdown(folder: Path) -> None:
    """Nobody ever writes into it."""
    tape = folder / "tape"
    as_service_user("/usr/bin/mkfifo", tape)
    assert play(tape)[-1] == "ValueError the tape is no file"


def test_an_endless_tape_is_refused(folder: Path) -> None:
    """The power should go some day."""
    assert play(plant(folder, USUAL + "\n00e3" * 20_000))[-1] == "ValueError the tape is too long"


def test_without_a_display_on_i2c_nothing_is_played(folder: Path) -> None:
    """The tape is not even looked at."""
    said = play(plant(folder, f"{USUAL}\n00e3\n"), "[display]\nbus = 'spi'\n")
    assert said == ["ValueError the display is not on I2C"]


def test_a_configuration_that_cannot_be_read_means_the_usual_display(folder: Path) -> None:
    """As it does for the owner of the tape."""
    did = play(plant(folder, f"{USUAL}\n00e3\n"), "[display\n")
    assert did[1] == "opened /dev/i2c-1"


DISPLAY = "[display]\nport = 7\naddress = 0x3d\n"
SAYING = {
    "nothing": "",
    "a display": DISPLAY,
    "up to the bounds": DISPLAY + "# " + "-" * (LINE_LIMIT - 2),
    "a line that is too long": DISPLAY + "# " + "-" * (LINE_LIMIT - 1),
    "a key that is too long": DISPLAY + "# " + "a." * DEPTH_LIMIT + "a\n",
    "as much as there may be": DISPLAY + "#\n" * ((SIZE_LIMIT - len(DISPLAY)) // 2),
    "more than there may be": DISPLAY + "#\n" * (SIZE_LIMIT // 2),
    "no section": "display = 7\n",
    **{
        f"{key} = {value}": f"[display]\n{key} = {value}\n"
        for key, values in {
            "port": ("0", "-1", "1.0", "true", "'1'", "[]", "9" * 400),
            "address": ("0x07", "0x08", "0x77", "0x78", "false", "60.0", "{}"),
            "bus": ("'i2c'", "'usb'", "1", "[]"),
        }.items()
        for value in values
    },
}


@pytest.mark.parametrize("saying", SAYING)
def test_the_hook_finds_the_display_that_the_program_draws_on(tmp_path: Path, saying: str) -> None:
    """It reads the file with code of its own, within the same bounds."""
    place = tmp_path / "tablemate.toml"
    place.write_bytes(SAYING[saying].encode())
    check_hook(place)


def test_a_configuration_that_is_no_text_or_no_file_means_the_usual_display(tmp_path: Path) -> None:
    place = tmp_path / "tablemate.toml"
    place.write_bytes(DISPLAY.encode() + b"# \xff\n")
    check_hook(place)
    check_hook(tmp_path)


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_would_cost_much_to_read_is_read_as_the_program_reads_it(
    tmp_path: Path, kind: str
) -> None:
    """Not at all, or within the bounds."""
    place = tmp_path / "tablemate.toml"
    place.write_text(DISPLAY + HOSTILE[kind])
    try:
        wanted = read_toml(DISPLAY + HOSTILE[kind])
    except tomllib.TOMLDecodeError:
        wanted = {}
    assert of_hook("read_config")(str(place)) == wanted


def of_hook(name: str) -> Any:
    """Return a function of the hook."""
    return runpy.run_path(str(HOOK), run_name="hook")[name]


def check_hook(place: Path) -> None:
    """Compare what the hook and the program read."""
    try:
        display = load(place).display
    except BadConfig:
        display = DisplayConfig()  # as `service_screens` has it
    found = of_hook("find_display")(str(place))
    assert found == (f"/dev/{display.bus_name}", display.address)
