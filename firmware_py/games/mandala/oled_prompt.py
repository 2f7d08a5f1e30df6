"""What is asked, the answer, and the question about a cup on the OLED."""

from __future__ import annotations

from engines.engine import Term
from engines.mandala import GAME
from engines.mandala.cards import INDEX
from engines.mandala.state import asked, public
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.focus import Cursor, cursor_of
from firmware_py.games.mandala.oled_layout import Layout, ink_height, ink_top, layout_of
from firmware_py.games.mandala.words import name, piles, place_name
from firmware_py.games.play_widgets import KEY, draw_answer, draw_clocks, draw_told
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import CROSS, Rect, headline, narrowed

_WHOLE = WIDTH - KEY - 3
"""What the key leaves of the row."""

# --- the answer -----------------------------------------------------------------------------


def has_answer(scene: AnyScene) -> bool:
    """Return whether the answer has its place: in a replay the words may take it."""
    return bool(scene.options or scene.picked) or public(scene.state).phase == "over"


def draw_prompt(canvas: Canvas, scene: AnyScene, cursor: Cursor, layout: Layout) -> None:
    """Draw what is chosen, in the biggest letters that its bar holds."""
    place = layout.answer
    largest: FontName = "large" if scene.large else "medium"
    text = answer(scene, cursor)
    if scene.large and text_width(text, "large") > _WHOLE:
        # Words that people who want large letters can still read are better than whole ones.
        short = answer(scene, cursor, short=True)
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


def answer(scene: AnyScene, cursor: Cursor, *, short: bool = False) -> str:
    """Return what is chosen, in words: whole where a press plays it."""
    if cursor.table.phase == "over":
        return _scores(scene)
    if cursor.cards:
        return _cards(scene, cursor)
    what = _what(scene, cursor, short=short)
    if cursor.place is None:
        return _claimed(scene, what) if cursor.claims else what
    place = place_name(scene, cursor.place, short=short)
    return labelled(scene.say, place, what) if what else place


def _what(scene: AnyScene, cursor: Cursor, *, short: bool) -> str:
    """Return the cards that are chosen."""
    if cursor.colour is None:
        return ""
    count = cursor.count
    if cursor.claims and cursor.table.claim is not None:
        count = cursor.table.mountains[cursor.table.claim][INDEX[cursor.colour]] or None
    colour = _colour(scene, cursor.colour)
    if count is None:
        return colour
    return f"{count} {colour}" if short else f"{count} x {colour}"


def _claimed(scene: AnyScene, what: str) -> str:
    """Return what is claimed; where the words are long, the verb stands beside the board alone."""
    table = public(scene.state)
    is_lost = table.claim is not None and not any(table.fields[table.claim][table.actor])
    return _labelled_if_fits(scene, scene.say(N_("Discard") if is_lost else N_("Claim")), what)


def _labelled_if_fits(scene: AnyScene, label: str, what: str) -> str:
    whole = labelled(scene.say, label, what)
    return whole if text_width(whole, "medium") <= _WHOLE else what


def _cards(scene: AnyScene, cursor: Cursor) -> str:
    """Return the cards told so far: all of them stay visible."""
    colours = " + ".join(_colour(scene, each) for each in cursor.cards)
    if cursor.place is not None:
        return _labelled_if_fits(scene, place_name(scene, cursor.place), colours)
    return colours if len(cursor.cards) > 1 else f"{colours} + ?"


def _colour(scene: AnyScene, colour: str) -> str:
    return scene.voice.fact(Term("colour", colour))


def _scores(scene: AnyScene) -> str:
    """Return the final points, which are no secret any more."""
    result = GAME.outcome(scene.state)
    assert result is not None
    told = ((name(scene, seat), score) for seat, score in enumerate(result.scores))
    return "  ".join(labelled(scene.say, *each).replace(" ", "\u00a0") for each in told)


def asked_seat(scene: AnyScene) -> int | None:
    """Return whose cup is asked for, if one is."""
    table = public(scene.state)
    return asked(table) if table.phase == "cups" else None


# --- the question about a cup ---


_ASKED = 16
"""Where the question begins."""


def draw_question(canvas: Canvas, scene: AnyScene) -> None:
    """Ask for the two cards that the box cannot know, beside the ones it knows."""
    layout, told = layout_of(scene), question_told(scene)
    _draw_whose(canvas, scene)
    # Hands have done it once it was shown for a while: the question grows into its place.
    is_told = scene.told is not None and not scene.told.is_old
    high = told.y if is_told else layout.answer.y
    headline(canvas, _question(scene), Rect(0, _ASKED, WIDTH, high - _ASKED))
    if is_told:
        draw_told(canvas, scene, told)
    draw_prompt(canvas, scene, cursor_of(scene), layout)


def question_told(scene: AnyScene) -> Rect:
    """Return where hands are told what to do, while the table is asked."""
    bottom = layout_of(scene).answer.y
    return Rect(0, bottom - 16, WIDTH, 15)


def _draw_whose(canvas: Canvas, scene: AnyScene) -> None:
    """Write whose cup it is, where else whose turn it is stands."""
    seat = asked_seat(scene)
    assert seat is not None
    room = WIDTH - 60 if scene.clocks else WIDTH
    canvas.text(0, 0, name(scene, seat), "large", width=room, may_cut=True)
    draw_clocks(canvas, scene, Rect(0, 0, 0, 0), Rect(room + 2, 1, WIDTH - room - 2, 8))


def _question(scene: AnyScene) -> str:
    table, seat = public(scene.state), asked_seat(scene)
    assert seat is not None
    if not any(table.cups_known[seat]):
        return scene.say(N_("Cup: which two cards?"))
    known = piles(scene, table.cups_known[seat])
    return scene.say(N_("Cup: two besides {cards}?"), cards=known)
