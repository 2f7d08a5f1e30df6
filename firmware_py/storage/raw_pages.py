"""Reads the rows of a damaged SQLite file and its write-ahead log without SQLite.

SQLite gives up a table when a page that leads to its rows is damaged. Here each page is read
independently:

    file | page 1 | page 2 | ...          page = kind, cells -> rows

SQLite ignores the rest of the log behind one damaged frame, and all of it if the header is damaged.
Here each frame is read independently:

    header | frame | frame | ...     frame = page number, commit mark, salt, checksum, page

The checksum of a frame continues that of the frame before, so two neighbours confirm each other. A
log is written in rounds from its start: frames of an earlier round may follow those of the newest.
All frames of a round have the same salt, which increases from round to round.

The layout of both files is described at https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import errno
import os
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py.storage.disk import MAGIC, wal_path

USUAL_PAGE = 4096
LOG_HEADER, FRAME_HEADER = 32, 24
LOG_MAGIC = 0x377F0682
HALF = 2**31
"""Salts count modulo 2 ** 32: one that is less than half of that ahead is newer."""


@dataclass(slots=True)
class WriteAheadLog:
    """The pages in a log, and what SQLite would lose of it."""

    page_size: int = USUAL_PAGE
    pages: dict[int, int] = field(default_factory=dict)
    """The offset of the newest version of each page, as SQLite itself would read it."""
    all_pages: dict[int, int] = field(default_factory=dict)
    """The same with intact frames behind a damaged one."""
    lost_commits: int = 0
    """Commits that SQLite would not see, because they are damaged or follow a damaged frame."""
    has_lost_head: bool = False
    """There are frames, but the header is damaged or of an earlier round.

    A power cut cannot cause that, because the header is synced before the frames.
    """

    @property
    def is_damaged(self) -> bool:
        """Return whether confirmed commits are lost; a single one may have been in progress."""
        return self.lost_commits > 1 or self.has_lost_head


class _Head(NamedTuple):
    """The header of a log, or what must be assumed if it is damaged."""

    is_sound: bool
    order: str
    """Byte order of the numbers: "<" or ">"."""
    page_size: int
    salt: bytes


class _Frame(NamedTuple):
    at: int
    page: int
    commit: int
    salt: bytes
    is_chained: bool
    """Whether the checksum continues that of the frame before."""


def read_log(data: bytes) -> WriteAheadLog:
    """Return the pages of a log, also behind damaged frames."""
    if len(data) < LOG_HEADER:
        return WriteAheadLog()
    head = _read_head(data)
    log = WriteAheadLog(head.page_size)
    frames = list(_frames(data, head))
    newest = _newest_salt(frames)
    if newest is not None and (not head.is_sound or _is_newer(newest, head.salt)):
        head = head._replace(is_sound=False, salt=newest)
    # The header is synced before the first frame is written.
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
    """Return the salt of the newest round in which two neighbours confirm each other."""
    pairs = pairwise(frames)
    confirmed = Counter(two.salt for one, two in pairs if two.is_chained and one.salt == two.salt)
    newest = None
    for salt, _ in confirmed.most_common():
        if newest is None or _is_newer(salt, newest):
            newest = salt
    return newest


def _is_newer(salt: bytes, other: bytes) -> bool:
    ahead = int.from_bytes(salt[:4], "big") - int.from_bytes(other[:4], "big")
    return 0 < ahead % 2**32 < HALF


def _sort(frames: list[_Frame], head: _Head, log: WriteAheadLog) -> None:
    """Add the pages of complete commits to the log, and count those that SQLite would not see."""
    pending: dict[int, int] = {}
    damaged = 0
    whole = head.is_sound
    is_ours = head.is_sound
    for frame in frames:
        # The checksum does not cover the salt: a frame chained to one of this round belongs to it.
        is_ours = frame.salt == head.salt or (is_ours and frame.is_chained)
        whole = whole and frame.is_chained and frame.salt == head.salt
        if not is_ours:  # of an earlier round, or damaged
            continue
        if not frame.is_chained:
            # If this damaged frame was a commit and another follows, it was confirmed.
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


TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR = 0x0D, 0x0A, 0x02
SECTOR = 512
"""Files are read by sectors, so that an unreadable one does not hide its neighbours."""
OVERFLOWS = 4
"""How often each overflow page may be read: by its row, and by stale rows that still name it."""
LONGEST = 16 * 1024 * 1024
"""A longer value is damage."""


class RawPages:
    """The pages of a database file, replaced by those of its log."""

    def __init__(self, path: Path, *, beyond_damage: bool = True) -> None:
        self.unread: OSError | None = None
        """Why a sector of the files, which is then read as zeros, could not be read; or None."""
        self._log_data = self._read(wal_path(path))
        self.log = read_log(self._log_data)
        self._newest = self.log.all_pages if beyond_damage else self.log.pages
        self._file = self._read(path)
        self.size = self._find_size()
        behind = len(self._file) // self.size + bool(len(self._file) % self.size)
        self.count = max(behind, max(self._newest, default=0))
        self.overflows_left = OVERFLOWS * self.count
        """The overflow pages that may still be read, as they form a circle in a hostile file."""

    def _read(self, path: Path) -> bytes:
        """Return a file, with zeros for sectors that cannot be read."""
        try:
            file = os.open(path, os.O_RDONLY)
        except FileNotFoundError:
            return b""
        try:
            size = os.fstat(file).st_size
            blocks = (
                self._read_block(file, at, min(SECTOR, size - at)) for at in range(0, size, SECTOR)
            )
            return b"".join(blocks)
        finally:
            os.close(file)

    def _read_block(self, file: int, at: int, length: int) -> bytes:
        found = b""
        try:
            while len(found) < length:
                more = os.pread(file, length - len(found), at + len(found))
                if not more:
                    self.unread = OSError(errno.EIO, "the file ends before its length")
                    break
                found += more
        except OSError as error:  # lost, or not readable at the moment
            self.unread = error
        return found.ljust(length, b"\0")

    def _find_size(self) -> int:
        if self._newest or not self._file.startswith(MAGIC):
            return self.log.page_size
        size: int = struct.unpack_from(">H", self._file.ljust(18, b"\0"), 16)[0]
        return {1: 65536}.get(size, size if size.bit_count() == 1 and size >= 512 else USUAL_PAGE)

    def page(self, number: int) -> bytes:
        """Return a page, counted from 1, padded with zeros at the end of the file."""
        at = self._newest.get(number)
        if at is not None:
            return self._log_data[at : at + self.size]
        found = self._file[(number - 1) * self.size : number * self.size]
        return found.ljust(self.size, b"\0")

    def image(self) -> bytes:
        """Return the file with its log applied, to be opened by SQLite in memory."""
        whole = bytearray(b"".join(self.page(number) for number in range(1, self.count + 1)))
        whole[18:20] = b"\1\1"  # journal mode DELETE: it has no log
        return bytes(whole)


# --- rows ---


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row of a page; `id` is None in tables without rowid."""

    id: int | None
    values: tuple[Any, ...]


def raw_rows(pages: RawPages) -> Iterator[RawRow]:
    """Yield the rows of all intact pages, unordered."""
    for number in range(1, pages.count + 1):
        page = pages.page(number)
        start = 100 if number == 1 else 0
        kind = page[start]
        if kind not in (TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR):
            continue
        head = 12 if kind == INDEX_INTERIOR else 8
        cells = struct.unpack_from(">H", page, start + 3)[0]
        for cell in range(min(cells, pages.size // 2 - start)):
            try:
                at = struct.unpack_from(">H", page, start + head + 2 * cell)[0]
                yield _row(pages, page, kind, at)
            except (struct.error, IndexError, ValueError):  # a damaged cell
                continue


def _row(pages: RawPages, page: bytes, kind: int, at: int) -> RawRow:
    if kind == INDEX_INTERIOR:
        at += 4
    length, at = _varint(page, at)
    rowid = None
    if kind == TABLE_LEAF:
        rowid, at = _varint(page, at)
        rowid -= (rowid >= 2**63) * 2**64
    if length > LONGEST:
        raise ValueError("too long")
    local = _local(length, pages.size, kind)
    payload = page[at : at + local]
    if local < length:
        follow = struct.unpack_from(">I", page, at + local)[0]
        payload += _overflow(pages, follow, length - local)
    return RawRow(rowid, _values(payload))


def _local(length: int, size: int, kind: int) -> int:
    """Return how many bytes of a payload are in its page; the others are in overflow pages."""
    most = size - 35 if kind == TABLE_LEAF else (size - 12) * 64 // 255 - 23
    if length <= most:
        return length
    least = (size - 12) * 32 // 255 - 23
    wanted = least + (length - least) % (size - 4)
    return wanted if wanted <= most else least


def _overflow(pages: RawPages, number: int, length: int) -> bytes:
    found = bytearray()
    while len(found) < length:
        if not 0 < number <= pages.count:
            raise ValueError("an overflow page is missing")
        pages.overflows_left -= 1
        if pages.overflows_left < 0:
            raise ValueError("overflow pages form a circle")
        page = pages.page(number)
        number = struct.unpack_from(">I", page)[0]
        found += page[4:]
    return bytes(found[:length])


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for step in range(8):
        byte = data[at + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + step + 1
    return value << 8 | data[at + 8], at + 9


_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def _values(payload: bytes) -> tuple[Any, ...]:
    """Return the columns of a record; raise ValueError unless its length is exact."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind = payload[at]
        if kind < 0x80:  # nearly always; a fast path for slow computers
            at += 1
        else:
            kind, at = _varint(payload, at)
        kinds.append(kind)
    values = []
    for kind in kinds:
        value, at = _value(payload, kind, at)
        values.append(value)
    if at != len(payload):
        raise ValueError("the lengths do not add up")
    return tuple(values)


def _value(payload: bytes, kind: int, at: int) -> tuple[Any, int]:
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    length = _INTEGERS.get(kind, 8 if kind == 7 else (kind - 12) // 2)
    data = payload[at : at + length]
    if len(data) < length or kind in (10, 11):
        raise ValueError("cut short")
    if kind in _INTEGERS:
        return int.from_bytes(data, "big", signed=True), at + length
    if kind == 7:
        return struct.unpack(">d", data)[0], at + length
    return (data.decode() if kind % 2 else data), at + length
