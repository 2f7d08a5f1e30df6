"""A hint: the move, why it is good and what to beware of, thought of for whoever holds WHY."""

from __future__ import annotations

from dataclasses import replace

from engines.bots.player import LEVELS
from engines.bots.seat_view import seat_view
from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.match.engine_process.messages import Job, Reply
from firmware_py.match.game_info import facts_of
from firmware_py.match.picker import Picker, way_to
from firmware_py.match.scene import AnyScene, entry_of
from firmware_py.match.taps import ROOT, part_code, path_code
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
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
    """Return why no hint can be had now, to be translated; None: it can."""
    match = services.current_table.match
    mode, practice = services.settings["hints"], facts_of(match.engine.name).practice
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
    """Thinks as the best player does; a press wants the answer now."""

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
        """Draw that it thinks, and how far it is."""
        top_bar(canvas, self.services.say(N_("Hint")))
        headline(canvas, self.services.say(N_("thinking")), Rect(0, BODY.y + 4, WIDTH, 24))
        progress(canvas, self.services.thinker.part(self._token), _BAR)

    def words(self) -> ScreenWords:
        """Return that it thinks."""
        return ScreenWords(self.services.say(N_("Hint")), self.services.say(N_("thinking")))

    def table_scene(self) -> AnyScene:
        """Return the table as it lies: on a page nothing covers it meanwhile."""
        return self.services.scene(self.table.match).public()

    def handle(self, event: Input) -> Next:
        """Want the answer now, or none."""
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
        """Think no longer."""
        self.services.thinker.cancel(self._token)

    def told(self) -> Next:
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
    """The hint in words; a page shows beside them, on the table, what it means."""

    def __init__(self, services: Services, title: str, text: str, choice: str) -> None:
        super().__init__(services, title, text)
        self._match = services.current_table.match
        self._scene = _advised(services, choice)

    def table_scene(self) -> AnyScene | None:
        """Return the table with the choice marked as if the knob had gone there.

        Nothing plays it from here. Whoever holds WHY sees their own hand already; what strangers
        get depends on no hint (`ui.big_table`).
        """
        if self._match.state is not self._scene.state:
            return None  # a program played meanwhile
        return self._scene.public()

    def tapped(self, code: str) -> Next:
        """Close: the tap is for the table below; one on what is marked leads all the way there."""
        part = self._scene.highlighted
        if part is not None and code == part_code(part):
            code = f"{ROOT}/{path_code(*self._scene.picked, part)}"
        return Pop(TapThrough(code))


def _advised(services: Services, choice: str) -> AnyScene:
    """Return the scene in which the knob has gone to a choice, with nothing else on offer."""
    match = services.current_table.match
    assert match.turn is not None
    scene = replace(services.scene(match), is_advice=True, eyes=match.turn.seat)
    tree = face_of(match.engine.name).tree(match.state)
    way = way_to(tree, choice)
    if way is None:
        return scene  # no list holds all that may be answered
    picker = Picker(tree)
    picker.go(way)
    part = picker.highlighted
    options = () if part is None else (part,)
    return replace(
        scene, **entry_of(picker) | {"options": options, "index": 0, "reachable": (choice,)}
    )
