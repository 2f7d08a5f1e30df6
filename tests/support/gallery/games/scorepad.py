"""Stories of the gallery: the score pad."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firmware_py.screens.play.play import Play
from tests.support.gallery.steps import PEOPLE, Shot, Story, comparing, doubts, open_menu
from tests.support.pad_table import choose_template, enter, open_sheet, sit

MANY = (*PEOPLE, "Finn", "Gina", "Hugo", "Ines", "Jan")


def scorepad(box: Any) -> Iterator[Shot]:
    """A score pad for any game: rounds."""
    open_sheet(box, PEOPLE[:3])
    yield "sheet", "The sheet of a new game, with a template"
    box.find("Template").press()
    yield "templates", "The templates"
    box.press("back")
    choose_template(box, "low_to_100")
    box.choose("Start")
    box.turn(1)
    yield "plan", "What is counted"
    while not isinstance(box.screen, Play):
        box.press()
    enter(box, "2=5")
    yield "entered", "The next cell is there at once; what happened is shown"
    box.now += 30
    box.turn(1)
    yield "sum", "The sum stands there before the press"
    enter(box, "3=0")
    box.now += 30
    box.turn(-1 - box.screen.picker.index)
    yield "others", "Left of the numbers: another player, and more"
    enter(box, "1=13", "2=2", "3=26", "1=1", "!2@1=7")
    yield "corrected", "A past cell is corrected"
    open_menu(box, "Score sheet")
    yield "score-sheet", "The score sheet: a press on a cell corrects it"
    box.press("back").press("back")
    enter(box, "dice 2d6")
    yield "dice", "Dice, seeded and kept in the record; a press rolls again"
    enter(box, "timer 90")
    yield "countdown", "A countdown"
    box.press("back")
    enter(box, "leave 3")
    yield "left", "Somebody leaves"
    yield from doubts(box, "BAD_VALUE")
    yield from comparing(box)
    open_menu(box, "End and score")
    box.choose("Yes")
    yield "result", "The end"
    box.press().choose("Course of the game")
    yield "ranks", "Who is where"
    box.turn(1)
    yield "course", "The course of the game"
    box.turn(1)
    yield "sheet-page", "The whole sheet"


def scorepad_kinds(box: Any) -> Iterator[Shot]:
    """Bids, lines that are filled once, a running score, teams, ten players, large text."""
    sit(box, "bids_twenty", PEOPLE[:3])
    enter(box, "2.bid=1", "3.bid=0", "1.bid=0")
    box.now += 30
    box.app.paint()
    yield "bids", "Bids first, then what was made of them"
    box.hold("back")
    sit(box, "dice_sheet", PEOPLE[:2])
    yield "lines", "Each line is filled once"
    box.press()
    yield "line", "and has its own numbers"
    box.hold("back")
    sit(box, "running_tiles", PEOPLE[:4])
    enter(box, "2.cities+12", "1.roads+4")
    yield "running", "A running score: whose points?"
    box.hold("back")
    sit(box, "legs_501", PEOPLE[:2], first=PEOPLE[0])
    enter(box, "1=100", "2=60")
    box.now += 30
    box.app.paint()
    yield "legs", "Legs and points of each side"
    box.hold("back")
    sit(box, "ten_frames", PEOPLE[:2], first=PEOPLE[0])
    enter(box, "1.first=10", "2.first=3")
    box.now += 30
    box.app.paint()
    yield "frames", "Frames of two balls"
    box.hold("back")
    sit(box, "down_501", MANY)
    enter(box, "1=60", "2=45")
    box.now += 30
    box.app.paint()
    yield "many", "Ten players, from 501 down"
    box.hold("back")
    box.services.settings.put("text", "large")
    sit(box, "team_tricks", PEOPLE[:4])
    yield "large", "Teams, in large text"
    enter(box, "2.tricks=91")
    yield "large-next", "and the next line"


STORIES: dict[str, Story] = {
    "scorepad": scorepad,
    "scorepad-kinds": scorepad_kinds,
}
