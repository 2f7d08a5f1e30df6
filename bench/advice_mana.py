"""Are the hints of Mana true? A search of its own, over the rules alone, checks every claim.

    python bench/advice_mana.py [--positions 300] [--nodes 1500] [--seed 1]

Positions are those of random games of both editions. Checked are: forced wins and losses of up to
two turns, advice that loses at once although another choice does not, and the warnings: complete,
possible, and never next to a forced win. Ends with 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines.bots.player import Budget, Thought
from engines.engine import Message, Start
from engines.mana import GAME
from engines.mana.board import KINDS, SQUARES
from engines.mana.bot import think
from engines.mana.bot.coach import coach
from engines.mana.state import PLAY, State

OPTIONS: tuple[dict[str, Any], ...] = (
    {"advanced": True},
    {"edition": "2005"},
    {"edition": "2005", "drop_anywhere": True},
    {"advanced": True, "blocked": "free"},
    {"bird_blocks": True},
    {"advanced": True, "ask_bird": True},
)
DEEPEST = 2
"""The turns of a claim that are checked: more takes long with the rules alone."""
WARNINGS = {"coach.danger", "coach.danger_any", "coach.danger_moves", "coach.danger_some"}


def positions(count: int, seed: int) -> Iterator[State]:
    """Yield positions of random games in which somebody moves."""
    dice = random.Random(seed)
    while count:
        state = GAME.setup(Start(dice.choice(OPTIONS), 2, 0, dice.getrandbits(32)))
        for _ in range(dice.randrange(3, 40)):
            if GAME.turn(state) is None:
                break
            state = GAME.apply(state, dice.choice(list(GAME.legal(state))))
        if GAME.turn(state) is not None and state.phase == PLAY:
            count -= 1
            yield state


def wins(state: State, turns: int) -> bool:
    """Return whether the side on turn can force a capture of the daimio within some turns."""
    afters = [GAME.apply(state, choice) for choice in GAME.legal(state)]
    if any(is_taken(after) for after in afters):
        return True
    return turns > 1 and any(
        GAME.turn(after) is not None and loses(after, turns - 1) for after in afters
    )


def loses(state: State, turns: int) -> bool:
    """Return whether the opponent wins within some turns, whatever the side on turn plays."""
    afters = [GAME.apply(state, choice) for choice in GAME.legal(state)]
    return all(GAME.turn(after) is not None and wins(after, turns) for after in afters)


def is_taken(state: State) -> bool:
    """Return whether the daimio was captured by the last choice."""
    return state.by == "daimio"


def losses(state: State) -> dict[str, bool]:
    """Return by move, without the bird, whether the daimio can be captured right after it."""
    found: dict[str, bool] = {}
    for choice in GAME.legal(state):
        move = GAME.write(choice).partition("@")[0]
        after = GAME.apply(state, choice)
        is_loss = GAME.turn(after) is not None and wins(after, 1)
        found[move] = found.get(move, False) or is_loss
    found.pop("pass", None)
    return found


def faults(state: State, thought: Thought, messages: tuple[Message, ...]) -> Iterator[str]:
    """Yield what is wrong with a hint."""
    claim = thought.wins_in
    if claim is not None and 0 < claim <= DEEPEST and not wins(state, claim):
        yield "false win"
    if claim is not None and 0 < -claim <= DEEPEST and not loses(state, -claim):
        yield "false loss"
    lost = losses(state)
    move = thought.move.partition("@")[0]
    if lost.get(move) and not all(lost.values()):
        yield "loses at once"
    warnings = {message.code: message.facts for message in messages if message.code in WARNINGS}
    if warnings and claim is not None and claim > 0:
        yield "warning next to a win"
    if claim is None or claim <= 0:
        yield from _warning_faults(state, warnings, lost)


def _warning_faults(state: State, warnings: dict[str, Any], lost: dict[str, bool]) -> Iterator[str]:
    """Yield what a warning leaves out, and what cannot happen."""
    named = set(warnings.get("coach.danger_moves", {}).get("moves", ()))
    kinds = {term.value for term in warnings.get("coach.danger", {}).get("kinds", ())}
    if "coach.danger_any" in warnings:
        kinds = {1, 2, 3}
    if some := warnings.get("coach.danger_some"):
        if (some["count"], some["all"]) != (sum(lost.values()), len(lost)):
            yield "wrong count"
        return
    ground = KINDS[state.orientation]
    landed = {move: ground[SQUARES[move[-2:]]] for move in lost}
    for move, is_loss in lost.items():
        is_named = move in named or landed[move] in kinds
        if is_loss and not is_named:
            yield "incomplete warning"
        if is_named and not is_loss:
            yield "false warning"
    if "coach.danger" in warnings and not kinds <= set(landed.values()):
        yield "warning of nothing"


def main() -> int:
    """Check the hints of some positions, and print a table."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=1_500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    said, wrong = Counter[str](), Counter[str]()
    for number, state in enumerate(positions(asked.positions, asked.seed)):
        view = GAME.view(state, state.side ^ state.first)
        thought = think(view, 5, Budget(nodes=asked.nodes), number, lambda: False)
        messages = coach(view, thought)
        said.update(message.code for message in messages)
        for fault in faults(state, thought, messages):
            wrong[fault] += 1
            print(f"{fault}: {GAME.position(state)} {thought.move} {messages}")
    for code, count in sorted(said.items()):
        print(f"{code:22} {count:5}")
    print(f"{asked.positions} positions, {sum(wrong.values())} faults {dict(wrong) or ''}")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
