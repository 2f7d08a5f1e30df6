"""The sentences of the simulated boxes themselves; what the box shows comes with its picture."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_py.control_words import CONTROL_WORDS
from firmware_py.language import N_
from hardware.events import Control

PAGE: Mapping[str, str] = {
    "title": N_("Tablemate"),
    "screen": N_("Display of the box"),
    "controls": N_("Controls of the box"),
    "knob": N_("Knob: press to choose, hold for the menu, arrow keys turn"),
    "turn_left": N_("Turn the knob left"),
    "turn_right": N_("Turn the knob right"),
    "back": CONTROL_WORDS[Control.BACK],
    "why": CONTROL_WORDS[Control.WHY],
    "undo": CONTROL_WORDS[Control.UNDO],
    "connecting": N_("Connecting to the box …"),
    "lost": N_("The connection to the box is lost. Trying again …"),
    "full": N_("Too many pages are open. Close one; this page tries again."),
    "look": N_("You are watching. To use the controls, pair this page with the box."),
    "pair": N_("Pair this page"),
    "code": N_("Code shown on the box"),
    "send": N_("Send"),
    "asked": N_("Open “A page asks to pair” on the box: hold its knob at Home or in a match."),
    "refused": N_("The table said no."),
    "wrong": N_("That is not the code on the box."),
    "wait": N_("Wait {seconds} s before the next try."),
    "wait_long": N_("Wait {minutes} min before the next try."),
    "ended": N_("The code has ended. Ask for a new one."),
    "paired": N_("Paired: the controls are yours too."),
    "keys": N_(
        "Keys: arrows turn, Enter presses, B is BACK, W is WHY, U is UNDO; keep one down to hold."
    ),
}

TERMINAL: Mapping[str, str] = {
    "turn": N_("turn"),
    "press": N_("press"),
    "menu": N_("menu"),
    "back": CONTROL_WORDS[Control.BACK],
    "why": CONTROL_WORDS[Control.WHY],
    "undo": CONTROL_WORDS[Control.UNDO],
    "hold": N_("Shift hold"),
    "words": N_("words"),
    "quit": N_("quit"),
    "too_small": N_(
        "The window is {columns}x{rows}. The picture needs {need_columns}x{need_rows}: enlarge "
        "the window or use a smaller font. Until then, the display in words:"
    ),
    "no_signs": N_(
        "This terminal cannot show the picture in this size (no braille signs, or no UTF-8). "
        "A window of {need_columns}x{need_rows} in UTF-8, another terminal, or the web page can. "
        "Until then, the display in words:"
    ),
}
