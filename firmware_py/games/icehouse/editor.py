"""The table editor of Icehouse Mandala.

A pyramid that is put somewhere comes from somewhere: what people mean by "there is a red one" is
that it is not where the box thought. So every change keeps five pyramids of each group. A group
that was scored is opened again when one of its pyramids turns up on the path, and a group that has
left the path is scored, as in play.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import permutations

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
from firmware_py.games.icehouse.oled_path import letters, pyramid, sign
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

_COLUMNS, _ROWS = 5, 5
_STRETCH = _COLUMNS * _ROWS
_ROOMY = 12
"""Up to this many kinds of pyramids are listed in larger letters."""

_TITLE_NAME = 40
"""The columns that a name may take in a title."""

EYE = SPACES
"""The place of a pyramid is its space on the path, the eye, or a seat counted from SEAT."""
SEAT = EYE + 1


def areas(scene: Scene[State]) -> tuple[TableArea, ...]:
    """Return the path in stretches, the pawns, what stands at each seat, the eye, the points."""
    state = scene.state
    path = [_path_area(scene, first) for first in range(0, SPACES, _STRETCH)]
    if state.phase == LAY:
        return tuple(path)
    held = [_held_area(scene, seat) for seat in seats(state)]
    return (*path, _pawns_area(scene), *held, _eye_area(scene), _points_area(scene))


def _edit(scene: Scene[State]) -> Editor[State]:
    return Editor(scene.state, _write)


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
        draw=partial(_draw_stretch, scene=scene, first=first, last=last),
    )


def _space_text(scene: Scene[State], space: int) -> str:
    return f"{space + 1} {_pyramid(scene, scene.state.path[space])}"


def _pyramid(scene: Scene[State], code: str) -> str:
    return scene.voice.fact(Term("pyramid", code)) if code else NOTHING


def _space_field(scene: Scene[State], space: int) -> EditField:
    """Return which pyramid is on a space, or where the one that was there is now."""
    state = scene.state
    domain: dict[str | int, str] = {}
    if state.path[space] and state.phase != LAY:
        domain[EYE] = scene.say(N_("in the eye"))
        for seat, name in people(scene, seats(state)).items():
            domain[SEAT + seat] = scene.say(N_("at {name}"), name=name)
    domain.update(terms(scene, "pyramid", GROUPS))

    def put(state: State, value: str | int) -> State:
        if isinstance(value, str):
            return _put_pyramid(state, space, value)
        return _move(state, state.path[space], space, value)

    title = scene.say(N_("Space {number}"), number=space + 1)
    return _edit(scene).field(title, domain, state.path[space], put)


def _pawns_area(scene: Scene[State]) -> TableArea:
    state = scene.state
    names = people(scene, seats(state))
    spaces = {START: scene.say(N_("start")), **{n: str(n + 1) for n in range(SPACES)}}
    edit = _edit(scene)
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
        turn = edit.field(scene.say(N_("Turn")), turns, state.turn, _put_turn)
        fields.insert(0, turn)
    return TableArea(scene.say(N_("Pawns")), tuple(lines), tuple(fields))


def _held_area(scene: Scene[State], seat: int) -> TableArea:
    """Return what stands in front of a seat; its points are another area."""
    state = scene.state
    held = state.held[seat]
    done = {scored.group for scored in state.scored}
    counts = numbers(range(COPIES + 1))
    fields = tuple(
        _edit(scene).field(name, counts, held.count(group), partial(_put_held, seat, group))
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
        labelled(scene.say, f"{seat + 1} {names[seat]}", score)
        for seat, score in enumerate(points(state))
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
        _edit(scene).field(
            _pyramid(scene, each.group), domain, each.points, partial(_put_share, each.group)
        )
        for each in state.scored
    ]
    return TableArea(scene.say(N_("Points")), tuple(lines), tuple(fields))


# --- drawing --------------------------------------------------------------------------------


def _draw_stretch(canvas: Canvas, *, scene: Scene[State], first: int, last: int) -> None:
    """Draw spaces in rows of five, each row with the number of its first."""
    state = scene.state
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


def _listed(scene: Scene[State], codes: tuple[str, ...]) -> tuple[str, ...]:
    kinds = [group for group in GROUPS if group in codes]
    lines = [f"{codes.count(g)} x {scene.voice.fact(Term('pyramid', g))}" for g in kinds]
    return tuple(lines) or (scene.say(N_("Nothing")),)


def _draw_heap(scene: Scene[State], codes: tuple[str, ...], canvas: Canvas) -> None:
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


# --- changes --------------------------------------------------------------------------------


def _put_turn(state: State, seat: int) -> State:
    return replace(state, turn=seat)


def _put_pyramid(state: State, space: int, group: str) -> State:
    """Put a pyramid on a space; what was there goes where the other came from."""
    there = state.path[space]
    if there == group or state.phase == LAY:
        return _add(state, space, group)
    state = _reopen(state, group)
    near = sorted(_spaces(state, group), key=lambda each: abs(each - space))
    eye, owners = _eye(state, group), _owners(state, group)
    source = (*eye, *(near if there else ()), *owners, *near)[0]
    state = _move(state, group, source, space)
    return _add(state, source, there) if there else state


def _put_held(seat: int, group: str, state: State, count: int) -> State:
    """Let a seat hold `count` of a group; the difference goes to the eye or is found elsewhere."""
    state = _reopen(state, group)
    place = SEAT + seat
    while state.held[seat].count(group) > count:
        state = _move(state, group, place, EYE)
    while state.held[seat].count(group) < count:
        others = [each for each in _owners(state, group) if each != place]
        source = (*_eye(state, group), *others, *_spaces(state, group))[0]
        state = _move(state, group, source, place)
    return state


def _put_pawn(seat: int, state: State, space: int) -> State:
    """Stand a pawn on a space; a pyramid there was taken, and what all have passed is swept."""
    if space != START and state.path[space]:
        state = _move(state, state.path[space], space, SEAT + seat)
    state = replace(state, pawns=(*state.pawns[:seat], space, *state.pawns[seat + 1 :]))
    return state if state.phase == LAY else sweep(state)


def _put_share(group: str, state: State, shares: tuple[int, ...]) -> State:
    """Give the points of a finished group to other seats."""
    new = Scored(group, shares, shares)
    eye = tuple(code for code in state.eye if code != group)
    scored = tuple(new if each.group == group else each for each in state.scored)
    return replace(state, eye=eye, scored=scored)


def _reopen(state: State, group: str) -> State:
    """Stand the pyramids of a scored group where they stood before it was scored."""
    for scored in state.scored:
        if scored.group != group:
            continue
        rest = COPIES - sum(scored.owned)
        others = tuple(code for code in state.eye if code != group)
        state = replace(
            state,
            scored=tuple(each for each in state.scored if each is not scored),
            eye=tuple(sorted(others + (group,) * rest)),
        )
        for seat, count in enumerate(scored.owned):
            for _ in range(count):
                state = _add(state, SEAT + seat, group)
    return state


def _spaces(state: State, group: str) -> list[int]:
    return [space for space in range(SPACES) if state.path[space] == group]


def _eye(state: State, group: str) -> list[int]:
    return [EYE] if group in state.eye else []


def _owners(state: State, group: str) -> list[int]:
    return [SEAT + seat for seat in seats(state) if group in state.held[seat]]


def _move(state: State, group: str, source: int, target: int) -> State:
    if source < SPACES:
        return _add(_add(state, source, ""), target, group)
    heap = list(_heap(state, source))
    heap.remove(group)
    return _add(_put_heap(state, source, heap), target, group)


def _add(state: State, place: int, group: str) -> State:
    """Put a pyramid somewhere; on the path it takes the place of another."""
    if place < SPACES:
        return replace(state, path=(*state.path[:place], group, *state.path[place + 1 :]))
    return _put_heap(state, place, sorted((*_heap(state, place), group)))


def _heap(state: State, place: int) -> tuple[str, ...]:
    return state.eye if place == EYE else state.held[place - SEAT]


def _put_heap(state: State, place: int, heap: list[str]) -> State:
    if place == EYE:
        return replace(state, eye=tuple(heap))
    seat = place - SEAT
    return replace(state, held=(*state.held[:seat], tuple(heap), *state.held[seat + 1 :]))
