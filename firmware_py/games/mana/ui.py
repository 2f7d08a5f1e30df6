"""The UI of Mana."""

from __future__ import annotations

from engines.mana import GAME
from engines.mana.board import NAMES
from engines.mana.choices import Move
from engines.mana.notation import read
from engines.mana.state import ORIENT, State
from engines.mana.words import piece_term
from firmware_py.core.language import N_
from firmware_py.games.game_ui import GameUI, Hands, Parts, Trees, picture_in
from firmware_py.games.mana import aid, editor, entry, oled_head, oled_prompt, words
from firmware_py.games.mana.aid import draw_plan, sides
from firmware_py.games.mana.focus import board_of, kinds_of, marks_of
from firmware_py.games.mana.oled import draw_board
from firmware_py.games.mana.oled_prompt import told_place
from firmware_py.games.play_widgets import draw_told
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas


def _brief(scene: Scene[State], state: State, text: str) -> str | None:
    """Return a move by its squares, and what it took."""
    choice = read(text)
    if not isinstance(choice, Move):
        return None
    move = f"{NAMES[choice.start]}→{NAMES[choice.end]}"
    if state.board[choice.end] == ".":
        return move
    piece = scene.voice.fact(piece_term(state.rules, state.board[choice.end]))
    return scene.say(N_("{move} captures: {piece}"), move=move, piece=piece)


HANDS = Hands(
    told_place,
    known=frozenset({"step.move", "step.place"}),
    echoes=frozenset(
        {
            "placed",
            "captured",
            "returned",
            "oriented",
            "mana",
            "bird",
            "bird_goes",
            "unbound",
            "unbound_back",
            "must_pass",
        }
    ),
    brief=_brief,
)


_tree = Trees(entry.tree)


def _start(state: State, picked: Parts, options: Parts) -> int:
    return entry.start(state, _tree(state), picked, options)


def _draw(canvas: Canvas, scene: Scene[State]) -> None:
    gives_way = scene.told is not None and oled_prompt.is_told_large(scene)
    oled_head.draw_head(canvas, scene, has_signs=gives_way)
    draw_board(canvas, board_of(scene), kinds_of(scene), marks_of(scene))
    gives_way = gives_way or (scene.told is not None and oled_prompt.is_report(scene))
    if scene.refused is None and not gives_way:
        oled_head.draw_binding(canvas, scene)
    draw_told(canvas, scene, HANDS.place(scene))
    oled_prompt.draw_prompt(canvas, scene)
    oled_head.describe_table(canvas, scene)


def _danger(state: State) -> str | None:
    """Warn the player on turn if some choice lets the daimio be taken next."""
    from engines.mana.bot.coach import is_in_danger  # only for those who turned the warning on

    if not is_in_danger(GAME.view(state)):
        return None
    return N_("Danger: your daimio could be captured next turn.")


def _token(state: State, seat: int) -> str:
    from firmware_py.games.mana.svg import COLOURS  # only for pages and exports

    return COLOURS[state.rules.edition][state.seat_of(seat)]


UI = GameUI(
    tree=_tree,
    attempts=Trees(entry.attempts),
    start=_start,
    draw=_draw,
    hands=HANDS,
    has_ways=True,
    aid=aid.pages,
    aid_page=aid.page_for,
    areas=editor.areas,
    danger=_danger,
    binds=words.binds,
    pieces=words.pieces,
    vocabulary=words.VOCABULARY,
    token=_token,
    picture=picture_in(__package__),
    plan=draw_plan,
    sides=sides,
    later=lambda state: frozenset({"step.board"}) if state.phase == ORIENT else frozenset(),
)
