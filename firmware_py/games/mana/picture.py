"""The board as it lies on the table, for pages and exports.

second player, captured ronins                 every square wears its dots,
6 . . . . . .                                  the pieces wear those of their squares
5 . . . . . .      frame        the cursor
4 . . . . . .      thin frame   picked         ring     can be chosen, or reached
3 . . . . . .      arrow        the way        dashes   the last move
2 . . . . . .
1 a b c d e f
first player, what binds whoever is on turn
"""

from __future__ import annotations

from math import cos, pi, sin

from engines.engine import Term
from engines.mana.board import DAIMIO, NAMES, OWN, RONIN
from engines.mana.names import colour_term, there_term
from firmware_py.core.language import N_
from firmware_py.games.mana.sight import Sight, sight_of
from firmware_py.games.picture import SceneView
from firmware_py.games.svg import (
    arrow,
    circle,
    element,
    group,
    path,
    polygon,
    rect,
    sheet,
    words,
)

WIDTH, HEIGHT = 700, 826
_LEFT, _TOP, _SIDE = 72, 108, 96
"""The first square, and the side of one."""
_BOARD = 6 * _SIDE
_DOT = 8.5
_DOTS = {
    1: ((0.0, 0.0),),
    2: ((-13.0, 0.0), (13.0, 0.0)),
    3: ((0.0, -12.0), (-13.0, 11.0), (13.0, 11.0)),
}
_BIRD = "M28-9L17-15C11-20 3-18 0-10L-27-20C-24-4-16 4-8 7L-24 17L2 15C14 13 19 4 19-5Z"
_CROWN = "M-24 16L-28-14L-13-1L0-22L13-1L28-14L24 16Z"
_COLOURS = {"bird": ("black", "white"), "2005": ("red", "ochre")}


def draw_picture(scene: SceneView) -> str:
    """Draw the table of a moment."""
    sight = sight_of(scene)
    return sheet(
        WIDTH,
        HEIGHT,
        scene.say(N_("The table")),
        rect(0, 0, WIDTH, HEIGHT, "felt", r=18),
        _seat(sight, 1, 16),
        _seat(sight, 0, HEIGHT - 80),
        rect(_LEFT - 48, _TOP - 16, _BOARD + 76, _BOARD + 58, "wood", r=14),
        _edges(),
        *(_square(sight, square) for square in range(36)),
        _way(sight.last_way, "last"),
        _way(sight.way, "way"),
    )


def _centre(square: int) -> tuple[float, float]:
    file, rank = divmod(square, 6)
    return _LEFT + (file + 0.5) * _SIDE, _TOP + (5.5 - rank) * _SIDE


def _edges() -> str:
    """Name the files below and the ranks at the left."""
    files = (words(_centre(6 * n)[0], _TOP + _BOARD + 30, "abcdef"[n], "m mid") for n in range(6))
    ranks = (words(_LEFT - 20, _centre(n)[1] + 8, str(n + 1), "m mid") for n in range(6))
    return group(*files, *ranks, look="print")


# --- squares ---


def _square(sight: Sight, square: int) -> str:
    """Draw a square with what stands on it and the marks of the entry."""
    x, y = _centre(square)
    half = _SIDE / 2
    letter, kind = sight.board[square], sight.kinds[square]
    shade = "deep" if (square // 6 + square % 6) % 2 == 0 else "pale"
    inside = [
        rect(
            x - half + 1.5,
            y - half + 1.5,
            _SIDE - 3,
            _SIDE - 3,
            shade,
            r=8,
        )
    ]
    if square in sight.last:
        inside.append(_frame(x, y, 5, "last"))
    if letter == "." and square != sight.mana:
        inside.append(_dots(x, y, kind, "dot"))
    elif letter != ".":
        inside.append(_piece(sight, x, y, letter, kind, is_ghost=square in sight.proposed))
    if square == sight.mana:
        inside.append(_mana(sight, x, y, letter))
    inside += _marks(sight, square, x, y)
    return sight.scene.taps.tappable(sight.code(square), _label(sight, square), *inside)


def _marks(sight: Sight, square: int, x: float, y: float) -> list[str]:
    marks = []
    if square in sight.against:
        marks.append(path("M-30-30L30 30M30-30L-30 30", "against", at=(x, y)))
    if square in sight.reached:
        marks.append(circle(x, y, 42, "reached"))
    if square in sight.open and square not in sight.cursor:
        marks.append(circle(x, y, 42, "open"))
    if square in sight.picked:
        marks.append(_frame(x, y, 5, "picked"))
    if square in sight.cursor:
        marks.append(_frame(x, y, 3, "cursor"))
    return marks


def _frame(x: float, y: float, inset: float, look: str) -> str:
    side = _SIDE - 2 * inset
    return rect(x - side / 2, y - side / 2, side, side, look, r=10)


def _dots(x: float, y: float, kind: int, look: str) -> str:
    return "".join(circle(x + dx, y + dy, _DOT, look) for dx, dy in _DOTS[kind])


def _piece(
    sight: Sight, x: float, y: float, letter: str, kind: int, *, is_ghost: bool = False
) -> str:
    """Draw a piece from above: a disc, a crown for the daimio, and the dots of its square."""
    side = 0 if letter in OWN[0] else 1
    look = _COLOURS[sight.edition][side]
    if letter in DAIMIO:
        shape = polygon(_flower(x, y), f"piece {look}")
        head = path(_CROWN, f"crest on-{look}", at=(x, y - 8))
        inside = [shape, head, *_small_dots(x, y + 27, kind, f"pip on-{look}")]
    else:
        disc = circle(x, y, 34, f"piece {look}")
        ring = circle(x, y, 27, f"rim on-{look}") if side else ""
        inside = [disc, ring, _dots(x, y, kind, f"pip on-{look}")]
    return group(*inside, look="ghost" if is_ghost else "")


def _flower(x: float, y: float) -> list[tuple[float, float]]:
    """Return a disc with eight corners, so that a daimio differs by its outline."""
    turns = (n * pi / 8 for n in range(16))
    return [
        (x + (43 if n % 2 else 38) * cos(turn), y + (43 if n % 2 else 38) * sin(turn))
        for n, turn in enumerate(turns)
    ]


def _small_dots(x: float, y: float, kind: int, look: str) -> list[str]:
    return [circle(x + (n - (kind - 1) / 2) * 14, y, 4.5, look) for n in range(kind)]


def _mana(sight: Sight, x: float, y: float, letter: str) -> str:
    """Draw the bird on its square; the Mana of 2005 sits on the piece that moved."""
    if sight.edition == "2005":
        return polygon(
            ((x + 30, y - 44), (x + 44, y - 30), (x + 30, y - 16), (x + 16, y - 30)), "token"
        )
    if letter != ".":
        return path(_BIRD, "bird", at=(x + 26, y - 28))
    dots = _small_dots(x, y + 30, sight.kinds[sight.mana or 0], "dot")
    return circle(x, y, 36, "perch") + path(_BIRD, "bird", at=(x, y - 4)) + "".join(dots)


def _way(squares: tuple[int, ...], look: str) -> str:
    """Draw a way from square to square, an arrow at its end."""
    if len(squares) < 2:
        return ""
    return arrow([_centre(square) for square in squares], look)


def _label(sight: Sight, square: int) -> str:
    """Name a square: where it is, its kind and what stands on it."""
    fact = sight.scene.fact
    said = [NAMES[square], fact(Term("kind", sight.kinds[square]))]
    said.append(fact(there_term(sight.rules, sight.board[square])))
    if square == sight.mana:
        said.append(sight.scene.say(N_("the Mana") if sight.edition == "2005" else N_("the bird")))
    return ", ".join(said)


# --- seats ---


def _seat(sight: Sight, side: int, y: float) -> str:
    """Draw a player's edge: name, colour, captured ronins; whose turn it is and what binds."""
    scene = sight.scene
    seat = side ^ scene.state.first
    name = scene.name(seat)
    look = _COLOURS[sight.edition][side]
    is_on_turn = scene.seat == seat
    has_won = seat in scene.winners and len(scene.winners) == 1
    shapes = [
        rect(16, y, WIDTH - 32, 64, "strip turn" if is_on_turn else "strip", r=12),
        circle(54, y + 32, 20, f"piece {look}"),
        circle(54, y + 32, 15, f"rim on-{look}") if side else "",
        words(88, y + 42, name, "l strong" if is_on_turn or has_won else "l", fit=228),
    ]
    if has_won:
        shapes.append(words(330, y + 41, scene.say(N_("wins")), "m strong"))
    elif is_on_turn:
        shapes.append(_binding(sight, y))
    shapes.append(_captured(sight, side, y))
    label = f"{name}, {scene.fact(colour_term(sight.rules, side))}"
    return element("g", *shapes, role="group", aria_label=label)


def _binding(sight: Sight, y: float) -> str:
    """Show what the player on turn must obey: the sign of the Mana, the dots, the word."""
    x, scene = 336, sight.scene
    if not sight.bound:
        said = scene.say(N_("SET-UP") if sight.view["phase"] != "play" else N_("FREE"))
        return words(x, y + 42, said, "l strong", fit=170)
    sign = (
        polygon(((x + 16, y + 14), (x + 34, y + 32), (x + 16, y + 50), (x - 2, y + 32)), "token")
        if sight.edition == "2005"
        else path(_BIRD, "bird", at=(x + 16, y + 32))
    )
    dots = "".join(
        circle(x + 74 + dx, y + 32 + dy, _DOT, "dot-word") for dx, dy in _DOTS[sight.bound]
    )
    word = scene.fact(Term("kind", sight.bound)).upper()
    return group(sign, dots, words(x + 106, y + 42, word, "l strong", fit=106))


def _captured(sight: Sight, side: int, y: float) -> str:
    """Show the captured ronins of a side; those of whoever is on turn may come back."""
    count = sight.view["captured"][side]
    if not count:
        return ""
    scene, look = sight.scene, _COLOURS[sight.edition][side]
    said = scene.say(N_("Captured: {count}"), count=count)
    shapes = [
        circle(WIDTH - 92, y + 32, 17, f"piece {look}"),
        circle(WIDTH - 92, y + 32, 12, f"rim on-{look}") if side else "",
        words(WIDTH - 66, y + 41, f"×{count}", "m strong"),
    ]
    label = f"{scene.fact(there_term(sight.rules, RONIN[side]))}. {said}"
    if side != sight.view["side"]:
        return element("g", *shapes, role="img", aria_label=label)
    state = "cursor" if sight.drops == "cursor" else "open" if sight.drops else ""
    frame = rect(WIDTH - 122, y + 6, 98, 52, state or "none", r=12)
    return sight.scene.taps.tappable("piece:drop", label, frame, *shapes)
