"""A cursor in the tree of legal choices, so that only legal choices can be entered.

The choices form a tree of their parts. The knob turns through the children of one node, a press
goes down, BACK goes up. A node with one child is not asked, and is skipped both ways.

    (pick)--(red)--(done)--(space 1) ...
        \\--(blue)--(red)-- ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from engines.engine import ChoicePart


class Numbers(NamedTuple):
    """The limits of a number that is entered with the knob or a keyboard."""

    low: int
    high: int
    typed: str = ""
    """The name of the options that a page leaves out, because the number can be typed."""


@dataclass(slots=True)
class ChoiceNode:
    """A question with its possible answers, in order; or, at a leaf, the complete choice."""

    children: dict[ChoicePart, ChoiceNode] = field(default_factory=dict)
    choice: str | None = None

    def first(self) -> str:
        """Return the first choice at or below this node."""
        node = self
        while node.choice is None:
            node = next(iter(node.children.values()))
        return node.choice

    def turned(self, index: int, steps: int, *, coarse: bool) -> int:
        """Return the place of the cursor after a turn: choices on a board wrap around.

        A coarse turn, with the knob pressed, makes no difference unless a node overrides this.
        """
        del coarse
        return (index + steps) % len(self.children)

    def home(self, index: int) -> int | None:
        """Return the index that BACK leads to from a distant option, or None."""
        del index
        return None

    def numbers(self) -> Numbers | None:
        """Return the limits of the number that is asked for, or None for another question."""
        return None

    def written(self, value: int) -> str | None:
        """Return the choice for a number, legal or not, or None."""
        del value
        return None

    def dialled(self, value: int) -> int | None:
        """Return the index of a number, or None if it is not offered."""
        del value
        return None

    def walk(self) -> Iterator[str]:
        """Yield every choice at or below this node, in order."""
        if self.choice is not None:
            yield self.choice
        else:
            for child in self.children.values():
                yield from child.walk()

    def choices(self) -> list[str]:
        """Return every choice at or below this node, in order."""
        return list(self.walk())


class Later(ChoiceNode):
    """A node that makes its children when they are first needed."""

    __slots__ = ("_grown", "_make")

    def __init__(self, make: Callable[[], dict[ChoicePart, ChoiceNode]]) -> None:
        self._make = make
        self._grown: dict[ChoicePart, ChoiceNode] | None = None
        self.choice = None

    @property
    def children(self) -> dict[ChoicePart, ChoiceNode]:
        """Make the children once."""
        if self._grown is None:
            self._grown = self._make()
        return self._grown

    @children.setter
    def children(self, grown: dict[ChoicePart, ChoiceNode]) -> None:
        self._grown = grown


@dataclass(frozen=True, slots=True)
class Reach:
    """The first choices below an option, found lazily."""

    node: ChoiceNode
    most: int

    def __iter__(self) -> Iterator[str]:
        """Go through the choices in order."""
        return islice(self.node.walk(), self.most)


def grow(choices: Iterable[tuple[str, tuple[ChoicePart, ...]]]) -> ChoiceNode:
    """Return the tree of some choices, each with its parts."""
    root = ChoiceNode()
    for text, parts in choices:
        node = root
        for part in parts:
            child = node.children.get(part)
            if child is None:
                child = node.children[part] = ChoiceNode()
            node = child
        assert node.choice is None
        assert not node.children
        node.choice = text
    return root


def way_to(node: ChoiceNode, text: str) -> tuple[ChoicePart, ...] | None:
    """Return the parts of a choice, from this node down; None if it is not below this node."""
    if node.choice is not None:
        return () if node.choice == text else None
    for part, child in node.children.items():
        way = way_to(child, text)
        if way is not None:
            return (part, *way)
    return None


CursorStart = Callable[[tuple[ChoicePart, ...], tuple[ChoicePart, ...]], int]
"""Returns the index at which the cursor begins, from the parts picked and the options."""


def at_first(_: tuple[ChoicePart, ...], __: tuple[ChoicePart, ...]) -> int:
    """Begin at the first option."""
    return 0


def along(way: Sequence[ChoicePart], otherwise: CursorStart) -> CursorStart:
    """Return a `CursorStart` that follows a way as long as its parts are picked."""

    def start(picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]) -> int:
        follows = len(picked) < len(way) and picked == tuple(way[: len(picked)])
        return options.index(way[len(picked)]) if follows else otherwise(picked, options)

    return start


class Picker:
    """A cursor in the tree of choices."""

    def __init__(self, root: ChoiceNode, start: CursorStart = at_first) -> None:
        self._path: list[tuple[ChoiceNode, ChoicePart, bool]] = []
        self._root = self._node = root
        self._start = start
        self.index = 0
        self._settle()

    @property
    def picked(self) -> tuple[ChoicePart, ...]:
        """The parts picked so far, including skipped ones."""
        return tuple(part for _, part, _ in self._path)

    @property
    def options(self) -> tuple[ChoicePart, ...]:
        """The options that the knob turns through."""
        return tuple(self._node.children)

    @property
    def highlighted(self) -> ChoicePart | None:
        """The option under the cursor, or None."""
        return self.options[self.index] if self._node.children else None

    @property
    def reachable(self) -> list[str]:
        """The choices that the highlighted option leads to."""
        part = self.highlighted
        return self._node.choices() if part is None else self._node.children[part].choices()

    def reach(self, most: int) -> Reach:
        """Return the first choices below the highlighted option, found lazily."""
        part = self.highlighted
        return Reach(self._node if part is None else self._node.children[part], most)

    @property
    def complete(self) -> tuple[ChoicePart, ...]:
        """The parts of the choice that the next press plays; empty if it only picks a part."""
        node, parts = self._node, list(self.picked)
        part = self.highlighted
        while part is not None:
            parts.append(part)
            node = node.children[part]
            part = next(iter(node.children)) if len(node.children) == 1 else None
        return tuple(parts) if node.choice is not None else ()

    @property
    def has_begun(self) -> bool:
        """Return whether a person has picked a part."""
        return any(not skipped for _, _, skipped in self._path)

    def turn(self, steps: int, *, coarse: bool = False) -> None:
        """Move the cursor."""
        if self._node.children:
            self.index = self._node.turned(self.index, steps, coarse=coarse)

    @property
    def numbers(self) -> Numbers | None:
        """The limits of the number that is asked for, or None."""
        return self._node.numbers()

    def written(self, value: int) -> str | None:
        """Return the choice for a typed number, legal or not."""
        return self._node.written(value)

    def dial(self, value: int) -> bool:
        """Put the cursor on a number; return whether it is offered."""
        place = self._node.dialled(value)
        if place is None:
            return False
        self.index = place
        return True

    def point(self, part: ChoicePart) -> bool:
        """Put the cursor on an option; return whether it is there."""
        if part not in self._node.children:
            return False
        self.index = self.options.index(part)
        return True

    def go(self, parts: Sequence[ChoicePart]) -> bool:
        """Start again, pick all of these parts but the last, and put the cursor on that.

        Return False if the last part is the only option there, so that it is not asked for.
        """
        self._path.clear()
        self._node = self._root
        self._settle()
        while len(self._path) < len(parts):
            is_there = self.point(parts[len(self._path)])
            assert is_there
            if len(self._path) + 1 == len(parts):
                return True
            self.press()
        return False

    def press(self) -> str | None:
        """Pick the highlighted part; return the choice when it is complete."""
        part = self.highlighted
        if part is not None:
            self._down(part, skipped=False)
            self._settle()
        return self._node.choice

    def back(self) -> bool:
        """Undo the last part that a person picked; return False if there is none."""
        home = self._node.home(self.index) if self._node.children else None
        if home is not None:
            self.index = home
            return True
        if not self.has_begun:
            return False
        while True:
            self._node, part, skipped = self._path.pop()
            if not skipped:
                self.index = self.options.index(part)
                return True

    def _settle(self) -> None:
        """Skip questions with one option, then put the cursor where it likely belongs.

        The last part is never skipped before a person has picked one: a choice is always
        confirmed by a press.
        """
        while len(self._node.children) == 1:
            (part,) = self._node.children
            if not self.has_begun and self._node.children[part].choice is not None:
                break
            self._down(part, skipped=True)
        if self._node.children:
            self.index = self._start(self.picked, self.options) % len(self._node.children)

    def _down(self, part: ChoicePart, *, skipped: bool) -> None:
        self._path.append((self._node, part, skipped))
        self._node = self._node.children[part]
        self.index = 0
