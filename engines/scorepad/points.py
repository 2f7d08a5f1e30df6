"""The value and the limits of cells: lines, bids, bonuses, frames and payments."""

from __future__ import annotations

from collections.abc import Iterator
from operator import mul

from engines.scorepad.state import Entry, Row, State, is_filled, player_count, side_count
from engines.scorepad.template_values import (
    AT_LEAST,
    BANK,
    EACH_ROUND,
    GAME,
    OTHERS,
    Bids,
    Bonus,
    Line,
    Worth,
)

BIDS = -1
"""The line index for the points of bid and made together."""
BONUS = -2
"""The line index for the bonuses of a round, together."""
AHEAD = -3
"""The line index for what later balls add to a frame."""
PAID = -4
"""The line index for what is paid and received at the end of a round."""


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
        if value is None or at in counted or not (hit or not line.needs_hit):
            continue
        points = line.worth(value)
        if not hit and line.miss_times is not None:
            points = line.miss_times * (line.table[value] if line.table else value)
        yield at, times * points
    bonus = sum(each.worth([row[at] or 0 for at in lines_of(state, each)])
                for each in template.bonuses if each.each == EACH_ROUND)  # fmt: skip
    if bonus:
        yield BONUS, times * bonus


def side_pieces(state: State, number: int, side: int) -> Iterator[tuple[int, int]]:
    """Yield the line and the points of everything that a side got in a round (from 1)."""
    cells, template = state.rounds[number - 1].cells[side], state.template
    yield from pieces(state, number, cells)
    if template.frames is not None and (ahead := _ahead(state, side, number)):
        yield AHEAD, ahead
    if template.pays and (paid := round_points(state, number)[side] - _made(state, number)[side]):
        yield PAID, paid


def round_points(state: State, number: int) -> list[int]:
    """Return the points of each side in a round (from 1)."""
    held = _made(state, number)
    return _paid(state, number, held) if state.template.pays else held


def _made(state: State, number: int) -> list[int]:
    """Return the points of each side in a round before payments."""
    held = [row_points(state, number, row) for row in state.rounds[number - 1].cells]
    if state.template.frames is None:
        return held
    return [points + _ahead(state, side, number) for side, points in enumerate(held)]


def row_points(state: State, number: int, row: Row) -> int:
    """Return the points of these cells in a round (from 1)."""
    if state.template.bids is not None or not state.template.is_plain:
        return sum(points for _, points in pieces(state, number, row))
    times = state.template.sign * state.template.factor(number)
    lines = zip(state.template.lines, row, strict=True)
    return times * sum([line.times * value for line, value in lines if value])


def _ahead(state: State, side: int, number: int) -> int:
    """Return what later balls add to a frame: two after a full ball, one after a full round."""
    template, cells = state.template, state.rounds[number - 1].cells[side]
    assert template.frames is not None
    full, first, second = template.frames.full, cells[0] or 0, cells[1] or 0
    if number == template.last_round(player_count(state)) or first + second < full:
        return 0
    later = [ball for row in state.rounds[number:] for ball in row.cells[side] if ball is not None]
    return template.sign * sum(later[: 2 if first == full else 1])


def _paid(state: State, number: int, held: list[int]) -> list[int]:
    """Return the points of a round after the payments."""
    row, pays = state.rounds[number - 1], state.template.pays
    playing = [side for side in range(len(held)) if side not in row.out]
    everything = sum(held[side] for side in playing)
    if pays == OTHERS:
        for side in playing:
            held[side] = len(playing) * held[side] - everything
        return held
    is_done = all(is_filled(state, row.cells[side], number) for side in playing)
    free = [side for side in playing if held[side] == 0]
    paid = [0] * len(held) if pays == BANK else held
    if is_done and len(free) == 1:
        paid[free[0]] = everything if pays == BANK else -everything
    return paid


def entry_points(state: State, line: int, value: int) -> int:
    """Return what an entry adds to a running score."""
    return state.template.sign * state.template.lines[line].worth(value)


def paid_entry(state: State, entry: Entry) -> Iterator[tuple[int, int]]:
    """Yield the sides and points of an entry of a running score, after payments."""
    if entry.points is None:
        return
    points = entry_points(state, entry.line, entry.points)
    if not state.template.pays:
        yield entry.side, points
        return
    for side in range(side_count(state)):
        yield side, points * (side_count(state) - 1) if side == entry.side else -points


def lines_of(state: State, bonus: Bonus) -> list[int]:
    """Return the indices of the lines of a bonus."""
    return [at for name in bonus.lines if (at := state.template.line(name)) is not None]


def bonus_points(state: State, bonus: Bonus, sums: list[int]) -> int:
    """Return the points of a bonus of the whole game for the sums of the lines."""
    if bonus.each != GAME:
        return 0
    return state.template.sign * bonus.worth([sums[at] for at in lines_of(state, bonus)])


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


def plain_totals(state: State) -> tuple[int, ...]:
    """Return the score of each side on a sheet that only adds up, as its course ends."""
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


def rounds_won(state: State, side: int) -> int:
    """Return how many complete rounds a side was best in, ties included."""
    won = 0
    for number, row in enumerate(state.rounds, 1):
        playing = [each for each in range(side_count(state)) if each not in row.out]
        if side not in playing or not all(
            is_filled(state, row.cells[each], number) for each in playing
        ):
            continue
        made = round_points(state, number)
        best = max if state.template.best_is_high else min
        won += made[side] == best(made[each] for each in playing)
    return won


# --- limits -----------------------------------------------------------------------------------


def limits(state: State, line: Line, number: int, side: int | None = None) -> tuple[int, int]:
    """Return the lowest and highest value of a line in a round, for a side where it matters.

    Bids are limited by the cards, balls by what the others of the round have left.
    """
    bids, frames = state.template.bids, state.template.frames
    if frames is not None:
        return 0, frames.full if side is None else _ball_limit(state, line, number, side)
    if bids is None or line.id not in (bids.bid, bids.made):
        return line.low, line.high
    cards = state.template.cards(number, player_count(state))
    return max(line.low, 0), line.high if cards is None else min(line.high, cards)


def _ball_limit(state: State, line: Line, number: int, side: int) -> int:
    """Return the most that a ball can bring next to the others of its round."""
    template, cells = state.template, state.rounds[number - 1].cells[side]
    assert template.frames is not None
    full, at = template.frames.full, template.lines.index(line)
    first, second, third = (cell or 0 for cell in cells)
    if number < template.last_round(player_count(state)):
        return (full - second, full - first, 0)[at]
    if first == full:  # the other two begin with a full rack
        return (full, full - (third if second < full else 0), full - second % full)[at]
    return (full - second, full - first, full if first + second == full else 0)[at]


def tricks_left(state: State, number: int) -> int | None:
    """Return the remaining tricks if only one cell is missing, else None."""
    left, gaps = tricks_free(state, number)
    return left if gaps == 1 else None


def tricks_free(state: State, number: int) -> tuple[int | None, int]:
    """Return how many tricks of a round nobody has yet, and how many cells are missing."""
    bids = state.template.bids
    if bids is None or not bids.all_taken:
        return None, 0
    made, row = state.template.line(bids.made), state.rounds[number - 1]
    assert made is not None
    cards = state.template.cards(number, player_count(state))
    taken = [cells[made] for side, cells in enumerate(row.cells) if side not in row.out]
    if cards is None:
        return None, 0
    return cards - sum(each for each in taken if each is not None), taken.count(None)
