"""Which values a cell is likely to get: those of its template, and what was entered before.

What was entered lately counts more, and so does what the same side entered. The cursor begins in
the middle of all that, weighed: then every turn is short.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from engines.scorepad.legal import quick_values
from engines.scorepad.points import limits, tricks_left
from engines.scorepad.state import State
from engines.scorepad.template_values import Line
from firmware_py.games.scorepad.dial import Range

LEARNED = 8
"""So many values are learned beside those of the template."""
LOOKS_BACK = 60
"""So many entries are looked at."""
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
    half = sum(held) / 2
    return next(value for value, upto in zip(values, accumulate(held), strict=True) if upto >= half)
