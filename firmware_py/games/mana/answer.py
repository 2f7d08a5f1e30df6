"""The answer at the foot: words, squares and small pieces behind the key that all games have."""

from __future__ import annotations

from engines.mana.state import State
from firmware_py.games.mana.drawing import BIRD, draw_piece
from firmware_py.games.play_widgets import KEY, cap_top, draw_key
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect

Drawn = tuple[str, ...]
"""Words; a single letter of a piece is drawn as that piece, and @ as the bird."""

_PIECES = frozenset("bBwW")
_BIRD = "@"
_ART = 7
_HIGH = 13
"""A place of so many rows takes large letters."""
_PITCHED = frozenset("abcdef123456→×")
_TAILS = frozenset("gjpqyç")
"""In large letters these would reach below the bar."""
_FONTS: tuple[FontName, ...] = ("large", "medium", "small")


def draw_choice(canvas: Canvas, scene: Scene[State], place: Rect, drawn: Drawn, said: str) -> None:
    """Write an answer as large as it fits behind its key; a move that is judged has none."""
    plays = scene.commits and scene.refused is None
    width = place.w - KEY - 3
    is_low = place.h < _HIGH or any(_TAILS & set(part) for part in drawn)
    fonts = _FONTS[1:] if is_low else _FONTS
    font = next((each for each in fonts if _length(drawn, each) <= width), _FONTS[-1])
    line = font_of(font).line("8")
    top = place.y + (place.h - (line.bottom - line.top)) // 2
    x = place.x + KEY + 3
    canvas.describe(f"> {said}", top)
    if plays or scene.options:
        draw_key(canvas, Rect(place.x, place.y, KEY, place.h), plays=plays)
    else:
        x = place.x
    for part in drawn:
        if part in _PIECES:
            draw_piece(canvas, x, place.y + (place.h - _ART) // 2, part)
        elif part == _BIRD:
            canvas.bitmap(x, place.y + (place.h - BIRD.height) // 2, BIRD)
        else:
            _write(canvas, x, top - cap_top(font), part, font)
        x += _width(part, font) + _gap(font)


def _write(canvas: Canvas, x: int, y: int, text: str, font: FontName) -> None:
    """Write words; squares and arrows each in its own place: what stays does not move."""
    if not set(text) <= _PITCHED:
        canvas.text(x, y, text, font, say="")
        return
    for sign in text:
        pitch = _pitch(sign, font)
        canvas.text(x, y, sign, font, width=pitch - 1, align="centre", say="")
        x += pitch


def _pitch(sign: str, font: FontName) -> int:
    return text_width(sign if sign in "→×" else "8", font) + 1


def _width(part: str, font: FontName) -> int:
    if part in _PIECES or part == _BIRD:
        return _ART
    if set(part) <= _PITCHED:
        return sum(_pitch(sign, font) for sign in part) - 1
    return text_width(part, font)


def _gap(font: FontName) -> int:
    return 1 if font == "small" else 2


def _length(drawn: Drawn, font: FontName) -> int:
    return sum(_width(part, font) + _gap(font) for part in drawn) - _gap(font)
