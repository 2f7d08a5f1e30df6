"""The kinds of computer that can be tried: a desk's and a Raspberry Pi's."""

from __future__ import annotations

import platform
from dataclasses import dataclass


@dataclass(frozen=True)
class Arch:
    """What differs between them."""

    name: str
    """As Debian calls it."""
    machine: str
    """As the kernel, qemu and Python's wheels call it."""
    qemu_package: str
    board: tuple[str, ...]
    console: str
    manylinux: tuple[str, ...] = ("2014", "_2_28", "_2_34")
    """The C libraries for which the guest takes wheels."""

    @property
    def qemu(self) -> str:
        """The emulator."""
        return f"qemu-system-{self.machine}"

    @property
    def is_foreign(self) -> bool:
        """Whether this machine cannot run its programs by itself."""
        return platform.machine() != self.machine

    @property
    def tools(self) -> dict[str, str]:
        """What is needed to build and run it, with the packages that have it."""
        usual = {
            self.qemu: self.qemu_package,
            "mmdebstrap": "mmdebstrap",
            "mke2fs": "e2fsprogs",
            "mformat": "mtools",
            "openssl": "openssl",
        }
        if self.is_foreign:
            usual[f"qemu-{self.machine}-static"] = "qemu-user-static"
        return usual


ARCHES = {
    # Without CMPXCHG16B: up to QEMU 7.2 it leaves rubbish in the flags, and when a timer strikes
    # just then, the kernel panics.
    "amd64": Arch("amd64", "x86_64", "qemu-system-x86", ("-cpu", "max,-cx16"), "ttyS0"),
    "arm64": Arch(
        *("arm64", "aarch64", "qemu-system-arm"),
        *(("-M", "virt", "-cpu", "cortex-a53"), "ttyAMA0"),
    ),
}
NATIVE = next((name for name, arch in ARCHES.items() if not arch.is_foreign), "amd64")
