"""The table area by area, for comparing it with the real one and mending what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from engines.engine import Seat, Term
from engines.icehouse.state import (
    COPIES,
    GROUPS,
    LAY,
    PLAY,
    SPACES,
    START,
    Scored,
    State,
    laid,
    points,
    present,
    seats,
)
from firmware_py.core.language import N_, labelled
from firmware_py.games.icehouse import changes
from firmware_py.games.icehouse.pieces import letters, pyramid, sign
from firmware_py.games.scene import TOP, Scene
from firmware_py.games.table_editor import EditField, Editor, TableArea
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName, ellipsis
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect as Box
from firmware_py.ui.widgets import headline

_COLUMNS, _ROWS = 5, 5
_STRETCH = _COLUMNS * _ROWS
_ROOMY = 12
"""Up to so many kinds of pyramids are listed in larger letters."""

_TITLE_NAME = 40
"""The columns that a name may take in a title."""

_EDITOR = Editor(changes.read, changes.write)

Change = Callable[[State], State]


def areas(scene: Scene) -> tuple[TableArea, ...]:
    """Return the path in stretches, the pawns, what stands at each seat, the eye, the points."""
    state: State = scene.state
    path = [_path_area(scene, first) for first in range(0, SPACES, _STRETCH)]
    if state.phase == LAY:
        return tuple(path)
    held = [_held_area(scene, seat) for seat in seats(state)]
    return (*path, _pawns_area(scene), *held, _eye_area(scene), _points_area(scene))


# --- the path -------------------------------------------------------------------------------


def _path_area(scene: Scene, first: int) -> TableArea:
    state: State = scene.state
    last = min(first + _STRETCH, SPACES)
    end = laid(state) if state.phase == LAY else SPACES
    return TableArea(
        title=scene.say(N_("Path {first}-{last}"), first=first + 1, last=last),
        lines=tuple(_space_text(scene, space) for space in range(first, last)),
        fields=tuple(_space_field(scene, space) for space in range(first, min(last, end))),
        draw=partial(_draw_stretch, scene=scene, first=first, last=last),
    )


def _draw_stretch(canvas: Canvas, *, scene: Scene, first: int, last: int) -> None:
    """Draw spaces in rows of five, each row with the number of its first."""
    state: State = scene.state
    names = letters(scene.voice)
    pitch = (HEIGHT - TOP - 1) // _ROWS
    left = 12
    w = (WIDTH - left) // _COLUMNS
    for place, space in enumerate(range(first, last)):
        column, row = place % _COLUMNS, place // _COLUMNS
        x, y = left + column * w, TOP + 2 + row * pitch
        if not column:
            canvas.text(0, y, str(space + 1), "small", width=9, align="right", say="")
        canvas.describe(_space_text(scene, space), y)
        code = state.path[space]
        if code:
            sign(canvas, x + 3, y + 1, names[code[0]], "small", 7)
            pyramid(canvas, x + 11, y + 6, code[1], 9)
        elif space in state.pawns:
            canvas.fill(x + 8, y, 6, 8)
            seat = state.pawns.index(space)
            sign(canvas, x + 8, y + 1, str(seat + 1), "small", 6, on=False)
        else:
            canvas.fill(x + 10, y + 5, 2, 2)
    canvas.line_v(left - 1, TOP + 2, HEIGHT - TOP - 3)


def _space_text(scene: Scene, space: int) -> str:
    return f"{space + 1} {_space_value(scene, space)}"


def _space_value(scene: Scene, space: int) -> str:
    code = scene.state.path[space]
    return scene.voice.fact(Term("pyramid", code)) if code else "-"


def _space_field(scene: Scene, space: int) -> EditField:
    state: State = scene.state
    ways: dict[str, Change] = {}
    if state.path[space] and state.phase != LAY:
        ways[scene.say(N_("in the eye"))] = partial(changes.move_to_eye, space=space)
        for seat in seats(state):
            name = scene.say(N_("at {name}"), name=scene.voice.fact(Seat(seat)))
            ways[name] = partial(changes.move_to_seat, space=space, seat=seat)
    for group in GROUPS:
        name = scene.voice.fact(Term("pyramid", group))
        ways[name] = partial(changes.put_pyramid, space=space, group=group)
    title = scene.say(N_("Space {number}"), number=space + 1)
    return _EDITOR.field(title, _space_value(scene, space), ways)


# --- pawns and turn -------------------------------------------------------------------------


def _pawns_area(scene: Scene) -> TableArea:
    state: State = scene.state
    lines = [
        labelled(scene.say, f"{seat + 1} {_name(scene, seat)}", _place(scene, seat))
        for seat in seats(state)
    ]
    fields = [_pawn_field(scene, seat) for seat in seats(state)]
    if state.phase == PLAY:
        lines.append(scene.say(N_("Turn: {name}"), name=_name(scene, state.turn)))
        turns: dict[str, Change] = {
            _name(scene, seat): partial(replace, turn=seat) for seat in present(state)
        }
        fields.insert(0, _EDITOR.field(scene.say(N_("Turn")), _name(scene, state.turn), turns))
    return TableArea(scene.say(N_("Pawns")), tuple(lines), tuple(fields))


def _pawn_field(scene: Scene, seat: int) -> EditField:
    ways: dict[str, Change] = {
        _place_name(scene, space): partial(changes.put_pawn, seat=seat, space=space)
        for space in range(START, SPACES)
    }
    return _EDITOR.field(_name(scene, seat), _place(scene, seat), ways)


def _place(scene: Scene, seat: int) -> str:
    return _place_name(scene, scene.state.pawns[seat])


def _place_name(scene: Scene, space: int) -> str:
    return scene.say(N_("start")) if space == START else str(space + 1)


def _name(scene: Scene, seat: int) -> str:
    return scene.voice.fact(Seat(seat))


# --- what has left the path -----------------------------------------------------------------


def _held_area(scene: Scene, seat: int) -> TableArea:
    """Return what stands in front of a seat; points lie there too, but are another area."""
    state: State = scene.state
    held = state.held[seat]
    fields = []
    for group in _unfinished(state):
        ways: dict[str, Change] = {
            str(count): partial(changes.put_held, seat=seat, group=group, count=count)
            for count in range(COPIES + 1)
        }
        fields.append(
            _EDITOR.field(scene.voice.fact(Term("pyramid", group)), str(held.count(group)), ways)
        )
    name = ellipsis(_name(scene, seat), "small", _TITLE_NAME)
    title = scene.say(N_("In front of {name}"), name=name)
    return TableArea(title, _listed(scene, held), tuple(fields), partial(_draw_heap, scene, held))


def _eye_area(scene: Scene) -> TableArea:
    eye = scene.state.eye
    draw = partial(_draw_heap, scene, eye)
    return TableArea(scene.say(N_("In the eye")), _listed(scene, eye), draw=draw)


def _unfinished(state: State) -> Iterator[str]:
    done = {scored.group for scored in state.scored}
    return (group for group in GROUPS if group not in done)


def _listed(scene: Scene, codes: tuple[str, ...]) -> tuple[str, ...]:
    kinds = [group for group in GROUPS if group in codes]
    lines = [f"{codes.count(g)} x {scene.voice.fact(Term('pyramid', g))}" for g in kinds]
    return tuple(lines) or (scene.say(N_("Nothing")),)


def _draw_heap(scene: Scene, codes: tuple[str, ...], canvas: Canvas) -> None:
    """Draw some pyramids by kind: how many, the letter, the size."""
    if not codes:
        headline(canvas, scene.say(N_("Nothing")), Box(0, TOP + 1, WIDTH, HEIGHT - TOP - 1))
        return
    names = letters(scene.voice)
    kinds = [group for group in GROUPS if group in codes]
    font: FontName = "medium" if len(kinds) <= _ROOMY else "small"
    pitch = font_of(font).height + 1
    for place, group in enumerate(kinds):
        x, y = place % 3 * 42, TOP + 1 + place // 3 * pitch
        base = font_of(font).line("H").bottom
        said = f"{codes.count(group)} x {scene.voice.fact(Term('pyramid', group))}"
        canvas.text(x, y, f"{codes.count(group)}x", font, say=said)
        sign(canvas, x + 15, y + font_of(font).line("H").top, names[group[0]], font, 7)
        pyramid(canvas, x + 24, y + base - 1, group[1], 9)


# --- points ---------------------------------------------------------------------------------


def _points_area(scene: Scene) -> TableArea:
    state: State = scene.state
    lines = [
        labelled(scene.say, f"{seat + 1} {_name(scene, seat)}", score)
        for seat, score in enumerate(points(state))
    ]
    fields = [_share_field(scene, scored) for scored in state.scored]
    return TableArea(scene.say(N_("Points")), tuple(lines), tuple(fields))


def _share_field(scene: Scene, scored: Scored) -> EditField:
    """Return who got the points of a finished group: 5 for one, or 3 and 2."""
    ways: dict[str, Change] = {}
    value = "-"
    everyone = seats(scene.state)
    pairs = [(seat, None) for seat in everyone] + [
        (first, second) for first in everyone for second in everyone if first != second
    ]
    for first, second in pairs:
        shares = [0] * len(everyone)
        shares[first] = COPIES if second is None else 3
        text = f"{_name(scene, first)} {shares[first]}"
        if second is not None:
            shares[second] = 2
            text = f"{text}, {_name(scene, second)} 2"
        if tuple(shares) == scored.points:
            value = text
        ways[text] = partial(changes.put_share, group=scored.group, first=first, second=second)
    return _EDITOR.field(scene.voice.fact(Term("pyramid", scored.group)), value, ways)
