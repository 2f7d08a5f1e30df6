"""The invariants of Mandala 1.3, for a position that was typed in."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Fact, Reason, Seat
from engines.mandala.cards import (
    ALL_CARDS,
    COLOURS,
    EMPTY,
    PER_COLOUR,
    colour_term,
    heap,
    mandala_term,
)
from engines.mandala.dealer import Dealt
from engines.mandala.state import CUP_START, HAND_LIMIT, Table, is_complete, unseen


def check(state: Table | Dealt) -> tuple[Reason, ...]:
    """Return the broken invariants."""
    if isinstance(state, Dealt):
        return (*_check_table(state.table), *_check_secrets(state))
    return tuple(_check_table(state))


def _check_table(table: Table) -> Iterator[Reason]:
    yield from _check_counts(table)
    for seat, hand in enumerate(table.hands):
        if not 1 <= hand <= HAND_LIMIT:
            yield Reason("CHECK_HAND", {"seat": Seat(seat), "count": hand, "limit": HAND_LIMIT})
    for seat, river in enumerate(table.rivers):
        for colour in COLOURS:
            if river.count(colour) > 1:
                whose: dict[str, Fact] = {"seat": Seat(seat), "colour": colour_term(colour)}
                yield Reason("CHECK_RIVER", whose)
    for mandala in (0, 1):
        yield from _check_mandala(table, mandala)
    if table.deck == 0 and not table.last:
        yield Reason("CHECK_LAST")
    for seat, told in enumerate(table.cups_told):
        if told is not None and sum(told) != CUP_START:
            yield _bad_start_cup(seat, sum(told))


def _check_counts(table: Table) -> Iterator[Reason]:
    hidden = unseen(table)
    for colour, left in zip(COLOURS, hidden, strict=True):
        if left < 0:
            yield _bad_colour(colour, PER_COLOUR - left)
    untold = CUP_START * table.cups_told.count(None)
    count = ALL_CARDS - sum(hidden) + table.deck + sum(table.hands) + untold
    if count != ALL_CARDS:
        yield Reason("CHECK_CARDS", {"count": count, "all": ALL_CARDS})


def _check_mandala(table: Table, mandala: int) -> Iterator[Reason]:
    areas = (table.mountains[mandala], *table.fields[mandala])
    for colour, counts in zip(COLOURS, zip(*areas, strict=True), strict=True):
        if sum(count > 0 for count in counts) > 1:
            facts = {"colour": colour_term(colour), "mandala": mandala_term(mandala)}
            yield Reason("CHECK_COLOUR_RULE", facts)
    if table.phase == "play" and is_complete(table, mandala):
        yield Reason("CHECK_COMPLETE", {"mandala": mandala_term(mandala)})
    if table.phase in ("play", "claim") and table.mountains[mandala] == EMPTY:
        yield Reason("CHECK_MOUNTAIN", {"mandala": mandala_term(mandala)})


def _check_secrets(state: Dealt) -> Iterator[Reason]:
    for seat, cup in enumerate(state.cups):
        if sum(cup) != CUP_START:
            yield _bad_start_cup(seat, sum(cup))
        if state.table.cups_told[seat] not in (None, cup):
            yield Reason("CHECK_TOLD", {"seat": Seat(seat)})
    hidden = zip(unseen(state.table), *state.hands, *_untold(state), heap(state.deck), strict=True)
    for colour, (left, *held) in zip(COLOURS, hidden, strict=True):
        if left != sum(held) and left >= 0:
            yield _bad_colour(colour, PER_COLOUR - left + sum(held))


def _untold(state: Dealt) -> Iterator[tuple[int, ...]]:
    """Yield the starting cards that are still hidden: told ones count as seen."""
    for cup, told in zip(state.cups, state.table.cups_told, strict=True):
        yield cup if told is None else EMPTY


def _bad_start_cup(seat: int, count: int) -> Reason:
    return Reason("CHECK_CUP", {"seat": Seat(seat), "count": count, "all": CUP_START})


def _bad_colour(colour: str, count: int) -> Reason:
    facts: dict[str, Fact] = {"colour": colour_term(colour), "count": count, "all": PER_COLOUR}
    return Reason("CHECK_COLOUR", facts)
