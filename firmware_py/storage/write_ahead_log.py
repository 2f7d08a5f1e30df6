"""Reads the log of pending writes beside a SQLite file (its WAL), beyond a damaged place too.

SQLite forgets the whole rest of the log behind one damaged frame, and all of it without its head.
Here each frame stands for itself:

    header | frame | frame | ...     frame = page number, commit mark, salt, checksum, page

The checksum of a frame goes on from that of the frame before, so two neighbours vouch for each
other. A log is written in rounds from its start; frames of the round before may lie behind those
of the newest one, and all frames of a round have the same salt, which counts up.
The layout is that of https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

USUAL_PAGE = 4096
LOG_HEADER, FRAME_HEADER = 32, 24
LOG_MAGIC = 0x377F0682
HALF = 2**31
"""Salts count up and begin again after 2 ** 32: less than half of that ahead is newer."""


@dataclass(slots=True)
class WriteAheadLog:
    """What a log holds: where the newest version of each page lies."""

    page_size: int = USUAL_PAGE
    pages: dict[int, int] = field(default_factory=dict)
    """Page number to offset, as SQLite itself would read it."""
    all_pages: dict[int, int] = field(default_factory=dict)
    """The same with whatever is whole behind a damaged place."""
    lost_commits: int = 0
    """Commits that SQLite would not see: they come behind a damaged place, or are one."""
    has_lost_head: bool = False
    """The head is gone or of an earlier round, and frames are there: never a choice in flight."""

    @property
    def is_damaged(self) -> bool:
        """Say whether something confirmed is lost. One commit may be the one in flight."""
        return self.lost_commits > 1 or self.has_lost_head


class _Head(NamedTuple):
    """What the head of a log says, or what must be assumed without it."""

    is_sound: bool
    order: str
    """How its numbers are stored: the byte order of the computer that wrote it."""
    page_size: int
    salt: bytes


class _Frame(NamedTuple):
    at: int
    page: int
    commit: int
    salt: bytes
    is_chained: bool
    """Its checksum goes on from that of the frame before."""


def read_log(data: bytes) -> WriteAheadLog:
    """Look through a log."""
    if len(data) < LOG_HEADER:
        return WriteAheadLog()
    head = _read_head(data)
    log = WriteAheadLog(head.page_size)
    frames = list(_frames(data, head))
    newest = _newest_salt(frames)
    if newest is not None and (not head.is_sound or _is_newer(newest, head.salt)):
        head = head._replace(is_sound=False, salt=newest)
    # The head was brought to the disk before the first frame came behind it.
    log.has_lost_head = bool(frames) and not head.is_sound
    _sort(frames, head, log)
    return log


def _read_head(data: bytes) -> _Head:
    magic, _, size, _, salt, *_ = struct.unpack_from(">IIII8sII", data)
    order = ">" if magic == LOG_MAGIC | 1 else "<"
    is_size = 512 <= size <= 65536 and size.bit_count() == 1
    if is_size and magic & ~1 == LOG_MAGIC and _checksum(data[:24], order, 0, 0) == data[24:32]:
        return _Head(True, order, size, salt)
    return _Head(False, "<", USUAL_PAGE, b"")


def _frames(data: bytes, head: _Head) -> Iterator[_Frame]:
    before = data[24:32]
    step = FRAME_HEADER + head.page_size
    for at in range(LOG_HEADER, len(data) - step + 1, step):
        page, commit, salt, stored = struct.unpack_from(">II8s8s", data, at)
        first = _checksum(data[at : at + 8], head.order, *_unpack(before))
        body = data[at + FRAME_HEADER : at + step]
        is_chained = stored == _checksum(body, head.order, *_unpack(first))
        yield _Frame(at, page, commit, salt, is_chained)
        before = stored


def _newest_salt(frames: list[_Frame]) -> bytes | None:
    """Return the salt of the newest round of which two neighbours vouch for each other."""
    pairs = pairwise(frames)
    vouched = Counter(two.salt for one, two in pairs if two.is_chained and one.salt == two.salt)
    newest = None
    for salt, _ in vouched.most_common():
        if newest is None or _is_newer(salt, newest):
            newest = salt
    return newest


def _is_newer(salt: bytes, other: bytes) -> bool:
    ahead = int.from_bytes(salt[:4], "big") - int.from_bytes(other[:4], "big")
    return 0 < ahead % 2**32 < HALF


def _sort(frames: list[_Frame], head: _Head, log: WriteAheadLog) -> None:
    """Put the pages of whole commits where they belong, and count what SQLite would not see."""
    pending: dict[int, int] = {}
    damaged = 0
    whole = head.is_sound
    is_ours = head.is_sound
    for frame in frames:
        # The checksum leaves out the salt: a frame that goes on from one of ours is ours.
        is_ours = frame.salt == head.salt or (is_ours and frame.is_chained)
        whole = whole and frame.is_chained and frame.salt == head.salt
        if not is_ours:  # left over from an earlier round, or not even that
            continue
        if not frame.is_chained:
            # It still says that it was a commit. If another follows, it was confirmed.
            damaged += bool(frame.commit)
            continue
        pending[frame.page] = frame.at + FRAME_HEADER
        if frame.commit:
            if whole:
                log.pages |= pending
            else:
                log.lost_commits += 1 + damaged
            damaged = 0
            log.all_pages |= pending
            pending = {}


def _checksum(data: bytes, order: str, first: int, second: int) -> bytes:
    for one, two in struct.iter_unpack(f"{order}II", data):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return struct.pack(">II", first, second)


def _unpack(checksum: bytes) -> tuple[int, int]:
    first, second = struct.unpack(">II", checksum)
    return first, second
