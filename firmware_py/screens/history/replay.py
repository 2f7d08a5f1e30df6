"""Looking back at a match: the moves as a list, the table after each move, the turning points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from engines.match import Match
from engines.record import EDIT
from firmware_py.core.language import N_
from firmware_py.games import ui_of
from firmware_py.games.titles import bot_name
from firmware_py.history.match_text import apart_from_play, say_better, say_line, who_played
from firmware_py.match.clock import Timing
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import AnyScene, Stop, report_text, stops_of
from firmware_py.match.table_match import store_new_match
from firmware_py.match.turning_points import TurningPoint
from firmware_py.screens.new_game.new_game import NEW_BOT, draft
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import DetailList, Menu, MenuRow, TextScreen, opens
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    GoToMatch,
    Input,
    Next,
    Pop,
    Push,
    Replace,
    Screen,
    ScreenWords,
    TapRow,
)
from firmware_py.ui.paging import FastTurning, Page, moved, set_pages
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, Rect, headline, progress, top_bar
from hardware.events import Control, Pressed, Turned

_GO_ON = N_("Go on from here")
_ABOUT = N_("Practice from this moment: who was on turn plays against the box.")
_GO_ON_CODE = "replay:go_on"


class Replay(Screen):
    """The table at one stop. Turn: another stop. Press: go on from here. WHY: the full text."""

    def __init__(
        self,
        services: Services,
        match: Match[Any, Any],
        points: tuple[TurningPoint, ...] = (),
        index: int = 0,
    ) -> None:
        self.services = services
        self.match = match
        self.index = index
        self._points = {point.place: point for point in points}
        self.stops = stops_of(match)
        self._ui = ui_of(match.engine.name)
        self._turning = FastTurning(services)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table of the stop, and the move."""
        stop = self.stops[self.index]
        scene = self._scene(stop)
        self._ui.draw(canvas, replace(scene, told=self._page_of(stop, scene)))

    def table_scene(self) -> AnyScene:
        """Return the table for a picture."""
        return self._scene(self.stops[self.index]).public()

    def _scene(self, stop: Stop) -> AnyScene:
        corner = f"{'!' * (self.index in self._points)}{self.index}/{len(self.stops) - 1}"
        scene = self.services.scene(self.match, stop)
        return replace(scene, title=self._who(stop), corner=corner)

    def _page_of(self, stop: Stop, scene: AnyScene) -> Page | None:
        """Return the move, in the place of the hands' work; WHY shows the rest."""
        place = self._ui.hands.place(scene)
        return set_pages((self._words(stop),), place, large=scene.large)[0]

    def _who(self, stop: Stop) -> str:
        if stop.line is None:
            return self.services.say(N_("Over") if stop.is_end else N_("The start"))
        return who_played(self.services, self.match, stop.line)

    def words(self) -> ScreenWords:
        """Return the number of the stop, and the move."""
        stop = self.stops[self.index]
        number = f"{self.index}/{len(self.stops) - 1}"
        return ScreenWords(f"{number} {self._who(stop)}", self._words(stop))

    def _words(self, stop: Stop) -> str:
        engine = self.match.engine
        voice = self.services.voice(engine, self.match.names)
        if stop.line is None:
            outcome = engine.outcome(stop.state)
            return (
                self.services.say(N_("Before the first turn"))
                if not outcome
                else voice.say(outcome.why)
            )
        said = apart_from_play(self.services, stop.line, self.match.names)
        return said or report_text(voice, engine, stop.before, stop.line)

    def handle(self, event: Input) -> Next:
        """Go to another stop, show the full text, or close."""
        match event:
            case Turned():
                steps = self._turning.steps(event, len(self.stops))
                self.index = moved(self.index, steps, len(self.stops))
            case Pressed(Control.KNOB) if self._may_go_on:
                return Push(self._menu())
            case Pressed(Control.KNOB | Control.WHY):
                return Push(self._whole())
            case Pressed(Control.BACK):
                return Pop()
            case _:
                return IGNORED
        return STAY

    @property
    def _may_go_on(self) -> bool:
        return may_go_on(self.match, self.stops[self.index])

    def _menu(self) -> Menu:
        services = self.services
        rows = [
            MenuRow(Item(services.say(_GO_ON)), self._go_on, services.say(_ABOUT)),
            MenuRow(
                Item(services.say(N_("The whole move"))),
                lambda: Replace(self._whole()),
                services.say(N_("What was played, and what hands did.")),
            ),
        ]
        return Menu(services, lambda: f"{self.index}/{len(self.stops) - 1}", lambda: rows)

    def _whole(self) -> TextScreen:
        stop = self.stops[self.index]
        return TextScreen(self.services, self._who(stop), self._story(stop))

    def _go_on(self) -> Next:
        return go_on(self.services, self.match, self.index)

    def extra_buttons(self) -> tuple[TapRow, ...]:
        """Return the button that goes on from here."""
        return (TapRow(_GO_ON_CODE, self.services.say(_GO_ON)),) if self._may_go_on else ()

    def tapped(self, code: str) -> Next:
        """Go on from here by its button."""
        return self._go_on() if code == _GO_ON_CODE and self._may_go_on else STAY

    def _story(self, stop: Stop) -> str:
        """Return the move in words, and what hands did on the table."""
        if stop.line is None:
            return self._words(stop)
        engine = self.match.engine
        voice = self.services.voice(engine, self.match.names)
        known = self._ui.hands.known  # the move itself, which the words say
        steps = [
            voice.say(step.say)
            for step in engine.steps(stop.before, stop.state)
            if step.say.code not in known or stop.line.text.startswith(EDIT)
        ]
        words = self._words(stop)
        lines = [words, *(step for step in steps if step.rstrip(".") != words.rstrip("."))]
        if self.index in self._points:
            lines += say_better(self.services, self.match, stop.before, self._points[self.index])
        return "\n".join(lines)


_LINES = 3
"""The lines of a move in the list; WHY shows all of it."""


class MoveList(DetailList):
    """The moves so far, without those taken back; a press shows the table after a move."""

    def __init__(self, services: Services) -> None:
        match = services.current_table.match.fork()  # a program may play on meanwhile

        def row(number: int, who: str, move: str) -> MenuRow:
            return MenuRow(
                Item(f"{number} {who}"),
                lambda: Push(Replay(services, match, index=number)),
                details=(move,),
                key=f"{number} {who} {move}",
            )

        moves = [
            row(
                number,
                who_played(services, match, stop.line),
                say_line(services, match, stop.line, stop.before),
            )
            for number, stop in enumerate(stops_of(match))
            if stop.line is not None
        ]
        super().__init__(
            services,
            lambda: services.say(N_("Moves")),
            lambda: moves,
            len(moves) - 1,
            empty=N_("Nothing has been played yet"),
            head_lines=_LINES,
        )


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
        self._ui = ui_of(match.engine.name)
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

    def thought_arrived(self) -> Next:
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
        place = self._ui.hands.place(scene)
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
            self._ui.draw(canvas, replace(scene, told=at.page))

    def _draw_progress(self, canvas: Canvas, part: float) -> None:
        top_bar(canvas, self.services.say(N_("Turning points")))
        words = self.services.say(N_("The box is looking at the game."))
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
            return ScreenWords(title, self.services.say(N_("The box is looking at the game.")))
        if not self.pages:
            return ScreenWords(title, self._nothing())
        point = self.pages[self.index].point
        number = f"{self.points.index(point) + 1}/{len(self.points)}"
        return ScreenWords(f"{title} {number}", " ".join(self._all_said()))

    def _nothing(self) -> str:
        says = N_("No choice lost much.") if self._is_known else N_("The box cannot think now.")
        return self.services.say(says)

    def table_scene(self) -> AnyScene | None:
        """Return the table for a picture."""
        if self.part is not None or not self.pages:
            return None
        point = self.pages[self.index].point
        scene = self._scene(point, self._stops[point.place - 1])
        return self._ui.advised(scene, point.better).public()

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


def score_menu(services: Services, match: Match[Any, Any]) -> Menu:
    """Return the score sheet: a row for each seat; it opens every point with its rule."""

    def rows() -> list[MenuRow]:
        scores = match.engine.scores(match.state)
        return [
            MenuRow(
                Item(name, "?" if score is None else str(score), may_cut=True),
                opens(_score_lines, services, match, seat),
            )
            for seat, (name, score) in enumerate(zip(match.names, scores, strict=True))
        ]

    return Menu(services, lambda: services.say(N_("Score sheet")), rows)


def _score_lines(services: Services, match: Match[Any, Any], seat: int) -> TextScreen:
    entries = match.engine.score_sheet(match.state)[seat]
    voice = services.voice(match.engine, match.names)
    lines = [
        f"{'?' if entry.points is None else f'{entry.points:+}'}: {voice.say(entry.rule)}"
        for entry in entries
    ]
    text = "\n".join(lines) or services.say(N_("No points."))
    return TextScreen(services, match.names[seat], text)


def may_go_on(match: Match[Any, Any], stop: Stop) -> bool:
    """Return whether the box can play on from a moment: it knows all that is hidden there."""
    practice = info_of(match.engine.name).practice
    if practice is None or match.engine.turn(stop.state) is None:
        return False
    options = match.start.options
    return all(options.get(name) == value for name, value in practice.options.items())


def go_on(services: Services, match: Match[Any, Any], index: int) -> Next:
    """Begin practice at a stop of a match: who was on turn there plays against the box.

    The match that is on the table is paused.
    """
    stops = stops_of(match)
    turn = match.engine.turn(stops[index].state)
    assert turn is not None
    person = turn.owner or 0
    usual = draft(services, match.engine.name, practice=True)
    level = max(usual.bots.values(), default=NEW_BOT)
    names: list[str] = []
    for seat, name in enumerate(match.names):
        others = (*names, match.names[person])
        names.append(name if seat == person else bot_name(services, level, others))
    levels = [0 if seat == person else level for seat in range(match.start.seats)]
    made = Match(match.engine, match.start, names, match.position, levels, practice=True)
    for stop in stops[1 : index + 1]:
        assert stop.line is not None
        made.follow(stop.line)
    if services.table is not None:
        services.table.leave()
    services.table = store_new_match(services.queue, made, Timing("none"), services.time)
    return GoToMatch()
