"""Mandala on the box: what the application needs to play it."""

from __future__ import annotations

from engines.mandala.state import State, asked, turned_up
from firmware_py.core.language import N_
from firmware_py.games.game_ui import Face, Hands, Trees
from firmware_py.games.mandala import aid, editor, entry, words
from firmware_py.games.mandala.oled import draw_table, told_at
from firmware_py.games.mandala.oled_prompt import draw_question, question_told
from firmware_py.games.mandala.oled_table import draw_plan
from firmware_py.games.mandala.words import name
from firmware_py.games.svg import Taps
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Rect


def _place(scene: Scene[State]) -> Rect:
    is_question = scene.state.phase == "cups" and bool(scene.options or scene.picked)
    return question_told(scene) if is_question else told_at(scene)


def _asked(scene: Scene[State]) -> tuple[str, ...]:
    """Say who turns up the cards that the table is asked for, how many and where."""
    table = scene.state
    mandala = asked(table) if table.phase == "flip" and scene.options else None
    if mandala is None:
        return ()
    text = N_("{name}: turn up {count} cards on mountain {number}.")
    who = name(scene, table.actor)
    return (scene.say(text, name=who, count=turned_up(table), number=mandala + 1),)


HANDS = Hands(
    _place,
    # A card turned up, and the shuffle before it, were done to be able to tell the card.
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
    """Draw the table, or the question for a cup."""
    part = next(iter(scene.picked), scene.highlighted)
    is_card = part is not None and part.name == "card"
    if is_card and scene.state.phase == "cups":
        draw_question(canvas, scene)
    else:
        draw_table(canvas, scene)


def _picture(scene: Scene[State], taps: Taps) -> str:
    from firmware_py.games.mandala.svg import draw_picture  # only where somebody looks at it

    return draw_picture(scene, taps)


FACE = Face(
    tree=Trees(entry.tree),
    attempts=Trees(entry.attempts),
    start=lambda state, _picked, options: entry.start(state, options),
    draw=_draw,
    hands=HANDS,
    aid=aid.pages,
    aid_page=aid.page_for,
    areas=editor.areas,
    binds=words.binds,
    pieces=words.pieces,
    vocabulary=words.VOCABULARY,
    offers=words.offers,
    held=words.held,
    picture=_picture,
    plan=draw_plan,
)
