"""Mandala Stones on the OLED: the towers, the main board, questions, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.engine import Seat, Term
from engines.stones import events
from engines.stones.board import AROUND, CIRCLES, STONE
from engines.stones.scoring import track
from engines.stones.spaces import SHOWS
from engines.stones.state import State
from firmware_py.core.language import N_
from firmware_py.games.play_widgets import (
    PLAYS,
    cap_top,
    draw_answer,
    draw_binding,
    draw_title,
    draw_told,
)
from firmware_py.games.stones import oled_board, oled_prompt
from firmware_py.games.stones.focus import (
    Focus,
    focus_of,
    has_entry,
    is_on_board,
    part_of,
    seat_of,
)
from firmware_py.games.stones.oled_board import (
    HAND,
    STONE_WIDTH,
    StackMarks,
    TowerMarks,
    draw_stone,
)
from firmware_py.games.stones.words import letters, shows_name, spell
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, text_width
from firmware_py.ui.widgets import Rect, narrowed

_MANY = 3
"""From this many seats on, the points take a row each."""


def draw_table(canvas: Canvas, scene: Scene[State]) -> None:
    state = scene.state
    if scene.refused is not None:
        # A press cannot play a refused choice.
        scene = replace(scene, complete=())
    if state.phase == "over":
        _draw_end(canvas, scene)
    elif state.asks == "mandala" and has_entry(scene):
        _draw_mandala_question(canvas, scene)
    elif state.asks == "objective" and has_entry(scene):
        _draw_objective_question(canvas, scene)
    elif is_on_board(scene):
        _draw_board(canvas, scene, focus_of(scene))
    else:
        _draw_towers(canvas, scene, focus_of(scene))
    draw_told(canvas, scene, oled_prompt.told_place(scene))


def _draw_towers(canvas: Canvas, scene: Scene[State], focus: Focus) -> None:
    state = scene.state
    oled_prompt.draw_head(canvas, scene)
    # What a tower would score matters once its space is being chosen; all free spaces show it then.
    new = focus.tower if focus.space is not None else ""
    entry, clocks = has_entry(scene), oled_prompt.has_clocks(scene)
    marks = TowerMarks(
        lit_tops=focus.tops if entry else (),
        new=new,
        space=focus.space,
        lifted=() if entry else focus.tops,
    )
    seat = seat_of(scene)
    setting = oled_board.SMALL_TOWERS.without_base() if clocks else oled_board.SMALL_TOWERS
    oled_board.draw_towers(canvas, state.towers[seat], letters(scene.say), setting, marks)
    if clocks:
        oled_prompt.draw_own_clock(canvas, scene, seat)
        oled_prompt.draw_others(canvas, scene, seat)
    else:
        _draw_points(canvas, scene)
    oled_prompt.draw_choice(canvas, scene, focus, oled_prompt.ANSWER)


def _draw_points(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw everybody's points, larger while there are no instructions."""
    if scene.told is None:
        oled_prompt.draw_standing(canvas, scene, oled_prompt.standing_place(scene))
    else:
        oled_prompt.draw_points(canvas, scene, oled_prompt.points_place(scene))


def _draw_board(canvas: Canvas, scene: Scene[State], focus: Focus) -> None:
    state = scene.state
    assert state.board is not None
    asks = state.asks == "reveal" and has_entry(scene)
    named = {}
    if asks:
        _draw_reveal_question(canvas, scene)
        stone = scene.highlighted.value if scene.highlighted else None
        if isinstance(stone, Term) and stone.value in STONE:
            named[state.board.uncovered[0]] = STONE[str(stone.value)]
    else:
        oled_prompt.draw_head(canvas, scene)
    corner = oled_prompt.BOARD_X, oled_prompt.BOARD_Y
    marks = _marks(scene, focus)
    oled_board.draw_known_board(canvas, state.board, letters(scene.say), marks, named, corner)
    if asks or not has_entry(scene):
        pass
    elif oled_prompt.has_clocks(scene):
        oled_prompt.draw_other_clocks(canvas, scene, oled_prompt.points_place(scene))
    elif scene.told is None or state.seats < _MANY:
        # More points have no room next to the board while there are instructions.
        _draw_points(canvas, scene)
    oled_prompt.draw_choice(canvas, scene, focus, oled_prompt.BOARD_ANSWER)


def _marks(scene: Scene[State], focus: Focus) -> StackMarks:
    state = scene.state
    if state.asks == "reveal":
        assert state.board is not None
        return StackMarks(lit_stacks=state.board.uncovered[:1], lit_circle=focus.circle)
    circles = [str(part.value) for part in scene.options if part.name == "circle"]
    if focus.circle is None:
        return StackMarks(lit_circle=focus.artist, open_circles=circles)
    taken = focus.taken(state)
    lit = taken if focus.first is None else (focus.first,)
    return StackMarks(
        lit_stacks=() if scene.refused else lit,
        crossed_stacks=_crossed(scene, focus),
        lit_circle=focus.circle,
        open_circles=circles,
    )


def _crossed(scene: Scene[State], focus: Focus) -> tuple[int, ...]:
    """Return the stacks that prevent a refused pick."""
    code = scene.refused.code if scene.refused else None
    if code == "NOTHING_ALLOWED" and focus.circle is not None:
        return AROUND[CIRCLES.index(focus.circle)]
    return (focus.first,) if code == "FIRST_NOT_ALLOWED" and focus.first is not None else ()


# --- questions ------------------------------------------------------------------------------

_PICTURES = 32
_DIGITS = Rect(0, 39, 44, 24)
_PER_ROW = 4


def _draw_question(canvas: Canvas, scene: Scene[State], text: str) -> None:
    """Write the question in place of the player's name; for screen readers in full."""
    room = WIDTH
    if scene.corner:
        room -= canvas.text(WIDTH, -1, scene.corner, "small", align="right") + 3
    font = narrowed(text, room, "large")
    question = events.question(scene.state)
    if scene.refused is not None:
        canvas.text(0, -cap_top(font), scene.title, font, width=room, may_cut=True)
    elif question is not None:
        canvas.text(0, -cap_top(font), text, font, width=room, say=scene.voice.say(question))


def _draw_mandala_question(canvas: Canvas, scene: Scene[State]) -> None:
    state = scene.state
    text = scene.say(N_("Mandala space {number}?"), number=state.placed + 1)
    _draw_question(canvas, scene, text)
    part = part_of(scene)
    term = part.value if part else None
    shows = str(term.value) if isinstance(term, Term) and term.family == "shows" else None
    if scene.clocks:
        oled_prompt.draw_other_clocks(canvas, scene, oled_prompt.QUESTION_CLOCKS)
    draw_shows(canvas, SHOWS, shows, _PICTURES)
    if part is not None:
        words = shows_name(scene, shows) if shows else scene.voice.fact(part.value)
        oled_prompt.draw_short_answer(canvas, scene, oled_prompt.ANSWER, words, "large")


def draw_shows(canvas: Canvas, answers: Sequence[str], chosen: str | None, y: int) -> None:
    """Draw the answers for a space of the mandala as a row of pictures, the chosen one lit."""
    wide = WIDTH // len(answers)
    left = (WIDTH - wide * len(answers)) // 2
    for at, shows in enumerate(answers):
        place = Rect(left + at * wide, y, wide, 15)
        if shows == chosen:
            canvas.fill(*place)
        else:
            # Neighbours share a border.
            canvas.box(place.x, y, wide + (at < len(answers) - 1), 15)
        _draw_picture(canvas, place, shows, on=shows != chosen)


def _draw_picture(canvas: Canvas, place: Rect, shows: str, on: bool) -> None:
    x, y, w, _ = place
    if shows.startswith("h"):
        middle = x + (w - HAND.width - 6) // 2
        canvas.text(middle, y + 1, shows[1:], "medium", on=on, say="")
        canvas.bitmap(middle + 6, y + 4, HAND, on=on)
    elif shows == "end":
        canvas.fill(x + w // 2 - 2, y + 4, 4, 7, on)
    elif shows != "0":
        sign = f"+{shows}" if shows.isdigit() else shows
        canvas.text(x, y + 1, sign, "medium", width=w, align="centre", on=on, say="")


def _draw_objective_question(canvas: Canvas, scene: Scene[State]) -> None:
    state = scene.state
    name = scene.voice.fact(Seat(state.turn))
    edge = WIDTH
    if scene.corner:
        edge -= canvas.text(WIDTH, -1, scene.corner, "small", align="right") + 3
    question = events.question(state)
    assert question is not None
    said = scene.voice.say(question)
    y = oled_prompt.lowered(name) - cap_top("large")
    canvas.text(0, y, name, "large", width=edge, may_cut=True, say=said)
    text = scene.say(N_("objective?"))
    wide = text_width(text, "large")
    draw_binding(canvas, Rect(0, 15, wide, 11), text)
    hint = scene.say(N_("0 if not met"))
    canvas.text(wide + 3, 18, hint, "small", width=WIDTH - wide - 3, align="right")
    if scene.clocks:
        oled_prompt.draw_other_clocks(canvas, scene, oled_prompt.OBJECTIVE_POINTS)
    else:
        # Large points have no room between the question and its digits.
        oled_prompt.draw_points(canvas, replace(scene, large=False), oled_prompt.OBJECTIVE_POINTS)
    part = part_of(scene)
    if part is not None:
        _draw_number(canvas, scene, scene.voice.fact(part.value))


def _draw_number(canvas: Canvas, scene: Scene[State], words: str) -> None:
    """Write the points of an objective in large digits, lit if a press takes them."""
    place = _DIGITS
    if not words.isdigit():
        draw_answer(canvas, scene, place, words)
        return
    lit = scene.commits
    if lit:
        canvas.fill(*place)
        canvas.bitmap(place.x + place.w - PLAYS.width - 1, place.y + 9, PLAYS, on=False)
    x, width = place.x + 2, place.w - 10
    canvas.text(x, place.y + 1, words, "digits", width=width, on=not lit, say=f"> {words}")


def _draw_reveal_question(canvas: Canvas, scene: Scene[State]) -> None:
    """Ask which stone was uncovered, with the possible stones next to the board."""
    assert scene.state.board is not None
    text = scene.say(N_("Stack {number}?"), number=scene.state.board.uncovered[0])
    _draw_question(canvas, scene, text)
    place = oled_prompt.RING
    names = letters(scene.say)
    for at, part in enumerate(scene.options):
        code = str(part.value.value) if isinstance(part.value, Term) else ""
        if code not in STONE:
            continue
        row, column = divmod(at, _PER_ROW)
        x, y = place.x + 2 + 13 * column, place.y + 1 + oled_prompt.LINE * row
        if part == scene.highlighted:
            canvas.box(x - 2, y - 2, STONE_WIDTH + 4, 9)
        draw_stone(canvas, x, y, spell(STONE[code], names))


def _draw_end(canvas: Canvas, scene: Scene[State]) -> None:
    state = scene.state
    draw_title(canvas, scene, Rect(0, 0, WIDTH, 11))
    font: FontName = "small" if state.seats > 3 else "medium"
    row = min(30 // state.seats, 12)
    for seat, points in enumerate(state.vp):
        y = 33 + seat * row - cap_top(font)
        total = track_text(points)
        wide = canvas.text(WIDTH, y, total, font, align="right")
        name = scene.voice.fact(Seat(seat))
        canvas.text(0, y, name, font, width=WIDTH - wide - 4, may_cut=True)


def track_text(points: int) -> str:
    """Return points as the track shows them: the total, then markers and the rest."""
    markers, rest = track(points)
    return f"{points} = {markers}x50+{rest}" if markers else str(points)
