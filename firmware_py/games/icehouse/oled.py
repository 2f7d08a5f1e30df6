"""Icehouse Mandala on the OLED: the points, the screen of a turn, the whole screen.

A turn: whose, the path from their pawn on, what is chosen, what hands do, the points.

Giorgia                 12:34
[G] R K B Y [B] G .. G K        letters over pyramids; a pawn is its player's initial
    A ^ A a     ^    A ^        underlined: what the cursor can lead to
Ben: spaces 4 to 9 to the eye.
[> small green +3  BBo on 12    lit key: the next press takes it; who has of its group
Anna 12   Ben 3   Giorgia 5
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.engine import ChoicePart, Seat, Term
from engines.icehouse.state import (
    COLOURS,
    LAY,
    OVER,
    SIZES,
    SPACES,
    State,
    ahead,
    laid,
    points,
    present,
)
from firmware_py.core.language import N_, labelled
from firmware_py.games.icehouse.entry import colour_of
from firmware_py.games.icehouse.focus import (
    chosen_space,
    gain,
    last_space,
    marks_of,
    place_name,
    reached_spaces,
)
from firmware_py.games.icehouse.oled_path import (
    Look,
    big_pyramid,
    draw_strip,
    gone,
    letters,
    sign,
    slots,
)
from firmware_py.games.play_widgets import KEY, draw_answer, draw_clocks, draw_title, draw_told
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName, before_number, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect, fitting, narrowed, paragraph

_GAP = 3
_BEFORE_SCORE = 4
"""The gap between a name and its points: no digit reads as its last letter."""


def draw_points(canvas: Canvas, scene: Scene[State], y: int) -> None:
    """Draw everybody's points in one row, with names as long as they fit, capitals at a row."""
    state = scene.state
    full = [scene.voice.fact(Seat(seat)) for seat in range(len(state.pawns))]
    capitals = [_capitals(name) for name in full]
    w = WIDTH // len(full)
    shorter = [
        [name[:length] for name in capitals] for length in range(max(map(len, capitals)), 1, -1)
    ]
    for labels in (*shorter, [_capitals(mark) for mark in marks_of(scene)]):
        if len({label.casefold() for label in labels}) < len(labels):
            continue
        rows = [
            (before_number(label), str(score), _clock(scene, seat))
            for seat, (label, score) in enumerate(zip(labels, points(state), strict=True))
        ]
        if all(_width(row) <= w - _GAP for row in rows):
            break
    else:
        rows = [(label, score, "") for label, score, _ in rows]
    for seat, (label, score, clock) in enumerate(rows):
        x = seat * w
        faint = seat in state.left
        said = labelled(scene.say, full[seat], score) + (f", {clock}" if clock else "")
        x += canvas.text(x, y - 1, label, "small", faint=faint, say=said) + _BEFORE_SCORE
        x += canvas.text(x, y - 1, score, "small", faint=faint, say="") + _GAP
        if clock:
            canvas.text(x, y - 1, clock, "small", say="")


def _capitals(name: str) -> str:
    """Return a name in capitals without tails: nothing reaches below the last row."""
    return name.upper().replace("Ç", "C")


def _width(row: tuple[str, str, str]) -> int:
    return sum(text_width(each, "small") + 2 for each in row if each) + _BEFORE_SCORE - 2


def _clock(scene: Scene[State], seat: int) -> str:
    """Return the clock of a seat that waits; the running one stands above, large."""
    if not scene.clocks or scene.clocks[seat].is_running:
        return ""
    return scene.clocks[seat].text


def draw_ring(canvas: Canvas, scene: Scene[State], area: Rect) -> None:
    """Draw the colours side by side, the chosen one lit."""
    w = area.w // len(COLOURS)
    names = letters(scene.voice)
    for place, colour in enumerate(COLOURS):
        part = ChoicePart("colour", Term("colour", colour))
        x = area.x + place * w
        lit = part == scene.highlighted
        if lit:
            canvas.fill(x, area.y, w, area.h)
        there = part in scene.options
        y = area.y + (area.h - 11) // 2
        sign(canvas, x, y, names[str(colour_of(part))], "large", w, on=not lit, faint=not there)


def draw_pyramid(canvas: Canvas, scene: Scene[State], group: str, area: Rect) -> None:
    """Draw one pyramid as large as there is room: its colour's letter and its size."""
    canvas.fill(*area)
    y = area.y + (area.h - 11) // 2
    sign(canvas, area.x + 1, y, letters(scene.voice)[group[0]], "large", 12, on=False)
    big_pyramid(canvas, area.x + 13, area.y + area.h - 2, group[1], area.w - 14, on=False)


# --- a turn ---


_CLOCK = Rect(WIDTH - 60, 0, 60, 11)
STRIP = 16
_POINTS = 57
_SLOT = 6
_NUMBER = 26
"""Always as wide: what does not move need not go over a slow wire."""


@dataclass(frozen=True, slots=True)
class TurnLayout:
    """Where the parts stand below the path."""

    answer: Rect
    told: Rect
    font: FontName
    has_points: bool


# The capitals of an answer fill one page of the display chip: they change with every step.
_NORMAL = TurnLayout(Rect(0, 40, WIDTH, 8), Rect(0, 25, WIDTH, 15), "medium", has_points=True)
_LARGE = TurnLayout(Rect(0, 25, WIDTH, 16), Rect(0, 44, WIDTH, 19), "large", has_points=False)


def layout(scene: Scene[State]) -> TurnLayout:
    """Return the layout: who wants large text sees the points in the score sheet."""
    usual = _LARGE if scene.large else _NORMAL
    if not scene.foot:
        return usual
    # Nobody chooses: the words have the place of the answer as well.
    top = min(usual.answer.y, usual.told.y) + 1
    return replace(usual, told=Rect(0, top, WIDTH, HEIGHT - scene.foot - top), has_points=False)


def draw_head(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw whose turn it is, and the clock that runs."""
    running = [clock for clock in scene.clocks if clock.is_running]
    width = WIDTH
    if running:
        # A long name gives way to free seconds and to hours.
        is_wide = any(clock.free or clock.text.count(":") > 1 for clock in running)
        width = _CLOCK.x - 3 if is_wide else WIDTH - 44
    draw_title(canvas, scene, Rect(0, 0, width, 14))
    draw_clocks(canvas, scene, _CLOCK)


def draw_turn(canvas: Canvas, scene: Scene[State]) -> tuple[int, int]:
    """Draw the turn; return the first and last space of the path that is in sight."""
    places = layout(scene)
    draw_head(canvas, scene)
    space = chosen_space(scene)
    shown = draw_strip(canvas, scene.state, STRIP, _look(scene, space))
    if scene.options or scene.picked:
        _draw_choice(canvas, scene, places, space)
    draw_told(canvas, scene, places.told)
    if places.has_points:
        draw_points(canvas, scene, _POINTS)
    return shown


def _look(scene: Scene[State], space: int | None) -> Look:
    """Return what the path points out: the cursor, or all that it can lead to."""
    state = scene.state
    names, pawns = letters(scene.voice), marks_of(scene)
    if space is None:
        last = last_space(scene)
        # The nearest alone: marks under all of them would go over the wire with every step.
        reach = frozenset(reached_spaces(scene)[:1])
        focus = state.pawns[state.turn] if scene.options or last is None else last
        return Look(names, pawns, begin=focus, focus=focus, marked=reach)
    has_gap = not state.path[space]
    return Look(
        names,
        pawns,
        begin=state.pawns[state.turn],
        focus=space,
        has_cursor=True,
        stays=space in ahead(state, state.turn),
        shows_gaps=has_gap,
    )


def _draw_choice(
    canvas: Canvas, scene: Scene[State], places: TurnLayout, space: int | None
) -> None:
    """Draw what is under the cursor, and for a pyramid what it brings and who has of its group."""
    state = scene.state
    part = scene.highlighted or scene.picked[-1]
    group = state.path[space] if space is not None else ""
    place = places.answer
    if not group:
        draw_answer(canvas, scene, place, _name(scene, part, space), largest=places.font)
        return
    text = scene.voice.fact(Term("kind", group))
    if won := gain(scene, space or 0):
        text += f" +{won}"
    number = scene.say(N_("on {space}"), space=(space or 0) + 1)
    said = f"{text} {number}"
    where = Rect(place.x, place.y, place.w - _NUMBER, place.h)
    draw_answer(canvas, scene, where, text, largest=places.font, say=said)
    canvas.text(WIDTH - 1, place.y, number, "small", align="right", say="")
    # What is taken matters more than who has of its group.
    taken = gone(state, group)
    room = len(taken) * _SLOT
    if not scene.large and KEY + 3 + text_width(text, places.font) + _SLOT + room <= where.w:
        slots(canvas, where.w - room, place.y + 1, taken, marks_of(scene), "small", _SLOT)


def _name(scene: Scene[State], part: ChoicePart, space: int | None) -> str:
    """Return what is under the cursor where it is no pyramid."""
    if space is not None:
        return scene.say(N_("Space {number}: empty"), number=space + 1)
    return scene.voice.fact(part.value)


# --- the whole screen ---


_BELOW = STRIP + 11
"""The first row below the path."""


def draw_table(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the screen."""
    state = scene.state
    if scene.refused is not None:
        _draw_refused(canvas, scene)
    elif state.phase == OVER and scene.told is None:
        _draw_over(canvas, scene)
    elif state.phase == LAY:
        _draw_laying(canvas, scene)
    else:
        _describe(canvas, scene, draw_turn(canvas, scene))


def told_place(scene: Scene[State]) -> Rect:
    """Return where hands are told what to do."""
    return _LAYING_TOLD if scene.state.phase == LAY else layout(scene).told


_RING = Rect(0, _BELOW, WIDTH, 14)
_LAYING_TOLD = Rect(0, _BELOW + 15, WIDTH, 16)


def _draw_laying(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the entry of the path: what lies already, and the next pyramid by colour and size."""
    state = scene.state
    count = laid(state)
    look = Look(letters(scene.voice), marks_of(scene), 0, count, has_cursor=True, shows_gaps=True)
    draw_strip(canvas, state, STRIP, look)
    sizes = [part for part in (*scene.picked, *scene.options) if part.name == "size"]
    if not sizes:
        draw_ring(canvas, scene, _RING)
    else:
        _draw_sizes(canvas, scene, _RING)
    ask = N_("{number}/75: size?") if sizes else N_("{number}/75: colour?")
    text = scene.say(ask, number=count + 1)
    asked = scene.highlighted
    if asked is not None:
        canvas.describe(f"> {scene.voice.fact(asked.value)}", _RING.y)
    canvas.text(0, -2, text, narrowed(text, WIDTH, "large"), width=WIDTH)
    draw_told(canvas, scene, _LAYING_TOLD)


def _draw_sizes(canvas: Canvas, scene: Scene[State], area: Rect) -> None:
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
            big_pyramid(canvas, spot.x + 13, spot.y + spot.h - 2, size, spot.w - 14)


def _draw_over(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw who has how many points."""
    state = scene.state
    order = sorted(present(state), key=lambda seat: (-points(state)[seat], -state.pawns[seat]))
    order += [seat for seat in state.left if seat not in order]
    draw_head(canvas, scene)
    top = 15
    pitch = min((HEIGHT - top) // len(order), font_of("large").height)
    font: FontName = next((f for f in ("large", "medium") if font_of(f).height <= pitch), "small")
    for row, seat in enumerate(order):
        y = top + row * pitch
        name, score = scene.voice.fact(Seat(seat)), str(points(state)[seat])
        used = canvas.text(
            WIDTH, y, score, font, align="right", say=labelled(scene.say, name, score)
        )
        canvas.text(0, y, name, font, width=WIDTH - used - 4, may_cut=True, say="")


def _draw_refused(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw where the refused move would have gone, with the own pawn if it is near."""
    state = scene.state
    draw_head(canvas, scene)
    space = chosen_space(scene)
    own = state.pawns[state.turn]
    look = Look(
        letters(scene.voice),
        marks_of(scene),
        begin=own,
        focus=own if space is None else space,
        refused=space,
        has_cursor=space is not None,
    )
    draw_strip(canvas, state, STRIP, look)
    area = Rect(0, _BELOW + 5, WIDTH, HEIGHT - _BELOW - 5)
    text = scene.say(N_("Pawn: {place}"), place=place_name(scene, own))
    if space is not None:
        text += "\n" + scene.say(N_("Wanted: {place}"), place=place_name(scene, space))
    paragraph(canvas, text, area, font=fitting(text, area, "large" if scene.large else "medium"))


def _describe(canvas: Canvas, scene: Scene[State], shown: tuple[int, int]) -> None:
    """Say the strip for those who cannot see it, with its pawns and gaps."""
    state = scene.state
    first, last = max(shown[0], 0), min(shown[1], SPACES - 1)
    said = []
    for space in range(first, last + 1):
        here = [seat for seat, pawn in enumerate(state.pawns) if pawn == space]
        if state.path[space]:
            name = scene.voice.fact(Term("pyramid", state.path[space]))
            said.append(f"{space + 1} {name}")
        elif here:
            who = scene.voice.fact(Seat(here[0]))
            said.append(scene.say(N_("{space} pawn of {name}"), space=space + 1, name=who))
    text = N_("Path from space {first} to {last}: {pyramids}")
    words = scene.say(text, first=first + 1, last=last + 1, pyramids=", ".join(said))
    canvas.describe(words, STRIP + 1)
