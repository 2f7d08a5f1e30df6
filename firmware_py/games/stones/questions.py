"""Questions to the table, which fill the screen, and the table after the end."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Seat, Term
from engines.stones import events
from engines.stones.scoring import track
from engines.stones.spaces import SHOWS
from engines.stones.state import State
from firmware_py.games.scene import TOP, Scene
from firmware_py.games.stones.glyphs import HAND
from firmware_py.games.stones.labels import shows_name
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.widgets import Rect, headline, narrowed


def draw_mandala_question(canvas: Canvas, scene: Scene) -> None:
    """Ask what a space of the mandala shows: the seven answers as pictures."""
    _draw_question(canvas, scene)
    part = scene.highlighted
    term = part.value if part else None
    shows = str(term.value) if isinstance(term, Term) and term.family == "shows" else None
    draw_shows(canvas, SHOWS, shows, TOP + 24)
    if part is not None:
        words = shows_name(scene, shows) if shows else scene.voice.fact(part.value)
        font = narrowed(words, WIDTH, "medium")
        canvas.text(0, TOP + 41, words, font, width=WIDTH, align="centre", say=f"> {words}")


def draw_shows(canvas: Canvas, answers: Sequence[str], chosen: str | None, y: int) -> None:
    """Draw what a space may show as a row of pictures, the chosen one lit."""
    wide = WIDTH // len(answers)
    left = (WIDTH - wide * len(answers)) // 2
    for at, shows in enumerate(answers):
        place = Rect(left + at * wide, y, wide, 15)
        if shows == chosen:
            canvas.fill(*place)
        else:
            # Neighbours share a border.
            canvas.box(place.x, y, wide + (at < len(answers) - 1), 15)
        _draw_answer(canvas, place, shows, on=shows != chosen)


def _draw_answer(canvas: Canvas, place: Rect, shows: str, on: bool) -> None:
    """Draw one answer: nothing, points, hands, the end as a block, or another sign."""
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


def draw_objective_question(canvas: Canvas, scene: Scene) -> None:
    """Ask for the points of an objective in large digits."""
    _draw_question(canvas, scene)
    part = scene.highlighted
    if part is None:
        return
    words = scene.voice.fact(part.value)
    font = narrowed(words, WIDTH, "digits") if words.isdigit() else narrowed(words, WIDTH, "large")
    canvas.text(0, TOP + 29, words, font, width=WIDTH, align="centre", say=f"> {words}")


def _draw_question(canvas: Canvas, scene: Scene) -> None:
    if scene.told is not None:
        return
    question = events.question(scene.state)
    assert question is not None
    words = scene.voice.say(question)
    place = Rect(0, TOP + 1, WIDTH, 22)
    headline(canvas, words, place, largest="medium")


def draw_end(canvas: Canvas, scene: Scene) -> None:
    """Show everybody's points after the end."""
    state: State = scene.state
    row = 52 // state.seats
    for seat, points in enumerate(state.vp):
        y = TOP + 2 + seat * min(row, 16)
        total = track_text(points)
        wide = canvas.text(WIDTH, y, total, "medium", align="right")
        name = scene.voice.fact(Seat(seat))
        canvas.text(0, y, name, "medium", width=WIDTH - wide - 4, may_cut=True)


def track_text(points: int) -> str:
    """Return points as the track shows them: the total, then markers and the rest."""
    markers, rest = track(points)
    return f"{points} = {markers}x50+{rest}" if markers else str(points)
