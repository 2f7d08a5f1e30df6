"""The player aid: a few pages in our own words."""

from __future__ import annotations

from engines.stones.state import State
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.stones.legend import draw_letters, draw_signs

PAGES = (
    AidPage(
        N_("Your turn"),
        N_("PICK stones for a new tower, or SCORE. No empty space: you must score."),
    ),
    AidPage(
        N_("Pick"),
        N_(
            "Move an artist to an empty circle. Take, clockwise, all tops around it with its"
            " pattern that touch no other artist. They are one tower, the first one lowest."
        ),
    ),
    AidPage(
        N_("Score a colour"),
        N_(
            "It must top 2 towers or more.\n1: different heights\n2: by height 4 2 1 1\n"
            "3: by height 1 3 4 1\n4: by height 1 2 4 6\n5: its colours + 1"
        ),
    ),
    AidPage(
        N_("Score tops"),
        N_(
            "Any towers you like: 1 VP for each. Colours do not matter. Some of them are entered"
            " from left to right."
        ),
    ),
    AidPage(
        N_("Mandala"),
        N_(
            "Scored tops go on the next mandala spaces. +1 and +2 count at once. Covering as"
            " many hands as there are players starts the end."
        ),
    ),
    AidPage(
        N_("The end"),
        N_(
            "The round is finished. Nothing to pick and no tower: the end comes at once. Then each"
            " player scores one of two objectives, 0 if not met. A tie: the earlier player wins."
        ),
    ),
    AidPage(N_("Letters"), draw=draw_letters),
    AidPage(N_("Signs"), draw=draw_signs),
)
TURN, PICK, COLOUR, TOPS, MANDALA, END, *_LEGENDS = range(len(PAGES))


def page_for(state: State) -> int:
    """Return the page that fits the moment."""
    if state.phase != "play" or state.triggered:
        return END
    if state.asks == "mandala":
        return MANDALA
    if state.asks == "reveal" or not any(state.own):
        return PICK
    if state.waived or all(state.own):
        return COLOUR
    return TURN
