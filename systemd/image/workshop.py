"""The workshop: a Debian with the tools, and a way into it that changes nothing on this machine.

tools/      a Debian trixie of this machine's kind: mmdebstrap, mtools, dtc, qemu
inside()    runs a command there, as root of a user namespace of its own. Every id is mapped to
            itself, so files keep their owners; and the kernel keeps a list of its own for that
            namespace of which programs run through qemu. Mounts and list go with the command.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from pathlib import Path

SUITE = "trixie"
TOOLS = (
    *("mmdebstrap", "mtools", "dosfstools", "fdisk", "e2fsprogs", "libarchive13t64", "xz-utils"),
    *("device-tree-compiler", "cpio", "kmod", "python3", "debian-archive-keyring", "zstd"),
    *("qemu-user-static", "qemu-system-arm"),
)
EMULATOR = "/usr/bin/qemu-aarch64"
# The first 20 bytes of a program: ELF, 64 bits, little end first, executable or library, ARM.
HEAD = r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
MASK = r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
# P, O, C: the program sees its own name and rights; F: the emulator is opened now, not in the tree.
REGISTER = f":tablemate-aarch64:M::{HEAD}:{MASK}:{EMULATOR}:POCF"
ENTER = """set -eu
tools=$1 cache=$2 line=$3
shift 3
mount --bind "$tools" "$tools"
mount -t proc proc "$tools/proc"
mount --rbind /sys "$tools/sys"
mount --rbind /dev "$tools/dev"
mkdir -p "$tools$cache"
mount --rbind "$cache" "$tools$cache"
mount -t binfmt_misc binfmt_misc "$tools/proc/sys/fs/binfmt_misc"
exec chroot "$tools" sh -c '
  printf %s "$1" >/proc/sys/fs/binfmt_misc/register
  shift
  exec "$@"' sh "$line" "$@"
"""
NEW = ("unshare", "--mount", "--pid", "--fork", "--kill-child")


def say(text: str) -> None:
    """Tell what goes on."""
    print(f"image: {text}", flush=True)


EXPECTED_S = {
    "python": 40.0,
    "packages": 150.0,
    "tools": 90.0,
    "debian": 420.0,
    "wheels": 20.0,
    "boot partition": 15.0,
    "program": 25.0,
    "trimmed tree": 20.0,
    "card": 15.0,
    "compressed image": 45.0,
}
"""How long each step took on a desktop with two cores; from the second time on it is known."""
TELL_S = 60.0
"""A step that takes longer says so this often."""


def in_words(time_s: float) -> str:
    """Return a duration as people say it.

    >>> in_words(34.6), in_words(89.0), in_words(130.0)
    ('35 s', '89 s', '2 min')
    """
    return f"{time_s:.0f} s" if time_s < 90 else f"{time_s / 60:.0f} min"


@contextmanager
def progress(
    name: str, times: Path, clock: Callable[[], float] = time.monotonic, tell_s: float = TELL_S
) -> Iterator[None]:
    """Say that a step begins and how long it will take, how far it is, and how long it took.

    `times` is a file that keeps how long each step took here.
    """
    known = _read_times(times)
    expected = in_words(known.get(name, EXPECTED_S.get(name, TELL_S)))
    begun_s, ended = clock(), threading.Event()

    def tell() -> None:
        while not ended.wait(tell_s):
            say(f"making {name}: {in_words(clock() - begun_s)} of about {expected}")

    say(f"making {name}, about {expected}")
    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()
    took_s = clock() - begun_s
    say(f"made {name} in {in_words(took_s)}")
    times.write_text(json.dumps({**_read_times(times), name: round(took_s, 1)}))


def _read_times(times: Path) -> dict[str, float]:
    try:
        found = json.loads(times.read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def run(*command: str | Path, **more: object) -> str:
    """Run a command; return what it printed, and end with all it said if it fails."""
    done = subprocess.run(
        [*map(str, command)],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        **more,  # type: ignore[call-overload]
    )
    if done.returncode:
        sys.exit(f"image: {' '.join(map(str, command))[:300]} failed:\n{done.stdout}")
    return str(done.stdout)


def digest(*parts: object) -> str:
    """Return a short hash over texts, and files with their names."""
    total = sha256()
    for part in parts:
        if isinstance(part, Path):
            for path in sorted(part.rglob("*")) if part.is_dir() else [part]:
                if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".mo":
                    total.update(str(path.relative_to(part.parent)).encode() + path.read_bytes())
        else:
            total.update(repr(part).encode())
    return total.hexdigest()[:12]


class Workshop:
    """A directory that is kept, with the tools and the results of every step."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the cache for this run, and tidy up after one that was killed."""
        self.cache.mkdir(parents=True, exist_ok=True)
        with (self.cache / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                sys.exit(f"image: another run uses {self.cache}; wait, or give another --cache")
            for left in self.cache.glob("part-*"):
                shutil.rmtree(left) if left.is_dir() else left.unlink()
            yield

    def step(self, name: str, key: str, make: Callable[[Path], None]) -> Path:
        """Return a step's result; make it if it is not there, and delete older ones."""
        place = self.cache / f"{name}-{key}"
        if place.exists():
            return place
        part = self.cache / f"part-{name}"
        try:
            with self.progress(name):
                make(part)
            for old in self.cache.glob(f"{name}-*"):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
            part.rename(place)
        finally:
            if part.is_dir():
                shutil.rmtree(part)
            else:
                part.unlink(missing_ok=True)
        return place

    def progress(self, name: str) -> AbstractContextManager[None]:
        """Say how a step goes on; how long each took is kept in the cache."""
        return progress(name, self.cache / "times.json")

    def tools(self) -> Path:
        """Return the Debian with the tools."""

        def make(place: Path) -> None:
            excluded = ("man", "doc", "locale", "info")
            run(
                *(*NEW, "--mount-proc", "mmdebstrap", "--mode=root", "--variant=minbase"),
                *(f"--include={','.join(TOOLS)}", '--aptopt=APT::Sandbox::User "root"'),
                '--aptopt=APT::Install-Recommends "false"',
                *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in excluded),
                *(SUITE, place),
                env={**os.environ, "TMPDIR": str(self.cache)},
            )

        return self.step("tools", digest(SUITE, TOOLS), make)

    def inside(self, *command: str | Path, env: Mapping[str, str] | None = None) -> str:
        """Run a command in the workshop, where programs of a Raspberry Pi run as well."""
        tools = self.tools()
        for name in ("resolv.conf", "hosts"):
            shutil.copyfile(f"/etc/{name}", tools / "etc" / name)
        wait = ("sh", "-c", 'read go; exec "$@"', "sh")
        enter = ("sh", "-c", ENTER, "sh", str(tools), str(self.cache), REGISTER)
        # The wish to end with us is forgotten where ids or rights change: so it comes after that.
        mortal = ("setpriv", "--pdeathsig", "KILL")
        child = subprocess.Popen(
            ["unshare", "--user", *wait, *mortal, *NEW, *enter, *map(str, command)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", **(env or {})},
        )
        _map_all_ids(child)
        said = child.communicate(b"go\n")[0].decode(errors="replace")
        if child.returncode:
            sys.exit(f"image: {' '.join(map(str, command))[:300]} failed:\n{said[-6000:]}")
        return said

    def in_tree(
        self, tree: Path, *command: str | Path, env: Mapping[str, str] | None = None
    ) -> str:
        """Run a command of a Raspberry Pi's system in its tree."""
        mount = (
            'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
        )
        return self.inside("sh", "-c", mount, tree, *command, env=env)


def emulator_command(tools: Path) -> list[str]:
    """Return the command of the emulator among the tools; it ends with this process."""
    libraries = ":".join(str(tools / name) for name in ("usr/lib/x86_64-linux-gnu", "usr/lib"))
    return [
        *("setpriv", "--pdeathsig", "KILL", "--"),
        *(str(tools / "lib64/ld-linux-x86-64.so.2"), "--library-path", libraries),
        *(str(tools / "usr/bin/qemu-system-aarch64"), "-L", str(tools / "usr/share/qemu")),
    ]


def _map_all_ids(child: subprocess.Popen[bytes]) -> None:
    """Give a process in a new user namespace every id of this one; only from outside can it be."""
    ours = Path("/proc/self/ns/user").readlink()
    while child.poll() is None and Path(f"/proc/{child.pid}/ns/user").readlink() == ours:
        time.sleep(0.01)
    for name in ("uid_map", "gid_map"):
        Path(f"/proc/{child.pid}/{name}").write_text("0 0 4294967295")
