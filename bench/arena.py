"""Let players meet: every game is played once with the first player in each seat.

    python bench/arena.py [--game NAME] [--games 100] [--seconds 1 | --nodes 5000] [--seed 1]
    python bench/arena.py --game NAME --first level-5 --second greedy [--seats 2] [--options JSON]

Without two names the bouts of the game are played that it has to win (`bench/opponents`), and the
run fails where one is missed. A player is `level-1` to `level-5`, `random`, `first`, `greedy` or
one of the game's own. What a player may use is processor time of its process, so that other work on
the machine costs it little; with `--nodes` the same seed plays the same games on any machine.

With two seats a rate is the share of points (a draw is half of one). With more, the first player
sits alone against several of the second, and the fair share is one divided by the seats. The
interval is Wilson's, for 95 %; both games of a pair begin alike.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

from opponents import Bout, Play, opposition_of, player_of
from real_tables import table_of
from rows import Row, judge

from engines import catalog
from engines.bots.player import LEVELS, Budget
from engines.bots.seat_view import seat_view
from engines.match import Match
from engines.rng import Chance

WIDTH = 30
Z = 1.96
"""Of a normal distribution, for 95 %."""


class Played(NamedTuple):
    """What a game brought the first player, and what both cost."""

    points: float
    choices: int
    moves: int
    seconds: float
    """Processor time of the first player, over its moves."""
    slowest: float


@dataclass(frozen=True)
class Task:
    """One game to be played."""

    game: str
    bout: Bout
    number: int
    seat: int
    seed: int
    budget: Budget


def level_player(game: str, level: int, budget: Budget) -> Play:
    """Return the game's own player at a level."""
    load = catalog.load(game).think
    if load is None:
        raise SystemExit(f"{game} has no player")
    think = load()

    def play(match: Match[Any, Any], seat: int, chance: random.Random) -> str:
        seed = chance.getrandbits(32)
        return think(seat_view(match, seat), level, budget, seed, lambda: False).move

    return play


def find_player(game: str, name: str, budget: Budget) -> Play:
    """Return a player by its name."""
    if name in [f"level-{level}" for level in LEVELS]:
        return level_player(game, int(name[-1]), budget)
    play = player_of(game, name)
    if play is None:
        raise SystemExit(f"there is no player {name!r} of {game}")
    return play


def begin(task: Task) -> Match[Any, Any]:
    """Return a match with everything dealt and its opening drawn by lot."""
    chance = random.Random(f"{task.seed} {task.game} {task.number}")
    while True:
        match = draw_opening(task, chance)
        if opposition_of(task.game).is_fair(match):
            return match


def draw_opening(task: Task, chance: random.Random) -> Match[Any, Any]:
    """Return a match at the choice with which the players take over."""
    table, opposition = table_of(task.game), opposition_of(task.game)
    engine = catalog.load(task.game)
    start = catalog.begin(
        engine,
        seats=task.bout.seats,
        seed=chance.getrandbits(32),
        options={**table.dealt, **task.bout.options},
        given={key: value for key, value in table.given.items() if key in engine.given},
    )
    match = Match(engine, start)
    while match.turn is not None and opposition.is_opening(match.state):
        match.play(engine.write(chance.choice(list(engine.legal(match.state)))))
    return match


def play_one(task: Task) -> Played:
    """Play a game to its end, or until patience is lost."""
    match, bout = begin(task), task.bout
    players = [find_player(task.game, name, task.budget) for name in (bout.first, bout.second)]
    chances = [random.Random(f"{task.seed} {task.number} {task.seat} {who}") for who in (0, 1)]
    patience, answers = opposition_of(task.game).patience, Chance(task.seed, f"{task.number}")
    choices, moves, spent, slowest = 0, 0, 0.0, 0.0
    while (turn := match.turn) is not None and choices < patience:
        choices += 1
        if turn.seat is None:
            match.play(answer_table(task.game, match, answers))
            continue
        who = int(turn.seat != task.seat)
        began = time.process_time()
        match.play(players[who](match, turn.seat, chances[who]))
        if who == 0:
            took = time.process_time() - began
            moves, spent, slowest = moves + 1, spent + took, max(slowest, took)
    return Played(points_of(match, task.seat), choices, moves, spent, slowest)


def answer_table(game: str, match: Match[Any, Any], chance: Chance) -> str:
    """Return what the table answers to a question."""
    assert match.turn is not None
    answer = table_of(game).answer(match.turn.asks or "", match.state, chance)
    if answer is not None:
        return answer
    return match.engine.write(chance.choose(list(match.engine.legal(match.state))))


def points_of(match: Match[Any, Any], seat: int) -> float:
    """Return 1 for a win, a share of it for a shared one; a game without an end is a draw."""
    outcome = match.engine.outcome(match.state)
    if outcome is None:
        return 1 / match.start.seats
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


@dataclass
class Tally:
    """How a bout stands."""

    games: int = 0
    points: float = 0.0
    won: int = 0
    lost: int = 0
    choices: int = 0
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, played: Played) -> None:
        """Count a game."""
        self.games += 1
        self.points += played.points
        self.won += played.points == 1
        self.lost += played.points == 0
        self.choices += played.choices
        self.moves += played.moves
        self.seconds += played.seconds
        self.slowest = max(self.slowest, played.slowest)

    @property
    def rate(self) -> float:
        """The share of the points that the first player made."""
        return self.points / self.games if self.games else 0.0

    @property
    def score(self) -> str:
        """Won, shared and lost."""
        return f"+{self.won} ={self.games - self.won - self.lost} -{self.lost}"


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Return the Wilson score interval of the true rate."""
    if games == 0:
        return 0.0, 1.0
    square = Z * Z / games
    centre = (rate + square / 2) / (1 + square)
    spread = Z * math.sqrt(rate * (1 - rate) / games + square / (4 * games)) / (1 + square)
    return max(0.0, centre - spread), min(1.0, centre + spread)


def tasks(game: str, bout: Bout, games: int, seed: int, budget: Budget) -> Iterator[Task]:
    """Yield the games of a bout: each opening once with the first player in every seat."""
    for number in range(math.ceil(games / bout.seats)):
        for seat in range(bout.seats):
            yield Task(game, bout, number, seat, seed, budget)


def show(tally: Tally, games: int) -> None:
    """Draw the progress bar."""
    full = WIDTH * tally.games // games
    bar = "#" * full + "." * (WIDTH - full)
    line = f"\r[{bar}] {tally.games}/{games}  {tally.score}  {100 * tally.rate:.0f} %  "
    sys.stderr.write(line)
    sys.stderr.flush()


def row_of(game: str, bout: Bout, tally: Tally) -> Row:
    """Return the row of a bout: the share of the points, and what was wanted."""
    low, high = wilson(tally.rate, tally.games)
    name = f"{game} {bout.name}, {bout.seats} seats: {bout.first} - {bout.second}"
    mean = tally.seconds / max(1, tally.moves)
    note = (
        f"{tally.score}, {100 * low:.1f} to {100 * high:.1f}, "
        f"{tally.choices / max(1, tally.games):.0f} choices, "
        f"{mean:.2f} s a move, at most {tally.slowest:.2f}"
    )
    return Row(name, 100 * tally.rate, 100 * bout.wanted, None, "%", note, at_least=True)


def run_bout(
    game: str, bout: Bout, games: int, seed: int, budget: Budget, workers: int = 1
) -> Tally:
    """Play a bout and return how it ended."""
    tally = Tally()
    todo = list(tasks(game, bout, games, seed, budget))
    for played in _all(todo, workers):
        tally.add(played)
        if sys.stderr.isatty():
            show(tally, len(todo))
    if sys.stderr.isatty():
        sys.stderr.write("\r" + " " * (WIDTH + 50) + "\r")
    return tally


def _all(todo: list[Task], workers: int) -> Iterable[Played]:
    if workers == 1:
        yield from map(play_one, todo)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play_one, todo)


def bouts_of(game: str, asked: argparse.Namespace) -> Iterable[Bout]:
    """Return the bout that was asked for, or those of the game."""
    if asked.first is None:
        return opposition_of(game).bouts
    options: Mapping[str, object] = json.loads(asked.options)
    return [Bout("", asked.first, asked.second, 0.0, asked.games or 100, asked.seats, options)]


def main() -> int:
    """Read the command line, play, and print a line for each bout."""
    parser = argparse.ArgumentParser(description="Let the players of the games meet.")
    parser.add_argument("--game", choices=catalog.GAMES, help="this game only")
    parser.add_argument("--first", help="a player, with --second and --game")
    parser.add_argument("--second", help="the player in all other seats")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", default="{}", help="of the game, as JSON")
    parser.add_argument("--games", type=int, help="in the place of what each bout has")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time a move")
    parser.add_argument("--nodes", type=int, help="a budget in nodes: the same on any machine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if (asked.first is None) != (asked.second is None) or (asked.first and not asked.game):
        parser.error("--first, --second and --game go together")
    budget = Budget(seconds=asked.seconds, nodes=asked.nodes)
    return judge(
        row_of(game, bout, run_bout(game, bout, games, asked.seed, budget, asked.workers))
        for game in ([asked.game] if asked.game else catalog.GAMES)
        for bout in bouts_of(game, asked)
        for games in [asked.games or bout.games]
    )


if __name__ == "__main__":
    sys.exit(main())
