"""The event loop: one queue in, a stack of screens, frames out.

    Inbox --> Gestures --> the screen on top --> Next --> the stack
                                |
                             Painter --> every panel, if the picture changed

Nothing runs when nothing happens: the loop sleeps until the next event or the nearest deadline
(a hold, a clock, the saver, a display to be found again).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from firmware_py.app.painter import Layers, Painter
from firmware_py.core.language import N_
from firmware_py.core.picture import Picture
from firmware_py.core.sleep import Sleeper, SleepStage, SleepTimes
from firmware_py.games.titles import name_players
from firmware_py.panels.base import Panel
from firmware_py.screens.system.trouble import ask_if_unsaved, ask_to_go_without
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import (
    GoHome,
    GoToMatch,
    Ignored,
    Input,
    Next,
    Pop,
    Push,
    PushAll,
    Quit,
    Replace,
    Screen,
    Stay,
)
from firmware_py.ui.services import Services
from hardware.controls.gestures import Gestures
from hardware.events import (
    Answered,
    Control,
    Event,
    Held,
    Inbox,
    PageRequest,
    Pressed,
    SerialLine,
    Stopped,
    Tapped,
    Turned,
)

if TYPE_CHECKING:
    from firmware_py.app.serial_referee import SerialReferee
    from firmware_py.match.scene import AnyScene
    from firmware_py.screens.play.clock_menu import TimeUp

SLEEP_TIMES = {
    "normal": SleepTimes(),
    "soon": SleepTimes(60.0, 120.0, 600.0),
    "late": SleepTimes(300.0, 1200.0, 3600.0),
    "never": SleepTimes(0.0, 0.0, 0.0),
}


NOTHING_THERE = {
    Control.BACK: N_("Nothing to go back to here"),
    Control.WHY: N_("Nothing to explain here"),
    Control.UNDO: N_("Nothing to take back here"),
}
"""Toast for a button that the top screen ignores, so that every press gets a response."""


NOTHING_HELD = N_("Holding does nothing here")


class _ReportReader(TextScreen):
    """A report about the data: a start tells it again until somebody has closed it."""

    def __init__(self, services: Services, text: str, *, is_unread: bool) -> None:
        super().__init__(services, services.say(N_("Saved games")), text)
        self._is_unread = is_unread

    def handle(self, event: Input) -> Next:
        """Read on, or close for good; of files that cannot be read, ask whether to wait."""
        step = super().handle(event)
        if isinstance(step, Pop):
            self.services.queue.forget_report()
            if self._is_unread:
                return Replace(ask_to_go_without(self.services))
        return step


class App:
    """The running box."""

    def __init__(
        self,
        services: Services,
        inbox: Inbox,
        panels: Sequence[Panel],
        home: Callable[[Services], Screen],
        fault: Callable[[Services, BaseException], Screen],
        saver: Callable[[Services], Screen],
        *,
        debounce_s: float = 0.02,
    ) -> None:
        self.services = services
        self.inbox = inbox
        self.painter = Painter(services, panels, saver)
        self.gestures = Gestures(hold_s=services.settings["hold"], debounce_s=debounce_s)
        self.result: Quit | None = None
        self.referee: SerialReferee | None = None
        """Answers programs on the serial port, if that is what the port is for."""
        self.translate: Callable[[Event], list[Event]] = lambda event: [event]
        """Makes events of the lines of an external panel, if there is one."""
        self.slow_work: AbstractContextManager[object] = nullcontext()
        self.may_load = False
        """Whether an event may have to load a game: then it is slow work."""
        self.progress = 0
        """Grows with every wait and every paint: the watchdog looks at it."""
        services.thinker.report_to(inbox)
        self._home = home
        self._fault = fault
        self._stack: list[Screen] = [home(services)]
        self._sleeper = Sleeper(SLEEP_TIMES[services.settings["sleep"]], services.time())
        self._settings: tuple[object, ...] = ()
        self._holding: Held | None = None
        self._is_explained = False
        """A note of WHY lies over the screen: BACK closes it, as it closes a page of WHY."""
        self._time_up: TimeUp | None = None
        """Lies over the screen on top, which goes on below it as it was."""
        self._leaving: Screen | None = None
        """The question that lies above everything, or did, before the program ends."""
        self._opened: tuple[Event, list[Screen]] | None = None
        """The event of a page that changed the stack since the last paint, and the stack before."""

    # --- the loop ---

    @property
    def panels(self) -> list[Panel]:
        """All that show and hear; one that comes later joins the painter."""
        return self.painter.panels

    @property
    def top(self) -> Screen:
        """The screen people see."""
        return self._stack[-1]

    @property
    def screens(self) -> Sequence[Screen]:
        """The screens that are open, the first one below all others."""
        return self._stack

    def run(self, beat: Callable[[], float | None] = lambda: None) -> Quit:
        """Run until somebody quits. `beat` is called each round and says when it wants the next."""
        self._show_report()
        self.paint()
        while self.result is None:
            self._go_on(self._wait(beat))
        self._leave_match()  # the clocks stop, and are stored as they are
        return self.result

    def _wait(self, beat: Callable[[], float | None]) -> Event | None:
        """Wait for an event, or until something changes by itself; till then only the heart beats.

        A box at rest runs this loop alone, and as little of the program as can be.
        """
        due_s = self.due_s()
        while True:
            times = [t for t in (beat(), due_s) if t is not None]
            left_s = max(0.0, min(times) - self.services.time()) if times else None
            event = self.inbox.take(left_s)
            if event is not None or (due_s is not None and self.services.time() >= due_s):
                return event
            self.progress += 1

    def step(self, timeout_s: float | None) -> None:
        """Wait for an event, not longer than that, and go on."""
        self._go_on(self.inbox.take(timeout_s))

    def _go_on(self, event: Event | None) -> None:
        """Deal with an event and with whatever is due, and show it."""
        now = self.services.time()
        events: list[Event] = []
        for raw in [] if event is None else self.translate(event):
            events += self.gestures.feed(raw, now)
        # What has happened counts before what time brings; but a program never stops talking.
        if not self.inbox.waiting() or self.inbox.is_patient(event):
            events += self.gestures.due(now)
        self.services.queue.due(now)
        self._show_report()
        for panel in self.panels:
            panel.due(now)
        with self.slow_work if self.may_load else nullcontext():
            for each in events:
                self.feed(each)
        self.paint()

    def due_s(self) -> float | None:
        """Return when something changes by itself; None: not before somebody does something."""
        now = self.services.time()
        level = self._sleeper.level(now, may_sleep=self.top.may_sleep)
        is_seen = level < SleepStage.SAVER or self.painter.has_watchers
        times = [
            self.gestures.deadline_s(),
            self.services.queue.deadline_s(now),
            self.top.deadline_s(now) if is_seen else None,
            self._time_due_s(now),
            self._sleeper.deadline_s(now, may_sleep=self.top.may_sleep),
            *(panel.deadline_s() for panel in self.panels),
        ]
        return min((t for t in times if t is not None), default=None)

    # --- clocks ---

    def _time_due_s(self, now_s: float) -> float | None:
        """Return when the running clock shows another second: it is noted, or has run out."""
        table = self.services.table
        return None if table is None else table.clock.next_change_s(now_s)

    def _keep_time(self, now_s: float) -> None:
        """Note the running clock; tell the table, awake or not, when somebody's time is up."""
        if self.top.rings():
            self._call_time(None)
        table = self.services.table
        if table is None:
            self._time_up = None
            return
        table.keep_time()
        turn = table.match.turn
        if self._time_up is not None and (turn is None or turn.seat != self._time_up.seat):
            self._time_up = None  # a program played meanwhile
        seat = table.clock.call_time(now_s)
        if seat is None:
            return
        from firmware_py.screens.play.clock_menu import TimeUp  # seldom needed

        self._time_up = TimeUp(self.services, seat)
        self._sleeper.touch(now_s, may_sleep=self.top.may_sleep)
        self._call_time(seat)

    def _call_time(self, seat: int | None) -> None:
        for panel in self.panels:
            panel.call_time(seat)

    def _passes(self, event: Input) -> bool:
        """Put away what lies over the screen; say whether the input is for the screen as well.

        Whatever comes only puts it away: nobody turns to a choice that is not seen. A turn that was
        under way leaves it until it could be read.
        """
        over = self._time_up
        if over is None:
            return True
        if isinstance(event, Turned):
            if over.was_seen(self.services.time()):
                self._time_up = None
            return False
        self._time_up = None
        return event == Held(Control.BACK, 1.0, event.source)

    def tell(self, title: str, text: str) -> None:
        """Show the table something to read, above whatever is shown."""
        self._stack.append(TextScreen(self.services, title, text))
        self.paint()

    def _show_report(self) -> None:
        """Show the table what was found in its data, once, above whatever is shown."""
        report, self.services.queue.report = self.services.queue.report, None
        if report is not None:
            text = report.text(self.services.say)
            self._stack.append(_ReportReader(self.services, text, is_unread=report.is_unread))

    # --- events ---

    def feed(self, event: Event) -> None:
        """Give an event to whoever it concerns; what that raises ends here.

        An exception that a page caused is told to that page, and the table does not notice. Any
        other shows the fault screen.
        """
        before = list(self._stack)
        try:
            self._deal_with(event)
        except Exception as error:  # noqa: BLE001 - people see it, and the match stands
            if self._fail_page(event, error):
                self._stack = before
            else:
                self._fail(error)
            return
        if self._opened is None and self._stack != before and self._page_of(event) is not None:
            self._opened = (event, before)

    def _page_of(self, event: Event) -> Panel | None:
        """Return the panel of the page that an event came from; None: it came from no page."""
        source = getattr(event, "source", "")
        return next((panel for panel in self.panels if panel.is_remote(source)), None)

    def _fail_page(self, event: Event, error: Exception) -> bool:
        """Tell a page that what it sent failed; False: it was no page that sent it."""
        panel = self._page_of(event)
        if panel is None:
            return False
        source = getattr(event, "source", "")
        panel.fail(source, event.what if isinstance(event, PageRequest) else "", error)
        return True

    def _deal_with(self, event: Event) -> None:
        if isinstance(event, Stopped):
            self._stop(event)
        elif isinstance(event, SerialLine):
            self._hear(event)
        elif isinstance(event, PageRequest):
            self._serve(event)
        elif isinstance(event, Tapped):
            self._tap(event)
        elif isinstance(event, Answered):
            self._hear_thinker(event)
        elif isinstance(event, Turned | Pressed | Held) and self._awake(event):
            self._act(event)

    def _stop(self, stopped: Stopped) -> None:
        """End; first ask whoever can answer, if something is not on disk."""
        if stopped.can_answer:
            question = ask_if_unsaved(self.services, lambda: Quit(accepts_loss=True))
            if question is not None:
                if self._leaving not in self._stack:
                    self._leaving = question
                    self._stack.append(question)
                self._sleeper.touch(self.services.time(), may_sleep=self.top.may_sleep)
                self._time_up = None
                return
        self.result = Quit()

    def _serve(self, request: PageRequest) -> None:
        """Handle a request of a page, and send it the reply."""
        from firmware_py.app.page_requests import Request, handle  # only where there is a page

        asked = Request(self.services, self._stack, request.text, request.may_act, request.found)
        reply = handle(request.what, asked)
        if reply.touches:
            self._sleeper.touch(self.services.time(), may_sleep=self.top.may_sleep)
            self._time_up, self._is_explained = None, False
        self.follow(reply.step)
        for panel in self.panels:
            panel.answer(request.source, request.what, reply.value)

    def _hear(self, line: SerialLine) -> None:
        """Let the referee answer a program on the serial port."""
        if self.referee is None:
            return
        step = self.referee.hear(line.data)
        if not isinstance(step, Stay):  # something happens on the display
            self._sleeper.touch(self.services.time(), may_sleep=self.top.may_sleep)
            self.services.toast = ""  # it was about the screen that is covered now
        self.follow(step)

    def _hear_thinker(self, event: Answered) -> None:
        """Let whoever asked have the thought, and the screen on top look whether it was for it."""
        if self.services.thinker.hear(event):
            self.follow(self.top.told())

    def _awake(self, event: Input) -> bool:
        """Wake the display; the input that woke it from saver or dark does nothing else.

        Whoever looks at a panel that never sleeps sees what the input does.
        """
        is_seen = any(panel.is_never_dark(event.source) for panel in self.panels)
        if isinstance(event, Held) and event.progress < 1.0:
            now = self.services.time()
            is_lit = self._sleeper.level(now, may_sleep=self.top.may_sleep) < SleepStage.SAVER
            return is_lit or is_seen
        return self._sleeper.touch(self.services.time(), may_sleep=self.top.may_sleep) or is_seen

    def _act(self, event: Input) -> None:
        self._holding = event if isinstance(event, Held) and 0 < event.progress < 1 else None
        if isinstance(event, Held) and event.progress < 1.0:
            return
        closes = self._is_explained and event == Pressed(Control.BACK, event.source)
        self.services.toast, self._is_explained = "", False
        if closes:
            return  # what lay on top, and nothing else
        if not self._passes(event):
            return
        if event == Held(Control.BACK, 1.0, event.source):
            is_ignored = self._hold_back()
        elif self._opens_request(event):
            from firmware_py.screens.settings.pairing import open_request  # seldom needed

            self.follow(open_request(self.services))
            is_ignored = False
        else:
            step = self.top.handle(event)
            is_ignored = isinstance(step, Ignored)
            self.follow(step)
        if is_ignored and isinstance(event, Held):
            self.services.toast = self.services.say(NOTHING_HELD)
        elif is_ignored and isinstance(event, Pressed) and event.control in NOTHING_THERE:
            self.services.toast = self.services.say(NOTHING_THERE[event.control])
        asked = event == Pressed(Control.WHY, event.source)
        self._is_explained = asked and bool(self.services.toast)

    def _tap(self, event: Tapped) -> None:
        """Give a tap to the screen on top, asleep or not: the picture that was tapped never is."""
        self._sleeper.touch(self.services.time(), may_sleep=self.top.may_sleep)
        self.services.toast, self._is_explained, self._holding = "", False, None
        if self._time_up is not None:
            self._time_up = None  # a tap puts it away, as a press does
            return
        self.follow(self.top.tapped(event.code))

    def table_scene(self) -> AnyScene | None:
        """Return what a picture of the table is made of: of the topmost screen that has one."""
        scenes = (screen.table_scene() for screen in reversed(self._stack))
        return next((scene for scene in scenes if scene is not None), None)

    def _hold_back(self) -> bool:
        """Go Home; return whether Home was there already, with its bar where it is now."""
        rows = self.top.rows() if len(self._stack) == 1 else None
        self.follow(GoHome())
        return rows == self.top.rows()

    def _opens_request(self, event: Input) -> bool:
        """Say whether a hold means the page that asks: where nothing lies below, it has no menu."""
        is_hold = event == Held(Control.KNOB, 1.0, event.source)
        return is_hold and len(self._stack) == 1 and self.services.page_asks

    def follow(self, step: Next) -> None:
        """Open or close screens, as a screen asks for it; what was entered is kept first."""
        self._change(step)
        if self.services.drafts is not None:
            from firmware_py.games.draft import keep_drafts  # only with a new game

            keep_drafts(self.services)  # on disk before the picture shows it
        if self.referee is not None:
            self.referee.follow()  # the match on the table may be another one now

    def _change(self, step: Next) -> None:
        match step:
            case Stay() | Ignored():
                pass
            case Push(screen):
                self._stack.append(screen)
            case PushAll(screens):
                self._stack += screens
            case Replace(screen):
                self._stack[-1] = screen
            case Pop(answer):
                if len(self._stack) > 1:
                    self._stack.pop()
                    self._change(self.top.returned(answer))
            case GoHome():
                self._go_home()
            case GoToMatch():
                from firmware_py.screens.play.result import show_match  # slow to import

                self._drop_all()
                self._stack = [self._home(self.services), show_match(self.services)]
            case Quit():
                self.result = step

    def _go_home(self) -> None:
        self._drop_all()
        self._leave_match()
        self._stack = [self._home(self.services)]

    def _leave_match(self) -> None:
        """Pause the match on the table. One that fails even at that is off the table, too."""
        table, self.services.table = self.services.table, None
        if table is not None:
            table.leave()

    def _drop_all(self) -> None:
        """Tell the screens that nobody will answer them any more."""
        for screen in reversed(self._stack):
            screen.dropped()

    def _fail(self, error: BaseException) -> None:
        table = self.services.table
        record = "no match" if table is None else table.match.record()

        logging.error("a screen failed on\n%s", record, exc_info=error)
        self._stack.append(self._fault(self.services, error))

    # --- pictures ---

    def paint(self) -> None:
        """Draw, and show the picture if it changed."""
        now = self.services.time()
        try:
            self._apply_settings()
            self._keep_time(now)
        except Exception as error:  # noqa: BLE001 - the match cannot even say whose turn it is
            self._fail(error)
            self.services.table = None  # what is stored of it can be resumed
        level = self._sleeper.level(now, may_sleep=self.top.may_sleep)
        if level >= SleepStage.SAVER:
            self.services.toast = ""  # it was for those who were there
        with self.services.painting():
            picture = self._draw(level)
            self.painter.show(picture, level, self._layers)
        self.progress += 1

    def _draw(self, level: SleepStage) -> Picture:
        """Draw the screen; one that a page opened and that cannot be drawn is closed again."""
        opened, self._opened = self._opened, None
        try:
            return self.painter.draw(self._layers, level)
        except Exception as error:  # noqa: BLE001 - the screen before takes its place, or the fault's
            if opened is None:
                self._fail(error)
                return self.painter.draw(self._layers)
            event, self._stack = opened
            self._fail_page(event, error)
        return self._draw(level)

    @property
    def _layers(self) -> Layers:
        return Layers(self._stack, self._time_up, self._holding)

    def show_saving(self) -> None:
        """Show what the box waits for; called beside the loop, while that waits for the disk."""
        self.painter.show_words(self.services.say(N_("Saving...")))

    def show_loading(self) -> None:
        """Show that a part of the program is on its way; called in the midst of an input."""
        self.painter.show_words(self.services.say(N_("Loading...")))

    def _apply_settings(self) -> None:
        """Let what was set on the box take effect, and the box face whoever is on turn."""
        settings = self.services.settings
        values = (settings.in_force(), self.painter.faces_away(), self.painter.turn())
        if values == self._settings:
            return
        self._settings = values
        self.gestures.hold_s = settings["hold"]
        self._sleeper.times = SLEEP_TIMES[settings["sleep"]]
        if self.services.table is not None:
            name_players(self.services)
        for panel in self.panels:
            self.painter.set_up(panel)
