"""The moment after a committed turn: the next person's entry takes no press of the last finger."""

from __future__ import annotations

from typing import Any

import habit
import pytest

from engines import catalog
from firmware_py.screens.play import entry
from firmware_py.screens.play.entry import DONE_S, STILL_S, Handover
from firmware_py.screens.play.play import Play
from hardware.events import Control, Pressed, Turned
from tests.support.table_players import TablePlayers, new_game
from tests.support.tapping import Tapper

PRESS = Pressed(Control.KNOB)


def sit(box: Any, game: str = "mana", choices: int = 6, **about: Any) -> TablePlayers:
    """Begin a game, and play until a turn is committed and somebody else chooses."""
    players = TablePlayers(box, game, seats=2, **about)
    new_game(box, game, ("Anna", "Ben"), first="Anna")
    players.set_up()
    players.play_on(choices)
    while box.screen.handover.until_s is None:
        players.play_on(1)
    return players


def stands(box: Any) -> tuple[int, bool]:
    """Return the number of choices, and whether one is begun."""
    return len(box.services.table.match.moments), box.screen.picker.has_begun


# --- hands with a habit ---


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_habit_of_presses_chooses_nothing_for_others(game: str) -> None:
    counted = habit.measure(game, 80, seed=1)
    assert counted.turns == 80
    assert counted.presses > 40
    assert counted.for_others == 0


def test_the_bench_notices_a_wait_that_is_too_short(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(entry, "STILL_S", 0.2)
    monkeypatch.setattr("sys.argv", ["habit.py", "--turns", "30", "--game", "icehouse"])
    assert habit.main() == 1
    assert "exceeded: icehouse" in capsys.readouterr().out


# --- the wait ---


def test_a_press_is_taken_once_the_knob_was_still(box: Any) -> None:
    """A press in the wait chooses nothing and begins it again; later one counts as always."""
    sit(box)
    before = stands(box)
    for _ in range(4):
        box.feed(PRESS)  # 0.3 s apart
        assert stands(box) == before
    box.now += STILL_S
    box.feed(PRESS)
    assert stands(box) != before


def test_a_turn_moves_the_cursor_and_the_wait_goes_on(box: Any) -> None:
    sit(box, "mandala")
    before, index = stands(box), box.screen.picker.index
    box.feed(Turned(1, at_s=box.now))
    assert box.screen.picker.index != index
    box.feed(Turned(1, at_s=box.now))
    box.feed(PRESS)
    assert stands(box) == before


def test_the_wait_is_visible_and_ends_by_itself(box: Any) -> None:
    """The key before the answer runs out in three pictures; then it is the key of always."""
    sit(box)
    left, pictures = [], []
    box.app.paint()
    while box.screen.handover.until_s is not None:
        left.append(box.screen.scene().wait)
        pictures.append(box.panel.pictures[-1].frame)
        due = box.app.due_s()
        assert due is not None
        box.now = due
        box.app.paint()
    assert left == pytest.approx([1.0, 2 / 3, 1 / 3])
    assert len({*pictures, box.panel.pictures[-1].frame}) == 4
    assert box.screen.scene().wait == 0.0
    assert box.unfit == {}


def test_the_same_player_is_not_kept_waiting(box: Any) -> None:
    """Within a turn a press is taken at once."""
    new_game(box, "mandala", ("Anna", "Ben"), first="Anna")
    while not hasattr(box.screen, "handover"):
        box.press()
    box.feed(PRESS)
    assert box.screen.picker.has_begun
    box.press()
    flips = box.screen.table.match
    assert flips.turn.seat is None
    assert box.screen.handover.until_s is None


@pytest.mark.parametrize("game", ["mana", "mandala", "icehouse"])
def test_a_tap_is_aimed_and_waits_for_nobody(box: Any, game: str) -> None:
    """Choices follow each other as fast as fingers tap, also right after one by the knob."""
    sit(box, game)
    now, tapper = box.now, Tapper(box)
    played = stands(box)[0]
    while isinstance(box.screen, Play) and stands(box)[0] < played + 2:
        tapper.choose()
        if isinstance(box.screen, Play):
            assert box.screen.handover.until_s is None or stands(box)[0] == played
    assert box.now == now


# --- stages that were skipped ---


def skips(box: Any) -> int | None:
    """Return an option after which a stage is skipped and another asked."""
    tree = box.screen.ui.tree(box.services.table.match.state)
    for at, node in enumerate(tree.children.values()):
        below = list(node.children.values())
        if len(below) == 1 and len(below[0].children) > 1:
            return at
    return None


def test_a_skipped_stage_is_shown_as_done_for_a_moment(box: Any) -> None:
    players = sit(box, "mandala")
    while (at := skips(box)) is None or box.screen.picker.picked:
        players.play_on(1)
    box.turn(at - box.screen.picker.index).press()
    assert len(box.screen.picker.picked) == 2
    assert box.screen.scene().shows_done
    done = box.panel.pictures[-1].frame
    box.now += DONE_S
    box.app.paint()
    assert not box.screen.scene().shows_done
    assert box.panel.pictures[-1].frame != done
    assert box.unfit == {}


def test_a_first_stage_that_is_skipped_is_shown_as_done_after_the_wait(box: Any) -> None:
    players = sit(box)
    while not box.screen.picker.picked:
        players.play_on(1)
    assert box.screen.scene().wait
    box.now += STILL_S
    assert not box.screen.scene().wait
    assert box.screen.scene().shows_done
    box.now += DONE_S
    assert not box.screen.scene().shows_done


def test_the_picture_changes_when_the_next_of_both_is_over() -> None:
    times = Handover()
    assert times.next_change_s(5.0) is None
    times.skip(10.0)
    times.begin(10.0)
    assert times.next_change_s(10.0) == pytest.approx(10.2)
    assert times.next_change_s(10.7) == pytest.approx(10.0 + DONE_S)
    assert times.next_change_s(12.0) is None
