"""The order of a start: what draws comes first, what people do not wait for comes after it.

A box is started in a process of its own, as the service starts it, on a wire that leads nowhere.
It tells every step on its standard output, with the modules that are loaded by then.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from engines import catalog
from engines.match import Match
from engines.start import Start
from firmware_py.storage.store import PAUSED, Store

TIMEOUT_S = 60.0
"""No start takes so long; one that does is a failure."""

BOX = """
import json, sys
from luma.core.interface import serial

def tell(step):
    print(json.dumps([step, sorted(sys.modules)]), flush=True)

class Wire:
    def __init__(self, **where):
        pass
    def command(self, *commands):
        if commands[-1] in (0xAE, 0xAF):
            tell("dark" if commands[-1] == 0xAE else "lit")
    def data(self, data):
        if any(data):
            tell("frame")
    def cleanup(self):
        pass

serial.i2c = Wire
from firmware_py.system import systemd
systemd.Watchdog.say = lambda self, state: tell(state)
from firmware_py.__main__ import main
raise SystemExit(main(["--panel", "box"]))
"""


class Step(NamedTuple):
    """Something that the box did, and what was loaded by then."""

    name: str
    modules: frozenset[str]


class Started:
    """A box in a process of its own."""

    def __init__(self, folder: Path, pin_factory: str) -> None:
        (folder / "tablemate.toml").write_text(
            f'[controls]\npin_factory = "{pin_factory}"\n', encoding="utf-8"
        )
        places = {"XDG_CONFIG_HOME": str(folder), "STATE_DIRECTORY": str(folder / "data")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", BOX],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | places,
        )

    def steps(self) -> Iterator[Step]:
        """Yield what it does, as it does it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            name, modules = json.loads(line)
            yield Step(name, frozenset(modules))


def fill(folder: Path) -> None:
    """Keep settings and a match that waits, as on a box that was used before."""
    store = Store(folder / "data")
    store.put_setting("language", "en")
    store.put_setting("web", False)
    engine = catalog.load(next(iter(catalog.GAMES)))
    options = {option.name: option.default for option in engine.options}
    match = Match(engine, Start(options, seats=2, first=0, seed=7), ("Anna", "Ben"))
    store.begin(1, match.header, tuple(match.lines))
    store.set_status(1, PAUSED)
    store.close()


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> list[Step]:
    """The steps of a start with a match to resume, up to the word that the box is ready."""
    folder = tmp_path_factory.mktemp("box")
    fill(folder)
    box = Started(folder, "mock")
    seen = []
    for step in box.steps():
        seen.append(step)
        if step.name == "READY=1":
            box.process.terminate()
    box.process.communicate(timeout=TIMEOUT_S)
    assert box.process.returncode == 0
    return seen


def loaded_by(step: Step, name: str) -> list[str]:
    """List what is loaded of a library or a package of ours."""
    return [each for each in step.modules if each == name or each.startswith(f"{name}.")]


@pytest.mark.parametrize(
    "name",
    [
        "gpiozero",
        "hardware.controls.gpio_controls",
        "serial",
        "hardware.serial",
        "websockets",
        "asyncio",
        "firmware_py.club",
        "firmware_py.panels.web",
        "firmware_py.games.game_ui",
        "engines.engine",
        "engines.catalog",
        *(f"engines.{game}" for game in catalog.GAMES),
        "tempfile",
    ],
)
def test_the_first_frame_waits_for_nothing_it_does_not_need(steps: list[Step], name: str) -> None:
    """Home is drawn with what draws; slow libraries come after it."""
    assert steps[0].name == "frame"
    assert loaded_by(steps[0], name) == []


def test_the_box_is_ready_when_it_is_lit_and_its_contacts_are_open(steps: list[Step]) -> None:
    names = [step.name for step in steps]
    ready = names.index("READY=1")
    assert names.index("frame") < names.index("lit") < ready
    assert loaded_by(steps[ready], "gpiozero.pins.mock") != []


@pytest.mark.parametrize(
    "name",
    [
        *("_ssl", "nacl", "serial", "hardware.serial"),
        *("paho", "firmware_py.club.membership", "firmware_py.club.box_link"),
    ],
)
def test_a_box_without_page_serial_port_and_club_never_loads_their_libraries(
    steps: list[Step], name: str
) -> None:
    """They would stay in memory after a match."""
    assert loaded_by(steps[-1], name) == []


def test_the_games_draw_on_the_display_without_the_names_of_all_html_signs() -> None:
    """Half a megabyte that only the pictures of a page need."""
    games = list(catalog.GAMES)
    code = (
        "import sys; before = set(sys.modules)\n"  # coverage loads it, where it watches
        "from firmware_py.games import ui_of\n"
        f"for game in {games}: ui_of(game)\n"
        "print('html.entities' in set(sys.modules) - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_box_without_pins_goes_dark_and_says_why(tmp_path: Path) -> None:
    """The frame was up already, but nobody could go on from it: it must not call itself ready."""
    fill(tmp_path)
    box = Started(tmp_path, "no such thing")
    names = [step.name for step in box.steps()]
    _, complaint = box.process.communicate(timeout=TIMEOUT_S)
    assert box.process.returncode == 1
    assert complaint.startswith("tablemate: no pin factory 'no such thing'")
    assert list(dict.fromkeys(names)) == ["frame", "lit", "dark"]  # a frame is sent page by page
