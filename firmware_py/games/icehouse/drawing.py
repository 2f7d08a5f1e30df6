"""The whole picture of a moment: the path around the cursor, the choice, the points."""

from __future__ import annotations

from engines.contract import ChoicePart, Seat, Term
from engines.icehouse.state import (
    COLOURS,
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
)
from firmware_py.games.icehouse.choice import draw_one, draw_pyramid, draw_ring
from firmware_py.games.icehouse.entry import colour_of, space_of
from firmware_py.games.icehouse.pieces import big_pyramid, letters
from firmware_py.games.icehouse.points import draw_points, points_height
from firmware_py.games.icehouse.strip import Look, draw_strip, height
from firmware_py.games.icehouse.turn import draw_turn
from firmware_py.games.scene import TOP, Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect, fitting, narrowed, paragraph

_RING_WIDTH = 80
_RING_HEIGHT = 16


def draw_table(canvas: Canvas, scene: Scene) -> None:
    """Draw the table below the top bar."""
    state: State = scene.state
    if scene.refused is not None:
        _draw_refused(canvas, scene)
    elif state.phase == OVER:
        _draw_over(canvas, scene)
    elif state.phase == LAY:
        _draw_laying(canvas, scene)
    else:
        _draw_turn(canvas, scene)


def _draw_turn(canvas: Canvas, scene: Scene) -> None:
    """Draw a turn: first the colours, then the pyramids of one colour."""
    state: State = scene.state
    font = _font(scene)
    reach = frozenset(int(text[1:]) - 1 for text in scene.reachable if text.startswith("M"))
    space = _settled_space(scene)
    if not scene.large and (space is None or space in ahead(state, state.turn)):
        _describe(canvas, scene, draw_turn(canvas, scene, space))
        return
    if space is not None:
        options = (space_of(part) for part in scene.options)
        marked = frozenset(each for each in options if each is not None)
        look = Look(
            letters(scene.voice),
            focus=space,
            has_cursor=True,
            marked=marked,
            shows_gaps=not state.path[space],
        )
    else:
        focus = state.pawns[state.turn]
        look = Look(letters(scene.voice), focus=focus, marked=reach, begins=True)
    shown = draw_strip(canvas, state, TOP + 1, look, font)
    y = TOP + 1 + height(font)
    place = Rect(0, y, WIDTH, HEIGHT - points_height(scene) - y)
    if space is not None:
        draw_one(canvas, scene, space, place)
    else:
        _draw_colours(canvas, scene, place)
    draw_points(canvas, scene)
    _describe(canvas, scene, shown)


def _draw_colours(canvas: Canvas, scene: Scene, place: Rect) -> None:
    """Draw the ring of colours; beside it, if there is room, the name of the chosen one."""
    is_wide = len(scene.options) > len(COLOURS)
    w = WIDTH if is_wide else _RING_WIDTH
    draw_ring(canvas, scene, Rect(place.x, place.y, w, _RING_HEIGHT))
    part = scene.highlighted
    if part is None or is_wide:
        return
    name = scene.voice.fact(part.value)
    room = WIDTH - w - 3
    font = narrowed(name, room, "medium")
    canvas.text(w + 3, place.y + 2, name, font, width=room, align="centre")


def _draw_laying(canvas: Canvas, scene: Scene) -> None:
    """Draw the entry of the path: what lies already, and the next pyramid by colour and size."""
    state: State = scene.state
    font = _font(scene)
    count = laid(state)
    look = Look(letters(scene.voice), focus=count, has_cursor=True, shows_gaps=True)
    draw_strip(canvas, state, TOP + 1, look, font)
    y = TOP + 1 + height(font)
    sizes = [part for part in (*scene.picked, *scene.options) if part.name == "size"]
    if not sizes:
        draw_ring(canvas, scene, Rect(0, y, WIDTH, _RING_HEIGHT + 2))
    else:
        _draw_sizes(canvas, scene, Rect(0, y, WIDTH, _RING_HEIGHT + 2))
    ask = N_("No. {number}: which size?") if sizes else N_("No. {number}: which colour?")
    text = scene.say(ask, number=count + 1)
    font = narrowed(text, WIDTH, "medium")
    canvas.text(0, HEIGHT - font_of(font).height, text, font, width=WIDTH)


def _draw_sizes(canvas: Canvas, scene: Scene, area: Rect) -> None:
    """Draw the three sizes of the colour picked, the chosen one lit."""
    colour = next((c for part in scene.picked if (c := colour_of(part))), None)
    assert colour is not None
    w = area.w // len(SIZES)
    for place, size in enumerate(SIZES):
        part = ChoicePart("size", Term("size", size))
        spot = Rect(area.x + place * w, area.y, w - 2, area.h)
        if part == scene.highlighted or part in scene.picked:
            draw_pyramid(canvas, scene, colour + size, spot)
        elif part in scene.options:
            canvas.box(*spot)
            big_pyramid(canvas, spot.x + 13, spot.y + spot.h - 3, size, spot.w - 14)


def _draw_over(canvas: Canvas, scene: Scene) -> None:
    """Draw who has how many points."""
    state: State = scene.state
    order = sorted(present(state), key=lambda seat: (-points(state)[seat], -state.pawns[seat]))
    order += [seat for seat in state.left if seat not in order]
    pitch = min((HEIGHT - TOP - 1) // len(order), font_of(_font(scene)).height + 1)
    font: FontName = next((f for f in ("large", "medium") if font_of(f).height <= pitch), "small")
    if not scene.large and font == "large":
        font = "medium"
    for row, seat in enumerate(order):
        y = TOP + 1 + row * pitch
        name, score = scene.voice.fact(Seat(seat)), str(points(state)[seat])
        used = canvas.text(WIDTH, y, score, font, align="right", say=f"{name}: {score}")
        canvas.text(0, y, f"{seat + 1} {name}", font, width=WIDTH - used - 4, may_cut=True, say="")


def _draw_refused(canvas: Canvas, scene: Scene) -> None:
    """Draw where the refused move would have gone, with the own pawn if it is near."""
    state: State = scene.state
    font = _font(scene)
    space = _settled_space(scene)
    own = state.pawns[state.turn]
    target = own if space is None else space
    look = Look(letters(scene.voice), focus=target, refused=space, has_cursor=space is not None)
    draw_strip(canvas, state, TOP + 1, look, font)
    y = TOP + 1 + height(font) + 5
    area = Rect(0, y, WIDTH, HEIGHT - y)
    where = _where(scene, own)
    text = scene.say(N_("Own pawn: {place}"), place=where)
    if space is not None:
        text += "\n" + scene.say(N_("Wanted: {place}"), place=_where(scene, space))
    paragraph(canvas, text, area, font=fitting(text, area, "large" if scene.large else "medium"))


def _where(scene: Scene, space: int) -> str:
    if space == START:
        return scene.say(N_("start"))
    return str(space + 1)


def _settled_space(scene: Scene) -> int | None:
    """Return the space under the cursor, or the one that was picked."""
    parts = (*scene.picked, *((scene.highlighted,) if scene.highlighted else ()))
    spaces = [space for part in parts if (space := space_of(part)) is not None]
    return spaces[-1] if spaces else None


def _font(scene: Scene) -> FontName:
    return "large" if scene.large else "medium"


def _describe(canvas: Canvas, scene: Scene, shown: tuple[int, int]) -> None:
    """Say the strip for those who cannot see it."""
    state: State = scene.state
    first, last = max(shown[0], 0), min(shown[1], SPACES - 1)
    names = [
        scene.voice.fact(Term("pyramid", state.path[space]))
        for space in range(first, last + 1)
        if state.path[space]
    ]
    canvas.describe(
        scene.say(
            N_("Path from space {first} to {last}: {pyramids}"),
            first=first + 1,
            last=last + 1,
            pyramids=", ".join(names),
        ),
        TOP + 1,
    )
