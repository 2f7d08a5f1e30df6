"""The random source deals the same for ever, and fairly."""

from collections import Counter

import pytest

from engines.rng import Chance


def test_a_seed_deals_the_same_for_ever() -> None:
    """These values are the promise: a change here breaks every stored seed."""
    assert Chance(1, "path").shuffle(range(10)) == PROMISED
    assert [Chance(7, "first").below(5) for _ in range(2)] == [Chance(7, "first").below(5)] * 2


def test_purposes_are_streams_of_their_own() -> None:
    """The lot for the first player does not disturb the deal."""
    assert Chance(1, "path").shuffle(range(50)) != Chance(1, "first").shuffle(range(50))


def test_every_value_is_equally_likely() -> None:
    """Rejection sampling: no value of an odd limit is favoured."""
    chance = Chance(3, "fair")
    counts = Counter(chance.below(7) for _ in range(7_000))
    assert set(counts) == set(range(7))
    assert all(850 < count < 1150 for count in counts.values())


def test_words_beyond_the_fair_limit_are_rejected() -> None:
    """A limit just above half of the range rejects about every second word, yet stays in range."""
    chance = Chance(5, "reject")
    limit = 2**31 + 1
    values = [chance.below(limit) for _ in range(200)]
    assert max(values) < limit
    assert max(values) > limit * 0.9


@pytest.mark.parametrize(
    ("limit", "words", "drawn"),
    [
        (3, [2**32 - 1, 5], 2),
        (3, [2**32 - 2], 2),
        (2**31 + 1, [2**31 + 1, 7], 7),
        (2**31 + 1, [2**31], 2**31),
        (2**32, [2**32 - 1], 2**32 - 1),
        (1, [9], 0),
    ],
)
def test_the_words_that_are_rejected(limit: int, words: list[int], drawn: int) -> None:
    """Exactly those beyond the last whole multiple of the limit."""
    chance = Chance(0, "")
    chance._words = iter(words)  # noqa: SLF001 - planted numbers
    assert chance.below(limit) == drawn


@pytest.mark.parametrize("limit", [-1, 0, 2**32 + 1])
def test_a_word_cannot_choose_among_none_or_too_many(limit: int) -> None:
    """Asked for by mistake only."""
    with pytest.raises(AssertionError):
        Chance(0, "").below(limit)


def test_choose_takes_one_of_the_items() -> None:
    """choose is below, on a sequence."""
    assert Chance(2, "x").choose("abc") in "abc"


PROMISED = (1, 3, 9, 2, 0, 4, 8, 6, 5, 7)
