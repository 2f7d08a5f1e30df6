"""What an undo would take back, before anybody does it."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.history.match_text import apart_from_play, who_played
from firmware_py.match.scene import report_text
from firmware_py.match.table_match import played_by_box
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, ellipsis, text_width
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Input,
    Next,
    Pop,
    Screen,
    ScreenAnswer,
    ScreenWords,
    TapRow,
)
from firmware_py.ui.paging import moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, TextStyle, fitting, paragraph, top_bar
from hardware.events import Control, Held, Pressed, Turned

_GAP = 6
"""Between the title and a name."""


_NO, _YES = "undo:no", "undo:yes"


class UndoPreview(Screen):
    """Shows the last choice; holding UNDO takes it back, anything else leaves it."""

    may_sleep = False

    def __init__(self, services: Services) -> None:
        self.services = services
        self.scroll = 0
        self._last = 0
        self._who = ""
        self._text = self._describe()

    def _describe(self) -> str:
        """Say each choice that goes, the newest first, and the work of taking it back."""
        match = self.services.current_table.match
        fork, by_box = match.fork(), played_by_box(match)
        voice = self.services.voice(match.engine, self.services.current_table.names)
        told: list[str] = []
        while True:
            after = fork.state
            line = fork.undo()[0]
            said = apart_from_play(self.services, line, match.names)
            told.append(said or report_text(voice, match.engine, fork.state, line))
            if not match.practice:
                steps = match.engine.steps(after, fork.state)
                told += [f"• {voice.say(step.say)}" for step in steps]
            if not by_box(line):
                break
        self._who = who_played(self.services, match, line)
        return "\n".join(told)

    def draw(self, canvas: Canvas) -> None:
        """Draw whose choice it was, the hands' work to undo it, and how to do it."""
        title = self.services.say(N_("Take back?"))
        room = WIDTH - text_width(title, "small") - _GAP
        top_bar(canvas, title, ellipsis(self._who, "small", room))
        foot = Rect(0, BODY.y + BODY.h - 8, WIDTH, 8)
        area = Rect(0, BODY.y + 1, WIDTH, BODY.h - 10)
        is_large = self.services.style is TextStyle.LARGE
        font: FontName = "medium" if is_large else fitting(self._text, area, "medium")
        self._last = paragraph(canvas, self._text, area, font=font, scroll=self.scroll)
        text = self.services.say(N_("hold UNDO: take back"))
        canvas.text(foot.x, foot.y, text, "small", width=foot.w, align="centre")

    def words(self) -> ScreenWords:
        """Return what would be taken back."""
        title = self.services.say(N_("Take back?"))
        return ScreenWords(f"{title} {self._who}", self._text)

    def rows(self) -> tuple[TapRow, ...]:
        """Return both answers for fingers: a page has no UNDO to be held."""
        say = self.services.say
        return TapRow(_NO, say(N_("No")), is_chosen=True), TapRow(_YES, say(N_("Take back")))

    def tapped(self, code: str) -> Next:
        """Take it back, or leave it."""
        if code == _YES:
            return Pop(ScreenAnswer.TAKE_BACK)
        return Pop() if code == _NO else STAY

    def handle(self, event: Input) -> Next:
        """Scroll, take back or leave it."""
        match event:
            case Turned(steps):
                self.scroll = moved(self.scroll, steps, self._last + 1)
            case Held(Control.UNDO):
                return Pop(ScreenAnswer.TAKE_BACK)
            case Pressed():
                return Pop()
            case _:
                return IGNORED
        return STAY
