"""The player aid of the score pad, its signs, and the summary of a template."""

from __future__ import annotations

from engines.engine import Named
from engines.scorepad.state import State, player_count
from engines.scorepad.template_values import HIGHEST, ONCE, ROUND_LIMIT, RUNNING, Template
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.play_widgets import ROOM
from firmware_py.games.scorepad.focus import line_text
from firmware_py.games.scorepad.oled_scores import HOLE, MARKER, OUT
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Rect, fitting, paragraph

_LABELS = 33


def draw_signs(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the signs of the scores and of the sheet next to their meaning."""
    canvas.line_h(2, 13, 22)
    canvas.text(3, 14, "ANNA", "small", say="")
    canvas.text(_LABELS, 13, scene.say(N_("a line: entered")), "small")
    for x in range(2, 24, 3):
        canvas.pixel(x, 24)
    canvas.text(3, 25, "BEN", "small", say="")
    canvas.text(_LABELS, 23, scene.say(N_("dots: still missing")), "small")
    canvas.bitmap(4, 36, MARKER)
    canvas.text(_LABELS, 33, scene.say(N_("deals, or begins")), "small")
    canvas.bitmap(4, 45, HOLE)
    canvas.text(_LABELS, 43, scene.say(N_("in the sheet: missing")), "small")
    canvas.text(4, 53, OUT, "small", say="")
    canvas.text(_LABELS, 53, scene.say(N_("not in this round")), "small")


# --- before the first entry ---


_MOST = 4
"""Most lines that are named."""


def draw_plan(canvas: Canvas, scene: AnyScene) -> None:
    """Write a summary of the template."""
    text = "\n".join(facts_of_template(scene))
    paragraph(canvas, text, ROOM, font=fitting(text, Rect(*ROOM), "medium"))


def facts_of_template(scene: AnyScene) -> list[str]:
    """Return the template in a few short lines."""
    state: State = scene.state
    template: Template = state.template
    told = [scene.voice.fact(Named("title", template.title)), _what(scene, template)]
    last = template.last_round(player_count(state))
    if last != ROUND_LIMIT:
        told.append(scene.say(N_("Rounds: {count}"), count=last))
    if template.end.target is not None:
        told.append(scene.say(N_("Ends at {target}"), target=template.end.target))
    if len(template.lines) > 1:
        names = [line_text(scene, at) for at in range(min(len(template.lines), _MOST))]
        more = " ..." if len(template.lines) > _MOST else ""
        told.append(", ".join(names) + more)
    return told


def _what(scene: AnyScene, template: Template) -> str:
    wins = N_("The highest wins") if template.wins == HIGHEST else N_("The lowest wins")
    kind = N_("running total") if template.sheet == RUNNING else N_("sheet of rounds")
    return f"{scene.say(wins)}, {scene.say(kind)}"


# --- pages ---


_ENTRY = AidPage(
    N_("Entering points"),
    N_(
        "Turn to the number and press. The likely ones come first, then all others. "
        "Press and turn: ten at a time."
    ),
)
_OTHERS = AidPage(
    N_("Another cell"),
    N_(
        "One click to the left of the likely numbers: another player. One more "
        "click, other …: correct, sit out, leave, join, dice, coin, teams, "
        "countdown."
    ),
)
_CORRECT = AidPage(
    N_("Corrections"),
    N_(
        "Choose other …, then correct: the round, the player, the number. The "
        "record keeps both. A cell can be made empty again; 0 is a number."
    ),
)
_ROUNDS = AidPage(
    N_("Rounds"),
    N_(
        "A round closes by itself when no cell is empty. Dots over a name: its cell is still empty."
    ),
)
_ONCE = AidPage(
    N_("Lines"),
    N_("Fill each line once. In each round everyone fills one line."),
)
_RUNNING = AidPage(
    N_("Running total"),
    N_("Enter points at any moment, for anyone. Every entry can be corrected or removed."),
)
_END = AidPage(
    N_("The end"),
    N_(
        "The target or the last round ends the game. At any time: hold the knob, End and score. "
        "Templates: hold the knob, Settings."
    ),
)


def pages(state: State) -> tuple[AidPage, ...]:
    """Return the pages for the kind of sheet."""
    kind = {ONCE: _ONCE, RUNNING: _RUNNING}.get(state.template.sheet, _ROUNDS)
    legend = AidPage(N_("Signs"), draw=draw_signs)
    return (_ENTRY, kind, _OTHERS, _CORRECT, _END, legend)
