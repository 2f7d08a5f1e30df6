"""The UI of Mandala."""

from __future__ import annotations

from engines.mandala.state import State, asked, turned_up
from firmware_py.core.language import N_plural
from firmware_py.games.game_ui import GameUI, Hands, Trees, picture_in
from firmware_py.games.mandala import aid, editor, entry, words
from firmware_py.games.mandala.oled import draw_question, draw_table, question_told, told_at
from firmware_py.games.mandala.oled_table import draw_plan
from firmware_py.games.mandala.words import name
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Rect


def _place(scene: Scene[State]) -> Rect:
    is_question = scene.state.phase == "cups" and bool(scene.options or scene.picked)
    return question_told(scene) if is_question else told_at(scene)


def _asked(scene: Scene[State]) -> tuple[str, ...]:
    """Return who turns up the cards to enter, how many and where."""
    table = scene.state
    mandala = asked(table) if table.phase == "flip" and scene.options else None
    if mandala is None:
        return ()
    text = N_plural(
        "{name}: turn up {count} card on mountain {number}.",
        "{name}: turn up {count} cards on mountain {number}.",
    )
    who = name(scene, table.actor)
    return (scene.say(text, name=who, count=turned_up(table), number=mandala + 1),)


HANDS = Hands(
    _place,
    # People turned up the cards, shuffling first if needed, to be able to enter them.
    known=frozenset({"step.lay", "step.turn_up", "step.shuffle_refill"}),
    echoes=frozenset(
        {
            "turned_up",
            "built",
            "grown",
            "discarded",
            "drew",
            "reshuffled",
            "destroyed",
            "claimed_river",
            "claimed_cup",
            "claimed_lost",
            "cup_told",
        }
    ),
    asked=_asked,
)


def _draw(canvas: Canvas, scene: Scene[State]) -> None:
    part = next(iter(scene.picked), scene.highlighted)
    is_card = part is not None and part.name == "card"
    if is_card and scene.state.phase == "cups":
        draw_question(canvas, scene)
    else:
        draw_table(canvas, scene)


UI = GameUI(
    tree=Trees(entry.tree),
    attempts=Trees(entry.attempts),
    repeats=True,
    forced=entry.forced,
    start=lambda state, _picked, options: entry.start(state, options),
    draw=_draw,
    hands=HANDS,
    aid=aid.pages,
    aid_page=aid.page_for,
    areas=editor.areas,
    binds=words.binds,
    pieces=words.pieces,
    vocabulary=words.VOCABULARY,
    held=words.held,
    hand=words.hand_seen,
    picture=picture_in(__package__),
    plan=draw_plan,
)
