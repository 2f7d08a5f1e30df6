"""How Mandala's table is said in few words: letters of colours, piles, places."""

from __future__ import annotations

from engines.engine import ChoicePart, Seat
from engines.mandala.cards import COLOURS, INDEX, Heap
from engines.mandala.state import RIVER_SLOTS, State
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.entry import CLAIM, DISCARD, FIELDS, MOUNTAINS
from firmware_py.match.scene import AnyScene

# Six different letters for red, orange, yellow, green, purple and black, in this order.
LETTERS = N_("ROYGPK")


def letter(scene: AnyScene, colour: str) -> str:
    """Return the letter of a colour in the table's language."""
    return scene.say(LETTERS)[INDEX[colour]]


def piles(scene: AnyScene, cards: Heap) -> str:
    """Return a heap as letters and counts: "R3 G1"."""
    shown = scene.say(LETTERS)
    return " ".join(f"{shown[at]}{count}" for at, count in enumerate(cards) if count) or "-"


def name(scene: AnyScene, seat: int) -> str:
    """Return a player's name."""
    return scene.voice.fact(Seat(seat))


def place_name(scene: AnyScene, place: ChoicePart, *, short: bool = False) -> str:
    """Return a place of the ring as the prompt names it."""
    if place in MOUNTAINS:
        text = N_("Mount. {number}") if short else N_("Mountain {number}")
        return scene.say(text, number=MOUNTAINS.index(place) + 1)
    if place in FIELDS:
        return scene.say(N_("Field {number}"), number=FIELDS.index(place) + 1)
    assert place in (DISCARD, CLAIM)
    return scene.say(N_("Discard") if place == DISCARD else N_("Claim"))


def mandala_lines(scene: AnyScene, table: State, mandala: int) -> tuple[str, ...]:
    """Return what lies in a mandala, area by area, and which colours are missing."""
    mountain, fields = table.mountains[mandala], table.fields[mandala]
    shown = scene.say(LETTERS)
    absent = " ".join(shown[INDEX[colour]] for colour in missing(table, mandala))
    return (
        scene.say(N_("Mountain: {cards}"), cards=piles(scene, mountain)),
        *(
            labelled(scene.say, name(scene, seat), piles(scene, cards))
            for seat, cards in enumerate(fields)
        ),
        scene.say(N_("Missing: {cards}"), cards=absent or "-"),
    )


def missing(table: State, mandala: int) -> str:
    """Return the colours that lie nowhere in a mandala."""
    areas = (table.mountains[mandala], *table.fields[mandala])
    return "".join(colour for colour in COLOURS if not any(area[INDEX[colour]] for area in areas))


def river_line(scene: AnyScene, table: State, seat: int) -> str:
    """Return a river, slot by slot."""
    river = "".join(letter(scene, colour) for colour in table.rivers[seat])
    return labelled(scene.say, name(scene, seat), " ".join(river.ljust(RIVER_SLOTS, "-")))


def hand_line(scene: AnyScene, table: State, seat: int) -> str:
    """Return how many cards a player holds."""
    return scene.say(N_("{name}: {count} in hand"), name=name(scene, seat), count=table.hands[seat])


def pile_lines(scene: AnyScene, table: State) -> str:
    """Return how high the two piles are."""
    discard = labelled(scene.say, scene.say(N_("Discard pile")), str(sum(table.discard)))
    return f"{scene.say(N_('Draw pile: {count}'), count=table.deck)}. {discard}"
