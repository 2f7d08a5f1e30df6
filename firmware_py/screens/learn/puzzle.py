"""Puzzles on the box: a position to win in a number of turns against the best defence.

read --press--> ask: the knob walks through what is legal
ask --a complete choice--> wait: the box answers it for the other side
wait --it is lost in time--> the answer is played; read, with a turn less
     --it is not--> the choice is taken back, and the answer is shown
the last choice ends the game: solved
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engines import catalog
from engines.bots.player import Thought
from engines.bots.seat_view import seat_view
from engines.match import Match
from firmware_py.core.language import N_, N_plural, labelled
from firmware_py.games.titles import game_name
from firmware_py.match.engine_process import Job
from firmware_py.match.exercises import PuzzleBook
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import AnyScene
from firmware_py.screens.history.exercise import mistake_book, open_exercise
from firmware_py.screens.play.entry import JudgedTask
from firmware_py.screens.play.why import AnyMatch, Explained, explanation
from firmware_py.ui.lists import Menu, MenuRow, OnceMenu, opens
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    GoHome,
    Input,
    Next,
    Pop,
    Push,
    Replace,
    Screen,
    ScreenAnswer,
    ScreenWords,
)
from firmware_py.ui.paging import Page
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item
from hardware.events import Control, Held, Pressed

_SEED = 1
_BEST = 5
"""The level of the defence."""


def open_puzzles(services: Services) -> Screen:
    """Return the player's current puzzle, or the list of games with puzzles and of mistakes."""
    games = [game for game in catalog.GAMES if info_of(game).puzzle_sides]
    due = len(mistake_book(services).due())
    if len(games) == 1 and not due:
        return open_game_puzzles(services, games[0])
    rows = [
        MenuRow(Item(game_name(services, game)), opens(open_game_puzzles, services, game))
        for game in games
    ]
    if due:
        about = services.say(N_("Turning points of your games: find what was better."))
        item = Item(services.say(N_("My mistakes")), str(due))
        rows.append(MenuRow(item, opens(open_exercise, services), about))
    return Menu(services, lambda: services.say(N_("Puzzles")), lambda: rows)


def open_game_puzzles(services: Services, game: str) -> PuzzleScreen:
    """Return the player's current puzzle of a game."""
    load = catalog.load(game).puzzles
    assert load is not None
    book = PuzzleBook(services.settings, game, load())
    return PuzzleScreen(services, game, book, book.place)


class PuzzleScreen(JudgedTask):
    """One puzzle."""

    def __init__(self, services: Services, game: str, book: PuzzleBook, place: int) -> None:
        super().__init__(services)
        self.game = game
        self.book = book
        self._go_to(place)

    def _go_to(self, place: int) -> None:
        self.place = place
        self.book.go_to(place)
        self.puzzle = self.book.puzzles[place]
        self._restart()

    def _restart(self) -> None:
        engine = catalog.load(self.game)
        names = tuple(self.services.say(side) for side in info_of(self.game).puzzle_sides)
        start = catalog.begin(engine, seats=len(names), seed=_SEED, first=0)
        match = Match(engine, start, names, self.puzzle.position)
        assert match.turn is not None
        self.seat = match.turn.seat or 0
        self.left = self.puzzle.turns
        """The number of turns left for the win."""
        self._go_on(match)

    def _go_on(self, match: AnyMatch, answer: str = "") -> None:
        """Continue from a position; `answer` is the last move of the other side."""
        self.begin(match)
        self._answer = answer

    # --- drawing ---

    def words(self) -> ScreenWords:
        """Return the task, also while the knob chooses: it fits on a web page."""
        title = self.services.say(N_("Puzzle"))
        return ScreenWords(f"{title} {self._number}", self._task())

    def scene(self) -> AnyScene:
        """Return the table next to the task, or with the cursor."""
        if self.is_asking:
            return self.entry.scene(self.entry.match.names[self.seat])
        return self.reading_scene(self.services.say(N_("Puzzle")), self._number)

    @property
    def _number(self) -> str:
        return f"{self.place + 1}/{len(self.book.puzzles)}"

    def pages(self) -> tuple[Page, ...]:
        """Return the pages of the task."""
        return self.pages_of(self._task(), self.scene())

    def _task(self) -> str:
        say, names = self.services.say, self.entry.match.names
        if self._asked is not None:
            return say(N_("The box is looking for an answer."))
        task = say(
            N_plural("{name} wins in {turns} move.", "{name} wins in {turns} moves.", by="turns"),
            name=names[self.seat],
            turns=self.left,
        )
        if self.left == 1:
            task = say(N_("{name} wins now."), name=names[self.seat])
        return f"{self._answer} {task}" if self._answer else task

    # --- events ---

    def handle(self, event: Input) -> Next:
        """Read, choose, explain, or leave."""
        if self._asked is not None:
            return self._wait(event)
        match event:
            case Held(Control.KNOB):
                return Push(self._menu())
            case Held(Control.WHY):  # elsewhere it is a hint
                self.services.toast = self.services.say(N_("Hold the knob: show the move"))
                return STAY
            case Pressed(Control.UNDO):
                return self._again()
            case _ if self.is_asking:
                return super().handle(event)
            case Pressed(Control.WHY):
                says = N_("Find the move that wins against any answer. Hold the knob: skip, help.")
                self.services.toast = self.services.say(says)
                return STAY
            case _:
                return self.read(event)

    def _wait(self, event: Input) -> Next:
        """Take the choice back with BACK or UNDO; other presses have to wait.

        Thinking cannot be shortened: an incomplete proof proves nothing.
        """
        match event:
            case Pressed(Control.BACK | Control.UNDO):
                self.dropped()
                self.entry.match.undo()
                self._go_on(self.entry.match, self._answer)
            case Pressed():
                self.services.toast = self.services.say(N_("Playing … BACK cancels"))
            case _:
                return IGNORED
        return STAY

    def _again(self) -> Next:
        if self.entry.match.can_undo:
            self._restart()
        else:
            self.services.toast = self.services.say(N_("Nothing to undo"))
        return STAY

    # --- the answer ---

    def take(self, text: str) -> Next:
        """Play a choice, and let the box think about the answer."""
        match = self.entry.match
        match.play(text)
        if match.turn is None:
            return self._end()
        seat = match.turn.seat
        assert seat is not None
        self._go_on(match, self._answer)
        job = Job(self.game, seat_view(match, seat), _BEST, self.services.thinker.seconds, _SEED)
        self.ask(job)
        return STAY

    def judged(self, thought: Thought | None) -> Next:
        """Play the answer, or show why the choice does not win."""
        match = self.entry.match
        tried = match.last
        assert tried is not None
        may_be = self.left < self.puzzle.turns or tried.text == self.puzzle.first
        if may_be and thought is not None and self._is_lost(thought):
            self.left -= 1
            who, said = match.names[1 - self.seat], self.entry.describe(thought.move)
            answer = labelled(self.services.say, who, f"{said}.")
            match.play(thought.move)
            self._go_on(match, answer)
            return STAY
        reasons = self._why_not(thought)
        match.undo()
        self._go_on(match, self._answer)
        self.is_asking = True
        self.book.note_try(self.place, solved=False)
        return Push(reasons)

    def _is_lost(self, thought: Thought) -> bool:
        """Return whether the other side loses in time, whatever it plays."""
        return thought.wins_in is not None and 0 < -thought.wins_in < self.left

    def _why_not(self, thought: Thought | None) -> Screen:
        """Return the answer to a choice that does not win in time."""
        say, match = self.services.say, self.entry.match
        other = match.names[1 - self.seat]
        if thought is None:
            text = say(N_("That does not win against every answer."))
        else:
            answer = self.entry.describe(thought.move)
            wins = thought.wins_in is not None and thought.wins_in > 0
            after = (
                N_("{name} answers: {answer}. Then {name} wins.")
                if wins
                else N_plural(
                    "{name} answers: {answer}. Then it takes more than {turns} move.",
                    "{name} answers: {answer}. Then it takes more than {turns} moves.",
                    by="turns",
                )
            )
            text = say(after, name=other, answer=answer, turns=self.left)
        title = say(N_("Try again"))
        pages = explanation(self.services, title, text)
        return Explained(self.services, match, pages)

    # --- around it ---

    def _end(self) -> Next:
        """Note that the puzzle is solved, or that the match ended in another way."""
        match = self.entry.match
        outcome = match.engine.outcome(match.state)
        if outcome is None or outcome.winner != self.seat:
            reasons = self._why_not(None)
            self._restart()
            self.book.note_try(self.place, solved=False)
            return Push(reasons)
        self.book.note_try(self.place, solved=True)
        return Replace(_solved(self.services, self.game, self.book, self.place))

    def _menu(self) -> Menu:
        services, book = self.services, self.book

        def row(label: str, act: Callable[[], Next], about: str, value: str = "") -> MenuRow:
            return MenuRow(Item(services.say(label), value), act, services.say(about))

        def rows() -> list[MenuRow]:
            made = [
                row(N_("Skip"), self._skip, N_("Skip; you will see this one again.")),
                row(N_("Show the move"), self._help, N_("This counts as one try.")),
                row(
                    N_("Player"),
                    lambda: Push(self._players()),
                    N_("Each player has their own notes."),
                    book.player or services.say(N_("guest")),
                ),
                row(N_("Home"), GoHome, N_("The puzzle waits.")),
            ]
            if self.entry.match.can_undo:
                del made[1]  # it is about the first move
            return made

        return OnceMenu(services, lambda: _progress(services, book), rows)

    def _skip(self) -> Next:
        self.dropped()
        self._go_to(self.book.after(self.place))
        return Pop()

    def _help(self) -> Next:
        self.book.note_try(self.place, solved=False)
        text = self.services.say(
            N_("The first move: {move}."), move=self.entry.describe(self.puzzle.first)
        )
        title = self.services.say(N_("Puzzle"))
        pages = explanation(self.services, title, text)
        return Replace(Explained(self.services, self.entry.match, pages))

    def _players(self) -> Menu:
        services = self.services
        names = ["", *services.queue.store.players()]

        def choose(name: str) -> Next:
            self.book.hand_to(name)
            self._go_to(self.book.place)
            return Pop(ScreenAnswer.CHANGED)

        rows = [
            MenuRow(Item(name or services.say(N_("guest")), may_cut=True), partial(choose, name))
            for name in names
        ]
        at = names.index(self.book.player) if self.book.player in names else 0
        return Menu(services, lambda: services.say(N_("Player")), lambda: rows, at)


def _progress(services: Services, book: PuzzleBook) -> str:
    return services.say(N_("Solved: {solved} of {all}"), solved=book.solved, all=len(book.puzzles))


def _solved(services: Services, game: str, book: PuzzleBook, place: int) -> Menu:
    """Return what can be done after a puzzle, and in how many tries it was solved."""
    tries = services.say(N_("Tries: {count}."), count=book.tries(place))

    def show(at: int) -> Next:
        return Replace(PuzzleScreen(services, game, book, at))

    rows = [
        MenuRow(Item(services.say(N_("Next puzzle"))), lambda: show(book.after(place)), tries),
        MenuRow(Item(services.say(N_("Begin again"))), lambda: show(place), tries),
        MenuRow(Item(services.say(N_("Home"))), GoHome, tries),
    ]
    return Menu(services, lambda: _progress(services, book), lambda: rows)
