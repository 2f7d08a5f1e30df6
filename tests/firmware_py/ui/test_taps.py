"""Taps: the same choices as with the knob, part by part, and why not, at once."""

from __future__ import annotations

from typing import Any

import pytest

from engines.engine import ChoicePart, Term
from engines.mana.board import NAMES
from firmware_py.games.lesson import lesson_of
from firmware_py.history.archive import EndedMatches
from firmware_py.match.picker import Picker, grow, way_to
from firmware_py.match.taps import (
    BELOW_CURSOR,
    find,
    keeping,
    part_code,
    path_code,
    play_code,
    played_by,
)
from firmware_py.screens.history.history import History, PastMatch, PausedMatches
from firmware_py.screens.history.replay import MoveList, Replay
from firmware_py.screens.learn.lesson import LessonScreen
from firmware_py.screens.learn.puzzle import open_game_puzzles
from firmware_py.screens.play.entry import CheckMove, ChoiceEntry, TapResult
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.why import Verdict, Why
from firmware_py.screens.system.notices import Fault
from firmware_py.ui.lists import Ask, Menu, MenuRow, row_code
from firmware_py.ui.navigation import STAY, Pop, Push, Stay
from firmware_py.ui.widgets import Item
from tests.support.table_players import new_game
from tests.support.tapping import look, tap


def part(name: str, value: Any) -> ChoicePart:
    """Return a part."""
    return ChoicePart(name, value)


A, B = part("piece", "a"), part("piece", "b")
TO_B, TO_C = part("to", "b"), part("to", "c")
TREE = grow([("ab", (A, TO_B)), ("ac", (A, TO_C)), ("bc", (B, TO_C))])


# --- codes ---


def test_a_code_names_a_part() -> None:
    """Terms by their values, several values side by side, and nothing that ends a code."""
    assert part_code(A) == "piece:a"
    assert part_code(part("colour", Term("colour", "R"))) == "colour:R"
    assert part_code(part("place", (Term("mandala", 1), Term("place", "field")))) == "place:1.field"
    assert part_code(part("line", "a b/c*✓")) == "line:a%20b%2Fc%2A%E2%9C%93"
    assert path_code(A, TO_B) == "piece:a/to:b"


def test_the_only_destination_is_shown_with_its_piece_and_played_by_a_tap(box: Any) -> None:
    """The knob skips a question with one answer; a finger taps that answer all the same."""
    new_game(box, "mana", ("Ida", "Bo"))
    entry = ChoiceEntry(box.services, box.services.current_table.match)
    below = f"{BELOW_CURSOR}/{part_code(TO_C)}"
    entry.offer(TREE)
    assert entry.tap(part_code(B)) is TapResult.SHOWN
    assert entry.tap(below) is TapResult.PRESS
    assert entry.picker.press() == "bc"

    entry.offer(TREE)
    entry.picker.turn(1)  # the cursor of the knob: its destination is shown faintly
    assert entry.tap(below) is TapResult.PRESS


@pytest.mark.parametrize("turns", [0, 1])
def test_a_piece_with_one_place_is_played_by_its_drop(box: Any, turns: int) -> None:
    """Wherever the knob stands."""
    new_game(box, "mana", ("Ida", "Bo"))
    entry = ChoiceEntry(box.services, box.services.current_table.match)
    entry.offer(TREE)
    entry.picker.turn(turns)
    assert entry.tap(f"drop ./{part_code(B)}/{part_code(TO_C)}") is TapResult.PRESS
    assert entry.picker.press() == "bc"


def test_a_code_plays_one_choice() -> None:
    """And no other: what it plays is in it."""
    assert played_by(play_code("a1-a2@b3 ✓")) == "a1-a2@b3 ✓"
    assert played_by("piece:a") is None


def test_the_nearest_level_wins() -> None:
    """What can be picked now comes before what could have been picked earlier."""
    assert find(TREE, (A,), TO_B, "piece:b to:b") == (A, TO_B)
    assert find(TREE, (A,), TO_B, "piece:b") == (B,)
    assert find(TREE, (), A, "to:c") is None
    assert find(TREE, (), A, "*/to:c") == (A, TO_C)
    assert find(TREE, (), B, "piece:a/to:c") == (A, TO_C)
    assert find(TREE, (A,), TO_B, "") is None


def test_a_set_grows_in_any_order() -> None:
    """The knob enters it from left to right; a tap before what is there adds to it."""
    one, two, done = part("top", 1), part("top", 2), part("done", "")
    tree = grow([("1", (one, done)), ("12", (one, two)), ("2", (two, done))])
    assert keeping(tree, (two,), (one,)) == (one, two)
    assert keeping(tree, (one,), (one,)) == (one,)
    assert keeping(TREE, (A,), (B,)) == (B,)


def test_the_picker_goes_to_parts() -> None:
    """All but the last are picked; a question with one answer is none."""
    picker = Picker(TREE)
    assert picker.go((A, TO_C))
    assert picker.picked == (A,)
    assert picker.highlighted == TO_C
    assert Picker(grow([("ab", (A, TO_B)), ("ac", (A, TO_C))])).go((A,)) is False


def listed(box: Any, *labels: str) -> Menu:
    """Return a list whose rows close it."""
    rows = [MenuRow(Item(label), Pop) for label in labels]
    return Menu(box.services, lambda: "", lambda: rows)


@pytest.mark.parametrize("code", ["row:", "row:x", "row:9:0", "row:0:ffff", "row:²:1", "a1", ""])
def test_a_row_that_is_not_there_is_none(box: Any, code: str) -> None:
    """Rows come and go, and pages send anything."""
    assert listed(box, "New game", "History").tapped(code) is STAY


def test_a_row_is_known_by_place_and_words(box: Any) -> None:
    """Two rows may say the same."""
    assert listed(box, "a", "a").tapped(row_code(1, "a")) == Pop()
    assert listed(box, "a", "b").tapped(row_code(1, "a")) is STAY


@pytest.mark.parametrize("label", ["History", "x\udcff.db"])
def test_every_name_can_be_tapped(box: Any, label: str) -> None:
    """A stick may hold names that are not UTF-8."""
    shown = listed(box, label)
    assert shown.tapped(shown.rows()[0].code) == Pop()


# --- at the box ---


@pytest.fixture
def table(box: Any) -> Any:
    """Return a box in play: Black begins, and any piece may go; c1 is double."""
    new_game(box, "mana", ("Ida", "Bo"), first="Ida")
    while not isinstance(box.screen, Play):
        box.press()
    for code in ("daimio:b1", "daimio:b1", "daimio:b6", "daimio:b6"):
        tap(box, code)
    assert box.services.table.match.turn.seat == 0
    return box


@pytest.fixture
def bound(table: Any) -> Any:
    """Return it after Black's first move: White must move a simple piece, a6 or e6."""
    for code in ("piece:b1", "destination:b3"):
        tap(table, code)
    assert table.services.table.match.turn.seat == 1
    return table


def test_a_piece_and_its_destination_are_two_taps(table: Any) -> None:
    """The second names the last part of what was begun by hand: it plays."""
    lines = table.services.table.match.lines
    tap(table, "piece:c1")
    assert table.screen.picker.picked == (part("piece", "c1"),)
    tap(table, "destination:c3")
    assert lines[-1].text == "c1-c3"


def test_a_turn_of_the_knob_between_two_taps_changes_nothing(table: Any) -> None:
    """Knob and taps move one cursor; a destination plays with the piece that was tapped."""
    lines = table.services.table.match.lines
    count = len(lines)
    tap(table, "piece:c1")
    table.turn(1)
    tap(table, "destination:c3")
    assert len(lines) == count + 1
    assert lines[-1].text == "c1-c3"


def test_a_piece_that_is_dragged_is_played_whatever_the_knob_is_on(table: Any) -> None:
    lines = table.services.table.match.lines
    count = len(lines)
    tap(table, "piece:e1")
    tap(table, "drop ./piece:c1/destination:c3")
    assert len(lines) == count + 1
    assert lines[-1].text == "c1-c3"


def test_the_button_plays_only_what_it_says(table: Any) -> None:
    """A page that is late cannot play what somebody turned to meanwhile."""
    lines = table.services.table.match.lines
    count = len(lines)
    tap(table, "piece:c1")
    assert look(table).commit is None  # where the knob began is nobody's choice
    late = play_code(table.screen.picker.reachable[0])
    table.turn(1)
    tap(table, late)
    assert len(lines) == count
    tap(table, play_code(table.screen.picker.reachable[0]))
    assert len(lines) == count + 1


def test_a_tap_on_an_earlier_part_steps_back(table: Any) -> None:
    """Another piece instead of the one that was picked."""
    tap(table, "piece:c1")
    tap(table, "piece:e1")
    assert table.screen.picker.picked == (part("piece", "e1"),)


def test_what_is_not_possible_is_explained_at_once(bound: Any) -> None:
    """On the box and for the page; the next tap goes on from there."""
    tap(bound, "piece:b6")
    assert isinstance(bound.screen, Verdict)
    scene = bound.app.table_scene()
    assert scene.refused.code == "WRONG_KIND"
    assert "b6 is double" in bound.screen.words().text
    tap(bound, "piece:a6")
    assert isinstance(bound.screen, Play)
    assert bound.screen.picker.highlighted == part("piece", "a6")


def test_a_tap_on_nothing_says_so(table: Any) -> None:
    """Whatever a page sends, the box stands and answers."""
    for code in ("", "x", "/", "*", "*/", "destination:", "play:", "play:zz", "row:0", "a" * 500):
        tap(table, code)
        assert isinstance(table.screen, Play), code
    tap(table, "no:where")
    assert table.text[-1] == "Not possible right now"


def test_a_tap_through_an_explanation_is_for_the_table(table: Any) -> None:
    """WHY closes, and the piece is picked."""
    table.press("why")
    shown: Any = table.screen
    assert isinstance(shown, Why)
    tap(table, "piece:c1")
    assert table.screen.picker.picked == (part("piece", "c1"),)


def test_a_move_is_checked_by_taps(table: Any) -> None:
    """Anything can be tapped there; the last tap answers, and the next checks another."""
    table.hold("knob").choose("Check a move")
    tap(table, "piece:b6")
    assert isinstance(table.screen, CheckMove)
    tap(table, "destination:b5")
    assert isinstance(table.screen, Verdict)
    tap(table, "piece:c1")
    assert isinstance(table.screen, CheckMove)
    assert table.screen.picker.picked[:1] == (part("piece", "c1"),)


def test_rows_and_answers_are_tapped(box: Any) -> None:
    """A menu acts on the row, a question on the answer; others ignore a tap."""
    rows = box.screen.rows()
    assert [row.is_chosen for row in rows].count(True) == 1
    wanted = next(row for row in rows if row.label == "New game")
    tap(box, "piece:c1")
    tap(box, wanted.code)
    assert isinstance(box.screen, Menu)
    assert box.text[0] == "New game"
    asked = Ask(box.services, "Well?", [("No", Stay), ("Yes", Pop)])
    assert asked.tapped(asked.rows()[1].code) == Pop()


def test_moves_are_tapped_to_see_the_table_after_them(bound: Any) -> None:
    """The list and the replay that it opens; a row that is not there does nothing."""
    bound.hold("knob").choose("Moves")
    rows = bound.screen.rows()
    assert [row.is_chosen for row in rows] == [False, False, True]
    tap(bound, rows[1].code + "0")
    assert isinstance(bound.screen, MoveList)
    tap(bound, rows[0].code)
    assert isinstance(bound.screen, Replay)
    assert bound.app.table_scene().last == "=b1"


def test_matches_are_tapped_to_open_them(box: Any, archive: Any) -> None:
    """In the history, and in the list of paused games."""
    for _ in range(3):
        archive(box.store, "mana")
    history = History(box.services)
    rows = history.rows()
    assert len(rows) == 4
    assert rows[0].label == "Statistics"
    opened = history.tapped(rows[2].code)
    assert isinstance(opened.screen, PastMatch)
    assert history.index == 2
    assert isinstance(history.tapped("row:9:0"), Stay)
    stored = [EndedMatches(box.store.connection).stored(number) for number in (2, 1)]
    paused = PausedMatches(
        box.services,
        lambda: stored,
        lambda each: Fault(box.services, ValueError(each.id)),
        lambda: Fault(box.services, ValueError("tidy")),
    )
    row = paused.rows()[1]
    assert paused.tapped(row.code).screen is not None
    assert paused.index == 1


def tap_a_choice(box: Any, text: str) -> None:
    """Tap the parts of a choice, and the last one again."""
    way = way_to(box.screen.entry.ui.tree(box.screen.entry.match.state), text)
    assert way is not None
    for each in (*way, way[-1]):
        tap(box, part_code(each))


def test_a_puzzle_takes_taps(box: Any) -> None:
    """Also why not; and the winning move, tapped, solves it."""
    screen = open_game_puzzles(box.services, "mana")
    box.app.follow(Push(screen))
    mine = "bB" if screen.seat == 0 else "wW"
    board = screen.entry.match.state.board
    theirs = next(NAMES[n] for n in range(36) if board[n] not in f".{mine}")
    tap(box, f"piece:{theirs}")
    shown: Any = box.screen
    assert isinstance(shown, Verdict)
    box.press("back")
    assert box.screen is screen
    tap_a_choice(box, screen.puzzle.first)
    assert screen.entry.match.last.text == screen.puzzle.first


def test_a_lesson_takes_taps(box: Any) -> None:
    """A tap begins what the sentence asks for, and what was taught goes on."""
    lesson = lesson_of("mana")
    place = next(at for at, step in enumerate(lesson.steps) if step.do)
    screen = LessonScreen(box.services, lesson, place)
    box.app.follow(Push(screen))
    assert screen.step.do is not None
    tap_a_choice(box, screen.step.do)
    assert screen.place == place + 1


def test_a_tap_counts_while_the_display_sleeps(table: Any) -> None:
    """The page that was tapped shows the table all the time."""
    table.now += 10_000
    table.app.paint()
    tap(table, "piece:c1")
    assert table.screen.picker.picked == (part("piece", "c1"),)
