"""Evaluates a table: the cups as they are, and the expected gain from unfinished mandalas."""

from __future__ import annotations

from math import exp

from engines.bots.search import POINTS_WEIGHT, Values
from engines.mandala.bot.fast_state import FastState
from engines.mandala.state import RIVER_SLOTS

NEW_COLOUR_POINTS = 1.0
"""The value of a new colour in the river in addition to its cards, as more of it may come."""
DENIAL_SHARE = 0.6
"""The part of the opponent's gain that it is worth to take it away."""
HAND_CARD_POINTS = 0.25
"""Points for a card in the hand."""
UNSLOTTED_CARD_POINTS = 0.7
"""Points for a card in the cup whose colour is not in the river, while there is room."""
FIELD_LEAD_POINTS = 0.15
"""Points for each card of lead in a field, up to three."""
COMPLETION_SHARES = (0.0, 0.05, 0.15, 0.3, 0.5, 0.75, 1.0)
"""The part of its expected gain that a mandala is worth, by the number of its colours."""
POINTS_SPREAD = 5.0
"""The scale of the logistic function in points, at the end of the game; larger before."""
MARGIN_SPREAD = 8.0
LOGIT_LIMIT = 30.0


def gain(river: list[int], cup: list[int], colour: int, count: int) -> float:
    """Return the points a seat gains by claiming `count` cards of a colour."""
    if colour in river:
        return (river.index(colour) + 1) * count
    return (len(river) + 1) * (count - 1 + cup[colour]) + NEW_COLOUR_POINTS


def destroy(table: FastState, mandala: int, first: int) -> list[float]:
    """Return the gains of both seats if a mandala were destroyed now, with the best claims."""
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
                worth += DENIAL_SHARE * gain(rivers[other], cups[other], colour, count)
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
    """Return the expected points of each seat."""
    found = [_holdings(table, 0), _holdings(table, 1)]
    for mandala in (0, 1):
        for seat, promised in enumerate(_promise(table, mandala)):
            found[seat] += promised
    return found


def _holdings(table: FastState, seat: int) -> float:
    river, cup = table.rivers[seat], table.cups[seat]
    worth = table.points(seat) + HAND_CARD_POINTS * sum(table.hands[seat])
    if len(river) < RIVER_SLOTS:
        worth += UNSLOTTED_CARD_POINTS * sum(
            [cup[colour] for colour in range(6) if colour not in river]
        )
    return worth


def _promise(table: FastState, mandala: int) -> list[float]:
    """Return the expected gain of both seats from a mandala."""
    if mandala == table.claim:
        return destroy(table, mandala, table.turn)
    one, two = table.field_bits[2 * mandala], table.field_bits[2 * mandala + 1]
    if not one and not two:
        return [0.0, 0.0]
    lead = sum(table.fields[2 * mandala]) - sum(table.fields[2 * mandala + 1])
    if lead:
        gains = destroy(table, mandala, 0 if lead > 0 else 1)
    else:
        # Who claims first is open: not the seat that plays the last card.
        gains = [
            (a + b) / 2
            for a, b in zip(destroy(table, mandala, 0), destroy(table, mandala, 1), strict=True)
        ]
    part = COMPLETION_SHARES[(table.mountain_bits[mandala] | one | two).bit_count()]
    ahead = FIELD_LEAD_POINTS / 2 * max(-3, min(3, lead))
    return [part * gains[0] + ahead, part * gains[1] - ahead]


def chances(table: FastState) -> Values:
    """Return the chance of both seats to win."""
    if table.turn < 0:
        return _result(table)
    one, two = totals(table)
    spread = POINTS_SPREAD if table.last else POINTS_SPREAD * (1 + len(table.deck) / 60)
    mine = 1 / (1 + exp(max(-LOGIT_LIMIT, min(LOGIT_LIMIT, (two - one) / spread))))
    return mine, 1 - mine


def _result(table: FastState) -> Values:
    """Return the result: more points, then fewer cards in the cup; a small part is for the
    margin.
    """
    one, two = table.points(0), table.points(1)
    rank = (one, -sum(table.cups[0])), (two, -sum(table.cups[1]))
    won = 0.5 if rank[0] == rank[1] else float(rank[0] > rank[1])
    mine = (1 - POINTS_WEIGHT) * won + POINTS_WEIGHT / (1 + exp((two - one) / MARGIN_SPREAD))
    return mine, 1 - mine
