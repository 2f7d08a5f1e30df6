"""The table editor of Mandala.

Every card that is added comes from the draw pile, which nobody counts, and every card removed goes
there. So each change keeps 108 cards, and two changes move any card anywhere. The cups are left
out, because their cards are secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engines.engine import Json
from engines.mandala.cards import COLOURS, INDEX
from engines.mandala.position import write
from engines.mandala.state import HAND_LIMIT, RIVER_SLOTS, Dealt, State, public, unseen
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.words import (
    hand_line,
    mandala_lines,
    name,
    piles,
    river_line,
)
from firmware_py.games.table_editor import (
    NOTHING,
    EditField,
    Editor,
    TableArea,
    at,
    numbers,
    people,
    terms,
    yes_no,
)
from firmware_py.match.scene import AnyScene

MOST_OFFERED = 3
"""The most cards that one change can add; more are added in two changes."""

MOUNTAIN = 0
"""Areas of a mandala: the mountain, or a field, which is 1 plus its seat."""


def areas(scene: AnyScene) -> tuple[TableArea, ...]:
    """Return the mandalas, the rivers, the discard pile, and the hands, draw pile and turn."""
    table = public(scene.state)
    edit = Editor(write(scene.state))
    return (
        *(
            TableArea(
                scene.say(N_("Mandala {number}"), number=mandala + 1),
                mandala_lines(scene, table, mandala),
                tuple(_colour_fields(scene, table, edit, mandala)),
            )
            for mandala in (0, 1)
        ),
        TableArea(
            scene.say(N_("Rivers")),
            tuple(river_line(scene, table, seat) for seat in (0, 1)),
            tuple(_river_fields(scene, table, edit)),
        ),
        TableArea(
            scene.say(N_("Discard pile")),
            (piles(scene, table.discard),),
            tuple(_discard_fields(scene, table, edit)),
        ),
        TableArea(
            scene.say(N_("Hands and turn")),
            tuple(_counted(scene, table)),
            tuple(_other_fields(scene, table, edit)),
        ),
    )


def _counted(scene: AnyScene, table: State) -> Iterator[str]:
    for seat in (0, 1):
        yield hand_line(scene, table, seat)
    yield scene.say(N_("Draw pile: {count}"), count=table.deck)
    if table.last:
        yield scene.say(N_("The draw pile is empty."))
    yield scene.say(N_("To play: {name}"), name=name(scene, table.actor))


def _spare(scene: AnyScene, table: State, colour: str) -> int:
    """Return the number of cards of a colour that the draw pile could have."""
    dealt: Dealt | None = scene.state.dealt
    if dealt is not None:
        return dealt.deck.count(colour)
    return min(max(unseen(table)[INDEX[colour]], 0), table.deck)


def _colour_fields(
    scene: AnyScene, table: State, edit: Editor[Json], mandala: int
) -> Iterator[EditField]:
    """Yield a field for each colour of a mandala: its area, and its number of cards."""
    places = (scene.say(N_("Mountain")), name(scene, 0), name(scene, 1))
    for colour, title in terms(scene, "colour", COLOURS).items():
        index = INDEX[colour]
        held = (table.mountains[mandala][index], *(each[index] for each in table.fields[mandala]))
        most = sum(held) + min(_spare(scene, table, colour), MOST_OFFERED)
        domain = {(MOUNTAIN, 0): NOTHING} | {
            (place, count): labelled(scene.say, label, str(count))
            for place, label in enumerate(places)
            for count in range(1, most + 1)
        }
        value = max(((place, count) for place, count in enumerate(held) if count), default=None)
        yield edit.field(title, domain, value, partial(_lay, mandala, colour))


def _river_fields(scene: AnyScene, table: State, edit: Editor[Json]) -> Iterator[EditField]:
    names = terms(scene, "colour", COLOURS)
    for seat in (0, 1):
        river = table.rivers[seat]
        for slot in range(min(len(river) + 1, RIVER_SLOTS)):
            title = scene.say(N_("{name}, slot {number}"), name=name(scene, seat), number=slot + 1)
            domain = {"": NOTHING} if slot >= len(river) - 1 else {}
            domain |= {
                colour: names[colour]
                for colour in COLOURS
                if (slot < len(river) if colour in river else _spare(scene, table, colour))
            }
            held = river[slot] if slot < len(river) else ""
            yield edit.field(title, domain, held, partial(_slot, seat, slot))


def _discard_fields(scene: AnyScene, table: State, edit: Editor[Json]) -> Iterator[EditField]:
    for colour, title in terms(scene, "colour", COLOURS).items():
        count = table.discard[INDEX[colour]]
        most = count + min(_spare(scene, table, colour), MOST_OFFERED)
        yield edit.field(title, numbers(range(most + 1)), count, partial(_discard, colour))


def _other_fields(scene: AnyScene, table: State, edit: Editor[Json]) -> Iterator[EditField]:
    if scene.state.dealt is None:
        for seat in (0, 1):
            counts = range(1, min(HAND_LIMIT, table.hands[seat] + table.deck) + 1)
            title = scene.say(N_("{name}: hand"), name=name(scene, seat))
            held = table.hands[seat]
            yield edit.field(title, numbers(counts), held, partial(_hold, seat), missing=str(held))
    yield edit.field(scene.say(N_("To play")), people(scene, (0, 1)), table.actor, _turn)
    yield edit.field(scene.say(N_("Draw pile is empty")), yes_no(scene), table.last, at("last"))


# --- changes to a copy of the position ------------------------------------------------------


def _hold(seat: int, position: Json, count: int) -> Json:
    position["deck"] += position["hands"][seat] - count
    position["hands"][seat] = count
    return position


def _turn(position: Json, seat: int) -> Json:
    position["actor"] = seat
    # During a destruction `turn` is the seat that completed the mandala.
    if position["phase"] != "claim":
        position["turn"] = seat
    return position


def _discard(colour: str, position: Json, count: int) -> Json:
    before = position["discard"]
    _draw(position, colour, count - before.count(colour))
    position["discard"] = _with(before, colour, count)
    return position


def _draw(position: Json, colour: str, count: int) -> None:
    """Take cards out of the draw pile; with a negative count, put them under it."""
    deck = position["deck"]
    if isinstance(deck, int):
        position["deck"] = deck - count
    elif count > 0:
        position["deck"] = deck[::-1].replace(colour, "", count)[::-1]
    else:
        position["deck"] = deck + colour * -count
    position["last"] = position["last"] or not position["deck"]


def _with(cards: str, colour: str, count: int) -> str:
    """Return sorted letters with `count` of a colour."""
    return "".join(each * (count if each == colour else cards.count(each)) for each in COLOURS)


def _lay(mandala: int, colour: str, position: Json, found: tuple[int, int]) -> Json:
    """Put all cards of a colour in a mandala into one area, in the given number."""
    place, count = found
    mountains, fields = position["mountains"], position["fields"][mandala]
    before = (mountains[mandala] + "".join(fields)).count(colour)
    _draw(position, colour, count - before)
    mountains[mandala] = _with(mountains[mandala], colour, count if place == MOUNTAIN else 0)
    for seat in (0, 1):
        fields[seat] = _with(fields[seat], colour, count if place == seat + 1 else 0)
    return position


def _slot(seat: int, slot: int, position: Json, colour: str) -> Json:
    """Put a colour in a slot, exchanged with another slot or with the draw pile."""
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
