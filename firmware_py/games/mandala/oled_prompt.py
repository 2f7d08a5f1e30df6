"""What is asked, the answer, and where the parts of a screen are on the OLED.

    R O Y G P K   Anna        88 12      the colours; whose turn; draw pile and discard pile
      2           Claim      12:34      the field across; what binds, the running clock
  1    3   1      what hands do now     mountain 1, its number lit at its left end
            1                           the own field
    ... 2 ...                           the same for mandala 2; while one is claimed, the rivers
    Mountain 1: red                >    the answer, lit where a press plays it

Large text shows the mandala under the cursor alone, and so has room for a larger answer.
Fonts keep room above their capitals for accents; here rows are given by where the ink begins.
What changes most, the answer and the hands' work, lies in whole pages of the display's memory
(rows 0 to 7, 8 to 15, ...): letters across two pages go over a slow wire twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.engine import Term
from engines.mandala import GAME
from engines.mandala.cards import COLOURS, INDEX
from engines.mandala.state import State, asked
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.focus import Focus, focus_of
from firmware_py.games.mandala.words import name, piles, place_name
from firmware_py.games.play_widgets import KEY, draw_answer, draw_clocks, draw_told
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import CROSS, Rect, headline, narrowed

COLUMN = 7
LEFT = 7
"""Where the columns begin, after the number of a mandala."""
GRID = COLUMN * len(COLOURS)
RIGHT = LEFT + GRID + 2
"""Where the words beside the board begin."""
WORDS = WIDTH - RIGHT


@dataclass(frozen=True, slots=True)
class Rows:
    """Where the ink of each row of a mandala begins, and its font."""

    across: int
    mountain: int
    own: int
    mountain_font: FontName = "small"

    def of(self, seat: int | None, actor: int) -> tuple[int, FontName]:
        """Return where the ink of a field begins, or of the mountain (None), and its font."""
        if seat is None:
            return self.mountain, self.mountain_font
        return self.own if seat == actor else self.across, "small"


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of a screen stand."""

    header: int
    """Where the ink of the colours' letters begins."""
    blocks: tuple[Rows, ...]
    title: Rect
    second: Rect
    """What binds, and the running clock."""
    told: int
    """Where the hands' work begins, if nothing stands above it."""
    answer: Rect


# A colour lies in one row only, so the rows of a mandala need no gap between them.
_UPPER, _LOWER = Rows(8, 14, 20), Rows(28, 34, 40)
NORMAL = Layout(
    0,
    (_UPPER, _LOWER),
    Rect(RIGHT, 0, WORDS, 11),
    Rect(RIGHT, 13, WORDS, 11),
    16,
    Rect(0, 48, WIDTH, 8),
)
ABOVE_HAND = replace(NORMAL, answer=Rect(0, 47, WIDTH, 8))
"""Where a hand is shown below the answer, that leaves it room for its descenders."""
LARGE = Layout(
    16,
    (Rows(23, 30, 39, "medium"),),
    Rect(0, 2, WIDTH, 11),
    Rect(0, 2, WIDTH, 11),
    16,
    Rect(0, 48, WIDTH, 15),
)


def layout_of(scene: Scene[State]) -> Layout:
    """Return where things stand now."""
    if scene.large:
        return LARGE
    return NORMAL if scene.eyes is None else ABOVE_HAND


def told_place(scene: Scene[State], *, has_second: bool, has_answer: bool) -> Rect:
    """Return where hands are told what to do: all that is left beside the board."""
    layout = layout_of(scene)
    top = layout.told
    if scene.large:
        top += 8 if scene.clocks else 0
    elif has_second:
        top = layout.second.y + layout.second.h + 1
    bottom = layout.answer.y if has_answer else HEIGHT
    return Rect(RIGHT, top, WORDS, bottom - top)


def ink_top(font: FontName) -> int:
    """Return how far below its line the capitals of a font begin."""
    return font_of(font).line("H").top


def lowered(text: str) -> int:
    """Return how far large capitals move down, so that accents stay below the upper edge."""
    return max(ink_top("large") - font_of("large").line(text).top, 0)


def ink_height(font: FontName) -> int:
    """Return the height of the capitals of a font."""
    capital = font_of(font).line("H")
    return capital.bottom - capital.top


def write(
    canvas: Canvas, x: int, ink: int, text: str, font: FontName = "small", *, on: bool = True
) -> int:
    """Write something that is read out elsewhere; return its width."""
    return canvas.text(x, ink - ink_top(font), text, font, say="", on=on)


def centred(canvas: Canvas, x: int, ink: int, text: str, font: FontName = "small") -> None:
    """Write something short in the middle of a column; a gap at its right belongs to it."""
    left = x + (COLUMN - text_width(text, font)) // 2
    write(canvas, left, ink, text, font)


def invert(canvas: Canvas, x: int, ink: int, width: int, font: FontName = "small") -> None:
    """Exchange light and dark around a text, a row above and below it included."""
    canvas.invert(x, ink - 1, width, ink_height(font) + 2)


def column(colour: str) -> int:
    """Return where the column of a colour begins."""
    return LEFT + COLOURS.index(colour) * COLUMN


# --- the answer, and the question about a cup ---


_WHOLE = WIDTH - KEY - 3
"""What the key leaves of the row."""

# --- the answer -----------------------------------------------------------------------------


def has_answer(scene: Scene[State]) -> bool:
    """Return whether the answer has its place: in a replay the words may take it."""
    return bool(scene.options or scene.picked) or scene.state.phase == "over"


def draw_prompt(canvas: Canvas, scene: Scene[State], focus: Focus, layout: Layout) -> None:
    """Draw what is chosen, in the biggest letters that its bar holds."""
    place = layout.answer
    largest: FontName = "large" if scene.large else "medium"
    text = answer(scene, focus)
    if scene.large and text_width(text, "large") > _WHOLE:
        # Words that people who want large letters can still read are better than whole ones.
        short = answer(scene, focus, short=True)
        text = short if text_width(short, "large") <= _WHOLE else text
    if scene.refused is not None:
        canvas.bitmap(place.x, place.y + (place.h - CROSS.height) // 2, CROSS)
        shift = CROSS.width + 4
        _draw_plain(canvas, Rect(shift, place.y, place.w - shift, place.h), text, largest)
    elif not (scene.options or scene.complete):
        _draw_plain(canvas, place, text, largest)
    elif text:
        draw_answer(canvas, scene, place, text, largest=largest)


def _draw_plain(canvas: Canvas, place: Rect, text: str, largest: FontName) -> None:
    """Write something that no press picks or plays."""
    font = narrowed(text, place.w, largest)
    y = place.y + (place.h - ink_height(font)) // 2 - ink_top(font)
    y = min(y, HEIGHT - font_of(font).line("Hp").bottom)
    canvas.text(place.x, y, text, font, width=place.w, may_cut=True, say=f"> {text}")


def answer(scene: Scene[State], focus: Focus, *, short: bool = False) -> str:
    """Return what is chosen, in words: whole where a press plays it."""
    if focus.table.phase == "over":
        return _scores(scene)
    if focus.cards:
        return _cards(scene, focus)
    what = _what(scene, focus, short=short)
    if focus.place is None:
        return _claimed(scene, what) if focus.claims else what
    place = place_name(scene, focus.place, short=short)
    return labelled(scene.say, place, what) if what else place


def _what(scene: Scene[State], focus: Focus, *, short: bool) -> str:
    """Return the cards that are chosen."""
    if focus.colour is None:
        return ""
    count = focus.count
    if focus.claims and focus.table.claim is not None:
        count = focus.table.mountains[focus.table.claim][INDEX[focus.colour]] or None
    colour = _colour(scene, focus.colour)
    if count is None:
        return colour
    return f"{count} {colour}" if short else f"{count} x {colour}"


def _claimed(scene: Scene[State], what: str) -> str:
    """Return what is claimed; where the words are long, the verb stands beside the board alone."""
    table = scene.state
    is_lost = table.claim is not None and not any(table.fields[table.claim][table.actor])
    return _labelled_if_fits(scene, scene.say(N_("Discard") if is_lost else N_("Claim")), what)


def _labelled_if_fits(scene: Scene[State], label: str, what: str) -> str:
    whole = labelled(scene.say, label, what)
    return whole if text_width(whole, "medium") <= _WHOLE else what


def _cards(scene: Scene[State], focus: Focus) -> str:
    """Return the cards told so far: all of them stay visible."""
    colours = " + ".join(_colour(scene, each) for each in focus.cards)
    if focus.place is not None:
        return _labelled_if_fits(scene, place_name(scene, focus.place), colours)
    return colours if len(focus.cards) > 1 else f"{colours} + ?"


def _colour(scene: Scene[State], colour: str) -> str:
    return scene.voice.fact(Term("colour", colour))


def _scores(scene: Scene[State]) -> str:
    """Return the final points, which are no secret any more."""
    result = GAME.outcome(scene.state)
    assert result is not None
    told = ((name(scene, seat), score) for seat, score in enumerate(result.scores))
    return "  ".join(labelled(scene.say, *each).replace(" ", "\u00a0") for each in told)


def asked_seat(scene: Scene[State]) -> int | None:
    """Return whose cup is asked for, if one is."""
    table = scene.state
    return asked(table) if table.phase == "cups" else None


# --- the question about a cup ---


_ASKED = 16
"""Where the question begins."""


def draw_question(canvas: Canvas, scene: Scene[State]) -> None:
    """Ask for the two cards that the box cannot know, beside the ones it knows."""
    layout, told = layout_of(scene), question_told(scene)
    _draw_whose(canvas, scene)
    # Hands have done it once it was shown for a while: the question grows into its place.
    is_told = scene.told is not None and not scene.told.is_old
    high = told.y if is_told else layout.answer.y
    headline(canvas, _question(scene), Rect(0, _ASKED, WIDTH, high - _ASKED))
    if is_told:
        draw_told(canvas, scene, told)
    draw_prompt(canvas, scene, focus_of(scene), layout)


def question_told(scene: Scene[State]) -> Rect:
    """Return where hands are told what to do, while the table is asked."""
    bottom = layout_of(scene).answer.y
    return Rect(0, bottom - 16, WIDTH, 15)


def _draw_whose(canvas: Canvas, scene: Scene[State]) -> None:
    """Write whose cup it is, where else whose turn it is stands."""
    seat = asked_seat(scene)
    assert seat is not None
    room = WIDTH - 60 if scene.clocks else WIDTH
    canvas.text(0, 0, name(scene, seat), "large", width=room, may_cut=True)
    draw_clocks(canvas, scene, Rect(0, 0, 0, 0), Rect(room + 2, 1, WIDTH - room - 2, 8))


def _question(scene: Scene[State]) -> str:
    table, seat = scene.state, asked_seat(scene)
    assert seat is not None
    if not any(table.cups_known[seat]):
        return scene.say(N_("Cup: which two cards?"))
    known = piles(scene, table.cups_known[seat])
    return scene.say(N_("Cup: two besides {cards}?"), cards=known)
