"""Builds the virtual machine from Debian's packages, step by step, and keeps every step.

    workshop    a Debian with compiler and kernel headers      mmdebstrap
      modules   gpio-sim and our display's bus                 build_modules, inside the workshop
      kernel    Debian's, and an initrd that finds the disk
    tree        the Debian that boots: systemd, udev, Python   mmdebstrap
      disk      the tree, the modules, the project's wheels    mke2fs -d

Programs of another kind of computer run through qemu's user emulation (see emulation.py).
Whatever is mounted while building is mounted in a namespace that ends with the command.

A step's name holds a hash of what it is made from: what did not change is not made again, and
what is out of date is deleted.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from arch import Arch
from locked import locked
from outfit import PROJECT

HERE = Path(__file__).parent
SUITE = "bookworm"
PYTHON = "3.11"
"""The Python of that Debian."""
MIRROR = "http://deb.debian.org/debian"
SOURCES = (
    f"deb {MIRROR} {SUITE} main",
    f"deb {MIRROR} {SUITE}-updates main",
    f"deb http://deb.debian.org/debian-security {SUITE}-security main",
)
BACKPORTS = f"deb {MIRROR} {SUITE}-backports main"
WORKSHOP_PACKAGES = (*("make", "gcc", "libc6-dev", "xz-utils", "busybox-static", "cpio", "pahole"),)
TREE_PACKAGES = (
    *("systemd", "systemd-sysv", "udev", "dbus", "kmod", "e2fsprogs"),
    *("python3", "python3-venv", "openssl", "i2c-tools", "gpiod"),
    *("network-manager", "wpasupplicant", "dnsmasq-base", "iw", "iproute2", "busybox-static"),
)
BOOT_MODULES = ("virtio_pci", "virtio_blk", "ext4")
GUEST_MODULES = (
    *(*BOOT_MODULES, "virtio_console", "i2c-dev", "spidev", "configfs", "autofs4"),
    *("cdc-acm", "usbserial", "ftdi_sio", "xhci-pci"),
    *("usb-storage", "sd_mod", "vfat", "nls_cp437", "nls_ascii", "nls_utf8"),
    *("mac80211_hwsim", "ccm", "cmac", "nft_masq", "nft_chain_nat", "nf_tables"),
)
DISK_SIZE = "1200M"
LGPIO = """lgpio==0.2.2.0 \\
  --hash=sha256:e9f4f3915abe5ae0ffdb4b96f485076d80a663876d839e2d3fd9218a71b9873e \\
  --hash=sha256:a2f71fb95b149d8ac82c7c6bae70f054f6dc42a006ad35c90c7d8e54921fbcf4
"""
"""The other back end for pins: no library of the box, and on a Pi one of Debian's packages."""
SOURCES_OF_DISK = (
    *("engines", "hardware", "firmware_py", "pyproject.toml", "hatch_build.py"),
    *("systemd", "docs/tablemate.example.toml"),
)
CONTAINED = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
"""Before a command: what it mounts and starts goes with it, however it ends."""

INIT = """#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox mount -t proc proc /proc
for module in $(/bin/busybox cat /modules/order); do /bin/busybox insmod /modules/$module; done
n=0
while [ ! -b /dev/vda ] && [ $n -lt 100 ]; do n=$((n + 1)); /bin/busybox sleep 0.1; done
/bin/busybox mount -t ext4 -o rw,noatime /dev/vda /root || exec /bin/busybox sh
/bin/busybox umount /proc
/bin/busybox mount --move /dev /root/dev
exec /bin/busybox switch_root /root /sbin/init
"""


def say(text: str) -> None:
    """Tell what goes on."""
    print(f"vm: {text}", flush=True)


def run(*command: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command quietly; show what it said if it fails."""
    done = subprocess.run([*map(str, command)], check=False, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"vm: {' '.join(map(str, command))} failed:\n{done.stdout}\n{done.stderr}")
    return done


def get_tools(arch: Arch) -> None:
    """Install what is missing on this machine."""
    missing = [package for tool, package in arch.tools.items() if not shutil.which(tool)]
    if missing:
        say(f"installing {', '.join(missing)}")
        run("apt-get", "update", "-qq")
        run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)


def digest(*parts: object) -> str:
    """Return a short hash over texts, and source files with their names."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path):
            files = sorted(path for path in part.rglob("*") if path.is_file()) or [part]
            for path in files:
                if "__pycache__" not in path.parts and path.suffix != ".mo":
                    total.update(str(path.relative_to(part.parent)).encode() + path.read_bytes())
        else:
            total.update(repr(part).encode())
    return total.hexdigest()[:12]


class Image:
    """Everything a machine needs, in a directory that is kept."""

    def __init__(self, cache: Path, arch: Arch) -> None:
        self.cache = cache
        self.arch = arch
        for left in cache.glob("part-*"):  # of a run that was killed
            shutil.rmtree(left) if left.is_dir() else left.unlink()

    def step(self, name: str, key: str, make: Callable[[Path], None]) -> Path:
        """Return a step's result; make it if it is not there, and delete older ones."""
        place = self.cache / f"{name}-{key}"
        if place.exists():
            return place
        say(f"making {name}")
        for old in self.cache.glob(f"{name}-*"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        part = self.cache / f"part-{name}-{os.getpid()}"
        try:
            make(part)
            part.rename(place)
        finally:
            if part.is_dir():
                shutil.rmtree(part)
            else:
                part.unlink(missing_ok=True)
        return place

    # --- Debian ---

    def workshop(self) -> Path:
        """Return a Debian with a compiler."""
        packages = (f"linux-headers-{self.arch.name}/{SUITE}-backports", *WORKSHOP_PACKAGES)
        sources = (*SOURCES, BACKPORTS)
        key = digest(packages, sources)
        return self.step("workshop", key, lambda place: self._debian(place, packages, sources))

    def tree(self) -> Path:
        """Return the Debian that boots, as a tar file."""

        def make(place: Path) -> None:
            tar = place.with_suffix(".tar")
            self._debian(tar, TREE_PACKAGES, SOURCES)
            tar.rename(place)

        return self.step("tree", digest(TREE_PACKAGES, SOURCES), make)

    def _debian(self, place: Path, packages: tuple[str, ...], sources: tuple[str, ...]) -> None:
        """Make a Debian, without what only people read."""
        excluded = ("man", "doc", "locale", "info")
        with tempfile.TemporaryDirectory(dir=self.cache, prefix="part-tmp-") as folder:
            run(
                *(*CONTAINED, "mmdebstrap", "--mode=root", "--variant=minbase"),
                *(f"--architectures={self.arch.name}", "--skip=check/qemu"),
                *(f"--include={','.join(packages)}", '--aptopt=APT::Sandbox::User "root"'),
                '--aptopt=APT::Install-Recommends "false"',
                *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in excluded),
                SUITE,
                place,
                *sources,
                # We have an initrd of our own; making Debian's takes long where it is emulated.
                env={**os.environ, "TMPDIR": folder, "INITRD": "No"},
            )

    def _inside(self, tree: Path, *command: str) -> str:
        """Run a command in a tree; return what it printed."""
        return run(*CONTAINED, "chroot", tree, *command).stdout

    # --- the kernel ---

    def modules(self) -> Path:
        """Return a directory with our two modules."""
        workshop = self.workshop()

        def make(place: Path) -> None:
            build = workshop / "build"
            build.mkdir(exist_ok=True)
            for name in ("build_modules", "i2c_oled.c"):
                shutil.copy(HERE / name, build)
            shutil.copy("/etc/resolv.conf", workshop / "etc")
            self._inside(workshop, "sh", "/build/build_modules")
            place.mkdir()
            for module in build.glob("*.ko"):
                shutil.copy(module, place)

        key = digest(workshop.name, HERE / "build_modules", HERE / "i2c_oled.c")
        return self.step("modules", key, make)

    def kernel(self) -> Path:
        """Return Debian's kernel."""
        (found,) = (self.workshop() / "boot").glob("vmlinuz-*")
        return found

    @property
    def release(self) -> str:
        """The kernel's release."""
        return self.kernel().name.removeprefix("vmlinuz-")

    def _files_of(self, modules: Iterable[str]) -> list[Path]:
        """List the files of modules and of all they need, in the order of loading."""
        found: list[Path] = []
        for module in modules:
            command = ("modprobe", "--set-version", self.release, "--show-depends", module)
            for line in self._inside(self.workshop(), *command).splitlines():
                kind, _, path = line.strip().partition(" ")
                file = self.workshop() / path.strip().lstrip("/")
                if kind == "insmod" and file not in found:
                    found.append(file)
        return found

    def initrd(self) -> Path:
        """Return an initrd that mounts the disk and gives way to it."""

        def make(place: Path) -> None:
            with tempfile.TemporaryDirectory() as folder:
                top = Path(folder)
                for name in ("bin", "dev", "proc", "root", "modules"):
                    (top / name).mkdir()
                shutil.copy(self.workshop() / "bin" / "busybox", top / "bin")
                files = self._files_of(BOOT_MODULES)
                for file in files:
                    plain = top / "modules" / file.stem
                    plain.write_bytes(_unpacked(file))
                (top / "modules" / "order").write_text("\n".join(file.stem for file in files))
                (top / "init").write_text(INIT)
                (top / "init").chmod(0o755)
                build = self.workshop() / "build"
                shutil.rmtree(build / "initrd", ignore_errors=True)
                shutil.copytree(top, build / "initrd")
                pack = "cd /build/initrd && find . | cpio --quiet -o -H newc >/build/initrd.cpio"
                self._inside(self.workshop(), "sh", "-c", pack)
                shutil.copy(build / "initrd.cpio", place)

        return self.step("initrd", digest(self.workshop().name, BOOT_MODULES, INIT), make)

    # --- the project ---

    def libraries(self) -> Path:
        """Return a directory with the project's libraries, for the guest's Python."""
        return self._wheels("libraries", locked(PYTHON))

    def _wheels(self, name: str, wanted: str) -> Path:
        """Return a directory with the wheels that a locked list names."""
        kinds = [f"manylinux{version}_{self.arch.machine}" for version in self.arch.manylinux]

        def make(place: Path) -> None:
            place.mkdir()
            lock = place / "lock"
            lock.write_text(wanted)
            run(
                *(sys.executable, "-m", "pip", "download", "--quiet", "--dest", place),
                *("--python-version", PYTHON, "--only-binary", ":all:", "--no-deps"),
                *(f"--platform={kind}" for kind in kinds),
                *("--require-hashes", "--requirement", lock),
                cwd=self.cache,
            )
            lock.unlink()

        return self.step(name, digest(wanted, kinds, PYTHON), make)

    # --- the disk ---

    def disk(self) -> Path:
        """Return a disk that boots, with everything on it to install the project."""
        libraries = self.libraries()
        key = digest(
            *(self.tree().name, self.modules().name, libraries.name, GUEST_MODULES, LGPIO),
            *(PROJECT / name for name in SOURCES_OF_DISK),
            HERE / "guest",
        )

        def make(place: Path) -> None:
            with tempfile.TemporaryDirectory(dir=self.cache, prefix="part-") as folder:
                top = Path(folder) / "tree"
                top.mkdir()
                run("tar", "--numeric-owner", "-xf", self.tree(), "-C", top)
                self._furnish(top)
                wheels = top / "project" / "wheels"
                shutil.copytree(libraries, wheels)
                build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", wheels)
                run(*build, cwd=PROJECT)
                run("mke2fs", "-q", "-t", "ext4", "-L", "root", "-d", top, place, DISK_SIZE)

        return self.step("disk", key, make)

    def _furnish(self, top: Path) -> None:
        """Add the modules, the guest's side of the tests, and the project to be installed."""
        home = top / "usr/lib/modules" / self.release
        for file in self._files_of(GUEST_MODULES):
            target = home / file.relative_to(self.workshop() / "lib/modules" / self.release)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
        extra = home / "extra"
        shutil.copytree(self.modules(), extra)
        modules = self.workshop() / "lib/modules" / self.release
        for name in ("modules.builtin", "modules.builtin.modinfo", "modules.order"):
            shutil.copy(modules / name, home)
        self._inside(top, "depmod", self.release)
        shutil.copytree(HERE / "guest", top, dirs_exist_ok=True)
        wants = top / "etc/systemd/system/multi-user.target.wants"
        wants.mkdir(parents=True, exist_ok=True)
        (wants / "vm-agent.service").symlink_to("../vm-agent.service")
        for name in ("NetworkManager.service", "wpa_supplicant.service"):
            (wants / name).unlink()  # the scene that needs them starts them
        (top / "etc/fstab").write_text("/dev/vda / ext4 rw,noatime 0 1\n")
        (top / "etc/hostname").write_text("tablemate\n")
        (lgpio,) = self._wheels("lgpio", LGPIO).iterdir()
        shutil.unpack_archive(lgpio, top / "usr/lib/python3/dist-packages", "zip")
        project = top / "project"
        shutil.copytree(PROJECT / "systemd", project / "systemd")
        (project / "docs").mkdir()
        shutil.copy(PROJECT / "docs" / "tablemate.example.toml", project / "docs")


def copy(source: Path, target: Path) -> None:
    """Copy a disk, without writing what is empty on it."""
    run("cp", "--sparse=always", "--reflink=auto", source, target)


def _unpacked(file: Path) -> bytes:
    return lzma.decompress(file.read_bytes()) if file.suffix == ".xz" else file.read_bytes()
