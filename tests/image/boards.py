"""Every board that the card is for: its kernel, device tree, overlay and modules up to the buses.

Each board's own tree is started with a small initrd that loads the card's modules, names the buses
it finds, and ends: about a minute each. The whole card is tried on a Pi 3 (`card_scenes`), with the
tree of a Zero 2 W up to the first picture, and on a Pi 4 until the box says that it has drawn its
first picture: the buses of QEMU's Pi 4 never answer.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from boot import ALWAYS, INITRD_MODULES, modules_for, pack_initrd
from card_copy import CardCopy
from workshop import Workshop, emulator_command

LIMIT_S = 3600.0
"""A minute or two on an idle host, and many on a busy one."""
READY = "Started tablemate.service"
TELL = (
    "mitigations=off random.trust_cpu=on systemd.watchdog_sec=off systemd.log_target=kmsg "
    "printk.devkmsg=on"
)
CARD_SLOT = "/soc/mmc@7e300000"
"""Where QEMU's Pi 4 has its card; on a real one the radio is there."""
MODULES = (
    *INITRD_MODULES,
    *("i2c-bcm2835", "i2c-brcmstb", "i2c-mux-pinctrl", "i2c-dev"),
    *("spi-bcm2835", "spi-bcm2835aux", "spidev"),
)
NOT_IN_QEMU = (
    *("/soc/avs-monitor@7d5d2000", "/soc/rng@7e104000", "/soc/clock@7ef00000"),
    *("/soc/interrupt-controller@7ef00100", "/soc/hdmi@7ef00700", "/soc/hdmi@7ef05700"),
    *("/soc/i2c@7ef04500", "/soc/i2c@7ef09500"),
    *(
        "/soc/usb@7e980000",
        "/soc/mmc@7e300000",
        "/emmc2bus",
        "/wifi-pwrseq",
        "/soc/serial@7e201000",
    ),
    *("/soc/aux@7e215000", "/soc/serial@7e215040", "/soc/pwm@7e20c800"),
    *("/scb/pcie@7d500000", "/scb/ethernet@7d580000", "/scb/gpu@7ec00000"),
)
HEADER_BUS = "i2c@7e804000"
INIT = """#!/bin/busybox sh
PATH=/bin
/bin/busybox --install -s /bin
mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
for module in $(cat /modules/order); do insmod "/modules/$module"; done
number=0
while [ $number -lt 100 ] && ! { [ -e /dev/spidev0.0 ] && [ -e /dev/i2c-1 ]; }; do
  number=$((number + 1))
  sleep 0.1
done
for path in /dev/spidev* /dev/i2c-*; do [ -e "$path" ] && echo "board: $path" >/dev/kmsg; done
for path in /sys/bus/i2c/devices/i2c-*; do
  echo "board: ${path##*/} is $(cat "$path/name")" >/dev/kmsg
done
echo "board: end" >/dev/kmsg
sleep 1
poweroff -f
"""


class Board(NamedTuple):
    """A Raspberry Pi: its device tree, and the machine of QEMU that is nearest to it."""

    title: str
    tree: str
    machine: str
    memory: str
    port: int
    """The address of the serial port that the kernel writes to before it has drivers."""
    absent: tuple[str, ...] = ()
    """What QEMU does not have of it, and the kernel would touch."""


def _pi_3(title: str, tree: str) -> Board:
    return Board(title, tree, "raspi3b", "1G", 0x3F201000)


def _pi_4(title: str, tree: str) -> Board:
    return Board(title, tree, "raspi4b", "2G", 0xFE201000, NOT_IN_QEMU)


BOARDS = (
    _pi_3("Zero 2 W", "bcm2837-rpi-zero-2-w.dtb"),
    _pi_3("Pi 3", "bcm2837-rpi-3-b.dtb"),
    _pi_3("Pi 3B+", "bcm2837-rpi-3-b-plus.dtb"),
    _pi_3("Pi 3A+", "bcm2837-rpi-3-a-plus.dtb"),
    _pi_4("Pi 4", "bcm2711-rpi-4-b.dtb"),
    _pi_4("Pi 400", "bcm2711-rpi-400.dtb"),
)


class NoBus(AssertionError):
    """A board did not show the buses of its header."""


def try_boards(workshop: Workshop, card: CardCopy, boot: Path, folder: Path, log: Path) -> str:
    """Start every board; return their buses, or raise NoBus with those that have none."""
    top = folder / "modules"
    (top / "usr/lib").mkdir(parents=True)
    (top / "lib").symlink_to("usr/lib")
    card.copy_from_root("/usr/lib/modules", top / "usr/lib")
    card.copy_from_root("/usr/bin/busybox", folder)
    initrd = folder / "board-initrd"
    make_board_initrd(workshop, folder / "busybox", top, initrd)
    seen, wrong = [], []
    for board in BOARDS:
        try:
            seen.append(try_board(workshop, board, boot, initrd, folder, log))
        except NoBus as error:
            wrong.append(str(error))
    if wrong:
        raise NoBus("\n".join(wrong))
    return "; ".join(seen)


def make_board_initrd(workshop: Workshop, busybox: Path, top: Path, place: Path) -> None:
    """Pack an initrd that loads the modules in `top` and names the buses."""
    (release,) = (path.name for path in (top / "usr/lib/modules").iterdir())
    modules = modules_for(workshop, top, release, MODULES)
    root = workshop.cache / "part-board-initrd"
    (root / "bin").mkdir(parents=True)
    shutil.copy(busybox, root / "bin/busybox")
    (root / "init").write_text(INIT)
    pack_initrd(workshop, root, modules, place, 0)


def try_board(
    workshop: Workshop, board: Board, boot: Path, initrd: Path, folder: Path, log: Path
) -> str:
    """Start a board; return its buses, or raise NoBus with what the kernel said about them."""
    tree = folder / "tree.dtb"
    overlay = boot / "overlays" / "tablemate.dtbo"
    workshop.inside("fdtoverlay", "-i", boot / board.tree, "-o", tree, overlay)
    for path in board.absent:
        workshop.inside("fdtput", "-t", "s", tree, path, "status", "disabled")
    said = _hear(workshop, board, boot, initrd, tree, "panic=-1", log=log, last="board: end")
    return judge(board.title, said)


def try_whole(workshop: Workshop, card: CardCopy, boot: Path, folder: Path, log: Path) -> str:
    """Start the whole card on a Pi 4; return when the box was ready, or raise NoBus."""
    (board,) = (each for each in BOARDS if each.title == "Pi 4")
    tree = folder / "tree.dtb"
    overlay = boot / "overlays" / "tablemate.dtbo"
    workshop.inside("fdtoverlay", "-i", boot / board.tree, "-o", tree, overlay)
    for path in board.absent:
        if path != CARD_SLOT:
            workshop.inside("fdtput", "-t", "s", tree, path, "status", "disabled")
    for name in ("mmc-pwrseq", "pinctrl-0", "pinctrl-names"):  # those of the radio
        workshop.inside("fdtput", "-d", tree, CARD_SLOT, name)
    said = _hear(
        *(workshop, board, boot, boot / "initrd.img", tree, f"{ALWAYS} {TELL}"),
        *("-drive", f"if=sd,file={card.file},format=raw,cache=none"),
        log=log,
        last=READY,
    )
    found = re.search(rf"\[ *([\d.]+)\] .*{re.escape(READY)}", said)
    if found is None:
        raise NoBus(f"{board.title}: the box does not start\n{said[-2000:]}")
    return f"{board.title}: the box was ready {float(found[1]):.0f} s after the kernel began"


def _hear(
    workshop: Workshop,
    board: Board,
    boot: Path,
    initrd: Path,
    tree: Path,
    words: str,
    *more: str,
    log: Path,
    last: str,
) -> str:
    """Start a board; return what its kernel prints until it says the last words."""
    console = f"earlycon=pl011,mmio32,{board.port:#x} keep_bootcon loglevel=7"
    command = [
        *emulator_command(workshop.tools()),
        *("-M", board.machine, "-m", board.memory, "-display", "none", "-monitor", "none"),
        *("-kernel", boot / "vmlinuz", "-initrd", initrd, "-dtb", tree),
        *("-append", f"{console} {words}", "-no-reboot", "-serial", "stdio", *more),
    ]
    emulator = subprocess.Popen(
        [*map(str, command)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    said = _read_to_end(emulator, last)
    with log.open("a") as file:
        file.write(f"=== {board.title}\n{said}\n")
    return said


def _read_to_end(emulator: subprocess.Popen[str], last: str) -> str:
    """Return what the kernel prints up to the last words; the emulator cannot switch off."""
    lines = []
    assert emulator.stdout is not None
    limit = threading.Timer(LIMIT_S, emulator.kill)
    limit.start()
    try:
        for line in emulator.stdout:
            lines.append(line)
            if last in line or "Kernel panic" in line:
                break
    finally:
        limit.cancel()
        emulator.kill()
        emulator.wait()
        emulator.stdout.close()
    return "".join(lines)


def judge(title: str, said: str) -> str:
    """Return the buses that a board named; raise NoBus unless those of the header are there.

    >>> judge("Pi", "board: /dev/spidev0.0\\nboard: /dev/i2c-1\\n"
    ...       "board: i2c-1 is bcm2835 (i2c@7e804000)\\nboard: end")
    'Pi: /dev/spidev0.0, /dev/i2c-1'
    """
    devices: Sequence[str] = re.findall(r"board: (/dev/\S+)", said)
    names = dict(re.findall(r"board: (i2c-\d+) is (.*)", said))
    missing = [name for name in ("/dev/spidev0.0", "/dev/i2c-1") if name not in devices]
    wrong = HEADER_BUS not in names.get("i2c-1", "")
    if "board: end" not in said or missing or wrong:
        about = re.findall(r".*(?:spi|i2c|pinctrl|gpio|panic).*", said, re.IGNORECASE)
        raise NoBus(
            f"{title}: missing {', '.join(missing) or 'nothing'}; i2c-1 is "
            f"{names.get('i2c-1', 'nothing')}\n" + "\n".join(about[-30:])
        )
    return f"{title}: {', '.join(devices)}"
