"""Hands with a habit: do extra presses after a turn choose anything for another player?

    python bench/habit.py [--turns 1000] [--seed 1] [--game NAME]

Stages with a single option are skipped, so the same action takes now two presses, now three. Hands
that always press as often as the longest action needs (`PRESSES`) press on after a turn is
committed. The games are those of `policy`; the pace and the habit change from turn to turn:

    turn, press | turn, press | press ... press      then somebody else looks, and chooses
                              ^ committed  ^ extra

What is counted is every choice that an extra press makes, and every part that it picks, while
somebody else is to choose.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from matches import Box, MemoryPanel, write_script
from rows import Row, judge

from engines import catalog
from engines.rng import Chance
from firmware_py.screens.play.play import Play
from firmware_py.storage.store import Store
from hardware.events import Control, Event, Pressed, Turned

TURNS = 1000
PRESSES = 5
"""As often as these hands press for a turn, at least; no action of the games needs more."""
PACES_S = (0.15, 0.25, 0.35, 0.45, 0.55)
"""Between two touches of the same hand: from a double click to one that is in no hurry."""
LOOK_S = 1.5
"""Until the next person presses."""
_TURN, _PRESS = Turned(1), Pressed(Control.KNOB)
HABITS: Sequence[Sequence[Event]] = ((_PRESS,), (_TURN, _PRESS), (_PRESS, _PRESS, _TURN))
"""What is done again and again after the turn."""


@dataclass(slots=True)
class Habit:
    """What was counted."""

    turns: int = 0
    presses: int = 0
    """Extra presses while somebody else was to choose."""
    for_others: int = 0
    """Choices and parts of choices that such a press made."""


class Hands:
    """A match entered by hands with a habit."""

    def __init__(self, box: Box, chance: Chance, counted: Habit) -> None:
        self._box = box
        self._chance = chance
        self._counted = counted

    def play(self, turns: int) -> None:
        """Enter the script, with extra presses after each turn."""
        presses = 0
        seat, lines = self._stand()
        for event in self._box.play():
            self._box.feed(event)
            presses += isinstance(event, Pressed)
            then, now = self._stand()
            if now == lines:
                continue
            self._counted.turns += 1
            if then != seat and isinstance(self._box.app.top, Play):
                self._press_on(presses)
            seat, lines, presses = then, now, 0
            self._box.now_s += LOOK_S
            if self._counted.turns >= turns:
                return

    def _press_on(self, presses: int) -> None:
        """Press as often as always, and take back what that chose."""
        pace = self._chance.choose(PACES_S)
        habit = self._chance.choose(HABITS)
        play = self._box.app.top
        assert isinstance(play, Play)
        before = self._stand()
        for at in count():
            event = habit[at % len(habit)]
            if isinstance(event, Pressed):
                if presses >= PRESSES:
                    break
                presses += 1
                self._counted.presses += 1
            self._box.now_s += pace
            self._box.app.feed(event)
            self._box.app.paint()
            self._counted.for_others += self._put_right(play, before)

    def _put_right(self, play: Play, before: tuple[int | None, int]) -> int:
        """Take back what a press chose or picked; return how much that was."""
        app, done = self._box.app, 0
        if app.top is not play:  # a question, or the result
            done += 1
            app.feed(Pressed(Control.BACK))
        while self._stand() != before:
            done += 1
            play.take_back()
        if play.picker.has_begun:
            done += 1
            play.entry.begin()
        return done

    def _stand(self) -> tuple[int | None, int]:
        """Return who is to choose (None: the table), and how many choices were made."""
        match = self._box.services.current_table.match
        return (None if match.turn is None else match.turn.seat), len(match.moments)


def measure(game: str, turns: int, seed: int) -> Habit:
    """Enter matches of a game until that many turns were counted."""
    counted = Habit()
    for number in count():
        if counted.turns >= turns:
            return counted
        script = write_script(game, seed * 1000 + number)
        with tempfile.TemporaryDirectory() as folder:
            store = Store(Path(folder))
            try:
                hands = Hands(Box(script, MemoryPanel(), store), Chance(number, "habit"), counted)
                hands.play(turns)
            finally:
                store.close()
    raise AssertionError


def row_of(game: str, counted: Habit) -> Row:
    """Return the row of a game."""
    note = f"{counted.turns} turns, {counted.presses} extra presses"
    return Row(f"{game}, for other players", counted.for_others, 0, unit="picks", note=note)


def main(measure: Callable[[str, int, int], Habit] = measure) -> int:
    """Measure the games asked for; return 1 if a press chose for somebody else."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=catalog.GAMES, action="append")
    asked = parser.parse_args()
    return judge(
        row_of(game, measure(game, asked.turns, asked.seed)) for game in asked.game or catalog.GAMES
    )


if __name__ == "__main__":
    sys.exit(main())
