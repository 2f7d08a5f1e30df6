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
        "Keys: arrows turn, Enter presses, B is BACK, W is WHY, U is UNDO; keep one down to hold. "
        "M is the menu; 1 to 6 ask the questions."
    ),
    "hold_hint": N_("Hold the knob for the menu, UNDO to take back, BACK for Home."),
    # The views
    "views": N_("Views"),
    "view_table": N_("Table"),
    "view_box": N_("Box"),
    "view_desk": N_("Desk"),
    "whole": N_("Full screen"),
    "shortcuts": N_("Shortcut keys"),
    # The table
    "around": N_("Around the table"),
    "choices": N_("Choices"),
    "press": N_("Choose"),
    "menu": N_("Menu"),
    "take_back": N_("Take back"),
    "hint": N_("Hint"),
    "home": N_("Home"),
    "name": N_("Name"),
    "done": N_("Done"),
    "on_turn": N_("on turn"),
    "hands": N_("For your hands"),
    "moves": N_("Moves"),
    "now": N_("Back to now"),
    "aid": N_("Player aid"),
    "questions": N_("Questions"),
    "ask_turn": N_("Whose turn?"),
    "ask_clocks": N_("Clocks"),
    "ask_last": N_("Last move"),
    "ask_mine": N_("My pieces"),
    "ask_may": N_("What may I do?"),
    "ask_table": N_("The table"),
    "ask_place": N_("What is on this square or line?"),
    "ask": N_("Ask"),
    "nothing_there": N_("Nothing there."),
    # The desk
    "names": N_("Names"),
    "add": N_("Add"),
    "change": N_("Change"),
    "remove": N_("Remove"),
    "settings": N_("Settings"),
    "history": N_("History"),
    "game": N_("Game"),
    "all_games": N_("all games"),
    "player": N_("Player"),
    "show": N_("Show"),
    "more": N_("More"),
    "day": N_("Day"),
    "result": N_("Result"),
    "score_sheet": N_("Score sheet"),
    "points": N_("Points"),
    "rule": N_("Rule"),
    "sum": N_("Sum"),
    "minutes": N_("{count} min"),
    "close": N_("Close"),
    "nothing_found": N_("Nothing found."),
    "statistics": N_("Statistics"),
    "won": N_("Won"),
    "won_of": N_("won / played"),
    "played": N_("Played"),
    "best": N_("Best score"),
    "average": N_("Average score"),
    "chart": N_("{name}: won {won} of {played}"),
    "files": N_("Files"),
    "download": N_("Download"),
    "backup": N_("Backup of everything"),
    "report": N_("Problem report"),
    "report_hint": N_("A report holds names, and hidden cards of a match under way."),
    "record": N_("Record"),
    "json": N_("JSON"),
    "bgstats": N_("BG Stats file"),
    "all_record": N_("All records"),
    "all_json": N_("All as JSON"),
    "all_bgstats": N_("All for BG Stats"),
    "restore": N_("Restore a backup"),
    "restore_hint": N_("The box asks twice before anything is replaced."),
    "choose_file": N_("Choose a file"),
    "sending": N_("Sending: {percent} %"),
    "look_at_box": N_("Now answer on the box."),
    "too_large": N_("This file is too large."),
    "failed": N_("That did not work."),
    "pages": N_("Paired pages"),
    "since": N_("since {day}"),
    "send_away": N_("Send away"),
    "requests": N_("Pages may ask to pair tonight"),
    "address": N_("Address of this page"),
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
