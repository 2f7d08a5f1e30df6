"""docs/club-size.md: what it says that a club needs follows from the inputs that it names."""

from __future__ import annotations

import club_size
import pytest

PAGE = club_size.PAGE.read_text(encoding="utf-8")


def test_the_page_says_what_follows_from_its_inputs() -> None:
    assert club_size.with_table(PAGE) == PAGE, "run: python bench/club_size.py --write"
    assert club_size.table(club_size.needs(club_size.read_inputs(PAGE))) in PAGE


def test_another_input_is_noticed() -> None:
    inputs = club_size.read_inputs(PAGE)
    for name in inputs:
        changed = club_size.needs(inputs | {name: inputs[name] * 1000})
        assert changed != club_size.needs(inputs), f"{name} changes nothing"


def test_an_input_that_is_missing_is_named() -> None:
    inputs = club_size.read_inputs(PAGE)
    for name in inputs:
        with pytest.raises(KeyError, match=name.replace("(", ".").replace(")", ".")):
            club_size.needs({key: value for key, value in inputs.items() if key != name})


def test_one_box_by_hand() -> None:
    """A box that plays two matches of 50 events, a choice every 10 seconds."""
    inputs = dict.fromkeys(club_size.read_inputs(PAGE), 1.0)
    inputs |= {"boxes": 1, "boxes of a hall": 1, "matches of a box in a day": 2}
    inputs |= {"events of a match": 50, "seconds between two choices": 10, "events of a batch": 5}
    inputs |= {"bytes of an event, SQLite": 500, "events a second, PostgreSQL, 1 worker": 10}
    found = club_size.needs(inputs)
    assert found["events in a day"] == "100"
    assert found["messages in a second, when all play"] == "1"  # 0.1, 0.02 twice, and clocks
    assert found["what a box sends again, if the archive loses it"] == "200 days"
    assert found["workers on PostgreSQL, half of their time"] == "1"
