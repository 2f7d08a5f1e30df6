"""Mandala in words: short for the OLED, in full for screen readers."""

from __future__ import annotations

from engines.engine import ChoicePart, Seat, Term
from engines.mandala.cards import COLOURS, INDEX, Heap
from engines.mandala.state import RIVER_SLOTS, State, asked
from firmware_py.core.language import N_, N_context, labelled
from firmware_py.games.mandala.entry import CLAIM, DISCARD, FIELDS, MOUNTAINS, letter_of
from firmware_py.games.vocabulary import Offer, PartWords
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import text_width

# Six different letters for red, orange, yellow, green, purple and black, in this order.
LETTERS = N_("ROYGPK")


def letter(scene: Scene[State], colour: str) -> str:
    """Return the letter of a colour in the language of the scene."""
    return scene.say(LETTERS)[INDEX[colour]]


def piles(scene: Scene[State], cards: Heap) -> str:
    """Return a heap as letters and counts: "R3 G1"."""
    shown = scene.say(LETTERS)
    return " ".join(f"{shown[at]}{count}" for at, count in enumerate(cards) if count) or "-"


def name(scene: Scene[State], seat: int) -> str:
    """Return a player's name."""
    return scene.voice.fact(Seat(seat))


def place_name(scene: Scene[State], place: ChoicePart, *, short: bool = False) -> str:
    """Return the name of a place of the ring."""
    if place in MOUNTAINS:
        text = N_("Mount. {number}") if short else N_("Mountain {number}")
        return scene.say(text, number=MOUNTAINS.index(place) + 1)
    if place in FIELDS:
        return scene.say(N_("Field {number}"), number=FIELDS.index(place) + 1)
    assert place in (DISCARD, CLAIM)
    return scene.say(N_("Discard") if place == DISCARD else N_("Claim"))


def mandala_lines(scene: Scene[State], table: State, mandala: int) -> tuple[str, ...]:
    """Return the cards of a mandala, area by area, and the missing colours."""
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
    """Return the colours that are missing in a mandala."""
    areas = zip(COLOURS, table.mountains[mandala], *table.fields[mandala], strict=True)
    return "".join([colour for colour, *counts in areas if not any(counts)])


def river_line(scene: Scene[State], table: State, seat: int) -> str:
    """Return a river, slot by slot."""
    river = "".join(letter(scene, colour) for colour in table.rivers[seat])
    return labelled(scene.say, name(scene, seat), " ".join(river.ljust(RIVER_SLOTS, "-")))


def hand_line(scene: Scene[State], table: State, seat: int) -> str:
    """Return the number of cards in a player's hand."""
    return scene.say(N_("{name}: {count} in hand"), name=name(scene, seat), count=table.hands[seat])


def pile_lines(scene: Scene[State], table: State) -> str:
    """Return the heights of the two piles."""
    discard = labelled(scene.say, scene.say(N_("Discard pile")), str(sum(table.discard)))
    draw = scene.say(N_("Draw pile: {count}"), count=table.deck)
    return f"{draw}. {discard}"


def hand_seen(state: State, eyes: int | None) -> tuple[int, ...]:
    """Return the cards of a hand by colour; empty if nobody may see one."""
    if eyes is None or state.dealt is None or state.phase == "over":
        return ()
    return state.dealt.hands[eyes]


def hand_of(scene: Scene[State]) -> Heap | None:
    """Return the hand that may be shown, or None."""
    return hand_seen(scene.state, scene.eyes) or None


def binding(scene: Scene[State], width: int) -> str:
    """Return the constraint on the player in the longest words that fit in large letters."""
    wordings = _bindings(scene)
    return next((each for each in wordings if text_width(each, "large") <= width), wordings[-1])


def _bindings(scene: Scene[State]) -> tuple[str, ...]:
    table = scene.state
    if scene.refused is not None or not scene.options:
        return ("",)  # nothing is asked: a refusal or a replay
    if table.phase == "claim":
        return scene.say(N_("Which colour?")), scene.say(N_context("a colour", "Take"))
    if table.phase == "flip":
        return (scene.say(N_("Card {number}"), number=len(scene.picked) + 1),)
    if table.last and table.phase == "play":
        return scene.say(N_("Last mandala")), scene.say(N_("Last one")), scene.say(N_("Last"))
    return ("",)


# --- for screen readers ---


_ANY = 1000
"""More pixels than any words need."""


def binds(scene: Scene[State]) -> str:
    """Return the constraint on the player on turn."""
    return binding(scene, _ANY)


def pieces(scene: Scene[State], seat: int) -> str:
    """Return the hand and river of a seat, and its cards in both fields."""
    table = scene.state
    river = scene.voice.fact(Term("place", "river"))
    said = [hand_line(scene, table, seat), f"{river}, {river_line(scene, table, seat)}"]
    for mandala in (0, 1):
        title = scene.voice.fact(Term("mandala", mandala))
        said.append(labelled(scene.say, title, mandala_lines(scene, table, mandala)[1 + seat]))
    return ". ".join(said)


def held(scene: Scene[State]) -> str:
    """Return the hand that may be shown, colour by colour."""
    hand = hand_of(scene)
    if hand is None:
        return ""
    cards = [
        f"{count} {scene.voice.fact(Term('colour', colour))}"
        for colour, count in zip(COLOURS, hand, strict=True)
        if count
    ]
    return labelled(scene.say, scene.say(N_("Your hand")), ", ".join(cards) or "-")


# --- the vocabulary ---


def _ask_place(scene: Scene[State]) -> Offer:
    colour = scene.fact(scene.picked[0].value)
    return Offer(N_("Choose where to lay {colour}: {choices}."), facts={"colour": colour})


def _ask_count(scene: Scene[State]) -> Offer:
    colour, place = scene.picked
    return Offer(
        N_("{place}, {colour}. Choose how many cards: {choices}."),
        facts={"place": place_name(scene, place), "colour": scene.fact(colour.value)},
    )


def _ask_card(scene: Scene[State]) -> Offer:
    table, number = scene.state, len(scene.picked) + 1
    if table.phase == "cups":
        return Offer(
            N_("Enter card {number} of the cup of {name}: {choices}."),
            facts={"number": number, "name": name(scene, asked(table))},
        )
    return Offer(
        N_("Enter card {number} that was turned up on mountain {mountain}: {choices}."),
        facts={"number": number, "mountain": asked(table) + 1},
    )


def _ask_claim(scene: Scene[State]) -> Offer:
    table = scene.state
    is_lost = table.claim is not None and not any(table.fields[table.claim][table.actor])
    if is_lost:
        return Offer(N_("Choose a colour of the mountain to discard: {choices}."))
    return Offer(N_("Choose a colour of the mountain to claim: {choices}."))


def _claim(scene: Scene[State], part: ChoicePart) -> str:
    """Return a colour with the number of its cards on the mountain."""
    table, said = scene.state, scene.fact(part.value)
    if table.claim is None:
        return said
    return f"{table.mountains[table.claim][INDEX[letter_of(part)]]} {said}"


VOCABULARY = {
    "card": PartWords(_ask_card),
    "claim": PartWords(_ask_claim, _claim),
    "colour": PartWords(N_("Choose a colour: {choices}.")),
    "place": PartWords(_ask_place, place_name),
    "count": PartWords(_ask_count),
}
