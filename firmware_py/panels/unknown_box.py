"""The panel of a box whose HAT is unknown: it asks on every display that may be fitted.

    shows "press the middle"  --a press-->  shows the name of the HAT  --another press-->  found

One press is enough if the displays of all others are silent. The same line can be the middle of
one HAT and a side of another, so the name is shown before it counts. On I2C the chip is unknown as
well, so the question is drawn in a way that every chip shows.

A box that was wired by hand may have either of two chips. The same frame is drawn for each in turn,
and a press while the frame looks complete tells which it is:

    frame for one chip  <--5 s-->  frame for the other  --a press-->  again?  --a press--> found

The rest of the box runs meanwhile. Once the HAT is known, this panel passes everything to BoxPanel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engines.languages import LANGUAGES
from firmware_py.core.language import N_, translator
from firmware_py.core.picture import Picture, SleepStage
from firmware_py.panels.base import Panel
from firmware_py.panels.box import BoxPanel
from firmware_py.storage.settings import Settings
from firmware_py.system.fitted_hat import WIRED_CHIPS, Candidate
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas
from firmware_py.ui.widgets import Rect, headline
from hardware.controls.gestures import Gestures
from hardware.controls.pins import Key, Pins
from hardware.display.chips import CHIPS, UNKNOWN_CHIP
from hardware.display.oled import Oled, open_display
from hardware.events import Control, Edge, Event, Held, Inbox, Pressed, Turned

SOURCE = "hat:"
ROOM = WIDTH - 3
"""The columns that every chip shows (`hardware.display.chips.AnyChip`)."""
SETTLE_S = 0.1
"""Time for contacts to stop bouncing before the box reads them."""
PRESS = N_("Press the middle")
PRESS_AGAIN = N_("Press again if right")
BY_HAND = N_("Wired by hand")
PRESS_IF_WHOLE = N_("Frame whole? Press")
CHIP_S = 5.0
"""How long the frame for one chip is shown."""
REACTION_S = 0.5
"""A press sooner after a change belongs to the picture before."""


def draw_question(named: Candidate | None) -> Canvas:
    """Draw what to press, in every language, because none was chosen yet."""
    canvas = Canvas()
    say = translator(LANGUAGES[0])
    title = "Tablemate" if named is None else (named.title or say(BY_HAND))
    headline(canvas, title, Rect(0, 1, ROOM, 19), largest="medium")
    canvas.line_h(14, 22, ROOM - 28)
    _in_every_language(canvas, PRESS if named is None else PRESS_AGAIN, 26, HEIGHT - 26)
    return canvas


def draw_chip(chip: str, *, is_chosen: bool) -> Canvas:
    """Draw a frame along the edges, and what to press if it looks complete."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT)
    headline(canvas, chip.upper(), Rect(2, 3, WIDTH - 4, 17), largest="medium")
    _in_every_language(canvas, PRESS_AGAIN if is_chosen else PRESS_IF_WHOLE, 24, HEIGHT - 27)
    return canvas


def _in_every_language(canvas: Canvas, text: str, top: int, height: int) -> None:
    room = height // len(LANGUAGES)
    for row, language in enumerate(LANGUAGES):
        said = translator(language)(text)
        canvas.text(2, top + row * room, said, "medium", width=ROOM - 2, align="centre")


class _Wired(NamedTuple):
    """The question about the chip of a box that was wired by hand."""

    candidate: Candidate
    chips: tuple[str, ...]
    """The frame is drawn for the first one."""
    shown_s: float
    is_chosen: bool = False


class UnknownBox(Panel):
    """Asks which HAT is fitted, and then passes everything to the box."""

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
        self._wired: _Wired | None = None
        self._open_at_s = 0.0
        self._calls: dict[str, tuple[Any, ...]] = {}
        """The last call of each method, to be repeated on the box."""
        self._factory = self._open_pins() if any(_is_spi(each) for each in candidates) else None
        self._displays = self._open_displays()
        self._ask()

    # --- asking ---

    def listen(self) -> None:
        """Open the middle button of every HAT that may be fitted."""
        from hardware.controls.gpio_controls import Controls  # imports gpiozero

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
        """Handle presses that answer the question; return the other events."""
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
        now_s = self._clock()
        if self._wired is not None:
            self._answer_chip(self._wired, candidate, now_s)
        elif candidate is not self._named and not self._is_only(candidate):
            self._named = candidate
            self._ask()
        elif candidate.needs_chip:
            self._try_chip(_Wired(candidate, WIRED_CHIPS, now_s))
        else:
            self._find(candidate, now_s)

    def _is_only(self, candidate: Candidate) -> bool:
        """Return whether no other candidate has a display that works, as far as can be seen."""
        working = [place for place, each in self._displays.items() if each.why is None]
        others = (each for each in self._candidates.values() if each is not candidate)
        return not any(each.config.display.place in working for each in others)

    def _find(self, candidate: Candidate, now_s: float) -> None:
        self._found = candidate
        self._open_at_s = now_s + SETTLE_S

    def _answer_chip(self, wired: _Wired, candidate: Candidate, now_s: float) -> None:
        if candidate is not wired.candidate or now_s < wired.shown_s + REACTION_S:
            return
        if wired.is_chosen:
            self._find(candidate.wired_with(wired.chips[0]), now_s)
        else:
            self._wired = wired._replace(is_chosen=True, shown_s=now_s)
            self._show(draw_chip(wired.chips[0], is_chosen=True))

    def _try_chip(self, wired: _Wired) -> None:
        """Draw the frame for the first of the chips."""
        for display in self._displays.values():
            display.close()
        self._wired = wired
        config = wired.candidate.config
        self._displays = {
            config.display.place: open_display(
                config.display,
                config.pins,
                self._inbox.post,
                clock=self._clock,
                chip=CHIPS[wired.chips[0]],
            )
        }
        self._show(draw_chip(wired.chips[0], is_chosen=False))

    def _ask(self) -> None:
        self._show(draw_question(self._named))

    def _show(self, canvas: Canvas) -> None:
        for display in self._displays.values():
            display.show(canvas.frame())

    # --- once the HAT is known ---

    def _become(self, found: Candidate) -> None:
        self._let_go()
        box = self._open_box(self._inbox, found.config, clock=self._clock)
        self.box = box
        self._remember(found.name)
        for name, arguments in self._calls.items():
            getattr(box, name)(*arguments)
        box.listen()
        # The loop has seen no input yet; a turn by 0 keeps the display awake.
        self._inbox.post(Turned(0, at_s=self._clock()))

    def _let_go(self) -> None:
        for opened in (*self._displays.values(), *self._contacts, self._factory):
            if opened is not None:
                opened.close()
        self._displays, self._contacts, self._factory = {}, [], None

    def _open_pins(self) -> Any:
        from hardware.controls.pin_factory import make_factory  # slow to import, as gpiozero is

        name = next(iter(self._candidates.values())).config.controls.pin_factory
        return (self._make_factory or make_factory)(name)

    def _open_displays(self) -> dict[tuple[str, int], Oled]:
        """Open each display once; several candidates may have it at the same address."""
        places = {each.config.display.place: each.config for each in self._candidates.values()}
        return {
            place: open_display(
                config.display,
                config.pins,
                self._inbox.post,
                pin_factory=self._factory,
                clock=self._clock,
                chip=UNKNOWN_CHIP if config.display.bus == "i2c" else None,
            )
            for place, config in places.items()
        }

    # --- a panel ---

    def _pass_on(self, name: str, *arguments: Any) -> None:
        """Call a method of the box, now or once it is open."""
        if self.box is not None:
            getattr(self.box, name)(*arguments)
        else:
            self._calls[name] = arguments

    def show(self, picture: Picture) -> None:
        self._pass_on("show", picture)

    def light(self, level: SleepStage) -> None:
        self._pass_on("light", level)

    def apply_settings(self, settings: Settings, faces_away: bool) -> None:
        self._pass_on("apply_settings", settings, faces_away)

    def show_turn(self, seat: int | None, winners: tuple[int, ...]) -> None:
        self._pass_on("show_turn", seat, winners)

    def call_time(self, seat: int | None) -> None:
        if self.box is not None:
            self.box.call_time(seat)

    def warn(self, seat: int) -> None:
        if self.box is not None:
            self.box.warn(seat)

    def deadline_s(self) -> float | None:
        """Return when to retry a lost display, or to continue with an answer."""
        if self.box is not None:
            return self.box.deadline_s()
        retries = (each.retry_deadline_s for each in self._displays.values())
        times = [self._gestures.deadline_s(), *retries]
        if self._found is not None:
            times.append(self._open_at_s)
        elif self._wired is not None:
            times.append(self._wired.shown_s + CHIP_S)
        return min((each for each in times if each is not None), default=None)

    def due(self, now_s: float) -> None:
        """Look for lost displays; go on with an answer."""
        if self.box is not None:
            self.box.due(now_s)
            return
        self._take(self._gestures.due(now_s))
        for display in self._displays.values():
            display.retry(now_s)
        if self._found is not None:
            if now_s >= self._open_at_s:
                self._become(self._found)
        elif self._wired is not None and now_s >= self._wired.shown_s + CHIP_S:
            first, *others = self._wired.chips
            self._try_chip(_Wired(self._wired.candidate, (*others, first), now_s))

    def renew(self, now_s: float) -> float | None:
        """Send the displays everything again, in case they lost their power."""
        if self.box is not None:
            return self.box.renew(now_s)
        times = [display.renew(now_s) for display in self._displays.values()]
        return min((each for each in times if each is not None), default=None)

    def close(self) -> None:
        """Switch off and release the pins; may be called twice."""
        self._let_go()
        if self.box is not None:
            self.box.close()


def _is_spi(candidate: Candidate) -> bool:
    return candidate.config.display.bus == "spi"
