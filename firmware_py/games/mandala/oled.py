"""The screen of Mandala on the OLED.

    Anna   Claim           12:34  88 12    the player; the constraint, the running clock; the piles
    Ben P2 K1       Ben Y2                 the fields across
    1 | O2 Y1 G4 |  2 | O1 G2 P2 |         the mountains, lit
    Anna            Anna R1                the own fields
    what to do now, otherwise the rivers and hands
    Mountain 1: red                >       the answer, lit if a press plays it

Large text shows only the mandala under the cursor, and so has room for a larger answer.
"""

from __future__ import annotations

from dataclasses import replace

from engines.engine import Term
from engines.mandala import GAME
from engines.mandala.cards import INDEX
from engines.mandala.state import State, asked
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.focus import Focus, focus_of
from firmware_py.games.mandala.oled_table import (
    Layout,
    draw_board,
    draw_hand,
    draw_large_hand,
    draw_rivers,
    ink_height,
    ink_top,
    invert,
    layout_of,
    lowered,
    told_place,
    write,
)
from firmware_py.games.mandala.words import binding, name, pile_lines, piles, place_name
from firmware_py.games.play_widgets import (
    KEY,
    draw_answer,
    draw_binding,
    draw_clocks,
    draw_title,
    draw_told,
)
from firmware_py.match.scene import Scene, SeatClock
from firmware_py.ui.canvas import HEIGHT, WIDTH, Bitmap, Canvas, FontName, short_names, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.paging import set_pages
from firmware_py.ui.widgets import CROSS, TICK, Rect, headline, narrowed

DRAW_PILE = Bitmap.parse("#####/#####/#####/#####/#####/#####")
DISCARD_PILE = Bitmap.parse("#####/#...#/#...#/#...#/#...#/#####")
_ANY = 2 * WIDTH
"""Width for the longest words, for screen readers."""
_FREE = 26
"""Width of the entry time, in pixels."""
_LINE = 7
_SHORT = 12
"""Width of a name next to its clock, in pixels."""
_TWO_ROWS = 15


def draw_table(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the player, the board, the instructions, and the answer."""
    layout, focus = layout_of(scene), focus_of(scene)
    _draw_top(canvas, scene, focus, layout)
    draw_board(canvas, scene, focus, layout)
    _draw_told(canvas, scene, focus.table)
    draw_prompt(canvas, scene, focus, layout)
    draw_hand(canvas, scene)


# --- player, constraint, clocks -------------------------------------------------------------


def _draw_top(canvas: Canvas, scene: Scene[State], focus: Focus, layout: Layout) -> None:
    """Draw everything in one row: a name gives way to the clock and the constraint."""
    place, right = layout.title, WIDTH
    waiting = scene.waiting_clocks
    if waiting:
        right -= _draw_waiting(canvas, scene, waiting)
    elif not (scene.corner or scene.clocks or scene.large):
        right -= _draw_piles(canvas, scene, focus)
    if _is_timed(scene):
        wide = _clock_width(scene) + (_FREE if any(each.free for each in scene.clocks) else 0)
        if wide > right * 2 // 5:  # who chooses, and what, matters more than free seconds
            scene = replace(scene, clocks=tuple(replace(each, free="") for each in scene.clocks))
            wide = min(_clock_width(scene), right * 2 // 5)
        draw_clocks(canvas, scene, Rect(right - wide, place.y, wide, place.h))
        right -= wide + 3
    named = text_width(scene.title, "large") + 5
    text = binding(scene, max(right - named, right * 2 // 5))
    if text:
        width = text_width(text, "large")
        where = Rect(right - width, place.y, width, place.h)
        draw_binding(canvas, where, text, say=binding(scene, _ANY))
        right -= width + 3
    if named + TICK.width > right:
        scene = replace(scene, is_saved=False)  # the title matters more
    draw_title(
        canvas, scene, Rect(place.x, place.y + lowered(scene.title), right, place.h),
        may_shrink=scene.state.phase == "flip",
    )  # fmt: skip


def _is_timed(scene: Scene[State]) -> bool:
    return any(clock.is_running for clock in scene.clocks)


def _clock_width(scene: Scene[State]) -> int:
    """Return the width of the running clock in large letters, or 0."""
    return max(
        (text_width(each.text, "large") + 1 for each in scene.clocks if each.is_running), default=0
    )


def _draw_waiting(canvas: Canvas, scene: Scene[State], clocks: list[SeatClock]) -> int:
    """Draw the waiting clocks and return their width; a single one needs no name."""
    rows = [clock.text for clock in clocks]
    if len(clocks) > 1:
        shorts = short_names([clock.name for clock in clocks], "small", _SHORT)
        rows = [f"{short} {text}" for short, text in zip(shorts, rows, strict=True)]
    wide = max(text_width(row, "small") for row in rows)
    for at, (clock, row) in enumerate(zip(clocks, rows, strict=True)):
        # The capitals begin in the first row, or lower if there is an accent.
        y = at * _LINE - (1 if at else min(font_of("small").line(row).top, 1))
        said = labelled(scene.say, clock.name, clock.text)
        canvas.text(WIDTH - wide, y, row, "small", width=wide, align="right", say=said)
    return wide + 3


def _draw_piles(canvas: Canvas, scene: Scene[State], focus: Focus) -> int:
    """Draw the heights of the draw pile and the discard pile; return the width."""
    table = focus.table
    left = WIDTH - 16
    for at, (icon, count) in enumerate(
        ((DRAW_PILE, table.deck), (DISCARD_PILE, sum(table.discard)))
    ):
        ink = at * _LINE
        canvas.bitmap(left, ink, icon)
        write(canvas, left + icon.width + 2, ink, str(count))
        if at and focus.is_discard:
            invert(canvas, left - 1, ink, 17)
    canvas.describe(pile_lines(scene, table), 1)
    return 21


# --- instructions ---------------------------------------------------------------------------


def told_at(scene: Scene[State]) -> Rect:
    """Return where the instructions are written next to the board."""
    return told_place(scene, has_answer=has_answer(scene))


def _draw_told(canvas: Canvas, scene: Scene[State], table: State) -> None:
    """Write the instructions; without any, draw the rivers there."""
    place = told_at(scene)
    if is_between(scene):
        text = scene.say(N_("Draw pile empty: shuffle the discards first."))
        scene = replace(scene, told=set_pages((text,), place, large=scene.large)[0])
    if scene.told is not None and scene.told.is_old and _left(scene, place).h < _TWO_ROWS:
        scene = replace(scene, told=None)  # rivers and hands matter for the whole turn
    draw_told(canvas, scene, place)
    left = _left(scene, place)
    if left.h < _TWO_ROWS or table.phase not in ("play", "flip"):
        return
    if not (scene.large and draw_large_hand(canvas, scene, left)):
        draw_rivers(canvas, scene, table, left)


def _left(scene: Scene[State], place: Rect) -> Rect:
    """Return the rest of the place that the instructions leave free."""
    told = scene.told
    used = 0
    if told is not None:
        used = place.h if told.count > 1 else len(told.rows) * font_of(told.font).height
    # Always the last rows, so that they need not be sent again.
    high = min(place.h - used, _TWO_ROWS)
    return Rect(place.x, place.y + place.h - high, place.w, high)


def is_between(scene: Scene[State]) -> bool:
    """Return whether the discard pile must be shuffled before the next card is turned up."""
    table = scene.state
    if table.phase != "flip" or not scene.picked or not scene.options:
        return False
    return table.deck == len(scene.picked) and sum(table.discard) > 0


# --- the answer -----------------------------------------------------------------------------

_WHOLE = WIDTH - KEY - 3
"""Width of an answer next to its key, in pixels."""


def has_answer(scene: Scene[State]) -> bool:
    """Return whether there is an answer; in a replay the words take its place."""
    return bool(scene.options or scene.picked) or scene.state.phase == "over"


def draw_prompt(canvas: Canvas, scene: Scene[State], focus: Focus, layout: Layout) -> None:
    """Draw the answer in the largest letters that fit its bar."""
    place = layout.answer
    largest: FontName = "large" if scene.large else "medium"
    text = answer(scene, focus)
    if scene.large and text_width(text, "large") > _WHOLE:
        # With the large-text setting, short words in large letters are better than long small ones.
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
    """Write an answer that a press cannot pick or play."""
    font = narrowed(text, place.w, largest)
    y = place.y + (place.h - ink_height(font)) // 2 - ink_top(font)
    y = min(y, HEIGHT - font_of(font).line("Hp").bottom)
    canvas.text(place.x, y, text, font, width=place.w, may_cut=True, say=f"> {text}")


def answer(scene: Scene[State], focus: Focus, *, short: bool = False) -> str:
    """Return the choice in words, as far as it is entered."""
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
    """Return the chosen cards."""
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
    """Return the claim; if the words are long, the verb is only next to the board."""
    table = scene.state
    is_lost = table.claim is not None and not any(table.fields[table.claim][table.actor])
    return _labelled_if_fits(scene, scene.say(N_("Discard") if is_lost else N_("Claim")), what)


def _labelled_if_fits(scene: Scene[State], label: str, what: str) -> str:
    whole = labelled(scene.say, label, what)
    return whole if text_width(whole, "medium") <= _WHOLE else what


def _cards(scene: Scene[State], focus: Focus) -> str:
    """Return all cards entered so far."""
    colours = " + ".join(_colour(scene, each) for each in focus.cards)
    if focus.place is not None:
        return _labelled_if_fits(scene, place_name(scene, focus.place), colours)
    return colours if len(focus.cards) > 1 else f"{colours} + ?"


def _colour(scene: Scene[State], colour: str) -> str:
    return scene.voice.fact(Term("colour", colour))


def _scores(scene: Scene[State]) -> str:
    """Return the final points."""
    result = GAME.outcome(scene.state)
    assert result is not None
    told = ((name(scene, seat), score) for seat, score in enumerate(result.scores))
    return "  ".join(labelled(scene.say, *each).replace(" ", "\u00a0") for each in told)


def asked_seat(scene: Scene[State]) -> int | None:
    """Return the seat whose cup is asked for, or None."""
    table = scene.state
    return asked(table) if table.phase == "cups" else None


# --- the question about a cup ---


_ASKED = 16
"""Top row of the question, in pixels."""


def draw_question(canvas: Canvas, scene: Scene[State]) -> None:
    """Ask for the two cards of a cup that the box does not know, naming those it knows."""
    layout, told = layout_of(scene), question_told(scene)
    _draw_whose(canvas, scene)
    # Once the instructions were shown for a while, the question takes their place.
    is_told = scene.told is not None and not scene.told.is_old
    high = told.y if is_told else layout.answer.y
    headline(canvas, _question(scene), Rect(0, _ASKED, WIDTH, high - _ASKED))
    if is_told:
        draw_told(canvas, scene, told)
    draw_prompt(canvas, scene, focus_of(scene), layout)


def question_told(scene: Scene[State]) -> Rect:
    """Return where the instructions are written during a question."""
    bottom = layout_of(scene).answer.y
    return Rect(0, bottom - 16, WIDTH, 15)


def _draw_whose(canvas: Canvas, scene: Scene[State]) -> None:
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
    return scene.say(N_("Cup: which 2 starting cards?"), cards=known)
