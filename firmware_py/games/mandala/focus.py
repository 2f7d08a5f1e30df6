"""What the cursor means on the table: a row, a cell, a pile, and the table it would lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from engines.engine import BadNotation, ChoicePart, Reason, Term
from engines.mandala import GAME
from engines.mandala.cards import INDEX, PER_COLOUR, add, swap
from engines.mandala.choices import Build, Flip, Grow
from engines.mandala.state import State, asked, public
from firmware_py.games.mandala.entry import DISCARD, FIELDS, MOUNTAINS, letter_of
from firmware_py.match.scene import AnyScene

Row = Literal["across", "mountain", "own"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A row of a mandala, or one colour of it."""

    mandala: int
    row: Row
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Cursor:
    """What is chosen so far."""

    table: State
    """As the choice under way would leave the mandalas."""
    place: ChoicePart | None = None
    colour: str | None = None
    """Of the part picked last, or under the cursor."""
    cards: tuple[str, ...] = ()
    """The cards told so far, the one under the cursor included."""
    count: int | None = None
    claims: bool = False
    chosen: Spot | None = None
    blocks: Spot | None = None
    """What forbids the choice."""
    last: tuple[Spot, ...] = ()
    """The cards laid by the choice before."""

    @property
    def is_discard(self) -> bool:
        """Return whether the discard pile is chosen."""
        return self.place == DISCARD


def cursor_of(scene: AnyScene) -> Cursor:
    """Return what the parts picked and the highlighted one mean."""
    cursor = Cursor(public(scene.state), last=tuple(_last(scene)))
    for part in parts_of(scene):
        match part:
            case ChoicePart("place", _):
                cursor = replace(cursor, place=part)
            case ChoicePart("count", int(count)):
                cursor = replace(cursor, count=count)
            case ChoicePart("claim", _):
                cursor = replace(cursor, colour=letter_of(part), claims=True)
            case ChoicePart("card", _):
                cards = (*cursor.cards, letter_of(part))
                cursor = replace(cursor, colour=cards[-1], cards=cards)
            case _:
                cursor = replace(cursor, colour=letter_of(part))
    if cursor.cards and cursor.table.phase == "flip":
        cursor = replace(cursor, place=MOUNTAINS[asked(cursor.table)])
    cursor = replace(cursor, chosen=_spot(cursor))
    if scene.refused is not None:
        return replace(cursor, blocks=_blocking(scene.refused))
    return replace(cursor, table=_preview(cursor))


def parts_of(scene: AnyScene) -> tuple[ChoicePart, ...]:
    """Return what is chosen: the whole choice that a press plays, or what is picked so far."""
    if scene.complete and scene.refused is None:
        return scene.complete
    if scene.refused is not None or scene.highlighted is None:
        return scene.picked
    return (*scene.picked, scene.highlighted)


def _spot(cursor: Cursor) -> Spot | None:
    if cursor.claims and cursor.table.claim is not None:
        return Spot(cursor.table.claim, "mountain", cursor.colour)
    if cursor.place in MOUNTAINS:
        return Spot(MOUNTAINS.index(cursor.place), "mountain", cursor.colour)
    if cursor.place in FIELDS:
        return Spot(FIELDS.index(cursor.place), "own", cursor.colour)
    return None


def _preview(cursor: Cursor) -> State:
    """Return the table with the cards laid that are being chosen."""
    table, spot = cursor.table, cursor.chosen
    if cursor.claims or spot is None or spot.colour is None:
        return table
    if spot.row == "mountain":
        grown = table.mountains[spot.mandala]
        for colour in cursor.cards or (spot.colour,):
            grown = add(grown, colour, 1)
        return replace(table, mountains=swap(table.mountains, spot.mandala, grown))
    fields = table.fields[spot.mandala]
    mine = fields[table.actor]
    room = PER_COLOUR - mine[INDEX[spot.colour]]
    grown = add(mine, spot.colour, min(cursor.count or 1, room))
    pair = swap(fields, table.actor, grown)
    both = (pair, table.fields[1]) if spot.mandala == 0 else (table.fields[0], pair)
    return replace(table, fields=both)


_ROWS: dict[str, Row] = {
    "COLOUR_IN_OWN_FIELD": "own",
    "COLOUR_IN_OPP_FIELD": "across",
    "COLOUR_IN_MOUNTAIN": "mountain",
}


def _blocking(reason: Reason) -> Spot | None:
    """Return the cards that forbid a choice."""
    colour, mandala = reason.facts.get("colour"), reason.facts.get("mandala")
    row = _ROWS.get(reason.code)
    if row is None or not isinstance(colour, Term) or not isinstance(mandala, Term):
        return None
    return Spot(int(mandala.value), row, str(colour.value))


def _last(scene: AnyScene) -> Iterator[Spot]:
    """Yield the cards laid last, where they lie now."""
    try:
        choice = None if scene.last is None else GAME.read(scene.last)
    except BadNotation:  # An agreement, or a table that was mended.
        return
    match choice:
        case Build(mandala, colour):
            yield Spot(mandala, "mountain", colour)
        case Flip(mandala, cards):
            for colour in sorted(set(cards)):
                yield Spot(mandala, "mountain", colour)
        case Grow(mandala, colour):
            table = public(scene.state)
            is_own = bool(table.fields[mandala][table.actor][INDEX[colour]])
            yield Spot(mandala, "own" if is_own else "across", colour)
        case _:
            pass
