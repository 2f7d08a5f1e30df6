"""Lets this kernel start programs of another kind of computer, as long as the block lasts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arch import Arch

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
    """Register qemu's user emulation where it is needed and nobody did; it ends with the block."""
    if not arch.is_foreign or Path(f"{PLACE}/qemu-{arch.machine}").exists():
        yield
        return
    head, mask = HEADS[arch.machine]
    # F: the emulator is opened now, so that it need not be in the tree.
    line = f":tablemate-{arch.machine}:M::{head}:{mask}:/usr/bin/qemu-{arch.machine}-static:F"
    # The kernel forgets the line when its register is no longer mounted, and here it is mounted
    # only as long as this process waits.
    mount = f"mount -t binfmt_misc binfmt_misc {PLACE} && printf %s '{line}' >{PLACE}/register"
    wait = f"{mount} && echo ready && exec sleep infinity"
    command = ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "sh", "-c", wait]
    queue = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert queue.stdout is not None
        if queue.stdout.readline() != b"ready\n":
            sys.exit(f"vm: this kernel cannot be set to run programs for {arch.name}")
        yield
    finally:
        queue.kill()
        queue.wait()
