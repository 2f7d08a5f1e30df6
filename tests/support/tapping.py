"""Hands that only tap: on pictures of the table, on buttons next to them, on rows."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from engines.engine import ChoicePart
from engines.rng import Chance
from firmware_py.games import ui_of
from firmware_py.games.picture import TablePicture, table_picture
from firmware_py.match.taps import find
from firmware_py.screens.play.play import Play
from hardware.events import PageRequest, Tapped

_TAPS = re.compile(r' data-tap="([^"]*)"')


def tap(box: Any, code: str) -> None:
    """Tap something, as a page posts it."""
    box.app.inbox.post(Tapped(code, "page"))
    box.app.step(0.0)


def look(box: Any) -> TablePicture:
    """Return the picture of the table."""
    scene = box.app.table_scene()
    assert scene is not None
    picture = table_picture(ui_of(scene.engine.name), scene)
    assert picture is not None
    return picture


def type_in(box: Any, value: int) -> None:
    """Type a number that is asked for, and Enter."""
    asked = box.screen.asked_number()
    box.app.inbox.post(PageRequest("enter", f"{asked.code} {value}", "page"))
    box.app.step(0.0)


def is_typed(play: Play, part: ChoicePart) -> bool:
    """Return whether an option is a number that needs no button."""
    numbers = play.picker.numbers
    return numbers is not None and part.name == numbers.typed


def codes_by_part(box: Any, picture: TablePicture) -> dict[ChoicePart, str]:
    """Return what a finger finds on the picture, or next to it, for each option of now."""
    picker = box.screen.picker
    root = box.screen.ui.tree(box.services.table.match.state)
    found = {}
    for code in (*map(unescape, _TAPS.findall(picture.svg)), *(b.code for b in picture.buttons)):
        parts = find(root, picker.picked, picker.highlighted, code)
        if parts and parts[:-1] == picker.picked:
            found[parts[-1]] = code
    return found


class Tapper:
    """Plays whatever can be played, by lot, with taps alone."""

    def __init__(self, box: Any, seed: int = 7) -> None:
        self.box = box
        self.chance = Chance(seed, "tapper")
        self.untappable: list[ChoicePart] = []

    def choose(self) -> None:
        """Tap a part of a choice; twice where that plays it."""
        play = self.box.screen
        assert isinstance(play, Play), self.box.text
        picture = look(self.box)
        codes = codes_by_part(self.box, picture)
        options = play.picker.options
        typed = [part for part in options if is_typed(play, part)]
        self.untappable += [part for part in options if part not in codes and part not in typed]
        part = self.chance.choose([part for part in options if part in codes or part in typed])
        before = len(play.table.match.lines)
        if part in typed:
            type_in(self.box, int(str(part.value)))
            assert len(play.table.match.lines) > before
            return
        code = codes[part]
        tap(self.box, code)
        if self.box.screen is play and len(play.table.match.lines) == before:
            self._commit(play, part)

    def _commit(self, play: Play, part: ChoicePart) -> None:
        """Play a choice that is shown whole, with the button that says so."""
        if part in play.picker.picked:
            return
        assert play.picker.highlighted == part
        commit = look(self.box).commit
        assert commit is not None
        before = len(play.table.match.lines)
        tap(self.box, commit.code)
        if self.box.screen is not play and len(play.table.match.lines) == before:
            tap(self.box, self.box.screen.rows()[1].code)  # Yes
