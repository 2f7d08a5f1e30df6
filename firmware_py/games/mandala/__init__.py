"""The face of Mandala: two mandalas, two rivers, and a ring of places around them."""

from __future__ import annotations

from engines.contract import ChoicePart
from engines.mandala.state import State, asked, public
from firmware_py.games.face import AidPage, Scene, TableArea, Trees
from firmware_py.games.mandala import entry
from firmware_py.games.mandala.drawing import draw_table
from firmware_py.games.mandala.hands import HANDS
from firmware_py.games.mandala.legend import draw_letters, draw_signs
from firmware_py.games.mandala.mending import areas
from firmware_py.games.mandala.question import draw_question
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.picker import ChoiceNode

__all__ = ["FACE", "MandalaFace"]

AID = (
    AidPage(
        N_("Your turn"),
        N_(
            "• 1 card to a mountain, then draw 3 (8 in hand at most)\n"
            "• cards of one colour to your field; keep 1 card\n"
            "• discard one colour, draw as many"
        ),
    ),
    AidPage(
        N_("Rule of colour"),
        N_("In a mandala each colour has one place only: the mountain or one of the fields."),
    ),
    AidPage(
        N_("Claiming"),
        N_(
            "Six colours: the mandala is destroyed. More cards in the field claims first"
            " (a tie: not who completed it); then in turns, a whole colour each."
        ),
    ),
    AidPage(
        N_("River and cup"),
        N_(
            "A new colour: one card to your river, the rest to your cup. A colour of your river:"
            " all to the cup. With an empty field: all to the discard pile."
        ),
    ),
    AidPage(
        N_("The end"),
        N_("The last mandala: when a river has six colours, or once the draw pile has run out."),
    ),
    AidPage(
        N_("Score"),
        N_(
            "A cup card scores its colour's slot in the river: 1 to 6; no slot, 0."
            " A tie: fewer cup cards win."
        ),
    ),
    AidPage(N_("Letters"), draw=draw_letters),
    AidPage(N_("Signs"), draw=draw_signs),
)
TURN, CLAIMING, RIVER, SCORE = 0, 2, 3, 5


class MandalaFace:
    """How Mandala looks and how it is entered."""

    aid = AID
    hands = HANDS

    def __init__(self) -> None:
        self._trees = Trees(entry.tree)
        self._attempts = Trees(entry.attempts)

    def tree(self, state: State) -> ChoiceNode:
        """Return the legal choices: place, colour, count."""
        return self._trees(state)

    def start(
        self, state: State, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]
    ) -> int:
        """Return the likeliest option."""
        del picked
        return entry.start(state, options)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """Draw the table, or a question to it."""
        part = next(iter(scene.picked), scene.highlighted)
        is_card = part is not None and part.name == "card"
        on_table = public(scene.state).phase == "flip" and not scene.large and scene.options
        if is_card and not (on_table or scene.quiet):
            draw_question(canvas, scene)
        else:
            draw_table(canvas, scene)

    def binding(self, scene: Scene) -> str:
        """Return what binds the player: a claim, and whether this mandala is the last."""
        table = public(scene.state)
        if table.phase == "claim":
            return scene.say(N_("Last claims") if table.final else N_("Claim"))
        if table.phase == "flip":
            number, card = asked(table) + 1, len(scene.picked) + 1
            return scene.say(N_("Mountain {number}, card {card}"), number=number, card=card)
        return scene.say(N_("Last mandala")) if table.last and table.phase == "play" else ""

    def aid_page(self, state: State) -> int:
        """Return the page that fits the moment."""
        table = public(state)
        match table.phase:
            case "claim":
                return CLAIMING
            case "flip":
                return TURN if table.claim is None else RIVER
            case "cups" | "over":
                return SCORE
            case _:
                return TURN

    def areas(self, scene: Scene) -> tuple[TableArea, ...]:
        """Return the mandalas, rivers, and the cards that are only counted."""
        return areas(scene)

    def attempts(self, state: State) -> ChoiceNode:
        """Return every move that hands could try."""
        return self._attempts(state)


FACE = MandalaFace()
