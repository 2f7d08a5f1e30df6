"""What a turn costs: every detent and press that reaches the box for it.

    python bench/cost_of_turn.py [--games 200] [--seed 1] [--game NAME]

The games are those of `policy`. Every choice is entered in the real application: what is counted
are the events in its inbox from the confirmed choice before to this one, whatever the box asks in
between; the knob turns the shorter way around, without acceleration. Questions to the table are
answered but not counted; nor are choices that a game does not count as a turn.

There are two yardsticks for the same choices: a flat list of all that is legal, in
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
from rows import Row, judge

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


def rows_of(game: str, costs: Costs, games: int) -> tuple[Row, Row]:
    """Return the rows of a game: the median and the 90th percentile, with their targets."""
    target = table_of(game).target
    assert target is not None, f"{game} has no target in real_tables"
    both = zip(median_and_90(costs.box), median_and_90(costs.flat), median_and_90(costs.bits),
               target, ("median", "90 %"), strict=True)  # fmt: skip
    median, ninetieth = (
        Row(f"{game}, {name}", ours, limit, unit="steps",
            note=f"{len(costs.box)} turns of {games} games, flat list {flat:.1f}, log2 {bits:.1f}")
        for ours, flat, bits, limit, name in both
    )  # fmt: skip
    return median, ninetieth


def main() -> int:
    """Measure the games asked for; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=catalog.GAMES, action="append")
    asked = parser.parse_args()
    if asked.games < 1:
        parser.error("--games must be at least 1")
    return judge(
        row
        for game in asked.game or catalog.GAMES
        for row in rows_of(game, measure(game, asked.games, asked.seed), asked.games)
    )


if __name__ == "__main__":
    sys.exit(main())
