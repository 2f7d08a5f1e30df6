"""The shutdown hook is root, and what it plays was written by the service's user."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("[display]\nbus = 'spi'\n", "ValueError the display is not on I2C"),
        ("display = 7\n", "AttributeError"),
    ],
)
def test_without_a_display_on_i2c_nothing_is_played(folder: Path, config: str, said: str) -> None:
    """The tape is not even looked at."""
    (told,) = play(plant(folder, f"{USUAL}\n00e3\n"), config)
    assert told.startswith(said)


def test_a_configuration_that_cannot_be_read_means_the_usual_display(folder: Path) -> None:
    """As it does for whoever wrote the tape."""
    did = play(plant(folder, f"{USUAL}\n00e3\n"), "[display\n")
    assert did[1] == "opened /dev/i2c-1"
