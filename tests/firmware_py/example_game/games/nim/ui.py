"""The sticks in a row, and below them how many to take."""

from __future__ import annotations

from firmware_py.games.game_ui import AidPage, GameUI, Hands, Trees, plain_tree
from firmware_py.games.play_widgets import draw_answer, draw_clocks, draw_title, draw_told
from firmware_py.games.table_editor import Editor, TableArea, at, numbers
from firmware_py.match.picker import ChoiceNode, grow
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.widgets import Rect
from tests.firmware_py.example_game.rules import GAME, MOST, State

_ACROSS, _TALL = 6, 10
_ROW = 16
_NOTE = Rect(0, 36, WIDTH, 10)
_ANSWER = Rect(0, 47, WIDTH, 16)


def draw_sticks(canvas: Canvas, scene: AnyScene) -> None:
    """Draw what is left, in one row."""
    state: State = scene.state
    for stick in range(state.left):
        canvas.fill(stick * _ACROSS, _ROW, 2, _TALL)
    canvas.describe(f"{state.left} sticks", _ROW)


def draw_signs(canvas: Canvas, scene: AnyScene) -> None:
    """Draw a stick next to its name."""
    canvas.fill(2, _ROW, 2, _TALL)
    canvas.text(12, _ROW, "a stick", "small")


def draw_table(canvas: Canvas, scene: AnyScene) -> None:
    """Draw whose turn it is, the sticks, the choice, and what hands do."""
    draw_title(canvas, scene, Rect(0, 0, WIDTH - 54, 14))
    draw_clocks(canvas, scene, Rect(WIDTH - 52, 0, 52, 11), Rect(0, _NOTE.y - 8, WIDTH, 8))
    draw_sticks(canvas, scene)
    draw_told(canvas, scene, _NOTE)
    if scene.highlighted is not None:
        draw_answer(canvas, scene, _ANSWER, f"Take {scene.highlighted.value}")


def tree(state: State) -> ChoiceNode:
    """Return the legal choices."""
    return plain_tree(GAME, state)


def attempts(state: State) -> ChoiceNode:
    """Return one stick too many as well."""
    return grow((str(count), GAME.parts(count)) for count in range(1, MOST + 2))


def areas(scene: AnyScene) -> tuple[TableArea, ...]:
    """Return the heap; there may lie more or fewer."""
    left: int = scene.state.left
    heap = numbers(range(1, left + MOST + 1))
    field = Editor(GAME.position(scene.state)).field("Sticks", heap, left, at("left"))
    return (TableArea("The heap", (f"{left} sticks",), (field,)),)


UI = GameUI(
    tree=Trees(tree),
    attempts=Trees(attempts),
    draw=draw_table,
    hands=Hands(lambda _: _NOTE, known=frozenset({"step.take"}), echoes=frozenset({"took"})),
    aid=lambda _: (
        AidPage("Your turn", "Take 1, 2 or 3 sticks. Who takes the last one wins."),
        AidPage("Signs", draw=draw_signs),
    ),
    areas=areas,
    plan=draw_sticks,
)
