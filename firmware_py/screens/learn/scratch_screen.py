"""A table that nobody has laid, of a lesson or a puzzle: read a sentence, then choose."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from firmware_py.match.scene import AnyScene
from firmware_py.screens.play.entry import ChoiceEntry, TapResult, verdict_on
from firmware_py.screens.play.why import AnyMatch, Why
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Push, Screen
from firmware_py.ui.paged_text import Page, set_pages
from firmware_py.ui.paging import moved
from firmware_py.ui.services import Services
from hardware.events import Control, Pressed, Turned


class ScratchScreen(Screen):
    """What a lesson and a puzzle have in common."""

    def __init__(self, services: Services) -> None:
        self.services = services

    def show(self, match: AnyMatch) -> None:
        """Put a match on the table, with its sentence to be read."""
        self.entry = ChoiceEntry(self.services, match)
        self.page = 0
        self.is_asking = False
        """The sentence is read, and the knob chooses."""

    @property
    def may_sleep(self) -> bool:
        """Never in the middle of an entry."""
        return not self.entry.picker.has_begun

    @abstractmethod
    def scene(self) -> AnyScene:
        """Return the table beside a sentence, or with the cursor."""

    @abstractmethod
    def pages(self) -> tuple[Page, ...]:
        """Return the sentence that is read now."""

    @abstractmethod
    def take(self, text: str) -> Next:
        """Do something about a whole choice."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with the sentence beside it, or with the cursor."""
        scene = self.scene()
        if not self.is_asking:
            pages = self.pages()
            scene = replace(scene, told=pages[moved(self.page, 0, len(pages))])
        self.entry.face.draw(canvas, scene)

    def table_scene(self) -> AnyScene:
        """Return what a picture of this table is made of."""
        return self.scene().public()

    def choose(self, event: Input) -> Next:
        """Walk through what is legal; BACK before the first part leads to the sentence again."""
        picker = self.entry.picker
        match event:
            case Turned(steps):
                picker.turn(steps)
            case Pressed(Control.KNOB):
                text = picker.press()
                return STAY if text is None else self.take(text)
            case Pressed(Control.BACK):
                if not picker.back():
                    self.is_asking, self.page = False, 0
            case Pressed(Control.WHY):
                return Push(Why(self.services, self.scene(), picker, self.entry.match))
            case _:
                return IGNORED
        return STAY

    def choose_tapped(self, code: str) -> Next:
        """Choose what was tapped, as the knob would."""
        match self.entry.tap(code):
            case TapResult.NOT_OFFERED:
                verdict = verdict_on(self.services, self.entry.match, self.scene(), code)
                return STAY if verdict is None else Push(verdict)
            case TapResult.PRESS:
                text = self.entry.picker.press()
                return STAY if text is None else self.take(text)
            case _:
                return STAY

    def reading_scene(self, title: str, corner: str) -> AnyScene:
        """Return the table for a sentence: of whoever is on turn, without a cursor."""
        scene = self.services.scene(self.entry.match)
        return replace(scene, title=title, corner=corner, before=None)

    def pages_of(self, text: str, scene: AnyScene) -> tuple[Page, ...]:
        """Return a sentence in the place that the table leaves for words."""
        place = self.entry.face.hands.place(scene)
        return set_pages((text,), place, large=scene.large, grows=False)
