"""The last pictures of the box, in a file that survives the program, for a problem report.

    magic | slot 0 | slot 1 | ... | slot 31       slot = number, milliseconds, 1,024 bytes

The file is a ring in shared memory: a picture costs one copy and no system call. For the service
it is in the runtime directory, which is not on a disk. Secrets are masked in it.
"""

from __future__ import annotations

import mmap
import struct
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

from firmware_py.core.picture import Picture
from firmware_py.panels.base import Panel
from hardware.display.frame import FRAME_BYTES, HEIGHT, WIDTH, Frame, pixel

MAGIC = b"tablemate frames"
SLOTS = 32
_HEAD = struct.Struct("<QQ")
_SLOT_BYTES = _HEAD.size + FRAME_BYTES
_FILE_BYTES = len(MAGIC) + SLOTS * _SLOT_BYTES
_NAME = "frames"
SERVICE = Path("/run/tablemate")
"""The runtime directory of the service."""


def frames_file(data: Path, environment: Mapping[str, str]) -> Path:
    """Return the file of a box's last pictures."""
    runtime = environment.get("RUNTIME_DIRECTORY")
    return (Path(runtime.partition(":")[0]) if runtime else data) / _NAME


def find_frames(data: Path, service: Path = SERVICE) -> Path | None:
    """Return the newest file of pictures: the service's own, or the one in a data directory."""
    places = (service / _NAME, data / _NAME)
    there = [place for place in places if place.is_file()]
    return max(there, key=lambda place: place.stat().st_mtime, default=None)


class FrameLog(Panel):
    """A panel that stores its pictures for problem reports."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._ring = _map(path)
        self._number = 0

    def show(self, picture: Picture) -> None:
        """Store the picture as viewers may see it."""
        frame, _ = picture.for_viewers()
        at = len(MAGIC) + self._number % SLOTS * _SLOT_BYTES
        self._number += 1
        ring = self._ring
        # Without a number a slot counts as empty, so a picture cut off by a crash is not used.
        ring[at : at + _HEAD.size] = bytes(_HEAD.size)
        ring[at + _HEAD.size : at + _SLOT_BYTES] = frame
        ring[at : at + _HEAD.size] = _HEAD.pack(self._number, int(self._clock() * 1000))

    def close(self) -> None:
        """Close the file, which is kept; may be called twice."""
        if not self._ring.closed:
            self._ring.flush()
            self._ring.close()


def _map(path: Path) -> mmap.mmap:
    """Create the file; if that is impossible, the pictures stay in memory."""
    try:
        with path.open("w+b") as file:
            file.write(MAGIC + bytes(_FILE_BYTES - len(MAGIC)))
            file.flush()
            return mmap.mmap(file.fileno(), _FILE_BYTES)
    except OSError:
        return mmap.mmap(-1, _FILE_BYTES)


def read_frames(path: Path) -> list[tuple[int, Frame]]:
    """Return milliseconds and pictures, oldest first; empty if the file is not such a file."""
    data = path.read_bytes()
    if len(data) != _FILE_BYTES or not data.startswith(MAGIC):
        return []
    found = []
    for at in range(len(MAGIC), _FILE_BYTES, _SLOT_BYTES):
        number, at_ms = _HEAD.unpack_from(data, at)
        if number:
            found.append((number, at_ms, data[at + _HEAD.size : at + _SLOT_BYTES]))
    return [(at_ms, frame) for _, at_ms, frame in sorted(found)]


def png(frame: Frame, scale: int = 4) -> bytes:
    """Return a picture as a PNG of two shades."""
    rows = b""
    for y in range(HEIGHT):
        bits = "".join(("1" if pixel(frame, x, y) else "0") * scale for x in range(WIDTH))
        # Each row begins with its filter: none.
        rows += (b"\0" + int(bits, 2).to_bytes(WIDTH * scale // 8, "big")) * scale
    head = struct.pack(">IIBBBBB", WIDTH * scale, HEIGHT * scale, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)
