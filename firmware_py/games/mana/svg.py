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

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from engines.engine import Term
from engines.mana.board import DAIMIO, NAMES, OWN, RONIN
from engines.mana.choices import Drop, Move
from engines.mana.names import colour_term, there_term
from engines.mana.state import PLAY, SETUP, State
from firmware_py.core.language import N_
from firmware_py.games.mana.entry import BACK
from firmware_py.games.mana.focus import (
    Focus,
    Squares,
    board_of,
    focus_of,
    kinds_of,
    named_in,
    reached_squares,
)
from firmware_py.games.svg import (
    Taps,
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
from firmware_py.match.scene import Scene
from firmware_py.match.taps import BELOW_CURSOR

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


def draw_picture(scene: Scene[State], taps: Taps) -> str:
    """Draw the table of a moment."""
    focus = focus_of(scene)
    return sheet(
        WIDTH,
        HEIGHT,
        scene.say(N_("The table")),
        rect(0, 0, WIDTH, HEIGHT, "felt", r=18),
        _seat(scene, 1, 16, taps),
        _seat(scene, 0, HEIGHT - 80, taps),
        rect(_LEFT - 48, _TOP - 16, _BOARD + 76, _BOARD + 58, "wood", r=14),
        _edges(),
        *_squares(scene, focus, taps),
        _way(focus.last_way, "last"),
        _way(focus.way, "way"),
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


@dataclass(frozen=True, slots=True)
class _Look:
    """How a square looks: what stands on it, and its marks from below to above."""

    kind: int
    letter: str
    edition: str
    has_mana: bool
    is_proposed: bool
    """The piece does not stand there yet."""
    is_last: bool
    marks: tuple[str, ...]


def _squares(scene: Scene[State], focus: Focus, taps: Taps) -> Iterator[str]:
    """Draw the squares with what stands on them and the marks of the entry."""
    state, board, kinds = scene.state, board_of(scene), kinds_of(scene)
    edition = state.rules.edition
    marks = _marks(scene, focus)
    last = _last_squares(focus)
    kind_names = {kind: scene.fact(Term("kind", kind)) for kind in _DOTS}
    there = {letter: scene.fact(there_term(state.rules, letter)) for letter in set(board)}
    for square, (letter, kind) in enumerate(zip(board, kinds, strict=True)):
        has_mana = square == state.mana
        said = [NAMES[square], kind_names[kind], there[letter]]
        if has_mana:
            said.append(scene.say(N_("the Mana") if state.rules.is_2005 else N_("the bird")))
        is_proposed = letter not in (state.board[square], ".")
        here = tuple(look for look, squares in marks.items() if square in squares)
        look = _Look(kind, letter, edition, has_mana, is_proposed, square in last, here)
        yield taps.tappable(_code(state, square), ", ".join(said), _draw_square(square, look))


def _code(state: State, square: int) -> str:
    """Return what a tap on a square may mean."""
    name = NAMES[square]
    if state.phase == SETUP:
        return f"daimio:{name} ronin:{name}"
    there = state.board[square]
    bird = f" bird:{name}" if state.rules.asks_bird else ""
    if there in OWN[state.side]:
        return f"piece:{name}{bird}"
    piece = f" piece:{name}" if there != "." else ""
    return f"destination:{name} {BELOW_CURSOR}/destination:{name}{bird}{piece}"


def _marks(scene: Scene[State], focus: Focus) -> dict[str, Squares]:
    """Return the squares that wear each mark, the lowest first."""
    against, offered = Squares(), focus.offered
    if scene.refused is not None:
        against = named_in(scene.refused, "blockers") or named_in(scene.refused, "square", "end")
        offered = named_in(scene.refused, "movers", "pieces")
    return {
        "against": against,
        "reached": reached_squares(scene) - focus.offered,
        "open": offered - focus.cursor,
        "picked": focus.picked,
        "cursor": focus.cursor,
    }


def _last_squares(focus: Focus) -> Squares:
    match focus.last:
        case Move(begin, end):
            return frozenset({begin, end})
        case Drop(square):
            return frozenset({square})
    return Squares()


@lru_cache(maxsize=256)
def _draw_square(square: int, look: _Look) -> str:
    """Draw a square; few of them change at a time."""
    x, y = _centre(square)
    shade = "deep" if (square // 6 + square % 6) % 2 == 0 else "pale"
    inside = [rect(x - _SIDE / 2 + 1.5, y - _SIDE / 2 + 1.5, _SIDE - 3, _SIDE - 3, shade, r=8)]
    if look.is_last:
        inside.append(_frame(x, y, 5, "last"))
    if look.letter == "." and not look.has_mana:
        inside.append(_dots(x, y, look.kind, "dot"))
    elif look.letter != ".":
        inside.append(_piece(look, x, y))
    if look.has_mana:
        inside.append(_mana(look, x, y))
    return "".join([*inside, *(_draw_mark(mark, x, y) for mark in look.marks)])


def _draw_mark(mark: str, x: float, y: float) -> str:
    if mark == "against":
        return path("M-30-30L30 30M30-30L-30 30", mark, at=(x, y))
    if mark in ("reached", "open"):
        return circle(x, y, 42, mark)
    return _frame(x, y, 5 if mark == "picked" else 3, mark)


def _frame(x: float, y: float, inset: float, look: str) -> str:
    side = _SIDE - 2 * inset
    return rect(x - side / 2, y - side / 2, side, side, look, r=10)


def _dots(x: float, y: float, kind: int, look: str) -> str:
    return "".join(circle(x + dx, y + dy, _DOT, look) for dx, dy in _DOTS[kind])


def _piece(on: _Look, x: float, y: float) -> str:
    """Draw a piece from above: a disc, a crown for the daimio, and the dots of its square."""
    side, kind = 0 if on.letter in OWN[0] else 1, on.kind
    look = _COLOURS[on.edition][side]
    if on.letter in DAIMIO:
        shape = polygon(_flower(x, y), f"piece {look}")
        head = path(_CROWN, f"crest on-{look}", at=(x, y - 8))
        inside = [shape, head, *_small_dots(x, y + 27, kind, f"pip on-{look}")]
    else:
        disc = circle(x, y, 34, f"piece {look}")
        ring = circle(x, y, 27, f"rim on-{look}") if side else ""
        inside = [disc, ring, _dots(x, y, kind, f"pip on-{look}")]
    return group(*inside, look="ghost" if on.is_proposed else "")


def _flower(x: float, y: float) -> list[tuple[float, float]]:
    """Return a disc with eight corners, so that a daimio differs by its outline."""
    turns = (n * pi / 8 for n in range(16))
    return [
        (x + (43 if n % 2 else 38) * cos(turn), y + (43 if n % 2 else 38) * sin(turn))
        for n, turn in enumerate(turns)
    ]


def _small_dots(x: float, y: float, kind: int, look: str) -> list[str]:
    return [circle(x + (n - (kind - 1) / 2) * 14, y, 4.5, look) for n in range(kind)]


def _mana(look: _Look, x: float, y: float) -> str:
    """Draw the bird on its square; the Mana of 2005 sits on the piece that moved."""
    if look.edition == "2005":
        return polygon(
            ((x + 30, y - 44), (x + 44, y - 30), (x + 30, y - 16), (x + 16, y - 30)), "token"
        )
    if look.letter != ".":
        return path(_BIRD, "bird", at=(x + 26, y - 28))
    dots = _small_dots(x, y + 30, look.kind, "dot")
    return circle(x, y, 36, "perch") + path(_BIRD, "bird", at=(x, y - 4)) + "".join(dots)


def _way(squares: tuple[int, ...], look: str) -> str:
    """Draw a way from square to square, an arrow at its end."""
    if len(squares) < 2:
        return ""
    return arrow([_centre(square) for square in squares], look)


# --- seats ---


def _seat(scene: Scene[State], side: int, y: float, taps: Taps) -> str:
    """Draw a player's edge: name, colour, captured ronins; whose turn it is and what binds."""
    rules, seat = scene.state.rules, scene.state.seat_of(side)
    name, winners = scene.name(seat), scene.winners
    look = _COLOURS[rules.edition][side]
    is_on_turn = scene.seat == seat
    has_won = winners == (seat,)
    shapes = [
        rect(16, y, WIDTH - 32, 64, "strip turn" if is_on_turn else "strip", r=12),
        circle(54, y + 32, 20, f"piece {look}"),
        circle(54, y + 32, 15, f"rim on-{look}") if side else "",
        words(88, y + 42, name, "l strong" if is_on_turn or has_won else "l", fit=228),
    ]
    if has_won:
        shapes.append(words(330, y + 41, scene.say(N_("wins")), "m strong"))
    elif is_on_turn:
        shapes.append(_binding(scene, y))
    shapes.append(_captured(scene, side, y, taps))
    label = f"{name}, {scene.fact(colour_term(rules, side))}"
    return element("g", *shapes, role="group", aria_label=label)


def _binding(scene: Scene[State], y: float) -> str:
    """Show what the player on turn must obey: the sign of the Mana, the dots, the word."""
    x, state = 336, scene.state
    if state.phase != PLAY or state.free or not state.kind:
        said = scene.say(N_("SET-UP") if state.phase != PLAY else N_("FREE"))
        return words(x, y + 42, said, "l strong", fit=170)
    sign = (
        polygon(((x + 16, y + 14), (x + 34, y + 32), (x + 16, y + 50), (x - 2, y + 32)), "token")
        if state.rules.is_2005
        else path(_BIRD, "bird", at=(x + 16, y + 32))
    )
    dots = "".join(
        circle(x + 74 + dx, y + 32 + dy, _DOT, "dot-word") for dx, dy in _DOTS[state.kind]
    )
    word = scene.fact(Term("kind", state.kind)).upper()
    return group(sign, dots, words(x + 106, y + 42, word, "l strong", fit=106))


def _captured(scene: Scene[State], side: int, y: float, taps: Taps) -> str:
    """Show the captured ronins of a side; those of whoever is on turn may come back."""
    state, count = scene.state, scene.state.captured[side]
    if not count:
        return ""
    look = _COLOURS[state.rules.edition][side]
    said = scene.say(N_("Captured: {count}"), count=count)
    shapes = [
        circle(WIDTH - 92, y + 32, 17, f"piece {look}"),
        circle(WIDTH - 92, y + 32, 12, f"rim on-{look}") if side else "",
        words(WIDTH - 66, y + 41, f"×{count}", "m strong"),
    ]
    label = f"{scene.fact(there_term(state.rules, RONIN[side]))}. {said}"
    if side != state.side:
        return element("g", *shapes, role="img", aria_label=label)
    mark = "open" if BACK in scene.options else "none"
    if scene.highlighted == BACK or BACK in scene.picked:
        mark = "cursor"
    frame = rect(WIDTH - 122, y + 6, 98, 52, mark, r=12)
    return taps.tappable("piece:drop", label, frame, *shapes)
