"""A row that is open says its lines whole, as far as there is room."""

from __future__ import annotations

from firmware_py.ui.canvas import WIDTH, text_width
from firmware_py.ui.detail_list import Words, whole

LAST = "Ben: The white ronin went from e6 to e5 and took the black one."


def test_a_line_that_is_too_wide_is_broken() -> None:
    row = whole(Words("Mana", "today", ("Anna, Ben", "Next: Anna", LAST)), room=4)
    names, next_one, *last = row.below
    assert (names, next_one) == ("Anna, Ben", "Next: Anna")
    assert len(last) > 1
    assert all(text_width(line, "small") <= WIDTH - 4 for line in last)
    assert " ".join(last) == LAST


def test_what_finds_no_room_stays_one_line() -> None:
    row = Words("Mana", "today", ("Anna, Ben", "Next: Anna", LAST))
    assert whole(row, room=2) == row


def test_every_line_keeps_its_own_row_first() -> None:
    row = whole(Words("Mana", "", ("Anna, Ben", LAST, "Next: Anna")), room=2)
    assert row.below == ("Anna, Ben", LAST, "Next: Anna")
