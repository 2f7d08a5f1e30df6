"""How it ended: the winner, the scores, every point with its rule, and what to do next."""

from __future__ import annotations

from typing import Any

from engines.engine import AGREEMENTS, BY_POINTS, Message, Outcome
from engines.match import Match
from firmware_py.core.language import N_, labelled
from firmware_py.games import ui_of
from firmware_py.games.game_ui import AidPage
from firmware_py.history.match_text import apart_from_play, say_line, who_played, who_won
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import AnyScene
from firmware_py.match.table_match import played_by_box
from firmware_py.screens.history.replay import score_menu, turning_row
from firmware_py.screens.new_game.new_game import play_again
from firmware_py.screens.play.corrections import UndoPreview
from firmware_py.screens.play.instructions import played_text
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.why import PAGE
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.lists import Menu, MenuRow, TextScreen, ask_yes, opens
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    GoHome,
    Input,
    Next,
    Pop,
    Push,
    Replace,
    Returned,
    Screen,
    ScreenAnswer,
    ScreenWords,
    TapRow,
)
from firmware_py.ui.paging import PagedScreen, moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, Rect, fitting, headline, paragraph, top_bar
from hardware.events import Control, Held, Pressed, Turned


class ResultPages(PagedScreen[AidPage]):
    """The pages that the game UI draws."""

    def __init__(self, services: Services, match: Match[Any, Any]) -> None:
        self.services = services
        self._scene = services.scene(match)
        self.pages = ui_of(match.engine.name).results(self._scene)

    def draw(self, canvas: Canvas) -> None:
        """Draw one page."""
        page = self.pages[self.page]
        top_bar(canvas, self.services.say(page.title), self.page_number)
        self.draw_page_mark(canvas)
        if page.draw is not None:
            page.draw(canvas, self._scene)
        else:
            text = self.services.say(page.text)
            paragraph(canvas, text, PAGE, font=fitting(text, PAGE, "medium"))


def result_rows(services: Services, match: Match[Any, Any]) -> list[MenuRow]:
    """Return the row that opens the result pages, if the game has some."""
    if not ResultPages(services, match).pages:
        return []
    return [
        MenuRow(
            Item(services.say(N_("Course of the game"))),
            opens(ResultPages, services, match),
            services.say(N_("The ranking, a chart and the sheet, page by page.")),
        )
    ]


_WORDS = Rect(0, BODY.y + 17, WIDTH, BODY.h - 17)


class ResultScreen(Screen):
    """The end of a match."""

    may_sleep = False
    is_end = True

    def __init__(self, services: Services) -> None:
        self.services = services
        self.table = services.current_table
        self.scroll = 0
        self._last = 0
        self._ties = _ties(self.table.match)
        if services.evenings.collect():
            from firmware_py.screens.evening.television import refresh  # only in an evening

            refresh(services)
        if services.analyst is not None:
            services.analyst.begin(self.table.number, self.table.match)

    def draw(self, canvas: Canvas) -> None:
        """Draw who won, why, and the scores."""
        match = self.table.match
        outcome = match.engine.outcome(match.state)
        assert outcome is not None
        unsaved = self.services.queue.unsaved
        right = self.services.say(N_("NOT SAVED {count}"), count=unsaved) if unsaved else ""
        top_bar(canvas, self.services.say(N_("Result")), right)
        headline(canvas, self._title(outcome), Rect(0, BODY.y + 1, WIDTH, 16))
        text = "\n".join(self._lines(outcome))
        font = fitting(text, _WORDS, "medium")
        self._last = paragraph(canvas, text, _WORDS, font=font, scroll=self.scroll, align="centre")

    def words(self) -> ScreenWords:
        """Return the winner, and the text below."""
        match = self.table.match
        outcome = match.engine.outcome(match.state)
        assert outcome is not None
        return ScreenWords(self._title(outcome), "\n".join(self._lines(outcome)))

    def _title(self, outcome: Outcome) -> str:
        return who_won(self.services, self.table.names, outcome)

    def _lines(self, outcome: Outcome) -> list[str]:
        """Return the scores with names, and the reason of the end if the scores do not show it."""
        why = [self.services.say_message(said) for said in (outcome.why, *self._ties)]
        why += self._last_of_box() if self.table.match.practice else self._hands()
        if not self._has_points:
            return why
        # A name and its score stay on one line.
        scores = [
            labelled(self.services.say, name, score).replace(" ", "\u00a0")
            for name, score in zip(self.table.names, outcome.scores, strict=True)
        ]
        return ["  ".join(scores), *(why[1:] if outcome.why.code == BY_POINTS else why)]

    def table_scene(self) -> AnyScene:
        """Return the final table for a picture."""
        return self.services.scene(self.table.match).public()

    def rows(self) -> tuple[TapRow, ...]:
        """Return what can be done next: a page has room for it next to the result."""
        return self._next().rows()

    def tapped(self, code: str) -> Next:
        """Do what was tapped."""
        return self._next().tapped(code)

    def handle(self, event: Input) -> Next:
        """Press for what comes next; UNDO goes back to the match."""
        match event:
            case Turned(steps):
                self.scroll = moved(self.scroll, steps, self._last + 1)
            case Pressed(Control.KNOB):
                return Push(self._next())
            case Pressed(Control.WHY):
                return Push(self._explained())
            case Pressed(Control.BACK):
                return GoHome()
            case Pressed(Control.UNDO):
                return Push(UndoPreview(self.services))
            case Held(Control.UNDO):
                return self._ask_table()
            case _:
                return IGNORED
        return STAY

    def returned(self, answer: Returned) -> Next:
        """Go back to the match after an undo that the table agrees on."""
        if answer is ScreenAnswer.TAKE_BACK:
            return self._ask_table()
        if answer is ScreenAnswer.TABLE_AGREES or not self.table.is_over:
            return self._take_back()
        return STAY

    def _ask_table(self) -> Next:
        text = self.services.say(N_("Undo into the previous turn: does everyone agree?"))
        return Push(ask_yes(self.services, text, lambda: Pop(ScreenAnswer.TABLE_AGREES)))

    def _take_back(self) -> Next:
        play = Play(self.services)
        if self.services.analyst is not None:
            self.services.analyst.forget(self.table.number)
        if self.table.is_over:
            play.take_back()
        return Replace(play)

    def _next(self) -> Menu:
        services = self.services
        sheet = (
            (N_("Score sheet"), N_("Every point, with its rule."))
            if self._has_points
            else (N_("Why"), N_("How it ended: the last move, and what it did."))
        )
        rows = [
            MenuRow(Item(services.say(sheet[0])), opens(self._explained), services.say(sheet[1])),
            *result_rows(services, self.table.match),
            *self._evening_row(),
            MenuRow(
                Item(services.say(N_("Play again"))),
                lambda: play_again(services, self.table),
                services.say(N_("The same game and players. The next player begins.")),
                key="again",
            ),
            MenuRow(
                Item(services.say(N_("Home"))),
                GoHome,
                services.say(N_("The game is saved.")),
                key="home",
            ),
        ]
        rows[1:1] = turning_row(services, self.table.number, self.table.match)
        return Menu(services, lambda: services.say(N_("And now?")), lambda: rows)

    def _evening_row(self) -> list[MenuRow]:
        services = self.services
        if services.evenings.running() is None:
            return []

        def open_it() -> Next:
            from firmware_py.screens.evening.set_up import open_evening  # only in an evening

            return Push(open_evening(services))

        about = services.say(N_("Go on with the evening: the other tables, the next round."))
        return [MenuRow(Item(services.say(N_("Evening"))), open_it, about)]

    def _last_of_box(self) -> list[str]:
        """Return the last move of the box: in practice nothing showed it before the result."""
        match = self.table.match
        tables = [match.first, *(moment.state for moment in match.moments)]
        played = [(at, moment.line) for at, moment in enumerate(match.moments)]
        at, line = next((each for each in reversed(played) if each[1].who.isdecimal()), (0, None))
        if line is None or line.text in AGREEMENTS or not played_by_box(match)(line):
            return []
        return [played_text(self.services, tables[at], line)]

    def _hands(self) -> list[str]:
        match = self.table.match
        before = match.before_last
        if before is None:
            return []
        wanted = ui_of(match.engine.name).hands.at_end
        steps = match.engine.steps(before, match.state)
        return [self.services.say_message(each.say) for each in steps if each.say.code in wanted]

    @property
    def _has_points(self) -> bool:
        return info_of(self.table.match.engine.name).has_points

    def _explained(self) -> Screen:
        """Return the score sheet; without points, the move that ended the match, and why."""
        services, match = self.services, self.table.match
        if self._has_points:
            return score_menu(services, match)
        outcome = match.engine.outcome(match.state)
        assert outcome is not None
        lines = [services.say_message(outcome.why)]
        line, before = match.last, match.before_last
        if line is not None:
            who = who_played(services, match, line)
            said = say_line(services, match, line, before)
            lines.append(labelled(services.say, who, said))
            if apart_from_play(services, line, match.names) is None:
                voice = services.voice(match.engine, match.names)
                grounds = match.engine.grounds(before, match.engine.read(line.text))
                lines += [voice.say(message) for message in grounds]
        return TextScreen(services, services.say(N_("Result")), "\n".join(lines))


def show_match(services: Services) -> Screen:
    """Return the screen of the match on the table: play, or the result."""
    return ResultScreen(services) if services.current_table.is_over else Play(services)


def _ties(match: Match[Any, Any]) -> list[Message]:
    """Return the events of the last choice about a tie, which the outcome does not name."""
    if not match.can_undo:
        return []
    before = match.fork()
    before.undo()
    events = match.engine.events(before.state, None, match.state)
    return [event for event in events if event.code == "tie"]
