"""Rows of a long list, each made when it is needed."""

from __future__ import annotations

from firmware_py.ui.lists import LazyRows, MenuRow
from firmware_py.ui.navigation import Pop
from firmware_py.ui.widgets import Item


def rows(made: list[int]) -> LazyRows:
    """Return ten rows; `made` gets the numbers of those that were made."""

    def make(number: int) -> MenuRow:
        made.append(number)
        return MenuRow(Item(f"row {number}"), Pop)

    return LazyRows(10, make)


def test_one_row_is_made_alone() -> None:
    made: list[int] = []
    assert rows(made)[7].name == "row 7"
    assert made == [7]


def test_a_part_of_the_list_is_made_alone() -> None:
    made: list[int] = []
    assert [row.name for row in rows(made)[2:4]] == ["row 2", "row 3"]
    assert made == [2, 3]


def test_rows_are_counted_from_the_end_as_well() -> None:
    assert rows([])[-1].name == "row 9"
