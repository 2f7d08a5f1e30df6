"""What a scene of Mandala is about: what is chosen and where it would go, the last cards."""

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
    """Whose field it is; None: the mountain."""
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Focus:
    """What is chosen so far, what forbids it, and what was laid last."""

    table: State
    """As the choice would leave the mandalas; without secrets."""
    place: ChoicePart | None = None
    colour: str | None = None
    """Of the part picked last, or under the cursor."""
    cards: tuple[str, ...] = ()
    """The cards named so far, the one under the cursor included."""
    count: int | None = None
    claims: bool = False
    chosen: Spot | None = None
    blocks: Spot | None = None
    """What forbids the choice."""
    last: tuple[Spot, ...] = ()
    """The cards laid by the choice before."""

    @property
    def is_discard(self) -> bool:
        """Whether the discard pile is chosen."""
        return self.place == DISCARD


def focus_of(scene: Scene[State]) -> Focus:
    """Return what a scene is about."""
    table = public(scene.state)
    focus = Focus(table, last=tuple(_last(scene, table)))
    for part in scene.shown:
        match part:
            case ChoicePart("place", _):
                focus = replace(focus, place=part)
            case ChoicePart("count", int(count)):
                focus = replace(focus, count=count)
            case ChoicePart("claim", _):
                focus = replace(focus, colour=letter_of(part), claims=True)
            case ChoicePart("card", _):
                cards = (*focus.cards, letter_of(part))
                focus = replace(focus, colour=cards[-1], cards=cards)
            case _:
                focus = replace(focus, colour=letter_of(part))
    if focus.cards and table.phase == "flip":
        focus = replace(focus, place=MOUNTAINS[asked(table)])
    focus = replace(focus, chosen=_spot(focus))
    if scene.refused is not None:
        return replace(focus, blocks=_blocking(scene.refused, table))
    return replace(focus, table=_preview(focus))


def cards_at(table: State, mandala: int, seat: int | None) -> Heap:
    """Return the cards of a field, or of the mountain."""
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


def _preview(focus: Focus) -> State:
    """Return the table with the cards laid that are being chosen."""
    table, spot = focus.table, focus.chosen
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
    """Yield the cards laid last, where they are now."""
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
