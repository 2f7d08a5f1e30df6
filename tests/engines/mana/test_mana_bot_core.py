"""Mana: the fast rules that the player searches with make the same moves as the readable rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engines import catalog
from engines.mana import GAME
from engines.mana.bot.play import choice_of, state_of
from engines.mana.choices import Choice, Drop, Move
from engines.mana.fast_state import ALL, FastRules, armies_of, fast_state_of
from engines.mana.state import OVER, PLAY, State
from engines.match import Match

RULES: list[dict[str, Any]] = [
    {},
    {"advanced": True},
    {"advanced": True, "blocked": "free"},
    {"advanced": True, "ask_bird": True},
    {"advanced": True, "bird_must_fly": True, "ask_bird": True},
    {"advanced": True, "bird_blocks": True},
    {"advanced": True, "bird_blocks": True, "blocked": "free"},
    {"advanced": True, "bird_blocks": True, "bird_must_fly": True},
    {"edition": "2005"},
    {"edition": "2005", "drop_anywhere": True},
]


def met(options: dict[str, Any], games: int, plies: int = 60) -> Iterator[State]:
    """Yield the positions of random games, which end later than they could."""
    chance = random.Random(str(options))
    for seed in range(games):
        match = Match(GAME, catalog.begin(GAME, seats=2, seed=seed, options=options))
        for _ in range(plies):
            state = match.state
            if state.phase == OVER:
                break
            if state.phase == PLAY:
                yield state
            choices = GAME.legal(state)
            calm = [
                each for each in choices if GAME.apply(state, each).phase != OVER
            ] if len(choices) < 100 else choices  # fmt: skip
            match.play(GAME.write(chance.choice(calm or choices)))


def bare(choice: Choice) -> Choice:
    """Return a choice without the bird's square."""
    match choice:
        case Move(start, end, _):
            return Move(start, end)
        case Drop(square, _):
            return Drop(square)
    return choice


def listed(state: State) -> list[Choice]:
    """Return the choices of the fast rules."""
    return [
        choice_of(state, step)
        for step in FastRules(state).steps(fast_state_of(state), *armies_of(state))
    ]


@pytest.mark.parametrize("options", RULES, ids=str)
def test_the_core_makes_the_moves_of_the_rules(options: dict[str, Any]) -> None:
    """In every position of many games; of the bird's squares it names legal ones."""
    seen = 0
    for state in met(options, games=7):
        legal = set(GAME.legal(state))
        fast = listed(state)
        assert len(fast) == len(set(fast))
        assert set(fast) <= legal
        assert {bare(choice) for choice in fast} == {bare(choice) for choice in legal}
        if not state.rules.asks_bird:
            assert set(fast) == legal
        seen += 1
    assert seen > 80


@pytest.mark.parametrize("options", RULES, ids=str)
def test_a_step_leads_to_the_position_of_the_rules(options: dict[str, Any]) -> None:
    """Board, daimios, demanded kind, free turn and blocking bird."""
    for state in met(options, games=3):
        fast = FastRules(state)
        here = fast_state_of(state)
        for step in fast.steps(here, *armies_of(state)):
            after = GAME.apply(state, choice_of(state, step))
            if after.phase != OVER:
                assert fast.after(here, step) == fast_state_of(after)
                assert armies_of(after) == armies_of(state)[::-1]
            else:
                is_lord = bool(step & ALL & here.foes & here.lords)
                assert is_lord == (after.by == "daimio")


@pytest.mark.parametrize("options", [rules for rules in RULES if rules.get("bird_blocks")], ids=str)
def test_a_bird_that_is_left_out_is_like_one_that_is_not(options: dict[str, Any]) -> None:
    """Wherever the bird could go, some listed square leaves the other side the same moves."""
    for state in list(met(options, games=4, plies=20))[::3]:
        answers = {
            choice: frozenset(map(bare, GAME.legal(GAME.apply(state, choice))))
            for choice in GAME.legal(state)
        }
        replies: dict[Choice, set[frozenset[Choice]]] = {}
        for choice in listed(state):
            replies.setdefault(bare(choice), set()).add(answers[choice])
        for choice, found in answers.items():
            assert found in replies[bare(choice)]


@pytest.mark.parametrize("options", RULES, ids=str)
def test_a_view_is_enough_to_know_the_state(options: dict[str, Any]) -> None:
    """For both seats, whichever of them began."""
    for first in (0, 1):
        match = Match(GAME, catalog.begin(GAME, seats=2, seed=1, first=first, options=options))
        while match.turn is not None and match.turn.seat is not None:
            assert state_of(GAME.view(match.state, match.turn.seat)) == match.state
            match.play(GAME.write(GAME.legal(match.state)[0]))
            if len(match.moments) > 12:
                break
