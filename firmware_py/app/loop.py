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
from typing import TYPE_CHECKING, assert_never

from firmware_py.app.painter import SLEEP_TIMES, Layers, Painter, Sleeper
from firmware_py.core.language import N_, labelled
from firmware_py.core.picture import Picture, SleepStage
from firmware_py.games.titles import name_players
from firmware_py.panels.base import Panel
from firmware_py.screens.system.notices import (
    DataReport,
    TimeUp,
    ask_if_unsaved,
    toast_for_ignored,
)
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
    from firmware_py.app.phones import Phone, Phones
    from firmware_py.app.serial_referee import SerialReferee
    from firmware_py.match.scene import AnyScene


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
        """Answers programs on the serial port, if the port is configured for that."""
        self.translate: Callable[[Event], list[Event]] = lambda event: [event]
        """Turns the lines of an external panel into events, if there is one."""
        self.slow_work: AbstractContextManager[object] = nullcontext()
        self.may_load = False
        """Whether an event may have to load a game, which is slow."""
        self.progress = 0
        """Grows with every wait and every paint; read by the watchdog."""
        services.thinker.report_to(inbox)
        self._home = home
        self._fault = fault
        self._stack: list[Screen] = [home(services)]
        self._sleeper = Sleeper(SLEEP_TIMES[services.settings["sleep"]], services.time())
        self._settings: tuple[object, ...] = ()
        self._holding: Held | None = None
        self._is_explained = False
        """A toast of WHY covers the screen; BACK closes it, as it closes a page of WHY."""
        self._time_up: TimeUp | None = None
        """Covers the top screen, which stays as it is."""
        self._leaving: Screen | None = None
        """The question before the program ends, once it was asked."""
        self._opened: tuple[Event, list[Screen]] | None = None
        """A page's event that changed the stack since the last paint, and the stack before."""

    # --- the loop ---

    @property
    def panels(self) -> list[Panel]:
        """The panels; more may be added through the painter."""
        return self.painter.panels

    @property
    def top(self) -> Screen:
        """The top screen."""
        return self._stack[-1]

    @property
    def screens(self) -> Sequence[Screen]:
        """The open screens, the lowest first."""
        return self._stack

    def run(self, beat: Callable[[], float | None] = lambda: None) -> Quit:
        """Run until somebody quits. `beat` runs each round and returns the time of the next."""
        self._show_report()
        self.paint()
        while self.result is None:
            self._go_on(self._wait(beat))
        self.leave_match()  # the clocks stop, and are stored as they are
        return self.result

    def _wait(self, beat: Callable[[], float | None]) -> Event | None:
        """Wait for an event, or until something changes without one; until then only call `beat`.

        A box at rest runs only this loop, and as little of the program as possible.
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
        """Handle the next event, waiting at most for the timeout."""
        self._go_on(self.inbox.take(timeout_s))

    def _go_on(self, event: Event | None) -> None:
        """Handle an event and everything that is due, and paint."""
        now = self.services.time()
        events: list[Event] = []
        for raw in [] if event is None else self.translate(event):
            events += self.gestures.feed(raw, now)
        # Events come before timeouts; but a program may send events without end.
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
        """Return when something changes without an event, or None."""
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
        """Return when the running clock shows another second."""
        table = self.services.table
        return None if table is None else table.clock.next_change_s(now_s)

    def _keep_time(self, now_s: float) -> None:
        """Note the running clock; call the time when somebody's time is up, also while asleep."""
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
        self._warn(now_s)
        seat = table.clock.call_time(now_s)
        if seat is None:
            return
        self._time_up = TimeUp(self.services, seat)
        self._sleeper.touch(now_s, may_sleep=self.top.may_sleep)
        self._call_time(seat)

    def _warn(self, now_s: float) -> None:
        """Say so, once, when little of somebody's time is left."""
        table, say = self.services.current_table, self.services.say
        seat = table.clock.call_warning(now_s)
        if seat is None:
            return
        text = say(N_("Time left: {time}"), time=table.seat_clocks(now_s)[seat].text)
        if not table.clock.is_shared:
            text = labelled(say, table.names[seat], text)
        self.services.toast = text
        self._sleeper.touch(now_s, may_sleep=self.top.may_sleep)
        for panel in self.panels:
            panel.warn(seat)

    def _call_time(self, seat: int | None) -> None:
        for panel in self.panels:
            panel.call_time(seat)

    def _passes(self, event: Input) -> bool:
        """Close what covers the screen; return whether the input is for the screen as well.

        Most inputs only close it, because nobody turns to a choice that is covered. A turn that was
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
        """Open a text above the top screen."""
        self._stack.append(TextScreen(self.services, title, text))
        self.paint()

    def _show_report(self) -> None:
        """Open the report about the data, once."""
        report, self.services.queue.report = self.services.queue.report, None
        if report is not None:
            text = report.text(self.services.say)
            self._stack.append(DataReport(self.services, text, is_unread=report.is_unread))

    # --- events ---

    def feed(self, event: Event) -> None:
        """Handle an event, and every exception that this raises.

        An exception caused by a page is reported to that page, unnoticed at the table. Any other
        shows the fault screen.
        """
        before = list(self._stack)
        try:
            self._deal_with(event)
        except Exception as error:  # noqa: BLE001 - shown to people; the match stands
            if self._fail_page(event, error):
                self._stack = before
            else:
                self._fail(error)
            return
        if self._opened is None and self._stack != before and self._page_of(event) is not None:
            self._opened = (event, before)

    def _page_of(self, event: Event) -> Panel | None:
        """Return the panel of the page that an event came from, or None."""
        source = getattr(event, "source", "")
        return next((panel for panel in self.panels if panel.is_remote(source)), None)

    def _fail_page(self, event: Event, error: Exception) -> bool:
        """Report an error to the page that sent an event; return False if no page did."""
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
        elif isinstance(event, Tapped | Turned | Pressed | Held) and (
            phone := self._phone_of(event.source)
        ):
            self._act_on_phone(phone, event)
        elif isinstance(event, Tapped):
            self._tap(event)
        elif isinstance(event, Answered):
            self._hear_thinker(event)
        elif isinstance(event, Turned | Pressed | Held) and self._awake(event):
            self._act(event)

    def _stop(self, stopped: Stopped) -> None:
        """End the program; ask first if something is not on disk and somebody can answer."""
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
        from firmware_py.app.page_requests import PageReply, Request, handle  # only with a page

        phone = self._phone_of(request.source, request.what)
        stack = self._stack if phone is None else phone.stack
        asked = Request(self.services, stack, request.text, request.may_act, request.found)
        if request.what == "seat":
            reply = PageReply(self._seats().serve(request.source, request.text))
        else:
            reply = handle(request.what, asked)
        if reply.touches:
            self._sleeper.touch(self.services.time(), may_sleep=self.top.may_sleep)
            self._time_up, self._is_explained = None, False
        if phone is None:
            self.follow(reply.step)
        else:
            phone.follow(reply.step)
        for panel in self.panels:
            panel.answer(request.source, request.what, reply.value)

    # --- phones that hold a seat ---

    def _seats(self) -> Phones:
        """Return the phones that hold a seat."""
        if self.painter.phones is None:
            from firmware_py.app.phones import Phones  # only once a page takes a seat

            self.painter.phones = Phones(
                self.services, lambda: self._stack, self.follow, self._give_seat
            )
        return self.painter.phones

    def _give_seat(self, source: str, seat: int | None) -> None:
        for panel in self.panels:
            panel.give_seat(source, seat)

    def _phone_of(self, source: str, what: str = "") -> Phone | None:
        """Return the phone that an event, or a request about its own screen, came from."""
        if self.painter.phones is None:
            return None
        from firmware_py.app.phones import OWN_REQUESTS  # only once a page takes a seat

        return self.painter.phones.of(source) if what in ("", *OWN_REQUESTS) else None

    def _act_on_phone(self, phone: Phone, event: Input | Tapped) -> None:
        """Pass the input of a phone to its own screens; its note is its own as well."""
        if isinstance(event, Held) and event.progress < 1.0:
            return
        self._sleeper.touch(self.services.time(), may_sleep=self.top.may_sleep)
        before, self.services.toast = self.services.toast, ""
        state = self.services.current_table.match.state
        if isinstance(event, Tapped):
            step = phone.top.tapped(event.code)
        else:
            step = phone.top.handle(event)
        phone.note, self.services.toast = self.services.toast, before
        if self.services.table is None or self.services.table.match.state is not state:
            self.services.toast = ""  # it was about the position before
        phone.follow(step)

    def _hear(self, line: SerialLine) -> None:
        """Let the referee answer a program on the serial port."""
        if self.referee is None:
            return
        step = self.referee.hear(line.data)
        if not isinstance(step, Stay):  # the display changes
            self._sleeper.touch(self.services.time(), may_sleep=self.top.may_sleep)
            self.services.toast = ""  # it was about the screen that is now covered
        self.follow(step)

    def _hear_thinker(self, event: Answered) -> None:
        """Pass a message to the thinker; after a reply, call the top screen."""
        if self.services.thinker.hear(event):
            self.follow(self.top.thought_arrived())
            if self.painter.phones is not None:
                self.painter.phones.thought_arrived()

    def _awake(self, event: Input) -> bool:
        """Wake the display; return False for the input that woke it, which has no other effect.

        On a panel that never sleeps the input has its effect.
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
            return  # only the toast is closed
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
        if is_ignored and (unused := toast_for_ignored(event)):
            self.services.toast = self.services.say(unused)
        asked = event == Pressed(Control.WHY, event.source)
        self._is_explained = asked and bool(self.services.toast)

    def _tap(self, event: Tapped) -> None:
        """Pass a tap to the top screen, also while asleep: the tapped picture never sleeps."""
        self._sleeper.touch(self.services.time(), may_sleep=self.top.may_sleep)
        self.services.toast, self._is_explained, self._holding = "", False, None
        if self._time_up is not None:
            self._time_up = None  # a tap closes it, as a press does
            return
        self.follow(self.top.tapped(event.code))

    def table_scene(self) -> AnyScene | None:
        """Return the scene of the topmost screen that shows the table."""
        scenes = (screen.table_scene() for screen in reversed(self._stack))
        return next((scene for scene in scenes if scene is not None), None)

    def _hold_back(self) -> bool:
        """Go Home; return whether nothing changed by that."""
        rows = self.top.rows() if len(self._stack) == 1 else None
        self.follow(GoHome())
        return rows == self.top.rows()

    def _opens_request(self, event: Input) -> bool:
        """Return whether a hold opens a page's request: on the lowest screen, which has no menu."""
        is_hold = event == Held(Control.KNOB, 1.0, event.source)
        return is_hold and len(self._stack) == 1 and self.services.page_asks

    def follow(self, step: Next) -> None:
        """Open or close screens; drafts of new games are stored."""
        self._change(step)
        if self.services.drafts:
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
            case _:
                assert_never(step)

    def _go_home(self) -> None:
        self._drop_all()
        self.leave_match()
        self._stack = [self._home(self.services)]

    def leave_match(self) -> None:
        """Pause the match on the table. It is closed even if that fails."""
        table, self.services.table = self.services.table, None
        if table is not None:
            table.leave()

    def _drop_all(self) -> None:
        """Discard all screens."""
        for screen in reversed(self._stack):
            screen.dropped()

    def _fail(self, error: BaseException) -> None:
        table = self.services.table
        record = "no match" if table is None else table.match.record()

        logging.error("a screen failed on\n%s", record, exc_info=error)
        self._stack.append(self._fault(self.services, error))

    # --- pictures ---

    def paint(self) -> None:
        """Draw the picture, and show it if it changed."""
        now = self.services.time()
        try:
            self._apply_settings()
            self._keep_time(now)
        except Exception as error:  # noqa: BLE001 - the match itself is broken
            self._fail(error)
            self.services.table = None  # the stored match can be resumed
        level = self._sleeper.level(now, may_sleep=self.top.may_sleep)
        if level >= SleepStage.SAVER:
            self.services.toast = ""  # nobody is there to read it
        with self.services.painting():
            picture = self._draw(level)
            self.painter.show(picture, level, self._layers)
        self.progress += 1

    def _draw(self, level: SleepStage) -> Picture:
        """Draw the screen; one that a page opened and that cannot be drawn is closed."""
        opened, self._opened = self._opened, None
        try:
            return self.painter.draw(self._layers, level)
        except Exception as error:  # noqa: BLE001 - the screen before is shown, or the fault
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
        """Show that the box waits for the disk; called by another thread while the loop waits."""
        self.painter.show_words(self.services.say(N_("Saving…")))

    def show_loading(self) -> None:
        """Show that a part of the program is being loaded; called while an input is handled."""
        self.painter.show_words(self.services.say(N_("Loading…")))

    def _apply_settings(self) -> None:
        """Apply changed settings, and turn the picture to the player on turn."""
        settings = self.services.settings
        values = (settings, settings.changes, self.painter.faces_away(), self.painter.turn())
        if values == self._settings:
            return
        self._settings = values
        self.gestures.hold_s = settings["hold"]
        self._sleeper.times = SLEEP_TIMES[settings["sleep"]]
        if self.services.table is not None:
            name_players(self.services)
        for panel in self.panels:
            self.painter.set_up(panel)
