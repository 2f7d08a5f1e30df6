"""A Debian with its own systemd in namespaces of this machine's kernel: real units, at full speed.

It sees a file tree, processes, a network and a group of its own, and no device. Killing its first
process ends all others in the same moment, as a power cut does; what they had written stays.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

BOOT = """
echo 0 >"$1/cgroup.procs"
exec unshare --mount --pid --fork --kill-child --uts --ipc --net --cgroup sh -c "$2" sh "$3"
"""
ENTER = """
set -eu
root=$1
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 run "$root/run"
mount -t tmpfs -o mode=755 dev "$root/dev"
mknod -m 666 "$root/dev/null" c 1 3
mknod -m 666 "$root/dev/zero" c 1 5
mknod -m 666 "$root/dev/full" c 1 7
mknod -m 666 "$root/dev/random" c 1 8
mknod -m 666 "$root/dev/urandom" c 1 9
mknod -m 666 "$root/dev/tty" c 5 0
mkdir -m 755 "$root/dev/pts"
mkdir -m 1777 "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 pts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
cd "$root"
mkdir -p .outside
pivot_root . .outside
exec /usr/bin/env -i container=tablemate PATH=/usr/local/bin:/usr/sbin:/usr/bin LANG=C.UTF-8 \
  sh -c 'umount --lazy /.outside && exec /sbin/init </dev/null'
"""
BOOT_S = 600.0


class Container:
    """A file tree that boots, is talked to, and is cut off."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._outside: subprocess.Popen[bytes] | None = None
        self._first = 0
        self._group = find_groups() / f"tablemate-{os.getpid()}"

    def boot(self) -> None:
        """Start its systemd, and wait until it has started everything."""
        self._group.mkdir(exist_ok=True)
        self._outside = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "--", "sh", "-c", BOOT, "sh", self._group, ENTER,
             self.root],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        until_s = time.monotonic() + BOOT_S
        while True:
            with suppress(OSError, ValueError, RuntimeError):
                children = Path(f"/proc/{self._outside.pid}/task/{self._outside.pid}/children")
                self._first = int(children.read_text())
                said = self.run("systemctl", "is-system-running", "--wait", check=False)
                if said.strip() in ("running", "degraded"):
                    return
            if self._outside.poll() is not None or time.monotonic() > until_s:
                raise RuntimeError(f"the container does not boot: {self._outside.returncode}")
            time.sleep(0.1)

    def run(self, *command: str, check: bool = True, limit_s: float = 600.0) -> str:
        """Run a command inside; return what it printed."""
        done = subprocess.run(
            ["nsenter", "-t", str(self._first), "-a", "/usr/bin/env", "-i",
             "PATH=/usr/local/bin:/usr/sbin:/usr/bin", "LANG=C.UTF-8", *command],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=limit_s, check=False,
        )  # fmt: skip
        if check and done.returncode:
            raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def cut(self) -> None:
        """Cut the power: everything inside is killed at once; may be called twice."""
        if self._outside is None:
            return
        with suppress(ProcessLookupError):
            os.kill(self._first, signal.SIGKILL)
        self._outside.kill()
        self._outside.wait()
        self._outside = None
        self._remove_group()

    def _remove_group(self) -> None:
        """Take the groups of its units away, once the last process is gone."""
        until_s = time.monotonic() + BOOT_S
        while self._group.exists():
            for folder, _, _ in os.walk(self._group, topdown=False):
                with suppress(OSError):
                    Path(folder).rmdir()
            if time.monotonic() > until_s:
                raise RuntimeError(f"something still runs in {self._group}")
            time.sleep(0.02)


def find_groups() -> Path:
    """Return where the kernel's control groups are, in their second version."""
    for place in (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified")):
        if (place / "cgroup.subtree_control").exists():
            return place
    raise RuntimeError("this kernel shows no control groups of version 2")
