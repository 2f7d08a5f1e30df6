"""Hostile connections of every kind, a few of each: nobody else notices."""

from __future__ import annotations

import random

import pytest
import web_soak


@pytest.mark.parametrize("seed", [1, 2])
def test_a_short_siege_is_not_noticed(seed: int) -> None:
    """This machine and the paired page go on, and the log keeps its room."""
    counts = web_soak.run(250, seed)
    assert counts.looks == counts.turns == 1
    assert counts.log_lines <= 1


@pytest.mark.parametrize("attack", web_soak.ATTACKS, ids=lambda attack: str(attack.__name__))
def test_each_attack_by_itself_is_not_noticed(
    attack: web_soak.Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of them a stranger prefers."""
    monkeypatch.setattr(web_soak, "ATTACKS", (attack,))
    assert web_soak.run(30, 3).turns == 1


def test_the_same_seed_sends_the_same() -> None:
    """So what was found can be found again."""
    sent = [[attack(random.Random(7), "host") for attack in web_soak.ATTACKS] for _ in range(2)]
    assert sent[0] == sent[1]
