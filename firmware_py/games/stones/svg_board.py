"""Stones, the main board and the mandala as SVG.

The main board on a picture: 24 stacks around nine circles, and the artists on these.

   1     2     3
4 (a1) 5(a2) 6(a3) 7
   8     9    10
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engines.engine import Term
from engines.stones.board import (
    CIRCLES,
    CODE,
    COLOURS,
    FREE,
    STACKS,
    UNKNOWN,
    Board,
    pattern_of,
    stack_cell,
)
from engines.stones.state import State
from firmware_py.core.language import N_
from firmware_py.games.picture import cursor_mark, part_marks
from firmware_py.games.stones.focus import Focus, focus_of, way_of
from firmware_py.games.stones.words import LETTERS
from firmware_py.games.svg import (
    LOOKS,
    Taps,
    arrow,
    circle,
    element,
    group,
    hit,
    kept,
    path,
    piece,
    rect,
    words,
)
from firmware_py.match.scene import Scene
from firmware_py.match.taps import BELOW_CURSOR, part_code

_PATTERNS = {
    "o": "M-19 0A19 19 0 1 0 19 0A19 19 0 1 0-19 0Z",
    "x": "M-14-14L-8-8M14-14L8-8M-14 14L-8 8M14 14L8 8",
}


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the parts of a picture are drawn from."""

    scene: Scene[State]
    taps: Taps
    focus: Focus
    marks: dict[str, str]
    """How things are pointed out, by their codes."""
    letters: str
    asks: str | None


def drawing_of(scene: Scene[State], taps: Taps) -> Drawing:
    """Return what a picture is drawn from."""
    marks = part_marks(scene)
    if scene.refused is not None:
        marks |= {part_code(part): "against-frame" for part in scene.picked}
    marks |= {part_code(part): cursor_mark(scene) for part in scene.complete}
    marks |= {part_code(part): "picked" for part in scene.picked if scene.refused is None}
    letters = scene.say(LETTERS)
    return Drawing(scene, taps, focus_of(scene), marks, letters, scene.state.asks)


@kept
def pebble(
    letters: str, colour: str, x: float, y: float, *, pattern: str = "", look: str = ""
) -> str:
    """Return a stone around a point; without a pattern it is flat in a tower."""
    hue = LOOKS[colour]
    if not pattern:
        disc = path(
            "M-33-13Q0-19 33-13Q38 0 33 13Q0 19-33 13Q-38 0-33-13Z", f"piece {hue}", at=(x, y)
        )
        return group(
            disc,
            words(x, y + 11, letters[COLOURS.index(colour)], f"l mid strong on-{hue}"),
            look=look,
        )
    return group(
        circle(x, y, 23, f"piece {hue}"),
        path(_PATTERNS[pattern], f"rim on-{hue}", at=(x, y)),
        words(x, y + 7, letters[COLOURS.index(colour)], f"m mid strong on-{hue}"),
        look=look,
    )


@kept
def artist(pattern: str, x: float, y: float, look: str = "") -> str:
    """Return an artist around a point, with the pattern of the stones that it takes."""
    sign = "M-8 0A8 8 0 1 0 8 0A8 8 0 1 0-8 0Z" if pattern == "o" else "M-8-8L8 8M8-8L-8 8"
    return group(
        path("M-20 18V2Q-20-20 0-20Q20-20 20 2V18Z", "pawn", at=(x, y)),
        path(sign, "sketch", at=(x, y)),
        look=look,
    )


# --- the main board ---


_STEP = 67.0
_HIT = 33.0
"""The radius in which a tap counts for a stack, a circle or an artist."""


def draw_chart(on: Drawing, board: Board, x: float, y: float) -> str:
    """Draw the board, its upper left corner at a point."""
    left, top = x + 42, y + 40
    shapes = [rect(x, y, 6 * _STEP + 84, 6 * _STEP + 84, "wood", r=16)]
    artists = dict(zip(CIRCLES, board.artists, strict=True))
    shapes += [_circle(on, name, left, top, artists[name]) for name in CIRCLES]
    shapes += _stacks(on, board, left, top)
    shapes += [
        _artist(on, name, left, top, pattern)
        for name, pattern in artists.items()
        if pattern != FREE
    ]
    shapes.append(
        group(
            *(
                piece(f"artist-{pattern}", name, artist(pattern, *_circle_place(name, left, top)))
                for name, pattern in artists.items()
                if pattern != FREE
            )
        )
    )
    source, target, look = way_of(on.scene, on.focus)
    if source in CIRCLES and target in CIRCLES:
        ends = [_circle_place(name, left, top) for name in (source, target)]
        drawn = arrow(ends, look)
        is_proposed = on.scene.is_proposal and look == "way"
        shapes.append(group(drawn, look="proposed") if is_proposed else drawn)
    return "".join(shapes)


@cache
def _stack_place(stack: int, left: float, top: float) -> tuple[float, float]:
    column, row = stack_cell(stack)
    return left + column * _STEP, top + row * _STEP


@cache
def _circle_place(name: str, left: float, top: float) -> tuple[float, float]:
    row, column = divmod(CIRCLES.index(name), 3)
    return left + (2 * column + 1) * _STEP, top + (2 * row + 1) * _STEP


# --- circles and artists ---


def _ring(on: Drawing, code: str, x: float, y: float) -> str:
    return circle(x, y, 29, on.marks[code]) if code in on.marks else ""


def _circle(on: Drawing, name: str, left: float, top: float, pattern: str) -> str:
    """Draw a circle; one with an artist is drawn with that."""
    x, y = _circle_place(name, left, top)
    base = circle(x, y, 27, "ring")
    if pattern != FREE:
        return base
    label = words(x, y + 8, name, "m mid soft")
    ring = _ring(on, f"circle:{name}", x, y)
    code = f"circle:{name} {BELOW_CURSOR}/circle:{name} artist:{name}"
    said = on.scene.say(N_("circle {name}"), name=name)
    return on.taps.tappable(code, said, base, label, ring, hit(x, y, _HIT))


def _artist(on: Drawing, name: str, left: float, top: float, pattern: str) -> str:
    x, y = _circle_place(name, left, top)
    label = on.scene.say(N_("Artist {circle}"), circle=name) + f", {pattern}"
    ring = _ring(on, f"artist:{name}", x, y)
    grab = f"artist:{name}" if on.scene.may_choose else None
    area = hit(x, y, _HIT)
    return on.taps.tappable(f"artist:{name} circle:{name}", label, ring, area, grab=grab)


# --- stacks ---


def _stacks(on: Drawing, board: Board, left: float, top: float) -> list[str]:
    """Draw the stacks from above: each its top stone, and how high it is."""
    taken = on.focus.taken(on.scene.state)
    asked = board.uncovered[0] if on.asks == "reveal" else None
    text = on.scene.say(N_("stack {number}: {stone}, {height} high"))
    names = {"": "-", UNKNOWN: UNKNOWN}
    drawn = []
    for stack in range(1, STACKS + 1):
        letter, height = board.top(stack), board.heights[stack - 1]
        if letter not in names:
            names[letter] = on.scene.fact(Term("stone", CODE[letter]))
        code = f"first:{stack}"
        mark = "cursor" if stack == asked else on.marks.get(code, "")
        if not mark and stack in taken:
            mark = "reached"
        x, y = _stack_place(stack, left, top)
        inside = _stack(on.letters, stack, letter, height, mark, x, y)
        label = text.format(number=stack, stone=names[letter], height=height)
        drawn.append(on.taps.tappable(f"{code} {BELOW_CURSOR}/{code}", label, inside))
    return drawn


@kept
def _stack(
    letters: str, stack: int, letter: str, height: int, mark: str, x: float, y: float
) -> str:
    shapes = [circle(x, y, 25, "slot-fill")]
    if letter == UNKNOWN:
        shapes += [circle(x, y, 23, "piece back"), words(x, y + 8, "?", "m mid strong on-back")]
    elif letter:
        pattern = pattern_of(letter)
        stone = pebble(letters, letter.upper(), x, y, pattern=pattern)
        shapes.append(piece(letter.upper(), f"stack{stack}.{height}", stone, rests=True))
    if height:
        shapes.append(words(x + 27, y + 28, str(height), "m mid strong"))
    if mark:
        shapes.append(circle(x, y, 28, mark))
    return "".join([*shapes, hit(x, y, _HIT)])


# --- the mandala ---


_STEPS = (74.0, 60.0, 46.0)
"""From space to space, as large as they all fit."""
_AHEAD = 4
"""How many more spaces fit before they shrink."""
_SIGNS = {"0": "", "1": "+1", "2": "+2", "h2": "2", "h3": "3", "h4": "4"}
_HAND = "M-7 9V0L-12-4Q-10-8-6-5V-11Q-4-14-2-11V-13Q0-16 2-13V-12Q5-14 6-10V-8Q9-9 9-5L7 9Z"
"""A hand, as printed on the mandala; the words say what it means."""


def draw_track(on: Drawing, x: float, y: float, wide: float, high: float) -> str:
    """Draw the spaces in rows, those with a stone filled, the next one ringed."""
    scene, state = on.scene, on.scene.state
    placed = state.placed
    known = [shows for shows in state.mandala if shows != "end"]
    count = max(len(known), placed) + ("end" not in state.mandala)
    step, a_row, rows = next(
        (fit for fit in _fits(wide, high) if fit[1] * fit[2] >= count + _AHEAD),
        _fits(wide, high)[-1],
    )
    first = max(placed + 1 - a_row * rows, 0) // a_row * a_row
    label = scene.say(N_("Stones on the mandala: {count}"), count=placed)
    aside = ""
    if state.aside:
        aside = scene.say(N_("Stones set aside: {count}"), count=state.aside)
    shapes = [
        rect(x, y, wide, high, "mat", r=16),
        words(x + 16, y + 34, label, "l strong", fit=wide * (0.56 if aside else 1) - 32),
        words(x + wide - 16, y + 33, aside, "l end soft", fit=wide * 0.4),
    ]
    names = {shows: scene.fact(Term("shows", shows)) for shows in set(known)}
    for space in range(first, min(count, first + a_row * rows)):
        row, column = divmod(space - first, a_row)
        place = x + 12 + (column + 0.5) * step, y + 44 + (row + 0.5) * step
        shows = known[space] if space < len(known) else "?"
        mark = "" if space != placed else "cursor" if on.asks == "mandala" else "last"
        said = f"{space + 1}: {names.get(shows, '?')}"
        shapes.append(_space(shows, said, mark, place, step * 0.41, is_laid=space < placed))
    return element("g", *shapes, role="group", aria_label=label)


def _fits(wide: float, high: float) -> list[tuple[float, int, int]]:
    """Return distances with how many spaces a row has, and how many rows there are."""
    return [
        (step, max(int((wide - 24) // step), 1), max(int((high - 48) // step), 1))
        for step in _STEPS
    ]


@kept
def _space(
    shows: str, said: str, mark: str, place: tuple[float, float], r: float, *, is_laid: bool
) -> str:
    """Draw one space: a stone, or what it shows."""
    x, y = place
    has_hands = shows.startswith("h")
    shapes = [circle(x, y, r, "stone-laid" if is_laid else "slot-fill")]
    if has_hands:
        shapes.append(path(_HAND, "sketch-fill", at=(x - 8, y + 1)))
    if not is_laid or shows not in ("0", "?"):
        sign = _SIGNS.get(shows, "?")
        shapes.append(words(x + (11 if has_hands else 0), y + 8, sign, "m mid strong"))
    if mark:
        shapes.append(circle(x, y, r + 3, mark))
    return element("g", *shapes, role="img", aria_label=said)
