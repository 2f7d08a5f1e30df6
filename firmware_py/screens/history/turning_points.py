"""After a match: the choices that decided it, each on its table, with what would have been better.

They are thought about in the background; whoever looks earlier sees how far that has come.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from engines.match import Match
from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.history.match_text import say_better
from firmware_py.match.scene import AnyScene, Stop, report_text, stops_of
from firmware_py.match.turning_points import TurningPoint
from firmware_py.screens.history.replay import Replay
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import MenuRow, TextScreen
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Screen, ScreenWords
from firmware_py.ui.paged_text import Page, set_pages
from firmware_py.ui.paging import moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, Rect, headline, progress, top_bar
from hardware.events import Control, Pressed, Turned

_BAR = Rect(14, BODY.y + 40, 100, 7)


def turning_row(services: Services, number: int, match: Match[Any, Any]) -> list[MenuRow]:
    """Return the row that leads to the turning points of a match, where they can be found."""
    analyst = services.analyst
    if analyst is None or not analyst.can_review(match):
        return []
    about = services.say(N_("The choices that decided it, and what would have been better."))
    return [
        MenuRow(
            Item(services.say(N_("Turning points"))),
            lambda: Push(turning_points(services, number, match)),
            about,
        )
    ]


def turning_points(services: Services, number: int, match: Match[Any, Any]) -> Screen:
    """Return the turning points of a match; say why not, where nobody can tell."""
    analyst = services.analyst
    assert analyst is not None
    if not analyst.can_review(match):
        says = N_("The record does not hold what each player knew, so no choice can be judged.")
        return TextScreen(services, services.say(N_("Turning points")), services.say(says))
    analyst.begin(number, match)
    return TurningPoints(services, number, match)


class _PointPage(NamedTuple):
    """A page of a turning point."""

    point: TurningPoint
    stop: Stop
    page: Page


class TurningPoints(Screen):
    """Turn: another page. Press: the replay, from that choice on."""

    may_sleep = False

    def __init__(self, services: Services, number: int, match: Match[Any, Any]) -> None:
        self.services = services
        self.number = number
        self.match = match
        self.index = 0
        self._face = face_of(match.engine.name)
        self._stops = stops_of(match)
        self._look()

    def _look(self) -> None:
        """Take over what is known by now."""
        analyst = self.services.analyst
        assert analyst is not None
        found = analyst.found(self.number, self.match)
        self.points = found or ()
        self._is_known = found is not None
        self.part = analyst.part(self.number)
        self.pages = [page for point in self.points for page in self._pages(point)]
        self.index = moved(self.index, 0, max(len(self.pages), 1))

    def told(self) -> Next:
        """Show what was found meanwhile; nothing moves under somebody's eyes that is read."""
        if self.part is not None:
            self._look()
        return STAY

    def _pages(self, point: TurningPoint) -> list[_PointPage]:
        stop = self._stops[point.place]
        assert stop.line is not None
        voice = self.services.voice(self.match.engine, self.match.names)
        played = report_text(voice, self.match.engine, stop.before, stop.line).rstrip(".")
        said = (f"{played}.", *say_better(self.services, self.match, stop.before, point))
        scene = self._scene(point, stop)
        place = self._face.hands.place(scene)
        return [_PointPage(point, stop, page) for page in set_pages(said, place, large=scene.large)]

    # --- drawing ---

    def draw(self, canvas: Canvas) -> None:
        """Draw a page, or how far the box has come."""
        if self.part is not None:
            self._draw_progress(canvas, self.part)
        elif not self.pages:
            top_bar(canvas, self.services.say(N_("Turning points")))
            headline(canvas, self._nothing())
        else:
            at = self.pages[self.index]
            scene = self._scene(at.point, at.stop)
            self._face.draw(canvas, replace(scene, told=at.page))

    def _draw_progress(self, canvas: Canvas, part: float) -> None:
        top_bar(canvas, self.services.say(N_("Turning points")))
        words = self.services.say(N_("The box looks at the match."))
        headline(canvas, words, Rect(BODY.x, BODY.y, BODY.w, 38), largest="medium")
        progress(canvas, part, _BAR)

    def _scene(self, point: TurningPoint, stop: Stop) -> AnyScene:
        corner = f"{point.place}/{len(self._stops) - 1}"
        scene = self.services.scene(self.match, stop)
        return replace(scene, title=self.match.names[point.seat], corner=corner)

    def words(self) -> ScreenWords:
        """Return everything about the choice, or how far the box has come."""
        title = self.services.say(N_("Turning points"))
        if self.part is not None:
            return ScreenWords(title, self.services.say(N_("The box looks at the match.")))
        if not self.pages:
            return ScreenWords(title, self._nothing())
        point = self.pages[self.index].point
        number = f"{self.points.index(point) + 1}/{len(self.points)}"
        return ScreenWords(f"{title} {number}", " ".join(self._all_said()))

    def _nothing(self) -> str:
        says = N_("No choice lost much.") if self._is_known else N_("The box cannot think now.")
        return self.services.say(says)

    def table_scene(self) -> AnyScene | None:
        """Return the table of the moment for a picture."""
        if self.part is not None or not self.pages:
            return None
        at = self.pages[self.index]
        return self._scene(at.point, at.stop).public()

    # --- events ---

    def handle(self, event: Input) -> Next:
        """Turn the pages, open the replay, or close."""
        match event:
            case Turned(steps):
                self.index = moved(self.index, steps, max(len(self.pages), 1))
            case Pressed(Control.KNOB) if self.part is None and self.pages:
                place = self.pages[self.index].point.place
                return Push(Replay(self.services, self.match, self.points, place))
            case Pressed(Control.WHY) if self.part is None and self.pages:
                return Push(self._all_words())
            case Pressed(Control.BACK | Control.KNOB):
                return Pop()
            case _:
                return IGNORED
        return STAY

    def _all_words(self) -> Screen:
        """Return everything about the choice, to be scrolled."""
        name = self.match.names[self.pages[self.index].point.seat]
        return TextScreen(self.services, name, "\n".join(self._all_said()))

    def _all_said(self) -> list[str]:
        at = self.pages[self.index]
        assert at.stop.line is not None
        voice = self.services.voice(self.match.engine, self.match.names)
        played = report_text(voice, self.match.engine, at.stop.before, at.stop.line)
        return [played, *say_better(self.services, self.match, at.stop.before, at.point)]
