"""The arena: fair openings, fixed seeds, and a player that wins with a small budget of nodes."""

from __future__ import annotations

import arena
import pytest
from opponents import Bout, opposition_of, player_of

from engines import catalog
from engines.bots.player import LEVELS, Budget

FEW = Budget(nodes=600)
FREE = {"advanced": True}


def task(number: int, seat: int, bout: Bout) -> arena.Task:
    """Return one game of Mana."""
    return arena.Task("mana", bout, number, seat, 1, FEW)


def test_every_opening_is_played_from_every_seat() -> None:
    """A bout of three seats and seven games has three openings, each three times."""
    bout = Bout("", "random", "greedy", 0.0, seats=3)
    todo = list(arena.tasks("icehouse", bout, 7, 1, FEW))
    assert [(each.number, each.seat) for each in todo] == [
        (n, s) for n in range(3) for s in range(3)
    ]
    for number in range(3):
        records = {arena.begin(each).record() for each in todo if each.number == number}
        assert len(records) == 1


def test_openings_drawn_by_lot_leave_something_to_play_for() -> None:
    """No daimio can be taken with the first move, and the set-ups differ."""
    bout = Bout("", "random", "random", 0.0, options=FREE)
    matches = [arena.begin(task(number, 0, bout)) for number in range(20)]
    assert len({str(match.state) for match in matches}) == 20
    for match in matches:
        for choice in match.engine.legal(match.state):
            assert match.engine.turn(match.engine.apply(match.state, choice)) is not None


def test_the_same_seed_plays_the_same_games() -> None:
    bout = Bout("", "level-4", "random", 0.0, options=FREE)
    first, again = (arena.run_bout("mana", bout, 4, 1, FEW) for _ in range(2))
    assert (first.points, first.choices) == (again.points, again.choices)


@pytest.mark.parametrize("options", [FREE, {"edition": "2005"}], ids=["bird", "2005"])
@pytest.mark.parametrize("second", ["random", "greedy", "depth-2"])
def test_level_5_wins(second: str, options: dict[str, object]) -> None:
    """Nearly always, with a small part of what it has at a table."""
    tally = arena.run_bout("mana", Bout("", "level-5", second, 0.0, options=options), 8, 1, FEW)
    assert tally.games == 8
    assert tally.points >= 6


def test_a_fair_level_holds_its_own_against_who_never_thinks() -> None:
    """Always taking the next pyramid is what pressing the knob again and again does."""
    bout = Bout("", "level-3", "first", 0.0)
    assert arena.run_bout("icehouse", bout, 8, 1, Budget(nodes=1500)).points >= 3


def test_a_level_beats_the_one_three_below() -> None:
    bout = Bout("", "level-5", "level-2", 0.0, options=FREE)
    assert arena.run_bout("mana", bout, 10, 1, FEW).points >= 7


@pytest.mark.parametrize(
    ("rate", "games", "limits"),
    [(0.5, 100, (0.404, 0.596)), (1.0, 100, (0.963, 1.0)), (0.0, 10, (0.0, 0.278)), (0, 0, (0, 1))],
)
def test_the_interval_is_wilsons(rate: float, games: int, limits: tuple[float, float]) -> None:
    """As tables give it."""
    assert arena.wilson(rate, games) == pytest.approx(limits, abs=0.001)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_bouts_of_a_game_name_players_it_has(game: str) -> None:
    """And levels only where the game has a player."""
    levels = {f"level-{level}" for level in LEVELS}
    for bout in opposition_of(game).bouts:
        for name in (bout.first, bout.second):
            known = name in levels if catalog.load(game).think else False
            assert known or player_of(game, name) is not None, f"{game}: {name}"
        assert catalog.load(game).seats[0] <= bout.seats <= catalog.load(game).seats[1]


@pytest.mark.parametrize("game", catalog.GAMES)
def test_simple_players_meet_in_every_game(game: str) -> None:
    """Also where a table has to answer questions; points of a game add up to one."""
    bout = Bout("", "greedy", "random", 0.0)
    tally = arena.run_bout(game, bout, 2, 1, FEW)
    assert 0 <= tally.points <= 2
    assert tally.choices > 4
    assert "greedy - random" in arena.row_of(game, bout, tally).name
