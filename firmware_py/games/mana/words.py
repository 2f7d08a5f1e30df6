"""The board in words, for screen readers."""

from __future__ import annotations

from engines.engine import ChoicePart
from engines.mana.board import ENEMY, NAMES, OWN, RONIN
from engines.mana.state import State
from engines.mana.words import lord_term, piece_term
from firmware_py.core.language import N_, labelled
from firmware_py.games.mana.entry import BACK, PASS
from firmware_py.games.mana.focus import square_of
from firmware_py.games.mana.oled_head import said_binding
from firmware_py.games.vocabulary import Offer, PartWords
from firmware_py.match.scene import Scene


def binds(scene: Scene[State]) -> str:
    """Return the constraint on the player on turn."""
    return said_binding(scene)


def pieces(scene: Scene[State], seat: int) -> str:
    """Return the squares of a seat's pieces, and how many ronins it lost."""
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


def _ask_daimio(scene: Scene[State]) -> Offer:
    piece = scene.fact(lord_term(scene.state.rules))
    return Offer(N_("Choose a square ({piece}): {choices}."), facts={"piece": piece})


def _ask_ronin(scene: Scene[State]) -> Offer:
    number = sum(part.name == "ronin" for part in scene.picked) + 1
    return Offer(N_("Choose a square for ronin {number}: {choices}."), facts={"number": number})


def _ask_piece(scene: Scene[State]) -> Offer:
    if scene.options == (PASS,):
        return Offer(N_("None of your pieces can move: you lose your turn. Press to go on."))
    return Offer(N_("Choose a piece to move: {choices}."))


def _ask_destination(scene: Scene[State]) -> Offer:
    piece = next(iter(scene.picked), None)
    if piece is None or piece == BACK:
        return Offer(N_("Choose where the ronin comes back: {choices}."))
    return Offer(N_("Choose where {square} goes: {choices}."), facts={"square": piece.value})


def _destination(scene: Scene[State], part: ChoicePart) -> str:
    """Return a square, with the piece taken there."""
    state = scene.state
    square, said = square_of(part), scene.fact(part.value)
    if square is None or state.board[square] not in ENEMY[state.side]:
        return said
    taken = scene.fact(piece_term(state.rules, state.board[square]))
    return scene.say(N_("{move} captures: {piece}"), move=said, piece=taken)


VOCABULARY = {
    "orientation": PartWords(
        N_("Choose how far the board is turned: {choices}."), lambda _, part: f"{part.value}°"
    ),
    "daimio": PartWords(_ask_daimio),
    "ronin": PartWords(_ask_ronin),
    "piece": PartWords(_ask_piece),
    "destination": PartWords(_ask_destination, _destination),
    "bird": PartWords(N_("Choose where the bird goes: {choices}.")),
}
