"""A Raspberry Pi 3 in QEMU, or a Zero 2 W, with a card in it: its display, serial port and plug.

display   an EEPROM answers at 0x3C; what is sent to it is traced, and a model of the chip draws it
serial    the referee's, on the Pi's own port
contacts  QEMU's have no edges: what hands do is tried by `make vm-test`
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from boot import ALWAYS
from workshop import emulator_command

from hardware.display.chip_models import MODELS, ModelBus
from hardware.display.config import DisplayConfig
from hardware.display.frame import Frame

ADDRESS = 0x3C
BOARD = "bcm2837-rpi-3-b.dtb"
ZERO = "bcm2837-rpi-zero-2-w.dtb"
NOT_IN_QEMU = ("/soc/serial@7e201000/bluetooth", "/soc/mmc@7e300000")
"""Bluetooth, whose serial port is the one that QEMU emulates best; and the radio. QEMU has the card
in the radio's place until the pins are set: a driver that is quick enough finds it there, and waits
for ever for a card that has gone."""
COMMAND_LINE = (
    f"quiet loglevel=3 {ALWAYS} random.trust_cpu=on mitigations=off systemd.watchdog_sec=off"
)
"""QEMU's Pi has a watchdog that does not wait: it resets the machine as soon as it is started."""
NETWORK = (
    *("NetworkManager.service", "wpa_supplicant.service"),
    *("avahi-daemon.service", "avahi-daemon.socket"),
)
"""There is none in QEMU's Pi, and a start is quicker without them; the first scene has them."""
PACE = "shift=2,sleep=on,align=off"
"""Its time is counted in instructions, 4 ns each: a busy host makes it slow, and never late."""
ASK_AGAIN_S = 10.0
EVENT = re.compile(rb"i2c_(event|send)\s+(\w+)\(addr:0x([0-9a-f]+)\)(?: data:0x([0-9a-f]+))?")


class Silence(AssertionError):
    """The Pi did not do in time what was waited for."""


class Pi:
    """One run on a card. It ends with this process, come what may."""

    def __init__(
        self,
        tools: Path,
        boot: Path,
        card: Path,
        trace: Path,
        log: Path,
        *,
        network: bool,
        tree: str = "board.dtb",
    ) -> None:
        trace.unlink(missing_ok=True)
        self._trace = trace
        self._at = 0
        self._message: list[int] | None = None
        self._pending = b""
        self._asked = 0
        # Its memory is full of noise at first: an incomplete picture cannot be equal.
        self._bus = ModelBus(MODELS[DisplayConfig().chip](7), ADDRESS)
        self.serial, theirs = socket.socketpair()
        masks = [] if network else [f"systemd.mask={unit}" for unit in NETWORK]
        words = " ".join([COMMAND_LINE, *masks])
        command = [
            *emulator_command(tools),
            *("-M", "raspi3b", "-m", "1G", "-accel", "tcg", "-icount", PACE, "-display", "none"),
            *("-kernel", boot / "vmlinuz", "-initrd", boot / "initrd.img"),
            *("-dtb", boot / tree, "-append", words, "-no-reboot"),
            *("-drive", f"if=sd,file={card},format=raw,cache=none"),
            *("-device", f"at24c-eeprom,bus=i2c-bus.1,address={ADDRESS},rom-size=256"),
            *("-chardev", f"socket,id=line,fd={theirs.fileno()}", "-serial", "chardev:line"),
            *("-monitor", "none", "-trace", "i2c_send", "-trace", "i2c_event", "-D", trace),
        ]
        self.started_s = time.monotonic()
        with log.open("ab") as said:
            self._qemu = subprocess.Popen(
                [*map(str, command)],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                pass_fds=[theirs.fileno()],
                env={**os.environ, "QEMU_MODULE_DIR": str(tools / "usr/lib/x86_64-linux-gnu/qemu")},
            )
        theirs.close()

    def __enter__(self) -> Pi:
        return self

    def __exit__(self, *exception: object) -> None:
        self.cut_power()

    # --- the display ---

    @property
    def frame(self) -> Frame:
        """The picture, after everything that was sent up to now."""
        if self._trace.exists():
            with self._trace.open("rb") as file:
                file.seek(self._at)
                data = file.read()
            end = data.rfind(b"\n") + 1
            self._at += end
            for kind, word, address, byte in EVENT.findall(data[:end]):
                if int(address, 16) == ADDRESS:
                    self._hear(kind, word, byte)
        return self._bus.chip.frame()

    def _hear(self, kind: bytes, word: bytes, byte: bytes) -> None:
        if kind == b"send":
            if self._message is not None:
                self._message.append(int(byte, 16))
            return
        if self._message:
            first, *rest = self._message
            self._bus.write_i2c_block_data(ADDRESS, first, rest)
        self._message = [] if word.startswith(b"start") else None

    @property
    def is_lit(self) -> bool:
        """Whether the display is on, after everything that was sent up to now."""
        return self.frame is not None and self._bus.chip.on

    def wait_for(self, frames: frozenset[Frame], limit_s: float) -> float:
        """Wait until the display shows one of some pictures; return how long after the start."""
        while True:
            if self.frame in frames and self.is_lit:
                return time.monotonic() - self.started_s
            self._check(limit_s, "the display does not show it")
            time.sleep(0.5)

    # --- the serial port ---

    def ask(self, limit_s: float, **request: Any) -> dict[str, Any]:
        """Send the referee a line; return its answer."""
        self._asked += 1
        self.serial.settimeout(limit_s)
        self.serial.sendall(json.dumps({**request, "id": self._asked}).encode() + b"\n")
        until_s = time.monotonic() + limit_s
        while True:
            answer = self._read_answer(until_s)
            # What was asked too early may be answered late, or come back as an echo.
            if answer is not None and answer.get("id") == self._asked and "ok" in answer:
                return answer

    def wait_for_referee(self, limit_s: float) -> None:
        """Ask until somebody answers: the port is opened after the first picture."""
        while not self.is_lit:
            self._check(limit_s, "the display is dark")
            time.sleep(0.5)
        patience_s = ASK_AGAIN_S
        while True:
            try:
                self.ask(patience_s, cmd="hello")
            except Silence:
                self._check(limit_s, "the referee does not answer")
                patience_s *= 1.5  # a slow host answers late, and late answers do not count
            else:
                return

    def _read_answer(self, until_s: float) -> dict[str, Any] | None:
        while b"\n" not in self._pending:
            self.serial.settimeout(max(0.01, until_s - time.monotonic()))
            try:
                part = self.serial.recv(65536)
            except OSError as error:
                raise Silence("no answer on the serial port") from error
            if not part:
                raise Silence("the serial port is closed")
            self._pending += part
        line, _, self._pending = self._pending.partition(b"\n")
        try:
            found = json.loads(line)
        except ValueError:
            return None
        return found if isinstance(found, dict) else None

    def _check(self, limit_s: float, otherwise: str) -> None:
        if self._qemu.poll() is not None:
            raise Silence(f"the Pi has ended; {otherwise}")
        if time.monotonic() - self.started_s > limit_s:
            raise Silence(f"after {limit_s:.0f} s {otherwise}")

    # --- ending ---

    @property
    def is_on(self) -> bool:
        """Whether it has not switched itself off."""
        return self._qemu.poll() is None

    def cut_power(self) -> None:
        """Pull the plug; may be called twice."""
        if self._qemu.poll() is None:
            os.kill(self._qemu.pid, signal.SIGKILL)
            self._qemu.wait()
        self.serial.close()
