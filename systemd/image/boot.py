"""The boot partition: the Pi's firmware, Debian's kernel, our initrd, overlay and configuration."""

from __future__ import annotations

import lzma
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from tree import card_config
from workshop import Workshop

HERE = Path(__file__).parent
BOARDS = ("bcm2710-*.dtb", "bcm2711-*.dtb", "bcm2837-*.dtb")
"""Pi 3, Pi Zero 2 W, Pi 4 and what is made of them. Debian's kernel has no driver yet for the chip
behind a Pi 5's header."""
ZERO_2_W = "bcm2837-rpi-zero-2-w.dtb"
"""Older firmware looks for it as bcm2710 alone."""
FIRMWARE = ("bootcode.bin", "start.elf", "fixup.dat", "start4.elf", "fixup4.dat")
"""The plain ones: others are for cameras, for debugging and for very little memory."""
INITRD_MODULES = (
    *(
        "bcm2835_mbox",
        "raspberrypi",
        "clk-raspberrypi",
        "clk-bcm2835",
        "bcm2835-dma",
        "gpio-raspberrypi-exp",
    ),
    *("fixed", "gpio-regulator", "raspberrypi-power", "bcm2835-power", "pinctrl-bcm2835"),
    *("reset-raspberrypi", "sdhci-iproc", "bcm2835", "bcm2835-sdhost", "mmc_block"),
    *("dwc2", "xhci-pci", "pcie-brcmstb", "phy-generic", "usb-storage", "uas", "sd_mod"),
    *("ext4", "overlay", "vfat", "nls_cp437", "nls_ascii", "leds-gpio"),
    *("i2c-bcm2835", "i2c-dev", "spi-bcm2835", "spidev", "cdc-acm", "usbserial"),
)
"""What it takes to read the card, or a stick in its place, to blink, and to show the first picture;
the kernel has some of it built in. The list of devices that the box may use is made when it starts,
and knows only drivers that are loaded."""
CONFIG = """# Read by the firmware of the Raspberry Pi; made with the image.
arm_64bit=1
upstream_kernel=1
kernel=vmlinuz
initramfs initrd.img followkernel
dtoverlay=tablemate
disable_splash=1
boot_delay=0
# The speed of I2C hangs on this clock, and the kernel does not notice when it changes.
core_freq_fixed=1

# To see why a card does not start: take the # away from the next two lines, and read the pins 8 and
# 10 with a serial adapter for 3.3 V, at 115200 baud.
#enable_uart=1
#cmdline=cmdline-serial.txt
"""
ALWAYS = "cgroup_enable=memory panic=10 lsm=landlock,yama"
"""No unit here uses the other security modules, and systemd takes a while to prepare for them."""
COMMAND_LINE = f"console=tty1 quiet loglevel=3 vt.global_cursor_default=0 {ALWAYS}\n"
SERIAL_COMMAND_LINE = f"console=ttyS1,115200 loglevel=7 {ALWAYS}\n"
"""On Debian's trees the serial port of the header is ttyS1."""
LICENCES = {"raspi-firmware": "firmware", "firmware-brcm80211": "radio"}
"""The packages whose files may be passed on only with their licence, and what it is called here."""
README = """Tablemate, the referee beside the board game.

tablemate.toml    what is fitted, if it is not what the box finds by itself; and your country, if
                  your Wi-Fi is on channel 12 or 13, or on 5 GHz, and is not found
authorized_keys   put your SSH key into a file of this name to come in as root; else nobody can
config.txt        has two lines at its end for a serial console
LICENCE.*         of the firmware for the Pi and its radio

If the green light blinks evenly and nothing appears, a partition of the card cannot be found or
read: write the card again.

Everything else here is the system's.
"""


def furnish_boot(workshop: Workshop, top: Path, boot: Path, epoch: int) -> None:
    """Make the files of the boot partition from a tree with Debian's packages."""
    boot.mkdir()
    (kernel,) = (top / "boot").glob("vmlinuz-*")
    release = kernel.name.removeprefix("vmlinuz-")
    shutil.copy(kernel, boot / "vmlinuz")
    for name in FIRMWARE:
        shutil.copy(top / "usr/lib/raspi-firmware" / name, boot)
    for package, name in LICENCES.items():
        shutil.copy(top / "usr/share/doc" / package / "copyright", boot / f"LICENCE.{name}.txt")
    for pattern in BOARDS:
        for path in sorted((top / f"usr/lib/linux-image-{release}").rglob(pattern)):
            shutil.copy(path, boot)
    shutil.copy(boot / ZERO_2_W, boot / ZERO_2_W.replace("bcm2837", "bcm2710"))
    (boot / "overlays").mkdir()
    overlay = boot / "overlays" / "tablemate.dtbo"
    workshop.inside(
        "dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", overlay, _near(workshop, "tablemate.dts")
    )
    for board in sorted(boot.glob("*.dtb")):  # a place in it that is not there would be found here
        workshop.inside("fdtoverlay", "-i", board, "-o", "/dev/null", overlay)
    make_initrd(workshop, top, release, boot / "initrd.img", epoch)
    (boot / "config.txt").write_text(CONFIG)
    (boot / "cmdline.txt").write_text(COMMAND_LINE)
    (boot / "cmdline-serial.txt").write_text(SERIAL_COMMAND_LINE)
    (boot / "README.txt").write_text(README)
    card_config(boot).rename(boot / "tablemate.toml")
    for path in boot.rglob("*"):
        os.utime(path, (epoch, epoch))


def _near(workshop: Workshop, name: str) -> Path:
    """Return a copy of one of our files where the workshop can see it."""
    place = workshop.cache / f"part-{name}"
    shutil.copy(HERE / name, place)
    return place


def make_initrd(workshop: Workshop, top: Path, release: str, place: Path, epoch: int) -> None:
    """Pack the first program with busybox, e2fsck and the modules it loads, in their order."""
    root = workshop.cache / "part-initrd"
    shutil.rmtree(root, ignore_errors=True)
    (root / "bin").mkdir(parents=True)
    shutil.copy(top / "usr/bin/busybox", root / "bin/busybox")
    shutil.copy(top / "usr/sbin/e2fsck.static", root / "bin/e2fsck")
    shutil.copy(HERE / "init", root / "init")
    pack_initrd(workshop, root, modules_for(workshop, top, release), place, epoch)


def pack_initrd(
    workshop: Workshop, root: Path, modules: Sequence[Path], place: Path, epoch: int
) -> None:
    """Add the modules and empty directories to a tree, pack it, and delete it."""
    for name in ("dev", "proc", "sys", "modules", "etc"):
        (root / name).mkdir()
    order = []
    for module in modules:
        plain = root / "modules" / module.name.removesuffix(".xz")
        data = module.read_bytes()
        plain.write_bytes(lzma.decompress(data) if module.suffix == ".xz" else data)
        order.append(plain.name)
    (root / "modules/order").write_text("".join(f"{name}\n" for name in order))
    for path in [root, *root.rglob("*")]:
        path.chmod(0o755)
        os.utime(path, (epoch, epoch))
    pack = (
        'cd "$1" && find . -print0 | LC_ALL=C sort -z | '
        'cpio --quiet -0 -o -H newc --reproducible | xz --check=crc32 -9 >"$2"'
    )
    workshop.inside("sh", "-c", pack, "sh", root, place)
    shutil.rmtree(root)


def modules_for(
    workshop: Workshop, top: Path, release: str, wanted: Sequence[str] = INITRD_MODULES
) -> list[Path]:
    """List the files of modules and of all they need, in the order of loading."""
    found: list[Path] = []
    command = ("modprobe", "--quiet", "--dirname", top, "--set-version", release, "--show-depends")
    for module in wanted:
        said = workshop.inside("sh", "-c", '"$@" || true', "sh", *command, module)
        for line in said.splitlines():
            kind, _, path = line.strip().partition(" ")
            if kind == "insmod" and Path(path.split()[0]) not in found:
                found.append(Path(path.split()[0]))
    return found
