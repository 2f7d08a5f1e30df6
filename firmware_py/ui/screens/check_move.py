"""Check a move: any piece to any square, as the hands did it; the answer is the rule."""

from __future__ import annotations

from engines.contract import Reason
from firmware_py.app.services import Services
from firmware_py.games import face_of
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import STAY, Input, Next, Pop, Push, Screen
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.picker import Picker
from firmware_py.ui.screens.why import PAGE, pages_of, refusal_text
from firmware_py.ui.widgets import fitting, headline, paragraph, top_bar
from hardware.events import Control, Pressed, Turned


class CheckMove(Screen):
    """Pick what the hands did, legal or not."""

    may_sleep = False

    def __init__(self, services: Services) -> None:
        self.services = services
        self.match = services.current_table.match
        self.face = face_of(self.match.engine.name)
        self.picker = Picker(self.face.attempts(self.match.state))

    def scene(self, refused: Reason | None = None) -> Scene:
        """Return what the face draws."""
        return Scene(
            state=self.match.state,
            voice=self.services.voice(self.match.engine, self.services.current_table.names),
            say=self.services.say,
            picked=self.picker.picked,
            options=self.picker.options,
            index=self.picker.index,
            large=self.services.settings["text"] == "large",
            refused=refused,
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with the cursor on anything at all."""
        scene, turn = self.scene(), self.match.turn
        # A question to the table may ask the same thing twice: which time is it?
        asked = self.face.binding(scene) if turn is not None and turn.seat is None else ""
        top_bar(canvas, self.services.say(N_("Check a move")), asked, may_cut=True)
        self.face.draw(canvas, scene)

    def handle(self, event: Input) -> Next:
        """Pick part by part; the last press answers."""
        match event:
            case Turned(steps):
                self.picker.turn(steps)
            case Pressed(Control.KNOB):
                text = self.picker.press()
                if text is not None:
                    return self._judge(text)
            case Pressed(Control.BACK):
                if not self.picker.back():
                    return Pop()
            case _:
                pass
        return STAY

    def _judge(self, text: str) -> Next:
        reason = self.match.why_not(text)
        scene = self.scene(reason)
        self.picker.back()
        return Push(Verdict(self.services, scene, reason))


class Verdict(PagedScreen[str]):
    """The answer: legal, or the reason; the knob turns to the board and to more of the reason."""

    def __init__(self, services: Services, scene: Scene, reason: Reason | None) -> None:
        self.services = services
        self._scene = scene
        self._reason = reason
        self.pages = [] if reason is None else pages_of(services, refusal_text(services, reason))
        self._face = face_of(services.current_table.match.engine.name)

    @property
    def page_count(self) -> int:
        """The words, and the board."""
        return max(len(self.pages), 1) + 1

    def draw(self, canvas: Canvas) -> None:
        """Draw the words, page by page, and the board after the last."""
        title = self.services.say(N_("Legal") if self._reason is None else N_("Not legal"))
        top_bar(canvas, title, self.page_number)
        if self.page < len(self.pages):
            text = self.pages[self.page]
            paragraph(canvas, text, PAGE, font=fitting(text, PAGE, "medium"))
            self.draw_page_mark(canvas)
        elif self._reason is None and self.page == 0:
            headline(canvas, title)
        else:
            self._face.draw(canvas, self._scene)
