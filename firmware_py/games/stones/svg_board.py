"""Stones, the main board and the mandala as SVG.

The main board on a picture: 24 stacks around nine circles, and the artists on these.

   1     2     3
4 (a1) 5(a2) 6(a3) 7
   8     9    10
"""

from __future__ import annotations

from engines.engine import ChoicePart, Fact, Term
from engines.stones.board import CIRCLES, FREE, STACK_HEIGHT, STACKS, UNKNOWN, Board
from engines.stones.choices import ArtistPick
from engines.stones.notation import read
from firmware_py.core.language import N_
from firmware_py.games.picture import SceneView
from firmware_py.games.stones.words import Letters, letters
from firmware_py.games.svg import arrow, circle, element, group, path, rect, words
from firmware_py.match.taps import BELOW_CURSOR

LOOKS = {"R": "red", "P": "purple", "B": "blue", "Y": "yellow"}
_PATTERNS = {
    "o": "M-19 0A19 19 0 1 0 19 0A19 19 0 1 0-19 0Z",
    "x": "M-14-14L-8-8M14-14L8-8M-14 14L-8 8M14 14L8 8",
}


def pebble(
    names: Letters, colour: str, x: float, y: float, *, pattern: str = "", look: str = ""
) -> str:
    """Return a stone around a point; without a pattern it lies flat in a tower."""
    hue = LOOKS[colour]
    if not pattern:
        disc = path(
            "M-33-13Q0-19 33-13Q38 0 33 13Q0 19-33 13Q-38 0-33-13Z", f"piece {hue}", at=(x, y)
        )
        return group(disc, words(x, y + 11, names[colour], f"l mid strong on-{hue}"), look=look)
    return group(
        circle(x, y, 23, f"piece {hue}"),
        path(_PATTERNS[pattern], f"rim on-{hue}", at=(x, y)),
        words(x, y + 7, names[colour], f"m mid strong on-{hue}"),
        look=look,
    )


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
_UNSEEN = "??"


def draw_chart(scene: SceneView, x: float, y: float) -> str:
    """Draw the board, its upper left corner at a point."""
    left, top = x + 42, y + 40
    shapes = [rect(x, y, 6 * _STEP + 84, 6 * _STEP + 84, "wood", r=16)]
    shapes += [_circle(scene, name, left, top) for name in CIRCLES]
    names, taken = letters(scene.say), _taken(scene)
    shapes += [
        _stack(scene, stack, names, left, top, is_taken=stack in taken)
        for stack in range(1, STACKS + 1)
    ]
    shapes += [_artist(scene, left, top, name) for name in scene.view["artists"]]
    shapes.append(_ways(scene, left, top))
    return "".join(shapes)


def _stack_place(stack: int, left: float, top: float) -> tuple[float, float]:
    row, column = 0, stack - 1
    while column >= (3, 4)[row % 2]:
        column -= (3, 4)[row % 2]
        row += 1
    return left + (2 * column + (0 if row % 2 else 1)) * _STEP, top + row * _STEP


def _circle_place(name: str, left: float, top: float) -> tuple[float, float]:
    row, column = divmod(CIRCLES.index(name), 3)
    return left + (2 * column + 1) * _STEP, top + (2 * row + 1) * _STEP


def _values(scene: SceneView) -> dict[str, Fact]:
    """Return what is chosen so far by the names of the parts."""
    return {part.name: part.value for part in scene.shown}


def _mark(scene: SceneView, *parts: ChoicePart) -> str:
    """Return how a thing is pointed out that may stand for any of these parts."""
    if scene.highlighted in parts:
        return "cursor"
    if any(part in scene.complete for part in parts):
        return "cursor"
    if any(part in scene.picked for part in parts):
        return "against-frame" if scene.refused is not None else "picked"
    return "open" if any(part in scene.options for part in parts) else ""


# --- circles and artists ---


def _circle(scene: SceneView, name: str, left: float, top: float) -> str:
    """Draw a circle; one with an artist is drawn with that."""
    x, y = _circle_place(name, left, top)
    base = circle(x, y, 27, "ring")
    label = words(x, y + 8, name, "m mid soft")
    if name in scene.view["artists"]:
        return base
    mark = _mark(scene, ChoicePart("circle", name))
    ring = circle(x, y, 29, mark) if mark else ""
    code = f"circle:{name} {BELOW_CURSOR}/circle:{name} artist:{name}"
    return scene.taps.tappable(code, scene.say(N_("circle {name}"), name=name), base, label, ring)


def _artist(scene: SceneView, left: float, top: float, name: str) -> str:
    x, y = _circle_place(name, left, top)
    pattern = scene.view["artists"][name]
    mark = _mark(scene, ChoicePart("artist", name))
    ring = circle(x, y, 29, mark) if mark else ""
    label = f"{scene.say(N_('Artist {circle}'), circle=name)}, {pattern}"
    return scene.taps.tappable(f"artist:{name} circle:{name}", label, artist(pattern, x, y), ring)


# --- stacks ---


def _stack(
    scene: SceneView, stack: int, names: Letters, left: float, top: float, *, is_taken: bool
) -> str:
    """Draw a stack from above: its top stone, and how high it is."""
    x, y = _stack_place(stack, left, top)
    code, height = scene.view["tops"][stack - 1], scene.view["heights"][stack - 1]
    shapes = [circle(x, y, 25, "slot-fill")]
    said = "-"
    if code == _UNSEEN:
        shapes += [circle(x, y, 23, "piece back"), words(x, y + 8, "?", "m mid strong on-back")]
        said = "?"
    elif code:
        shapes.append(pebble(names, code[0], x, y, pattern=code[1]))
        said = scene.fact(Term("stone", code))
    if height:
        shapes.append(words(x + 27, y + 28, str(height), "m mid strong"))
    asked = scene.view["ask"] or {}
    if asked.get("stack") == stack:
        shapes.append(circle(x, y, 28, "cursor"))
    elif mark := _mark(scene, ChoicePart("first", stack)):
        shapes.append(circle(x, y, 28, mark))
    elif is_taken:
        shapes.append(circle(x, y, 28, "reached"))
    text = N_("stack {number}: {stone}, {height} high")
    label = scene.say(text, number=stack, stone=said, height=height)
    return scene.taps.tappable(f"first:{stack} {BELOW_CURSOR}/first:{stack}", label, *shapes)


def _board(scene: SceneView) -> Board:
    """Return the board as far as everybody sees it: the tops, and how high the stacks are."""
    view = scene.view
    stacks, unseen = [], []
    for number, (code, height) in enumerate(zip(view["tops"], view["heights"], strict=True), 1):
        letter = UNKNOWN
        if code == _UNSEEN:
            unseen.append(number)
        elif code:
            letter = code[0] if code[1] == "o" else code[0].lower()
        at = max(height - 1, 0)
        stacks.append(UNKNOWN * at + letter + UNKNOWN * (STACK_HEIGHT - at - 1))
    artists = "".join(view["artists"].get(name, FREE) for name in CIRCLES)
    return Board(artists, tuple(stacks), tuple(view["heights"]), tuple(unseen))


def _taken(scene: SceneView) -> tuple[int, ...]:
    """Return the stacks whose tops the artist would take."""
    values = _values(scene)
    source, target = values.get("artist"), values.get("circle")
    if source not in scene.view["artists"] or target not in CIRCLES or target == source:
        return ()
    return _board(scene).allowed(CIRCLES.index(str(source)), CIRCLES.index(str(target)))


def hand(scene: SceneView) -> str:
    """Return the tower that the artist would take, bottom first; empty while that is open."""
    first, stacks = _values(scene).get("first"), _taken(scene)
    if first not in stacks:
        return ""
    at = stacks.index(first)
    tops = scene.view["tops"]
    return "".join(tops[stack - 1][0] for stack in stacks[at:] + stacks[:at])


# --- ways ---


def _ways(scene: SceneView, left: float, top: float) -> str:
    """Draw the way of an artist: of the choice under way, else of the last one."""
    values = _values(scene)
    source, target, look = values.get("artist"), values.get("circle"), "way"
    if target is None and not scene.picked and (scene.last or "").startswith("P"):
        last = read(str(scene.last))
        if isinstance(last, ArtistPick):
            source, target, look = last.source, last.target, "last"
    if source not in CIRCLES or target not in CIRCLES:
        return ""
    ends = [_circle_place(str(name), left, top) for name in (source, target)]
    return arrow(ends, look)


# --- the mandala ---


_STEPS = (74.0, 60.0, 46.0)
"""From space to space, as large as they all fit."""
_AHEAD = 4
"""How many more spaces fit before they shrink."""
_SIGNS = {"0": "", "1": "+1", "2": "+2", "h2": "2", "h3": "3", "h4": "4"}
_HAND = "M-7 9V0L-12-4Q-10-8-6-5V-11Q-4-14-2-11V-13Q0-16 2-13V-12Q5-14 6-10V-8Q9-9 9-5L7 9Z"
"""A hand, as printed on the mandala; the words say what it means."""


def draw_track(scene: SceneView, x: float, y: float, wide: float, high: float) -> str:
    """Draw the spaces in rows, those with a stone filled, the next one ringed."""
    view = scene.view
    placed = int(view["placed"])
    known = [shows for shows in view["mandala"] if shows != "end"]
    count = max(len(known), placed) + ("end" not in view["mandala"])
    step, a_row, rows = next(
        (fit for fit in _fits(wide, high) if fit[1] * fit[2] >= count + _AHEAD),
        _fits(wide, high)[-1],
    )
    first = max(placed + 1 - a_row * rows, 0) // a_row * a_row
    shapes = [
        rect(x, y, wide, high, "mat", r=16),
        words(
            x + 16,
            y + 34,
            scene.say(N_("Stones on the mandala: {count}"), count=placed),
            "l strong",
            fit=wide * (0.56 if _aside(scene) else 1) - 32,
        ),
        words(x + wide - 16, y + 33, _aside(scene), "l end soft", fit=wide * 0.4),
    ]
    for space in range(first, min(count, first + a_row * rows)):
        row, column = divmod(space - first, a_row)
        place = x + 12 + (column + 0.5) * step, y + 44 + (row + 0.5) * step
        shapes.append(_space(scene, space, known, placed, place, step * 0.41))
    label = scene.say(N_("Stones on the mandala: {count}"), count=placed)
    return element("g", *shapes, role="group", aria_label=label)


def _fits(wide: float, high: float) -> list[tuple[float, int, int]]:
    """Return distances with how many spaces a row has, and how many rows there are."""
    return [
        (step, max(int((wide - 24) // step), 1), max(int((high - 48) // step), 1))
        for step in _STEPS
    ]


def _aside(scene: SceneView) -> str:
    aside = int(scene.view["aside"])
    return scene.say(N_("Stones set aside: {count}"), count=aside) if aside else ""


def _space(
    scene: SceneView,
    space: int,
    known: list[str],
    placed: int,
    place: tuple[float, float],
    r: float,
) -> str:
    """Draw one space: a stone, or what it shows."""
    x, y = place
    shows = known[space] if space < len(known) else "?"
    has_hands = shows.startswith("h")
    said = scene.fact(Term("shows", shows)) if shows != "?" else "?"
    shapes = [circle(x, y, r, "stone-laid" if space < placed else "slot-fill")]
    if has_hands:
        shapes.append(path(_HAND, "sketch-fill", at=(x - 8, y + 1)))
    if space >= placed or shows not in ("0", "?"):
        sign = _SIGNS.get(shows, "?")
        shapes.append(words(x + (11 if has_hands else 0), y + 8, sign, "m mid strong"))
    if (scene.view["ask"] or {}).get("mandala") == space + 1:
        shapes.append(circle(x, y, r + 3, "cursor"))
    elif space == placed:
        shapes.append(circle(x, y, r + 3, "last"))
    return element("g", *shapes, role="img", aria_label=f"{space + 1}: {said}")
