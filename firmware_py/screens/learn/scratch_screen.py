"""A screen beside a table that nobody has laid: read a sentence, then choose with the knob."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from firmware_py.match.scene import AnyScene
from firmware_py.screens.learn.scratch_match import Trial
from firmware_py.screens.play.why import AnyMatch, Why
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Push, Screen
from firmware_py.ui.paged_text import Page
from firmware_py.ui.paging import moved
from firmware_py.ui.services import Services
from hardware.events import Control, Pressed, Turned


class TrialScreen(Screen):
    """What a lesson and a puzzle have in common."""

    def __init__(self, services: Services) -> None:
        self.services = services

    def show(self, match: AnyMatch) -> None:
        """Put a match on the table, with its sentence to be read."""
        self.trial = Trial(self.services, match)
        self.page = 0
        self.is_asking = False
        """The sentence is read, and the knob chooses."""

    @property
    def may_sleep(self) -> bool:
        """Never in the middle of an entry."""
        return not self.trial.picker.has_begun

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
        self.trial.face.draw(canvas, scene)

    def table_scene(self) -> AnyScene:
        """Return what a picture of this table is made of."""
        return self.scene().public()

    def choose(self, event: Input) -> Next:
        """Walk through what is legal; BACK before the first part leads to the sentence again."""
        picker = self.trial.picker
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
                return Push(Why(self.services, self.scene(), picker, self.trial.match))
            case _:
                return IGNORED
        return STAY

    def choose_tapped(self, code: str) -> Next:
        """Choose what was tapped, as the knob would."""
        verdict = self.trial.verdict_on(self.scene(), code)
        if verdict is not None:
            return Push(verdict)
        text = self.trial.tap(code)
        return STAY if text is None else self.take(text)
