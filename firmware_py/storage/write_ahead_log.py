"""Reads the log of pending writes beside a SQLite file (its WAL), beyond a damaged place too.

SQLite forgets the whole rest of the log behind one damaged frame. Here each frame stands for
itself:

    header | frame | frame | ...     frame = page number, commit mark, salt, checksum, page

The layout is that of https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

USUAL_PAGE = 4096
LOG_HEADER, FRAME_HEADER = 32, 24
LOG_MAGIC = 0x377F0682


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

    @property
    def is_damaged(self) -> bool:
        """Say whether something confirmed is lost. One commit may be the one in flight."""
        return self.lost_commits > 1


def read_log(data: bytes) -> WriteAheadLog:
    """Look through a log."""
    log = WriteAheadLog()
    if len(data) < LOG_HEADER:
        return log
    magic, _, size, _, salt, *_ = struct.unpack_from(">IIII8sII", data)
    order = ">" if magic == LOG_MAGIC | 1 else "<"
    is_sound = magic & ~1 == LOG_MAGIC and _checksum(data[:24], order, 0, 0) == data[24:32]
    if is_sound:
        log.page_size = size
    else:  # the newest round begins with the first frame
        salt = data[LOG_HEADER + 8 : LOG_HEADER + 16]
    pending: dict[int, int] = {}
    damaged = 0
    whole = is_sound
    before = data[24:32]
    step = FRAME_HEADER + log.page_size
    for at in range(LOG_HEADER, len(data) - step + 1, step):
        page, commit, its_salt, stored = struct.unpack_from(">II8s8s", data, at)
        start = struct.unpack(">II", before)
        body = data[at : at + 8], data[at + FRAME_HEADER : at + step]
        good = stored == _checksum(body[1], order, *_unpack(_checksum(body[0], order, *start)))
        before = stored
        whole = whole and good and its_salt == salt
        if not good or its_salt != salt:  # not whole, or left over from an earlier round
            # It still says that it was a commit. If another follows, it was confirmed.
            damaged += bool(commit) and its_salt == salt
            continue
        pending[page] = at + FRAME_HEADER
        if commit:
            if whole:
                log.pages |= pending
            else:
                log.lost_commits += 1 + damaged
            damaged = 0
            log.all_pages |= pending
            pending = {}
    if not is_sound and log.lost_commits:
        log.lost_commits += 1  # a log without a head is never one in flight
    return log


def _checksum(data: bytes, order: str, first: int, second: int) -> bytes:
    for one, two in struct.iter_unpack(f"{order}II", data):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return struct.pack(">II", first, second)


def _unpack(checksum: bytes) -> tuple[int, int]:
    first, second = struct.unpack(">II", checksum)
    return first, second
