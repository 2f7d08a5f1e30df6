"""Icehouse Mandala on the OLED: pyramids, pawns, a stretch of the path, the whole screen.

A turn: the player, the path from their pawn on, what to do, the choice, the points.

Giorgia                 12:34
[G] R K B Y [B] G .. G K        letters over pyramids; a pawn is its player's initial
    A ^ A a     ^    A ^        underlined: what the cursor can lead to
Ben: spaces 4 to 9 to the eye.
[> small green +3  BBo on 12    lit key: the next press takes it; who has of its group
Anna 12   Ben 3   Giorgia 5

Empty spaces that follow each other are one narrow dot: people count pyramids, not gaps. The path
is in one page of the display chip, and in play it stays where the own pawn is: what moved with
every step would all go over a slow wire. A cursor further on is an arrow at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from engines.engine import ChoicePart, Seat, Term
from engines.icehouse.state import (
    LAY,
    OVER,
    SIZES,
    SPACES,
    START,
    State,
    ahead,
    laid,
    points,
    present,
    seats,
)
from firmware_py.core.language import N_, labelled
from firmware_py.games.icehouse.colours import letters
from firmware_py.games.icehouse.entry import colour_part
from firmware_py.games.icehouse.focus import (
    chosen_space,
    gain,
    last_space,
    marks_of,
    place_name,
    reached_spaces,
)
from firmware_py.games.play_widgets import KEY, draw_answer, draw_clocks, draw_title, draw_told
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import (
    HEIGHT,
    WIDTH,
    Bitmap,
    Canvas,
    FontName,
    before_number,
    text_width,
)
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import CROSS, Rect, fitting, narrowed, paragraph

# --- signs ----------------------------------------------------------------------------------

LITTLE = {"1": (3, 2), "2": (5, 4), "3": (7, 6)}
"""Base and height of each size in pixels: no higher than a small letter."""
LISTED = {"1": (3, 2), "2": (7, 4), "3": (9, 6)}
BIG = {"1": (7, 6), "2": (13, 10), "3": (19, 14)}


@lru_cache(maxsize=16)
def _triangle(base: int, height: int) -> Bitmap:
    middle = base // 2
    halves = [middle * row // (height - 1) for row in range(height)]
    rows = ["".join(".#"[abs(x - middle) <= half] for x in range(base)) for half in halves]
    return Bitmap.parse("/".join(rows))


def pyramid(
    canvas: Canvas,
    x: int,
    bottom: int,
    size: str,
    w: int,
    shapes: dict[str, tuple[int, int]] = LISTED,
    *,
    on: bool = True,
) -> None:
    """Draw a pyramid in side view on a base line, centred in a width."""
    shape = _triangle(*shapes[size])
    canvas.bitmap(x + (w - shape.width) // 2, bottom - shape.height + 1, shape, on)


def sign(
    canvas: Canvas,
    x: int,
    top: int,
    text: str,
    font: FontName,
    w: int,
    *,
    on: bool = True,
    faint: bool = False,
) -> None:
    """Write a sign centred in a width, its capitals' top at a row, silent for screen readers."""
    y = top - font_of(font).line("H").top
    canvas.text(x, y, text, font, width=w, align="centre", on=on, faint=faint, say="")


def pawn(canvas: Canvas, x: int, y: int, mark: str) -> None:
    """Draw a pawn as its player's short name, dark on a lit block."""
    w = _pawn_width(mark)
    canvas.fill(x, y, w, 8)
    sign(canvas, x, y + 1, mark, "small", w, on=False)


def _pawn_width(mark: str) -> int:
    return text_width(mark, "small") + 4


IN_EYE = -1
"""The place of a pyramid in the eye; other places are seats."""
_EYE = Bitmap.parse(".##./#..#/#..#/.##.")
_SLOT = 6


def gone(state: State, group: str) -> tuple[int, ...]:
    """Return where the pyramids of an open group are that left the path: seats, then the eye."""
    held = [seat for seat in seats(state) for _ in range(state.held[seat].count(group))]
    return tuple(held) + (IN_EYE,) * state.eye.count(group)


def slots(
    canvas: Canvas, x: int, top: int, places: tuple[int, ...], names: tuple[str, ...]
) -> None:
    """Draw where the pyramids of a group went: an initial, or a ring for the eye.

    B B D o    two at Ben's, one at Dora's, one in the eye
    """
    digit = font_of("small").line("8")
    for place, where in enumerate(places):
        left = x + place * _SLOT
        if where == IN_EYE:
            canvas.bitmap(left + 1, top + (digit.bottom - digit.top) // 2 - 2, _EYE)
        else:
            initial = names[where][:1].replace("Œ", "O").replace("Æ", "A")  # too wide for a slot
            sign(canvas, left, top, initial, "small", _SLOT)


# --- a stretch of the path ------------------------------------------------------------------

_TOP, _HIGH = 16, 8
_BELOW = _TOP + 11
"""First row below the path, in pixels."""
_GAP = 5
_WIDE = 16
"""Width of a letter, a pyramid and the gap after them, in pixels."""
_LETTER = 6
_MORE = Bitmap.parse("#../.#./..#/.#./#..")


@dataclass(frozen=True, slots=True)
class Look:
    """What the path points out."""

    begin: int
    """The space at which the first screenful begins."""
    focus: int
    """The space that must be visible; with a cursor, the lit one."""
    has_cursor: bool = False
    marked: tuple[int, ...] = ()
    """Spaces that can be chosen, underlined."""
    stays: bool = False
    """Show the first screenful regardless of the focus."""
    shows_gaps: bool = False
    """Give every empty space a cell of its own."""


class _Cell(NamedTuple):
    """A cell of the path: a pyramid, pawns, or the empty spaces up to `space`."""

    space: int
    w: int
    pyramid: str = ""
    seats: tuple[int, ...] = ()


def _draw_path(canvas: Canvas, scene: Scene[State], look: Look) -> tuple[int, int]:
    """Draw the screenful that contains the focus; return its first and last space."""
    marks, names = marks_of(scene), letters(scene.voice)
    refused = look.focus if scene.refused is not None and look.has_cursor else None
    cells = _cells(scene.state, look, refused, max(map(_pawn_width, marks)) + 3)
    first, last = _screenful(cells, look)
    x = 0
    for cell in cells[first:last]:
        _draw_cell(canvas, x, cell, look, names, marks)
        if cell.space == refused:
            canvas.bitmap(x + (min(cell.w, _WIDE - 2) - CROSS.width) // 2, _TOP + _HIGH + 1, CROSS)
        x += cell.w
    if look.has_cursor and look.focus > cells[last - 1].space:
        canvas.fill(WIDTH - _MORE.width - 2, _TOP, _MORE.width + 2, _HIGH)
        canvas.bitmap(WIDTH - _MORE.width - 1, _TOP + 1, _MORE, on=False)
    return cells[first].space, cells[last - 1].space


def _cells(state: State, look: Look, refused: int | None, frame: int) -> list[_Cell]:
    here: dict[int, tuple[int, ...]] = {}
    for seat in present(state):
        here[state.pawns[seat]] = (*here.get(state.pawns[seat], ()), seat)
    cells = [_Cell(START, frame, seats=(seat,)) for seat in here.get(START, ())]
    for space in range(SPACES):
        if state.path[space]:
            cells.append(_Cell(space, _WIDE, pyramid=state.path[space]))
        elif space in here:
            cells.append(_Cell(space, frame, seats=here[space]))
        elif look.shows_gaps or space == refused:
            cells.append(_Cell(space, _WIDE))
        elif cells and cells[-1].w == _GAP:
            cells[-1] = _Cell(space, _GAP)
        else:
            cells.append(_Cell(space, _GAP))
    return cells


def _screenful(cells: list[_Cell], look: Look) -> tuple[int, int]:
    """Return the range of cells with the focus, in whole screens counted from `begin`."""
    at = next((i for i, cell in enumerate(cells) if cell.space >= look.focus), len(cells) - 1)
    start = next((i for i, cell in enumerate(cells) if cell.space >= look.begin), 0)
    first = start if start <= at else 0
    while True:
        last, used = first, 0
        while last < len(cells) and used + cells[last].w <= WIDTH - 5:
            used, last = used + cells[last].w, last + 1
        if at < last or look.stays:
            return first, last
        first = last


def _draw_cell(
    canvas: Canvas,
    x: int,
    cell: _Cell,
    look: Look,
    names: dict[str, str],
    marks: tuple[str, ...],
) -> None:
    lit = look.has_cursor and cell.space == look.focus and not cell.seats
    w = min(cell.w, _WIDE - 2)
    if lit:
        canvas.fill(x, _TOP, w, _HIGH)
    if cell.pyramid:
        sign(canvas, x + 1, _TOP, names[cell.pyramid[0]], "small", _LETTER, on=not lit)
        pyramid(canvas, x + _LETTER + 1, _TOP + 5, cell.pyramid[1], 7, LITTLE, on=not lit)
    elif cell.seats:
        pawn(canvas, x, _TOP, marks[cell.seats[0]])
    else:
        canvas.fill(x + w // 2 - 1, _TOP + 4, 2, 2, on=not lit)
    if cell.space in look.marked and not cell.seats and not lit:
        canvas.fill(x + 2, _TOP + _HIGH - 1, 3, 1)


def _describe(canvas: Canvas, scene: Scene[State], shown: tuple[int, int]) -> None:
    """Describe the path, with its pawns and gaps, for screen readers."""
    state = scene.state
    first, last = max(shown[0], 0), min(shown[1], SPACES - 1)
    said = []
    for space in range(first, last + 1):
        if state.path[space]:
            said.append(f"{space + 1} {scene.fact(Term('pyramid', state.path[space]))}")
        elif space in state.pawns:
            who = scene.name(state.pawns.index(space))
            said.append(scene.say(N_("{space} pawn of {name}"), space=space + 1, name=who))
    text = N_("Path from space {first} to {last}: {pyramids}")
    words = scene.say(text, first=first + 1, last=last + 1, pyramids=", ".join(said))
    canvas.describe(words, _TOP + 1)


# --- points ---------------------------------------------------------------------------------

_BEFORE_SCORE = 4
"""Gap between a name and its points in pixels, so that they are not read as one word."""
_BEFORE_NEXT = 3


def draw_points(canvas: Canvas, scene: Scene[State], y: int) -> None:
    """Draw everybody's points in one row, the names as long as they fit."""
    state = scene.state
    full = [scene.name(seat) for seat in seats(state)]
    capitals = [_capitals(name) for name in full]
    lengths = range(max(map(len, capitals)), 1, -1)
    w = WIDTH // len(full)
    for labels in (
        *([name[:length] for name in capitals] for length in lengths),
        [_capitals(mark) for mark in marks_of(scene)],
    ):
        if len({label.casefold() for label in labels}) < len(labels):
            continue
        rows = [
            (before_number(label), str(score), _clock(scene, seat))
            for seat, (label, score) in enumerate(zip(labels, points(state), strict=True))
        ]
        if all(_width(row) <= w - _BEFORE_NEXT for row in rows):
            break
    else:
        rows = [(label, score, "") for label, score, _ in rows]
    for seat, (label, score, clock) in enumerate(rows):
        x = seat * w
        faint = seat in state.left
        said = labelled(scene.say, full[seat], score) + (f", {clock}" if clock else "")
        x += canvas.text(x, y - 1, label, "small", faint=faint, say=said) + _BEFORE_SCORE
        x += canvas.text(x, y - 1, score, "small", faint=faint, say="") + _BEFORE_NEXT
        if clock:
            canvas.text(x, y - 1, clock, "small", say="")


def _capitals(name: str) -> str:
    """Return a name in capitals without descenders, which would leave the screen."""
    return name.upper().replace("Ç", "C")


def _width(row: tuple[str, str, str]) -> int:
    return sum(text_width(each, "small") + 2 for each in row if each) + _BEFORE_SCORE - 2


def _clock(scene: Scene[State], seat: int) -> str:
    """Return the clock of a waiting seat; the running one is drawn large above."""
    if not scene.clocks or scene.clocks[seat].is_running:
        return ""
    return scene.clocks[seat].text


# --- a turn ---------------------------------------------------------------------------------

_CLOCK = Rect(WIDTH - 60, 0, 60, 11)
_POINTS = 57
_NUMBER = 26
"""Fixed width in pixels: what does not move need not be sent over the slow wire."""


@dataclass(frozen=True, slots=True)
class TurnLayout:
    """Where the parts are placed below the path."""

    answer: Rect
    told: Rect
    font: FontName
    has_points: bool


# The capitals of an answer fill one page of the display chip, because they change with every step.
_NORMAL = TurnLayout(Rect(0, 40, WIDTH, 8), Rect(0, 25, WIDTH, 15), "medium", has_points=True)
_LARGE = TurnLayout(Rect(0, 25, WIDTH, 16), Rect(0, 44, WIDTH, 19), "large", has_points=False)


def layout(scene: Scene[State]) -> TurnLayout:
    """Return the layout; with large text the points are only in the score sheet."""
    usual = _LARGE if scene.large else _NORMAL
    if not scene.foot:
        return usual
    # Nobody chooses now, so the words take the place of the answer as well.
    top = min(usual.answer.y, usual.told.y) + 1
    return replace(usual, told=Rect(0, top, WIDTH, HEIGHT - scene.foot - top), has_points=False)


def _draw_head(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the player's name and the running clock."""
    running = [clock for clock in scene.clocks if clock.is_running]
    width = WIDTH
    if running:
        # A long name is shortened for entry time and for hours.
        is_wide = any(clock.free or clock.text.count(":") > 1 for clock in running)
        width = _CLOCK.x - 3 if is_wide else WIDTH - 44
    draw_title(canvas, scene, Rect(0, 0, width, 14))
    draw_clocks(canvas, scene, _CLOCK)


def _draw_turn(canvas: Canvas, scene: Scene[State]) -> None:
    places, space = layout(scene), chosen_space(scene)
    _draw_head(canvas, scene)
    shown = _draw_path(canvas, scene, _look(scene, space))
    if scene.options or scene.picked:
        _draw_choice(canvas, scene, places, space)
    draw_told(canvas, scene, places.told)
    if places.has_points:
        draw_points(canvas, scene, _POINTS)
    _describe(canvas, scene, shown)


def _look(scene: Scene[State], space: int | None) -> Look:
    """Return what the path points out: the cursor, or all that it can lead to."""
    state = scene.state
    own = state.pawns[state.turn]
    if space is None:
        last = last_space(scene)
        focus = own if scene.options or last is None else last
        # Only the nearest: marks under all of them would be sent again with every step.
        return Look(focus, focus, marked=reached_spaces(scene)[:1])
    stays = space in ahead(state, state.turn)
    return Look(own, space, has_cursor=True, stays=stays, shows_gaps=not state.path[space])


def _draw_choice(
    canvas: Canvas, scene: Scene[State], places: TurnLayout, space: int | None
) -> None:
    """Draw the option under the cursor; for a pyramid also its points and who has its group."""
    place = places.answer
    group = "" if space is None else scene.state.path[space]
    if space is None or not group:
        part = scene.highlighted or scene.picked[-1]
        empty = N_("Space {number}: empty")
        text = scene.fact(part.value) if space is None else scene.say(empty, number=space + 1)
        draw_answer(canvas, scene, place, text, largest=places.font)
        return
    text = scene.fact(Term("kind", group))
    if won := gain(scene, space):
        text += f" +{won}"
    number = scene.say(N_("on {space}"), space=space + 1)
    where = Rect(place.x, place.y, place.w - _NUMBER, place.h)
    draw_answer(canvas, scene, where, text, largest=places.font, say=f"{text} {number}")
    canvas.text(WIDTH - 1, place.y, number, "small", align="right", say="")
    # What is taken matters more than who has its group.
    taken = gone(scene.state, group)
    room = len(taken) * _SLOT
    if not scene.large and KEY + 3 + text_width(text, places.font) + _SLOT + room <= where.w:
        slots(canvas, where.w - room, place.y + 1, taken, marks_of(scene))


# --- the whole screen -----------------------------------------------------------------------


def draw_table(canvas: Canvas, scene: Scene[State]) -> None:
    if scene.refused is not None:
        _draw_refused(canvas, scene)
    elif scene.state.phase == OVER and scene.told is None:
        _draw_over(canvas, scene)
    elif scene.state.phase == LAY:
        _draw_laying(canvas, scene)
    else:
        _draw_turn(canvas, scene)


def told_place(scene: Scene[State]) -> Rect:
    """Return where the instructions are written."""
    return _LAYING_TOLD if scene.state.phase == LAY else layout(scene).told


_RING = Rect(0, _BELOW, WIDTH, 14)
_LAYING_TOLD = Rect(0, _BELOW + 15, WIDTH, 16)


def _draw_laying(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the entry of the path: what is laid, and the next pyramid by colour and size."""
    count = laid(scene.state)
    _draw_path(canvas, scene, Look(0, count, has_cursor=True, shows_gaps=True))
    asks_size = any(part.name == "size" for part in (*scene.picked, *scene.options))
    (_draw_sizes if asks_size else _draw_colours)(canvas, scene)
    ask = N_("{number}/75: size?") if asks_size else N_("{number}/75: colour?")
    text = scene.say(ask, number=count + 1)
    if scene.highlighted is not None:
        canvas.describe(f"> {scene.fact(scene.highlighted.value)}", _RING.y)
    canvas.text(0, -2, text, narrowed(text, WIDTH, "large"), width=WIDTH)
    draw_told(canvas, scene, _LAYING_TOLD)


def _draw_colours(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the colours next to each other, the chosen one lit."""
    names = letters(scene.voice)
    w = _RING.w // len(names)
    for place, (colour, letter) in enumerate(names.items()):
        part, x = colour_part(colour), place * w
        lit = part == scene.highlighted
        if lit:
            canvas.fill(x, _RING.y, w, _RING.h)
        faint = part not in scene.options
        sign(canvas, x, _RING.y + 1, letter, "large", w, on=not lit, faint=faint)


def _draw_sizes(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the three sizes of the picked colour, the chosen one lit."""
    letter = next(
        letter
        for colour, letter in letters(scene.voice).items()
        if colour_part(colour) in scene.picked
    )
    w = _RING.w // len(SIZES)
    for place, size in enumerate(SIZES):
        part, x = ChoicePart("size", Term("size", size)), place * w
        lit = part == scene.highlighted or part in scene.picked
        if lit:
            canvas.fill(x, _RING.y, w - 2, _RING.h)
            sign(canvas, x + 1, _RING.y + 1, letter, "large", 12, on=False)
        elif part in scene.options:
            canvas.box(x, _RING.y, w - 2, _RING.h)
        else:
            continue
        pyramid(canvas, x + 13, _RING.y + _RING.h - 2, size, w - 16, BIG, on=not lit)


def _draw_over(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the final points."""
    state, score = scene.state, points(scene.state)
    order = sorted(present(state), key=lambda seat: (-score[seat], -state.pawns[seat]))
    order += state.left
    _draw_head(canvas, scene)
    top = 15
    pitch = min((HEIGHT - top) // len(order), font_of("large").height)
    font: FontName = next((f for f in ("large", "medium") if font_of(f).height <= pitch), "small")
    for row, seat in enumerate(order):
        y, name, had = top + row * pitch, scene.voice.fact(Seat(seat)), str(score[seat])
        said = labelled(scene.say, name, had)
        used = canvas.text(WIDTH, y, had, font, align="right", say=said)
        canvas.text(0, y, name, font, width=WIDTH - used - 4, may_cut=True, say="")


def _draw_refused(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw where the refused move would have gone, with the player's pawn if it is near."""
    _draw_head(canvas, scene)
    space, own = chosen_space(scene), scene.state.pawns[scene.state.turn]
    focus = own if space is None else space
    _draw_path(canvas, scene, Look(own, focus, has_cursor=space is not None))
    area = Rect(0, _BELOW + 5, WIDTH, HEIGHT - _BELOW - 5)
    text = scene.say(N_("Pawn: {place}"), place=place_name(scene, own))
    if space is not None:
        text += "\n" + scene.say(N_("You want: {place}"), place=place_name(scene, space))
    paragraph(canvas, text, area, font=fitting(text, area, "large" if scene.large else "medium"))
