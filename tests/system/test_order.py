"""Several workers begin with the longest tests, and run each test once."""

from __future__ import annotations

import doctest

from tests.support import order
from tests.support.order import LONGEST, spread
from tests.support.service_files import ROOT


def test_the_examples_are_right() -> None:
    assert doctest.testmod(order).failed == 0


def test_every_file_is_there() -> None:
    assert [name for name in LONGEST if not (ROOT / name).exists()] == []


def test_each_part_begins_with_long_ones_and_nothing_is_lost() -> None:
    """Tests of a file stay next to each other, as what they share is made once."""
    short = [(f"tests/test_{number // 9}.py", number) for number in range(200)]
    long = [(name, number) for name in LONGEST for number in range(4)]
    tests = [*short[:150], *long, *short[150:]]
    for workers in range(1, 9):
        found = spread(tests, workers, lambda test: test[0])
        assert sorted(found) == sorted(tests)
        assert [test for test in found if test in short] == short
        left = found
        for number in range(workers):
            part = left[: len(left) // (workers - number)]
            left = left[len(part) :]
            are_long = [name in LONGEST for name, _ in part]
            assert are_long[0]
            assert are_long == sorted(are_long, reverse=True)


def test_few_tests_are_not_lost() -> None:
    """Fewer than workers, or long ones alone."""
    for count in range(4):
        tests = [LONGEST[0]] * count + ["tests/test_one.py"]
        assert sorted(spread(tests, 4, str)) == sorted(tests)
    assert spread([], 3, str) == []
