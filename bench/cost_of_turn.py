"""What a turn costs at the knob: detents and presses from its start to the confirmed choice.

    python bench/cost_of_turn.py [--games 200] [--seed 1] [--game icehouse]

Games are played by one fixed policy: of all legal choices the one that gives its player the most
points at once; ties, which are frequent, by lot from the seed. Every choice of a seat is then
entered as on the box: a real picker walks the face's tree, the shorter way around, without
acceleration. Questions to the table are answered but not counted; nor are the set-up of Mana and
the claims of Mandala, which are no turns and so cheap that they would flatter the figures.

Where people know more than the box, two matches run side by side. In Mandala the cards come from
a full table with dealt hands and are entered on the public one; in Stones the picks come from a
dealt main board and are entered in towers tracking.

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

from engines import catalog
from engines.chance import Chance
from engines.mandala.cards import plus
from engines.mandala.scoring import points as cup_points
from engines.match import Match
from engines.record import DEALER
from firmware_py.games import face_of
from firmware_py.ui.picker import ChoiceNode, Picker

GAMES = 200
PATIENCE = 1000
"""So many choices without an end, and the table agrees to end it."""

TARGETS = {"mana": (5, 8), "mandala": (7, 10), "stones": (10, 15), "icehouse": (6, 14)}
"""Median and 90th percentile to reach."""

TRUTH: dict[str, dict[str, object]] = {
    "mandala": {"table": "full"},
    "stones": {"tracking": "board"},
}
"""The options under which everything hidden is dealt; other games hide nothing."""

NOTHING = "N"
"""Stones: no artist reaches a stone, and there is no tower to score."""

_ARTIST_PICK = re.compile(r"P[a-c][1-3]-[a-c][1-3]:[0-9]+@([0-9]+)")
_NUMBERS = re.compile(r"([0-9]+)")

MANDALA = ["0", "0", "1", "0", "0", "2"] * 3 + ["h2"] + ["0", "1", "0", "2"] * 2 + ["h3"]
MANDALA += ["0", "1", "0", "2"] * 2 + ["h4", "end"]
"""A stand-in for the printed board of Stones, so that play never stops to ask for it."""


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
        given: dict[str, Any] = {"mandala": MANDALA} if game == "stones" else {}

        def begin(options: dict[str, object]) -> Match[Any, Any]:
            start = catalog.begin(self.engine, seats=seats, seed=seed, options=options, given=given)
            return Match(self.engine, start)

        self.truth = begin(TRUTH.get(game, {}))
        self.box = begin({}) if game in TRUTH else self.truth
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
        said = told(text, before, self.truth.state)
        if not is_apart(self.engine.name, before, said):
            count(self.engine, seen, said, costs)
        if self.box is not self.truth:
            self.box.play(said)
            self._pass_on(done + 1)

    def _answer(self, costs: Costs) -> None:
        """Answer a question to the table, in both matches, by lot."""
        if self.box.turn is not None and self.box.turn.seat is not None:
            # A dead end that only the main board shows: the box is told.
            count(self.engine, self.box.state, NOTHING, costs)
            self.box.play(NOTHING)
            return
        text = self.engine.write(self.chance.choose(self.engine.legal(self.truth.state)))
        self.truth.play(text)
        if self.box is not self.truth:
            self.box.play(text)

    def _pass_on(self, first: int) -> None:
        """Tell the box what the dealer of Mandala turned up; in Stones it does not ask."""
        if self.engine.name == "mandala":
            for line in self.truth.lines[first:]:
                assert line.who == DEALER
                self.box.play(line.text)

    def _greedy(self, seat: int) -> str:
        """Return the choice that gives its player the most points at once, ties by lot."""
        state = self.truth.state
        legal = self.engine.legal(state)
        values = [points(self.engine, self.engine.apply(state, each))[seat] for each in legal]
        best = max(values)
        ties = [each for each, value in zip(legal, values, strict=True) if value == best]
        return self.engine.write(self.chance.choose(ties))


def is_apart(game: str, state: Any, text: str) -> bool:
    """Say whether a choice is no turn: setting up in Mana, claiming within a turn of Mandala."""
    return (game == "mana" and state.phase == "setup") or (game == "mandala" and text[0] == "T")


def points(engine: Any, state: Any) -> tuple[int, ...]:
    """Return the score of each seat as its player knows it: in Mandala with the own cup."""
    if engine.name == "mandala" and state.dealt is not None:
        return tuple(
            cup_points(state.rivers[seat], plus(state.cups_known[seat], state.dealt.cups[seat]))
            for seat in (0, 1)
        )
    scores: tuple[int, ...] = engine.scores(state)
    return scores


def told(text: str, before: Any, after: Any) -> str:
    """Return what people tell the box: for a pick from the main board of Stones, its colours."""
    found = _ARTIST_PICK.fullmatch(text)
    if not found:
        return text
    tower = after.towers[before.turn][int(found[1]) - 1]
    return f"P{tower.upper()}@{found[1]}"


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
    target = TARGETS[game]
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
