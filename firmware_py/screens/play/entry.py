"""Entering a choice: in play, practice, lessons, puzzles, *Check a move*, and where a hint points.

    knob --> picker -------\\
    tap ---> tap ----------+-> a part is picked; a complete choice is shown, a second tap makes it
    number -> dial_typed --/\\-> it is not offered: a Verdict, with the rule
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import partial
from typing import Any

from engines.bots.player import Thought
from engines.engine import ChoicePart
from firmware_py.core.language import N_
from firmware_py.games import ui_of
from firmware_py.match.engine_process import Job, Reply
from firmware_py.match.picker import ChoiceNode, CursorStart, Picker, along, at_first, way_to
from firmware_py.match.scene import AnyScene, entry_of
from firmware_py.match.taps import (
    AskedNumber,
    TypedNumber,
    choice_at,
    codes_after,
    dropped,
    find,
    first_leaf,
    keeping,
    played_by,
)
from firmware_py.screens.play.why import AnyMatch, Verdict, Why
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    HoldThrough,
    Input,
    Next,
    Pop,
    Push,
    Returned,
    Screen,
    ScreenWords,
    TapThrough,
)
from firmware_py.ui.paging import Page, moved, set_pages
from firmware_py.ui.services import Services
from hardware.events import Control, Pressed, Turned

STILL_S = 0.6
"""A finger that made the last turn may still press within this time."""
DONE_S = 1.0
"""How long a stage with a single option is shown as done."""
_LEVELS = 3
"""Pictures of the wait: each is a frame on a slow wire."""


@dataclass(slots=True)
class Handover:
    """The moment after a committed turn, in which the next entry takes no press.

    ::

        press plays a turn --- 0.6 s without a touch of the knob --> presses are taken again
               |                     ^
               '-- press, turn ------'   starts the time again; a turn moves the cursor all the same

    Times are by the clock of the event loop.
    """

    until_s: float | None = None
    """When presses are taken again; None: they are."""
    _done_until_s: float = -math.inf

    def begin(self, now_s: float) -> None:
        """Begin to wait: somebody else chooses next."""
        self.until_s = now_s + STILL_S

    def end(self) -> None:
        """Take presses again."""
        self.until_s = None

    def is_on(self, now_s: float) -> bool:
        """Return whether presses are not taken."""
        if self.until_s is not None and now_s >= self.until_s:
            self.until_s = None
        return self.until_s is not None

    def touch(self, now_s: float) -> bool:
        """Wait longer, because the knob moved; return whether presses are not taken."""
        is_on = self.is_on(now_s)
        if is_on:
            self.begin(now_s)
        return is_on

    def left(self, now_s: float) -> float:
        """Return how much of the wait is left, from 1 to 0, in steps."""
        if self.until_s is None or not self.is_on(now_s):
            return 0.0
        return math.ceil((self.until_s - now_s) / STILL_S * _LEVELS - 1e-6) / _LEVELS

    def skip(self, now_s: float) -> None:
        """Show for a moment that a stage with a single option is done."""
        self._done_until_s = now_s + DONE_S

    def shows_done(self, now_s: float) -> bool:
        """Return whether a stage is shown as done."""
        return now_s < self._done_until_s

    def next_change_s(self, now_s: float) -> float | None:
        """Return when the picture changes, or None."""
        times = [self._done_until_s] if self.shows_done(now_s) else []
        if self.until_s is not None and self.is_on(now_s):
            further = round(self.left(now_s) * _LEVELS) - 1
            times.append(self.until_s - further * STILL_S / _LEVELS)
        return min(times, default=None)


NOT_NOW = N_("Not possible right now")


class TapResult(Enum):
    """The effect of a tap."""

    NOTHING = auto()
    PICKED = auto()
    """A part is picked, or was already."""
    SHOWN = auto()
    """The cursor is on a complete choice; a second tap makes it."""
    PRESS = auto()
    """The tap counts as a press of the knob: the choice under the cursor is made."""
    NOT_OFFERED = auto()
    """No choice on offer has this part."""


class ChoiceEntry:
    """The cursor on the choices of a match; the knob, taps and typed numbers move it."""

    def __init__(self, services: Services, match: AnyMatch, *, shows_first: bool = True) -> None:
        self.services = services
        self.match = match
        self.ui = ui_of(match.engine.name)
        self._shows_first = shows_first
        """The first tap on a complete choice only shows it."""
        self.begin()

    def begin(self) -> None:
        """Offer the legal choices."""
        state = self.state = self.match.state
        tree, turn = self.ui.tree(state), self.match.turn
        start: CursorStart = at_first if turn is None else partial(self.ui.start, state)
        if self.ui.repeats and turn is not None and turn.seat is not None:
            played = (each.line for each in reversed(self.match.moments))
            last = next((line.text for line in played if line.who == str(turn.seat)), "")
            way = way_to(tree, last)
            start = start if way is None else along(way, start)
        self.offer(tree, start)

    def offer(self, tree: ChoiceNode, start: CursorStart = at_first) -> None:
        """Offer the choices of a tree."""
        self._tree = tree
        self.picker = Picker(tree, start)
        self.shown: tuple[ChoicePart, ...] = ()
        """The complete choice that a tap has shown; the next tap on it makes it."""

    def show(self, text: str) -> bool:
        """Put the cursor on a choice; return False if it is not in the tree."""
        way = way_to(self._tree, text)
        if way is not None:
            self.picker.go(way)
        return way is not None

    def advise(self, text: str) -> None:
        """Put the cursor on a choice that a hint advises, as a tap on all of it would."""
        if self.show(text):
            self.shown = self.picker.complete

    @property
    def is_current(self) -> bool:
        """Return whether the choices are of the current table; a screen above may change it."""
        return self.state is self.match.state

    def fields(self) -> dict[str, Any]:
        """Return the fields of a scene about the entry; empty for choices of an earlier table."""
        if not self.is_current:
            return {}
        is_proposal = not self.shown or self.picker.complete != self.shown
        return {**entry_of(self.picker), "is_proposal": is_proposal}

    def after(self, code: str) -> list[str]:
        """Return the codes of what may follow a piece that is dragged."""
        return codes_after(self._tree, code) if self.is_current else []

    def scene(self, title: str, corner: str = "") -> AnyScene:
        """Return the table with the cursor."""
        return self.services.scene(self.match, title=title, corner=corner, **self.fields())

    def tap(self, code: str) -> TapResult:
        """Move the cursor to what was tapped.

        A choice is made at once if the tap names the last of several parts that were picked by
        hand, or what is shown already, or if a piece was dragged.
        """
        picker, text = self.picker, played_by(code)
        code, is_drop = dropped(code)
        if text is not None:
            is_shown = bool(picker.complete) and picker.reachable == [text]
            return TapResult.PRESS if is_shown else TapResult.NOTHING
        cursor = None if is_drop else picker.highlighted
        parts = find(self._tree, () if is_drop else picker.picked, cursor, code)
        if parts is None:
            return TapResult.NOT_OFFERED
        if parts == picker.picked:
            return TapResult.PICKED  # what was dialled for it stays
        shown, self.shown = self.shown, ()
        if parts == picker.complete:  # its last part may be the only one, and so is not asked for
            return TapResult.PRESS
        begun = picker.picked if picker.has_begun else ()
        if not picker.go(keeping(self._tree, picker.picked, parts)):
            # A piece with a single place: its drop is the whole choice all the same.
            return TapResult.PRESS if is_drop and picker.complete == parts else TapResult.PICKED
        whole = picker.complete
        if not whole:
            picker.press()
            return TapResult.PICKED
        is_by_hand = bool(begun) and parts == whole and parts[: len(begun)] == begun
        if is_drop or is_by_hand or whole == shown or not self._shows_first:
            return TapResult.PRESS
        self.shown = whole
        return TapResult.SHOWN

    def describe(self, text: str) -> str:
        """Return the words of a legal choice, for use within a sentence."""
        engine = self.match.engine
        voice = self.services.voice(engine, self.match.names)
        return voice.phrase(engine.describe(self.match.state, engine.read(text)))

    # --- reasons ---

    def why(self, scene: AnyScene) -> Why:
        """Return the reasons for the option under the cursor, and against others."""
        return Why(self.services, self.match, scene, self.picker)

    def judge(self, scene: AnyScene, text: str) -> Verdict:
        """Return the verdict on a choice that was entered."""
        return Verdict(self.services, self.match, scene, text)

    def judge_tap(self, scene: AnyScene, code: str) -> Verdict | None:
        """Return the verdict on a tap; None if nobody could try such a move."""
        attempts = self.ui.attempts(self.match.state)
        code, is_drop = dropped(code)
        # Where the knob only began is nothing that hands have picked up.
        cursor = None if is_drop or scene.is_proposal else scene.highlighted
        parts = find(attempts, () if is_drop else scene.picked, cursor, code)
        if parts is None:
            return None
        # What was not tapped is drawn by no arrow; a rule is asked about a whole choice.
        whole = choice_at(attempts, first_leaf(attempts, parts))
        return self._refuse(replace(scene, picked=parts), whole)

    def judge_typed(self, scene: AnyScene, asked: AskedNumber, typed: TypedNumber) -> Verdict | str:
        """Return the verdict on a number; its limits where it is not a number, or not offered.

        The text is repeated next to the input field, because the rest may be scrolled away.
        """
        say = self.services.say
        choice = None if typed.value is None else self.picker.written(typed.value)
        if choice is None or self.match.why_not(choice) is None:
            limits = N_("A number from {low} to {high}")
            if not typed.is_whole:
                limits = N_("A whole number from {low} to {high}")
            return say(limits, low=asked.low, high=asked.high)
        verdict = self._refuse(scene, choice)
        verdict.asked = asked._replace(why=verdict.words().text)
        return verdict

    def _refuse(self, scene: AnyScene, text: str) -> Verdict:
        still = scene.options
        tried = replace(scene, options=(), index=0, complete=(), told=None, still=still)
        return self.judge(tried, text)


class EntryScreen(Screen):
    """A screen on which a choice is entered."""

    def __init__(self, services: Services, entry: ChoiceEntry) -> None:
        self.services = services
        self.entry = entry

    @property
    def picker(self) -> Picker:
        """The cursor."""
        return self.entry.picker

    @property
    def may_sleep(self) -> bool:
        """Never in the middle of an entry."""
        return not self.picker.has_begun

    @abstractmethod
    def scene(self) -> AnyScene:
        """Return the table as it is drawn now."""

    @abstractmethod
    def take(self, text: str) -> Next:
        """Act on a complete choice."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with the cursor."""
        self.entry.ui.draw(canvas, self.scene())

    def table_scene(self) -> AnyScene:
        """Return the table for a picture."""
        return self.scene().public()

    def handle(self, event: Input) -> Next:
        """Move the cursor, pick, go back or explain."""
        match event:
            case Turned(steps):
                self.picker.turn(steps, coarse=event.pressed)
            case Pressed(Control.KNOB):
                return self.press()
            case Pressed(Control.BACK):
                return STAY if self.picker.back() else self.leave()
            case Pressed(Control.WHY):
                return self.explain()
            case _:
                return IGNORED
        return STAY

    def press(self) -> Next:
        """Pick the part under the cursor, and act on a choice that is complete."""
        text = self.picker.press()
        return STAY if text is None else self.take(text)

    def leave(self) -> Next:
        """Called for BACK before a part is picked."""
        return Pop()

    def explain(self) -> Next:
        """Called for WHY."""
        return Push(self.entry.why(self.scene()))

    def tapped(self, code: str) -> Next:
        """Move the cursor to what was tapped; a second tap acts as a press."""
        match self.entry.tap(code):
            case TapResult.PRESS:
                return self.press()
            case TapResult.NOT_OFFERED:
                return self.refuse_tap(code)
            case _:
                return STAY

    def refuse_tap(self, code: str) -> Next:
        """Open the reason why what was tapped cannot be chosen."""
        verdict = self.entry.judge_tap(self.scene(), code)
        if verdict is not None:
            verdict.asked = self.asked_number()
            return Push(verdict)
        self.services.toast = self.services.say(NOT_NOW)
        return STAY

    def returned(self, answer: Returned) -> Next:
        """Act on a tap or a hold that closed the screen above."""
        match answer:
            case TapThrough(code):
                return self.tapped(code)
            case HoldThrough(event):
                return self.handle(event)
        return STAY


class CheckMove(EntryScreen):
    """Enters any piece to any square, as at the table; the answer is the rule."""

    may_sleep = False
    about = N_("Enter what was played. The last press tells you if it is legal.")

    def __init__(self, services: Services, match: AnyMatch | None = None) -> None:
        match = match or services.current_table.match
        super().__init__(services, ChoiceEntry(services, match, shows_first=False))
        self.entry.offer(self.entry.ui.attempts(match.state))

    def scene(self) -> AnyScene:
        """Return the table with the cursor on any move at all."""
        scene = self.entry.scene(self.services.say(N_("Check")))
        return replace(scene, last=None, before=None, reachable=())

    def words(self) -> ScreenWords:
        """Return what the screen is for: on a web page it looks like play."""
        return ScreenWords(self.services.say(N_("Check")), self.services.say(self.about))

    def explain(self) -> Next:
        """Show what the screen is for."""
        self.services.toast = self.services.say(self.about)
        return STAY

    def take(self, text: str) -> Next:
        """Show the verdict."""
        verdict = self.entry.judge(self.scene(), text)
        self.picker.back()
        return Push(verdict)

    def returned(self, answer: Returned) -> Next:
        """Pass on a move to be played; act on what closed the verdict."""
        if answer is None or isinstance(answer, TapThrough | HoldThrough):
            return super().returned(answer)
        return Pop(answer)


class TaskScreen(EntryScreen):
    """A task to read next to a table of its own, then a choice: a step of a lesson, a puzzle."""

    entry: ChoiceEntry

    def __init__(self, services: Services) -> None:
        self.services = services

    def begin(self, match: AnyMatch) -> None:
        """Show a match, with its task to be read."""
        self.entry = ChoiceEntry(self.services, match)
        self.page = 0
        self.is_asking = False
        """The task was read, and the knob chooses."""

    @abstractmethod
    def pages(self) -> tuple[Page, ...]:
        """Return the pages of the task."""

    @property
    def task_page(self) -> int:
        """The page that BACK leads to from a choice."""
        return 0

    def draw(self, canvas: Canvas) -> None:
        """Draw the table next to the task, or with the cursor."""
        scene = self.scene()
        if not self.is_asking:
            pages = self.pages()
            scene = replace(scene, told=pages[moved(self.page, 0, len(pages))])
        self.entry.ui.draw(canvas, scene)

    def leave(self) -> Next:
        """Show the task again."""
        self.is_asking, self.page = False, self.task_page
        return STAY

    def reading_scene(self, title: str, corner: str) -> AnyScene:
        """Return the table without a cursor."""
        scene = self.services.scene(self.entry.match)
        return replace(scene, title=title, corner=corner, before=None)

    def pages_of(self, text: str, scene: AnyScene) -> tuple[Page, ...]:
        """Return a text in the place that the table leaves for words."""
        place = self.entry.ui.hands.place(scene)
        return set_pages((text,), place, large=scene.large, grows=False)


class JudgedTask(TaskScreen):
    """A task in which the box thinks about each choice: a puzzle, a mistake."""

    _asked: int | None = None
    """The question to the box, while it thinks."""
    _reply: Reply | None = None
    """Its reply, until the screen acts on it."""

    @property
    def may_sleep(self) -> bool:
        """Never in the middle of an entry, or while the box thinks."""
        return super().may_sleep and self._asked is None

    def ask(self, job: Job) -> None:
        """Let the box think."""
        self._asked = self.services.thinker.ask(job, self._hear)

    def _hear(self, reply: Reply) -> None:
        self._asked, self._reply = None, reply

    def thought_arrived(self) -> Next:
        """Act on what the box thinks of the choice."""
        if self._reply is None:
            return STAY
        thought, self._reply = self._reply.thought, None
        return self.judged(thought)

    @abstractmethod
    def judged(self, thought: Thought | None) -> Next:
        """Act on what the box thinks of the choice; None if it found nothing."""

    def dropped(self) -> None:
        """Stop thinking."""
        if self._asked is not None:
            self.services.thinker.cancel(self._asked)
            self._asked = None

    def read(self, event: Input) -> Next:
        """Turn the pages of the task, begin to choose, or leave."""
        pages = self.pages()
        match event:
            case Turned(steps) if len(pages) > 1:
                self.page = moved(self.page, steps, len(pages))
            case Pressed(Control.KNOB) if self.page + 1 < len(pages):
                self.page += 1
            case Turned() | Pressed(Control.KNOB):
                self.is_asking = True
            case Pressed(Control.BACK):
                return Pop()
            case _:
                return IGNORED
        return STAY

    def tapped(self, code: str) -> Next:
        """Choose what was tapped; not while the box thinks."""
        if self._asked is not None:
            return STAY
        self.is_asking = True
        return super().tapped(code)
