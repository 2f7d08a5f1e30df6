"""Compare the table of Mandala with the box, and mend what differs.

A card that is found somewhere must be missing elsewhere: the draw pile, which nobody counts,
gives or takes it. So each change leaves 108 cards, and two changes move any card anywhere. The
cups stay out of it: what is in them is secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from engines.engine import Json, Term
from engines.mandala.cards import COLOURS, INDEX
from engines.mandala.state import HAND_LIMIT, RIVER_SLOTS, Dealt, State, public, unseen
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.wording import (
    hand_line,
    mandala_lines,
    name,
    piles,
    river_line,
)
from firmware_py.games.scene import Scene
from firmware_py.games.table_editor import COPY, EditField, TableArea

NOTHING = "-"
MOST_OFFERED = 3
"""A count is at most so many cards wrong upwards; more is mended in two steps."""

Change = Callable[[Json], Json]


def areas(scene: Scene) -> tuple[TableArea, ...]:
    """Return the mandalas, the rivers, the discard pile, and what is counted."""
    table = public(scene.state)
    return (
        *(
            TableArea(
                scene.say(N_("Mandala {number}"), number=mandala + 1),
                mandala_lines(scene, table, mandala),
                tuple(_colour_field(scene, table, mandala, colour) for colour in COLOURS),
            )
            for mandala in (0, 1)
        ),
        TableArea(
            scene.say(N_("Rivers")),
            tuple(river_line(scene, table, seat) for seat in (0, 1)),
            tuple(_river_fields(scene, table)),
        ),
        TableArea(
            scene.say(N_("Discard pile")),
            (piles(scene, table.discard),),
            tuple(_discard_field(scene, table, colour) for colour in COLOURS),
        ),
        TableArea(
            scene.say(N_("Hands and turn")),
            tuple(_counted(scene, table)),
            tuple(_other_fields(scene, table)),
        ),
    )


def _counted(scene: Scene, table: State) -> Iterator[str]:
    for seat in (0, 1):
        yield hand_line(scene, table, seat)
    yield scene.say(N_("Draw pile: {count}"), count=table.deck)
    if table.last:
        yield scene.say(N_("The draw pile ran out."))
    yield scene.say(N_("On turn: {name}"), name=name(scene, table.actor))


# --- fields ---------------------------------------------------------------------------------


def _spare(scene: Scene, table: State, colour: str) -> int:
    """Return how many cards of a colour the draw pile could give."""
    dealt: Dealt | None = scene.state.dealt
    if dealt is not None:
        return dealt.deck.count(colour)
    return min(max(unseen(table)[INDEX[colour]], 0), table.deck)


def _colour_name(scene: Scene, colour: str) -> str:
    return scene.voice.fact(Term("colour", colour))


def _colour_field(scene: Scene, table: State, mandala: int, colour: str) -> EditField:
    """Return where a colour lies in a mandala, and how many of it."""
    at = INDEX[colour]
    held = (table.mountains[mandala][at], *(each[at] for each in table.fields[mandala]))
    labels = (scene.say(N_("Mountain")), name(scene, 0), name(scene, 1))
    most = sum(held) + min(_spare(scene, table, colour), MOST_OFFERED)
    value = NOTHING
    edits: dict[str, Change] = {NOTHING: partial(_lay, mandala, colour, 0, 0)}
    for area, label in enumerate(labels):
        for count in range(1, most + 1):
            shown = labelled(scene.say, label, str(count))
            edits[shown] = partial(_lay, mandala, colour, area, count)
            if held[area] == count:
                value = shown
    return COPY.field(_colour_name(scene, colour), value, edits)


def _river_fields(scene: Scene, table: State) -> Iterator[EditField]:
    for seat in (0, 1):
        river = table.rivers[seat]
        for slot in range(min(len(river) + 1, RIVER_SLOTS)):
            title = scene.say(N_("{name}, slot {number}"), name=name(scene, seat), number=slot + 1)
            value = _colour_name(scene, river[slot]) if slot < len(river) else NOTHING
            edits: dict[str, Change] = {}
            if slot >= len(river) - 1:
                edits[NOTHING] = partial(_slot, seat, slot, "")
            for colour in COLOURS:
                there = colour in river
                if slot < len(river) if there else _spare(scene, table, colour):
                    edits[_colour_name(scene, colour)] = partial(_slot, seat, slot, colour)
            yield COPY.field(title, value, edits)


def _discard_field(scene: Scene, table: State, colour: str) -> EditField:
    count = table.discard[INDEX[colour]]
    most = count + min(_spare(scene, table, colour), MOST_OFFERED)
    edits = {str(number): partial(_discard, colour, number) for number in range(most + 1)}
    return COPY.field(_colour_name(scene, colour), str(count), edits)


def _other_fields(scene: Scene, table: State) -> Iterator[EditField]:
    if scene.state.dealt is None:
        for seat in (0, 1):
            most = min(HAND_LIMIT, table.hands[seat] + table.deck)
            edits = {str(count): partial(_hold, seat, count) for count in range(1, most + 1)}
            title = scene.say(N_("{name}: hand"), name=name(scene, seat))
            yield COPY.field(title, str(table.hands[seat]), edits)
    turns = {name(scene, seat): partial(_turn, seat) for seat in (0, 1)}
    yield COPY.field(scene.say(N_("On turn")), name(scene, table.actor), turns)
    yes, no = scene.say(N_("yes")), scene.say(N_("no"))
    flags = {no: partial(_flag, False), yes: partial(_flag, True)}
    yield COPY.field(scene.say(N_("Draw pile ran out")), yes if table.last else no, flags)


# --- changes: each edits the copy that it gets ----------------------------------------------


def _hold(seat: int, count: int, position: Json) -> Json:
    position["deck"] += position["hands"][seat] - count
    position["hands"][seat] = count
    return position


def _turn(seat: int, position: Json) -> Json:
    position["actor"] = seat
    # Who completed a mandala does not change with who claims now.
    if position["phase"] != "claim":
        position["turn"] = seat
    return position


def _flag(last: bool, position: Json) -> Json:
    return position | {"last": last}


def _discard(colour: str, count: int, position: Json) -> Json:
    before = position["discard"]
    _draw(position, colour, count - before.count(colour))
    position["discard"] = _with(before, colour, count)
    return position


def _draw(position: Json, colour: str, count: int) -> None:
    """Take cards out of the draw pile, or put them back under it (count is negative)."""
    deck = position["deck"]
    if isinstance(deck, int):
        position["deck"] = deck - count
    elif count > 0:
        position["deck"] = deck[::-1].replace(colour, "", count)[::-1]
    else:
        position["deck"] = deck + colour * -count
    # An empty draw pile has run out.
    position["last"] = position["last"] or not position["deck"]


def _with(cards: str, colour: str, count: int) -> str:
    """Return sorted letters with so many of a colour."""
    return "".join(each * (count if each == colour else cards.count(each)) for each in COLOURS)


def _lay(mandala: int, colour: str, area: int, count: int, position: Json) -> Json:
    """Let a colour lie in one area of a mandala only: 0 the mountain, 1 and 2 the fields."""
    mountains, fields = position["mountains"], position["fields"][mandala]
    before = (mountains[mandala] + "".join(fields)).count(colour)
    _draw(position, colour, count - before)
    mountains[mandala] = _with(mountains[mandala], colour, count if area == 0 else 0)
    for seat in (0, 1):
        fields[seat] = _with(fields[seat], colour, count if area == seat + 1 else 0)
    return position


def _slot(seat: int, slot: int, colour: str, position: Json) -> Json:
    """Put a colour in a slot: exchanged with another slot, or with the draw pile."""
    river = list(position["rivers"][seat])
    before = river[slot] if slot < len(river) else ""
    if colour in river:
        river[river.index(colour)], river[slot] = before, colour
    else:
        for card, count in ((before, -1), (colour, 1)):
            if card:
                _draw(position, card, count)
        river[slot : slot + 1] = [colour] if colour else []
    position["rivers"][seat] = "".join(river)
    return position
