"""Do turning points hold? Each one that a review names is judged again, with five times the time.

    python bench/turning_points.py [--matches 6] [--seconds 0.1] [--seed 1] [GAME ...]

Bots of levels 1 to 3 play the matches. A turning point holds if its choice still costs at least
half of what makes one. Prints a table; ends with 1 if less than 90 % of all hold.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines import catalog
from engines.bots.player import Budget, Think
from engines.bots.seat_view import seat_view
from engines.match import Match
from engines.start import Start
from firmware_py.match.game_info import info_of
from firmware_py.match.turning_points import EFFORT, LEAST, Question, Review, TurningPoint

TIMES = 5.0
HOLDS = 0.9
"""The share that has to hold."""
QUICK = Budget(nodes=60)
MOST_CHOICES = 400


class Tally(NamedTuple):
    """What became of the turning points of a game."""

    named: int = 0
    held: int = 0


def begin(game: str, seed: int) -> Match[Any, Any] | None:
    """Return a new match that can be reviewed, if need be with another option; None: not at all."""
    engine = catalog.load(game)
    if engine.think is None:
        return None
    usual = {option.name: option.default for option in engine.options}
    for option in engine.options:
        for value in option.values:
            match = Match(engine, Start(usual | {option.name: value}, 2, 0, seed))
            if info_of(game).reviews(match):
                return match
    match = Match(engine, Start(usual, 2, 0, seed))
    return match if info_of(game).reviews(match) else None


def play(game: str, seed: int) -> Match[Any, Any]:
    """Return a match between two weak bots, or the beginning of one that takes long."""
    match = begin(game, seed)
    assert match is not None
    engine = match.engine
    assert engine.think is not None
    think = engine.think()
    while (turn := match.turn) is not None and len(match.lines) < MOST_CHOICES:
        if turn.seat is None or turn.asks is not None:
            match.play(engine.write(engine.legal(match.state)[0]))
            continue
        level = 1 + (seed + turn.seat) % 3
        view = seat_view(match, turn.seat)
        match.play(think(view, level, QUICK, seed + len(match.lines), lambda: False).move)
    return match


def review(match: Match[Any, Any], judge: Callable[[Question], Any]) -> tuple[TurningPoint, ...]:
    """Return the turning points of a match."""
    found = Review(match)
    while (question := found.question) is not None:
        found.take(judge(question))
    return found.points


def cost(match: Match[Any, Any], think: Think, point: TurningPoint, budget: Budget) -> float:
    """Return what a choice costs when it is judged with a budget."""
    at = match.fork()
    while len([each for each in at.moments if each.line.who != "dealer"]) >= point.place:
        at.undo()
    view = seat_view(at, point.seat)
    best = think(view, 5, budget, 7, lambda: False)
    played = think(view, 5, budget, 7, lambda: False, point.played)
    return best.value - played.value


def tally(game: str, matches: int, seconds: float, seed: int) -> Tally:
    """Return how many turning points of some matches hold."""
    engine = catalog.load(game)
    assert engine.think is not None
    think = engine.think()
    named = held = 0
    for number in range(matches):
        match = play(game, seed + number)

        def judge(question: Question) -> Any:
            budget = Budget(seconds * question.effort)
            return think(question.view, 5, budget, 1, lambda: False, question.move)

        for point in review(match, judge):
            named += 1
            again = cost(match, think, point, Budget(seconds * EFFORT * TIMES))
            held += again >= LEAST / 2
            print(
                f"{game} {number} {point.place}: {point.played}, better {point.better}:"
                f" {point.lost:.2f}, then {again:.2f}",
                flush=True,
            )
    return Tally(named, held)


def main() -> int:
    """Judge the turning points of each game, and print a table."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = {
        game: tally(game, asked.matches, asked.seconds, asked.seed)
        for game in asked.games or (game for game in catalog.GAMES if begin(game, 0))
    }
    named = sum(each.named for each in found.values())
    held = sum(each.held for each in found.values())
    for game, each in found.items():
        print(f"{game:10} {each.held:4} of {each.named}")
    print(f"{'all':10} {held:4} of {named}")
    return int(held < HOLDS * named or not named)


if __name__ == "__main__":
    raise SystemExit(main())
