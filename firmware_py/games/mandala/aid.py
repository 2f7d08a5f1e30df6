"""The player aid of Mandala, in our own words."""

from __future__ import annotations

from engines.mandala.state import State, public
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.mandala.legend import draw_letters, draw_signs

_END = AidPage(
    N_("The end"),
    N_("The last mandala: when a river has six colours, or once the draw pile has run out."),
)
_STRICT_END = AidPage(
    N_("The end"),
    N_(
        "The last mandala: when a river has six colours, or after the draw pile ran out; not yet"
        " the one whose cards emptied it."
    ),
)

PAGES = (
    AidPage(
        N_("Your turn"),
        N_(
            "• 1 card to a mountain, then draw 3 (8 in hand at most)\n"
            "• cards of one colour to your field; keep at least 1\n"
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
            "A new colour: one card to your river, the rest face down to your cup. A colour of"
            " your river: all to the cup. With an empty field: all to the discard pile."
        ),
    ),
    _END,
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
_TURN, _CLAIMING, _RIVER, _SCORE = 0, 2, 3, 5


def pages(state: State) -> tuple[AidPage, ...]:
    """Return the pages for the rules of the house in force."""
    if not state.strict_next:
        return PAGES
    return tuple(_STRICT_END if page is _END else page for page in PAGES)


def page_for(state: State) -> int:
    """Return the page that fits the moment."""
    table = public(state)
    match table.phase:
        case "claim":
            return _CLAIMING
        case "flip":
            return _TURN if table.claim is None else _RIVER
        case "cups" | "over":
            return _SCORE
        case _:
            return _TURN
