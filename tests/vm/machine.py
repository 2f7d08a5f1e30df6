"""A virtual machine on qemu: started, talked to, ended politely or by pulling the plug."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from image import Image
from monitor import Monitor

ARGUMENTS = (
    "console={console} root=/dev/vda rw quiet systemd.show_status=0 mitigations=off "
    "random.trust_cpu=on panic=-1 no_timer_check"
)
"""On a busy host the kernel would find its emulated timer too slow to be one, and stop."""
MEMORY_MB = "512"
PROCESSORS = "1"
"""With two, one may run code that the other is just patching: the emulation of that is not safe,
and now and then a kernel panics at its start."""


JOURNAL = ("journalctl", "-b", "--no-pager", "-o", "short-monotonic", "-n", "80")


class Silence(Exception):
    """The guest did not answer in time."""


class Machine:
    """One run of the machine, on a disk of its own. It ends with this process, come what may."""

    def __init__(self, image: Image, disk: Path, log: Path) -> None:
        self.image = image
        self._pending = b""
        self._number = 0
        self._console = log.open("ab")
        arch = image.arch
        # Lines to the guest are pairs of sockets: there is nothing to clean up in a file system.
        (self._agent, agent), (self.serial, serial), (ours, monitor) = (
            socket.socketpair() for _ in range(3)
        )
        theirs = (agent, serial, monitor)
        command = [
            *("setpriv", "--pdeathsig", "KILL", "--", arch.qemu),
            *("-accel", "tcg,thread=multi", *arch.board, "-smp", PROCESSORS, "-m", MEMORY_MB),
            *("-nodefaults", "-no-user-config", "-display", "none", "-serial", "stdio"),
            *("-kernel", str(image.kernel()), "-initrd", str(image.initrd())),
            *("-append", ARGUMENTS.format(console=arch.console), "-no-reboot"),
            *("-drive", f"file={disk},if=virtio,format=raw,cache=none,id=disk"),
            *("-device", "virtio-serial", "-chardev", f"socket,id=agent,fd={agent.fileno()}"),
            *("-device", "virtserialport,chardev=agent,name=tablemate.agent"),
            *("-device", "qemu-xhci,id=usb", "-chardev", f"socket,id=line,fd={serial.fileno()}"),
            *("-device", "usb-serial,chardev=line"),
            *("-chardev", f"socket,id=monitor,fd={monitor.fileno()}"),
            *("-mon", "chardev=monitor,mode=control"),
        ]
        self.started_s = time.monotonic()
        self._qemu = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=self._console,
            stderr=self._console,
            pass_fds=[each.fileno() for each in theirs],
        )
        for each in theirs:
            each.close()
        self._monitor = Monitor(ours)

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.cut_power()

    # --- talking ---

    def wait_for_agent(self, limit_s: float = 1800.0) -> float:
        """Wait until the guest answers; return how long the boot took."""
        until_s = time.monotonic() + limit_s
        while time.monotonic() < until_s:
            if self._qemu.poll() is not None:
                raise Silence("the machine ended during its boot; see build/vm-console.log")
            try:
                self.ask("run", limit_s=60.0, command=["true"], answer_s=30.0)
            except Silence:
                time.sleep(0.3)
            else:
                return time.monotonic() - self.started_s
        raise Silence("the guest's agent does not answer; see build/vm-console.log")

    def ask(self, action: str, *, answer_s: float = 300.0, **more: Any) -> dict[str, Any]:
        """Ask the guest for something, and return its answer."""
        self._number += 1
        request = {"do": action, "number": self._number, **more}
        self._agent.settimeout(answer_s)
        try:
            self._agent.sendall(json.dumps(request).encode() + b"\n")
        except OSError as error:
            raise Silence("the guest does not listen") from error
        until_s = time.monotonic() + answer_s
        while True:
            answer = json.loads(self._read_line(until_s))
            if answer.get("number") == self._number:  # older answers came too late
                break
        if not answer["ok"]:
            raise RuntimeError(f"{request}: {answer['error']}")
        found: dict[str, Any] = answer
        return found

    def _read_line(self, until_s: float) -> bytes:
        while b"\n" not in self._pending:
            self._agent.settimeout(max(0.01, until_s - time.monotonic()))
            try:
                part = self._agent.recv(1 << 20)
            except OSError as error:
                raise Silence("the guest does not answer") from error
            if not part:
                raise Silence("the guest is gone")
            self._pending += part
        line, _, self._pending = self._pending.partition(b"\n")
        return line

    def run(self, *command: str, limit_s: float = 300.0, check: bool = True) -> str:
        """Run a command in the guest; return what it printed."""
        answer = self.ask("run", command=list(command), limit_s=limit_s, answer_s=limit_s + 300)
        if check and answer["code"]:
            raise RuntimeError(f"{command}: {answer['out']}{answer['err']}")
        return str(answer["out"] + answer["err"])

    # --- plugging, slowing down ---

    def plug_in(self, stick: Path) -> None:
        """Put a USB stick in: a file with its contents."""
        file = {"driver": "file", "filename": str(stick)}
        self._monitor.tell("blockdev-add", **{"node-name": "stick", "driver": "raw", "file": file})
        self._monitor.tell(
            "device_add", driver="usb-storage", id="stick", drive="stick", removable=True
        )

    def pull_out(self) -> None:
        """Pull the stick out, without a word to the guest before."""
        self._monitor.tell("device_del", id="stick")
        self._monitor.tell("blockdev-del", **{"node-name": "stick"})

    def slow_down(self, bytes_per_s: int) -> None:
        """Limit the disk to this number of bytes written a second; 0: no limit."""
        names = ("bps", "bps_rd", "iops", "iops_rd", "iops_wr")
        rest = dict.fromkeys(names, 0)
        self._monitor.tell("block_set_io_throttle", device="disk", bps_wr=bytes_per_s, **rest)

    # --- ending ---

    def power_off(self, limit_s: float = 900.0) -> float:
        """Switch off as a person would with `poweroff`; return how long it took."""
        begun_s = time.monotonic()
        self.run("systemctl", "--no-block", "poweroff")
        return self.wait_for_end(limit_s) - begun_s

    def wait_for_end(self, limit_s: float = 900.0) -> float:
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
        for each in (self._agent, self.serial, self._monitor, self._console):
            each.close()


@contextmanager
def journal_of(machine: Machine) -> Iterator[None]:
    """Add to whatever goes wrong what the machine has written down, if it still answers."""
    try:
        yield
    except Exception as error:
        with suppress(Exception):
            error.add_note(machine.run(*JOURNAL, check=False))
        raise
