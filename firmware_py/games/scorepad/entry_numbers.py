"""The ring of numbers of a cell: likely values, then all others, then the other options.

    [0] [2] *5* [10]   11 12 13 ... 7 8 9 10      (another cell) (more)
    likely values      every number, above the     extras, one turn to the
                       likely ones first; a        left of the likely values
                       detent is one step

With the knob held down a detent is ten steps among all numbers, and more in a long turn, so that
numbers in the thousands take less than a minute. BACK leads from any number to the likely ones.
Only a window of the numbers exists at a time; it moves when the cursor reaches its edge.

Likely values are those of the template and those entered before. Recent entries and those of the
same side count more. The cursor starts at the weighted median, so that every turn is short.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from engines.engine import ChoicePart
from engines.scorepad.legal import quick_values
from engines.scorepad.points import limits, tricks_left
from engines.scorepad.state import State
from engines.scorepad.template_values import Line
from firmware_py.match.picker import ChoiceNode, Numbers

LIKELIEST, LIKELY, NUMBER = "likeliest", "likely", "number"
"""The parts of the ring: the start of the cursor, the other likely values, and every number."""
NUMBERS = (LIKELIEST, LIKELY, NUMBER)
COARSE = 10
GROWS_AFTER = 10
"""Coarse detents in one direction after which each counts ten times more."""
REACH = 17
"""Steps up and down in the window."""


@dataclass(frozen=True, slots=True)
class Range:
    """The values of a cell: likely ones in rising order, the likeliest, limits, a step.

    A closed range has only the likely values, which may be none.
    """

    likely: tuple[int, ...]
    likeliest: int
    low: int
    high: int
    step: int = 1
    closed: bool = False
    is_fine: Callable[[int], bool] | None = None
    """For when the rules refuse single numbers within the limits."""
    is_correction: bool = False


class Number(ChoiceNode):
    """A number that can be entered; its notation is written on demand."""

    __slots__ = ("_value", "_write")

    def __init__(self, write: Callable[[int], str], value: int) -> None:
        self._write = write
        self._value = value
        self.children = {}

    @property
    def choice(self) -> str | None:
        """Return the notation."""
        return self._write(self._value)

    @choice.setter
    def choice(self, text: str | None) -> None:
        del text  # set by copies of the tree; it follows from the value


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
        """Return the visible options, made once."""
        if self._grown is None:
            self._grown = self._grow()
        return self._grown

    @children.setter
    def children(self, grown: dict[ChoicePart, ChoiceNode]) -> None:
        self._grown = grown

    @property
    def _range(self) -> Range:
        """Return the numbers, found on demand because a sheet has many cells."""
        if self._found is None:
            self._found = self._find()
            self._middle = _highest(self._found)
        return self._found

    def _grow(self) -> dict[ChoicePart, ChoiceNode]:
        ring = self._range
        write = self._write
        made: dict[ChoicePart, ChoiceNode] = {
            ChoicePart(LIKELIEST if value == ring.likeliest else LIKELY, value): Number(
                write, value
            )
            for value in ring.likely
        }
        if not ring.closed:
            # To the right of the likely numbers the next higher ones follow, and to the left, past
            # the extras, the highest likely one and those below it. After a coarse turn all
            # numbers are in order.
            fine, numbers = ring.is_fine, list(self._window())
            if fine is not None:
                numbers = [value for value in numbers if fine(value)]
            cut = 0 if self._in_order else bisect_right(numbers, _highest(ring))
            for value in (*numbers[cut:], *numbers[:cut]):
                made[_number(value)] = Number(write, value)
        made.update(self._extras())
        return made

    def _window(self) -> range:
        ring = self._range
        down = min((self._middle - ring.low) // ring.step, REACH)
        up = min((ring.high - self._middle) // ring.step, REACH)
        first, last = self._middle - down * ring.step, self._middle + up * ring.step
        return range(first, last + 1, ring.step)

    # --- typing ---

    def numbers(self) -> Numbers:
        """Return the numbers that can be typed."""
        ring = self._range
        return Numbers(ring.low, ring.high, NUMBER)

    def written(self, value: int) -> str:
        """Return the notation of any number, legal or not."""
        return self._write(value)

    def dialled(self, value: int) -> int | None:
        """Return the index of a number, moving the window to it unless it is a likely one."""
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
        """Return the index of the cursor after a turn."""
        if coarse and not self._range.closed:
            return self._leap(index, steps)
        self._run = 0
        for _ in range(abs(steps)):
            index = self._step(index, 1 if steps > 0 else -1)
        return index

    def _step(self, index: int, way: int) -> int:
        """Return the next index, moving the window at its edge."""
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
        """Return the index after coarse steps of ten numbers each, more in a long run."""
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
        """Return the index of the likeliest value if the cursor is among all numbers."""
        if tuple(self.children)[index].name != NUMBER:
            return None
        self._in_order, self._run, self._grown = False, 0, None
        self._middle = _highest(self._range)
        likeliest = ChoicePart(LIKELIEST, self._range.likeliest)
        parts = tuple(self.children)
        return parts.index(likeliest) if likeliest in parts else 0

    def _move_to(self, value: int) -> int:
        """Return the index of a number, moving the window there if needed."""
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


@lru_cache(maxsize=256)
def _number(value: int) -> ChoicePart:
    """Return the part for a number; the last ones are cached, as windows overlap."""
    return ChoicePart(NUMBER, value)


def _value(part: ChoicePart) -> int:
    assert isinstance(part.value, int)
    return part.value


def _highest(ring: Range) -> int:
    """Return the number after which all numbers go on: of a correction, the one that is there."""
    return ring.likeliest if ring.is_correction or not ring.likely else ring.likely[-1]


# --- likely values ---


LEARNED = 8
"""Most values learned in addition to those of the template."""
LOOKS_BACK = 60
"""Number of recent entries that count."""
_LATELY = 0.97
"""Factor on an entry's weight for each later entry."""
_OWN = 1.5
"""Weight of an entry for the side that made it; 1 for the others."""
_QUICK = 0.7
"""Weight of a quick value before any entry; twice that for the first one."""
_SMALL = 13
"""A range with fewer numbers than this is shown whole."""

Weights = Mapping[int, float]


def range_of(state: State, side: int, line: int, number: int | None = None) -> Range:
    """Return the values of a cell; without `number`, in the current round."""
    about = state.template.lines[line]
    at = number or len(state.rounds)
    low, high = limits(state, about, at, side)
    quick = tuple(value for value in quick_values(state, side, about) if low <= value <= high)
    weights = _weights(state, side, line, quick)
    sure = _sure(state, side, about, at)
    is_small = high - low < _SMALL * about.step
    if about.values:
        values = {value for value in about.values if low <= value <= high}
    elif is_small:
        values = {*range(low, high + 1, about.step), *quick}
    else:
        learned = _landmarks([v for v in weights if low <= v <= high and v not in quick], weights)
        values = {*quick, *learned} or {min(max(0, low), high)}
        values |= set() if sure is None else {sure}
    ordered = tuple(sorted(values.difference(about.gaps)))
    best = sure if sure in ordered else _middle(ordered, weights)
    assert best is not None
    fine = (lambda value: value not in about.gaps) if about.gaps else None
    is_closed = bool(about.values) or is_small
    return Range(ordered, best, low, high, about.step, is_closed, fine)


def _sure(state: State, side: int, line: Line, number: int) -> int | None:
    """Return the value that a cell nearly always gets: the remaining tricks, or the bid."""
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
    """Return the weight of each value."""
    weights = {value: _QUICK * (2 if place == 0 else 1) for place, value in enumerate(quick)}
    if state.template.lines[line].quick == () and quick:
        weights = dict.fromkeys(quick, _QUICK / 4)  # common values, not those of this line
    count = 1.0
    for owner, value in reversed(_entered(state, line)):
        weights[value] = weights.get(value, 0.0) + count * (_OWN if owner == side else 1.0)
        count *= _LATELY
    return weights


def _landmarks(values: list[int], weights: Weights) -> list[int]:
    """Return the values entered several times, then some that divide the rest evenly."""
    often = sorted((v for v in values if weights[v] > 1.6), key=lambda v: -weights[v])[:LEARNED]
    rest = sorted(set(values) - set(often))
    room = min(LEARNED - len(often), len(rest))
    apart = [rest[(2 * place + 1) * len(rest) // (2 * room)] for place in range(room)]
    return [*often, *apart]


def _middle(values: tuple[int, ...], weights: Weights) -> int:
    """Return the weighted median of the values."""
    # The weight of a value that is not offered goes to the next lower one.
    held = [0.0] * len(values)
    for value, weight in weights.items():
        place = max((at for at, each in enumerate(values) if each <= value), default=0)
        held[place] += weight
    upto = list(accumulate(held))  # not sum(), which rounds differently since Python 3.12
    return next(value for value, weight in zip(values, upto, strict=True) if weight >= upto[-1] / 2)
