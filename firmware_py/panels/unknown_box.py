"""A box before anybody knows which HAT it has: it asks on every display that may be there.

    shows "press the middle"  --a press of one-->  shows its name  --the same again-->  that it is

One press is enough where only one may be fitted. Two kinds can have a contact on the same line, as
one's middle and the other's side, so a name is shown before it counts. Everything else runs on
meanwhile; once it is known, this becomes the box itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engines.languages import LANGUAGES
from firmware_py.core.language import N_, translator
from firmware_py.core.picture import Picture
from firmware_py.core.sleep import Level
from firmware_py.panels.base import Panel
from firmware_py.panels.box import BoxPanel
from firmware_py.storage.settings import Settings
from firmware_py.system.fitted_hat import Candidate
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas
from firmware_py.ui.widgets import Rect, headline
from hardware.controls.gestures import Gestures
from hardware.controls.pins import Key, Pins
from hardware.display.oled import Oled, open_display
from hardware.events import Control, Edge, Event, Held, Inbox, Pressed, Turned

SOURCE = "hat:"
SETTLE_S = 0.1
"""Contacts bounce when they open: the box reads them anew when that is over."""
PRESS = N_("Press the middle")
PRESS_AGAIN = N_("Press again if right")
BY_HAND = N_("Wired by hand")


def draw_question(named: Candidate | None) -> Canvas:
    """Draw what to press, in every language: nobody has chosen one yet."""
    canvas = Canvas()
    say = translator(LANGUAGES[0])
    title = "Tablemate" if named is None else (named.title or say(BY_HAND))
    headline(canvas, title, Rect(0, 1, WIDTH - 1, 19), largest="medium")
    canvas.line_h(14, 22, WIDTH - 29)
    text = PRESS if named is None else PRESS_AGAIN
    room = (HEIGHT - 26) // len(LANGUAGES)
    for row, language in enumerate(LANGUAGES):
        said = translator(language)(text)
        canvas.text(0, 26 + row * room, said, "medium", width=WIDTH - 1, align="centre")
    return canvas


class UnknownBox(Panel):
    """Asks, and becomes the box that was found."""

    def __init__(
        self,
        inbox: Inbox,
        candidates: Sequence[Candidate],
        remember: Callable[[str], None],
        *,
        clock: Callable[[], float],
        open_box: Callable[..., BoxPanel] = BoxPanel,
        make_factory: Callable[[str], Any] | None = None,
    ) -> None:
        assert candidates
        self.box: BoxPanel | None = None
        self._inbox = inbox
        self._candidates = {f"{SOURCE}{each.name}": each for each in candidates}
        self._remember = remember
        self._open_box = open_box
        self._make_factory = make_factory
        self._clock = clock
        self._gestures = Gestures(mechanical=self._candidates)
        self._contacts: list[Any] = []
        self._named: Candidate | None = None
        self._found: Candidate | None = None
        self._open_at_s = 0.0
        self._told: dict[str, tuple[Any, ...]] = {}
        """What the box would have been told by now, the last of each kind."""
        self._factory = self._open_pins() if any(_is_spi(each) for each in candidates) else None
        self._displays = self._open_displays()
        self._ask()

    # --- asking ---

    def listen(self) -> None:
        """Open the middle of everything that may be there."""
        from hardware.controls.gpio_controls import Controls  # brings gpiozero

        if self.box is not None:
            return
        if self._factory is None:
            self._factory = self._open_pins()
        for source, candidate in self._candidates.items():
            pins = Pins(keys=(Key("the middle", candidate.middle, Control.KNOB),))
            self._contacts.append(
                Controls(self._factory, pins, self._inbox, source=source, clock=self._clock)
            )

    def translate(self, event: Event) -> list[Event]:
        """Keep back what is an answer to our question; everything else goes its way."""
        if not isinstance(event, Edge) or event.source not in self._candidates:
            return [event]
        self._take(self._gestures.feed(event, self._clock()))
        return []

    def _take(self, events: Sequence[Event]) -> None:
        for event in events:
            is_answer = isinstance(event, Pressed) or (
                isinstance(event, Held) and event.progress >= 1
            )
            if is_answer and isinstance(event, Pressed | Held) and self._found is None:
                self._answer(self._candidates[event.source])

    def _answer(self, candidate: Candidate) -> None:
        if len(self._candidates) > 1 and candidate is not self._named:
            self._named = candidate
            self._ask()
            return
        self._found = candidate
        self._open_at_s = self._clock() + SETTLE_S

    def _ask(self) -> None:
        for display in self._displays:
            display.show(draw_question(self._named).frame())

    # --- becoming the box ---

    def _become(self, found: Candidate) -> None:
        self._let_go()
        box = self._open_box(self._inbox, found.config, clock=self._clock)
        self.box = box
        self._remember(found.name)
        for name, arguments in self._told.items():
            getattr(box, name)(*arguments)
        box.listen()
        # Nobody touched the box as far as the loop knows: a turn by nothing keeps the light on.
        self._inbox.post(Turned(0, at_s=self._clock()))

    def _let_go(self) -> None:
        for opened in (*self._displays, *self._contacts, self._factory):
            if opened is not None:
                opened.close()
        self._displays, self._contacts, self._factory = [], [], None

    def _open_pins(self) -> Any:
        from hardware.controls.pin_factory import make_factory  # slow to import, as gpiozero is

        name = next(iter(self._candidates.values())).config.controls.pin_factory
        return (self._make_factory or make_factory)(name)

    def _open_displays(self) -> list[Oled]:
        """Open each display once, though several may have the same."""
        configs = {each.config.display: each.config.pins for each in self._candidates.values()}
        return [
            open_display(
                display, pins, self._inbox.post, pin_factory=self._factory, clock=self._clock
            )
            for display, pins in configs.items()
        ]

    # --- a panel ---

    def _tell(self, name: str, *arguments: Any) -> None:
        """Pass on what the box is told, or keep it until there is one."""
        if self.box is not None:
            getattr(self.box, name)(*arguments)
        else:
            self._told[name] = arguments

    def show(self, picture: Picture) -> None:
        """Show a picture, once there is somewhere to."""
        self._tell("show", picture)

    def light(self, level: Level) -> None:
        """Shine, dim or go dark; the question shines."""
        self._tell("light", level)

    def apply_settings(self, settings: Settings, faces_away: bool) -> None:
        """Take over what people set."""
        self._tell("apply_settings", settings, faces_away)

    def show_turn(self, seat: int | None, winners: tuple[int, ...]) -> None:
        """Light the seat on turn, or the winners."""
        self._tell("show_turn", seat, winners)

    def call_time(self, seat: int | None) -> None:
        """Sound the buzzer."""
        if self.box is not None:
            self.box.call_time(seat)

    def deadline_s(self) -> float | None:
        """Say when to look for a lost display again, or to go on with an answer."""
        if self.box is not None:
            return self.box.deadline_s()
        times = [self._gestures.deadline_s(), *(each.retry_deadline_s for each in self._displays)]
        if self._found is not None:
            times.append(self._open_at_s)
        return min((each for each in times if each is not None), default=None)

    def due(self, now_s: float) -> None:
        """Look for lost displays; go on with an answer."""
        if self.box is not None:
            self.box.due(now_s)
            return
        self._take(self._gestures.due(now_s))
        for display in self._displays:
            display.retry(now_s)
        if self._found is not None and now_s >= self._open_at_s:
            self._become(self._found)

    def renew(self, now_s: float) -> float | None:
        """Send the displays everything again, in case they lost their power."""
        if self.box is not None:
            return self.box.renew(now_s)
        times = [display.renew(now_s) for display in self._displays]
        return min((each for each in times if each is not None), default=None)

    def close(self) -> None:
        """Go dark and free the pins; may be called twice."""
        self._let_go()
        if self.box is not None:
            self.box.close()


def _is_spi(candidate: Candidate) -> bool:
    return candidate.config.display.bus == "spi"
