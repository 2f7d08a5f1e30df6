"""The picture of a table, for pages and exports, and the buttons next to it.

Each game draws its table in its own package (`<game>/svg.py`), as SVG, from a public scene:

    Scene.public() --> GameUI.picture --> svg
          |                 |
          |                Taps            what can be tapped there
          '--> buttons <----'              choices that are not things on the table

A picture is a pure function of its scene. Everything in it that can be tapped has a code
(`firmware_py.match.taps`); a choice that is not drawn is a button next to the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_py.games.svg import Taps
from firmware_py.games.vocabulary import name_button
from firmware_py.match.scene import AnyScene
from firmware_py.match.taps import ROOT, part_code, play_code

if TYPE_CHECKING:
    from firmware_py.games.game_ui import GameUI


@dataclass(frozen=True, slots=True)
class TapButton:
    """A choice that is not drawn on the table, such as passing, a number or a colour."""

    code: str
    label: str
    is_chosen: bool = False
    """The cursor is on it."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A table picture for a page."""

    svg: str
    buttons: tuple[TapButton, ...] = ()
    commit: TapButton | None = None
    """Plays the choice that is complete."""


def _tappable(scene: AnyScene, taps: Taps) -> set[str]:
    """Return the codes of the options that can be tapped in a picture now."""
    picked = [part_code(part) for part in scene.picked]
    found = set()
    for codes in taps.codes:
        for alternative in codes.split():
            *before, last = alternative.split("/")
            is_from_root = before[:1] == [ROOT] and picked == before[1:]
            if not before or is_from_root or picked[-len(before) :] == before:
                found.add(last)
    return found


def table_picture(ui: GameUI, scene: AnyScene) -> TablePicture | None:
    """Draw a public scene with the buttons next to it; return None if the game has no picture."""
    if ui.picture is None:
        return None
    taps = Taps()
    svg = ui.picture(scene, taps)
    typed = "" if scene.numbers is None else scene.numbers.typed
    drawn = _tappable(scene, taps) if scene.options else set()
    buttons = tuple(
        TapButton(code, name_button(ui.vocabulary, scene, part), index == scene.index)
        for index, part in enumerate(scene.options)
        if part.name != typed and (code := part_code(part)) not in drawn
    )
    commit = None
    if not (scene.is_advice or scene.is_proposal) and (plays := scene.plays):
        commit = TapButton(play_code(next(iter(scene.reachable))), plays)
    return TablePicture(svg, buttons, commit)


def part_marks(scene: AnyScene) -> dict[str, str]:
    """Return the mark of each code: picked, open, or under the cursor."""
    marks = {part_code(part): "picked" for part in scene.picked}
    marks |= {part_code(part): "open" for part in (*scene.options, *scene.still)}
    if scene.highlighted is not None:
        marks[part_code(scene.highlighted)] = cursor_mark(scene)
    return marks


def cursor_mark(scene: AnyScene) -> str:
    """Return the mark of what is under the cursor: faint where the knob only began there."""
    return "open proposed" if scene.is_proposal else "cursor"
