"""The board of Mana as SVG, for pages and exports.

second player, captured ronins                 every square has its dots,
6 . . . . . .                                  the pieces have those of their squares
5 . . . . . .      frame        the cursor
4 . . . . . .      thin frame   picked         ring     can be chosen, or reached
3 . . . . . .      arrow        the path       dashes   the last move
2 . . . . . .
1 a b c d e f
first player, the constraint of the player on turn
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, pi, sin

from engines.engine import Term
from engines.mana.board import DAIMIO, NAMES, OWN, RONIN
from engines.mana.choices import Drop, Move
from engines.mana.state import PLAY, SETUP, State
from engines.mana.words import colour_term, there_term
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
    squares_of,
)
from firmware_py.games.picture import cursor_mark
from firmware_py.games.svg import (
    Taps,
    arrow,
    circle,
    element,
    group,
    hit,
    path,
    piece,
    polygon,
    rect,
    sheet,
    words,
)
from firmware_py.match.scene import Scene
from firmware_py.match.taps import BELOW_CURSOR

WIDTH, HEIGHT = 700, 826
_LEFT, _TOP, _SIDE = 72, 108, 96
"""Position of the first square, and the side of a square."""
_BOARD = 6 * _SIDE
_DOT = 8.5
_DOTS = {
    1: ((0.0, 0.0),),
    2: ((-13.0, 0.0), (13.0, 0.0)),
    3: ((0.0, -12.0), (-13.0, 11.0), (13.0, 11.0)),
}
_BIRD = "M28-9L17-15C11-20 3-18 0-10L-27-20C-24-4-16 4-8 7L-24 17L2 15C14 13 19 4 19-5Z"
_CROWN = "M-24 16L-28-14L-13-1L0-22L13-1L28-14L24 16Z"
_KIND_NAMES = {"b": "ronin0", "B": "daimio0", "w": "ronin1", "W": "daimio1"}
COLOURS = {"bird": ("black", "white"), "2005": ("red", "ochre")}


def draw_picture(scene: Scene[State], taps: Taps) -> str:
    """Draw the table of a scene."""
    focus, is_turned = focus_of(scene), _is_turned(scene)
    return sheet(
        WIDTH,
        HEIGHT,
        scene.say(N_("The table")),
        rect(0, 0, WIDTH, HEIGHT, "felt", r=18),
        _seat(scene, 0 if is_turned else 1, 16, taps),
        _seat(scene, 1 if is_turned else 0, HEIGHT - 80, taps),
        rect(_LEFT - 48, _TOP - 16, _BOARD + 76, _BOARD + 58, "wood", r=14),
        _edges(is_turned=is_turned),
        *_squares(scene, focus, taps),
        group(*_pieces(scene), look="quiet"),
        group(*_marked(scene, focus), look="quiet"),
        _way(focus.last_way, "last", is_turned=is_turned),
        _way(focus.way, "way", is_turned=is_turned, is_proposal=scene.is_proposal),
    )


def _is_turned(scene: Scene[State]) -> bool:
    """Return whether the board faces the second side."""
    return scene.faces is not None and scene.state.seat_of(1) == scene.faces


def _centre(square: int, *, is_turned: bool = False) -> tuple[float, float]:
    file, rank = divmod(35 - square if is_turned else square, 6)
    return _LEFT + (file + 0.5) * _SIDE, _TOP + (5.5 - rank) * _SIDE


@cache
def _edges(*, is_turned: bool) -> str:
    places = [_centre(n, is_turned=is_turned) for n in range(36)]
    files = (words(places[6 * n][0], _TOP + _BOARD + 30, "abcdef"[n], "m mid") for n in range(6))
    ranks = (words(_LEFT - 20, places[n][1] + 8, str(n + 1), "m mid") for n in range(6))
    return group(*files, *ranks, look="print")


# --- squares ---


@dataclass(frozen=True, slots=True)
class _Look:
    """The look of a square below what stands on it."""

    place: int
    """The square at whose place it is drawn, which is another one on a turned board."""
    shade: str
    dots: int
    """None are drawn where something stands on them."""
    is_last: bool


def _squares(scene: Scene[State], focus: Focus, taps: Taps) -> Iterator[str]:
    """Draw the squares, where a finger means them."""
    state, board, kinds = scene.state, board_of(scene), kinds_of(scene)
    last, is_turned = _last_squares(focus), _is_turned(scene)
    kind_names = {kind: scene.fact(Term("kind", kind)) for kind in _DOTS}
    there = {letter: scene.fact(there_term(state.rules, letter)) for letter in set(board)}
    for square, (letter, kind) in enumerate(zip(board, kinds, strict=True)):
        has_mana = square == state.mana
        said = [NAMES[square], kind_names[kind], there[letter]]
        if has_mana:
            said.append(scene.say(N_("the Mana") if state.rules.is_2005 else N_("the bird")))
        look = _Look(
            35 - square if is_turned else square,
            "deep" if (square // 6 + square % 6) % 2 == 0 else "pale",
            kind if letter == "." and not has_mana else 0,
            square in last,
        )
        is_own = state.phase == PLAY and state.board[square] in OWN[state.side]
        grab = f"piece:{NAMES[square]}" if is_own and scene.may_choose else None
        code = _code(state, square)
        yield taps.tappable(code, ", ".join(said), _draw_square(look), grab=grab)


def _pieces(scene: Scene[State]) -> Iterator[str]:
    """Draw what stands on the squares, and the bird."""
    state, board, kinds = scene.state, board_of(scene), kinds_of(scene)
    edition, is_turned = state.rules.edition, _is_turned(scene)
    for square, (letter, kind) in enumerate(zip(board, kinds, strict=True)):
        if letter != ".":
            is_proposed = letter != state.board[square]
            at = _centre(square, is_turned=is_turned)
            drawn = _piece(letter, kind, edition)
            look = "ghost" if is_proposed else ""
            yield piece(_KIND_NAMES[letter], NAMES[square], drawn, look=look, at=at)
    if state.mana is not None:
        at = _centre(state.mana, is_turned=is_turned)
        drawn = _mana(edition, kinds[state.mana], is_alone=board[state.mana] == ".")
        yield piece("bird", NAMES[state.mana], drawn, at=at)


def _marked(scene: Scene[State], focus: Focus) -> Iterator[str]:
    """Draw what is pointed out, above the pieces."""
    is_turned = _is_turned(scene)
    for mark, squares in _marks(scene, focus).items():
        for square in sorted(squares):
            yield _draw_mark(mark, *_centre(square, is_turned=is_turned))


def _code(state: State, square: int) -> str:
    """Return the codes that a tap on a square may mean."""
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
    """Return the squares of each mark, the lowest first."""
    against, offered, cursor = Squares(), focus.offered, cursor_mark(scene)
    if scene.refused is not None:
        against = named_in(scene.refused, "blockers") or named_in(scene.refused, "square", "end")
        offered = named_in(scene.refused, "movers", "pieces") | squares_of(
            part.value for part in scene.still
        )
    return {
        "against": against,
        "reached": reached_squares(scene) - focus.offered,
        "open": offered - (Squares() if scene.is_proposal else focus.cursor) - against,
        "picked": focus.picked,
        cursor: focus.cursor,
    }


def _last_squares(focus: Focus) -> Squares:
    match focus.last:
        case Move(begin, end):
            return frozenset({begin, end})
        case Drop(square):
            return frozenset({square})
    return Squares()


@lru_cache(maxsize=256)
def _draw_square(look: _Look) -> str:
    """Draw a square; cached, because few of them change at a time."""
    x, y = _centre(look.place)
    inside = [rect(x - _SIDE / 2 + 1.5, y - _SIDE / 2 + 1.5, _SIDE - 3, _SIDE - 3, look.shade, r=8)]
    if look.is_last:
        inside.append(_frame(x, y, 5, "last"))
    if look.dots:
        inside.append(_dots(x, y, look.dots, "dot"))
    return "".join([*inside, hit(x, y, 44)])


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


@cache
def _piece(letter: str, kind: int, edition: str) -> str:
    """Draw a piece from above: a disc, a crown for the daimio, and the dots of its square."""
    side = 0 if letter in OWN[0] else 1
    look = COLOURS[edition][side]
    if letter in DAIMIO:
        shape = polygon(_flower(0, 0), f"piece {look}")
        head = path(_CROWN, f"crest on-{look}", at=(0, -8))
        return "".join([shape, head, *_small_dots(0, 27, kind, f"pip on-{look}")])
    disc = circle(0, 0, 34, f"piece {look}")
    ring = circle(0, 0, 27, f"rim on-{look}") if side else ""
    return disc + ring + _dots(0, 0, kind, f"pip on-{look}")


def _flower(x: float, y: float) -> list[tuple[float, float]]:
    """Return a disc with eight corners, so that a daimio differs by its outline."""
    turns = (n * pi / 8 for n in range(16))
    return [
        (x + (43 if n % 2 else 38) * cos(turn), y + (43 if n % 2 else 38) * sin(turn))
        for n, turn in enumerate(turns)
    ]


def _small_dots(x: float, y: float, kind: int, look: str) -> list[str]:
    return [circle(x + (n - (kind - 1) / 2) * 14, y, 4.5, look) for n in range(kind)]


@cache
def _mana(edition: str, kind: int, *, is_alone: bool) -> str:
    """Draw the bird on its square; in the 2005 edition the Mana is on the piece that moved."""
    if edition == "2005":
        return polygon(((30, -44), (44, -30), (30, -16), (16, -30)), "token")
    if not is_alone:
        return path(_BIRD, "bird", at=(26, -28))
    dots = _small_dots(0, 30, kind, "dot")
    return circle(0, 0, 36, "perch") + path(_BIRD, "bird", at=(0, -4)) + "".join(dots)


def _way(squares: tuple[int, ...], look: str, *, is_turned: bool, is_proposal: bool = False) -> str:
    """Draw a path from square to square, with an arrow at its end."""
    if len(squares) < 2:
        return ""
    way = arrow([_centre(square, is_turned=is_turned) for square in squares], look)
    return group(way, look="proposed") if is_proposal else way


# --- seats ---


def _seat(scene: Scene[State], side: int, y: float, taps: Taps) -> str:
    """Draw a player's edge: name, colour, captured ronins; the turn and the constraint."""
    rules, seat = scene.state.rules, scene.state.seat_of(side)
    name, winners = scene.name(seat), scene.winners
    look = COLOURS[rules.edition][side]
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
    """Draw the constraint: the sign of the Mana, the dots, the word."""
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
    """Draw the captured ronins of a side; those of the player on turn may come back."""
    state, count = scene.state, scene.state.captured[side]
    if not count:
        return ""
    look = COLOURS[state.rules.edition][side]
    said = scene.say(N_("Captured: {count}"), count=count)
    shapes = [
        circle(WIDTH - 92, y + 32, 17, f"piece {look}"),
        circle(WIDTH - 92, y + 32, 12, f"rim on-{look}") if side else "",
        words(WIDTH - 66, y + 41, f"×{count}", "m strong"),
    ]
    label = f"{scene.fact(there_term(state.rules, RONIN[side]))}. {said}"
    caught = piece(_KIND_NAMES[RONIN[side]], f"caught{side}", *shapes, count=count)
    if side != state.side:
        return element("g", caught, role="img", aria_label=label)
    mark = "open" if BACK in scene.options else "none"
    if scene.highlighted == BACK:
        mark = cursor_mark(scene)
    if BACK in scene.picked:
        mark = "cursor"
    frame = rect(WIDTH - 122, y + 6, 98, 52, mark, r=12)
    grab = "piece:drop" if BACK in scene.options else None
    area = rect(WIDTH - 126, y, 106, 64, "hit")
    return taps.tappable("piece:drop", label, area, frame, caught, grab=grab)
