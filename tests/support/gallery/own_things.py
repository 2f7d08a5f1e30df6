"""Stories of the gallery: what a table makes its own, from templates to the pages that may act."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firmware_py.screens.settings.pairing import paired_pages
from firmware_py.screens.system.update import choose_update
from firmware_py.system.pairing import WINDOW_S, Pairing
from firmware_py.ui.navigation import Push
from firmware_py.update.update_file import Manifest, Part
from tests.support.gallery.around import spell_letter
from tests.support.gallery.steps import PEOPLE, Shot
from tests.support.pad_table import choose_template, finish, open_sheet

NEWER = Manifest("1.3", "3.13", "aarch64", 1, (Part("x.whl", 1, "0" * 64),))


def own_things(box: Any) -> Iterator[Shot]:
    """Templates and colours of your own."""
    open_sheet(box, PEOPLE[:4])
    choose_template(box, "low_to_100")
    box.choose("Adapt")
    yield "adapt", "A template is adapted on the sheet of a new game"
    box.turn(4)
    yield "adapt-later", "row by row"
    box.choose("Who wins")
    yield "adapt-value", "The values of a row"
    box.press().choose("Save as template")
    for letter in "Jeu":
        spell_letter(box, letter)
    yield "title", "The title of a template of your own"
    finish(box.hold("knob"))
    yield "kept", "It is kept"
    box.press("back").choose("Come later")
    yield "late", "Whose chair is still empty"
    box.turn(1).press()
    yield "late-chosen", "One comes later"
    box.hold("back").choose("Settings").choose("Templates")
    yield "templates", "Templates of your own, in the settings"
    finish(box.choose("Jeu"))
    yield "one", "What can be done with one"
    box.choose("Look at it")
    yield "look", "What it counts"
    box.press("back").choose("Remove")
    yield "remove", "Removing asks"
    box.hold("back").choose("Settings").choose("Pyramid colours")
    yield "colours", "Icehouse Mandala: the five colours of your pyramids"
    box.press()
    yield "colour", "A colour in use is exchanged"
    box.turn(3).press()
    yield "colours-changed", "as here"


def pages(box: Any) -> Iterator[Shot]:
    """Pages that may act, and a new version."""
    pairing = Pairing(clock=lambda: box.now, draw=lambda: "48291357")
    box.services.pairing = pairing
    for label in ("Macintosh fe80::1ff:fe23:4567:890a", "iPhone 192.168.1.20"):
        pairing.ask("192.168.1.20")
        pairing.show()
        assert pairing.enter("192.168.1.20", pairing.code or "", label).state == "paired"
    box.app.follow(Push(paired_pages(box.services)))
    box.app.paint()
    yield "list", "The pages that may act"
    box.turn(1).press()
    yield "send-away", "One is sent away"
    box.press("back").choose("Unpair all")
    yield "send-all-away", "or all of them"
    box.press("back").choose("Requests")
    yield "no-requests", "Nobody may ask tonight"
    box.choose("Requests").choose("Pair a page now")
    yield "no-network", "Without a network a page has to ask"
    pairing.ask("192.168.1.21")
    box.press()
    yield "requests", "The pages that ask"
    box.press("back")
    box.now += WINDOW_S
    pairing.end_old()
    box.turn(1)
    yield "time-is-up", "A code is valid for a few minutes"
    box.hold("back")
    stick = box.store.path.parent.parent / "stick"
    stick.mkdir()
    (stick / "tablemate-1.3-python3.13-aarch64.update").touch()
    update = choose_update(box.services, stick, lambda _path: NEWER, _hand_over)
    box.app.follow(Push(update))
    box.app.paint()
    yield "updates", "The updates on a stick"
    finish(box.press())
    yield "update", "A new version is checked first, then the table is asked"
    finish(box.choose("Yes"))
    yield "update-taken", "It is installed when the box is at rest"


def _hand_over(_path: Path, _manifest: Manifest, _data: Path) -> None:
    """Install nothing."""
