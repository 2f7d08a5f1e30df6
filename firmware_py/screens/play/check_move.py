"""Check a move: any piece to any square, as the hands did it; the answer is the rule."""

from __future__ import annotations

from dataclasses import replace

from engines.engine import Reason
from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.match.picker import Picker
from firmware_py.match.scene import AnyScene, entry_of
from firmware_py.match.taps import AskedNumber, TypedNumber, choice_at, find, first_leaf, played_by
from firmware_py.screens.play.why import AnyMatch, grounds_text, pages_of, refusal_text
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Input,
    Next,
    PlayChecked,
    Pop,
    Push,
    Returned,
    Screen,
    ScreenWords,
    TapThrough,
    TypeThrough,
)
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, fitting, headline, paragraph, scroll_mark
from hardware.events import Control, Pressed, Turned

_VERDICT = Rect(0, 0, WIDTH, 16)
_REASON = Rect(0, 17, WIDTH - 5, 46)
_ABOUT = N_("Pick what the hands did; the last press says whether it is legal.")


class CheckMove(Screen):
    """Pick what the hands did, legal or not."""

    may_sleep = False

    def __init__(self, services: Services, match: AnyMatch | None = None) -> None:
        self.services = services
        self.match = match or services.current_table.match
        self.face = face_of(self.match.engine.name)
        self.picker = Picker(self.face.attempts(self.match.state))

    def scene(self, refused: Reason | None = None) -> AnyScene:
        """Return what the face draws."""
        entry = {**entry_of(self.picker), "reachable": (), "refused": refused}
        title = self.services.say(N_("Check"))
        return replace(
            self.services.scene(self.match), title=title, last=None, before=None, **entry
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with the cursor on anything at all."""
        self.face.draw(canvas, self.scene())

    def handle(self, event: Input) -> Next:
        """Pick part by part; the last press answers."""
        match event:
            case Turned(steps):
                self.picker.turn(steps)
            case Pressed(Control.KNOB):
                text = self.picker.press()
                if text is not None:
                    return self._judge(text)
            case Pressed(Control.BACK):
                if not self.picker.back():
                    return Pop()
            case Pressed(Control.WHY):
                self.services.toast = self.services.say(_ABOUT)
            case _:
                return IGNORED
        return STAY

    def tapped(self, code: str) -> Next:
        """Pick what was tapped, whatever it is; the last tap answers."""
        root = self.face.attempts(self.match.state)
        parts = find(root, self.picker.picked, self.picker.highlighted, code)
        if parts is None or not self.picker.go(parts):
            return STAY
        text = self.picker.press()
        return STAY if text is None else self._judge(text)

    def words(self) -> ScreenWords:
        """Return what this is for: on a page it looks like play."""
        return ScreenWords(self.services.say(N_("Check")), self.services.say(_ABOUT))

    def table_scene(self) -> AnyScene:
        """Return the table for a picture, with what is being checked."""
        return self.scene().public()

    def returned(self, answer: Returned) -> Next:
        """Pass on what shall be played; take a tap on the table below the answer."""
        if isinstance(answer, TapThrough):
            return self.tapped(answer.code)
        return STAY if answer is None else Pop(answer)

    def _judge(self, text: str) -> Next:
        reason = self.match.why_not(text)
        scene = self.scene(reason)
        self.picker.back()
        return Push(Verdict(self.services, scene, text, reason, self.match))


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
