"""Opponents in Mana: one that counts pieces two plies ahead; set-ups are drawn by lot."""

from __future__ import annotations

import random
from typing import Any

from engines.mana.board import OWN
from engines.mana.rules import apply, legal
from engines.mana.state import OVER, PLAY, State
from engines.match import Match
from opponents import Bout, Opposition

WON = 1_000


def material(state: State, side: int) -> int:
    """Return the pieces a side has more than the other; a won game is worth more than all."""
    if state.phase == OVER:
        if state.winner is None:
            return 0
        return WON if state.seat_of(side) == state.winner else -WON
    counts = [sum(letter in own for letter in state.board) for own in OWN]
    return counts[side] - counts[1 - side]


def look(state: State, side: int, depth: int, alpha: int, beta: int) -> int:
    """Alpha-beta with material, on the readable rules."""
    if depth == 0 or state.phase == OVER:
        return material(state, side)
    best = -2 * WON
    for choice in legal(state):
        after = apply(state, choice)
        value = -look(after, 1 - side, depth - 1, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


def play_depth_2(match: Match[Any, Any], seat: int, chance: random.Random) -> str:
    """Look at every choice and every answer to it, and count the pieces."""
    del seat
    state: State = match.state
    choices = list(legal(state))
    if state.phase != PLAY:
        return match.engine.write(chance.choice(choices))
    chance.shuffle(choices)
    best, found = choices[0], -2 * WON
    for choice in choices:
        value = -look(apply(state, choice), 1 - state.side, 1, -2 * WON, -found)
        if value > found:
            best, found = choice, value
    return match.engine.write(best)


class ManaOpposition(Opposition):
    """The solved one-row set-ups must not decide: all are drawn from the free ones."""

    def is_opening(self, state: Any) -> bool:
        """Set-ups and the orientation of the board are drawn by lot."""
        return bool(state.phase != PLAY)

    def is_fair(self, match: Match[Any, Any]) -> bool:
        """The first move must not take the daimio: one set-up in ten drawn by lot allows it."""
        state: State = match.state
        return all(apply(state, choice).phase != OVER for choice in legal(state))

    def worth(self, match: Match[Any, Any], state: Any, seat: int) -> float:
        """Count the pieces."""
        del match
        return material(state, state.seat_of(seat))


BIRD: dict[str, object] = {"advanced": True}
OLD: dict[str, object] = {"edition": "2005"}

OPPOSITION = ManaOpposition(
    players={"depth-2": play_depth_2},
    bouts=(
        Bout("bird", "level-5", "random", 1.0, options=BIRD),
        Bout("bird", "level-5", "greedy", 0.95, options=BIRD),
        Bout("bird", "level-5", "depth-2", 0.95, options=BIRD),
        Bout("2005", "level-5", "random", 1.0, options=OLD),
        Bout("2005", "level-5", "greedy", 0.95, options=OLD),
        Bout("2005", "level-5", "depth-2", 0.95, options=OLD),
        Bout("bird", "level-5", "level-4", 0.65, options=BIRD),
        Bout("bird", "level-4", "level-3", 0.65, options=BIRD),
        Bout("bird", "level-3", "level-2", 0.65, options=BIRD),
        Bout("bird", "level-2", "level-1", 0.65, options=BIRD),
    ),
    patience=300,
)
