"""Icehouse Mandala on the box: what the application needs to play it."""

from __future__ import annotations

from engines.engine import Fact, Term
from engines.icehouse.state import State
from engines.wording import Voice
from firmware_py.games.game_ui import Face, Hands, Trees
from firmware_py.games.icehouse import aid, editor, entry, set_up, words
from firmware_py.games.icehouse.aid import draw_plan
from firmware_py.games.icehouse.oled import draw_table, told_place
from firmware_py.games.svg import Taps
from firmware_py.match.scene import Scene


def name_shortly(voice: Voice, fact: Fact) -> str:
    """Name a pyramid by size and colour: everything here is one."""
    match fact:
        case Term("pyramid", group):
            return voice.fact(Term("short", group))
    return voice.fact(fact)


HANDS = Hands(
    told_place,
    known=frozenset(
        {
            "step.pawn.path",
            "step.held.points",
            "step.path.points",
            "step.eye.points",
            "step.held.eye",
            "step.all.points",
            "step.box.path",
        }
    ),
    echoes=frozenset({"taken", "swept", "group_in_eye"}),
    name=name_shortly,
)


def _picture(scene: Scene[State], taps: Taps) -> str:
    from firmware_py.games.icehouse.svg import draw_picture  # only where somebody looks at it

    return draw_picture(scene, taps)


FACE = Face(
    tree=Trees(entry.offered),
    attempts=Trees(entry.tried),
    start=lambda state, _picked, options: entry.begin_at(state, options),
    draw=draw_table,
    hands=HANDS,
    aid=lambda _: aid.PAGES,
    aid_page=aid.page_for,
    areas=editor.areas,
    pieces=words.pieces,
    vocabulary=words.VOCABULARY,
    picture=_picture,
    plan=draw_plan,
    first_page=set_up.first_page,
    called=frozenset({"step.box.path"}),
)
