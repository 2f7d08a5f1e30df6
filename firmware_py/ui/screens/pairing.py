"""A page asks to pair: its code, and ways to say no. Opened by people, never by itself."""

from __future__ import annotations

from firmware_py.app.services import Services
from firmware_py.language import N_
from firmware_py.panels.web.pairing import Pairing, Stage
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import STAY, Input, Next, Pop, Push, Screen
from firmware_py.ui.paging import moved
from firmware_py.ui.widgets import BODY, Item, Rect, headline, menu, top_bar
from hardware.events import Control, Held, Pressed, Turned

_CODE = Rect(BODY.x, BODY.y + 1, BODY.w, 22)
_ROWS = Rect(BODY.x, _CODE.y + _CODE.h + 3, BODY.w, 26)
_OVER = {
    Stage.PAIRED: N_("The page is paired."),
    Stage.REFUSED: N_("The page was refused."),
    Stage.ENDED: N_("The request has ended."),
}


def open_request(services: Services) -> Next:
    """Open the request of the page that asks."""
    assert services.pairing is not None  # somebody asked it
    return Push(PairingScreen(services, services.pairing))


class PairingScreen(Screen):
    """Shows the code for as long as the request lasts; leaving changes nothing."""

    def __init__(self, services: Services, pairing: Pairing) -> None:
        self.services = services
        self.index = 0
        self._pairing = pairing
        pairing.show()

    @property
    def may_sleep(self) -> bool:
        """Stay lit while somebody reads the code."""
        return self._pairing.code is None

    def draw(self, canvas: Canvas) -> None:
        """Draw the code above the answers, or how it ended."""
        code = self._pairing.code
        top_bar(canvas, self.services.say(N_("Code for the page")))
        if code is None:
            request = self._pairing.request
            stage = Stage.ENDED if request is None else request.stage
            headline(canvas, self.services.say(_OVER.get(stage, _OVER[Stage.ENDED])))
            return
        half = len(code) // 2
        headline(canvas, f"{code[:half]} {code[half:]}", _CODE, largest="digits")
        canvas.secret(*_CODE)
        items = [
            Item(self.services.say(text))
            for text in (N_("Close"), N_("Refuse"), N_("No more requests"))
        ]
        menu(canvas, items, self.index, _ROWS, self.services.style)

    def handle(self, event: Input) -> Next:
        """Choose an answer; when it is over, any press closes."""
        match event:
            case Turned(steps):
                self.index = moved(self.index, steps, 3)
            case Pressed(Control.BACK):
                return Pop()
            case Pressed(Control.KNOB):
                if self.index:
                    self._pairing.refuse(no_more=self.index == 2)
                return Pop()
            case Held() | Pressed():
                pass
        return STAY
