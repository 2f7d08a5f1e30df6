"""Mana's table area by area, and the changes that mend its position.

A position is a text (engines.mana.position). A change that would leave the bird or the Mana in a
wrong place takes it along: hands would do the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from engines.engine import Json, Message, Seat, Term
from engines.mana.board import (
    DAIMIO,
    KINDS,
    NAMES,
    OF_KIND,
    OWN,
    RONIN,
    SQUARES,
    distance,
    from_rows,
    to_rows,
)
from engines.mana.names import colour_term, lord_term, piece_term
from engines.mana.state import PLAY, SETUP, State
from firmware_py.core.language import N_
from firmware_py.games.mana.drawing import RIGHT, SquareMarks, draw_board
from firmware_py.games.scene import Scene
from firmware_py.games.table_editor import EditField, Editor, TableArea
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas
from firmware_py.ui.widgets import Rect as Place
from firmware_py.ui.widgets import fitting, paragraph

_BESIDE_BOARD = Place(RIGHT + 3, 11, WIDTH - RIGHT - 3, HEIGHT - 11)
_RONINS = 5


# --- a position, opened ---


@dataclass(frozen=True, slots=True)
class _Table:
    """The fields of a position's text."""

    board: str
    side: str
    kind: int
    mana: int | None
    captured: tuple[int, int]
    rest: tuple[str, ...]
    is_2005: bool
    orientation: int

    @staticmethod
    def open(state: State, position: Json) -> _Table:
        """Read a position that the engine wrote."""
        rows, side, demand, captured, *rest = str(position).split()
        kind, _, mana = demand.partition("@")
        return _Table(
            board=from_rows(tuple(rows.split("/"))),
            side=side,
            kind=int(kind),
            mana=SQUARES.get(mana),
            captured=(int(captured[0]), int(captured[1])),
            rest=tuple(rest),
            is_2005=state.rules.is_2005,
            orientation=state.orientation,
        )

    def close(self) -> Json:
        """Write the position."""
        demand = str(self.kind) if self.mana is None else f"{self.kind}@{NAMES[self.mana]}"
        captured = "".join(map(str, self.captured))
        return " ".join(("/".join(to_rows(self.board)), self.side, demand, captured, *self.rest))

    def put(self, square: int, letter: str) -> _Table:
        """Put a piece on a square, or take it away; a bird that sat there is nowhere now."""
        board = self.board[:square] + letter + self.board[square + 1 :]
        is_bird_hit = self.mana == square and letter != "." and not self.is_2005
        return replace(self, board=board, mana=None if is_bird_hit else self.mana)

    def demand(self, square: int) -> _Table:
        """Let the bird or the Mana sit on a square and demand its kind."""
        return replace(self, mana=square, kind=KINDS[self.orientation][square])

    def count(self, side: int, change: int) -> _Table:
        """Change the number of captured ronins of a side."""
        black, white = self.captured
        counts = (black + change, white) if side == 0 else (black, white + change)
        return replace(self, captured=counts)


def _editor(state: State) -> Editor[_Table]:
    """Return how positions are opened under the rules of a state."""
    return Editor(partial(_Table.open, state), _Table.close)


# --- areas ---


def areas(scene: Scene) -> tuple[TableArea, ...]:
    """Return the board, each side's pieces, the bird, and the turn."""
    state: State = scene.state
    shown = [ground(scene), _pieces(scene, 0), _pieces(scene, 1)]
    if state.phase == PLAY:
        shown += [_bird(scene), _turn(scene)]
    return tuple(shown)


def ground(scene: Scene) -> TableArea:
    """The bare board: how it lies."""
    state: State = scene.state
    row = "-".join(str(kind) for kind in KINDS[state.orientation][::6])
    lines = (scene.say(N_("First row of the first player, from the left:")), row)
    fields: tuple[EditField, ...] = ()
    if state.rules.is_2005 and state.phase in (SETUP, PLAY):
        title = scene.say(N_("Board turned"))
        ways = {f"{degrees}°": partial(_turn_board, degrees) for degrees in KINDS}
        fields = (_editor(state).field(title, f"{state.orientation}°", ways),)
    draw = partial(_draw, scene, "", lines)
    return TableArea(scene.say(N_("The board")), lines, fields, draw)


def _turn_board(degrees: int, table: _Table) -> _Table:
    """Turn the board under the pieces; the Mana stays with its piece and demands its new kind."""
    table = replace(table, orientation=degrees, rest=(table.rest[0], f"^{degrees}"))
    return table if table.mana is None else table.demand(table.mana)


def _pieces(scene: Scene, side: int) -> TableArea:
    """One side's pieces: where each stands."""
    state: State = scene.state
    voice = scene.voice
    daimio = [NAMES[square] for square in _squares(state, DAIMIO[side])]
    ronins = [NAMES[square] for square in _squares(state, RONIN[side])]
    lord = voice.fact(lord_term(state.rules))
    lines = [
        scene.say(
            N_("{lord}: {squares}"), lord=lord.capitalize(), squares=", ".join(daimio) or "-"
        ),
        scene.say(N_("Ronins: {squares}"), squares=", ".join(ronins) or "-"),
    ]
    if state.captured[side]:
        lines.append(scene.say(N_("Captured: {count}"), count=state.captured[side]))
    title = voice.fact(colour_term(state.rules, side))
    draw = partial(_draw, scene, OWN[side], tuple(lines))
    return TableArea(title.capitalize(), tuple(lines), _piece_fields(scene, side), draw)


def _squares(state: State, letter: str) -> list[int]:
    return [square for square in range(36) if state.board[square] == letter]


def _piece_fields(scene: Scene, side: int) -> tuple[EditField, ...]:
    """Return a field for the daimio and one for each ronin, wherever it is."""
    state: State = scene.state
    squares = _squares(state, DAIMIO[side])
    ronins = _squares(state, RONIN[side])
    captured = state.captured[side]
    if state.phase not in (SETUP, PLAY) or not (squares or ronins or captured):
        return ()
    off, box = scene.say(N_("captured")), scene.say(N_("in the game's box"))
    empty = _squares(state, ".")
    wheres = [NAMES[square] for square in ronins]
    wheres += [off] * captured
    wheres += [box] * (_RONINS - len(wheres))
    name = scene.voice.fact(piece_term(state.rules, RONIN[side]))

    def field(title: str, where: str, *targets: str) -> EditField:
        ways = {each: partial(_put_piece, side, where, off, each) for each in targets}
        return _editor(state).field(title, where, ways)

    daimio = scene.voice.fact(piece_term(state.rules, DAIMIO[side]))
    return (
        *(
            field(daimio, where, *_by_distance(where, [*empty, *ronins]))
            for where in (NAMES[square] for square in squares)
        ),
        *(
            field(
                f"{name} {number}",
                where,
                *_by_distance(where, empty),
                *(each for each in (off, box) if each != where),
            )
            for number, where in enumerate(wheres, 1)
        ),
    )


def _by_distance(where: str, squares: list[int]) -> tuple[str, ...]:
    """Return squares as names, the nearest first: a piece is rarely far from where it belongs."""
    if where not in SQUARES:
        return tuple(NAMES[square] for square in squares)
    near = sorted(squares, key=lambda square: (distance(SQUARES[where], square), square))
    return tuple(NAMES[square] for square in near)


def _put_piece(side: int, source: str, off: str, target: str, table: _Table) -> _Table:
    """Move a piece between the board, the captured ones and the box; two pieces change places."""
    has_mana = table.is_2005 and source in SQUARES and table.mana == SQUARES[source]
    letter = table.board[SQUARES[source]] if source in SQUARES else RONIN[side]
    there = table.board[SQUARES[target]] if target in SQUARES else "."
    if source in SQUARES:
        table = table.put(SQUARES[source], there)
    elif source == off:
        table = table.count(side, -1)
    if target in SQUARES:
        table = table.put(SQUARES[target], letter)
    elif target == off:
        table = table.count(side, 1)
    if has_mana:
        table = table.demand(SQUARES[target]) if target in SQUARES else replace(table, mana=None)
    return table


# --- the bird, and whose turn it is ---


def _bird(scene: Scene) -> TableArea:
    """The kind that is demanded, and where the bird or the Mana sits."""
    state: State = scene.state
    voice = scene.voice
    beside = voice.fact(Term("bird", "beside"))
    where = beside if state.mana is None else NAMES[state.mana]
    kinds = tuple(voice.fact(Term("kind", kind)) for kind in range(4))
    lines = [scene.say(N_("Demanded: {kind}"), kind=kinds[state.kind])]
    title = scene.say(N_("Mana on") if state.rules.is_2005 else N_("Bird on"))
    if state.mana is not None:
        lines.append(scene.say(N_("On {square}"), square=where))
    elif state.kind and not state.rules.is_2005:
        anywhere = Message("step.bird_kind", {"demand": Term("kind", state.kind)})
        lines.append(beside if state.rules.asks_bird else voice.say(anywhere))
    fields = []
    if not state.rules.is_2005:
        demands = {name: partial(_put_kind, kind) for kind, name in enumerate(kinds)}
        demanded = scene.say(N_("Demanded"))
        fields.append(_editor(state).field(demanded, kinds[state.kind], demands))
    if state.rules.is_2005 or state.rules.asks_bird:
        ways = {seat: partial(_put_bird, seat) for seat in (*_seats(state), beside)}
        fields.append(_editor(state).field(title, where, ways))
    name = N_("The Mana") if state.rules.is_2005 else N_("The bird")
    draw = partial(_draw_bird, scene, tuple(lines))
    return TableArea(scene.say(name), tuple(lines), tuple(fields), draw)


def _seats(state: State) -> tuple[str, ...]:
    """Return where the bird may sit, or on which piece the Mana."""
    letters = OWN[1 - state.side] if state.rules.is_2005 else "."
    return tuple(NAMES[square] for square in range(36) if state.board[square] in letters)


def _put_kind(kind: int, table: _Table) -> _Table:
    """Demand another kind; a bird on a square of the old one is nowhere then."""
    if table.mana is not None and KINDS[table.orientation][table.mana] != kind:
        table = replace(table, mana=None)
    return replace(table, kind=kind)


def _put_bird(seat: str, table: _Table) -> _Table:
    """Put the bird or the Mana on a square, whose kind it demands; a Mana beside demands none."""
    if seat in SQUARES:
        return table.demand(SQUARES[seat])
    return replace(table, mana=None, kind=0 if table.is_2005 else table.kind)


def _turn(scene: Scene) -> TableArea:
    """Whose turn it is, and whether it is a free one."""
    state: State = scene.state
    voice = scene.voice
    colours = tuple(voice.fact(colour_term(state.rules, side)) for side in (0, 1))
    answers = (scene.say(N_("no")), scene.say(N_("yes")))
    name = voice.fact(Seat(state.seat_of(state.side)))
    lines = (
        scene.say(N_("On turn: {name} ({colour})"), name=name, colour=colours[state.side]),
        scene.say(N_("After a lost turn: {answer}"), answer=answers[state.free]),
    )

    def put_side(side: str, table: _Table) -> _Table:
        return replace(table, side=side)

    def put_free(free: str, table: _Table) -> _Table:
        return replace(table, rest=(free, *table.rest[1:]))

    edit = _editor(state).field
    sides = {name: partial(put_side, side) for side, name in zip("bw", colours, strict=True)}
    frees = {said: partial(put_free, f) for f, said in zip(("-", "free"), answers, strict=True)}
    fields = (
        edit(scene.say(N_("On turn")), colours[state.side], sides),
        edit(scene.say(N_("After a lost turn")), answers[state.free], frees),
    )
    return TableArea(scene.say(N_("The turn")), lines, fields)


# --- drawing ---


def _draw(scene: Scene, letters: str, lines: tuple[str, ...], canvas: Canvas) -> None:
    """Draw the board with some of the pieces, and the lines beside it."""
    state: State = scene.state
    board = "".join(letter if letter in letters else "." for letter in state.board)
    _draw_beside(canvas, state, board, SquareMarks(), lines)


def _draw_bird(scene: Scene, lines: tuple[str, ...], canvas: Canvas) -> None:
    """Draw the whole board, with the bird or the squares on which it may be."""
    state: State = scene.state
    if state.rules.is_2005 or state.mana is not None:
        last = frozenset({state.mana} if state.rules.is_2005 and state.mana is not None else ())
        marks = SquareMarks(last=last, bird=None if state.rules.is_2005 else state.mana)
    else:
        of_kind = OF_KIND[state.orientation][state.kind]
        marks = SquareMarks(open=frozenset(each for each in of_kind if state.board[each] == "."))
    _draw_beside(canvas, state, state.board, marks, lines)


def _draw_beside(
    canvas: Canvas, state: State, board: str, marks: SquareMarks, lines: tuple[str, ...]
) -> None:
    draw_board(canvas, board, KINDS[state.orientation], marks)
    text = "\n".join(lines)
    paragraph(canvas, text, _BESIDE_BOARD, font=fitting(text, _BESIDE_BOARD, "medium"))
