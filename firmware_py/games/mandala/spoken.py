"""The mat in words, for those who ask instead of looking."""

from __future__ import annotations

from engines.engine import ChoicePart, Term
from engines.mandala.cards import COLOURS, INDEX
from engines.mandala.state import State, asked, public
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.entry import letter_of, tree
from firmware_py.games.mandala.held import hand_of
from firmware_py.games.mandala.prompt import binding
from firmware_py.games.mandala.wording import (
    hand_line,
    mandala_lines,
    name,
    place_name,
    river_line,
)
from firmware_py.games.question_text import Offer, by_kind
from firmware_py.match.picker import ChoiceNode
from firmware_py.match.scene import AnyScene

_ANY = 1000
"""Wider than any words."""


def binds(scene: AnyScene) -> str:
    """Return what is asked of the player on turn, or that the last mandala is played."""
    return binding(scene, _ANY)


def pieces(scene: AnyScene, seat: int) -> str:
    """Return the hand and river of a seat, and its cards in both fields."""
    table = public(scene.state)
    river = scene.voice.fact(Term("place", "river"))
    said = [hand_line(scene, table, seat), f"{river}, {river_line(scene, table, seat)}"]
    for mandala in (0, 1):
        title = scene.voice.fact(Term("mandala", mandala))
        said.append(labelled(scene.say, title, mandala_lines(scene, table, mandala)[1 + seat]))
    return ". ".join(said)


def held(scene: AnyScene) -> str:
    """Return the hand that may be seen, colour by colour."""
    hand = hand_of(scene)
    if hand is None:
        return ""
    cards = [
        f"{count} {scene.voice.fact(Term('colour', colour))}"
        for colour, count in zip(COLOURS, hand, strict=True)
        if count
    ]
    return labelled(scene.say, scene.say(N_("Your hand")), ", ".join(cards) or "-")


# --- what may be chosen ---


def offers(scene: AnyScene) -> tuple[Offer, ...]:
    """Return what is asked: where cards go and which, how many, or what the table must tell."""
    if not scene.options:
        return ()
    kind, table = scene.options[0].name, public(scene.state)
    if kind == "place":
        return _places(scene)
    asks = {"card": _told_card, "claim": _claimed, "colour": _colour, "count": _count}[kind]
    return by_kind(scene, {kind: asks(scene, table)}, lambda part: _named(scene, table, part))


def _places(scene: AnyScene) -> tuple[Offer, ...]:
    """Return every place with the cards that may go there."""
    children = tree(scene.state).children
    places = tuple(
        Offer(
            N_("{place}: {choices}."),
            tuple(_cards(scene, part, below) for part, below in children[place].children.items()),
            {"place": place_name(scene, place)},
        )
        for place in scene.options
    )
    return (Offer(N_("Choose where to play cards, then which.")), *places)


def _cards(scene: AnyScene, colour: ChoicePart, below: ChoiceNode) -> str:
    """Return a colour with how many of its cards may go: 1-3 red."""
    said = scene.voice.fact(colour.value)
    counts = [part.value for part in below.children]
    if not counts:
        return said
    return f"{counts[0]}-{counts[-1]} {said}" if len(counts) > 1 else f"{counts[0]} {said}"


def _colour(scene: AnyScene, _: State) -> Offer:
    place = place_name(scene, scene.picked[0])
    return Offer(N_("{place}. Choose a colour: {choices}."), facts={"place": place})


def _count(scene: AnyScene, _: State) -> Offer:
    place, colour = scene.picked
    return Offer(
        N_("{place}, {colour}. Choose how many cards: {choices}."),
        facts={"place": place_name(scene, place), "colour": scene.voice.fact(colour.value)},
    )


def _told_card(scene: AnyScene, table: State) -> Offer:
    number = len(scene.picked) + 1
    if table.phase == "cups":
        return Offer(
            N_("Tell card {number} of the cup of {name}: {choices}."),
            facts={"number": number, "name": name(scene, asked(table))},
        )
    return Offer(
        N_("Tell card {number} that was turned up on mountain {mountain}: {choices}."),
        facts={"number": number, "mountain": asked(table) + 1},
    )


def _claimed(_: AnyScene, table: State) -> Offer:
    is_lost = table.claim is not None and not any(table.fields[table.claim][table.actor])
    if is_lost:
        return Offer(N_("Choose a colour of the mountain to discard: {choices}."))
    return Offer(N_("Choose a colour of the mountain to claim: {choices}."))


def _named(scene: AnyScene, table: State, part: ChoicePart) -> str:
    """Return a colour, and of one that is claimed how many cards there are; or a number."""
    said = scene.voice.fact(part.value)
    if part.name != "claim" or table.claim is None:
        return said
    return f"{table.mountains[table.claim][INDEX[letter_of(part)]]} {said}"
