"""The cursor in the tree of choices."""

from __future__ import annotations

import pytest

from engines.engine import ChoicePart
from firmware_py.match.picker import ChoiceNode, Later, Picker, grow


def parts(text: str) -> tuple[ChoicePart, ...]:
    """Return a part for each letter."""
    return tuple(ChoicePart(str(place), letter) for place, letter in enumerate(text))


def tree(*texts: str) -> ChoiceNode:
    """Return the tree of some words."""
    return grow((text, parts(text)) for text in texts)


def shown(picker: Picker) -> str:
    """Return the letters on offer."""
    return "".join(str(part.value) for part in picker.options)


def test_the_knob_walks_and_wraps() -> None:
    """Choices on a board wrap around."""
    picker = Picker(tree("ax", "ay", "bx", "cx"))
    assert shown(picker) == "abc"
    picker.turn(-1)
    assert picker.highlighted == ChoicePart("0", "c")
    picker.turn(1)
    assert picker.highlighted == ChoicePart("0", "a")


def test_a_press_settles_a_part_and_the_last_one_completes() -> None:
    """Part by part to the text of the choice."""
    picker = Picker(tree("ax", "ay", "bx"))
    assert picker.press() is None
    assert shown(picker) == "xy"
    picker.turn(1)
    assert picker.press() == "ay"


def test_a_part_with_one_possibility_is_skipped() -> None:
    """After b only x is possible: no question."""
    picker = Picker(tree("ax", "ay", "bx"))
    picker.turn(1)
    assert picker.press() == "bx"


def test_skipped_parts_are_undone_with_the_part_before() -> None:
    """BACK returns to the last real question, with the cursor where it was."""
    picker = Picker(tree("amx", "amy", "bx"))
    picker.press()
    assert [part.value for part in picker.picked] == ["a", "m"]
    assert picker.back()
    assert shown(picker) == "ab"
    assert picker.highlighted == ChoicePart("0", "a")
    assert not picker.back()


def test_a_single_choice_waits_for_a_press() -> None:
    """Nothing is ever played without a hand: even `pass` is confirmed."""
    picker = Picker(tree("p"))
    assert shown(picker) == "p"
    assert not picker.has_begun
    assert picker.press() == "p"


def test_a_single_long_choice_waits_at_its_last_part() -> None:
    """All before it is settled already."""
    picker = Picker(tree("abc"))
    assert shown(picker) == "c"
    assert not picker.back()
    assert picker.press() == "abc"


def test_reachable_lists_what_the_highlight_leads_to() -> None:
    """The game UI marks these squares."""
    picker = Picker(tree("ax", "ay", "bx"))
    assert picker.reachable == ["ax", "ay"]


def test_the_cursor_starts_where_the_game_ui_puts_it() -> None:
    """On every question."""
    picker = Picker(tree("ax", "ay", "bx", "bz"), lambda picked, _: len(picked) + 1)
    assert picker.highlighted == ChoicePart("0", "b")
    picker.press()
    assert picker.highlighted == ChoicePart("1", "x")


def test_point_puts_the_cursor_on_an_option() -> None:
    """And says when it is not there."""
    picker = Picker(tree("ax", "bx"))
    assert picker.point(ChoicePart("0", "b"))
    assert picker.highlighted == ChoicePart("0", "b")
    assert not picker.point(ChoicePart("0", "z"))


def test_an_empty_tree_offers_nothing() -> None:
    """After the end."""
    picker = Picker(ChoiceNode())
    picker.turn(3)
    assert picker.press() is None
    assert picker.reachable == []


def test_two_choices_with_the_same_parts_are_our_mistake() -> None:
    """A game UI must tell them apart."""
    with pytest.raises(AssertionError):
        grow([("one", parts("a")), ("two", parts("a"))])


def test_a_later_node_makes_its_children_once_and_only_when_asked() -> None:
    made: list[str] = []

    def make() -> dict[ChoicePart, ChoiceNode]:
        made.append("made")
        return {ChoicePart("letter", "a"): ChoiceNode(choice="a")}

    later = Later(make)
    assert made == []
    assert later.choices() == later.choices() == ["a"]
    assert made == ["made"]


def test_reach_gives_the_first_choices_as_often_as_they_are_asked_for() -> None:
    reach = Picker(tree("ax", "ay", "bx")).reach(1)
    assert [*reach] == [*reach] == ["ax"]
