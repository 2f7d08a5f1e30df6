"""`tablemate panel X`: the test pattern on one panel, until somebody stops it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

from firmware_py.core.config import Config
from firmware_py.panels.base import Panel, announce
from firmware_py.panels.kinds import PANELS, Surroundings
from firmware_py.panels.test_pattern import Pattern
from firmware_py.system.signals import stop_on_signals
from hardware.controls.gestures import Gestures
from hardware.errors import HardwareError
from hardware.events import Appeared, Event, Inbox, Lost, Stopped

if TYPE_CHECKING:
    from firmware_py.system.pairing import Pairing


def run_panel(
    name: str,
    config: Config,
    clock: Callable[[], float],
    environment: Mapping[str, str],
    say: Callable[[str], None] = announce,
) -> int:
    """Show the test pattern on a panel until Ctrl-C, `q` or a signal; return the exit code."""
    inbox = Inbox()
    pairings: list[Pairing] = []
    around = Surroundings(
        inbox,
        config,
        clock,
        environment,
        program="The test pattern",
        say=say,
        on_page=lambda _, pairing: pairings.append(pairing),
    )
    try:
        with ExitStack() as stack:
            stack.enter_context(stop_on_signals(inbox))
            panel = PANELS[name](around)
            stack.callback(panel.close)
            panel.listen()
            if name == "box":
                say("The test pattern is on the box. Ctrl-C ends it.")
            gestures = Gestures(debounce_s=config.controls.debounce_s)

            def code() -> str | None:
                for pairing in pairings:
                    pairing.show()  # there is no menu here to open it in
                    return pairing.code
                return None

            PatternLoop(panel, inbox, Pattern(name), gestures, clock, code, say).run()
    except HardwareError as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    return 0


class PatternLoop:
    """The little event loop of the test pattern."""

    def __init__(
        self,
        panel: Panel,
        inbox: Inbox,
        pattern: Pattern,
        gestures: Gestures,
        clock: Callable[[], float],
        pairing_code: Callable[[], str | None] = lambda: None,
        say: Callable[[str], None] = announce,
    ) -> None:
        self._panel = panel
        self._inbox = inbox
        self._pattern = pattern
        self._gestures = gestures
        self._clock = clock
        self._pairing_code = pairing_code
        self._say = say

    def run(self) -> None:
        """Take events and paint until one says stop."""
        while True:
            if not self._inbox.waiting():  # after a flood, only where it led to
                self._panel.show(self._pattern.picture(self._pairing_code()))
            event = self._inbox.take(self._wait_s())
            now_s = self._clock()
            self._panel.due(now_s)
            happened = self._gestures.feed(event, now_s) if event else self._gestures.due(now_s)
            for each in happened:
                if isinstance(each, Stopped):
                    return
                self._report(each)
                self._pattern.handle(each)

    def _wait_s(self) -> float | None:
        deadlines = (source.deadline_s() for source in (self._gestures, self._panel))
        times = [deadline for deadline in deadlines if deadline is not None]
        return max(0.0, min(times) - self._clock()) if times else None

    def _report(self, event: Event) -> None:
        if isinstance(event, Lost) and event.source == "display":
            self._say(f"The display does not answer: {event.why}")
        elif isinstance(event, Appeared) and event.source == "display":
            self._say("The display answers.")
