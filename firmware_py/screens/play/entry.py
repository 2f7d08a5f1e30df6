"""Entering a choice: the cursor, taps, numbers that are typed, and why something cannot be chosen.

    knob --> picker --\
    tap ---> Entry.tap --> a part is picked; a whole choice is shown, and pressed by a second tap
                      \\--> it is not offered: Verdict, with the rule
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from functools import partial

from engines.engine import ChoicePart, Reason
from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.match.picker import ChoiceNode, CursorStart, Picker, at_first
from firmware_py.match.scene import AnyScene, entry_of
from firmware_py.match.taps import (
    AskedNumber,
    TypedNumber,
    choice_at,
    find,
    first_leaf,
    keeping,
    played_by,
)
from firmware_py.screens.play.why import AnyMatch, grounds_text, pages_of, refusal_text
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.navigation import (
    Input,
    Next,
    PlayChecked,
    Pop,
    ScreenWords,
    TapThrough,
    TypeThrough,
)
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, fitting, headline, paragraph, scroll_mark
from hardware.events import Control, Pressed

_VERDICT = Rect(0, 0, WIDTH, 16)
_REASON = Rect(0, 17, WIDTH - 5, 46)


class TapResult(Enum):
    """What came of a tap."""

    NOTHING = auto()
    PICKED = auto()
    """A part is picked, or was already."""
    SHOWN = auto()
    """The cursor is on a whole choice, which a second tap makes."""
    PRESS = auto()
    """It counts as a press of the knob: the choice under the cursor is made."""
    NOT_OFFERED = auto()
    """It is no part of any choice that is offered."""


class ChoiceEntry:
    """The cursor on what can be chosen in a match; the knob and taps move it."""

    def __init__(self, services: Services, match: AnyMatch) -> None:
        self.services = services
        self.match = match
        self.face = face_of(match.engine.name)
        self.begin()

    def begin(self) -> None:
        """Offer what is legal now."""
        state = self.state = self.match.state
        start = at_first if self.match.turn is None else partial(self.face.start, state)
        self.offer(self.face.tree(state), start)

    def offer(self, tree: ChoiceNode, start: CursorStart = at_first) -> None:
        """Offer the choices of a tree."""
        self._tree = tree
        self.picker = Picker(tree, start)
        self.shown: tuple[ChoicePart, ...] = ()
        """The whole choice that a tap has shown: the next tap on it makes it."""

    def scene(self, title: str, corner: str = "") -> AnyScene:
        """Return the table with the cursor."""
        scene = self.services.scene(self.match)
        return replace(scene, title=title, corner=corner, **entry_of(self.picker))

    def tap(self, code: str, *, shows_first: bool = True) -> TapResult:
        """Do what the knob would: pick a part, or show a whole choice before it is made."""
        picker, text = self.picker, played_by(code)
        if text is not None:
            is_shown = bool(picker.complete) and picker.reachable == [text]
            return TapResult.PRESS if is_shown else TapResult.NOTHING
        parts = find(self._tree, picker.picked, picker.highlighted, code)
        if parts is None:
            return TapResult.NOT_OFFERED
        if parts == picker.picked:
            return TapResult.PICKED  # what was dialled for it stays
        shown, self.shown = self.shown, ()
        if parts == picker.complete:  # its last part may be the only one, and so is not asked for
            return self._show(parts, shown, shows_first=shows_first)
        if not picker.go(keeping(self._tree, picker.picked, parts)):
            return TapResult.PICKED
        whole = picker.complete
        if not whole:
            picker.press()
            return TapResult.PICKED
        return self._show(whole, shown, shows_first=shows_first)

    def _show(
        self, whole: tuple[ChoicePart, ...], shown: tuple[ChoicePart, ...], *, shows_first: bool
    ) -> TapResult:
        if whole == shown or not shows_first:
            return TapResult.PRESS
        self.shown = whole
        return TapResult.SHOWN

    def describe(self, text: str) -> str:
        """Return the words of a legal choice, for use within a sentence."""
        engine = self.match.engine
        voice = self.services.voice(engine, self.match.names)
        return voice.phrase(engine.describe(self.match.state, engine.read(text)))


class Verdict(PagedScreen[str]):
    """The answer: legal, then a press plays it; or the reason. The knob turns to the board."""

    def __init__(
        self,
        services: Services,
        scene: AnyScene,
        text: str,
        reason: Reason | None,
        match: AnyMatch | None = None,
    ) -> None:
        match = match or services.current_table.match
        self.services = services
        self._reason = reason
        self._text = text
        self._title = services.say(N_("Legal") if reason is None else N_("Not legal"))
        self._scene = replace(scene, title=self._title)
        why = (
            grounds_text(services, text, match)
            if reason is None
            else refusal_text(services, reason, match)
        )
        if reason is None:
            plays = services.say(N_("Press: play it."))
            why = f"{plays} {why}"
        self._why = why
        self.pages = pages_of(services, why, _REASON)
        self._match = match
        self._face = face_of(match.engine.name)
        self.asked: AskedNumber | None = None
        """What the screen below asks for: it can be typed again at once."""

    def asked_number(self) -> AskedNumber | None:
        """Return what is asked below."""
        return self.asked

    def type_number(self, text: str, *, enters: bool) -> Next:
        """Close: it is for the screen below."""
        return Pop(TypeThrough(text, enters))

    @property
    def page_count(self) -> int:
        """The words, and the board."""
        return len(self.pages) + 1

    def draw(self, canvas: Canvas) -> None:
        """Draw the answer over its words, page by page, and the board after the last."""
        if self.page == len(self.pages):
            self._face.draw(canvas, replace(self._scene, corner=self.page_number))
            return
        headline(canvas, self._title, _VERDICT)
        text = self.pages[self.page]
        paragraph(canvas, text, _REASON, font=fitting(text, _REASON, "medium"))
        scroll_mark(
            canvas, Rect(BODY.x, _REASON.y, BODY.w, _REASON.h), self.page, 1, self.page_count
        )

    def words(self) -> ScreenWords:
        """Return what stands against the move, or for it."""
        return ScreenWords(text=self._why)

    def tapped(self, code: str) -> Next:
        """Play what is legal if that is tapped; else the tap is for the table below."""
        if self._reason is None and played_by(code) == self._text:
            return Pop(PlayChecked(self._text))
        return Pop(TapThrough(code))

    def table_scene(self) -> AnyScene:
        """Return the table for a picture, with what stands against the move."""
        return replace(self._scene, eyes=None).public()

    def handle(self, event: Input) -> Next:
        """Turn the pages; a press of the knob plays what is legal, any other closes."""
        if event == Pressed(Control.KNOB, event.source) and self._reason is None:
            return Pop(PlayChecked(self._text))
        return super().handle(event)


def verdict_on(services: Services, match: AnyMatch, scene: AnyScene, code: str) -> Verdict | None:
    """Return why what was tapped cannot be chosen; None: it is nothing that hands could try."""
    tries = face_of(match.engine.name).attempts(match.state)
    parts = find(tries, scene.picked, scene.highlighted, code)
    if parts is None:
        return None
    parts = first_leaf(tries, parts)
    return refusal_of(services, match, replace(scene, picked=parts), choice_at(tries, parts))


def refusal_of(services: Services, match: AnyMatch, scene: AnyScene, text: str) -> Verdict:
    """Return what the rules say to a choice, over the scene in which it was tried."""
    reason = match.why_not(text)
    tried = replace(scene, options=(), index=0, complete=(), told=None, refused=reason)
    return Verdict(services, tried, text, reason, match)


def refuse_typed(
    services: Services, scene: AnyScene, picker: Picker, asked: AskedNumber, typed: TypedNumber
) -> Verdict | str:
    """Return what the rules say to a number; of what is none, or not offered, its limits.

    Either is told again beside the field: where somebody types, nothing else may be in sight.
    """
    match = services.current_table.match
    choice = None if typed.value is None else picker.written(typed.value)
    if choice is None or match.why_not(choice) is None:
        told = N_("A number from {low} to {high}")
        if not typed.is_whole:
            told = N_("A whole number from {low} to {high}")
        return services.say(told, low=asked.low, high=asked.high)
    verdict = refusal_of(services, match, scene, choice)
    verdict.asked = asked._replace(why=verdict.words().text)
    return verdict
