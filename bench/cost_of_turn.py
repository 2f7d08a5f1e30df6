"""What a turn costs: every detent and press that reaches the box for it.

    python bench/cost_of_turn.py [--games 200] [--seed 1] [--game NAME]

The games are those of `policy`. Every choice is entered in the real application: what is counted
are the events in its inbox from the confirmed choice before to this one, whatever the box asks in
between; the knob turns the shorter way around, without acceleration. Questions to the table are
answered but not counted; nor is what a game says is no turn.

Two yardsticks stand beside the box, for the same choices: a flat list of all that is legal, in
the order of notation with a press at the end, and the base-2 logarithm of its length.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from matches import inputs_of, write_script
from real_tables import table_of

from engines import catalog

GAMES = 200


@dataclass(slots=True)
class Costs:
    """What was counted for each turn: on the box, in the flat list, and the logarithm."""

    box: list[float] = field(default_factory=list)
    flat: list[float] = field(default_factory=list)
    bits: list[float] = field(default_factory=list)


# --- the table of figures -------------------------------------------------------------------


def measure(game: str, games: int, seed: int) -> Costs:
    """Play some games in the real application and return what their turns cost."""
    costs = Costs()
    for number in range(games):
        script = write_script(game, seed * 1000 + number)
        with tempfile.TemporaryDirectory() as folder:
            for entry, inputs in inputs_of(script, Path(folder)):
                if entry.turn is not None:
                    costs.box.append(inputs)
                    costs.flat.append(entry.turn.flat)
                    costs.bits.append(entry.turn.bits)
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
