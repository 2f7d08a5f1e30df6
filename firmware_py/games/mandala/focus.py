"""What the scene points out: the cards chosen and where they go, the last cards, a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.engine import BadNotation, ChoicePart, Reason, Term
from engines.mandala import GAME
from engines.mandala.cards import INDEX, PER_COLOUR, Heap, add, swap
from engines.mandala.choices import Build, Flip, Grow
from engines.mandala.state import State, asked, public
from firmware_py.games.mandala.entry import DISCARD, FIELDS, MOUNTAINS, letter_of
from firmware_py.match.scene import Scene


@dataclass(frozen=True, slots=True)
class Spot:
    """An area of a mandala, or one colour in it."""

    mandala: int
    seat: int | None
    """The owner of the field; None: the mountain."""
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Focus:
    """What is chosen so far, what forbids it, and the cards laid last."""

    table: State
    """The public table, with the mandalas as the choice would leave them."""
    place: ChoicePart | None = None
    colour: str | None = None
    """The colour picked last, or under the cursor."""
    cards: tuple[str, ...] = ()
    """The cards entered so far, including the one under the cursor."""
    count: int | None = None
    claims: bool = False
    chosen: Spot | None = None
    blocks: Spot | None = None
    """The cards that forbid the choice."""
    last: tuple[Spot, ...] = ()
    """The cards laid by the last choice."""

    @property
    def is_discard(self) -> bool:
        """Whether the discard pile is chosen."""
        return self.place == DISCARD


def focus_of(scene: Scene[State]) -> Focus:
    """Return the focus of a scene."""
    table = public(scene.state)
    place, count, colour = None, None, None
    cards: tuple[str, ...] = ()
    for part in scene.shown:
        match part:
            case ChoicePart("place", _):
                place = part
            case ChoicePart("count", int(number)):
                count = number
            case ChoicePart("card", _):
                colour = letter_of(part)
                cards = (*cards, colour)
            case _:
                colour = letter_of(part)
    if cards and table.phase == "flip":
        place = MOUNTAINS[asked(table)]
    claims = any(part.name == "claim" for part in scene.shown)
    last = tuple(_last(scene, table))
    focus = Focus(table, place, colour, cards, count, claims, last=last)
    chosen = _spot(focus)
    if scene.refused is not None:
        return replace(focus, chosen=chosen, blocks=_blocking(scene.refused, table))
    return replace(focus, chosen=chosen, table=_preview(focus, chosen))


def cards_at(table: State, mandala: int, seat: int | None) -> Heap:
    """Return the cards of the field of a seat, or of the mountain (None)."""
    return table.mountains[mandala] if seat is None else table.fields[mandala][seat]


def _spot(focus: Focus) -> Spot | None:
    table = focus.table
    if focus.claims and table.claim is not None:
        return Spot(table.claim, None, focus.colour)
    if focus.place in MOUNTAINS:
        return Spot(MOUNTAINS.index(focus.place), None, focus.colour)
    if focus.place in FIELDS:
        return Spot(FIELDS.index(focus.place), table.actor, focus.colour)
    return None


def _preview(focus: Focus, spot: Spot | None) -> State:
    """Return the table after laying the chosen cards."""
    table = focus.table
    if focus.claims or spot is None or spot.colour is None:
        return table
    cards = cards_at(table, spot.mandala, spot.seat)
    if spot.seat is None:
        for colour in focus.cards or (spot.colour,):
            cards = add(cards, colour, 1)
        return replace(table, mountains=swap(table.mountains, spot.mandala, cards))
    room = PER_COLOUR - cards[INDEX[spot.colour]]
    cards = add(cards, spot.colour, min(focus.count or 1, room))
    pair = swap(table.fields[spot.mandala], spot.seat, cards)
    both = (pair, table.fields[1]) if spot.mandala == 0 else (table.fields[0], pair)
    return replace(table, fields=both)


_BLOCKING = ("COLOUR_IN_OWN_FIELD", "COLOUR_IN_OPP_FIELD", "COLOUR_IN_MOUNTAIN")


def _blocking(reason: Reason, table: State) -> Spot | None:
    """Return the cards that forbid a choice."""
    colour, mandala = reason.facts.get("colour"), reason.facts.get("mandala")
    if reason.code not in _BLOCKING or not (isinstance(colour, Term) and isinstance(mandala, Term)):
        return None
    seats = dict(zip(_BLOCKING, (table.actor, 1 - table.actor, None), strict=True))
    return Spot(int(mandala.value), seats[reason.code], str(colour.value))


def _last(scene: Scene[State], table: State) -> Iterator[Spot]:
    """Yield where the cards laid last are now."""
    try:
        choice = None if scene.last is None else GAME.read(scene.last)
    except BadNotation:  # an agreement, or a table that was corrected
        return
    match choice:
        case Build(mandala, colour):
            yield Spot(mandala, None, colour)
        case Flip(mandala, cards):
            for colour in sorted(set(cards)):
                yield Spot(mandala, None, colour)
        case Grow(mandala, colour):
            is_own = bool(table.fields[mandala][table.actor][INDEX[colour]])
            yield Spot(mandala, table.actor if is_own else 1 - table.actor, colour)
