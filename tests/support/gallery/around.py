"""Stories of the gallery: what is around a game."""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

from engines.languages import LANGUAGES
from firmware_py.app.serial_referee import PauseQuestion
from firmware_py.app.service_screens import SCREENS
from firmware_py.app.service_screens import draw as draw_notice
from firmware_py.core.picture import Picture
from firmware_py.screens.settings.wifi import WHEEL
from firmware_py.screens.system.notices import Fault
from firmware_py.storage.backup import back_up
from firmware_py.storage.recovery_report import RecoveryReport, Salvaged
from firmware_py.system.pairing import Pairing
from firmware_py.system.shared_pages import SharedPages
from firmware_py.system.wifi import PRIVATE
from firmware_py.ui.background_job import Work
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.name_entry import ALPHABET
from firmware_py.ui.navigation import Pop, Push
from hardware.display.frame import turn_around
from hardware.events import Control, Held
from tests.support.fake_wifi import FakeWifi
from tests.support.gallery.steps import Shot, play, sit


def first_start(box: Any) -> Iterator[Shot]:
    """The first minute."""
    language = box.services.settings._values.pop("language")  # noqa: SLF001 - the first start knows no language
    box.hold("back")
    yield "language", "The first start asks for the language"
    box.turn(LANGUAGES.index(language)).press()
    yield "home", "Home"
    box.turn(1)
    yield "home-history", "The bar moves with the knob"
    box.turn(-1).press()
    yield "games", "Which game?"
    box.turn(1).press()
    yield "sheet", "The sheet of a new game: all is proposed, Start is on top"
    box.choose(box.services.say("Player {number}", number=1))
    yield "seat", "Who sits here? The names of this table"
    box.choose("New name")
    yield "name-empty", "A new name: a wheel of letters"
    for letter in "Zoé":
        spell_letter(box, letter)
    yield "name", "Letters are taken with a press"
    box.hold("knob")
    yield "sheet-named", "Zoé sits at the table"


def spell_letter(box: Any, letter: str) -> None:
    """Turn the wheel to a letter and take it."""
    steps = (ALPHABET.index(letter.upper()) - box.screen.index) % len(ALPHABET)
    box.turn(steps if steps < 40 else steps - len(ALPHABET)).press()


def new_games(box: Any) -> Iterator[Shot]:
    """Putting a game together."""
    box.choose("New game").choose("Icehouse Mandala")
    box.find("Players")
    yield "players-row", "Icehouse Mandala is for two to five"
    box.press()
    yield "players", "How many?"
    box.choose("3")
    box.find("First player")
    yield "begins-row", "The first player is drawn by lot"
    box.press()
    yield "begins", "or chosen"
    box.press("back").press("back").choose("Mana").find("Edition")
    yield "edition", "Mana in two editions, with house rules"
    box.press("why")
    yield "edition-why", "WHY: one line about each"
    box.press("back").press()
    yield "edition-values", "The editions"
    box.press("back").find("Clock").press()
    yield "clocks", "Clocks"
    box.choose("Fischer").turn(1)
    yield "clock-rows", "A clock brings its minutes along"
    box.press("back").choose("Mandala Stones").find("Track")
    yield "tracking", "Stones: how much the box follows"


def pauses(box: Any) -> Iterator[Shot]:
    """Several matches, and the end of the evening."""
    play(sit(box, "mana"), 9)
    box.hold("back")
    play(sit(box, "mandala"), 9)
    box.hold("back")
    yield "home", "Home with matches that wait"
    box.press("why")
    yield "home-why", "WHY says what a row is about"
    box.press("back")
    box.choose("Paused games")
    yield "list", "All of them: since when, whose turn, the last move"
    box.turn(1)
    yield "list-next", "and the next"
    box.turn(-1).press()
    yield "one", "What can be done with one"
    box.choose("Stop the game")
    yield "abandon", "Giving up asks"
    box.turn(1).press()
    yield "abandon-twice", "twice"
    box.press().choose("Delete")
    yield "delete", "So does deleting"
    box.press().press("back").press("back")
    box.choose("Quit")
    yield "quit", "Quit, on a desk"
    box.press()
    box.services.has_power_switch = True
    box.choose("Shut down")
    yield "shut-down", "Shut down, on a box"


def looking_back(box: Any) -> Iterator[Shot]:
    """Looking back."""
    for game, seed in (("mana", 42), ("icehouse", 8), ("mandala", 42)):
        players = sit(box, game, seed=seed)
        players.set_up()
        players.play_out()
        box.hold("back")
    box.choose("History")
    yield "list", "The history, newest first"
    box.turn(1)
    yield "list-next", "The chosen one says who won"
    box.turn(-1).press()
    yield "match", "A match that has ended"
    box.choose("Replay")
    yield "replay", "Replay: the start"
    box.turn(14)
    yield "replay-later", "and any moment after it"
    box.press("why")
    yield "replay-why", "WHY: all of the words"
    box.press("back").press("back").choose("Score sheet")
    yield "scores", "The score sheet"
    box.press()
    yield "points", "Every point with its rule"
    box.press("back").press("back")
    box.services.web_address = lambda: "http://192.168.1.23:8080/"
    box.services.shared_pages = SharedPages(lambda: "k3j2h4g5")
    box.choose("Export")
    yield "export", "Taking it along"
    box.press()
    yield "code", "To a phone, by a code"
    box.press("back")
    box.services.web_address = lambda: None
    box.app.paint()
    yield "no-web", "Without a network there is no code"
    box.press("back").choose("Delete")
    yield "delete", "Deleting asks twice"
    box.press().press("back")
    box.turn(-9).press()
    yield "statistics", "Statistics"
    box.press().press()
    yield "player", "A player, all games"
    box.turn(1)
    yield "player-game", "and each game"
    box.press("back").press("back").turn(1).press()
    yield "game", "A game"


def settings(box: Any) -> Iterator[Shot]:
    """Everything that can be set."""
    box.choose("Settings")
    yield "top", "Settings"
    box.turn(4)
    yield "middle", "Clock, sleep, brightness"
    box.turn(4)
    yield "lower", "Which way it faces, how long a hold is"
    box.turn(4)
    yield "low", "Sounds, hints, the web page"
    box.find("About")
    yield "bottom", "Names, a stick, the controls, what this is"
    box.services.facts = {"Python": "3.11.2", "data": "/var/lib/tablemate"}
    box.press()
    yield "about", "About"
    box.press("back").find("Hints").press("why")
    yield "hints", "What is said about hints"
    box.press("back").find("Screen faces").press()
    yield "faces", "The screen can turn to the player"
    box.press("back").find("Hold time").press("why")
    yield "hint", "WHY: what it is for"
    box.press("back").press()
    yield "values", "Its values"
    box.press("back").choose("Names")
    yield "names", "The names of this table"
    box.press()
    yield "player", "A name can be changed or removed"
    box.choose("Remove")
    yield "remove", "Removing asks"
    box.press().press("back").press("back").choose("Mandala board")
    yield "mandala-empty", "The mandala board of this copy of Stones"
    box.press()
    yield "mandala-fill", "entered in one go"
    box.press("back").press("back").choose("Test the controls")
    box.turn(3).press("why").hold("undo").press()
    yield "controls", "The test of the controls"
    box.press("back").press("back").choose("Text size").turn(1).press()
    yield "large", "Large text"


def stick(box: Any) -> Iterator[Shot]:
    """A USB stick: backup, restoring, a problem report."""
    play(sit(box, "mana"), 6)
    box.hold("back").choose("Settings").choose("USB stick")
    yield "missing", "Nothing can be done without one"
    box.press()
    yield "put-in", "A press says what is missing"
    folder = box.store.path.parent.parent / "stick"
    folder.mkdir()
    (folder / "tablemate-backup-2026-09-20.db").write_bytes(b"torn")
    box.services.find_sticks = lambda: [folder]
    box.choose("Restore")
    yield "backups", "The backups on it"
    _press_and_wait(box)
    yield "damaged", "One that is damaged changes nothing"
    box.press("back").press("back")
    box.services.find_sticks = lambda: [Path("/media/usb0")]
    box.app.paint()
    yield "stick", "With a stick"
    box.services.find_sticks = lambda: [folder]
    made = back_up(box.store.path.parent, folder)
    made.rename(folder / "tablemate-backup-2026-09-21.db")
    box.choose("Restore")
    _press_and_wait(box)
    yield "restore", "Restoring asks, and says what it would bring"
    box.turn(1).press()
    yield "restore-twice", "twice"
    box.turn(1).press()
    yield "restored", "Everything is as it was"


def wifi(box: Any) -> Iterator[Shot]:
    """A table without a network, and joining one."""
    air = FakeWifi(box.store.path.parent.parent / "wifi")
    private = '{"name": "Tablemate-7F3A", "password": "k7mxq4wp2c"}'
    (air.folder / "data" / PRIVATE).write_text(private)
    box.services.wifi = air
    box.services.web_address = lambda: "http://10.42.0.1:8080/"
    box.choose("Settings").choose("Wi-Fi")
    yield "menu", "Wi-Fi, in the settings"
    _press_and_wait(box)
    yield "code", "The box's own: a code takes a phone in"
    air.let_in(1)
    box.app.paint()
    yield "page", "then the page's, by itself"
    box.press("back")
    yield "open", "While it is open"
    box.choose("Join a network")
    box.screen.wait(20.0)
    box.app.paint()
    yield "networks", "The networks nearby"
    box.press()
    for sign in "correct Horse7":
        box.screen.index = WHEEL.index(sign)
        box.press()
    yield "password", "A password, entered with the knob"
    box.hold("knob")
    box.screen.wait(20.0)
    box.app.paint()
    yield "wrong", "A wrong one can be changed"


def _press_and_wait(box: Any) -> None:
    """Start something slow, and wait for its end."""
    box.press()
    assert isinstance(box.screen, Work)
    box.screen.wait(20.0)
    box.app.paint()


def edges(box: Any) -> Iterator[Shot]:
    """What one hopes not to see, and what comes over a screen."""
    play(sit(box, "mana"), 9)
    box.services.settings.put("rotation", "player")
    assert box.app.painter.faces_away()
    box.panel.show(Picture(turn_around(box.panel.pictures[-1].frame), ()))
    yield "turned", "The screen turns to the player on turn, if wanted"
    box.services.settings.put("rotation", "fixed")
    box.app.feed(Held(Control.UNDO, 0.6))
    box.app.paint()
    yield "hold", "A hold shows how long it still takes"
    box.app.feed(Held(Control.UNDO, 0.0))
    box.press("back")
    yield "toast", "A short note"
    box.services.settings.put("hints", "off")
    box.hold("why")
    yield "hints-off", "Holding WHY, without hints"
    box.services.settings.put("hints", "practice")
    box.hold("why")
    yield "no-hint", "and with hints that are for practice"
    yield from _trouble_with_the_disk(box)
    question = PauseQuestion(box.services, Pop, lambda: None)
    box.app.follow(Push(question))
    box.app.paint()
    yield "program", "A program on the serial port wants a match: the table is asked"
    box.press("back")
    yield from _page_asks(box)
    ends, title = Event(), box.said("USB stick")
    then = TextScreen(box.services, title, box.said("Backup written and checked"))
    box.app.follow(Push(Work(box.services, title, ends.wait, lambda _: then)))
    box.now += 1
    box.app.paint()
    yield "wait", "While something slow is done"
    ends.set()
    box.screen.wait(20.0)
    box.press("back")
    box.now = 500_001.0
    box.app.paint()
    yield "saver", "The saver: whose turn it is, on the move"
    box.turn(1)
    box.app.follow(Push(Fault(box.services, RuntimeError("something"))))
    box.app.paint()
    yield "fault", "If a screen fails: what to do"
    yield from _notices(box)


def _page_asks(box: Any) -> Iterator[Shot]:
    """A page in the network wants to act."""
    pairing = Pairing(clock=lambda: box.now, draw=lambda: "48291357")
    box.services.pairing = pairing
    pairing.ask("192.168.1.20")
    box.app.paint()
    yield "page-asks", "A page asks to pair: a mark in the bar, and the match goes on"
    box.hold("knob")
    yield "page-asks-menu", "The menu has it first"
    box.press()
    yield "pairing", "The code for a browser; others do not see it"
    box.turn(2)
    yield "pairing-refuse", "It can be refused, and so can all others"
    box.press().press("back")
    box.services.pairing = None


def _trouble_with_the_disk(box: Any) -> Iterator[Shot]:
    """Play on while nothing can be written, and until it can be again."""
    append = box.store.append

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    logging.disable(logging.ERROR)  # the log of a real box would have it
    box.store.append = full
    box.press()
    while box.screen.picker.has_begun:
        box.press()
    logging.disable(logging.NOTSET)
    yield "not-saved", "The disk is full: the match goes on, and the bar says what is not saved"
    box.store.append = append
    box.services.queue.retry()
    box.press("back")
    yield "saved-again", "It was written as soon as it could be"


def _notices(box: Any) -> Iterator[Shot]:
    """Show what stands on the display before and after the program."""
    say, language = box.services.say, box.services.settings["language"]
    nowhere = RecoveryReport("read-only").text(say)
    damaged = RecoveryReport("torn", Path("tablemate.damaged"), Salvaged(7, 80, 1, 1)).text(say)
    for name, text in (("damaged", damaged), ("read-only", nowhere)):
        box.app.follow(Push(TextScreen(box.services, say("Saved games"), text)))
        box.app.paint()
        yield name, "At the start, if something happened to the saved games"
    for name in SCREENS:
        box.panel.show(draw_notice(name, language).picture())
        yield name, "When no program runs: the box's last words"
