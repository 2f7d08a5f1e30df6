"""The table editor of Mana.

A change that would leave the bird or the Mana in a wrong place moves it too, as people would.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from engines.engine import Message, Seat, Term
from engines.mana.board import (
    DAIMIO,
    KINDS,
    NAMES,
    OF_KIND,
    OWN,
    RONIN,
    distance,
)
from engines.mana.position import write
from engines.mana.state import PLAY, SETUP, State
from engines.mana.words import colour_term, lord_term, piece_term
from firmware_py.core.language import N_, capitalized
from firmware_py.games.mana.oled import RIGHT, SquareMarks, draw_board
from firmware_py.games.table_editor import EditField, Editor, TableArea, terms, yes_no
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas
from firmware_py.ui.widgets import Rect as Place
from firmware_py.ui.widgets import fitting, paragraph

_RIGHT_OF_BOARD = Place(RIGHT + 3, 11, WIDTH - RIGHT - 3, HEIGHT - 11)
_RONINS = 5

CAPTURED, IN_BOX, OFF_BOARD = -1, -2, -3
"""Places of a piece or the bird other than a square."""


def areas(scene: Scene[State]) -> tuple[TableArea, ...]:
    """Return the board, each side's pieces, the bird, and the turn."""
    state = scene.state
    shown = [ground(scene), _pieces(scene, 0), _pieces(scene, 1)]
    if state.phase == PLAY:
        shown += [_bird(scene), _turn(scene)]
    return tuple(shown)


def ground(scene: Scene[State]) -> TableArea:
    """Return the board without pieces, to see how it is turned."""
    state = scene.state
    row = "-".join(str(kind) for kind in KINDS[state.orientation][::6])
    lines = (scene.say(N_("First row of the first player, from the left:")), row)
    fields: tuple[EditField, ...] = ()
    if state.rules.is_2005 and state.phase in (SETUP, PLAY):
        title = scene.say(N_("Board turned"))
        turns = {degrees: f"{degrees}°" for degrees in KINDS}
        fields = (Editor(state, write).field(title, turns, state.orientation, _turn_board),)
    draw = partial(_draw, scene, "", lines)
    return TableArea(scene.say(N_("The board")), lines, fields, draw)


def _pieces(scene: Scene[State], side: int) -> TableArea:
    """Return the places of a side's pieces."""
    state = scene.state
    voice = scene.voice
    daimio = [NAMES[square] for square in _squares(state, DAIMIO[side])]
    ronins = [NAMES[square] for square in _squares(state, RONIN[side])]
    lord = voice.fact(lord_term(state.rules))
    lines = [
        scene.say(
            N_("{lord}: {squares}"), lord=capitalized(lord), squares=", ".join(daimio) or "-"
        ),
        scene.say(N_("Ronins: {squares}"), squares=", ".join(ronins) or "-"),
    ]
    if state.captured[side]:
        lines.append(scene.say(N_("Captured: {count}"), count=state.captured[side]))
    title = voice.fact(colour_term(state.rules, side))
    draw = partial(_draw, scene, OWN[side], tuple(lines))
    return TableArea(capitalized(title), tuple(lines), _piece_fields(scene, side), draw)


def _squares(state: State, letter: str) -> list[int]:
    return [square for square in range(36) if state.board[square] == letter]


def _piece_fields(scene: Scene[State], side: int) -> tuple[EditField, ...]:
    """Return a field for the daimio and one for each ronin, wherever they are."""
    state = scene.state
    daimios = _squares(state, DAIMIO[side])
    ronins = _squares(state, RONIN[side])
    captured = state.captured[side]
    if state.phase not in (SETUP, PLAY) or not (daimios or ronins or captured):
        return ()
    places = dict(enumerate(NAMES))
    places |= {CAPTURED: scene.say(N_("captured")), IN_BOX: scene.say(N_("in the game's box"))}
    empty = _squares(state, ".")

    def field(title: str, place: int, squares: list[int], *others: int) -> EditField:
        near = (
            sorted(squares, key=lambda square: distance(place, square)) if place >= 0 else squares
        )
        domain = {each: places[each] for each in (*near, *others) if each != place}
        put = partial(_put_piece, side, place)
        return Editor(state, write).field(title, domain, place, put, missing=places[place])

    daimio = scene.voice.fact(piece_term(state.rules, DAIMIO[side]))
    ronin = scene.voice.fact(piece_term(state.rules, RONIN[side]))
    off_board = [CAPTURED] * captured + [IN_BOX] * (_RONINS - len(ronins) - captured)
    return (
        *(field(daimio, square, sorted((*empty, *ronins))) for square in daimios),
        *(
            field(f"{ronin} {number}", place, empty, CAPTURED, IN_BOX)
            for number, place in enumerate((*ronins, *off_board), 1)
        ),
    )


def _bird(scene: Scene[State]) -> TableArea:
    """Return the demanded kind, and the place of the bird or the Mana."""
    state = scene.state
    voice = scene.voice
    off_board = voice.fact(Term("bird", "beside"))
    kinds = terms(scene, "kind", range(4))
    lines = [scene.say(N_("Move from: {kind}"), kind=kinds[state.kind])]
    if state.mana is not None:
        lines.append(scene.say(N_("On {square}"), square=NAMES[state.mana]))
    elif state.kind and not state.rules.is_2005:
        anywhere = Message("step.bird_kind", {"demand": Term("kind", state.kind)})
        lines.append(off_board if state.rules.asks_bird else voice.say(anywhere))
    edit = Editor(state, write)
    fields = []
    if not state.rules.is_2005:
        fields.append(edit.field(scene.say(N_("Move from")), kinds, state.kind, _put_kind))
    if state.rules.is_2005 or state.rules.asks_bird:
        title = scene.say(N_("Mana on") if state.rules.is_2005 else N_("Bird on"))
        under = OWN[1 - state.side] if state.rules.is_2005 else "."
        seats = {each: NAMES[each] for each in range(36) if state.board[each] in under}
        seats[OFF_BOARD] = off_board
        held = OFF_BOARD if state.mana is None else state.mana
        fields.append(edit.field(title, seats, held, _put_bird, missing=NAMES[held]))
    name = N_("The Mana") if state.rules.is_2005 else N_("The bird")
    draw = partial(_draw_bird, scene, tuple(lines))
    return TableArea(scene.say(name), tuple(lines), tuple(fields), draw)


def _turn(scene: Scene[State]) -> TableArea:
    """Return whose turn it is, and whether the opponent has just lost one."""
    state = scene.state
    voice = scene.voice
    colours = {side: voice.fact(colour_term(state.rules, side)) for side in (0, 1)}
    answers = yes_no(scene)
    name = voice.fact(Seat(state.seat_of(state.side)))
    lines = (
        scene.say(N_("To play: {name} ({colour})"), name=name, colour=colours[state.side]),
        scene.say(N_("After a lost turn: {answer}"), answer=answers[state.free]),
    )
    edit = Editor(state, write)
    fields = (
        edit.field(scene.say(N_("To play")), colours, state.side, _put_side),
        edit.field(scene.say(N_("After a lost turn")), answers, state.free, _put_free),
    )
    return TableArea(scene.say(N_("The turn")), lines, fields)


# --- changes ---


def _turn_board(state: State, degrees: int) -> State:
    """Turn the board under the pieces; the Mana stays with its piece and demands the new kind."""
    state = replace(state, orientation=degrees)
    return state if state.mana is None else _put_bird(state, state.mana)


def _put_piece(side: int, source: int, state: State, target: int) -> State:
    """Move a piece between board, captured ones and box; a piece on the target is swapped."""
    has_mana = state.rules.is_2005 and state.mana == source
    letter = state.board[source] if source >= 0 else RONIN[side]
    there = state.board[target] if target >= 0 else "."
    state = _put_at(_put_at(state, side, source, there, -1), side, target, letter, 1)
    if has_mana:
        state = _put_bird(state, target) if target >= 0 else replace(state, mana=None)
    return state


def _put_at(state: State, side: int, place: int, letter: str, change: int) -> State:
    """Put a letter on a square, removing a bird there, or count a captured ronin."""
    if place >= 0:
        board = state.board[:place] + letter + state.board[place + 1 :]
        is_bird_hit = state.mana == place and letter != "." and not state.rules.is_2005
        return replace(state, board=board, mana=None if is_bird_hit else state.mana)
    counts = list(state.captured)
    counts[side] += change if place == CAPTURED else 0
    return replace(state, captured=(counts[0], counts[1]))


def _put_kind(state: State, kind: int) -> State:
    """Demand another kind; a bird on a square of the old kind is removed."""
    if state.mana is not None and KINDS[state.orientation][state.mana] != kind:
        state = replace(state, mana=None)
    return replace(state, kind=kind)


def _put_bird(state: State, place: int) -> State:
    """Put the bird or the Mana on a square, whose kind it demands; off the board the Mana demands
    none.
    """
    if place >= 0:
        return replace(state, mana=place, kind=KINDS[state.orientation][place])
    return replace(state, mana=None, kind=0 if state.rules.is_2005 else state.kind)


def _put_side(state: State, side: int) -> State:
    return replace(state, side=side)


def _put_free(state: State, free: bool) -> State:
    return replace(state, free=free)


# --- drawing ---


def _draw(scene: Scene[State], letters: str, lines: tuple[str, ...], canvas: Canvas) -> None:
    """Draw the board with some of the pieces, and the lines next to it."""
    state = scene.state
    board = "".join(letter if letter in letters else "." for letter in state.board)
    _draw_right_of_board(canvas, state, board, SquareMarks(), lines)


def _draw_bird(scene: Scene[State], lines: tuple[str, ...], canvas: Canvas) -> None:
    """Draw the whole board, with the bird or the squares on which it may be."""
    state = scene.state
    if state.rules.is_2005 or state.mana is not None:
        last = frozenset({state.mana} if state.rules.is_2005 and state.mana is not None else ())
        marks = SquareMarks(last=last, bird=None if state.rules.is_2005 else state.mana)
    else:
        of_kind = OF_KIND[state.orientation][state.kind]
        marks = SquareMarks(open=frozenset(each for each in of_kind if state.board[each] == "."))
    _draw_right_of_board(canvas, state, state.board, marks, lines)


def _draw_right_of_board(
    canvas: Canvas, state: State, board: str, marks: SquareMarks, lines: tuple[str, ...]
) -> None:
    draw_board(canvas, board, KINDS[state.orientation], marks)
    text = "\n".join(lines)
    paragraph(canvas, text, _RIGHT_OF_BOARD, font=fitting(text, _RIGHT_OF_BOARD, "medium"))
