"""My mistakes: turning points come back as exercises, spaced over days, with what was better."""

from __future__ import annotations

from typing import Any

import pytest

from engines.bots.player import Thought
from engines.languages import LANGUAGES
from engines.record import DEALER
from firmware_py.history.archive import EndedMatches
from firmware_py.history.match_text import play_again
from firmware_py.match.engine_process import Reply
from firmware_py.match.exercises import PAUSES_DAYS
from firmware_py.match.picker import way_to
from firmware_py.match.taps import part_code
from firmware_py.match.turning_points import TurningPoint, TurningPointFiles, key_of
from firmware_py.screens.history.exercise import Exercise, Solution, before, mistake_book
from firmware_py.screens.learn.puzzle import PuzzleScreen
from firmware_py.ui.lists import TextScreen
from tests.support.box import DAY
from tests.support.tapping import tap

GAMES = ["mana", "mandala", "stones", "icehouse"]
PLACE = 7


def with_mistake(box: Any, archive: Any, game: str = "mana") -> int:
    """Store a match with a turning point: what was played, and another legal choice."""
    number: int = archive(box.store, game, seats=2, moves=30, agreed="end")
    match = play_again(box.services, EndedMatches(box.store.connection).stored(number))
    count = sum(each.line.who != DEALER for each in match.moments)
    place = next(
        at for at in range(min(PLACE, count - 2), count)
        if before(match, at).turn.seat is not None and len(legal(match, at)) > 2
    )  # fmt: skip
    there = before(match, place)
    played = match.moments[len(there.moments)].line.text
    better = next(text for text in legal(match, place) if text != played)
    turn = there.turn
    assert turn is not None
    assert turn.seat is not None
    point = TurningPoint(place, turn.seat, played, better, 0.6, -0.6)
    TurningPointFiles(box.store.path.parent).write(number, key_of(match), (point,))
    return number


def legal(match: Any, place: int) -> list[str]:
    there = before(match, place)
    return [there.engine.write(choice) for choice in there.engine.legal(there.state)]


def open_mistakes(box: Any) -> Any:
    box.choose("Puzzles").choose("My mistakes")
    return box.screen


def enter(box: Any, text: str) -> None:
    """Read the task, and enter a choice."""
    while not box.screen.is_asking:
        box.press()
    assert box.screen.entry.show(text)
    box.press()


@pytest.mark.parametrize("game", GAMES)
def test_what_was_better_solves_it(box: Any, archive: Any, game: str) -> None:
    """In all four games; it is gone for today then."""
    with_mistake(box, archive, game)
    screen = open_mistakes(box)
    assert isinstance(screen, Exercise)
    assert "Find something better" in screen.words().text
    enter(box, screen.mistake.point.better)
    assert isinstance(box.screen, Solution)
    assert box.text[0] == "Right"
    assert "Better: " in box.screen.words().text
    assert box.unfit == {}
    box.press()
    assert "Nothing to practise today." in " ".join(box.text)
    assert isinstance(box.screen, TextScreen)


def test_it_comes_back_after_days_and_is_learned_in_the_end(box: Any, archive: Any) -> None:
    """One, three, seven and 21 days after each solution; a wrong answer begins anew."""
    with_mistake(box, archive)
    today = [DAY]
    box.store.date = lambda: today[0]
    book = mistake_book(box.services)
    (mistake,) = book.due()
    book.note(mistake, solved=True)
    book.note(mistake, solved=False)
    assert book.due() == []
    for pause in (1, *PAUSES_DAYS):
        today[0] += (pause - 1) * 86_400
        assert book.due() == []
        today[0] += 86_400
        assert book.due() == [mistake]
        book.note(mistake, solved=True)
    today[0] += 1000 * 86_400
    assert book.due() == []


def test_without_a_date_all_that_is_not_learned_is_due(box: Any, archive: Any) -> None:
    with_mistake(box, archive)
    box.store.date = lambda: None
    book = mistake_book(box.services)
    for _ in (0, *PAUSES_DAYS):
        (mistake,) = book.due()
        book.note(mistake, solved=True)
    assert book.due() == []


def test_what_was_played_is_not_the_answer_and_another_choice_is_judged(
    box: Any, archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_mistake(box, archive)
    point = open_mistakes(box).mistake.point
    enter(box, point.played)
    assert box.text[0] == "That is what you played"
    asked: list[Any] = []

    def ask(job: Any, then: Any, *_: Any) -> int:
        asked.append((job, then))
        return 1

    monkeypatch.setattr(box.services.thinker, "ask", ask)
    for value, title in ((point.before - 0.1, "As good"), (point.after, "Not that one")):
        box.services.settings.remember("mistakes", {})
        box.hold("back")
        screen = open_mistakes(box)
        match = screen.entry.match
        texts = map(match.engine.write, match.engine.legal(match.state))
        other = next(text for text in texts if text not in (point.played, point.better))
        enter(box, other)
        job, then = asked.pop()
        assert job.move == other
        then(Reply(1, job, Thought(other, value, (other,))))
        box.app.follow(box.screen.thought_arrived())
        box.app.paint()
        assert box.text[0] == title
        assert box.unfit == {}


def test_the_boxs_mistakes_and_deleted_games_are_left_out(box: Any, archive: Any) -> None:
    number = with_mistake(box, archive)
    assert mistake_book(box.services).due()
    box.store.delete(number)
    assert mistake_book(box.services).due() == []
    box.choose("Puzzles")
    assert isinstance(box.screen, PuzzleScreen)


def test_a_page_shows_the_task_and_chooses_by_taps(box: Any, archive: Any) -> None:
    with_mistake(box, archive)
    screen = open_mistakes(box)
    match, better = screen.entry.match, screen.mistake.point.better
    assert screen.table_scene().state == match.state
    parts = way_to(screen.entry.ui.tree(match.state), better)
    assert parts is not None
    for part in (*parts, parts[-1]):
        if box.screen is screen:
            tap(box, part_code(part))
    assert isinstance(box.screen, Solution)
    assert box.text[0] == "Right"


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits(make_box: Any, archive: Any, language: str, size: str) -> None:
    for game in GAMES:
        box = make_box(language)
        box.services.settings.put("text", size)
        with_mistake(box, archive, game)
        screen = open_mistakes(box)
        for _ in range(len(screen.pages())):
            box.press()
        enter(box, screen.mistake.point.better)
        assert isinstance(box.screen, Solution)
        assert box.unfit == {}
