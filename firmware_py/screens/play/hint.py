"""A hint: the move, why it is good and what to beware of; opened by holding WHY.

When it closes the cursor of play is on the move that it advises.
"""

from __future__ import annotations

from engines.bots.player import LEVELS
from engines.bots.seat_view import seat_view
from firmware_py.core.language import N_
from firmware_py.games import ui_of
from firmware_py.match.engine_process import Job, Reply
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import AnyScene
from firmware_py.match.taps import ROOT, part_code, path_code
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Advised,
    Input,
    Next,
    Pop,
    Replace,
    Screen,
    ScreenWords,
    TapThrough,
)
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, headline, progress, top_bar
from hardware.events import Control, Pressed

_BAR = Rect(10, BODY.y + 32, WIDTH - 20, 9)


def why_no_hint(services: Services) -> str | None:
    """Return why there is no hint now, to be translated, or None."""
    match = services.current_table.match
    mode, practice = services.settings["hints"], info_of(match.engine.name).practice
    turn = match.turn
    if mode == "off":
        return N_("Hints are off")
    if mode == "practice" and not match.practice:
        return N_("Hints are for practice only")
    if practice is None or (practice.has_hands and not match.practice):
        return N_("No hint for this game")
    if turn is None or turn.seat is None or match.header.level_of(turn.seat):
        return N_("Nobody has to choose now")
    return None


class Hint(Screen):
    """Thinks at the highest level; a press asks for the best move so far."""

    may_sleep = False

    def __init__(self, services: Services) -> None:
        self.services = services
        self.table = services.current_table
        match = self.table.match
        assert match.turn is not None
        assert match.turn.seat is not None
        self._seat = match.turn.seat
        self._reply: Reply | None = None
        job = Job(
            match.engine.name,
            seat_view(match, self._seat),
            LEVELS[-1],
            services.thinker.seconds,
            seed=match.start.seed + len(match.lines),
            coached=True,
        )
        self._token = services.thinker.ask(job, self._take, self.table)

    def draw(self, canvas: Canvas) -> None:
        """Draw that the box thinks, and its progress."""
        top_bar(canvas, self.services.say(N_("Hint")))
        headline(canvas, self.services.say(N_("thinking")), Rect(0, BODY.y + 4, WIDTH, 24))
        progress(canvas, self.services.thinker.part(self._token), _BAR)

    def words(self) -> ScreenWords:
        """Return that the box thinks."""
        return ScreenWords(self.services.say(N_("Hint")), self.services.say(N_("thinking")))

    def table_scene(self) -> AnyScene:
        """Return the table, which stays visible on a web page."""
        return self.services.scene(self.table.match).public()

    def handle(self, event: Input) -> Next:
        """Ask for the best move so far, or close."""
        match event:
            case Pressed(Control.KNOB | Control.WHY):
                self.services.thinker.hurry(self._token)
            case Pressed(Control.BACK):
                self.dropped()
                return Pop()
            case _:
                return IGNORED
        return STAY

    def dropped(self) -> None:
        """Stop thinking."""
        self.services.thinker.cancel(self._token)

    def thought_arrived(self) -> Next:
        """Show the hint, and note in the record that it was given."""
        if self._reply is None:
            return STAY
        reply, title = self._reply, self.services.say(N_("Hint"))
        if reply.thought is None:
            return Replace(
                TextScreen(self.services, title, self.services.say(N_("No hint was found.")))
            )
        match = self.table.match
        voice = self.services.voice(match.engine, self.table.names)
        choice = match.engine.read(reply.thought.move)
        said = [voice.say(match.engine.describe(match.state, choice)).rstrip(".") + "."]
        said += [voice.say(each) for each in (*reply.words, *reply.thought.assumes)]
        self.table.note(f"hint {self._seat} {reply.thought.move}")
        text = match.engine.write(choice)
        return Replace(HintCard(self.services, title, "\n".join(said), text))

    def _take(self, reply: Reply) -> None:
        self._reply = reply


class HintCard(TextScreen):
    """The hint in words; a web page also shows it on the table."""

    def __init__(self, services: Services, title: str, text: str, choice: str) -> None:
        super().__init__(services, title, text)
        self._match = services.current_table.match
        self._choice = choice
        self._scene = _advised(services, choice)

    def table_scene(self) -> AnyScene | None:
        """Return the table with the cursor on the choice.

        Nothing plays it from here. The player sees their own hand already, and viewers get no hint
        (`app.page_state`).
        """
        if self._match.state is not self._scene.state:
            return None  # a program has played
        return self._scene.public()

    def handle(self, event: Input) -> Next:
        """Scroll; when it closes the cursor goes to the choice."""
        step = super().handle(event)
        return Pop(Advised(self._choice)) if isinstance(step, Pop) else step

    def tapped(self, code: str) -> Next:
        """Close and pass the tap to the table below; a tap on the hint selects all of it."""
        part = self._scene.highlighted
        if part is not None and code == part_code(part):
            code = f"{ROOT}/{path_code(*self._scene.picked, part)}"
        return Pop(TapThrough(code))


def _advised(services: Services, choice: str) -> AnyScene:
    """Return the scene with the cursor on a choice, and nothing else on offer."""
    match = services.current_table.match
    assert match.turn is not None
    scene = services.scene(match, eyes=match.turn.seat)
    return ui_of(match.engine.name).advised(scene, choice)
