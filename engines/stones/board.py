"""The main board: its stones, and what an artist may take.

Nine circles, each touching four stacks, clockwise from the north:

             1     2     3
          4 (a1) 5(a2) 6(a3) 7
             8     9    10
         11 (b1)12(b2)13(b3) 14
            15    16    17
         18 (c1)19(c2)20(c3) 21
            22    23    24

A stone is one letter inside: its colour, a capital for pattern `o`, small for pattern `x`.
Where patterns are not tracked every stone is a capital. Outside it is a code such as `Bx`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

COLOURS = "RPBY"
PATTERNS = "ox"
PER_COLOUR = 24
PER_PATTERN = 48
STACKS = 24
STACK_HEIGHT = 4

CIRCLES = ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")
START_CIRCLES = ("a2", "b1", "b3", "c2")
AROUND = (
    (1, 5, 8, 4),
    (2, 6, 9, 5),
    (3, 7, 10, 6),
    (8, 12, 15, 11),
    (9, 13, 16, 12),
    (10, 14, 17, 13),
    (15, 19, 22, 18),
    (16, 20, 23, 19),
    (17, 21, 24, 20),
)
"""The stacks of each circle: north, east, south, west."""

TOUCH = tuple(sum(1 << stack for stack in around) for around in AROUND)
"""The same as bits: bit n is stack n."""

UNKNOWN = "?"
FREE = "."

STONE = {
    f"{colour}{pattern}": colour if pattern == "o" else colour.lower()
    for colour in COLOURS
    for pattern in PATTERNS
}
"""Letter by code."""
CODE = {letter: code for code, letter in STONE.items()} | {UNKNOWN: "??"}
"""Code by letter."""


def stack_cell(stack: int) -> tuple[int, int]:
    """Return the column and row of a stack, in steps from a stack to the circle next to it.

    >>> stack_cell(1), stack_cell(4)
    ((1, 0), (0, 1))
    """
    rows, column = divmod(stack - 1, 7)
    return (2 * column + 1, 2 * rows) if column < 3 else (2 * column - 6, 2 * rows + 1)


def pattern_of(letter: str) -> str:
    """Return the pattern of a stone."""
    return "o" if letter.isupper() else "x"


@dataclass(frozen=True, slots=True)
class Board:
    """The main board as far as the box knows it."""

    artists: str
    """For each circle the pattern of its artist, or `.`."""
    stacks: tuple[str, ...]
    """Four letters per stack, bottom first, `?` unknown. Stones that were taken stay in the text,
    so that undo can say which ones to put back.
    """
    heights: tuple[int, ...] = (STACK_HEIGHT,) * STACKS
    uncovered: tuple[int, ...] = ()
    """Stacks whose new top is not yet entered, ascending."""

    def top(self, stack: int) -> str:
        """Return the top stone of a stack: a letter, `?` if not yet entered, empty if none."""
        height = self.heights[stack - 1]
        if stack in self.uncovered:
            return UNKNOWN
        return self.stacks[stack - 1][height - 1] if height else ""

    def seen(self, stack: int) -> str:
        """Return the four places of a stack, with unseen stones as `?`."""
        height = self.heights[stack - 1]
        hidden = height if stack in self.uncovered else max(0, height - 1)
        return UNKNOWN * hidden + self.stacks[stack - 1][hidden:]

    def patterns(self) -> dict[str, int]:
        """Return the stacks whose top has a pattern, as bits."""
        bits = dict.fromkeys(PATTERNS, 0)
        for stack in range(1, STACKS + 1):
            letter = self.top(stack)
            if letter and letter != UNKNOWN:
                bits[pattern_of(letter)] |= 1 << stack
        return bits

    def blocked(self, artist: int) -> int:
        """Return the stacks that touch any other artist, as bits."""
        bits = 0
        for circle, pattern in enumerate(self.artists):
            if pattern != FREE and circle != artist:
                bits |= TOUCH[circle]
        return bits

    def moves(self) -> Iterator[tuple[int, int, int]]:
        """Yield artist, empty circle and the stacks allowed there as bits, if any."""
        patterns = self.patterns()
        for source, pattern in enumerate(self.artists):
            if pattern == FREE:
                continue
            allowed = patterns[pattern] & ~self.blocked(source)
            for target, other in enumerate(self.artists):
                if other == FREE and allowed & TOUCH[target]:
                    yield source, target, allowed & TOUCH[target]

    def can_pick(self) -> bool:
        """Return whether any artist can reach a stone."""
        return next(self.moves(), None) is not None

    def why_not(self, source: int, target: int, stack: int) -> str | None:
        """Return why an artist may not take the top of a stack from its new circle, or None."""
        if stack not in AROUND[target]:
            return "far"
        letter = self.top(stack)
        if not letter:
            return "empty"
        if self.blocked(source) >> stack & 1:
            return "artist"
        return None if pattern_of(letter) == self.artists[source] else "pattern"

    def allowed(self, source: int, target: int) -> tuple[int, ...]:
        """Return the stacks whose tops the artist takes, clockwise from the north."""
        return tuple(
            stack for stack in AROUND[target] if self.why_not(source, target, stack) is None
        )

    def pick(self, source: int, target: int, first: int) -> tuple[str, Board]:
        """Return the tower and the board after an artist moved and took every allowed stone,
        clockwise.
        """
        stacks = self.allowed(source, target)
        at = stacks.index(first)
        tower = "".join(self.top(stack) for stack in stacks[at:] + stacks[:at])
        heights = list(self.heights)
        for stack in stacks:
            heights[stack - 1] -= 1
        artists = list(self.artists)
        artists[target], artists[source] = artists[source], FREE
        return tower, replace(
            self,
            artists="".join(artists),
            heights=tuple(heights),
            uncovered=tuple(sorted(stack for stack in stacks if heights[stack - 1])),
        )

    def reveal(self, stack: int, letter: str) -> Board:
        """Return the board with the new top of a stack entered."""
        at = self.heights[stack - 1] - 1
        text = self.stacks[stack - 1]
        named = text[:at] + letter + text[at + 1 :]
        return replace(
            self,
            stacks=(*self.stacks[: stack - 1], named, *self.stacks[stack:]),
            uncovered=tuple(each for each in self.uncovered if each != stack),
        )
