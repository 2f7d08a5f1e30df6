"""The spiral in words, for those who ask instead of looking."""

from __future__ import annotations

from engines.engine import ChoicePart, Term
from engines.icehouse.state import LAY, State
from firmware_py.core.language import N_
from firmware_py.games.icehouse.entry import offered, space_of
from firmware_py.games.icehouse.focus import gain, place_name
from firmware_py.games.question_text import Offer, by_kind
from firmware_py.match.scene import Scene


def pieces(scene: Scene[State], seat: int) -> str:
    """Return where the pawn of a seat stands, and the pyramids it holds."""
    state = scene.state
    place = place_name(scene, state.pawns[seat])
    held = [scene.voice.fact(Term("pyramid", code)) for code in state.held[seat]]
    said = [scene.say(N_("Pawn: {place}"), place=place)]
    said.append(scene.say(N_("Pyramids: {pyramids}"), pyramids=", ".join(held) or "-"))
    return ". ".join(said)


def offers(scene: Scene[State]) -> tuple[Offer, ...]:
    """Return what is asked: a colour, with how many there are ahead, then one of its pyramids."""
    is_laid = scene.state.phase == LAY
    asks = {
        "colour": Offer(
            N_("Choose the colour of the pyramid that is laid next: {choices}.")
            if is_laid
            else N_("Choose the colour of a pyramid ahead: {choices}.")
        ),
        "size": Offer(N_("Choose its size: {choices}.")),
        "pyramid": Offer(
            N_("Choose a pyramid to take, {colour}: {choices}."),
            facts={"colour": ", ".join(scene.voice.fact(part.value) for part in scene.picked)},
        ),
    }
    below = {} if is_laid else offered(scene.state).children

    def name(part: ChoicePart) -> str:
        space = space_of(part)
        if space is not None:
            return _pyramid(scene, space)
        said = scene.voice.fact(part.value)
        return f"{len(below[part].children)} {said}" if part in below else said

    return by_kind(scene, asks, name)


def _pyramid(scene: Scene[State], space: int) -> str:
    """Return a pyramid of the path: its size, where, and the points it brings, if it does."""
    size = scene.voice.fact(Term("size", scene.state.path[space][1]))
    said = scene.say(N_("{size} on space {space}"), size=size, space=space + 1)
    points = gain(scene, space)
    return f"{said} ({points:+d})" if points else said
