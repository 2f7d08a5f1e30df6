"""Hands that only tap: on pictures of the table, on buttons beside them, on rows."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from engines.chance import Chance
from engines.contract import ChoicePart
from firmware_py.games import face_of
from firmware_py.games.picture import TablePicture, table_picture
from firmware_py.ui.screens.play import BOUNCE_S, Play
from firmware_py.ui.taps import part_code
from hardware.events import Tapped

_TAPS = re.compile(r' data-tap="([^"]*)"')


def tap(box: Any, code: str) -> None:
    """Tap something, as a page posts it."""
    box.now += BOUNCE_S + 0.1
    box.app.inbox.post(Tapped(code, "page"))
    box.app.step(0.0)


def look(box: Any) -> TablePicture:
    """Return the picture of the table."""
    scene = box.app.table_scene()
    assert scene is not None
    picture = table_picture(face_of(scene.game), scene)
    assert picture is not None
    return picture


def code_for(picture: TablePicture, part: ChoicePart) -> str | None:
    """Return the code of whatever can be tapped to choose a part, as a finger finds it."""
    wanted = part_code(part)
    for button in picture.buttons:
        if button.code == wanted:
            return button.code
    for codes in _TAPS.findall(picture.svg):
        if wanted in (each.rpartition("/")[2] for each in unescape(codes).split()):
            return unescape(codes)
    return None


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
        self.untappable += [p for p in play.picker.options if code_for(picture, p) is None]
        part = self.chance.choose(play.picker.options)
        code = code_for(picture, part)
        assert code is not None, part
        before = len(play.table.match.lines)
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
