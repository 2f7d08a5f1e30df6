"""Screens for setting up the main board: how to lay it, then its four artists and 24 tops.

Each answer is one turn and one press, or one tap on a page; the next circle or stack follows by
itself. BACK goes one back and proposes what was entered there. After the last stack the whole board
is shown, and a press begins the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engines.engine import Message, Term
from engines.stones.board import CIRCLES, PATTERNS, STACK_HEIGHT, STACKS, START_CIRCLES, STONE
from firmware_py.core.language import N_
from firmware_py.games.draft import Draft
from firmware_py.games.play_widgets import ROOM
from firmware_py.games.stones import oled_board
from firmware_py.games.stones.oled_board import (
    STONE_WIDTH,
    StackMarks,
    draw_board,
    draw_main_board,
    draw_stone,
)
from firmware_py.games.stones.words import Letters, letters, spell
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Input,
    Next,
    Pop,
    Push,
    Replace,
    Screen,
    ScreenWords,
    TapRow,
)
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, headline, top_bar
from hardware.events import Control, Pressed, Turned

ARTISTS = len(START_CIRCLES)
LAST = ARTISTS + STACKS
_RING_ROW = 4
_PER_PATTERN = ARTISTS // len(PATTERNS)
_PANEL = Rect(oled_board.WIDTH + 3, BODY.y, WIDTH - oled_board.WIDTH - 3, BODY.h)

Artist = tuple[str, str]
"""A circle and the pattern of the artist on it."""


class BoardLaying(PagedScreen[str]):
    """Instructions for laying the main board, followed by `BoardEntry`."""

    def __init__(self, services: Services, plan: Draft, begin: Callable[[], Next]) -> None:
        self.services = services
        self.plan = plan
        self._begin_match = begin
        voice = services.voice(plan.engine)
        stones = Message("step.box.main", {"count": STACKS * STACK_HEIGHT})
        artists = Message("step.artist.box.main")
        asks = services.say(
            N_("Now tell the box where the artists stand, and the top of each stack.")
        )
        self.pages = [voice.say(stones), "", voice.say(artists), asks]

    def draw(self, canvas: Canvas) -> None:
        """Draw the page in the largest font that fits."""
        top_bar(canvas, self.services.say(N_("Set up the game")), self.page_number)
        if self.pages[self.page]:
            headline(canvas, self.pages[self.page], ROOM)
        else:
            draw_main_board(canvas, self.services.say)
        self.draw_page_mark(canvas)

    def handle(self, event: Input) -> Next:
        """Turn the pages; after the last one, enter the board."""
        match event:
            case Turned(steps):
                self.turn_pages(steps)
            case Pressed(Control.KNOB) if self.is_last_page:
                return Replace(BoardEntry(self.services, self.plan, self._begin_match))
            case Pressed(Control.KNOB):
                self.turn_pages(1)
            case Pressed(Control.BACK) if self.page == 0:
                return Pop()
            case Pressed(Control.BACK):
                self.turn_pages(-1)
            case _:
                return IGNORED
        return STAY


class BoardEntry(Screen):
    """Enters the main board with the knob."""

    may_sleep = False

    def __init__(self, services: Services, plan: Draft, begin: Callable[[], Next]) -> None:
        self.services = services
        self.plan = plan
        self._begin_match = begin
        self.index = 0
        self._answers = _read_answers(plan.entered)
        self.at = len(self._answers)
        """The number of answers so far; later ones were taken back and are proposed again."""
        self._voice = services.voice(plan.engine)
        if self.tops and self.options:
            self.index = self.options.index(self.tops[-1])

    @property
    def _letters(self) -> Letters:
        return letters(self.services.say)

    @property
    def artists(self) -> dict[str, str]:
        """The artists entered so far: patterns by circle."""
        return dict(each for each in self._answers[: self.at] if not isinstance(each, str))

    @property
    def tops(self) -> list[str]:
        """The tops entered so far."""
        return [each for each in self._answers[: self.at] if isinstance(each, str)]

    @property
    def options(self) -> tuple[Artist | str, ...]:
        """The options now: places of an artist, stones, or nothing at the end."""
        if self.at < ARTISTS:
            return self._places()
        return tuple(STONE) if self.at < LAST else ()

    def _places(self) -> tuple[Artist, ...]:
        """Return the possible places of the next artist, the usual circles first."""
        taken = self.artists
        usual = [circle for circle in START_CIRCLES if circle not in taken]
        others = [circle for circle in CIRCLES if circle not in taken and circle not in usual]
        patterns = list(taken.values())
        free = [pattern for pattern in PATTERNS if patterns.count(pattern) < _PER_PATTERN]
        return tuple((circle, pattern) for circle in (*usual, *others) for pattern in free)

    # --- drawing ---

    def draw(self, canvas: Canvas) -> None:
        """Draw the board so far, and the question next to it."""
        title = self.services.say(N_("The main board"))
        top_bar(canvas, title, f"{min(self.at + 1, LAST)}/{LAST}")
        if not self.options:
            self._draw_known(canvas, StackMarks(), self.artists)
            headline(canvas, self._question(), Rect(_PANEL.x, BODY.y + 2, _PANEL.w, BODY.h - 4))
            return
        match self.options[self.index]:
            case (circle, pattern):
                self._draw_known(
                    canvas, StackMarks(lit_circle=circle), self.artists | {circle: pattern}
                )
                words = self._voice.fact(Term("pattern", pattern))
                self._draw_choice(canvas, self._question(), circle, words)
            case code:
                stack = self.at - ARTISTS + 1
                self._draw_known(canvas, StackMarks(lit_stacks=(stack,)), self.artists, code)
                words = self._voice.fact(Term("stone", code))
                letter = spell(code[0], self._letters)
                self._draw_choice(canvas, self._question(), letter + code[1], words)
                self._draw_ring(canvas, code)

    def words(self) -> ScreenWords:
        """Return the question, and what was entered so far."""
        return ScreenWords(
            self._question(),
            self.services.say(N_("{done} of {all} entered"), done=self.at, all=LAST),
        )

    def _question(self) -> str:
        say = self.services.say
        if self.at < ARTISTS:
            return say(N_("Artist {number}"), number=self.at + 1)
        if self.at < LAST:
            return say(N_("Stack {number}"), number=self.at - ARTISTS + 1)
        return say(N_("Does it match? Press to begin."))

    def rows(self) -> tuple[TapRow, ...]:
        """Return the options: on a page each answer is one tap."""
        if not self.options:
            return (TapRow(self._code(0), self.services.say(N_("Begin"))),)
        return tuple(
            TapRow(self._code(place), self._said(option), is_chosen=place == self.index)
            for place, option in enumerate(self.options)
        )

    def _code(self, place: int) -> str:
        """Return the code of a row; of this answer alone, so that a second tap answers nothing."""
        return f"board:{self.at}:{place}"

    def _said(self, option: Artist | str) -> str:
        if isinstance(option, str):
            return self._voice.fact(Term("stone", option))
        circle, pattern = option
        return f"{circle} {self._voice.fact(Term('pattern', pattern))}"

    def tapped(self, code: str) -> Next:
        """Answer by a row, or begin."""
        codes = [row.code for row in self.rows()]
        if code not in codes:
            return STAY
        self.index = codes.index(code)
        return self._take()

    def _draw_known(
        self, canvas: Canvas, marks: StackMarks, artists: dict[str, str], *more: str
    ) -> None:
        tops = [spell(STONE[code], self._letters) for code in (*self.tops, *more)]
        draw_board(canvas, tops + [""] * (STACKS - len(tops)), artists, marks)

    def _draw_choice(self, canvas: Canvas, prompt: str, big: str, words: str) -> None:
        x, w = _PANEL.x, _PANEL.w
        canvas.text(x, BODY.y + 1, prompt, "small", width=w, align="centre")
        canvas.text(x, BODY.y + 9, big, "large", width=w, align="centre", say=f"> {big}")
        canvas.text(x, BODY.y + 26, words, "small", width=w, align="centre")

    def _draw_ring(self, canvas: Canvas, chosen: str) -> None:
        """Draw all eight stones, the one under the cursor lit."""
        for at, (code, letter) in enumerate(STONE.items()):
            row, column = divmod(at, _RING_ROW)
            x, y = _PANEL.x + 3 + 13 * column, BODY.y + 37 + 9 * row
            if code == chosen:
                canvas.fill(x - 1, y - 1, STONE_WIDTH + 2, 8)
            draw_stone(canvas, x, y, spell(letter, self._letters), on=code != chosen)

    # --- events ---

    def handle(self, event: Input) -> Next:
        """Choose, answer, go one back, or explain the patterns."""
        match event:
            case Turned(steps):
                self.index = (self.index + steps) % max(len(self.options), 1)
            case Pressed(Control.KNOB):
                return self._take()
            case Pressed(Control.BACK):
                return self._back()
            case Pressed(Control.WHY):
                return Push(
                    TextScreen(self.services, self.services.say(N_("The main board")), self._help())
                )
            case _:
                return IGNORED
        return STAY

    def _help(self) -> str:
        return self.services.say(
            N_(
                "The stones have two patterns: call one o, the other x. Circles: rows a, b, c from"
                " the top. Stacks: 1 to 24, row by row. BACK corrects the last one."
            )
        )

    def _take(self) -> Next:
        if not self.options:
            return self._begin()
        self._answers[self.at : self.at + 1] = [self.options[self.index]]
        self.at += 1
        self._propose()
        self._keep()
        return STAY

    def _keep(self) -> None:
        """Copy the answers to the draft, which is stored after each press."""
        self.plan.entered[:] = [
            each if isinstance(each, str) else list(each) for each in self._answers[: self.at]
        ]

    def _back(self) -> Next:
        if not self.at:
            return Pop()
        self.at -= 1
        self._propose()
        self._keep()
        return STAY

    def _propose(self) -> None:
        """Put the cursor on the earlier answer here; else keep a stone, and reset a circle."""
        options = self.options
        before = self._answers[self.at] if self.at < len(self._answers) else None
        if before in options:
            self.index = options.index(before)
        elif self.at <= ARTISTS:
            self.index = 0

    def _begin(self) -> Next:
        given = self.plan.given
        given["artists"] = self.artists
        given["tops"] = self.tops
        step = self._begin_match()
        if isinstance(step, Push):
            # The match could not begin, and the draft may still become another game.
            del given["artists"], given["tops"]
        else:
            self.plan.entered.clear()
        return step


def _read_answers(entered: Sequence[Any]) -> list[Artist | str]:
    """Return the answers of a draft, up to the first invalid one."""
    found: list[Artist | str] = []
    for answer in entered[:LAST]:
        match answer:
            case [str(circle), str(pattern)] if circle in CIRCLES and pattern in PATTERNS:
                found.append((circle, pattern))
            case str(code) if code in STONE:
                found.append(code)
            case _:
                return found
        if isinstance(found[-1], str) == (len(found) <= ARTISTS):
            return found[:-1]
    return found
