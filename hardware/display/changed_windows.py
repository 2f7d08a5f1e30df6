"""Finds the parts of the display's memory to send, so that few bytes go over the bus.

A window is a rectangle of whole bytes: pages from top to bottom, columns from left to right. On I2C
a window takes two transactions, and besides its data the bytes that set its place:

    address | control | commands ...     address | control | data ...
       1    +    1    +   0 to 6      +     1    +    1    +    n

Commands and data in one transaction would need a control byte before every command, which is never
cheaper for two commands or more. So another window pays only if it saves more bytes than its place
costs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hardware.display.frame import PAGES, WIDTH, Frame

TRANSACTIONS_COST = 4
"""Bytes: address and control byte of the two transactions of a window."""


class Window(NamedTuple):
    """A rectangle of the display's memory; all four limits are inclusive."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def area(self) -> int:
        """Its number of bytes."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def cut(self, frame: Frame) -> bytes:
        """Return the bytes of a frame inside the window, in the order that the chip expects."""
        if self.top == self.bottom:
            return frame[self.top * WIDTH + self.left : self.top * WIDTH + self.right + 1]
        return b"".join(
            frame[page * WIDTH + self.left : page * WIDTH + self.right + 1]
            for page in range(self.top, self.bottom + 1)
        )


WHOLE = Window(0, PAGES - 1, 0, WIDTH - 1)


def find_runs(old: Frame, new: Frame, join: int) -> Iterator[Window]:
    """Yield the changed runs of each page; runs at most `join` equal bytes apart are joined."""
    runs = _runs(join)
    for page in range(PAGES):
        here, there = (frame[page * WIDTH : (page + 1) * WIDTH] for frame in (old, new))
        if here == there:
            continue
        # XOR makes equal bytes zero, so that a regular expression can find the runs fast.
        changed = int.from_bytes(here, "big") ^ int.from_bytes(there, "big")
        for run in runs.finditer(changed.to_bytes(WIDTH, "big")):
            yield Window(page, page, run.start(), run.end() - 1)


@cache
def _runs(join: int) -> re.Pattern[bytes]:
    """Return the pattern of a run: changed bytes with short gaps between them."""
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % join if join else rb"[^\0]+")
