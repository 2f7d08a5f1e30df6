"""The table editor of Icehouse Mandala.

A pyramid that is put somewhere comes from another place, because people who say "there is a red
one" mean that the box recorded it elsewhere. So every change keeps five pyramids of each group. A
scored group is opened again when one of its pyramids turns up on the path, and a group that has
left the path is scored, as in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations
from typing import TypeVar

from engines.engine import Seat, Term
from engines.icehouse import position
from engines.icehouse.rules import score, sweep
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
from firmware_py.games.icehouse.colours import letters
from firmware_py.games.icehouse.oled import pyramid, sign
from firmware_py.games.play_widgets import TOP
from firmware_py.games.table_editor import (
    NOTHING,
    EditField,
    Editor,
    TableArea,
    numbers,
    people,
    terms,
)
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName, ellipsis
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect as Box
from firmware_py.ui.widgets import headline

V = TypeVar("V")

_COLUMNS, _ROWS = 5, 5
_STRETCH = _COLUMNS * _ROWS
_ROOMY = 12
"""Up to this many kinds of pyramids are listed in a larger font."""

_TITLE_NAME = 40
"""Width of a name in a title, in pixels."""

EYE = SPACES
"""The place of a pyramid is its space on the path, EYE, or SEAT plus the seat."""
SEAT = EYE + 1


def areas(scene: Scene[State]) -> tuple[TableArea, ...]:
    """Return the path in stretches, the pawns, the pyramids of each seat, the eye, the points."""
    state = scene.state
    path = [_path_area(scene, first) for first in range(0, SPACES, _STRETCH)]
    if state.phase == LAY:
        return tuple(path)
    held = [_held_area(scene, seat) for seat in seats(state)]
    return (*path, _pawns_area(scene), *held, _eye_area(scene), _points_area(scene))


def _write(state: State) -> object:
    return position.write(state if state.phase == LAY else score(state))


def _path_area(scene: Scene[State], first: int) -> TableArea:
    state = scene.state
    last = min(first + _STRETCH, SPACES)
    end = laid(state) if state.phase == LAY else SPACES
    return TableArea(
        title=scene.say(N_("Path {first}-{last}"), first=first + 1, last=last),
        lines=tuple(_space_text(scene, space) for space in range(first, last)),
        fields=tuple(_space_field(scene, space) for space in range(first, min(last, end))),
        draw=partial(_draw_stretch, scene, range(first, last)),
    )


def _space_text(scene: Scene[State], space: int) -> str:
    code = scene.state.path[space]
    return f"{space + 1} {scene.fact(Term('pyramid', code)) if code else NOTHING}"


def _space_field(scene: Scene[State], space: int) -> EditField:
    """Return the field for the pyramid on a space, or for where it went."""
    state = scene.state
    domain: dict[str | int, str] = {}
    if state.path[space] and state.phase != LAY:
        domain[EYE] = scene.say(N_("in the eye"))
        for seat, name in people(scene, seats(state)).items():
            domain[SEAT + seat] = scene.say(N_("in front of {name}"), name=name)
    domain.update(terms(scene, "pyramid", GROUPS))

    def put(state: State, value: str | int) -> State:
        if isinstance(value, str):
            return _put_pyramid(state, space, value)
        return _move(state, state.path[space], space, value)

    title = scene.say(N_("Space {number}"), number=space + 1)
    return Editor(state, _write).field(title, domain, state.path[space], put)


def _pawns_area(scene: Scene[State]) -> TableArea:
    state = scene.state
    names = people(scene, seats(state))
    spaces = {START: scene.say(N_("start")), **{n: str(n + 1) for n in range(SPACES)}}
    edit = Editor(state, _write)
    lines = [
        labelled(scene.say, f"{seat + 1} {name}", spaces[state.pawns[seat]])
        for seat, name in names.items()
    ]
    fields = [
        edit.field(name, spaces, state.pawns[seat], partial(_put_pawn, seat))
        for seat, name in names.items()
    ]
    if state.phase == PLAY:
        lines.append(scene.say(N_("Turn: {name}"), name=names[state.turn]))
        turns = people(scene, present(state))
        fields.insert(0, edit.field(scene.say(N_("Turn")), turns, state.turn, _put_turn))
    return TableArea(scene.say(N_("Pawns")), tuple(lines), tuple(fields))


def _held_area(scene: Scene[State], seat: int) -> TableArea:
    """Return the pyramids of a seat; the points are another area."""
    state = scene.state
    held = state.held[seat]
    done = {scored.group for scored in state.scored}
    counts = numbers(range(COPIES + 1))
    fields = tuple(
        Editor(state, _write).field(
            name, counts, held.count(group), partial(_put_held, seat, group)
        )
        for group, name in terms(scene, "pyramid", GROUPS).items()
        if group not in done
    )
    name = ellipsis(scene.voice.fact(Seat(seat)), "small", _TITLE_NAME)
    title = scene.say(N_("In front of {name}"), name=name)
    return TableArea(title, _listed(scene, held), fields, partial(_draw_heap, scene, held))


def _eye_area(scene: Scene[State]) -> TableArea:
    eye = scene.state.eye
    draw = partial(_draw_heap, scene, eye)
    return TableArea(scene.say(N_("In the eye")), _listed(scene, eye), draw=draw)


def _points_area(scene: Scene[State]) -> TableArea:
    """Return the points, and for each finished group who got them: 5 for one, or 3 and 2."""
    state = scene.state
    names = people(scene, seats(state))
    lines = [
        labelled(scene.say, f"{seat + 1} {names[seat]}", had)
        for seat, had in enumerate(points(state))
    ]
    shares = [{seat: COPIES} for seat in names]
    shares += [{first: 3, second: 2} for first, second in permutations(names, 2)]
    domain = {
        tuple(share.get(seat, 0) for seat in names): ", ".join(
            f"{names[seat]} {count}" for seat, count in share.items()
        )
        for share in shares
    }
    fields = [
        Editor(state, _write).field(
            scene.fact(Term("pyramid", each.group)),
            domain,
            each.points,
            partial(_put_share, each.group),
        )
        for each in state.scored
    ]
    return TableArea(scene.say(N_("Points")), tuple(lines), tuple(fields))


# --- drawing --------------------------------------------------------------------------------


def _draw_stretch(scene: Scene[State], spaces: Sequence[int], canvas: Canvas) -> None:
    """Draw spaces in rows of five, each row with the number of its first space."""
    state, names = scene.state, letters(scene.voice)
    pitch = (HEIGHT - TOP - 1) // _ROWS
    left = 12
    w = (WIDTH - left) // _COLUMNS
    for place, space in enumerate(spaces):
        row, column = divmod(place, _COLUMNS)
        x, y = left + column * w, TOP + 2 + row * pitch
        if not column:
            canvas.text(0, y, str(space + 1), "small", width=9, align="right", say="")
        canvas.describe(_space_text(scene, space), y)
        if code := state.path[space]:
            sign(canvas, x + 3, y + 1, names[code[0]], "small", 7)
            pyramid(canvas, x + 11, y + 6, code[1], 9)
        elif space in state.pawns:
            canvas.fill(x + 8, y, 6, 8)
            seat = state.pawns.index(space)
            sign(canvas, x + 8, y + 1, str(seat + 1), "small", 6, on=False)
        else:
            canvas.fill(x + 10, y + 5, 2, 2)
    canvas.line_v(left - 1, TOP + 2, HEIGHT - TOP - 3)


def _listed(scene: Scene[State], codes: tuple[str, ...]) -> tuple[str, ...]:
    lines = (
        f"{codes.count(group)} x {scene.fact(Term('pyramid', group))}" for group in _kinds(codes)
    )
    return tuple(lines) or (scene.say(N_("Nothing")),)


def _kinds(codes: tuple[str, ...]) -> list[str]:
    return [group for group in GROUPS if group in codes]


def _draw_heap(scene: Scene[State], codes: tuple[str, ...], canvas: Canvas) -> None:
    """Draw pyramids by kind: how many, the letter, the size."""
    kinds, lines = _kinds(codes), _listed(scene, codes)
    if not kinds:
        headline(canvas, lines[0], Box(0, TOP + 1, WIDTH, HEIGHT - TOP - 1))
        return
    names = letters(scene.voice)
    font: FontName = "medium" if len(kinds) <= _ROOMY else "small"
    capital = font_of(font).line("H")
    for place, (group, said) in enumerate(zip(kinds, lines, strict=True)):
        x, y = place % 3 * 42, TOP + 1 + place // 3 * (font_of(font).height + 1)
        canvas.text(x, y, f"{codes.count(group)}x", font, say=said)
        sign(canvas, x + 15, y + capital.top, names[group[0]], font, 7)
        pyramid(canvas, x + 24, y + capital.bottom - 1, group[1], 9)


# --- changes --------------------------------------------------------------------------------


def _put_turn(state: State, seat: int) -> State:
    return replace(state, turn=seat)


def _put_pyramid(state: State, space: int, group: str) -> State:
    """Put a pyramid on a space; the one that was there goes where the other came from."""
    there = state.path[space]
    if there == group or state.phase == LAY:
        return _add(state, space, group)
    state = _reopen(state, group)

    def rank(place: int) -> tuple[int, int]:
        """Prefer the eye, then another space to swap with, then what a seat has."""
        if place >= EYE:
            return (place > EYE) * 2, place
        return (1 if there else 3), abs(place - space)

    source = min(_places(state, group), key=rank)
    state = _move(state, group, source, space)
    return _add(state, source, there) if there else state


def _put_held(seat: int, group: str, state: State, count: int) -> State:
    """Give a seat `count` pyramids of a group; the difference goes to the eye or comes from
    elsewhere.
    """
    state = _reopen(state, group)
    own = SEAT + seat
    while state.held[seat].count(group) > count:
        state = _move(state, group, own, EYE)
    while state.held[seat].count(group) < count:
        others = [place for place in _places(state, group) if place != own]
        source = min(others, key=lambda place: (place < EYE, place))
        state = _move(state, group, source, own)
    return state


def _put_pawn(seat: int, state: State, space: int) -> State:
    """Put a pawn on a space; a pyramid there is taken, and spaces behind all pawns are swept."""
    if space != START and state.path[space]:
        state = _move(state, state.path[space], space, SEAT + seat)
    state = replace(state, pawns=_with(state.pawns, seat, space))
    return state if state.phase == LAY else sweep(state)


def _put_share(group: str, state: State, shares: tuple[int, ...]) -> State:
    """Give the points of a finished group to other seats."""
    new = Scored(group, shares, shares)
    eye = tuple(code for code in state.eye if code != group)
    scored = tuple(new if each.group == group else each for each in state.scored)
    return replace(state, eye=eye, scored=scored)


def _reopen(state: State, group: str) -> State:
    """Put the pyramids of a scored group back where they were before it was scored."""
    scored = next((each for each in state.scored if each.group == group), None)
    if scored is None:
        return state
    eye = [code for code in state.eye if code != group]
    eye += [group] * (COPIES - sum(scored.owned))
    held = zip(state.held, scored.owned, strict=True)
    return replace(
        state,
        scored=tuple(each for each in state.scored if each is not scored),
        eye=tuple(sorted(eye)),
        held=tuple(tuple(sorted((*codes, *[group] * count))) for codes, count in held),
    )


def _places(state: State, group: str) -> list[int]:
    """Return where pyramids of a group are."""
    heaps = enumerate((state.eye, *state.held), EYE)
    spaces = [space for space in range(SPACES) if state.path[space] == group]
    return [*spaces, *(place for place, codes in heaps if group in codes)]


def _move(state: State, group: str, source: int, target: int) -> State:
    if source < SPACES:
        return _add(_add(state, source, ""), target, group)
    codes = list((state.eye, *state.held)[source - EYE])
    codes.remove(group)
    return _add(_put_heap(state, source, codes), target, group)


def _add(state: State, place: int, group: str) -> State:
    """Put a pyramid somewhere; on the path it replaces another."""
    if place < SPACES:
        return replace(state, path=_with(state.path, place, group))
    return _put_heap(state, place, (*(state.eye, *state.held)[place - EYE], group))


def _put_heap(state: State, place: int, codes: Sequence[str]) -> State:
    eye, *held = _with((state.eye, *state.held), place - EYE, tuple(sorted(codes)))
    return replace(state, eye=eye, held=tuple(held))


def _with(values: tuple[V, ...], place: int, value: V) -> tuple[V, ...]:
    return (*values[:place], value, *values[place + 1 :])
