"""Questions to the table, which fill the screen, and the table after the end."""

from __future__ import annotations

from engines.base import Seat, Term
from engines.stones import telling
from engines.stones.mandala import SHOWS
from engines.stones.scoring import track
from engines.stones.state import State
from firmware_py.canvas import WIDTH, Canvas
from firmware_py.faces.base import TOP, Scene
from firmware_py.faces.stones.glyphs import HAND
from firmware_py.widgets import Area, headline, narrowed

_CELL = 18


def draw_mandala_question(canvas: Canvas, scene: Scene) -> None:
    """Ask what a space of the mandala shows: the seven answers as pictures."""
    _draw_question(canvas, scene)
    part = scene.highlighted
    term = part.value if part else None
    shows = str(term.value) if isinstance(term, Term) and term.family == "shows" else None
    draw_shows(canvas, shows, TOP + 24)
    if part is not None:
        words = scene.voice.fact(part.value)
        font = narrowed(words, WIDTH, "medium")
        canvas.text(0, TOP + 41, words, font, width=WIDTH, align="centre", say=f"> {words}")


def draw_shows(canvas: Canvas, chosen: str | None, y: int) -> None:
    """Draw what a space may show, in a row, the chosen one lit."""
    for at, shows in enumerate(SHOWS):
        x = at * _CELL
        lit = shows == chosen
        if lit:
            canvas.fill(x, y, _CELL, 15)
        else:
            canvas.box(x, y, _CELL, 15)
        draw_show(canvas, x, y + 1, shows, on=not lit)


def draw_show(canvas: Canvas, x: int, y: int, shows: str, on: bool) -> None:
    """Draw what a space shows in a cell of 18 columns: nothing, points, hands, or the end."""
    if shows.startswith("h"):
        canvas.text(x + 2, y, shows[1:], "medium", on=on, say="")
        canvas.bitmap(x + 8, y + 3, HAND, on=on)
    elif shows == "end":
        canvas.fill(x + 7, y + 3, 4, 7, on)
    elif shows != "0":
        canvas.text(x, y, f"+{shows}", "medium", width=_CELL, align="centre", on=on, say="")


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
    question = telling.question(scene.state)
    assert question is not None
    words = scene.voice.say(question)
    place = Area(0, TOP + 1, WIDTH, 22)
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
