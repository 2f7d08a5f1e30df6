"""The story of an evening of several rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.support.gallery.steps import PEOPLE, Shot


def evening(box: Any) -> Iterator[Shot]:
    """An evening of several rounds."""
    box.choose("Evening")
    yield "new", "An evening is set up"
    box.choose("Who is here")
    for name in PEOPLE:
        box.choose(name)
    yield "here", "Who is here is ticked"
    box.press("back").choose("Games").choose("Mana")
    yield "games", "A game, or several in turn"
    box.press("back").choose("Form")
    yield "forms", "Three forms"
    box.press("back").find("Free set-up").press("why")
    yield "fair", "Why the free set-up is proposed"
    box.press("back").choose("Begin")
    yield "begun", "The evening begins"
    box.choose("Next round")
    yield "round", "Who plays whom"
    box.press("why")
    yield "why", "and why"
    box.press("back").turn_to_end(1)
    yield "out", "Of five players one sits out"
    box.turn_to_end(-1).press()
    yield "table", "A table: played on the box, or typed"
    box.choose("Enter the result")
    yield "result", "The result of two"
    box.press().press("back").turn(1).press().choose("Enter the result").turn(2).press()
    box.press("back").press("back")
    yield "menu", "All results are there"
    box.choose("Standings")
    yield "standings", "Who is ahead"
    box.press()
    yield "points", "Where the points come from"
    box.press("back").press("back").choose("Tables by name")
    yield "names", "Where everybody plays"
    box.press("back").choose("All rounds").press().turn_to_end(-1).press()
    box.choose("Correct the result")
    yield "who", "A correction asks who makes it"
    box.press().turn(1).press().press("back").press("back").press("back")
    box.choose("What was entered")
    yield "entered", "and is noted"
    box.press("back").choose("Export")
    yield "export", "Files for other programs"
    box.press("back").choose("Television")
    yield "television", "The address of the page for a television"
    box.press("back").choose("End the evening")
    yield "end", "The end asks"
    box.choose("Yes").hold("back").choose("Evening").choose("Earlier evenings")
    yield "earlier", "Evenings of earlier days"
