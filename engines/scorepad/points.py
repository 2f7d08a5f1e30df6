"""The value and the limits of cells: lines, bids, bonuses, and the course of a game."""

from __future__ import annotations

from collections.abc import Iterator
from operator import mul

from engines.scorepad.state import Row, State, is_filled, is_running, player_count, side_count
from engines.scorepad.template_values import AT_LEAST, HIGHEST, Bids, Bonus, Line, Worth

BIDS = -1
"""The line index for the points of bid and made together."""


def is_hit(bids: Bids, bid: int, made: int) -> bool:
    """Return whether a bid was kept."""
    return made >= bid if bids.hit_when == AT_LEAST else made == bid


def _worth(worth: Worth, bid: int, made: int, cards: int) -> int:
    return (
        worth.base
        + worth.per_bid * bid
        + worth.per_made * made
        + worth.per_off * abs(made - bid)
        + worth.per_card * cards
    )


def bid_points(bids: Bids, bid: int, made: int, cards: int) -> int:
    """Return the points for a bid and what was made."""
    if is_hit(bids, bid, made):
        worth = bids.zero_hit if bid == 0 and bids.zero_hit is not None else bids.hit
    else:
        worth = bids.zero_miss if bid == 0 and bids.zero_miss is not None else bids.miss
    return _worth(worth, bid, made, cards)


def pieces(state: State, number: int, row: Row) -> Iterator[tuple[int, int]]:
    """Yield the line and the points of everything that counts in a side's round (from 1).

    Bid and made count together, once both are entered.
    """
    template = state.template
    times = template.sign * template.factor(number)
    bids, hit = template.bids, True
    counted: tuple[int | None, ...] = ()
    if bids is not None:
        counted = (template.line(bids.bid), template.line(bids.made))
        bid, made = (row[at] if at is not None else None for at in counted)
        hit = bid is not None and made is not None and is_hit(bids, bid, made)
        if bid is not None and made is not None:
            cards = template.cards(number, player_count(state)) or 0
            yield BIDS, times * bid_points(bids, bid, made, cards)
    for at, (line, value) in enumerate(zip(template.lines, row, strict=True)):
        if value is not None and at not in counted and (hit or not line.needs_hit):
            yield at, times * line.times * value


def round_points(state: State, number: int) -> list[int]:
    """Return the points of each side in a round (from 1)."""
    return [row_points(state, number, row) for row in state.rounds[number - 1].cells]


def row_points(state: State, number: int, row: Row) -> int:
    """Return the points of a side that has these cells in a round (from 1)."""
    if state.template.bids is not None:
        return sum(points for _, points in pieces(state, number, row))
    times = state.template.sign * state.template.factor(number)
    lines = zip(state.template.lines, row, strict=True)
    return times * sum([line.times * value for line, value in lines if value])


def entry_points(state: State, line: int, value: int) -> int:
    """Return what an entry adds to a running score."""
    return state.template.sign * state.template.lines[line].times * value


def bonus_points(state: State, bonus: Bonus, sums: list[int]) -> int:
    """Return the points of a bonus for the sums of the lines."""
    held = sum(sums[at] for name in bonus.lines if (at := state.template.line(name)) is not None)
    times = max(held, 0) // bonus.every if bonus.every else int(held >= bonus.at_least)
    return state.template.sign * bonus.points * times


def line_sums(state: State, side: int) -> list[int]:
    """Return what a side entered on each line in the whole game."""
    sums = [0] * len(state.template.lines)
    for row in state.rounds:
        for at, value in enumerate(row.cells[side] if row.cells else ()):
            sums[at] += value or 0
    for entry in state.log:
        if entry.side == side:
            sums[entry.line] += entry.points or 0
    return sums


def totals(state: State) -> tuple[int, ...]:
    """Return the score of each side, as `course` ends, but computed directly."""
    held = list(state.base)
    worth = [state.template.sign * line.times for line in state.template.lines]
    for entry in state.log:
        held[entry.side] += worth[entry.line] * (entry.points or 0)
    if state.template.bids is None:  # as round_points, without its lists
        for number, row in enumerate(state.rounds, 1):
            times = state.template.factor(number)
            for side, cells in enumerate(row.cells):
                values = [value or 0 for value in cells] if None in cells else cells
                held[side] += times * sum(map(mul, worth, values))
    else:
        for number in range(1, len(state.rounds) + 1):
            for side, points in enumerate(round_points(state, number)):
                held[side] += points
    for bonus in state.template.bonuses:
        for side in range(side_count(state)):
            held[side] += bonus_points(state, bonus, line_sums(state, side))
    return tuple(held)


def course(state: State) -> list[tuple[int, ...]]:
    """Return the scores at the beginning and after each round, or each entry of a running score.

    A bonus is included from where it is reached.
    """
    sums = [[0] * len(state.template.lines) for _ in state.base]
    plain = list(state.base)
    seen = [tuple(plain)]

    def look() -> None:
        seen.append(
            tuple(
                points
                + sum(bonus_points(state, each, sums[side]) for each in state.template.bonuses)
                for side, points in enumerate(plain)
            )
        )

    for entry in state.log:
        if entry.points is not None:
            plain[entry.side] += entry_points(state, entry.line, entry.points)
            sums[entry.side][entry.line] += entry.points
        look()
    for number, row in enumerate(() if is_running(state) else state.rounds, 1):
        for side, points in enumerate(round_points(state, number)):
            plain[side] += points
        for side, cells in enumerate(row.cells):
            for at, value in enumerate(cells):
                sums[side][at] += value or 0
        look()
    return seen


def rounds_won(state: State, side: int) -> int:
    """Return how many complete rounds a side was best in, ties included."""
    won = 0
    for number, row in enumerate(state.rounds, 1):
        playing = [each for each in range(side_count(state)) if each not in row.out]
        if side not in playing or not all(is_filled(state, row.cells[each]) for each in playing):
            continue
        made = round_points(state, number)
        best = max if state.template.wins == HIGHEST else min
        won += made[side] == best(made[each] for each in playing)
    return won


# --- limits -----------------------------------------------------------------------------------


def limits(state: State, line: Line, number: int) -> tuple[int, int]:
    """Return the lowest and highest value of a line in a round; bids are limited by the cards."""
    bids = state.template.bids
    if bids is None or line.id not in (bids.bid, bids.made):
        return line.low, line.high
    cards = state.template.cards(number, player_count(state))
    return max(line.low, 0), line.high if cards is None else min(line.high, cards)


def tricks_left(state: State, number: int) -> int | None:
    """Return the remaining tricks if only one cell is missing, else None."""
    bids = state.template.bids
    if bids is None or not bids.all_taken:
        return None
    made, row = state.template.line(bids.made), state.rounds[number - 1]
    assert made is not None
    cards = state.template.cards(number, player_count(state))
    taken = [cells[made] for side, cells in enumerate(row.cells) if side not in row.out]
    if cards is None or taken.count(None) != 1:
        return None
    return cards - sum(each for each in taken if each is not None)
