"""The board in words, for those who ask instead of looking."""

from __future__ import annotations

from engines.engine import ChoicePart
from engines.mana.board import ENEMY, NAMES, OWN, RONIN
from engines.mana.names import lord_term, piece_term
from engines.mana.state import State
from firmware_py.core.language import N_, labelled
from firmware_py.games.mana.entry import BACK, PASS
from firmware_py.games.mana.focus import square_of
from firmware_py.games.mana.oled_head import said_binding
from firmware_py.games.question_text import Offer, by_kind
from firmware_py.match.scene import Scene


def binds(scene: Scene[State]) -> str:
    """Return what binds the player on turn."""
    return said_binding(scene)


def pieces(scene: Scene[State], seat: int) -> str:
    """Return where the pieces of a seat stand, and how many ronins it lost."""
    state = scene.state
    side = seat ^ state.first
    said = []
    for letter in sorted(OWN[side]):
        squares = tuple(NAMES[square] for square in range(36) if state.board[square] == letter)
        if squares:
            piece = scene.voice.fact(piece_term(state.rules, letter))
            said.append(labelled(scene.say, piece, scene.voice.fact(squares)))
    if state.captured[side]:
        piece = scene.voice.fact(piece_term(state.rules, RONIN[side]))
        count = scene.say(N_("Captured: {count}"), count=state.captured[side])
        said.append(labelled(scene.say, piece, count))
    return ". ".join(said)


def offers(scene: Scene[State]) -> tuple[Offer, ...]:
    """Return what is asked on the way through a move: the piece, its square, the bird's."""
    if scene.options == (PASS,):
        return (Offer(N_("No piece can move: the turn is lost. Press to go on.")),)
    asks = {
        "orientation": Offer(N_("Choose how far the board is turned: {choices}.")),
        "daimio": Offer(
            N_("Choose a square for your {piece}: {choices}."),
            facts={"piece": scene.voice.fact(lord_term(scene.state.rules))},
        ),
        "ronin": Offer(
            N_("Choose a square for ronin {number}: {choices}."),
            facts={"number": sum(part.name == "ronin" for part in scene.picked) + 1},
        ),
        "piece": Offer(N_("Choose a piece to move: {choices}.")),
        "destination": _goes(scene),
        "bird": Offer(N_("Choose where the bird goes: {choices}.")),
    }
    return by_kind(scene, asks, lambda part: _named(scene, part))


def _goes(scene: Scene[State]) -> Offer:
    piece = next(iter(scene.picked), None)
    if piece is None or piece == BACK:
        return Offer(N_("Choose where the ronin comes back: {choices}."))
    return Offer(N_("Choose where {square} goes: {choices}."), facts={"square": piece.value})


def _named(scene: Scene[State], part: ChoicePart) -> str:
    """Return a square, with the piece that is taken there; or whatever else is offered."""
    state = scene.state
    square = square_of(part)
    said = f"{part.value}°" if part.name == "orientation" else scene.voice.fact(part.value)
    if square is None or part.name != "destination" or state.board[square] not in ENEMY[state.side]:
        return said
    taken = scene.voice.fact(piece_term(state.rules, state.board[square]))
    return scene.say(N_("{move} takes the {piece}"), move=said, piece=taken)
