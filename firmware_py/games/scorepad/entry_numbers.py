"""A ring for a number: likely values first, then all others, then where else the knob can lead.

    [0] [2] *5* [10]   6 7 8 9 ... -1 0 1 2 3 4   (another cell) (more)
    likely values      every number, from the      extras, one turn to the
                       likeliest on; a detent is   left of the likely values
                       one step

With the knob held down a detent is ten steps, and lands among all numbers. A long coarse turn
grows: numbers in the thousands are rare, and shall not take a minute. BACK leads from any number
to the likely ones.
Only a window of the numbers is there at a time: it moves on when the cursor reaches its edge.

Which values a cell is likely to get: those of its template, and what was entered before.

What was entered lately counts more, and so does what the same side entered. The cursor begins in
the middle of all that, weighed: then every turn is short.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from engines.engine import ChoicePart
from engines.scorepad.legal import quick_values
from engines.scorepad.points import limits, tricks_left
from engines.scorepad.state import State
from engines.scorepad.template_values import Line
from firmware_py.match.picker import ChoiceNode, Numbers

LIKELIEST, LIKELY, NUMBER = "likeliest", "likely", "number"
"""The parts of the ring: where the cursor begins, the others like it, and every number."""
NUMBERS = (LIKELIEST, LIKELY, NUMBER)
COARSE = 10
GROWS_AFTER = 10
"""After this many coarse detents one way each counts ten times more; the other way starts again."""
REACH = 17
"""How many steps up and down are in the window."""


@dataclass(frozen=True, slots=True)
class Range:
    """What a cell may hold: likely values in rising order, the likeliest, limits, a step.

    A closed range has no other numbers than the likely ones; it may even have none.
    """

    likely: tuple[int, ...]
    likeliest: int
    low: int
    high: int
    step: int = 1
    closed: bool = False
    is_fine: Callable[[int], bool] | None = None
    """Where the rules refuse single numbers within the limits."""


class Number(ChoiceNode):
    """A number that can be entered; its text is written when somebody wants it."""

    __slots__ = ("_value", "_write")

    def __init__(self, write: Callable[[int], str], value: int) -> None:
        self._write = write
        self._value = value
        self.children = {}

    @property
    def choice(self) -> str | None:
        """Write the choice."""
        return self._write(self._value)

    @choice.setter
    def choice(self, text: str | None) -> None:
        del text  # a copy of the tree sets it: it is what it is


class Dial(ChoiceNode):
    """The ring of one cell."""

    __slots__ = (
        "_extras", "_find", "_found", "_grown", "_in_order", "_middle", "_run", "_write",
    )  # fmt: skip

    def __init__(
        self,
        find: Callable[[], Range],
        write: Callable[[int], str],
        extras: Callable[[], Mapping[ChoicePart, ChoiceNode]] = dict,
    ) -> None:
        self._find = find
        self._write = write
        self._extras = extras
        self._found: Range | None = None
        self._middle = 0
        self._run = 0
        self._in_order = False
        self._grown: dict[ChoicePart, ChoiceNode] | None = None
        self.choice = None

    @property
    def children(self) -> dict[ChoicePart, ChoiceNode]:
        """Make what can be seen, once."""
        if self._grown is None:
            self._grown = self._grow()
        return self._grown

    @children.setter
    def children(self, grown: dict[ChoicePart, ChoiceNode]) -> None:
        self._grown = grown

    @property
    def _range(self) -> Range:
        """Find the numbers when somebody looks at them: a sheet has many cells."""
        if self._found is None:
            self._found = self._find()
            self._middle = self._found.likeliest
        return self._found

    def _grow(self) -> dict[ChoicePart, ChoiceNode]:
        ring = self._range
        parts = [
            ChoicePart(LIKELIEST if value == ring.likeliest else LIKELY, value)
            for value in ring.likely
        ]
        if not ring.closed:
            # The first number after the likely ones is the next above the likeliest; after a
            # coarse turn they are in order, whatever stands beside their window.
            fine = ring.is_fine or (lambda _: True)
            numbers = [value for value in self._window() if fine(value)]
            parted = numbers[0] - 1 if self._in_order and numbers else ring.likeliest
            above = [value for value in numbers if value > parted]
            below = [value for value in numbers if value <= parted]
            parts += [ChoicePart(NUMBER, value) for value in (*above, *below)]
        made: dict[ChoicePart, ChoiceNode] = {
            part: Number(self._write, _value(part)) for part in parts
        }
        return made | dict(self._extras())

    def _window(self) -> range:
        ring = self._range
        down = min((self._middle - ring.low) // ring.step, REACH)
        up = min((ring.high - self._middle) // ring.step, REACH)
        first, last = self._middle - down * ring.step, self._middle + up * ring.step
        return range(first, last + 1, ring.step)

    # --- typing ---

    def numbers(self) -> Numbers:
        """Return what may be typed instead of turned to."""
        ring = self._range
        return Numbers(ring.low, ring.high, NUMBER)

    def written(self, value: int) -> str:
        """Return the entry of any number; the rules say whether it is fine."""
        return self._write(value)

    def dialled(self, value: int) -> int | None:
        """Put the cursor on a number as a coarse turn would; likely ones stay where they are."""
        ring = self._range
        if value in ring.likely:
            part = ChoicePart(LIKELIEST if value == ring.likeliest else LIKELY, value)
            return tuple(self.children).index(part)
        if ring.closed or not ring.low <= value <= ring.high:
            return None
        self._in_order, self._run, self._grown = True, 0, None
        place = self._move_to(value)
        return place if _value(tuple(self.children)[place]) == value else None

    # --- turning ---

    def turned(self, index: int, steps: int, *, coarse: bool) -> int:
        """Return the place of the cursor after a turn."""
        if coarse and not self._range.closed:
            return self._leap(index, steps)
        self._run = 0
        for _ in range(abs(steps)):
            index = self._step(index, 1 if steps > 0 else -1)
        return index

    def _step(self, index: int, way: int) -> int:
        """Go one on; past the edge of the window, move it."""
        parts = tuple(self.children)
        here = parts[index]
        if here.name == NUMBER:
            beyond = _value(here) + way * self._range.step
            is_next = parts[(index + way) % len(parts)] == ChoicePart(NUMBER, beyond)
            is_edge = _value(here) == (self._window()[-1] if way > 0 else self._window()[0])
            if not is_next and is_edge and self._range.low <= beyond <= self._range.high:
                return self._move_to(beyond)
        return (index + way) % len(parts)

    def _leap(self, index: int, steps: int) -> int:
        """Go ten steps for each, more in a long run; the numbers end at their limits."""
        ring = self._range
        way = 1 if steps > 0 else -1
        if self._run * way < 0:
            self._run = 0
        here = tuple(self.children)[index]
        value = _value(here) if here.name in NUMBERS else ring.likeliest
        for _ in range(abs(steps)):
            times = COARSE ** (1 + min(abs(self._run) // GROWS_AFTER, 4))
            value += way * times * ring.step
            self._run += way
        if not self._in_order:
            self._in_order, self._grown = True, None
        return self._move_to(min(max(value, ring.low), ring.high))

    def home(self, index: int) -> int | None:
        """Go from any number back to the likely ones."""
        if tuple(self.children)[index].name != NUMBER:
            return None
        self._in_order, self._run, self._grown = False, 0, None
        self._middle = self._range.likeliest
        likeliest = ChoicePart(LIKELIEST, self._middle)
        parts = tuple(self.children)
        return parts.index(likeliest) if likeliest in parts else 0

    def _move_to(self, value: int) -> int:
        """Put the cursor on a number, and the window around it if it is not in there."""
        part = ChoicePart(NUMBER, value)
        if part not in self.children:
            self._middle = value
            self._grown = None
        there = [
            (abs(_value(each) - value), place)
            for place, each in enumerate(self.children)
            if each.name == NUMBER
        ]
        return min(there)[1] if there else 0


def _value(part: ChoicePart) -> int:
    assert isinstance(part.value, int)
    return part.value


# --- which values are likely ---


LEARNED = 8
"""How many values are learned in addition to those of the template."""
LOOKS_BACK = 60
"""How many entries are looked at."""
_LATELY = 0.97
"""What an entry still counts whenever another one comes."""
_OWN = 1.5
"""What it counts for the side that entered it."""
_QUICK = 0.7
"""What a quick value counts before anybody entered it; the first of them twice that."""
_SMALL = 13
"""A range of so few numbers is shown whole."""

Weights = Mapping[int, float]


def range_of(state: State, side: int, line: int, number: int | None = None) -> Range:
    """Return what a cell may hold; without a round, of the round on hand."""
    about = state.template.lines[line]
    at = number or len(state.rounds)
    low, high = limits(state, about, at)
    quick = tuple(value for value in quick_values(state, side, about) if low <= value <= high)
    weights = _weights(state, side, line, quick)
    sure = _sure(state, side, about, at)
    is_small = high - low < _SMALL * about.step
    if about.values:
        values = set(about.values)
    elif is_small:
        values = {*range(low, high + 1, about.step), *quick}
    else:
        learned = _landmarks([v for v in weights if low <= v <= high and v not in quick], weights)
        values = {*quick, *learned} or {min(max(0, low), high)}
        values |= set() if sure is None else {sure}
    ordered = tuple(sorted(values))
    best = sure if sure in values else _middle(ordered, weights)
    assert best is not None
    return Range(ordered, best, low, high, about.step, closed=bool(about.values) or is_small)


def _sure(state: State, side: int, line: Line, number: int) -> int | None:
    """Return what a cell nearly always gets: the tricks that are left, or what was bid."""
    bids = state.template.bids
    if bids is None or line.id != bids.made:
        return None
    left = tricks_left(state, number)
    if left is not None and left >= 0:
        return left
    bid = state.template.line(bids.bid)
    assert bid is not None
    return state.rounds[number - 1].cells[side][bid]


# --- what was entered before ------------------------------------------------------------------


def _entered(state: State, line: int) -> list[tuple[int, int]]:
    """Return the sides and values on a line, the newest last."""
    found = [
        (entry.side, entry.points)
        for entry in state.log[-LOOKS_BACK:]
        if entry.line == line and entry.points is not None
    ]
    rounds = -(-LOOKS_BACK // len(state.base))
    for row in state.rounds[-rounds:]:
        for side in row.order if row.cells else ():
            value = row.cells[side][line]
            if value is not None:
                found.append((side, value))
    return found[-LOOKS_BACK:]


def _weights(state: State, side: int, line: int, quick: tuple[int, ...]) -> dict[int, float]:
    """Return what speaks for each value."""
    weights = {value: _QUICK * (2 if place == 0 else 1) for place, value in enumerate(quick)}
    if state.template.lines[line].quick == () and quick:
        weights = dict.fromkeys(quick, _QUICK / 4)  # they are anybody's, and no line's own
    count = 1.0
    for owner, value in reversed(_entered(state, line)):
        weights[value] = weights.get(value, 0.0) + count * (_OWN if owner == side else 1.0)
        count *= _LATELY
    return weights


def _landmarks(values: list[int], weights: Weights) -> list[int]:
    """Return what came several times; then values that part the rest evenly."""
    often = sorted((v for v in values if weights[v] > 1.6), key=lambda v: -weights[v])[:LEARNED]
    rest = sorted(set(values) - set(often))
    room = min(LEARNED - len(often), len(rest))
    apart = [rest[(2 * place + 1) * len(rest) // (2 * room)] for place in range(room)]
    return [*often, *apart]


def _middle(values: tuple[int, ...], weights: Weights) -> int:
    """Return the value in the middle of all that was weighed: the one nearest to all others."""
    # What is no landmark speaks for the one below it.
    held = [0.0] * len(values)
    for value, weight in weights.items():
        place = max((at for at, each in enumerate(values) if each <= value), default=0)
        held[place] += weight
    upto = list(accumulate(held))  # not sum(), which rounds in another way since Python 3.12
    return next(value for value, weight in zip(values, upto, strict=True) if weight >= upto[-1] / 2)
