"""A virtual machine on qemu: started, talked to, ended politely or by pulling the plug."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from image import Image

ARGUMENTS = (
    "console=ttyS0 root=/dev/vda rw quiet systemd.show_status=0 mitigations=off random.trust_cpu=on"
)


class Silence(Exception):
    """The guest did not answer in time."""


class Machine:
    """One run of the machine, on a disk of its own."""

    def __init__(self, image: Image, disk: Path, log: Path, *, serial: bool = False) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tablemate-vm-")
        self._path = Path(self._folder.name) / "agent"
        self.serial_path = Path(self._folder.name) / "serial"
        plugged = (
            *("-device", "qemu-xhci"),
            *("-chardev", f"socket,id=serial,path={self.serial_path},server=on,wait=off"),
            *("-device", "usb-serial,chardev=serial"),
        )
        self._pending = b""
        self._number = 0
        self.started_s = time.monotonic()
        self._console = log.open("ab")
        self._qemu = subprocess.Popen(
            [
                *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2"),
                *("-m", "512", "-nodefaults", "-no-user-config", "-display", "none"),
                *("-kernel", image.kernel(), "-initrd", image.initrd(), "-append", ARGUMENTS),
                *("-drive", f"file={disk},if=virtio,format=raw,cache=none"),
                *("-device", "virtio-serial"),
                *("-chardev", f"socket,id=agent,path={self._path},server=on,wait=off"),
                *("-device", "virtserialport,chardev=agent,name=tablemate.agent"),
                *("-serial", "stdio", "-no-reboot"),
                *(plugged if serial else ()),
            ],
            stdin=subprocess.DEVNULL,
            stdout=self._console,
            stderr=self._console,
        )
        self._socket: socket.socket | None = None

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.cut_power()

    # --- talking ---

    def wait_for_agent(self, limit_s: float = 240.0) -> float:
        """Wait until the guest answers; return how long the boot took."""
        until_s = time.monotonic() + limit_s
        while time.monotonic() < until_s:
            if self._qemu.poll() is not None:
                sys.exit("vm: the machine ended during its boot; see the console's log")
            try:
                if self._socket is None:
                    line = socket.socket(socket.AF_UNIX)
                    line.connect(str(self._path))
                    self._socket = line
                self.ask("run", limit_s=10.0, command=["true"], answer_s=2.0)
            except (OSError, Silence):
                time.sleep(0.3)
            else:
                return time.monotonic() - self.started_s
        raise Silence("the guest's agent does not answer")

    def ask(self, action: str, *, answer_s: float = 120.0, **more: Any) -> dict[str, Any]:
        """Ask the guest for something, and return its answer."""
        assert self._socket is not None
        self._number += 1
        request = {"do": action, "number": self._number, **more}
        self._socket.settimeout(answer_s)
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        until_s = time.monotonic() + answer_s
        while True:
            answer = json.loads(self._read_line(until_s))
            if answer.get("number") == self._number:  # older answers came too late
                break
        if not answer["ok"]:
            raise RuntimeError(f"{request}: {answer['error']}")
        return answer

    def _read_line(self, until_s: float) -> bytes:
        assert self._socket is not None
        while b"\n" not in self._pending:
            self._socket.settimeout(max(0.01, until_s - time.monotonic()))
            try:
                part = self._socket.recv(1 << 20)
            except TimeoutError as error:
                raise Silence("the guest does not answer") from error
            if not part:
                raise Silence("the guest is gone")
            self._pending += part
        line, _, self._pending = self._pending.partition(b"\n")
        return line

    def run(self, *command: str, limit_s: float = 60.0, check: bool = True) -> str:
        """Run a command in the guest; return what it printed."""
        answer = self.ask("run", command=list(command), limit_s=limit_s, answer_s=limit_s + 30)
        if check and answer["code"]:
            raise RuntimeError(f"{command}: {answer['out']}{answer['err']}")
        return str(answer["out"] + answer["err"])

    # --- ending ---

    def power_off(self, limit_s: float = 120.0) -> float:
        """Switch off as a person would with `poweroff`; return how long it took."""
        begun_s = time.monotonic()
        self.run("systemctl", "--no-block", "poweroff")
        return self.wait_for_end(limit_s) - begun_s

    def wait_for_end(self, limit_s: float = 120.0) -> float:
        """Wait until the machine has switched itself off; return when that was."""
        self._qemu.wait(limit_s)
        ended_s = time.monotonic()
        self._clean_up()
        return ended_s

    def cut_power(self) -> None:
        """Pull the plug; may be called twice."""
        if self._qemu.poll() is None:
            os.kill(self._qemu.pid, signal.SIGKILL)
            self._qemu.wait()
        self._clean_up()

    def _clean_up(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._console.close()
        self._folder.cleanup()
