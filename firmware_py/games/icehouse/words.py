"""The spiral in words, for screen readers."""

from __future__ import annotations

from engines.engine import ChoicePart, Term
from engines.icehouse.state import LAY, State
from firmware_py.core.language import N_
from firmware_py.games.icehouse.entry import offered, space_of
from firmware_py.games.icehouse.focus import gain, place_name
from firmware_py.games.vocabulary import Offer, PartWords
from firmware_py.match.scene import Scene


def pieces(scene: Scene[State], seat: int) -> str:
    """Return the position of a seat's pawn, and the pyramids it holds."""
    state = scene.state
    place = place_name(scene, state.pawns[seat])
    held = [scene.voice.fact(Term("pyramid", code)) for code in state.held[seat]]
    said = [scene.say(N_("Pawn: {place}"), place=place)]
    said.append(scene.say(N_("Pyramids: {pyramids}"), pyramids=", ".join(held) or "-"))
    return ". ".join(said)


def _ask_colour(scene: Scene[State]) -> Offer:
    if scene.state.phase == LAY:
        return Offer(N_("Choose the colour of the pyramid that is laid next: {choices}."))
    return Offer(N_("Choose the colour of a pyramid ahead: {choices}."))


def _ask_pyramid(scene: Scene[State]) -> Offer:
    colour = ", ".join(scene.fact(part.value) for part in scene.picked)
    return Offer(N_("Choose a pyramid to take, {colour}: {choices}."), facts={"colour": colour})


def _colour(scene: Scene[State], part: ChoicePart) -> str:
    """Return a colour, and how many of it are ahead."""
    below = {} if scene.state.phase == LAY else offered(scene.state).children
    said = scene.fact(part.value)
    return f"{len(below[part].children)} {said}" if part in below else said


def _pyramid(scene: Scene[State], part: ChoicePart) -> str:
    """Return a pyramid of the path: its size, its space, and the points it brings, if any."""
    space = space_of(part)
    assert space is not None
    size = scene.fact(Term("size", scene.state.path[space][1]))
    said = scene.say(N_("{size} on space {space}"), size=size, space=space + 1)
    points = gain(scene, space)
    return f"{said} ({points:+d})" if points else said


VOCABULARY = {
    "colour": PartWords(_ask_colour, _colour),
    "size": PartWords(N_("Choose its size: {choices}.")),
    "pyramid": PartWords(_ask_pyramid, _pyramid),
}
