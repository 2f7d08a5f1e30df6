"""The hints of Mana are true in the positions of `bench/advice_mana.py`; false ones are noticed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import advice_mana as advice
import pytest

from engines.bots.player import Budget, Thought
from engines.engine import Message, Start, Term
from engines.mana import GAME
from engines.mana.bot import think
from engines.mana.bot.coach import coach

WARNED = "....../w.W.w./...Bw./.b..../....bb/...... b 3 22 -"
"""Black's daimio can be taken if Black lands on a single or a double square: 20 of 45 moves."""


QUIET = "W...../....../....../....../....../....bB b 0 44 -"
"""Nobody can force anything soon."""


def hint(position: str) -> tuple[Thought, tuple[Message, ...]]:
    """Return a thought that claims nothing, with a safe move, and what the coach says of it."""
    state = GAME.from_position(position, Start({}, 2, 0, 0))
    move = next(move for move, is_loss in advice.losses(state).items() if not is_loss)
    thought = Thought(move, 0.0, (move,))
    return thought, coach(GAME.view(state, state.side), thought)


def test_forty_hints_are_true() -> None:
    """Claims, warnings and advice, by a search that shares no code with the player."""
    wrong = []
    for number, state in enumerate(advice.positions(40, 3)):
        view = GAME.view(state, state.side)
        thought = think(view, 5, Budget(nodes=500), number, lambda: False)
        wrong += [*advice.faults(state, thought, coach(view, thought))]
    assert wrong == []


def faults(position: str, thought: Thought, messages: Iterable[Message]) -> set[str]:
    """Return what is wrong with a hint."""
    state = GAME.from_position(position, Start({}, 2, 0, 0))
    return set(advice.faults(state, thought, tuple(messages)))


def test_false_claims_are_noticed() -> None:
    thought, messages = hint(QUIET)
    assert faults(QUIET, thought, messages) == set()
    assert faults(QUIET, replace(thought, wins_in=2), messages) == {"false win"}
    assert faults(QUIET, replace(thought, wins_in=-1), messages) == {"false loss"}


def test_a_warning_that_leaves_a_kind_out_is_noticed() -> None:
    thought, messages = hint(WARNED)
    quiet = [message for message in messages if message.code not in advice.WARNINGS]
    assert len(quiet) < len(messages)
    assert faults(WARNED, thought, quiet) == {"incomplete warning"}


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        (Message("coach.danger", {"kinds": (Term("kind", 3),)}), "false warning"),
        (Message("coach.danger_some", {"count": 19, "all": 45}), "wrong count"),
    ],
)
def test_a_warning_of_what_cannot_happen_is_noticed(message: Message, fault: str) -> None:
    thought, _ = hint(WARNED)
    assert fault in faults(WARNED, thought, [message])


def test_a_warning_next_to_a_win_is_noticed() -> None:
    thought, messages = hint(WARNED)
    assert "warning next to a win" in faults(WARNED, replace(thought, wins_in=1), messages)


def test_advice_that_loses_at_once_is_noticed() -> None:
    state = GAME.from_position(WARNED, Start({}, 2, 0, 0))
    bad = next(move for move, is_loss in advice.losses(state).items() if is_loss)
    thought, messages = hint(WARNED)
    assert "loses at once" in faults(WARNED, replace(thought, move=bad), messages)
