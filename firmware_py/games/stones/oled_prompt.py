"""The words next to the towers on the OLED, and where the parts of a screen are.

towers                                 the main board
    name           mandala | binding       name            clock | binding
    what to do            towers           what to do      board
    points                                 points          board
    the answer, from edge to edge          the answer      board

The running clock has a row below the name; the others are with the points in a row below the
towers. Without an answer, as in a replay, the words take its place as well.
"""

from __future__ import annotations

from dataclasses import replace

from engines.engine import Seat
from engines.stones.state import State
from firmware_py.core.language import N_, labelled
from firmware_py.games.play_widgets import HAND as FREE_TIME
from firmware_py.games.play_widgets import (
    KEY,
    cap_top,
    draw_answer,
    draw_binding,
    draw_clocks,
    draw_title,
)
from firmware_py.games.stones import oled_board
from firmware_py.games.stones.focus import Focus, has_entry, is_on_board
from firmware_py.games.stones.oled_board import BIG_FLAG, FLAG, HAND
from firmware_py.games.stones.words import answer_rows, binding_of, picked_words
from firmware_py.match.scene import Scene, SeatClock
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, before_number, short_names, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import MARK_PAUSE, Rect, narrowed

BELOW_TITLE = 16
"""Rows of small letters are within pages of the display chip, so that changes send few bytes."""
LINE = 8
"""Pitch of rows of small letters, in pixels."""

ANSWER = Rect(0, 48, WIDTH, 15)
TOWERS_X = 82
BOARD_X = WIDTH - oled_board.WIDTH
BOARD_Y = 12

_LEFT_OF_TOWERS = TOWERS_X - 2
_LEFT_OF_BOARD = BOARD_X - 3
BOARD_ANSWER = Rect(0, 48, _LEFT_OF_BOARD, 15)
CLOCK = Rect(0, 14, 60, 11)
OTHER_CLOCKS = 41
"""Row of the points and clocks of the others, over the whole width."""

_TWO_DIGITS = 99

QUESTION_TOLD = Rect(0, 16, WIDTH, 15)
QUESTION_CLOCKS = Rect(0, 24, WIDTH, LINE)
OBJECTIVE_POINTS = Rect(0, 30, WIDTH, LINE)
OBJECTIVE_TOLD = Rect(48, 40, WIDTH - 48, 23)
END_TOLD = Rect(0, 16, WIDTH, 15)


def told_place(scene: Scene[State]) -> Rect:
    """Return where the instructions are written."""
    state = scene.state
    if state.phase == "over":
        return END_TOLD
    if not has_entry(scene):
        if is_on_board(scene):
            return Rect(0, BELOW_TITLE, _LEFT_OF_BOARD, 46)
        return Rect(0, BELOW_TITLE, _LEFT_OF_TOWERS, 31)
    match state.asks:
        case "mandala":
            return QUESTION_TOLD._replace(h=LINE - 1) if scene.clocks else QUESTION_TOLD
        case "objective":
            return OBJECTIVE_TOLD
    if is_on_board(scene):
        return Rect(0, BELOW_TITLE, _LEFT_OF_BOARD, 15 if state.asks == "reveal" else 23)
    if scene.clocks:
        return Rect(0, CLOCK.y + 12, _LEFT_OF_TOWERS, 15)
    return Rect(0, BELOW_TITLE, _LEFT_OF_TOWERS, 15 if is_crowded(state) else 23)


def is_crowded(state: State) -> bool:
    """Return whether the points need a second row."""
    return state.seats > 3 and max(state.vp) > _TWO_DIGITS


def standing_place(scene: Scene[State]) -> Rect:
    """Return the area for the points while there are no instructions."""
    told, points = told_place(scene), points_place(scene)
    return Rect(0, told.y, told.w, points.y + points.h - told.y)


RING = Rect(0, 32, _LEFT_OF_BOARD, 2 * LINE)
"""The area of the stones that could have been uncovered."""


def points_place(scene: Scene[State]) -> Rect:
    """Return where the points are drawn."""
    told = told_place(scene)
    if not has_entry(scene):
        return Rect(0, ANSWER.y, told.w, 2 * LINE)
    if not is_on_board(scene) and is_crowded(scene.state):
        return Rect(0, told.y + told.h + 1, told.w, 2 * LINE)
    return Rect(0, told.y + 3 * LINE, told.w, LINE)


# --- words ---


_GAP = 3
_SIGNS = KEY + 3
"""Width of the key before an answer, in pixels."""
_LINE_OF_WORDS = 10
"""Height of medium letters with descenders, in pixels."""
_SPACE = 11
"""Width of a mandala space with one of its borders, in pixels."""
_NARROW = 26
"""Least width for a clock with its owner and seconds, in pixels."""
_SHORT = 60
"""Width below which a word leaves room for a mark, in pixels."""
_NAME = 84
"""Most columns of a name, because the towers begin right below it."""


# --- the first row --------------------------------------------------------------------------


def draw_head(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the player and the constraint in large letters, else the mandala."""
    state = scene.state
    on_board = is_on_board(scene)
    words = None
    if has_entry(scene) and (
        state.triggered or not on_board
    ):  # a pick is entered, so it is possible
        words = binding_of(state)
    right = 0
    if words is not None and not (on_board and scene.clocks):
        text = scene.say(words)
        short = text_width(text, "large") < _SHORT
        mark = FLAG if short and words == "last round" else None
        right = text_width(text, "large") + (FLAG.width + 3 if mark else 0)
        draw_binding(canvas, Rect(WIDTH - right, lowered(text), right, 11), text, mark=mark)
    elif on_board and scene.clocks:
        right = clock_width(scene)
        draw_clocks(canvas, scene, Rect(WIDTH - right, 0, right, 11))
        if words is not None:
            right += BIG_FLAG.width + 3
            canvas.bitmap(WIDTH - right, 0, BIG_FLAG)
            canvas.describe(scene.say(words), 2)
    elif not scene.corner and not on_board:
        right = WIDTH - TOWERS_X
        draw_mandala(canvas, scene, Rect(TOWERS_X, 1, right, LINE))
    most = BOARD_X - 2 if on_board else _NAME
    if scene.corner and on_board and not right:
        canvas.text(WIDTH, -1, scene.corner, "small", align="right")
        scene = replace(scene, corner="")
    elif scene.corner:
        most = WIDTH
    room = min(WIDTH - right - (_GAP if right else 0), most + (10 if scene.is_saved else 0))
    draw_title(canvas, scene, Rect(0, lowered(scene.title), room, 11))


def lowered(text: str) -> int:
    """Return the top row of large capitals that keeps their accents on the screen."""
    return max(cap_top("large") - font_of("large").line(text).top, 0)


def clock_width(scene: Scene[State]) -> int:
    """Return the width of the running clock with its marks, in pixels."""
    clock = next((clock for clock in scene.clocks if clock.is_running), None)
    if clock is None:
        return 0
    marks = (MARK_PAUSE.width + 2) * (clock.is_paused + clock.is_over)
    free = FREE_TIME.width + 5 + text_width(clock.free, "small") if clock.free else 0
    return text_width(clock.text, "large") + marks + free


# --- the answer -----------------------------------------------------------------------------


def draw_choice(canvas: Canvas, scene: Scene[State], focus: Focus, place: Rect) -> None:
    """Draw the option under the cursor; for screen readers also the parts picked before."""
    rows = answer_rows(scene, focus)
    if not rows:
        return
    if scene.picked and scene.highlighted is not None:
        picked = scene.say(N_("Picked: {parts}"), parts=picked_words(scene))
        canvas.describe(picked, place.y - 1)
    text = " ".join(rows)
    if len(rows) == 1 or text_width(text, "medium") <= place.w - 10:
        draw_short_answer(canvas, scene, place, text)
        return
    lit = scene.commits
    if lit:
        canvas.fill(*place)
    way, tower = rows
    room = place.w - 3
    canvas.text(place.x + 2, place.y - 1, way, "small", width=room, on=not lit, say=f"> {text}")
    font = narrowed(tower, room, "medium")
    canvas.text(
        place.x + 2, place.y + 7 - cap_top(font), tower, font, width=room, on=not lit, say=""
    )


def draw_short_answer(
    canvas: Canvas, scene: Scene[State], place: Rect, text: str, largest: FontName = "medium"
) -> None:
    """Draw an answer no wider than its words, because lit pixels go over a slow wire.

    For the same reason words that only pick a part stay within one page of the chip.
    """
    font = narrowed(text, place.w - _SIGNS, "large" if scene.large else largest)
    wide = min(text_width(text, font) + _SIGNS, place.w)
    high = place.h if font == "large" else place.h - 1 if scene.commits else _LINE_OF_WORDS
    draw_answer(canvas, scene, place._replace(w=wide, h=high), text, largest=font)


# --- points and mandala ---------------------------------------------------------------------


def draw_standing(canvas: Canvas, scene: Scene[State], place: Rect) -> None:
    """Draw the points of each seat in a row of its own, as large as they fit."""
    state = scene.state
    row = place.h // state.seats
    sizes: list[FontName] = ["large", "medium"] if scene.large else ["medium"]
    fits = [size for size in sizes if font_of(size).height - 2 <= row]
    font: FontName = fits[0] if fits else "small"
    wide = max(text_width(str(points), font) for points in state.vp)
    names = [scene.voice.fact(Seat(seat)) for seat in range(state.seats)]
    labels = short_names(names, font, place.w - wide - _GAP)
    for seat, points in enumerate(state.vp):
        y = place.y + seat * min(row, font_of(font).height + 1) - cap_top(font)
        faint = seat in state.left
        say = labelled(scene.say, names[seat], points)
        canvas.text(place.x, y, labels[seat], font, faint=faint, say=say)
        canvas.text(place.x + place.w, y, str(points), font, align="right", faint=faint, say="")


def draw_points(canvas: Canvas, scene: Scene[State], place: Rect) -> None:
    """Draw the points with their names, in one row or in two."""
    state = scene.state
    per_row = state.seats if place.h < 2 * LINE else min(state.seats, 2)
    wide = (place.w + _GAP) // per_row
    font: FontName = "medium" if scene.large and place.h < 2 * LINE else "small"
    labels = _names(scene, font, wide - _GAP)
    if font == "medium" and not _are_whole(scene, labels):
        font = "small"
        labels = _names(scene, font, wide - _GAP)
    for seat in range(state.seats):
        row, column = divmod(seat, per_row)
        corner = place.x + column * wide, place.y + row * LINE
        _draw_points_of(canvas, scene, seat, labels[seat], corner, font)


def _are_whole(scene: Scene[State], labels: tuple[str, ...]) -> bool:
    return all(label == scene.voice.fact(Seat(seat)) for seat, label in enumerate(labels))


def _names(scene: Scene[State], font: FontName, width: int) -> tuple[str, ...]:
    """Return names short enough to leave room for the points."""
    state = scene.state
    names = [scene.voice.fact(Seat(seat)) for seat in range(state.seats)]
    digits = max(text_width(f" {points}", font) for points in state.vp)
    labels = short_names(names, font, width - digits - 1)
    if all(before_number(label) == label for label in labels):
        return labels
    # Initials stay: only a label that is a number needs a colon.
    narrow = short_names(names, font, width - digits - 1 - text_width(":", font) - 1)
    return tuple(
        label if before_number(label) == label else numbered
        for label, numbered in zip(labels, narrow, strict=True)
    )


def _draw_points_of(
    canvas: Canvas,
    scene: Scene[State],
    seat: int,
    label: str,
    corner: tuple[int, int],
    font: FontName = "small",
) -> None:
    """Write a name and its points; `corner` is where small capitals begin."""
    state = scene.state
    say = labelled(scene.say, scene.voice.fact(Seat(seat)), state.vp[seat])
    x, y = corner
    text = f"{before_number(label)} {state.vp[seat]}"
    top = y - 1 if font == "small" else y - 4
    canvas.text(x, top, text, font, faint=seat in state.left, say=say)


def draw_own_clock(canvas: Canvas, scene: Scene[State], seat: int) -> None:
    """Draw the running clock in large letters, and its owner's points."""
    place = CLOCK
    wide = clock_width(scene)
    draw_clocks(canvas, scene, Rect(place.x, place.y, wide, place.h))
    state = scene.state
    text = scene.say(N_("{points} VP"), points=state.vp[seat])
    room = told_place(scene).w - wide - 2 * _GAP
    font = narrowed(text, room, "medium")
    if text_width(text, font) > room:
        text = str(state.vp[seat])
    if text_width(text, font) > room:
        return
    say = labelled(scene.say, scene.voice.fact(Seat(seat)), state.vp[seat])
    x = told_place(scene).w - room
    canvas.text(x, place.y, text, font, width=room, align="right", say=say)


def draw_others(canvas: Canvas, scene: Scene[State], seat: int) -> None:
    """Draw the points and clocks of the others in one row with their names."""
    others = [each for each in range(len(scene.clocks)) if each != seat]
    wide = (WIDTH + _GAP) // len(others)
    tight = is_crowded(scene.state)
    times = {each: _in_short(scene.clocks[each], tight=tight) for each in others}
    clocks = max(text_width(time, "small") for time in times.values())
    labels = _names(scene, "small", wide - _GAP - clocks - _GAP)
    for at, each in enumerate(others):
        x = at * wide
        _draw_points_of(canvas, scene, each, labels[each], (x, OTHER_CLOCKS))
        edge = x + wide - _GAP
        canvas.text(edge, OTHER_CLOCKS - 1, times[each], "small", align="right")


def draw_other_clocks(canvas: Canvas, scene: Scene[State], place: Rect) -> None:
    """Draw the waiting clocks in one row."""
    waiting = scene.waiting_clocks
    if not waiting:
        return
    others = [seat for seat, clock in enumerate(scene.clocks) if clock in waiting]
    wide = (place.w + 1) // len(others)
    names = [clock.name for clock in scene.clocks]
    times = {seat: _in_short(scene.clocks[seat], tight=wide < _NARROW) for seat in others}
    clocks = max(text_width(time, "small") for time in times.values())
    labels = short_names(names, "small", wide - clocks - 2)
    for at, seat in enumerate(others):
        x = place.x + at * wide
        canvas.text(x, place.y - 1, labels[seat], "small", say=names[seat])
        edge = x + wide - (1 if wide < _SHORT else 2 * _GAP)
        canvas.text(edge, place.y - 1, times[seat], "small", align="right")


def _in_short(clock: SeatClock, *, tight: bool = False) -> str:
    """Return a waiting clock, without seconds from an hour on or if there is little room."""
    first, _, rest = clock.text.partition(":")
    if ":" in rest:
        return f"{first}h" if tight else f"{first}h{rest[:2]}"
    return f"{first}'" if tight and rest else clock.text


def draw_mandala(canvas: Canvas, scene: Scene[State], place: Rect) -> None:
    """Draw the number of stones on the mandala, and its next spaces as they are printed."""
    state, y = scene.state, place.y - 1
    ahead = [*state.mandala[state.placed :], "?"]
    count = str(state.placed)
    said = scene.say(N_("Stones on the mandala: {count}"), count=state.placed)
    if len(ahead) == 1:  # the board is not known yet
        count = scene.say(N_("Mandala {count}"), count=state.placed)
    x = min(place.x, place.x + place.w - text_width(count, "small"))
    x += canvas.text(x, y, count, "small", say=said) + 2
    room = (place.x + place.w - x - 1) // _SPACE if len(ahead) > 1 else 0
    for shows in ahead[:room]:
        canvas.box(x, y, _SPACE + 1, 9)
        _draw_shows(canvas, x + 1, y, shows)
        x += _SPACE
    number, shows = next_special(state)
    if shows:
        canvas.describe(scene.say(N_("Space {number}: {stones}"), number=number, stones=shows), y)


def _draw_shows(canvas: Canvas, x: int, y: int, shows: str) -> None:
    """Draw what is printed on a space of the mandala, in small letters."""
    wide = _SPACE - 1
    if shows == "end":
        canvas.fill(x + wide // 2 - 2, y + 2, 4, 5)
    elif shows.startswith("h"):
        canvas.text(x, y + 1, shows[1:], "small", say="")
        canvas.bitmap(x + wide - HAND.width, y + 1, HAND)
    elif shows != "0":
        sign = f"+{shows}" if shows.isdigit() else shows
        canvas.text(x, y + 1, sign, "small", width=wide, align="centre", say="")


def next_special(state: State) -> tuple[int, str]:
    """Return the next space with an effect, or the first unknown one."""
    for number, shows in enumerate(state.mandala[state.placed :], state.placed + 1):
        if shows in ("1", "2"):
            return number, f"+{shows}"
        if shows == f"h{state.seats}":
            return number, shows
        if shows == "end":
            return number, ""
    return len(state.mandala) + 1, "?"


def has_clocks(scene: Scene[State]) -> bool:
    """Return whether clocks are shown next to an entry."""
    return bool(scene.clocks) and has_entry(scene)
