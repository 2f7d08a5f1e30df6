"""Before the first entry: what this template counts, and what ends the game."""

from __future__ import annotations

from engines.engine import Named
from engines.scorepad.state import State, player_count
from engines.scorepad.template_values import HIGHEST, ROUND_LIMIT, RUNNING, Template
from firmware_py.core.language import N_
from firmware_py.games.play_widgets import ROOM
from firmware_py.games.scorepad.focus import line_text
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Rect, fitting, paragraph

_MOST = 4
"""So many lines are named."""


def draw_plan(canvas: Canvas, scene: AnyScene) -> None:
    """Write the facts of the template."""
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
    kind = N_("running score") if template.sheet == RUNNING else N_("sheet of rounds")
    return f"{scene.say(wins)}, {scene.say(kind)}"
