"""The UI of Icehouse Mandala."""

from __future__ import annotations

from engines.engine import Fact, Term
from engines.wording import Voice
from firmware_py.games.game_ui import GameUI, Hands, Trees, picture_in
from firmware_py.games.icehouse import aid, editor, entry, oled, set_up, words


def name_shortly(voice: Voice, fact: Fact) -> str:
    """Name a pyramid by size and colour, without the word "pyramid"."""
    match fact:
        case Term("pyramid", group):
            return voice.fact(Term("short", group))
    return voice.fact(fact)


UI = GameUI(
    tree=Trees(entry.offered),
    attempts=Trees(entry.tried),
    start=lambda state, _picked, options: entry.begin_at(state, options),
    draw=oled.draw_table,
    hands=Hands(
        oled.told_place,
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
    ),
    aid=lambda _: aid.PAGES,
    aid_page=aid.page_for,
    areas=editor.areas,
    pieces=words.pieces,
    vocabulary=words.VOCABULARY,
    picture=picture_in(__package__),
    plan=set_up.draw_plan,
    first_page=set_up.first_page,
    called=frozenset({"step.box.path"}),
)
