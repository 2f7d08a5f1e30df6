"""The player aid of Mana, its signs, and the plan of the table."""

from __future__ import annotations

from engines.engine import Seat
from engines.mana.rules import is_bound, obedient_squares, permitted
from engines.mana.state import ORIENT, OVER, PLAY, Rules, State
from engines.mana.words import colour_term, lord_term
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.mana.editor import ground
from firmware_py.games.mana.oled import (
    BIRD,
    DOTS,
    OPEN_DOTS,
    TOKEN,
    draw_brackets,
    draw_cursor,
    draw_dotted_frame,
    draw_dotted_line,
    draw_line,
    draw_piece,
)
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas

_ROWS = (11, 20, 29, 38, 46, 55)
"""Top row of each line, in pixels."""
_FIRST, _SECOND = 3, 66
_LABEL = 12
"""Distance from a sign to its meaning, in pixels."""


def draw_signs(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the pieces, the kinds of squares and the marks next to their meaning."""
    state = scene.state
    colours, pieces, kinds, reach, picked, last = _ROWS
    for side, x in enumerate((_FIRST, _SECOND)):
        draw_piece(canvas, x, colours, "bw"[side])
        _label(canvas, x, colours, scene.voice.fact(colour_term(state.rules, side)))
    draw_piece(canvas, _FIRST, pieces, "B")
    _label(canvas, _FIRST, pieces, scene.voice.fact(lord_term(state.rules)))
    canvas.bitmap(_SECOND, pieces + 1, TOKEN if state.rules.is_2005 else BIRD)
    _label(canvas, _SECOND, pieces, "Mana" if state.rules.is_2005 else scene.say(N_("bird")))
    for kind, bitmap in DOTS.items():
        canvas.bitmap(_FIRST + (kind - 1) * 11, kinds, bitmap)
    _label(canvas, _FIRST + 24, kinds, scene.say(N_("kind: 1, 2, 3 steps")))
    canvas.bitmap(_FIRST, reach, OPEN_DOTS[1])
    _label(canvas, _FIRST, reach, scene.say(N_("can go")))
    canvas.bitmap(_SECOND, reach, DOTS[2])
    draw_dotted_frame(canvas, _SECOND, reach)
    _label(canvas, _SECOND, reach, scene.say(N_("on the way")))
    draw_piece(canvas, _FIRST, picked, "w", 2)
    draw_brackets(canvas, _FIRST, picked)
    _label(canvas, _FIRST, picked, scene.say(N_("captured here")))
    draw_piece(canvas, _SECOND, picked, "w", 2)
    draw_line(canvas, _SECOND, picked)
    _label(canvas, _SECOND, picked, scene.say(N_("picked")))
    draw_piece(canvas, _FIRST, last, "b", 1)
    draw_dotted_line(canvas, _FIRST, last)
    _label(canvas, _FIRST, last, scene.say(N_("moved last")))
    draw_cursor(canvas, _SECOND, last)
    draw_piece(canvas, _SECOND, last, "w", 1)
    _label(canvas, _SECOND, last, scene.say(N_("the cursor")))


def _label(canvas: Canvas, x: int, y: int, text: str) -> None:
    canvas.text(x + _LABEL, y, text, "small")


# --- the plan ---


def draw_plan(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the empty board and the order of its first row."""
    board = ground(scene)
    assert board.draw is not None
    board.draw(canvas)


def sides(scene: Scene[State]) -> tuple[str, ...]:
    """Return the colour of each player, the first side first, and the pieces."""
    state = scene.state
    voice = scene.voice
    said = [
        scene.say(
            N_("{name}: {colour}"),
            name=voice.fact(Seat(state.seat_of(side))),
            colour=voice.fact(colour_term(state.rules, side)),
        )
        for side in (0, 1)
    ]
    pieces = scene.say(N_("Each: 1 {lord}, 5 ronins"), lord=voice.fact(lord_term(state.rules)))
    if state.phase == ORIENT:
        return (*said, pieces)  # the first choice shows how the board is turned
    return (scene.say(N_("Turn the board as the next page shows.")), *said, pieces)


# --- pages ---


_TURN, _CAPTURE, _DEMAND, _NO_PIECE, _BLOCKED, _SETUP = range(6)

_A_TURN = AidPage(
    N_("A turn"),
    N_(
        "A piece goes exactly as many steps as its square has dots, never "
        "diagonally. It may turn corners. It may not jump over a piece or cross a "
        "square twice."
    ),
)
_DAIMIO = AidPage(
    N_("Capture and end"),
    N_(
        "To capture a piece, end your move on it. Captured ronins may come back. "
        "Capture the daimio and you win."
    ),
)
_DAMYO = AidPage(
    N_("Capture and end"),
    N_(
        "To capture a piece, end your move on it. Captured ronins may come back. "
        "Capture the damyo and you win."
    ),
)
_BIRD = AidPage(
    N_("The bird"),
    N_(
        "After your move, put the bird on a free square of the kind you landed on. "
        "Your opponent must then move from that kind. The bird is never in the way."
    ),
)
_FLYING_BIRD = AidPage(
    N_("The bird"),
    N_(
        "After your move, put the bird on another free square of the kind you "
        "landed on. Your opponent must then move from that kind. The bird is never "
        "in the way."
    ),
)
_BLOCKING_BIRD = AidPage(
    N_("The bird"),
    N_(
        "After your move, put the bird on a free square of the kind you landed on. "
        "Your opponent must then move from that kind. No piece may cross the "
        "bird's square."
    ),
)
_FLYING_BLOCKING_BIRD = AidPage(
    N_("The bird"),
    N_(
        "After your move, put the bird on another free square of the kind you "
        "landed on. Your opponent must then move from that kind. No piece may "
        "cross the bird's square."
    ),
)
_MANA = AidPage(
    N_("The Mana"),
    N_(
        "Put it on the piece that you moved. Your opponent must then move a piece "
        "from a square of the same kind."
    ),
)
_NONE_THERE = AidPage(
    N_("No piece there"),
    N_(
        "None of your pieces on that kind of square? Move any piece, or put a "
        "captured ronin back on any empty square."
    ),
)
_NONE_THERE_2005 = AidPage(
    N_("No piece there"),
    N_(
        "None of your pieces on that kind of square? Move any piece, or put a "
        "captured ronin back on an empty square of that kind."
    ),
)
_TURN_LOST = AidPage(
    N_("All blocked"),
    N_(
        "If all your pieces on that kind of square are blocked, you lose your "
        "turn. The other player may then move any piece."
    ),
)
_STILL_FREE = AidPage(
    N_("All blocked"),
    N_(
        "If all your pieces on that kind of square are blocked, move any other "
        "piece, or put a captured ronin back."
    ),
)
_ONE_ROW = AidPage(
    N_("Set-up"),
    N_("All six pieces in the first row, the daimio on a double square."),
)
_TWO_ROWS = AidPage(
    N_("Set-up"),
    N_("The six pieces on any squares of the first two rows."),
)
_TURNED = AidPage(
    N_("Set-up"),
    N_(
        "The first player turns the board any way. Then each player puts the six "
        "pieces on any squares of the first two rows."
    ),
)
_SIGNS = AidPage(N_("Signs"), draw=draw_signs)


def pages(state: State) -> tuple[AidPage, ...]:
    """Return the pages for the rules of a match."""
    rules = state.rules
    return (
        _A_TURN,
        _DAMYO if rules.is_2005 else _DAIMIO,
        _demand(rules),
        _NONE_THERE if rules.drops_anywhere else _NONE_THERE_2005,
        _TURN_LOST if rules.blocked_passes else _STILL_FREE,
        _set_up(rules),
        _SIGNS,
    )


def _demand(rules: Rules) -> AidPage:
    if rules.is_2005:
        return _MANA
    if rules.bird_blocks:
        return _FLYING_BLOCKING_BIRD if rules.bird_must_fly else _BLOCKING_BIRD
    return _FLYING_BIRD if rules.bird_must_fly else _BIRD


def _set_up(rules: Rules) -> AidPage:
    if rules.is_2005:
        return _TURNED
    return _TWO_ROWS if rules.free_setup else _ONE_ROW


def page_for(state: State) -> int:
    """Return the page that fits the state."""
    if state.phase == OVER:
        return _CAPTURE
    if state.phase != PLAY:
        return _SETUP
    if not is_bound(state):
        return _BLOCKED if state.free else _TURN
    if permitted(state).obeys:
        return _DEMAND
    return _BLOCKED if obedient_squares(state) else _NO_PIECE
