"""Draws what lies on the table's screen, and shows it on every panel where it changed.

the screen on top, what lies over it, a hold's bar or a toast, a corner note --> Picture
    --> panels that sleep with the box       the saver in its place, once it is time
    --> panels that never sleep              always the screen
    --> panels with room for the table       the big table, made once for all of them
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.core.language import N_, translator
from firmware_py.core.picture import Picture
from firmware_py.core.sleep import SleepStage
from firmware_py.panels.base import Panel
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import Screen, public_part
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import WHOLE, headline, holding, toast
from hardware.events import Control, Held

if TYPE_CHECKING:
    from firmware_py.app.page_state import BigTable
    from firmware_py.screens.play.clock_menu import TimeUp

HOLDS = {
    Control.KNOB: N_("Menu"),
    Control.BACK: N_("Home"),
    Control.WHY: N_("Hint"),
    Control.UNDO: N_("Take back"),
}
"""What a hold will do, beside its bar."""


class Layers(NamedTuple):
    """What lies on top of one another; the last screen of the stack is the one people see."""

    stack: Sequence[Screen]
    over: TimeUp | None
    held: Held | None


class Painter:
    """Knows what every panel shows."""

    def __init__(
        self, services: Services, panels: Sequence[Panel], saver: Callable[[Services], Screen]
    ) -> None:
        self.panels = list(panels)
        self._services = services
        self._saver = saver(services)
        self._shown: tuple[Picture, SleepStage] | None = None
        self._shown_awake: Picture | None = None
        self._big_table: BigTable | None = None
        """Made when the first page looks at the table."""
        self.observers: list[Callable[[Canvas], None]] = []
        """Called with every canvas before its picture is made; for tests that check what fits."""

    # --- drawing ---

    def draw(self, layers: Layers, level: SleepStage = SleepStage.AWAKE) -> Picture:
        """Return what people see: the screen on top, or the saver once it is time."""
        if level >= SleepStage.SAVER:
            canvas = Canvas()
            self._saver.draw(canvas)
            self._draw_answer(canvas, layers.held)
            return self._picture_of(canvas)
        picture = self._picture_of(self._compose(layers))
        bare, public = Canvas(), public_part(layers.stack)
        if not any(each.draw_for_strangers(bare) for each in reversed(public)):
            if len(public) == len(layers.stack):
                return picture
            public[-1].draw(bare)
        self._observe(bare)
        return picture._replace(public=bare.masked(), public_text=bare.masked_reading())

    def _compose(self, layers: Layers) -> Canvas:
        """Return the screen with everything that lies on top of it."""
        canvas = Canvas()
        (layers.over or layers.stack[-1]).draw(canvas)
        self._draw_answer(canvas, layers.held)
        if self._services.page_asks:
            from firmware_py.ui.widgets import PAGE_ASKS, corner_note  # seldom needed

            corner_note(canvas, PAGE_ASKS, self._services.say(N_("A page asks to pair")))
        return canvas

    def _draw_answer(self, canvas: Canvas, held: Held | None) -> None:
        """Draw what the last input did: how far a hold is, or a sentence."""
        if held is not None:
            holding(canvas, self._services.say(HOLDS[held.control]), held.progress)
        elif self._services.toast:
            toast(canvas, self._services.toast)

    def _picture_of(self, canvas: Canvas) -> Picture:
        """Return the picture of a canvas, once every observer has seen it."""
        self._observe(canvas)
        return canvas.picture()

    def _observe(self, canvas: Canvas) -> None:
        for observer in self.observers:
            observer(canvas)

    # --- showing ---

    def show(self, picture: Picture, level: SleepStage, layers: Layers) -> None:
        """Give every panel what changed."""
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
        """Show the screen to panels that never sleep; nothing wears out there."""
        if level >= SleepStage.SAVER and self.has_watchers:
            try:
                picture = self.draw(layers)
            except Exception as error:  # noqa: BLE001 - the display rests, and they see that
                self._fail_watchers(error)
        if self._shown_awake != picture:
            self._shown_awake = picture
            for panel in self.panels:
                if panel.never_sleeps:
                    panel.show(picture)

    @property
    def has_watchers(self) -> bool:
        """Say whether somebody looks at the table itself."""
        return any(panel.wants_table for panel in self.panels)

    def _show_table(self, stack: Sequence[Screen]) -> None:
        """Give the table to those who have more room than the display; made once for all."""
        if self._big_table is None:
            from firmware_py.app.page_state import BigTable  # only where somebody looks

            self._big_table = BigTable(self._services)
        try:
            parts, hidden = self._big_table.parts(stack)
            for panel in self.panels:
                panel.show_table(parts, hidden)
        except Exception as error:  # noqa: BLE001 - the display has what people need
            self._fail_watchers(error)

    def _fail_watchers(self, error: Exception) -> None:
        """Log what could not be drawn for pages."""
        for panel in self.panels:
            if panel.wants_table:
                panel.fail("", "", error)

    def show_words(self, words: str) -> None:
        """Show what the box waits for, in the place of everything, until the next picture."""
        canvas = Canvas()
        headline(canvas, words, WHOLE)
        picture = self._picture_of(canvas)
        self._shown = self._shown_awake = None  # whatever comes next is painted
        for panel in self.panels:
            panel.show(picture)

    # --- panels ---

    def set_up(self, panel: Panel) -> None:
        """Tell a panel everything that is set, and whose turn it is."""
        language = self._services.settings["language"]
        panel.set_language(language, translator(language))
        panel.apply_settings(self._services.settings, self.faces_away())
        panel.show_turn(*self.turn())

    def join(self, panel: Panel) -> None:
        """Let a panel that comes later show what the others show."""
        self.panels.append(panel)
        self.set_up(panel)
        if self._shown is not None:
            picture, level = self._shown
            panel.light(level)
            panel.show(picture)

    def turn(self) -> tuple[int | None, tuple[int, ...]]:
        """Return the seat on turn, and the winners once there are some."""
        table = self._services.table
        if table is None:
            return None, ()
        turn = table.match.turn
        if turn is not None:
            return turn.seat, ()
        outcome = table.match.engine.outcome(table.match.state)
        return None, () if outcome is None else outcome.winners

    def faces_away(self) -> bool:
        """Say whether the picture is turned to the other side of the table."""
        wanted = self._services.settings["rotation"]
        table = self._services.table
        turn = None if table is None else table.match.turn
        if wanted != "player" or table is None or turn is None or turn.seat is None:
            return bool(wanted == "flipped")
        # Seats go round the table: the second half of them sits across.
        return 2 * turn.seat >= table.match.start.seats
