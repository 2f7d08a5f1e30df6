"""Learn what groups of pyramids are worth, from games that a simple player plays against itself.

    python bench/learn_icehouse.py [--seats 2] [--rounds 6] [--games 1000] [--seed 1]

The player takes the pyramid after which the worth of all groups, as far as it was learned, gives
it the best lead; a little noise makes games differ. After each round the worth of every case is
what it brought on average. The last line printed is the table for `engines/icehouse/bot/worth`.
"""

from __future__ import annotations

import argparse
import random
import sys

from engines.icehouse.bot import evaluate
from engines.icehouse.bot.evaluate import hopes
from engines.icehouse.bot.fast_state import FastState, track_of
from engines.icehouse.bot.worth import CASES, SIDE, place, write
from engines.icehouse.state import COPIES, GROUPS

WIDTH = 10
NOISE = 0.35
TRUST = 40
"""How many games' worth the table of the round before is."""


class Counted(FastState):
    """A track that keeps what every group brought."""

    __slots__ = ("brought",)

    brought: list[list[int]]

    def share_group(self, group: int) -> None:
        before = self.points[:]
        super().share_group(group)
        self.brought[group] = [now - then for now, then in zip(self.points, before, strict=True)]


def fresh(seats: int, chance: random.Random) -> Counted:
    """Return a table before the first move."""
    path = list(GROUPS * COPIES)
    chance.shuffle(path)
    view = {"path": path, "pawns": [-1] * seats, "held": [[]] * seats, "points": [0] * seats}
    table = track_of({**view, "turn": chance.randrange(seats)}, Counted)
    table.brought = [[0] * seats for _ in GROUPS]
    return table


def guess(seats: int) -> list[float]:
    """Return a first table: a share for what a seat has, and some for what is ahead."""
    table = [0.0] * (place(COPIES, COPIES, COPIES, COPIES, True) + 1)
    reach = 0.45 * (2 / seats) ** 0.5
    for case in CASES:
        numbers = case // 2
        their_rest, numbers = numbers % SIDE, numbers // SIDE
        my_rest, numbers = numbers % SIDE, numbers // SIDE
        theirs, mine = numbers % SIDE, numbers // SIDE
        me, other = mine + reach * my_rest, theirs + reach * their_rest
        table[case] = 3 * me / (me + other) if me else 0.0
    return table


def cases(table: FastState) -> list[tuple[int, int, int]]:
    """Return group, seat and case of every group on the path."""
    count, pawns = table.count, table.pawns
    found = []
    for number, mask in enumerate(table.masks):
        group = table.standing & mask
        if not group:
            continue
        own = table.own[number * count : number * count + count]
        rest = [(group >> (pawn + 1)).bit_count() for pawn in pawns]
        for seat in range(count):
            rival = max(
                (each for each in range(count) if each != seat),
                key=lambda each: (own[each], pawns[each]),
            )
            case = place(own[seat], own[rival], rest[seat], rest[rival], pawns[seat] > pawns[rival])
            found.append((number, seat, case))
    return found


def choose(table: Counted, chance: random.Random) -> int:
    """Return the space after which the lead is best."""
    seat = table.turn
    best, most = -1, float("-inf")
    for space in table.moves(WIDTH):
        after = FastState.copy(table)
        after.brought = [[]] * len(GROUPS)
        after.play(space)
        total = hopes(after)
        mine = total.pop(seat)
        lead = mine - max(total) + chance.gauss(0, NOISE)
        if lead > most:
            best, most = space, lead
    return best


def learn(seats: int, games: int, worth: list[float], chance: random.Random) -> list[float]:
    """Play some games by a table and return a better one."""
    evaluate.worth = lambda _: worth  # type: ignore[assignment]  # plays by the table being learned
    brought = [TRUST * each for each in worth]
    times = [TRUST] * len(worth)
    for _ in range(games):
        table = fresh(seats, chance)
        met = []
        while table.turn >= 0:
            met += cases(table)
            table.play(choose(table, chance))
        for group, seat, case in met:
            brought[case] += table.brought[group][seat]
            times[case] += 1
    return [total / count for total, count in zip(brought, times, strict=True)]


def main() -> int:
    """Learn a table and print it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    worth = guess(asked.seats)
    for number in range(asked.rounds):
        print(f"round {number + 1} of {asked.rounds}", file=sys.stderr)
        worth = learn(asked.seats, asked.games, worth, chance)
    print(write(worth))
    return 0


if __name__ == "__main__":
    sys.exit(main())
