"""Parts of the box fail in mid-match, and programs do: the match goes on."""

from __future__ import annotations

import json
import os
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
import smbus2
from gpiozero.pins.mock import MockFactory

from engines import catalog
from firmware_py.app.serial_referee import SerialReferee
from firmware_py.core.picture import Picture
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import begin_match
from firmware_py.panels.base import Panel
from firmware_py.screens.system.notices import Fault
from firmware_py.ui.navigation import GoToMatch
from hardware.controls.gpio_controls import Controls
from hardware.controls.pins import Pins
from hardware.display.chip_models import ModelBus, Ssd1306Model
from hardware.display.config import DisplayConfig
from hardware.display.oled import Oled, open_display
from hardware.events import Control, SerialLine
from hardware.serial.serial_link import SerialLink
from tests.support.stored import first_damaged_event, line_count

PATIENCE_S = 60.0


@pytest.fixture
def table(box: Any) -> Any:
    """Return a box with a match of Mana on it."""
    start = catalog.begin(catalog.load("mana"), seats=2, seed=1, first=0)
    box.services.table = begin_match(
        box.services.queue,
        "mana",
        start,
        names=("Ada", "Bo"),
        timing=Timing(),
        time=box.services.time,
    )
    box.app.follow(GoToMatch())
    box.app.paint()
    return box


def is_stored(box: Any) -> bool:
    """Return whether the disk has what the table has."""
    return bool(box.store.record(1).lines == tuple(box.services.table.match.lines))


class Display(Panel):
    """A panel with a real driver, on a bus that can be unplugged."""

    def __init__(self, bus: ModelBus, clock: Any) -> None:
        self.bus = bus
        config = DisplayConfig(chip="ssd1306")
        self.oled: Oled = open_display(config, Pins(), lambda _event: None, clock=clock)

    def show(self, picture: Picture) -> None:
        """Show a picture."""
        self.oled.show(picture.frame)

    def deadline_s(self) -> float | None:
        """Say when to look for a lost display."""
        return self.oled.retry_deadline_s

    def due(self, now_s: float) -> None:
        """Look for it."""
        self.oled.retry(now_s)

    def close(self) -> None:
        """Go dark."""
        self.oled.close()


class TestDisplay:
    """The display is pulled out and put back."""

    @pytest.fixture
    def display(self, table: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Display]:
        """Return a display on the box, showing the table."""
        bus = ModelBus(Ssd1306Model(seed=7))
        monkeypatch.setattr(smbus2, "SMBus", bus.open)
        made = Display(bus, lambda: table.now)
        table.app.panels.append(made)
        made.show(table.panel.pictures[-1])
        yield made
        made.close()

    def test_play_goes_on_and_the_whole_picture_comes_back(
        self, table: Any, display: Display
    ) -> None:
        """What was played in the dark is stored, and on the glass once there is one."""
        table.play()
        assert display.bus.chip.frame() == table.panel.pictures[-1].frame
        display.bus.plugged = False
        table.play(4)
        assert display.oled.why is not None
        assert is_stored(table)
        display.bus.plugged = True
        display.bus.chip = Ssd1306Model(seed=8)  # it lost its power: noise on the glass
        deadline = display.deadline_s()
        assert deadline is not None
        table.now = max(table.now, deadline)
        table.app.step(0)
        assert display.bus.chip.frame() == table.panel.pictures[-1].frame
        assert display.bus.chip.on

    def test_a_bus_that_fails_now_and_then_does_no_harm(self, table: Any, display: Display) -> None:
        """At any byte."""
        for byte in range(40, 400, 40):
            display.bus.fail_after = display.bus.bytes_sent + byte
            table.play()
            display.bus.fail_after = None
            table.now += 20.0
            table.app.step(0)
            assert display.bus.chip.frame() == table.panel.pictures[-1].frame
        assert is_stored(table)


class TestControls:
    """The encoder's contacts, on gpiozero's mock pins."""

    @pytest.fixture
    def pins(self, table: Any) -> Iterator[Any]:
        """Return the pins of controls that post to the box."""
        factory = MockFactory()
        controls = Controls(factory, Pins(), table.app.inbox, clock=lambda: table.now)
        yield factory
        controls.close()
        factory.reset()

    def pump(self, box: Any) -> None:
        """Let the loop take what waits."""
        while box.app.inbox.waiting():
            box.app.step(0)

    def push(self, box: Any, pins: Any, gpio: int) -> None:
        """Press and let go of a button."""
        for level in ("drive_low", "drive_high"):
            box.now += 0.1
            getattr(pins.pin(gpio), level)()
            self.pump(box)

    @pytest.mark.parametrize("line", ["knob_a", "knob_b"])
    @pytest.mark.parametrize("level", ["drive_low", "drive_high"])
    def test_a_stuck_line_turns_nothing_and_the_buttons_play(
        self, table: Any, pins: Any, line: str, level: str
    ) -> None:
        """A cable off: the press still chooses what is offered first."""
        stuck = getattr(Pins(), line)
        other = Pins().knob_b if line == "knob_a" else Pins().knob_a
        getattr(pins.pin(stuck), level)()
        self.pump(table)
        index = table.screen.picker.index
        for _ in range(30):
            pins.pin(other).drive_low()
            pins.pin(other).drive_high()
            self.pump(table)
        assert table.screen.picker.index == index
        before = len(table.services.table.match.lines)
        for _ in range(20):
            self.push(table, pins, Pins().knob_press)
        assert len(table.services.table.match.lines) > before
        assert is_stored(table)

    def test_a_button_that_sticks_does_not_stop_the_others(self, table: Any, pins: Any) -> None:
        """WHY is held down for ever; the knob plays on."""
        pins.pin(Pins().why).drive_low()
        for _ in range(10):
            table.now += 1.0
            table.app.step(0)
        for _ in range(6):
            self.push(table, pins, Pins().back)
        before = len(table.services.table.match.lines)
        for _ in range(20):
            self.push(table, pins, Pins().knob_press)
        assert len(table.services.table.match.lines) > before
        assert is_stored(table)


class TestSerial:
    """A program on the serial port whose cable is pulled out."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        """Return the name of the port, as udev keeps it."""
        return tmp_path / "ttyBOARD"

    def plug(self, path: Path) -> int:
        """Put a new pseudo terminal behind the name; return its other end."""
        master, slave = os.openpty()
        tty.setraw(slave)
        path.symlink_to(os.ttyname(slave))
        os.close(slave)
        return master

    def pump(self, box: Any, until: Any) -> None:
        """Let the loop work until something is so."""
        deadline = monotonic() + PATIENCE_S
        while not until():
            assert monotonic() < deadline, "it did not happen"
            box.app.step(0.02)

    def ask(self, box: Any, master: int, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return its answer."""
        os.set_blocking(master, False)
        heard = b""
        began = asked = monotonic()
        while b"\n" not in heard:
            assert monotonic() < began + PATIENCE_S, "no answer"
            if monotonic() >= asked:  # what is said before the port is open again is lost
                os.write(master, json.dumps(request).encode() + b"\n")
                asked += 0.5
            box.app.step(0.02)
            try:
                heard += os.read(master, 65536)
            except OSError:
                sleep(0.001)
        answer: dict[str, Any] = json.loads(heard.splitlines()[0])
        return answer

    def test_the_match_goes_on_by_knob_and_by_cable_again(self, table: Any, path: Path) -> None:
        """There is one record of all players' moves, and all of it is stored."""
        master = self.plug(path)
        with SerialLink(
            str(path), table.app.inbox, clock=time.monotonic, pause_s=0.02, pause_at_most_s=0.1
        ) as link:
            table.app.referee = SerialReferee(table.services, link.write)
            match = table.services.table.match
            move = match.engine.write(next(iter(match.engine.legal(match.state))))
            assert self.ask(table, master, {"cmd": "play", "move": move})["ok"]
            os.write(master, b'{"cmd":"pl')  # cut off in the middle of a word
            path.unlink()
            os.close(master)
            self.pump(table, lambda: not table.app.inbox.waiting())
            table.play(3)
            assert is_stored(table)
            master = self.plug(path)
            again = self.ask(table, master, {"cmd": "scores"})
            assert again["ok"]
            assert len(match.lines) == 4
            os.close(master)


class Tripping:
    """The real engine, which fails in chosen functions."""

    def __init__(self, engine: Any, where: str) -> None:
        self._engine = engine
        self._where = where

    def __getattr__(self, name: str) -> Any:
        if name == self._where:
            raise RuntimeError(f"{name} tripped")
        return getattr(self._engine, name)


class TestPrograms:
    """A screen or an engine that raises."""

    @pytest.mark.parametrize("where", ["apply", "events", "steps", "explain"])
    def test_an_engine_that_fails_is_a_fault_screen_and_the_match_stands(
        self, table: Any, where: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Home is a press away, and the match goes on from what is stored, whatever that is."""
        table.play(3)
        match = table.services.table.match
        match.engine = Tripping(match.engine, where)
        for _ in range(20):
            if isinstance(table.turn(1).screen, Fault) or isinstance(table.press().screen, Fault):
                break
        assert isinstance(table.screen, Fault), where
        assert "tripped" in caplog.text
        table.press()
        assert any("Resume" in line for line in table.text)
        stored = table.store.record(1).lines
        assert len(stored) >= 3
        assert first_damaged_event(table.store, 1) is None
        table.choose("Resume")
        assert tuple(table.services.table.match.lines) == stored
        table.app.follow(GoToMatch())
        table.play(2)
        assert is_stored(table)

    def test_a_listener_that_fails_comes_after_the_store(self, table: Any) -> None:
        """A program on the serial port cannot undo what was stored."""

        def fail(lines: Any) -> None:
            raise RuntimeError("cannot listen")

        table.services.table.listeners.append(fail)
        for _ in range(6):
            table.press()
            if isinstance(table.screen, Fault):
                break
        assert isinstance(table.screen, Fault)
        assert line_count(table.store, 1) == 1

    def test_rubbish_on_the_serial_port_changes_nothing(self, table: Any) -> None:
        """Any bytes get an answer, and the match is where it was."""
        answers: list[bytes] = []
        table.app.referee = SerialReferee(table.services, answers.append)
        table.play(2)
        answers.clear()  # what was played by knob
        before = list(table.services.table.match.lines)
        for line in (b"", b"\xff\xfe", b"{}", b"[1", b'{"cmd":"play"}', b"x" * 70_000):
            table.app.feed(SerialLine(line))
        assert len(answers) == 6
        assert all(json.loads(answer)["ok"] is False for answer in answers)
        assert table.services.table.match.lines == before
        assert is_stored(table)

    def test_every_control_on_the_fault_screen_leads_somewhere(self, table: Any) -> None:
        """Nobody is stuck on it."""
        for control in Control:
            table.app._fail(RuntimeError("test"))  # noqa: SLF001 - a fault at any moment
            table.app.paint()
            table.press(control.value)
            assert not isinstance(table.screen, Fault)
            table.choose("Resume")
            table.app.follow(GoToMatch())
            table.app.paint()
