"""What a tap means: the codes on pictures, and the way from a code to the knob's own parts.

A code is the name and value of a part of a choice. What lies on the table may stand for different
parts at different moments, and for a part that comes only after another one:

    piece:a2                            a part
    colour:R/pyramid:R1.12              a part and the one after it
    */destination:c3                    what follows the part under the cursor
    destination:c3 bird:c3              the one or the other
    ./action:other/player:1             from the first question on, wherever the knob is now
    .                                   the first question itself

It is looked for where the knob is now, then at the levels before: the nearest wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import quote, unquote

from engines.engine import ChoicePart, Json
from engines.wording import plain
from firmware_py.match.picker import ChoiceNode

BELOW_CURSOR = "*"
ROOT = "."
_PLAY = "play:"


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
    """Return the code that plays a whole choice, if it is still the one that is shown."""
    return _PLAY + quote(text, safe="")


def played_by(code: str) -> str | None:
    """Return the choice that a code plays, if it plays one."""
    return unquote(code.removeprefix(_PLAY)) if code.startswith(_PLAY) else None


# --- from a code to parts ---


def find(
    root: ChoiceNode, picked: Sequence[ChoicePart], cursor: ChoicePart | None, code: str
) -> tuple[ChoicePart, ...] | None:
    """Return the parts, from the root on, that a tap means; None: nothing of this tree.

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


def keeping(
    root: ChoiceNode, picked: Sequence[ChoicePart], parts: tuple[ChoicePart, ...]
) -> tuple[ChoicePart, ...]:
    """Return the parts of a tap with what was picked after them, where both can stand.

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
    """Return some parts and what comes first after them, down to a whole choice."""
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
