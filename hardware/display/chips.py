"""Properties of the display chips that luma.oled does not handle.

All chips have page addressing: page (0xB0), low half (0x00) and high half (0x10) of the column,
then data to the right. The memory of the SH1106 is 132 columns wide, of which the display shows the
middle 128. The SSD chips also take a rectangle: in horizontal mode (0x20) columns (0x21) and pages
(0x22) are set, and data fills it row by row. Pages are cheaper for small changes, a rectangle for a
new screen; between frames the chip is in page mode.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hardware.display.changed_windows import TRANSACTIONS_COST, WHOLE, Window, find_runs
from hardware.display.frame import PAGES, WIDTH, Frame

SET_CONTRAST = 0x81
SET_PRECHARGE = 0xD9
SET_VCOMH = 0xDB
SET_MODE = 0x20
HORIZONTAL = 0x00
BY_PAGE = 0x02
SET_COLUMNS = 0x21
SET_PAGES = 0x22
SET_PAGE = 0xB0
SET_COLUMN_LOW = 0x00
SET_COLUMN_HIGH = 0x10
MARGIN = 2
"""The columns of an SH1106's memory before the first visible one."""


class PageRuns:
    """Addressing of the SH1106: runs of bytes within one page."""

    # A new run on the same page costs its transactions and at least one command.
    _JOIN = TRANSACTIONS_COST + 1

    def __init__(self, column_offset: int = 0) -> None:
        self._column_offset = column_offset

    def plan(self, old: Frame | None, new: Frame) -> list[Window]:
        """Return the windows to send; `old` None means that the memory is unknown."""
        if old is None:
            return [Window(page, page, 0, WIDTH - 1) for page in range(PAGES)]
        return list(find_runs(old, new, self._JOIN))

    def place(self, window: Window, after: Window | None) -> bytes:
        """Return the commands that set page and column, without those already right after
        `after`.
        """
        high, low = divmod(window.left + self._column_offset, 16)
        page, low, high = SET_PAGE | window.top, SET_COLUMN_LOW | low, SET_COLUMN_HIGH | high
        if after is None or after.right == WIDTH - 1:  # past the edge chips differ
            return bytes((page, low, high))
        old_high, old_low = divmod(after.right + 1 + self._column_offset, 16)
        parts = [page] if window.top != after.top else []
        if low != SET_COLUMN_LOW | old_low:
            parts.append(low)
        if high != SET_COLUMN_HIGH | old_high:
            parts.append(high)
        return bytes(parts)

    def leave(self, window: Window) -> bytes:
        """Return the commands needed after the last window: none."""
        del window
        return b""

    def cost(self, windows: Sequence[Window]) -> int:
        """Return the number of bytes that the windows take on an I2C bus."""
        before: list[Window | None] = [None, *windows]
        sent = sum(
            TRANSACTIONS_COST + len(self.place(window, after)) + window.area
            for after, window in zip(before, windows, strict=False)
        )
        rest = self.leave(windows[-1]) if windows else b""
        return sent + (TRANSACTIONS_COST // 2 + len(rest) if rest else 0)


class Rectangle(Window):
    """A window that is sent in horizontal mode, always alone."""

    __slots__ = ()


class RunsOrRectangle(PageRuns):
    """Addressing of the SSD chips: runs by page, or one rectangle around all changes."""

    _DEAREST = TRANSACTIONS_COST + 3
    # The cost of a run besides its data when page and column must be set.

    def plan(self, old: Frame | None, new: Frame) -> list[Window]:
        """Return the cheaper of the two."""
        if old is None:
            return [Rectangle(*WHOLE)]
        runs = super().plan(old, new)
        if not runs:
            return []
        tops, bottoms, lefts, rights = zip(*runs, strict=True)
        around = Rectangle(min(tops), max(bottoms), min(lefts), max(rights))
        if around.area >= sum(run.area + self._DEAREST for run in runs):
            return runs  # the unchanged bytes cost more than all the places
        return min(runs, [around], key=self.cost)

    def place(self, window: Window, after: Window | None) -> bytes:
        """Return the commands for mode, columns and pages of a rectangle, or for a run."""
        if not isinstance(window, Rectangle):
            return super().place(window, after)
        mode = (SET_MODE, HORIZONTAL)
        first = self._column_offset
        columns = (SET_COLUMNS, first + window.left, first + window.right)
        return bytes((*mode, *columns, SET_PAGES, window.top, window.bottom))

    def leave(self, window: Window) -> bytes:
        """Return the command for page mode after a rectangle."""
        return bytes((SET_MODE, BY_PAGE)) if isinstance(window, Rectangle) else b""


class PageWithMargin(Window):
    """A whole page with two blank columns before it."""

    __slots__ = ()

    def cut(self, frame: Frame) -> bytes:
        """Return the blank columns and the page."""
        return bytes(MARGIN) + super().cut(frame)


class AnyChip(PageRuns):
    """Addressing for an unknown chip: every page whole, with a margin.

    An SH1106 hides the two columns of the margin. An SSD chip shows them, and drops the last two
    columns of the picture or shows them first: a picture whose last three columns are blank is
    readable on both, two columns further right on the SSD chips.
    """

    def plan(self, old: Frame | None, new: Frame) -> list[Window]:
        """Return every page, if anything has changed."""
        return [] if old == new else [PageWithMargin(p, p, 0, WIDTH - 1) for p in range(PAGES)]

    def place(self, window: Window, after: Window | None) -> bytes:
        """Return the commands for page mode, which an SH1106 ignores, and for the start of
        a page.
        """
        mode = b"" if after else bytes((SET_MODE, BY_PAGE))
        return mode + bytes((SET_PAGE | window.top, SET_COLUMN_LOW, SET_COLUMN_HIGH))


class Chip(NamedTuple):
    """A display chip: its addressing, and its registers for brightness, from dim to full.

    The contrast register alone dims little; the pre-charge does more, and on some chips the level
    of the unselected rows (VCOMH). It is not used where it could blank the display.
    """

    name: str
    """The name of its class in luma.oled.device."""
    addressing: PageRuns
    precharges: bytes
    vcomhs: bytes = b""

    def dim(self, level: int) -> bytes:
        """Return the commands for a brightness from 0 to 255."""
        commands = bytes((SET_CONTRAST, level, SET_PRECHARGE, _pick(self.precharges, level)))
        if self.vcomhs:
            commands += bytes((SET_VCOMH, _pick(self.vcomhs, level)))
        return commands


def _pick(steps: bytes, level: int) -> int:
    return steps[level * len(steps) // 256]


# The pre-charge is the high half on the SSD chips and the low half on the SH1106; 0 is not allowed.
_SSD_PRECHARGES = bytes(clocks << 4 | 1 for clocks in range(1, 16))

_SSD_VCOMHS = bytes((0x00, 0x20, 0x40))

_LIST = (
    Chip("ssd1306", RunsOrRectangle(), _SSD_PRECHARGES, _SSD_VCOMHS),
    Chip("ssd1309", RunsOrRectangle(), _SSD_PRECHARGES),
    Chip("ssd1315", RunsOrRectangle(), _SSD_PRECHARGES),
    Chip("sh1106", PageRuns(column_offset=MARGIN), bytes((0x21, 0x22))),
)
CHIPS: Mapping[str, Chip] = MappingProxyType({chip.name: chip for chip in _LIST})
"""The display chips by name; tests/hardware/display checks what a new one needs."""

UNKNOWN_CHIP = Chip("ssd1306", AnyChip(), bytes((0xF1,)))
"""Works on all chips, for a picture with a margin; all accept the initialisation of an SSD1306."""
