"""Play very many random games of every engine and look for a broken promise in each.

    python bench/soak.py [--games 10000] [--seed 1] [--game NAME] [--workers 2]

Every game draws its options, its number of seats, its beginning and its choices by lot. After
each choice the invariants of the game must hold and a turn must have something to choose; the
score sheet adds up; now and then a position goes through JSON and back; at the end the record
replays to an equal state. In some games people agree to resign, draw or end. A game that stalls is
ended by `end`.

A broken promise stops the run with the record of that game, which is all that is needed to see it
again. The same seed plays the same games, with any number of workers.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any, NamedTuple

from engines import catalog
from engines.engine import AGREEMENTS, Start
from engines.match import Match, replay

GAMES = 10_000
STALLED = 2_000
"""A match with more choices is ended by agreement."""
LAST_ANSWERS = 200
"""The most answers for the final score; then it ends with what is known."""
POSITION_EVERY = 50
AGREEMENT_SHARE = 0.05
BATCH = 50


class Counts(NamedTuple):
    """What a run has seen."""

    games: int = 0
    choices: int = 0
    agreed: int = 0
    stalled: int = 0
    seconds: float = 0.0

    def plus(self, other: Counts) -> Counts:
        """Return both together; seconds of work add up over workers."""
        return Counts(
            self.games + other.games,
            self.choices + other.choices,
            self.agreed + other.agreed,
            self.stalled + other.stalled,
            self.seconds + other.seconds,
        )


class Broken(Exception):
    """A promise that does not hold, with the record of the game."""


def soak(game: str, games: int, seed: int, first: int = 0) -> Counts:
    """Play games number `first` and on; raise Broken."""
    counts = Counts()
    for number in range(first, first + games):
        chance = random.Random(f"{seed} {game} {number}")
        match = begin(game, chance)
        began = time.perf_counter()
        try:
            seen = Run(match, chance).play()
        except Exception as error:
            raise Broken(
                f"{game}, game {number} of seed {seed}: {type(error).__name__}: {error}\n"
                f"{match.record()}"
            ) from error
        counts = counts.plus(seen._replace(games=1, seconds=time.perf_counter() - began))
    return counts


def begin(game: str, chance: random.Random) -> Match[Any, Any]:
    """Return a fresh match with options and seats drawn by lot."""
    engine = catalog.load(game)
    options: dict[str, object] = {
        option.name: chance.choice(option.values) for option in engine.options
    }
    seats, given = engine.seats, None
    if beginnings := engine.beginnings():
        _, seats, given = chance.choice(beginnings)
    start = catalog.begin(
        engine,
        seats=chance.randint(*seats),
        seed=chance.getrandbits(32),
        options=options,
        given=None if given is None else dict(given),
    )
    return Match(engine, start)


class Run:
    """One game on its way."""

    def __init__(
        self, match: Match[Any, Any], chance: random.Random, patience: int = STALLED
    ) -> None:
        self.match = match
        self.engine = match.engine
        self.chance = chance
        self.patience = patience
        self.choices = 0
        self.agreed = 0
        self.stalled = 0

    def play(self) -> Counts:
        """Play to the end and return the counts."""
        talk_at = -1
        if self.chance.random() < AGREEMENT_SHARE:
            talk_at = self.chance.randrange(60)
        self._check_state()
        while (turn := self.match.turn) is not None:
            if self.choices == talk_at:
                talk_at = -1
                self._agree(self.chance.choice(AGREEMENTS), turn.seat)
            elif (
                self.choices >= self.patience and (self.choices - self.patience) % LAST_ANSWERS == 0
            ):
                self.stalled = 1
                self._agree("end", turn.seat)
                self.choices += 1
            else:
                self.match.play(self._choose())
                self.choices += 1
            self._check_state()
        self._check_end()
        return Counts(choices=self.choices, agreed=self.agreed, stalled=self.stalled)

    def _choose(self) -> str:
        legal = self.engine.legal(self.match.state)
        assert legal, "nothing is legal on a turn"
        return self.engine.write(self.chance.choice(legal))

    def _agree(self, agreement: str, seat: int | None) -> None:
        self.agreed += 1
        if seat is None:
            # Ending by agreement: every seat that can agree does, as some may have left.
            able = (s for s in range(self.match.start.seats) if self._can(agreement, s))
            seat = next(able, 0)
        self.match.play(agreement, seat)

    def _can(self, agreement: str, seat: int) -> bool:
        return self.match.why_not(agreement, seat) is None

    def _check_state(self) -> None:
        state = self.match.state
        broken = self.engine.check(state)
        assert not broken, f"check says {broken}"
        sheet, scores = self.engine.score_sheet(state), self.engine.scores(state)
        assert len(sheet) == len(scores) == self.match.start.seats, "a seat has no score"
        for entries, score in zip(sheet, scores, strict=True):
            known = [entry.points for entry in entries if entry.points is not None]
            if score is not None:
                assert len(known) == len(entries), "a known score has hidden points"
                assert sum(known) == score, f"the sheet says {sum(known)}, the score is {score}"
        if self.choices % POSITION_EVERY == 0:
            self._check_position(self.match.start)

    def _check_position(self, start: Start) -> None:
        engine, state = self.engine, self.match.state
        if self.agreed and self.match.turn is None:
            return  # what people agreed on is not on the table
        written = engine.position(state)
        again = engine.from_position(json.loads(json.dumps(written)), start)
        assert engine.position(again) == written, "the position does not come back"
        assert engine.view(again) == engine.view(state), "the position shows another table"
        assert list(engine.legal(again)) == list(engine.legal(state)), "other choices than before"

    def _check_end(self) -> None:
        outcome = self.engine.outcome(self.match.state)
        assert outcome is not None, "over without an outcome"
        assert outcome.winners, "over without anybody in front"
        assert not self.engine.legal(self.match.state), "something is legal after the end"
        record = self.match.record()
        again = replay(record, self.engine)
        assert again.state == self.match.state, "the record replays to another state"
        assert again.record() == record, "the record replays to another record"


def batches(game: str, games: int, seed: int) -> Iterator[tuple[str, int, int, int]]:
    """Yield the arguments of `soak` in pieces that workers share."""
    for first in range(0, games, BATCH):
        yield game, min(BATCH, games - first), seed, first


def soak_all(
    names: tuple[str, ...],
    games: int,
    seed: int,
    pool: Executor,
    play: Callable[[str, int, int, int], Counts] = soak,
) -> int:
    """Play all games in a pool and print a line for each engine; return the exit code."""
    print(f"{'':10} {'games':>7} {'choices':>9} {'agreed':>7} {'stalled':>8} {'a second':>9}")
    for name in names:
        began, counts = time.perf_counter(), Counts()
        try:
            for seen in pool.map(play, *zip(*batches(name, games, seed), strict=True)):
                counts = counts.plus(seen)
        except Broken as broken:
            pool.shutdown(cancel_futures=True)
            print(f"{name}: BROKEN after {counts.games} games\n{broken}")
            return 1
        rate = counts.games / (time.perf_counter() - began)
        print(
            f"{name:10} {counts.games:7,} {counts.choices:9,} {counts.agreed:7,} "
            f"{counts.stalled:8,} {rate:9.1f}",
            flush=True,
        )
    print("No broken invariant.")
    return 0


def main() -> int:
    """Read the command line and soak."""
    parser = argparse.ArgumentParser(description="Play very many random games of every engine.")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each engine")
    parser.add_argument("--seed", type=int, default=1, help="another seed plays other games")
    parser.add_argument("--game", choices=catalog.GAMES, help="this engine only")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if asked.games < 1 or asked.workers < 1:
        parser.error("--games and --workers start at 1")
    names = tuple(catalog.GAMES) if asked.game is None else (asked.game,)
    with ProcessPoolExecutor(asked.workers) as pool:
        return soak_all(names, asked.games, asked.seed, pool)


if __name__ == "__main__":
    sys.exit(main())
