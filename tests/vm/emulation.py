"""Lets this kernel start programs of another kind of computer, as long as the block lasts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arch import Arch
from image import run

PLACE = "/proc/sys/fs/binfmt_misc"
HEADS = {
    # The first 20 bytes of a program: ELF, 64 bits, little end first, executable or library, and
    # the number of the machine (183: ARM).
    "aarch64": (
        r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00",
        r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff",
    ),
    "x86_64": (
        r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x3e\x00",
        r"\xff\xff\xff\xff\xff\xfe\xfe\xfc\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff",
    ),
}


@contextmanager
def emulation(arch: Arch) -> Iterator[None]:
    """Register qemu's user emulation where it is needed and nobody did; take it back at the end."""
    if not arch.is_foreign or _at_register(f"grep -qs enabled {PLACE}/qemu-{arch.machine}"):
        yield
        return
    name = f"tablemate-{arch.machine}"
    head, mask = HEADS[arch.machine]
    # F: the emulator is opened now, so that it need not be in the tree.
    line = f":{name}:M::{head}:{mask}:/usr/bin/qemu-{arch.machine}-static:F"
    _at_register(f"test ! -e {PLACE}/{name} || echo -1 >{PLACE}/{name}")
    if not _at_register(f"printf %s '{line}' >{PLACE}/register"):
        raise SystemExit(f"vm: this kernel cannot be told to run programs for {arch.name}")
    try:
        yield
    finally:
        _at_register(f"echo -1 >{PLACE}/{name}")


def _at_register(command: str) -> bool:
    """Run a shell command where the kernel's register is mounted; return whether it went well."""
    mount = f"test -e {PLACE}/register || mount -t binfmt_misc binfmt_misc {PLACE}"
    done = run("unshare", "--mount", "sh", "-c", f"({mount}) && {command}", may_fail=True)
    return done.returncode == 0
