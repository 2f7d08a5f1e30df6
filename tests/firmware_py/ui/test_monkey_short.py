"""A short visit of the monkey; bench/monkey.py stays for a million events."""

from __future__ import annotations

import monkey
import pytest


@pytest.mark.parametrize("number", range(4))
def test_nothing_a_monkey_does_breaks_the_box(number: int) -> None:
    """No exception, no trap, nothing that does not fit, and every record replays."""
    tally = monkey.Tally()
    monkey.episode(number, 2026, 1500, tally)
    assert tally.events > 1500
    assert sum(tally.begun.values()) >= 1
    assert tally.replayed >= 1
    assert tally.escapes >= 2
    assert tally.unfit == {}


def test_the_monkey_can_be_asked_to_do_the_same_again() -> None:
    """An episode depends on its number and the seed alone."""
    first, second = monkey.Tally(), monkey.Tally()
    monkey.episode(3, 9, 300, first)
    monkey.episode(3, 9, 300, second)
    assert first == second
