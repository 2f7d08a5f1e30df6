"""`tablemate panel X`: the test pattern on one panel, until somebody stops it."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from firmware_py.pairing import Pairing
from firmware_py.panels import Panel, Picture
from firmware_py.panels.terminal import TerminalPanel
from firmware_py.test_pattern import Pattern
from hardware.controls import Controls
from hardware.display_config import DisplayConfig
from hardware.errors import HardwareError
from hardware.events import Appeared, Event, Inbox, Lost, Stopped, Tick
from hardware.gestures import Gestures
from hardware.oled import Oled, open_display
from hardware.pin_factory import make_factory
from hardware.pins import Pins

PanelName = Literal["terminal", "web", "box"]


@dataclass(frozen=True, slots=True)
class TrialSettings:
    """What the configuration says about the panels that can be tried."""

    host: str = "127.0.0.1"
    port: int = 8080
    names: tuple[str, ...] = ()
    hold_s: float = 0.7
    pins: Pins = field(default_factory=Pins)
    display: DisplayConfig = field(default_factory=DisplayConfig)
    pin_factory: str = "lgpio"
    steps_per_detent: int = 4
    direction: int = 1


class BoxPanel:
    """The real box as a panel: its display, its knob and its buttons."""

    def __init__(self, inbox: Inbox, settings: TrialSettings) -> None:
        self._factory = make_factory(settings.pin_factory)
        try:
            self._controls = Controls(
                self._factory,
                settings.pins,
                inbox,
                steps_per_detent=settings.steps_per_detent,
                direction=settings.direction,
            )
        except BaseException:
            self._factory.close()
            raise
        self.display: Oled = open_display(
            settings.display, settings.pins, inbox.post, pin_factory=self._factory
        )

    def show(self, picture: Picture) -> None:
        """Show the frame."""
        self.display.show(picture.frame)

    def close(self) -> None:
        """Go dark and free the pins; may be called twice."""
        self.display.close()
        self._controls.close()
        self._factory.close()


def run_panel(
    name: PanelName,
    settings: TrialSettings | None = None,
    say: Callable[[str], None] = print,
) -> int:
    """Show the test pattern on a panel until Ctrl-C, `q` or a signal; return the exit code."""
    settings = settings or TrialSettings()
    inbox = Inbox()
    pairing = Pairing(on_change=lambda: inbox.post(Tick(time.monotonic())))
    try:
        with ExitStack() as stack:
            stack.enter_context(stop_on_signals(inbox))
            panel = _open(name, settings, inbox, pairing, say)
            stack.callback(panel.close)
            display = panel.display if isinstance(panel, BoxPanel) else None
            pattern = Pattern(name)
            Trial(
                panel, inbox, pattern, pairing, hold_s=settings.hold_s, display=display, say=say
            ).run()
    except HardwareError as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    return 0


class Trial:
    """The little event loop of the test pattern."""

    def __init__(
        self,
        panel: Panel,
        inbox: Inbox,
        pattern: Pattern,
        pairing: Pairing,
        *,
        hold_s: float,
        display: Oled | None = None,
        say: Callable[[str], None] = print,
    ) -> None:
        self._panel = panel
        self._inbox = inbox
        self._pairing = pairing
        self._gestures = Gestures(hold_s)
        self._pattern = pattern
        self._display = display
        self._say = say

    def run(self) -> None:
        """Take events and paint until one says stop."""
        while True:
            self._panel.show(self._pattern.picture(self._pairing.code))
            event = self._inbox.take(self._wait_s())
            now_s = time.monotonic()
            if self._display is not None:
                self._display.retry(now_s)
            happened = self._gestures.feed(event, now_s) if event else self._gestures.due(now_s)
            for each in happened:
                if isinstance(each, Stopped):
                    return
                self._tell(each)
                self._pattern.handle(each)

    def _wait_s(self) -> float | None:
        deadlines = [self._gestures.deadline_s(), self._pairing.deadline_s()]
        if self._display is not None:
            deadlines.append(self._display.retry_deadline_s)
        times = [deadline for deadline in deadlines if deadline is not None]
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _tell(self, event: Event) -> None:
        if isinstance(event, Lost) and event.source == "display":
            self._say(f"The display does not answer: {event.why}")
        elif isinstance(event, Appeared) and event.source == "display":
            self._say("The display answers.")


@contextmanager
def stop_on_signals(inbox: Inbox) -> Iterator[None]:
    """Turn Ctrl-C, SIGTERM and a closed terminal into an event, and undo it at the end."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def stop(number: int, _frame: Any) -> None:
        inbox.post(Stopped(signal.Signals(number).name))

    old = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)


def _open(
    name: PanelName,
    settings: TrialSettings,
    inbox: Inbox,
    pairing: Pairing,
    say: Callable[[str], None],
) -> Panel:
    match name:
        case "terminal":
            return TerminalPanel(inbox)
        case "box":
            box = BoxPanel(inbox, settings)
            say("The test pattern is on the box. Ctrl-C ends it.")
            return box
        case "web":
            # Loaded only here: the web costs nothing where it is off.
            from firmware_py.panels.web import WebPanel

            web = WebPanel(
                inbox, pairing, host=settings.host, port=settings.port, names=settings.names
            )
            say(f"The test pattern is at {web.url} - Ctrl-C ends it.")
            return web
