"""Taps and typed numbers: from the code on a picture to the parts that the knob would pick.

A code is the name and value of a part of a choice. A thing on the table may stand for different
parts at different times, and for a part that comes only after another one:

    piece:a2                            a part
    colour:R/pyramid:R1.12              a part and the one after it
    */destination:c3                    what follows the part under the cursor
    destination:c3 bird:c3              the one or the other
    ./action:other/player:1             from the first question on, wherever the knob is now
    .                                   the first question itself
    drop ./piece:a2/destination:a3      a piece that was dragged: the whole way, from the first
                                        question on, without a second tap

A code is looked up at the current question, then at the questions before; the nearest match counts.

A typed number: what a page gets for the question, and what it sends back.

    question  AskedNumber: a code, the limits, the number under the cursor, and why the last
              entry was refused, if it was
    answer    "<code> 45": dialled while somebody types, entered by Enter as by a press

A code is valid for one question at one moment, so that a number cannot get into another cell if
somebody at the box was faster.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote
from zlib import crc32

from engines.engine import ChoicePart, Json
from engines.wording import plain
from firmware_py.match.picker import ChoiceNode

if TYPE_CHECKING:
    from engines.match import Match
    from firmware_py.match.picker import Picker


BELOW_CURSOR = "*"
ROOT = "."
_PLAY = "play:"
_DROP = "drop "


# --- codes ---


@lru_cache(maxsize=512)
def part_code(part: ChoicePart) -> str:
    """Return the code of a part: no two parts of one question have the same."""
    return f"{part.name}:{_flat(plain(part.value))}"


def _flat(value: Json) -> str:
    return ".".join(map(_flat, value)) if isinstance(value, list) else quote(str(value), safe="")


def path_code(*parts: ChoicePart) -> str:
    """Return the code of a part that comes after others."""
    return "/".join(map(part_code, parts))


def play_code(text: str) -> str:
    """Return the code that plays a complete choice if it is still shown."""
    return _PLAY + quote(text, safe="")


def played_by(code: str) -> str | None:
    """Return the choice that a code plays, if it plays one."""
    return unquote(code.removeprefix(_PLAY)) if code.startswith(_PLAY) else None


def dropped(code: str) -> tuple[str, bool]:
    """Return a code without the mark of a dragged piece, and whether it had the mark."""
    return code.removeprefix(_DROP), code.startswith(_DROP)


# --- from a code to parts ---


def find(
    root: ChoiceNode, picked: Sequence[ChoicePart], cursor: ChoicePart | None, code: str
) -> tuple[ChoicePart, ...] | None:
    """Return the parts, from the root on, that a tap means, or None.

    `picked` are the parts that were picked so far, `cursor` the one under the cursor.
    """
    paths = [alternative.split("/") for alternative in code.split()]
    for depth in range(len(picked), -1, -1):
        before = tuple(picked[:depth])
        node = _walk(root, before)
        if node is None:
            continue
        for path in paths:
            begin: tuple[ChoicePart, ...] = ()
            if path[0] == ROOT:
                if depth:
                    continue
                if path == [ROOT]:
                    return ()
                path = path[1:]  # noqa: PLW2901 - the rest of the way
            if path[0] == BELOW_CURSOR:
                if depth < len(picked) or cursor not in node.children:
                    continue
                assert cursor is not None
                begin, path = (cursor,), path[1:]  # noqa: PLW2901 - the rest of the way
            start = _walk(node, begin)
            found = None if start is None else _follow(start, path)
            if found is not None:
                return (*before, *begin, *found)
    return None


def codes_after(root: ChoiceNode, code: str) -> list[str]:
    """Return the codes of what may follow a part; of the first questions without a code."""
    if not code:
        after = [*root.children.values()]
        return [part_code(part) for node in (root, *after) for part in node.children]
    parts = find(root, (), None, code)
    node = None if parts is None else _walk(root, parts)
    return [] if node is None else [part_code(part) for part in node.children]


def keeping(
    root: ChoiceNode, picked: Sequence[ChoicePart], parts: tuple[ChoicePart, ...]
) -> tuple[ChoicePart, ...]:
    """Return the parts of a tap with those picked after them, where both are possible.

    A set is entered in one order with the knob; a tap may add to it in any.
    """
    depth = len(parts) - 1
    if 0 <= depth < len(picked) and tuple(picked[:depth]) == parts[:depth]:
        both = (*parts, *picked[depth:])
        if picked[depth] != parts[depth] and _walk(root, both) is not None:
            return both
    return parts


def _walk(node: ChoiceNode, parts: Sequence[ChoicePart]) -> ChoiceNode | None:
    for part in parts:
        child = node.children.get(part)
        if child is None:
            return None
        node = child
    return node


def _follow(node: ChoiceNode, path: Sequence[str]) -> tuple[ChoicePart, ...] | None:
    """Return the parts of a path of codes below a node."""
    found: list[ChoicePart] = []
    for code in path:
        part = next((each for each in node.children if part_code(each) == code), None)
        if part is None:
            return None
        found.append(part)
        node = node.children[part]
    return tuple(found) or None


def first_leaf(root: ChoiceNode, parts: Sequence[ChoicePart]) -> tuple[ChoicePart, ...]:
    """Return the parts, followed by the first option of each question up to a complete choice."""
    node = _walk(root, parts)
    assert node is not None
    whole = list(parts)
    while node.choice is None:
        part, node = next(iter(node.children.items()))
        whole.append(part)
    return tuple(whole)


def choice_at(root: ChoiceNode, parts: Sequence[ChoicePart]) -> str:
    """Return the choice that parts lead to."""
    node = _walk(root, parts)
    assert node is not None
    return node.first()


_WHOLE = re.compile(r"[-+\u2212]?[0-9]+")
"""Phones may type other minus signs."""
_FIGURES = 9
"""The most digits of a number."""


class AskedNumber(NamedTuple):
    """A question for a number, as a page shows it."""

    code: str
    low: int
    high: int
    value: int | None
    """The number under the cursor, or None."""
    why: str = ""
    """Why the last typed number was refused."""


class TypedNumber(NamedTuple):
    """A typed number and its question; the value is None if it cannot be read."""

    code: str
    value: int | None
    is_whole: bool = True


def asked_number(picker: Picker, lines: int, why: str = "") -> AskedNumber | None:
    """Return the number that a picker asks for; `lines` is the length of the record."""
    asked = picker.numbers
    if asked is None:
        return None
    return AskedNumber(_code(picker.picked, lines), asked.low, asked.high, _dialled(picker), why)


def _dialled(picker: Picker) -> int | None:
    """Return the number under the cursor, or None."""
    part = picker.highlighted
    if part is None or not isinstance(part.value, int):
        return None
    return part.value if picker.reachable == [picker.written(part.value)] else None


def _code(picked: Sequence[ChoicePart], lines: int) -> str:
    return f"{lines}.{crc32(path_code(*picked).encode()):x}"


def dial_typed(match: Match[Any, Any], picker: Picker, typed: TypedNumber) -> bool:
    """Put the cursor on what was typed; return False if it is illegal or not offered."""
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
