"""Draws the screen, and shows it on every panel where it changed.

the top screen, what covers it, a hold's bar or a toast, a corner note --> Picture
    --> panels that sleep with the box       the saver instead, once it is time
    --> panels that never sleep              always the screen
    --> panels that show the table           the page state, made once for all of them
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.core.language import N_, translator
from firmware_py.core.picture import SAVER_STEP_S, Picture, SleepStage
from firmware_py.panels.base import Panel
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import Screen, public_part
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import WHOLE, headline, holding, toast
from hardware.events import Control, Held

if TYPE_CHECKING:
    from firmware_py.app.page_state import BigTable
    from firmware_py.app.phones import Phones
    from firmware_py.screens.system.notices import TimeUp


class SleepTimes(NamedTuple):
    """The time without an input until each level; 0 for never."""

    dim_s: float = 120.0
    saver_s: float = 300.0
    off_s: float = 1200.0


SLEEP_TIMES = {
    "normal": SleepTimes(),
    "soon": SleepTimes(60.0, 120.0, 600.0),
    "late": SleepTimes(300.0, 1200.0, 3600.0),
    "never": SleepTimes(0.0, 0.0, 0.0),
}


class Sleeper:
    """Decides how awake the display is; time is passed in.

        AWAKE --idle--> DIM --idle--> SAVER --idle--> OFF
          ^--- an input acts -----'       '--- an input only wakes ---'

    Never further than DIM while a screen forbids it: an entry, an explanation, a final score.
    """

    def __init__(self, times: SleepTimes, now_s: float) -> None:
        self.times = times
        self._touched_s = now_s

    def touch(self, now_s: float, *, may_sleep: bool) -> bool:
        """Wake up; return whether the input acts (True) or only woke the display."""
        acts = self.level(now_s, may_sleep=may_sleep) < SleepStage.SAVER
        self._touched_s = now_s
        return acts

    def level(self, now_s: float, *, may_sleep: bool) -> SleepStage:
        """Return how awake the display should be."""
        idle = now_s - self._touched_s
        level = SleepStage.AWAKE
        for each, after in self._ladder(may_sleep):
            if idle >= after:
                level = each
        return level

    def deadline_s(self, now_s: float, *, may_sleep: bool) -> float | None:
        """Return when the level, or the saver's picture, changes next, or None."""
        times = [
            self._touched_s + after
            for _, after in self._ladder(may_sleep)
            if self._touched_s + after > now_s
        ]
        if self.level(now_s, may_sleep=may_sleep) is SleepStage.SAVER:
            times.append(now_s + SAVER_STEP_S - (now_s - self._touched_s) % SAVER_STEP_S)
        return min(times, default=None)

    def _ladder(self, may_sleep: bool) -> list[tuple[SleepStage, float]]:
        rungs = [(SleepStage.DIM, self.times.dim_s)]
        if may_sleep:
            rungs += [(SleepStage.SAVER, self.times.saver_s), (SleepStage.OFF, self.times.off_s)]
        return [(level, after) for level, after in rungs if after > 0]


HOLDS = {
    Control.KNOB: N_("Menu"),
    Control.BACK: N_("Home"),
    Control.WHY: N_("Hint"),
    Control.UNDO: N_("Undo"),
}
"""The effect of a hold, shown with its bar."""


class Layers(NamedTuple):
    """The layers of the picture; the last screen of the stack is the top one."""

    stack: Sequence[Screen]
    over: TimeUp | None
    held: Held | None


class Painter:
    """Draws the layers and shows them on all panels."""

    def __init__(
        self, services: Services, panels: Sequence[Panel], saver: Callable[[Services], Screen]
    ) -> None:
        self.panels = list(panels)
        self._services = services
        self._saver = saver(services)
        self._shown: tuple[Picture, SleepStage] | None = None
        self._shown_awake: Picture | None = None
        self._big_table: BigTable | None = None
        """Made when the first page shows the table."""
        self.phones: Phones | None = None
        """The phones that hold a seat, once a page has asked for one."""
        self.observers: list[Callable[[Canvas], None]] = []
        """Called with every canvas before its picture is made; for tests that check the fit."""

    # --- drawing ---

    def draw(self, layers: Layers, level: SleepStage = SleepStage.AWAKE) -> Picture:
        """Return the picture: the top screen, or the saver once it is time."""
        if level >= SleepStage.SAVER:
            canvas = Canvas()
            self._saver.draw(canvas)
            self._draw_answer(canvas, layers.held)
            return self._picture_of(canvas)
        picture = self._picture_of(self._compose(layers))
        bare, public = Canvas(), public_part(layers.stack)
        if not any(each.draw_for_viewers(bare) for each in reversed(public)):
            if len(public) == len(layers.stack):
                return picture
            public[-1].draw(bare)
        self._observe(bare)
        return picture._replace(public=bare.masked(), public_text=bare.masked_reading())

    def _compose(self, layers: Layers) -> Canvas:
        """Return the top screen with everything that covers it."""
        canvas = Canvas()
        (layers.over or layers.stack[-1]).draw(canvas)
        self._draw_answer(canvas, layers.held)
        if self._services.page_asks:
            from firmware_py.ui.widgets import PAGE_ASKS, corner_note  # seldom needed

            corner_note(canvas, PAGE_ASKS, self._services.say(N_("A page asks to pair")))
        return canvas

    def _draw_answer(self, canvas: Canvas, held: Held | None) -> None:
        """Draw the progress of a hold, or the toast."""
        if held is not None:
            holding(canvas, self._services.say(HOLDS[held.control]), held.progress)
        elif self._services.toast:
            toast(canvas, self._services.toast)

    def _picture_of(self, canvas: Canvas) -> Picture:
        self._observe(canvas)
        return canvas.picture()

    def _observe(self, canvas: Canvas) -> None:
        for observer in self.observers:
            observer(canvas)

    # --- showing ---

    def show(self, picture: Picture, level: SleepStage, layers: Layers) -> None:
        """Show what changed on every panel."""
        if self._shown is None or self._shown[1] != level:
            for panel in self.panels:
                panel.light(level)
        if self._shown is None or self._shown[0] != picture:
            for panel in self.panels:
                if not panel.never_sleeps:
                    panel.show(picture)
        self._shown = (picture, level)
        self._show_awake(picture, level, layers)
        if self.has_watchers:
            self._show_table(layers.stack)

    def _show_awake(self, picture: Picture, level: SleepStage, layers: Layers) -> None:
        """Show the screen on panels that never sleep."""
        if level >= SleepStage.SAVER and self.has_watchers:
            try:
                picture = self.draw(layers)
            except Exception as error:  # noqa: BLE001 - reported to them; the display rests
                self._fail_watchers(error)
        if self.has_watchers and layers.stack:
            from firmware_py.app.page_state import guards_hand  # only with a page

            if guards_hand(self._services, layers.stack):
                frame, text = picture.for_viewers()
                picture = picture._replace(frame=frame, text=text)
        if self._shown_awake != picture:
            self._shown_awake = picture
            for panel in self.panels:
                if panel.never_sleeps:
                    panel.show(picture)

    @property
    def has_watchers(self) -> bool:
        """Return whether a panel shows the table."""
        return any(panel.wants_table for panel in self.panels)

    def _show_table(self, stack: Sequence[Screen]) -> None:
        """Show the table on panels with more room than the display."""
        if self._big_table is None:
            from firmware_py.app.page_state import BigTable  # only with a page

            self._big_table = BigTable(self._services)
        try:
            parts, hidden = self._big_table.parts(stack)
            seats = {} if self.phones is None else self.phones.parts()
            for panel in self.panels:
                panel.show_table(parts, hidden, seats)
        except Exception as error:  # noqa: BLE001 - reported to them; the display goes on
            self._fail_watchers(error)

    def _fail_watchers(self, error: Exception) -> None:
        """Report an error in what is drawn for web pages."""
        for panel in self.panels:
            if panel.wants_table:
                panel.fail("", "", error)

    def show_words(self, words: str) -> None:
        """Show a text instead of everything, until the next picture."""
        canvas = Canvas()
        headline(canvas, words, WHOLE)
        picture = self._picture_of(canvas)
        self._shown = self._shown_awake = None  # so that the next picture is shown in any case
        for panel in self.panels:
            panel.show(picture)

    # --- panels ---

    def set_up(self, panel: Panel) -> None:
        """Apply the settings and whose turn it is to a panel."""
        language = self._services.settings["language"]
        panel.set_language(language, translator(language))
        panel.apply_settings(self._services.settings, self.faces_away())
        panel.show_turn(*self.turn())

    def join(self, panel: Panel) -> None:
        """Add a panel, which shows what the others show."""
        self.panels.append(panel)
        self.set_up(panel)
        if self._shown is not None:
            picture, level = self._shown
            panel.light(level)
            panel.show(picture)

    def turn(self) -> tuple[int | None, tuple[int, ...]]:
        """Return the seat on turn, and the winners of a match that is over."""
        table = self._services.table
        if table is None:
            return None, ()
        turn = table.match.turn
        if turn is not None:
            return turn.seat, ()
        outcome = table.match.engine.outcome(table.match.state)
        return None, () if outcome is None else outcome.winners

    def faces_away(self) -> bool:
        """Return whether the picture is turned to the other side of the table."""
        wanted = self._services.settings["rotation"]
        table = self._services.table
        turn = None if table is None else table.match.turn
        if wanted != "player" or table is None or turn is None or turn.seat is None:
            return bool(wanted == "flipped")
        # Seats go round the table: the second half of them sits across.
        return 2 * turn.seat >= table.match.start.seats
