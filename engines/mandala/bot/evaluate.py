"""How a table stands: cups as they are, and what the mandalas in the making promise."""

from __future__ import annotations

from math import exp

from engines.bots.search import MARGIN, Values
from engines.mandala.bot.fast_state import FastState
from engines.mandala.state import RIVER_SLOTS

NEW_COLOUR = 1.0
"""What a new colour in the river is worth beside its cards: more of it may come."""
DENIED = 0.6
"""The part of what the other would get that it is worth to take it away."""
IN_HAND = 0.25
"""Points for a card in the hand."""
LOOSE = 0.7
"""Points for a card in the cup whose colour is not in the river, while there is room."""
AHEAD = 0.15
"""Points for a card more in a field, up to three."""
MADE = (0.0, 0.05, 0.15, 0.3, 0.5, 0.75, 1.0)
"""The part of its promise that a mandala is worth by the number of its colours."""
SPREAD = 5.0
"""How far apart seats may be, in points, while it is still open: near the end, then early on."""
MARGIN_SPREAD = 8.0
FURTHEST = 30.0


def gain(river: list[int], cup: list[int], colour: int, count: int) -> float:
    """Return what a seat gets by claiming so many cards of a colour."""
    if colour in river:
        return (river.index(colour) + 1) * count
    return (len(river) + 1) * (count - 1 + cup[colour]) + NEW_COLOUR


def destroy(table: FastState, mandala: int, first: int) -> list[float]:
    """Return what both seats would get if a mandala were destroyed now, each taking its best."""
    mountain = table.mountains[mandala]
    colours = [colour for colour in range(6) if mountain[colour]]
    has_field = [table.field_bits[2 * mandala] != 0, table.field_bits[2 * mandala + 1] != 0]
    rivers, cups = table.rivers[:], table.cups
    gains = [0.0, 0.0]
    seat = first
    while colours:
        other = 1 - seat
        most, chosen, got = -1.0, -1, 0.0
        for colour in colours:
            count = mountain[colour]
            mine = gain(rivers[seat], cups[seat], colour, count) if has_field[seat] else 0.0
            worth = mine
            if has_field[other]:
                worth += DENIED * gain(rivers[other], cups[other], colour, count)
            if worth > most:
                most, chosen, got = worth, colour, mine
        if has_field[seat]:
            gains[seat] += got
            if chosen not in rivers[seat]:
                rivers[seat] = [*rivers[seat], chosen]
        colours.remove(chosen)
        seat = other
    return gains


def totals(table: FastState) -> list[float]:
    """Return the points that each seat has and may hope for."""
    found = [_holdings(table, 0), _holdings(table, 1)]
    for mandala in (0, 1):
        for seat, promised in enumerate(_promise(table, mandala)):
            found[seat] += promised
    return found


def _holdings(table: FastState, seat: int) -> float:
    river, cup = table.rivers[seat], table.cups[seat]
    worth = table.points(seat) + IN_HAND * sum(table.hands[seat])
    if len(river) < RIVER_SLOTS:
        worth += LOOSE * sum([cup[colour] for colour in range(6) if colour not in river])
    return worth


def _promise(table: FastState, mandala: int) -> list[float]:
    """Return what a mandala promises both seats."""
    if mandala == table.claim:
        return destroy(table, mandala, table.turn)
    one, two = table.field_bits[2 * mandala], table.field_bits[2 * mandala + 1]
    if not one and not two:
        return [0.0, 0.0]
    lead = sum(table.fields[2 * mandala]) - sum(table.fields[2 * mandala + 1])
    if lead:
        gains = destroy(table, mandala, 0 if lead > 0 else 1)
    else:
        # Who claims first is open: it is who does not lay the last card.
        gains = [
            (a + b) / 2
            for a, b in zip(destroy(table, mandala, 0), destroy(table, mandala, 1), strict=True)
        ]
    part = MADE[(table.mountain_bits[mandala] | one | two).bit_count()]
    ahead = AHEAD / 2 * max(-3, min(3, lead))
    return [part * gains[0] + ahead, part * gains[1] - ahead]


def chances(table: FastState) -> Values:
    """Return the chance of both seats to win."""
    if table.turn < 0:
        return _result(table)
    one, two = totals(table)
    spread = SPREAD if table.last else SPREAD * (1 + len(table.deck) / 60)
    mine = 1 / (1 + exp(max(-FURTHEST, min(FURTHEST, (two - one) / spread))))
    return mine, 1 - mine


def _result(table: FastState) -> Values:
    """Return who won: more points, then fewer cards in the cup; a little is for the margin."""
    one, two = table.points(0), table.points(1)
    rank = (one, -sum(table.cups[0])), (two, -sum(table.cups[1]))
    won = 0.5 if rank[0] == rank[1] else float(rank[0] > rank[1])
    mine = (1 - MARGIN) * won + MARGIN / (1 + exp((two - one) / MARGIN_SPREAD))
    return mine, 1 - mine
