"""Explains the bot's choice: what the move wins, what it threatens, what to watch for."""

from __future__ import annotations

from typing import NamedTuple

from engines.bots.player import Thought
from engines.engine import Fact, Json, Message, Term
from engines.mana.bot.play import choice_of, state_of
from engines.mana.choices import Move
from engines.mana.fast_state import ALL, FastRules, FastState, armies_of, fast_state_of
from engines.mana.notation import read, write
from engines.mana.rules import apply, permitted
from engines.mana.state import OVER, PLAY, State
from engines.mana.words import piece_term

CLEAR_VALUE = 0.15
"""An expected result above this is called better or worse."""
MOST_MOVES = 3
"""The most moves that a warning names; of more it says how many there are."""


def coach(view: Json, thought: Thought) -> tuple[Message, ...]:
    """Return the explanation, most important first."""
    state = state_of(view)
    if state.phase != PLAY:
        return _forced(thought) or (_standing(thought),)
    return (
        *_forced(thought),
        *_captures(state, thought),
        *_threats(state, thought),
        *(() if (thought.wins_in or 0) > 0 else _danger(state)),
        *(() if thought.wins_in else (_standing(thought),)),
    )


def _forced(thought: Thought) -> tuple[Message, ...]:
    turns = thought.wins_in
    if turns is None:
        return ()
    if abs(turns) == 1:
        return (Message("coach.takes" if turns > 0 else "coach.last"),)
    return (Message("coach.wins" if turns > 0 else "coach.loses", {"turns": abs(turns)}),)


def _standing(thought: Thought) -> Message:
    if abs(thought.value) < CLEAR_VALUE:
        return Message("coach.even")
    return Message("coach.ahead" if thought.value > 0 else "coach.behind")


def _captures(state: State, thought: Thought) -> tuple[Message, ...]:
    choice = read(thought.move)
    if not isinstance(choice, Move) or state.board[choice.end] not in "bw":
        return ()
    return (Message("coach.captures", {"piece": piece_term(state.rules, state.board[choice.end])}),)


def _threats(state: State, thought: Thought) -> tuple[Message, ...]:
    """Return what the opponent has to watch for after the move."""
    after = apply(state, read(thought.move))
    if after.phase == OVER:
        return ()
    moves, drops, _ = permitted(after)
    if not moves and not drops:
        return (Message("coach.blocks"),)
    return _by_kinds("coach.threat", losses_of(after))


def _danger(state: State) -> tuple[Message, ...]:
    """Return every way in which the side on turn can lose its daimio at once."""
    losses = losses_of(state)
    if len(losses.moves) > MOST_MOVES:
        facts = {"count": losses.losing, "all": losses.choices}
        return (Message("coach.danger_some", facts),)
    single = (Message("coach.danger_moves", {"moves": losses.moves}),) if losses.moves else ()
    return _by_kinds("coach.danger", losses) + single


def _by_kinds(code: str, losses: Losses) -> tuple[Message, ...]:
    if not losses.kinds:
        return ()
    if losses.losing == losses.choices:
        return (Message(f"{code}_any"),)
    listed: tuple[Fact, ...] = tuple(Term("kind", kind) for kind in losses.kinds)
    return (Message(code, {"kinds": listed}),)


class Losses(NamedTuple):
    """The choices of the side on turn after which its daimio can be captured next."""

    kinds: tuple[int, ...]
    """The kinds of square of which every landing is such a choice, if there is any."""
    moves: tuple[str, ...]
    """Those that land on other kinds, without the bird."""
    losing: int
    """How many choices lose."""
    choices: int
    """How many there are; the square of the bird makes no difference."""


def losses_of(state: State) -> Losses:
    """Return which choices lose the daimio at once; a move counts if any square of the bird
    makes it lose.
    """
    fast, position, armies = FastRules(state), fast_state_of(state), armies_of(state)
    lord = position.foes & position.lords
    loses: dict[str, bool] = {}
    kinds: dict[str, int] = {}
    for step in fast.steps(position, *armies):
        if not step:
            continue  # a lost turn is not a choice
        move = write(choice_of(state, step)).partition("@")[0]
        kinds[move] = fast.kinds[step & ALL & ~position.own]
        is_loss = not step & lord and _can_take(fast, fast.after(position, step), armies)
        loses[move] = loses.get(move, False) or is_loss
    full = tuple(
        kind
        for kind in sorted(set(kinds.values()))
        if all(loses[move] for move, landed in kinds.items() if landed == kind)
    )
    moves = tuple(move for move, lost in loses.items() if lost and kinds[move] not in full)
    return Losses(full, moves, sum(loses.values()), len(loses))


def is_in_danger(view: Json) -> bool:
    """Return whether some choice of the side on turn lets its daimio be captured next."""
    state = state_of(view)
    if state.phase != PLAY:
        return False
    fast, position, armies = FastRules(state), fast_state_of(state), armies_of(state)
    lord = position.foes & position.lords
    return any(
        not step & lord and _can_take(fast, fast.after(position, step), armies)
        for step in fast.steps(position, *armies)
    )


def _can_take(fast: FastRules, position: FastState, armies: tuple[int, int]) -> bool:
    own, foes, lords, kind, bird = position
    _, landed, _ = fast.offers(own, foes, kind, bird, armies[1])
    return bool(landed & foes & lords)
