"""The head of the Mana screen: player, constraint, clocks, captured pieces."""

from __future__ import annotations

from dataclasses import replace

from engines.engine import Term
from engines.mana.board import NAMES, RONIN
from engines.mana.rules import is_bound, permitted
from engines.mana.state import OVER, PLAY, State
from engines.mana.words import colour_term, piece_term
from firmware_py.core.language import N_, labelled
from firmware_py.games.mana.focus import board_of
from firmware_py.games.mana.oled import BIRD, OPEN_DOTS, RIGHT, TOKEN, draw_small_ronin
from firmware_py.games.play_widgets import HAND, cap_top, draw_clocks, draw_title
from firmware_py.match.scene import Scene, SeatClock
from firmware_py.ui.canvas import HEIGHT, WIDTH, Bitmap, Canvas, text_width
from firmware_py.ui.widgets import MARK_FLAG, MARK_PAUSE, TICK, Rect, narrowed

LEFT = RIGHT + 2
"""First column of the words, in pixels."""
WORDS = WIDTH - LEFT
HIGH = 11
"""Height of the title's and the constraint's capitals, in pixels."""
BINDING = Rect(LEFT, 13, WORDS, HIGH)
_GAP = 2
_COLOUR = 7
"""Width of the piece at the right edge in the colour of the player on turn."""
_TAILS = frozenset("gjpqyçQ,;")
"""Letters with descenders, which reach the names of the files."""
_SMALL = 2
"""Top row of small capitals next to large ones, in pixels."""


def draw_head(canvas: Canvas, scene: Scene[State], *, has_signs: bool = False) -> None:
    """Draw the clocks above the board, or the captured pieces, and the player next to them.

    `has_signs`: draw the constraint as signs above the board, because its word has no room.
    """
    if scene.clocks:
        edge = _draw_clocks(canvas, scene)
        _draw_name(canvas, scene, max(LEFT, edge + 3))
        return
    width = text_width(scene.title, "large") + (12 if scene.is_saved else 0)
    width += _COLOUR if _shows_colour(scene) else 0
    used = 0
    if scene.corner:
        used = canvas.text(0, _SMALL - 1, scene.corner, "small") + 4
    is_long = WORDS < width <= WIDTH - used and not has_signs and not _TAILS & set(scene.title)
    bare = replace(scene, corner="") if scene.corner else scene
    _draw_name(canvas, bare, max(WIDTH - width, 0) if is_long else LEFT)
    if is_long:
        return
    if has_signs and not scene.corner and scene.state.phase == PLAY:
        used = _draw_signs(canvas, scene)
    _draw_captured(canvas, scene, used)


def _draw_name(canvas: Canvas, scene: Scene[State], x: int) -> None:
    """Write whose turn it is, with their colour in place of the tick or at the edge."""
    if not _shows_colour(scene):
        draw_title(canvas, scene, _title_place(x))
        return
    side = scene.state.side
    room = WIDTH - x - _COLOUR
    if text_width(scene.title, "large") + (TICK.width + 3) * scene.is_saved > room:
        scene = replace(scene, is_saved=False)
    draw_title(canvas, scene, Rect(x, 0, room, HIGH))
    draw_small_ronin(canvas, WIDTH - _COLOUR + 2, 3, RONIN[side])
    canvas.describe(scene.voice.fact(colour_term(scene.state.rules, side)))


def _shows_colour(scene: Scene[State]) -> bool:
    """Return whether somebody is on turn; in a review the words name the colour."""
    return bool(scene.options) and scene.state.phase != OVER


def _title_place(x: int) -> Rect:
    return Rect(x, 0, WIDTH - x, HIGH)


def _draw_clocks(canvas: Canvas, scene: Scene[State]) -> int:
    """Draw the running clock large and the other one small; return the first free column."""
    edge = 0
    for clock in scene.clocks:
        if clock.is_running:
            edge = _width(clock)
            draw_clocks(canvas, scene, Rect(0, 0, edge, HIGH))
    for clock in scene.waiting_clocks:
        edge += 2 if edge else 0
        said = labelled(scene.say, clock.name, clock.text)
        edge += canvas.text(edge, _SMALL, clock.text, "small", say=said)
    return edge


def _width(clock: SeatClock) -> int:
    """Return the width of the running clock with its marks, in pixels."""
    marks = (MARK_PAUSE,) * clock.is_paused + (MARK_FLAG,) * clock.is_over
    width = sum(mark.width + 2 for mark in marks)
    if clock.free:
        width += HAND.width + 5 + text_width(clock.free, "small")
    return width + text_width(clock.text, "large")


def _draw_captured(canvas: Canvas, scene: Scene[State], x: int) -> None:
    """Draw the captured ronins of each side, as many as there is room for."""
    state = scene.state
    for side in (1, 0):
        count = state.captured[side]
        if count and x + 11 <= LEFT:
            draw_small_ronin(canvas, x, _SMALL + 2, RONIN[side])
            x += 6 + canvas.text(x + 6, _SMALL, str(count), "small", say="") + 4


def describe_table(canvas: Canvas, scene: Scene[State]) -> None:
    """Describe the pieces and the captured ones for screen readers."""
    state = scene.state
    board = board_of(scene)
    for letter in "BbWw":
        squares = tuple(NAMES[square] for square in range(36) if board[square] == letter)
        if squares:
            piece = scene.voice.fact(piece_term(state.rules, letter))
            canvas.describe(labelled(scene.say, piece, scene.voice.fact(squares)), HEIGHT - 1)
    for side in (0, 1):
        if state.captured[side]:
            piece = scene.voice.fact(piece_term(state.rules, RONIN[side]))
            said = scene.say(N_("Captured: {count}"), count=state.captured[side])
            canvas.describe(labelled(scene.say, piece, said), HEIGHT - 1)


# --- what binds ---


def draw_binding(canvas: Canvas, scene: Scene[State]) -> None:
    """Write the constraint right-aligned, because the kinds end alike and that part stays."""
    text, _, said = _binding(scene)
    font = narrowed(text, WORDS, "large")
    y = BINDING.y + bool(_TAILS & set(scene.title))  # a descender of the name ends in its first row
    canvas.text(WIDTH, y - cap_top(font), text, font, align="right", say=said)


def _draw_signs(canvas: Canvas, scene: Scene[State]) -> int:
    """Draw the constraint as signs at double size, or as its word; return the first free column."""
    text, signs, said = _binding(scene)
    x = 0
    for sign in signs:
        for across, bits in enumerate(sign.columns):
            for down in range(sign.height):
                if bits >> down & 1:
                    # The dots leave the top row free for the names of the files.
                    canvas.fill(x + across * 2, down * 2 - (2 if sign.height > 5 else 0), 2, 2)
        x += sign.width * 2 + 3
    if signs:
        canvas.describe(said)
        return x
    return canvas.text(0, -cap_top("large"), text, "large", say=said) + 3


def said_binding(scene: Scene[State]) -> str:
    """Return the constraint as it is read out."""
    return _binding(scene)[2]


def _binding(scene: Scene[State]) -> tuple[str, tuple[Bitmap, ...], str]:
    """Return the constraint as a word in capitals, as signs, and as it is read out."""
    state = scene.state
    if state.phase == OVER:
        return "", (), ""
    if state.phase != PLAY:
        text = scene.say(N_("SET-UP"))
        return text, (), text
    if not is_bound(state):
        text = scene.say(N_("FREE"))
        return text, (), text
    kind = scene.voice.fact(Term("kind", state.kind))
    sign = TOKEN if state.rules.is_2005 else BIRD
    said = scene.say(N_("Mana: {kind}") if state.rules.is_2005 else N_("bird: {kind}"), kind=kind)
    signs = (sign, OPEN_DOTS[state.kind])
    granted = permitted(state)
    if granted.obeys:
        return kind.upper(), signs, said
    text = scene.say(N_("FREE") if granted.moves or granted.drops else N_("LOST"))
    return text, signs, f"{said}, {text}"
