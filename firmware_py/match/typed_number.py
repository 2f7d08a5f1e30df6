"""A number that is typed: what a page is told of the question, and what comes back of it.

    question  AskedNumber: a code, from where to where, what the knob has dialled; why not, if
              what was entered last could not be
    answer    "<code> 45": dialled while somebody types, entered by Enter as by a press

The code is of one question of one moment, so that a number never lands in another cell, when
somebody at the box was quicker.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from engines.engine import ChoicePart
from firmware_py.match.taps import path_code

if TYPE_CHECKING:
    from engines.match import Match
    from firmware_py.match.picker import Picker

_WHOLE = re.compile(r"[-+\u2212]?[0-9]+")
"""Phones have signs of their own for less than nothing."""
_FIGURES = 9
"""No question wants more."""


class AskedNumber(NamedTuple):
    """The question, as a page shows it."""

    code: str
    low: int
    high: int
    value: int | None
    """What is dialled now; None: the cursor stands beside the numbers."""
    why: str = ""
    """Why what was typed last could not be entered."""


class TypedNumber(NamedTuple):
    """What was typed, and for which question; None: it is no number, or too long."""

    code: str
    value: int | None
    is_whole: bool = True


def asked_number(picker: Picker, lines: int, why: str = "") -> AskedNumber | None:
    """Return the number that a picker asks for, after so many lines of a match."""
    asked = picker.numbers
    if asked is None:
        return None
    return AskedNumber(_code(picker.picked, lines), asked.low, asked.high, _dialled(picker), why)


def _dialled(picker: Picker) -> int | None:
    """Return the number under the cursor: the option that plays what the number would."""
    part = picker.highlighted
    if part is None or not isinstance(part.value, int):
        return None
    return part.value if picker.reachable == [picker.written(part.value)] else None


def _code(picked: Sequence[ChoicePart], lines: int) -> str:
    return f"{lines}.{crc32(path_code(*picked).encode()):x}"


def dial_typed(match: Match[Any, Any], picker: Picker, typed: TypedNumber) -> bool:
    """Put the cursor on what was typed; False where the rules, or what is offered, have it not."""
    choice = None if typed.value is None else picker.written(typed.value)
    if choice is None or match.why_not(choice) is not None:
        return False
    assert typed.value is not None
    return picker.dial(typed.value)


def read_typed(text: str) -> TypedNumber:
    """Read what a page sent."""
    code, _, typed = text.partition(" ")
    typed = typed.strip()
    is_whole = _WHOLE.fullmatch(typed) is not None
    fits = is_whole and len(typed.lstrip("-+\u2212")) <= _FIGURES
    return TypedNumber(code, int(typed.replace("\u2212", "-")) if fits else None, is_whole)
