"""A question to the table: which cards, one by one, in big letters."""

from __future__ import annotations

from engines.mandala.cards import COLOURS
from engines.mandala.state import State, asked, public
from firmware_py.games.mandala.entry import letter_of
from firmware_py.games.mandala.layout import centred
from firmware_py.games.mandala.wording import letter, name
from firmware_py.games.scene import TOP, Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.widgets import CROSS, Rect, headline, narrowed


def draw_question(canvas: Canvas, scene: Scene) -> None:
    """Draw a question to the table: which cards, one by one."""
    table = public(scene.state)
    headline(canvas, _question(scene, table), Rect(0, TOP + 1, WIDTH, 24), largest="medium")
    # Hands can try more than to tell cards, and those options are drawn on the table.
    cards = [option for option in scene.options if option.name == "card"]
    pitch = WIDTH // len(COLOURS)
    left = (WIDTH - pitch * len(cards)) // 2
    for at, option in enumerate(cards):
        x = left + at * pitch
        centred(canvas, x, 38, letter(scene, letter_of(option)), "large", pitch)
        if at == scene.index:
            canvas.invert(x + 1, 36, pitch - 2, 15)
    parts = [*scene.picked, *([] if scene.highlighted is None else [scene.highlighted])]
    if scene.refused is not None:
        canvas.bitmap((WIDTH - CROSS.width) // 2, 41, CROSS)
    named = " + ".join(scene.voice.fact(part.value) for part in parts)
    font = narrowed(named, WIDTH)
    canvas.text(0, 51, named, font, width=WIDTH, align="centre", say=f"> {named}")


def _question(scene: Scene, table: State) -> str:
    first = not scene.picked
    if table.phase == "cups":
        text = (
            N_("{name}: the first card dealt to the cup?")
            if first
            else N_("{name}: and the second card?")
        )
        return scene.say(text, name=name(scene, asked(table)))
    text = (
        N_("The first card turned up on mountain {number}?")
        if first
        else N_("And the second card on mountain {number}?")
    )
    return scene.say(text, number=asked(table) + 1)
