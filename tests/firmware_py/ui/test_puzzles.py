"""Puzzles at the knob: one press from Home, a defence that holds out, notes for each player."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.bots.player import Budget
from engines.bots.seat_view import seat_view
from engines.languages import LANGUAGES
from engines.translation import N_plural
from firmware_py.history.archive import EndedMatches
from firmware_py.match.exercises import PuzzleBook, key_of
from firmware_py.match.game_info import info_of
from firmware_py.match.picker import way_to
from firmware_py.screens.learn.puzzle import PuzzleScreen, open_game_puzzles
from firmware_py.screens.play.why import Explained, Why
from firmware_py.ui.lists import Menu
from firmware_py.ui.navigation import Push

GAMES = [game for game in catalog.GAMES if info_of(game).puzzle_sides]
GAME = GAMES[0]


def pick(box: Any, text: str) -> None:
    """Enter a choice with the knob."""
    screen = box.screen
    while not screen.is_asking:
        box.press()
    trial = screen.entry
    way = way_to(trial.ui.tree(trial.match.state), text)
    assert way is not None
    while box.screen is screen and screen.entry is trial:
        picker = trial.picker
        box.turn(picker.options.index(way[len(picker.picked)]) - picker.index)
        box.press()


def best(screen: PuzzleScreen) -> str:
    """Return a choice that wins as fast as can be."""
    match = screen.entry.match
    assert match.engine.think is not None
    assert match.turn is not None
    view = seat_view(match, match.turn.seat or 0)
    return match.engine.think()(view, 5, Budget(nodes=200_000), 1, lambda: False).move


def solve(box: Any) -> None:
    """Solve the puzzle on the screen."""
    screen = box.screen
    pick(box, screen.puzzle.first)
    box.think()
    while box.screen is screen:
        pick(box, best(screen))
        box.think()


def other_than(screen: PuzzleScreen) -> str:
    """Return a legal choice that is not the one."""
    tree = screen.entry.ui.tree(screen.entry.match.state)
    return next(text for text in tree.walk() if text != screen.puzzle.first)


def book_of(box: Any) -> PuzzleBook:
    """Return the notes as they are kept."""
    load = catalog.load(GAME).puzzles
    assert load is not None
    return PuzzleBook(box.services.settings, GAME, load())


WINS_IN = N_plural("{name} wins in {turns} move.", "{name} wins in {turns} moves.", by="turns")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_puzzle_from_home_to_its_end(make_box: Any, language: str) -> None:
    """Wrong first, with the answer to it; then right, move by move; then the next one."""
    box = make_box(language=language)
    box.choose("Puzzles")
    screen = box.screen
    assert isinstance(screen, PuzzleScreen)
    name = screen.entry.match.names[screen.seat]
    task = box.services.say(WINS_IN, name=name, turns=screen.puzzle.turns)
    assert any(task in line for line in box.text)
    assert any("1/300" in line for line in box.text)
    before = screen.entry.match.position
    pick(box, other_than(screen))
    assert box.services.thinker.is_busy
    box.think()
    shown: Any = box.screen
    assert isinstance(shown, Explained)
    other = screen.entry.match.names[1 - screen.seat]
    assert other in " ".join(box.text)
    box.press("back")
    assert box.screen is screen
    assert screen.entry.match.position == before
    assert not screen.entry.match.can_undo
    while screen.entry.picker.back():
        pass
    solve(box)
    shown = box.screen
    assert type(shown) is Menu
    assert box.services.say("Solved: {solved} of {all}", solved=1, all=300) in box.text
    assert box.services.say("Tries: {count}.", count=2) in box.text
    box.choose("Next puzzle")
    assert (box.screen.place, book_of(box).tries(0)) == (1, 2)
    box.hold("knob")
    assert box.unfit == {}
    assert EndedMatches(box.store.connection).count() == 0
    assert box.services.queue.open_matches() == []


@pytest.mark.parametrize("place", [100, 200, 299])
def test_longer_ones_are_defended_to_the_last(box: Any, place: int) -> None:
    """The other side holds out for as many turns as the puzzle says."""
    screen = PuzzleScreen(box.services, GAME, book_of(box), place)
    box.app.follow(Push(screen))
    solve(box)
    assert book_of(box).is_solved(place)
    match = screen.entry.match
    assert len(match.moments) == 2 * screen.puzzle.turns - 1


def test_every_puzzle_can_be_put_on_the_table(box: Any) -> None:
    """The first choice is legal, and each is noted by its own key."""
    book = book_of(box)
    assert len({key_of(puzzle) for puzzle in book.puzzles}) == len(book.puzzles)
    assert [puzzle.turns for puzzle in book.puzzles] == sorted(p.turns for p in book.puzzles)
    for place in range(0, len(book.puzzles), 25):
        screen = PuzzleScreen(box.services, GAME, book, place)
        assert screen.entry.match.why_not(screen.puzzle.first) is None


class TestWhileItThinks:
    """No press is swallowed, and none has to wait."""

    def begun(self, box: Any) -> PuzzleScreen:
        """Let the box think about a wrong choice."""
        box.choose("Puzzles")
        screen: PuzzleScreen = box.screen
        pick(box, other_than(screen))
        assert not screen.may_sleep
        return screen

    def test_a_press_says_what_the_box_does(self, box: Any) -> None:
        """And the answer comes all the same."""
        self.begun(box)
        box.press()
        assert any("BACK cancels" in line for line in box.text)
        box.think()
        assert isinstance(box.screen, Explained)

    def test_back_takes_the_choice_back(self, box: Any) -> None:
        """And nobody thinks about it any longer."""
        screen = self.begun(box)
        box.press("back")
        assert not box.services.thinker.is_busy
        assert not screen.entry.match.can_undo
        assert book_of(box).tries(0) == 0

    def test_home_ends_the_thought(self, box: Any) -> None:
        """A reply that comes too late is ignored."""
        self.begun(box)
        box.hold("back")
        assert not box.services.thinker.is_busy

    def test_a_process_that_cannot_think_is_no_end(self, box: Any) -> None:
        """The choice is taken back, and the puzzle goes on."""
        screen = self.begun(box)
        screen.dropped()
        box.app.follow(screen.judged(None))
        assert isinstance(box.screen, Explained)
        assert not screen.entry.match.can_undo


class TestAroundIt:
    """Skipping, help, players."""

    def test_a_skipped_one_comes_again(self, box: Any) -> None:
        """The next one is shown, also after a restart; the skipped one is still to be solved."""
        box.choose("Puzzles").hold("knob").choose("Skip")
        assert box.screen.place == 1
        box.restart().choose("Puzzles")
        assert box.screen.place == 1
        assert box.screen.book.after(299) == 0

    def test_the_move_can_be_shown(self, box: Any) -> None:
        """It counts as a try."""
        box.choose("Puzzles")
        first = box.screen.entry.describe(box.screen.puzzle.first)
        box.hold("knob").choose("Show the move")
        assert first in " ".join(box.text)
        box.press()
        assert isinstance(box.screen, PuzzleScreen)
        assert book_of(box).tries(0) == 1

    def test_everybody_has_notes_of_their_own(self, box: Any) -> None:
        """What one has solved is new to another; after a restart as well."""
        box.store.add_player("Ida")
        box.choose("Puzzles")
        solve(box)
        box.choose("Next puzzle")
        box.hold("knob").choose("Player").choose("Ida")
        assert (box.screen.place, book_of(box).solved) == (0, 0)
        box.restart().choose("Puzzles")
        assert box.screen.book.player == "Ida"
        box.hold("knob").choose("Player").choose("guest")
        assert (box.screen.place, book_of(box).solved) == (1, 1)

    def test_why_and_undo_have_an_answer(self, box: Any) -> None:
        """Next to the task, and while something is chosen."""
        box.choose("Puzzles").press("why")
        assert any("wins against any answer" in line for line in box.text)
        box.press("undo")
        assert any("Nothing to undo" in line for line in box.text)
        box.press().press("why")
        assert isinstance(box.screen, Why)
        assert box.unfit == {}

    def test_undo_puts_the_puzzle_as_it_was(self, box: Any) -> None:
        """In the middle of it."""
        box.choose("Puzzles")
        screen = box.screen
        pick(box, screen.puzzle.first)
        box.think()
        assert screen.left == screen.puzzle.turns - 1
        box.press("undo")
        assert screen.left == screen.puzzle.turns
        assert not screen.entry.match.can_undo

    @pytest.mark.parametrize(
        "kept", [None, 3, "solved", [], {"at": 7, "solved": [1], "tried": {"x": "y", "z": -1}}]
    )
    def test_notes_that_mean_nothing_are_none(self, box: Any, kept: Any) -> None:
        """A damaged value harms nothing, and is written anew."""
        box.services.settings.remember(f"puzzles.{GAME}.", kept)
        box.services.settings.remember("puzzles.player", kept)
        box.services.settings.remember("puzzles.player", ["?"])
        screen = open_game_puzzles(box.services, GAME)
        assert (screen.place, screen.book.solved, screen.book.tries(0)) == (0, 0, 0)
        screen.book.note_try(0, solved=True)
        assert book_of(box).solved == 1
