"""The question and the answer next to the board on the OLED.

whose turn        rows 0 to 10, next to the clocks
constraint        13 to 23
what to do        25 to 47; nothing else is there while there is something to do
the answer        48 to 55, or larger; its key is lit if the next press plays it
"""

from __future__ import annotations

from engines.engine import ChoicePart, Fact, Message, Reason, Seat, Term
from engines.mana.board import DAIMIO, ENEMY, RONIN
from engines.mana.state import OVER, PLAY, State
from engines.mana.words import colour_term, lord_term, piece_term, there_term
from firmware_py.core.language import N_, N_plural, labelled
from firmware_py.games.mana.entry import BACK, PASS
from firmware_py.games.mana.focus import kinds_of, square_of
from firmware_py.games.mana.oled import BIRD, draw_piece
from firmware_py.games.mana.oled_head import BINDING, LEFT, WORDS
from firmware_py.games.play_widgets import KEY, cap_top, draw_entry_key
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import HEIGHT, Canvas, FontName, text_width, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect, fitting, narrowed, paragraph

Drawn = tuple[str, ...]
"""Words; the letter of a piece is drawn as that piece, and @ as the bird."""

_PIECES = frozenset("bBwW")
_BIRD = "@"
_ART = 7
_HIGH = 13
"""Least height for large letters, in pixels."""
_PITCHED = frozenset("abcdef123456→×")
_TAILS = frozenset("gjpqyç")
"""Letters that would reach below the bar in the large font."""
_FONTS: tuple[FontName, ...] = ("large", "medium", "small")


def draw_choice(canvas: Canvas, scene: Scene[State], place: Rect, drawn: Drawn, said: str) -> None:
    """Write an answer as large as it fits after its key; a refused move has no key."""
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
        draw_entry_key(canvas, scene, place, plays=plays)
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
    """Write words; squares and arrows have a fixed pitch, so that what stays does not move."""
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


# --- the prompt ---


_ANSWER = Rect(LEFT, 48, WORDS, 8)
"""Within one page of the display chip, because it changes most."""
_LARGE_ANSWER = Rect(LEFT, 50, WORDS, 13)
_TOLD = Rect(LEFT, 25, WORDS, 23)
_NOTE = Rect(LEFT, 24, WORDS, 24)
"""The same area for a paragraph, whose lines begin above their capitals."""
_SHORT_NOTE = Rect(LEFT, 26, WORDS, 16)
"""Two lines are placed lower, so that accents keep away from the constraint."""
_TALL_TOLD = Rect(LEFT, 14, WORDS, 35)
"""For large text: the constraint is drawn above the board then."""
_WHOLE_TOLD = Rect(LEFT, 14, WORDS, HEIGHT - 14)
"""For when nothing is asked."""

_REFUSED = {
    "MUST_PASS": N_("Turn lost"),
    "CANNOT_PASS": N_("No pass"),
    "NOT_YOUR_PIECE": N_("Not your piece"),
    "WRONG_KIND": N_("Wrong kind"),
    "SAME_SQUARE": N_("Not moved"),
    "WRONG_DISTANCE": N_("Out of reach"),
    "PATH_BLOCKED": N_("Way blocked"),
    "OWN_PIECE_THERE": N_("Own piece"),
    "NO_RONIN_CAPTURED": N_("None captured"),
    "DROP_NOT_ALLOWED": N_("Move a piece"),
    "SQUARE_TAKEN": N_("Square taken"),
    "BIRD_SQUARE_TAKEN": N_("Square taken"),
    "DROP_WRONG_KIND": N_("Wrong kind"),
    "BIRD_WRONG_KIND": N_("Wrong kind"),
    "BIRD_MUST_FLY": N_("It must fly"),
    "DAIMIO_NOT_ON_DOUBLE": N_("Not a double"),
    "NOT_YOUR_ROWS": N_("Other rows"),
    "BAD_PIECE_COUNT": N_("Square taken"),
}
_ENDINGS = {
    "resignation": N_("resigned"),
    "agreed": N_("agreed"),
    "blocked": N_("both blocked"),
}
_LISTED = 6
"""Most squares named next to the board; all of them are marked on it."""


def told_place(scene: Scene[State]) -> Rect:
    """Return where the instructions are written."""
    if is_report(scene):
        return _WHOLE_TOLD
    return _TALL_TOLD if is_told_large(scene) else _TOLD


def is_report(scene: Scene[State]) -> bool:
    """Return whether nothing is asked or refused, as in a review."""
    return not scene.options and not scene.picked and scene.refused is None


def is_told_large(scene: Scene[State]) -> bool:
    """Return whether the instructions take the place of the constraint, drawn elsewhere then."""
    is_plain = not scene.clocks and not scene.corner and scene.refused is None
    return scene.large and is_plain and bool(scene.options) and scene.state.phase == PLAY


def draw_prompt(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw what is asked, refused or over."""
    if scene.refused is not None:
        _draw_refusal(canvas, scene, scene.refused)
    elif scene.state.phase == OVER:
        _draw_ending(canvas, scene)
    elif scene.highlighted is not None:
        draw_choice(canvas, scene, _answer_place(scene), *_answer(scene, scene.highlighted))
        if scene.told is None:
            note = _note(scene, scene.highlighted)
            is_short = len(wrap(note, "small", WORDS)) < 3
            paragraph(canvas, note, _SHORT_NOTE if is_short else _NOTE, font="small")
    elif scene.picked:
        draw_choice(canvas, scene, _answer_place(scene), *_move(scene, scene.picked))
    elif scene.told is None:
        colour = scene.voice.fact(colour_term(scene.state.rules, scene.state.side))
        text = scene.say(N_("To play: {colour}"), colour=colour)
        _draw_text(canvas, text, _NOTE, "large")


def _answer_place(scene: Scene[State]) -> Rect:
    return _LARGE_ANSWER if scene.large else _ANSWER


def _draw_text(canvas: Canvas, text: str, place: Rect, font: FontName = "medium") -> None:
    paragraph(canvas, text, place, font=fitting(text, place, font))


# --- the answer ---


def _answer(scene: Scene[State], part: ChoicePart) -> tuple[Drawn, str]:
    """Return the answer under the cursor as drawn and as read out.

    A choice that the next press plays is given in full.
    """
    parts = scene.complete or (*scene.picked, part)
    if part == PASS:
        return _lost(scene)
    match part.name:
        case "orientation":
            return (f"{part.value}°",), f"{part.value}°"
        case "daimio":
            lord = scene.voice.fact(lord_term(scene.state.rules))
            text = f"{lord} {part.value}"
            return (text,), text
        case "ronin":
            number = sum(each.name == "ronin" for each in scene.picked) + 1
            text = scene.say(N_("ronin {number}: {square}"), number=number, square=part.value)
            return (text,), text
    return _move(scene, parts)


def _move(scene: Scene[State], parts: tuple[ChoicePart, ...]) -> tuple[Drawn, str]:
    """Return a move as far as it is known: piece, destination, capture, bird."""
    state = scene.state
    if parts[0].name == "daimio":
        return _squares(scene, parts)
    ends = [part for part in parts if part.name == "destination"]
    drawn: Drawn = (str(parts[0].value),)
    said = str(parts[0].value)
    if parts[0] == BACK:
        said = scene.voice.fact(BACK.value)
        drawn = (RONIN[state.side], scene.say(N_("return")))
    if ends:
        square = str(ends[0].value)
        victim = state.board[square_of(ends[0]) or 0]
        if parts[0] == BACK:
            ronin = scene.say(N_("ronin"))
            drawn, said = (f"{ronin}→{square}",), f"{said} →{square}"
        elif victim in ENEMY[state.side]:
            taken = scene.voice.fact(piece_term(state.rules, victim))
            drawn = (f"{parts[0].value}×", victim, square)
            said = scene.say(N_("{move} captures: {piece}"), move=f"{said}→{square}", piece=taken)
        else:
            drawn = (f"{parts[0].value}→{square}",)
            said = drawn[0]
    for part in parts:
        if part.name == "bird":
            where = scene.voice.fact(part.value)
            drawn = (*drawn, "@", where if square_of(part) is not None else "—")
            said = scene.say(N_("{move}, the bird: {square}"), move=said, square=where)
    return drawn, said


def _squares(scene: Scene[State], parts: tuple[ChoicePart, ...]) -> tuple[Drawn, str]:
    """Return the square of a set-up that was placed last."""
    text = str(parts[-1].value)
    return (text,), scene.voice.fact(tuple(part.value for part in parts))


def _note(scene: Scene[State], part: ChoicePart) -> str:
    """Return a hint for the question, where there are no instructions."""
    state = scene.state
    if part.name == "orientation":
        row = "-".join(str(kind) for kind in kinds_of(scene)[::6])
        return scene.voice.say(Message("step.board", {"row": row}))
    if part.name in ("daimio", "ronin"):
        letter = (DAIMIO if part.name == "daimio" else RONIN)[state.side]
        return scene.voice.fact(piece_term(state.rules, letter))
    if part == PASS:
        return scene.say(N_("None can move"))
    if part.name == "piece":
        return _about_piece(scene, square_of(part))
    return _outlook(scene)


def _about_piece(scene: Scene[State], square: int | None) -> str:
    """Return a piece and how far it goes, or how many ronins may come back."""
    state = scene.state
    if square is None:
        return scene.say(N_("Captured: {count}"), count=state.captured[state.side])
    letter = state.board[square]
    piece = scene.voice.fact(there_term(state.rules, letter))
    # Each on its own line, because unchanged lines are not sent again.
    exactly = N_plural(
        "{piece},\nexactly {steps} step", "{piece},\nexactly {steps} steps", by="steps"
    )
    return scene.say(exactly, piece=piece, steps=kinds_of(scene)[square])


def _outlook(scene: Scene[State]) -> str:
    """Return what the move captures, and what it will demand of the other player."""
    state = scene.state
    ends = [square_of(part) for part in (*scene.picked, scene.highlighted, *scene.complete) if part]
    end = ends[-1] if len(ends) > 1 else None
    if end is None:
        return ""
    victim = state.board[end]
    taken = "" if victim == "." else scene.voice.fact(there_term(state.rules, victim))
    if victim == DAIMIO[1 - state.side]:
        return scene.say(N_("Captures and wins: {piece}"), piece=taken)
    if taken:
        return scene.say(N_("Captures: {piece}"), piece=taken)
    kind = scene.voice.fact(Term("kind", kinds_of(scene)[end]))
    then = N_("Then Mana: {kind}") if state.rules.is_2005 else N_("Then bird: {kind}")
    return scene.say(then, kind=kind)


# --- a refusal, and the end ---


def _draw_refusal(canvas: Canvas, scene: Scene[State], reason: Reason) -> None:
    text = scene.say(_REFUSED.get(reason.code, N_("Not possible")))
    font = narrowed(text, WORDS, "large")
    canvas.text(LEFT, BINDING.y + 2 - cap_top(font), text, font, width=WORDS)
    _draw_text(canvas, _detail(scene, reason), _NOTE)
    if scene.picked:
        drawn, said = _move(scene, scene.picked) if scene.picked[0] != PASS else _lost(scene)
        draw_choice(canvas, scene, _answer_place(scene), drawn, said)


def _lost(scene: Scene[State]) -> tuple[Drawn, str]:
    text = scene.voice.fact(PASS.value)
    return (text.upper(),), text


def _detail(scene: Scene[State], reason: Reason) -> str:
    facts = {name: _listed(scene, fact) for name, fact in reason.facts.items()}
    match reason.code:
        case "PATH_BLOCKED":
            return scene.say(N_("In the way: {blockers}"), **facts)
        case "WRONG_KIND" | "DROP_NOT_ALLOWED":
            return scene.say(N_("These can: {movers}"), **facts)
        case "WRONG_DISTANCE":
            exactly = N_plural("Exactly {steps} step", "Exactly {steps} steps", by="steps")
            return scene.say(exactly, steps=reason.facts["steps"])
        case "NOT_YOUR_PIECE":
            return labelled(scene.say, facts["square"], facts["there"])
    return facts.get("there", "")


def _listed(scene: Scene[State], fact: Fact) -> str:
    """Return a fact in words; a long list of squares is cut."""
    if isinstance(fact, tuple) and len(fact) > _LISTED:
        return scene.voice.fact((*fact[:_LISTED], "…"))
    return scene.voice.fact(fact)


def _draw_ending(canvas: Canvas, scene: Scene[State]) -> None:
    """Write who won and why in few words; the result has a screen of its own."""
    state = scene.state
    assert state.by is not None
    lord = scene.voice.fact(lord_term(state.rules))
    why = (
        scene.say(N_("{lord} captured"), lord=lord)
        if state.by == "daimio"
        else scene.say(_ENDINGS[state.by])
    )
    if scene.told is not None:
        return
    canvas.text(LEFT, 38, why, "small", width=WORDS)
    if state.winner is None:
        _draw_text(canvas, scene.say(N_("Draw")), Rect(LEFT, 20, WORDS, 16), "large")
        return
    canvas.text(LEFT, 13, scene.say(N_("Winner:")), "small", width=WORDS)
    name = scene.voice.fact(Seat(state.winner))
    canvas.text(LEFT, 21, name, "large", width=WORDS, may_cut=True)
