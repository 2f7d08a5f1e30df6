"""Rows that can be tapped: what a page shows of a list, and which row a tap means.

Apart from the taps on a table: lists are there before any game is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

from engines.unicode import valid_text
from firmware_py.core.numbers import read_number

_ROW = "row:"


class TapRow(NamedTuple):
    """A row of a list that can be tapped: its code and its words."""

    code: str
    label: str
    detail: str = ""
    is_chosen: bool = False
    """The bar stands on it."""
    is_enabled: bool = True
    hint: str = ""


def row_code(index: int, label: str) -> str:
    """Return the code of a row; its words are in it, as rows come and go."""
    return f"{_ROW}{index}:{crc32(valid_text(label).encode()):x}"


def tapped_row(code: str, labels: Sequence[str]) -> int | None:
    """Return which row a code means; None: none of these."""
    index = read_number(code.removeprefix(_ROW).partition(":")[0], len(labels))
    if not code.startswith(_ROW) or index is None:
        return None
    is_there = index < len(labels) and row_code(index, labels[index]) == code
    return index if is_there else None
