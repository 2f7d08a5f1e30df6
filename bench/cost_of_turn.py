"""What a turn costs at the knob: detents and presses from its start to the confirmed choice.

    python bench/cost_of_turn.py [--games 200] [--seed 1] [--game NAME]

Games are played by one fixed policy: of all legal choices the one that gives its player the most
points at once; ties, which are frequent, by lot from the seed. Every choice of a seat is then
entered as on the box: a real picker walks the face's tree, the shorter way around, without
acceleration. Questions to the table are answered but not counted; nor is what a game says is no
turn. Where people know more than the box, two matches run side by side (`real_tables`).

    truth --greedy--> its text --told()--> texts for the box --enter()--> detents + presses

Two yardsticks stand beside the box, for the same choices: a flat list of all that is legal, in
the order of notation with a press at the end, and the base-2 logarithm of its length.
"""

from __future__ import annotations

import argparse
import math
import re
import statistics
import sys
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from real_tables import table_of

from engines import catalog
from engines.chance import Chance
from engines.match import Match
from engines.record import DEALER
from firmware_py.games import face_of
from firmware_py.ui.picker import ChoiceNode, Picker

GAMES = 200
PATIENCE = 1000
"""So many choices without an end, and the table agrees to end it."""

_NUMBERS = re.compile(r"([0-9]+)")


@dataclass(slots=True)
class Costs:
    """What was counted for each turn: on the box, in the flat list, and the logarithm."""

    box: list[float] = field(default_factory=list)
    flat: list[float] = field(default_factory=list)
    bits: list[float] = field(default_factory=list)


class Table:
    """One game: the truth that people see, and the box that they tell."""

    def __init__(self, game: str, seed: int) -> None:
        self.engine = catalog.load(game)
        self.chance = Chance(seed, "policy")
        low, high = self.engine.seats
        seats = low + seed % (high - low + 1)
        self.real = real = table_of(game)

        def begin(options: dict[str, object]) -> Match[Any, Any]:
            given = dict(real.given)
            start = catalog.begin(self.engine, seats=seats, seed=seed, options=options, given=given)
            return Match(self.engine, start)

        self.truth = begin(dict(real.dealt))
        self.box = begin({}) if real.dealt else self.truth
        self._pass_on(0)

    def play(self, costs: Costs) -> None:
        """Play to the end, counting every turn."""
        for _ in range(PATIENCE):
            turn = self.truth.turn
            if turn is None:
                return
            if turn.seat is None:
                self._answer(costs)
            else:
                self._move(turn.seat, costs)

    def _move(self, seat: int, costs: Costs) -> None:
        text = self._greedy(seat)
        before, seen, done = self.truth.state, self.box.state, len(self.truth.lines)
        self.truth.play(text)
        said = self.real.told(text, before, self.truth.state, dealer=False, options={})
        assert said is not None
        if not self.real.is_apart(before, said):
            count(self.engine, seen, said, costs)
        if self.box is not self.truth:
            self.box.play(said)
            self._pass_on(done + 1)

    def _answer(self, costs: Costs) -> None:
        """Answer a question to the table, in both matches, by lot."""
        if self.box.turn is not None and self.box.turn.seat is not None:
            # A dead end that only people see: the box is told.
            count(self.engine, self.box.state, self.real.dead_end, costs)
            self.box.play(self.real.dead_end)
            return
        text = self.engine.write(self.chance.choose(self.engine.legal(self.truth.state)))
        self.truth.play(text)
        if self.box is not self.truth:
            self.box.play(text)

    def _pass_on(self, first: int) -> None:
        """Tell the box what the dealer did, where it matters."""
        if self.box is self.truth:
            return
        for line in self.truth.lines[first:]:
            assert line.who == DEALER
            said = self.real.told(line.text, None, None, dealer=True, options={})
            if said is not None:
                self.box.play(said)

    def _greedy(self, seat: int) -> str:
        """Return the choice that gives its player the most points at once, ties by lot."""
        state = self.truth.state
        legal = self.engine.legal(state)
        values = [
            self.real.points(self.engine, self.engine.apply(state, each))[seat] for each in legal
        ]
        best = max(values)
        ties = [each for each, value in zip(legal, values, strict=True) if value == best]
        return self.engine.write(self.chance.choose(ties))


# --- counting -------------------------------------------------------------------------------


def count(engine: Any, state: Any, text: str, costs: Costs) -> None:
    """Add what one turn costs."""
    legal = [engine.write(choice) for choice in engine.legal(state)]
    place = _notation_order(text)
    before = sum(_notation_order(each) < place for each in legal)
    costs.box.append(enter(engine.name, state, text))
    costs.flat.append(around(before, len(legal)) + 1)
    costs.bits.append(math.log2(len(legal)))


def enter(game: str, state: Any, text: str) -> int:
    """Return the detents and presses that enter a choice with a real picker."""
    face = face_of(game)
    root = face.tree(state)
    picker = Picker(root, lambda picked, options: face.start(state, picked, options))
    parts = find(root, text)
    assert parts is not None, f"{text} cannot be entered"
    cost = 0
    while True:
        options = picker.options
        wanted = options.index(parts[len(picker.picked)])
        cost += around(wanted - picker.index, len(options)) + 1
        picker.turn(wanted - picker.index)
        done = picker.press()
        if done is not None:
            assert done == text
            return cost


def find(node: ChoiceNode, text: str) -> tuple[Any, ...] | None:
    """Return the parts that lead to a choice."""
    if node.choice is not None:
        return () if node.choice == text else None
    for part, child in node.children.items():
        rest = find(child, text)
        if rest is not None:
            return (part, *rest)
    return None


def around(steps: int, count: int) -> int:
    """Return the shorter way around a ring."""
    return min(steps % count, -steps % count)


@cache
def _notation_order(text: str) -> tuple[tuple[int, str], ...]:
    """Sort texts as people do, numbers by their value."""
    pieces = _NUMBERS.split(text)
    return tuple((int(each), "") if each.isdigit() else (-1, each) for each in pieces)


# --- the table of figures -------------------------------------------------------------------


def measure(game: str, games: int, seed: int) -> Costs:
    """Play some games and return what their turns cost."""
    costs = Costs()
    for number in range(games):
        Table(game, seed * 1000 + number).play(costs)
    return costs


def median_and_90(values: list[float]) -> tuple[float, float]:
    """Return the median and the 90th percentile (the value that nine in ten do not exceed)."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[math.ceil(0.9 * len(ordered)) - 1]


def report(game: str, costs: Costs, games: int) -> bool:
    """Print the figures of a game; say whether they reach the target."""
    median, ninetieth = median_and_90(costs.box)
    flat, bits = median_and_90(costs.flat), median_and_90(costs.bits)
    target = table_of(game).target
    assert target is not None, f"{game} has no target in real_tables"
    reached = median <= target[0] and ninetieth <= target[1]
    print(
        f"{game:9} {games:5} {len(costs.box):6}"
        f"  {median:6.1f} {ninetieth:6.1f}  {target[0]:4} {target[1]:4}"
        f"  {flat[0]:6.1f} {flat[1]:6.1f}  {bits[0]:5.1f} {bits[1]:5.1f}"
        f"  {'reached' if reached else 'MISSED'}"
    )
    return reached


def main() -> int:
    """Measure the games asked for; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=catalog.GAMES, action="append")
    asked = parser.parse_args()
    if asked.games < 1:
        parser.error("--games must be at least 1")
    print("                         the box    target      flat list    log2")
    print("game      games  turns  median   90 %  med. 90 %  median   90 %   med.  90 %")
    reached = [
        report(game, measure(game, asked.games, asked.seed), asked.games)
        for game in asked.game or catalog.GAMES
    ]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
