"""A thought in words for people: what the move wins, what it threatens, what to beware of."""

from __future__ import annotations

from engines.bots.player import Thought
from engines.engine import Fact, Json, Message, Term
from engines.mana.bot.play import state_of
from engines.mana.choices import Move
from engines.mana.fast_state import FastRules, FastState, armies_of, fast_state_of
from engines.mana.names import piece_term
from engines.mana.notation import read
from engines.mana.rules import apply, permitted
from engines.mana.state import OVER, PLAY, State

CLEAR = 0.15
"""An expected result beyond this is told as better or worse."""


def coach(view: Json, thought: Thought) -> tuple[Message, ...]:
    """Return what there is to say of a thought, the most important first."""
    state = state_of(view)
    if state.phase != PLAY:
        return (_standing(thought),)
    return (
        *_forced(thought),
        *_captures(state, thought),
        *_threats(state, thought),
        *_danger(state),
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
    if abs(thought.value) < CLEAR:
        return Message("coach.even")
    return Message("coach.ahead" if thought.value > 0 else "coach.behind")


def _captures(state: State, thought: Thought) -> tuple[Message, ...]:
    choice = read(thought.move)
    if not isinstance(choice, Move) or state.board[choice.end] not in "bw":
        return ()
    return (Message("coach.captures", {"piece": piece_term(state.rules, state.board[choice.end])}),)


def _threats(state: State, thought: Thought) -> tuple[Message, ...]:
    """Say what the other side has to beware of after the move."""
    after = apply(state, read(thought.move))
    if after.phase == OVER:
        return ()
    moves, drops, _ = permitted(after)
    if not moves and not drops:
        return (Message("coach.blocks"),)
    return _by_kinds("coach.threat", after)


def _danger(state: State) -> tuple[Message, ...]:
    """Say what the side on turn has to beware of."""
    return _by_kinds("coach.danger", state)


def _by_kinds(code: str, state: State) -> tuple[Message, ...]:
    kinds = danger_kinds(state)
    if not kinds:
        return ()
    if len(kinds) == 3:
        return (Message(f"{code}_any"),)
    listed: tuple[Fact, ...] = tuple(Term("kind", kind) for kind in kinds)
    return (Message(code, {"kinds": listed}),)


def danger_kinds(state: State) -> tuple[int, ...]:
    """Return the kinds on which the side on turn must not land, as the pieces stand now."""
    fast = FastRules(state)
    own, foes, lords, _, bird = fast_state_of(state)
    hit = fast.hitters(foes, own | foes | bird, own & lords)
    return tuple(kind for kind in (1, 2, 3) if hit & fast.masks[kind])


def is_in_danger(view: Json) -> bool:
    """Tell whether some choice of the side on turn lets its daimio be taken next."""
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
