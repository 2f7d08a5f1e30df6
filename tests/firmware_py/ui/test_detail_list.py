"""The chosen row of a list with details shows them whole, as far as there is room."""

from __future__ import annotations

from firmware_py.ui.canvas import WIDTH, text_width
from firmware_py.ui.lists import detail_lines

LAST = "Ben: The white ronin went from e6 to e5 and took the black one."


def test_a_line_that_is_too_wide_is_broken() -> None:
    names, next_one, *last = detail_lines(("Anna, Ben", "Next: Anna", LAST), room=4)
    assert (names, next_one) == ("Anna, Ben", "Next: Anna")
    assert len(last) > 1
    assert all(text_width(line, "small") <= WIDTH - 4 for line in last)
    assert " ".join(last) == LAST


def test_a_broken_line_leaves_no_empty_one() -> None:
    assert all(detail_lines(("Anna, Ben", LAST), room=9))


def test_what_finds_no_room_stays_one_line() -> None:
    details = ["Anna, Ben", "Next: Anna", LAST]
    assert detail_lines(details, room=2) == details


def test_every_line_keeps_its_own_row_first() -> None:
    details = ["Anna, Ben", LAST, "Next: Anna"]
    assert detail_lines(details, room=2) == details


def test_the_first_line_is_broken_where_it_may_take_several() -> None:
    assert detail_lines((LAST,), room=3) == [LAST]
    lines = detail_lines((LAST,), room=3, head_lines=2)
    assert len(lines) == 2
    assert " ".join(lines) == LAST
