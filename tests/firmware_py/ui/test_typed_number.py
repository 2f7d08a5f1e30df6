"""Numbers that are typed at a page: dialled as they grow, entered once, refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.app.page_state import BigTable
from firmware_py.games.scorepad.entry import MORE, action
from firmware_py.match.taps import read_typed
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.why import Verdict
from hardware.events import PageRequest
from tests.support.pad_table import enter, sit, turn_to

NAMES = ("Anna", "Ben")


def want(box: Any, what: str, typed: str, code: str | None = None) -> None:
    """Send what a page sends."""
    asked = box.screen.asked_number()
    asked_code = code or ("none" if asked is None else asked.code)
    box.app.inbox.post(PageRequest(what, f"{asked_code} {typed}", "page"))
    box.app.step(0.0)


def lines(box: Any) -> list[str]:
    return [line.text for line in box.services.table.match.lines]


@pytest.fixture
def pad(box: Any) -> Any:
    """A sheet that takes minus as well, two players, nothing entered; Ben begins."""
    sit(box, "low_rounds", NAMES)
    return box


def test_what_is_typed_is_dialled_and_shown_before_it_counts(pad: Any) -> None:
    for typed in ("3", "37"):
        want(pad, "dial", typed)
        assert pad.screen.asked_number().value == int(typed)
        assert f"0 + {typed} = {typed}" in " ".join(pad.panel.pictures[-1].text)
    assert lines(pad) == []


def test_enter_enters_it_once_and_asks_for_the_next(pad: Any) -> None:
    before = pad.screen.asked_number()
    want(pad, "enter", "37")
    assert lines(pad) == ["2=37"]
    assert pad.screen.asked_number().code != before.code
    want(pad, "enter", "5", before.code)  # the same Enter again, from a page that lags
    assert lines(pad) == ["2=37"]
    assert pad.services.toast == "Not possible right now"


def test_two_numbers_may_follow_each_other_at_once(pad: Any) -> None:
    """A keyboard does not bounce as contacts do."""
    want(pad, "enter", "4")
    want(pad, "enter", "-2")
    assert lines(pad) == ["2=4", "1=-2"]


def test_the_knob_goes_on_from_what_was_typed(pad: Any) -> None:
    want(pad, "dial", "41")
    pad.turn(1)
    assert pad.screen.asked_number().value == 42
    pad.press()
    assert lines(pad) == ["2=42"]


def test_what_is_no_number_is_said_to_be_none(pad: Any) -> None:
    for typed in ("", "-", "abc", "1.5", "1e3", "٣", "9" * 12):
        pad.services.toast = ""
        want(pad, "dial", typed)
        assert pad.services.toast == pad.screen.asked_number().why == ""
        want(pad, "enter", typed)
        begins = "A number from " if typed.isascii() and typed.isdigit() else "A whole number from "
        assert pad.services.toast.startswith(begins), typed
        assert pad.screen.asked_number().why == pad.services.toast
        assert lines(pad) == []


def test_the_reason_of_a_refused_number_stays_with_its_question_until_the_next_input(
    pad: Any,
) -> None:
    """The limits and the rules alike: a page shows it next to its field."""
    table = BigTable(pad.services)
    acts = (lambda: pad.turn(1), lambda: want(pad, "dial", "4"), lambda: want(pad, "enter", "4"))
    for act in acts:
        want(pad, "enter", "1.5")
        shown = table.parts(pad.app.screens)[0]
        assert shown["number"]["why"] == shown["note"] != ""
        act()
        assert table.parts(pad.app.screens)[0]["number"]["why"] == ""
    want(pad, "enter", "999")
    assert isinstance(pad.screen, Verdict)
    shown = table.parts(pad.app.screens)[0]
    assert shown["number"]["why"] == shown["caption"] != ""
    want(pad, "enter", "5")
    assert table.parts(pad.app.screens)[0]["number"]["why"] == ""


def test_a_number_out_of_range_is_refused_by_its_rule_and_can_be_typed_again(box: Any) -> None:
    sit(box, "bids_ten", (*NAMES, "Cara"))
    asked = box.screen.asked_number()
    want(box, "dial", str(asked.high + 30))
    assert isinstance(box.screen, Play)
    want(box, "enter", str(asked.high + 30))
    assert isinstance(box.screen, Verdict)
    assert str(asked.high) in box.screen.words().text
    assert box.screen.asked_number().code == asked.code
    want(box, "enter", str(asked.high))
    assert isinstance(box.screen, Play)
    assert lines(box) == [f"2.bid={asked.high}"]


def test_a_correction_is_typed_like_an_entry(pad: Any) -> None:
    enter(pad, "2=5", "1=7")
    turn_to(pad, pad.screen.picker, MORE)
    pad.press()
    turn_to(pad, pad.screen.picker, action("correct"))
    pad.press()
    while pad.screen.asked_number() is None:
        pad.press()
    assert pad.screen.asked_number().value == 5
    want(pad, "enter", "61")
    assert lines(pad)[-1] == "!2@1=61"


def test_nothing_is_asked_where_a_thing_is_chosen(box: Any) -> None:
    """Nor is anything typed then."""
    sit(box, "dice_sheet", NAMES)
    assert box.screen.asked_number() is None
    want(box, "enter", "5")
    assert lines(box) == []
    box.press()
    assert box.screen.asked_number() is not None


def test_a_page_gets_limits_that_are_not_too_wide(box: Any) -> None:
    sit(box, "plain", NAMES)
    assert parts(box)["number"]["says"] == "Number"
    sit_again(box, "bids_ten")
    assert parts(box)["number"]["says"] == "Number from 0 to 7"


def sit_again(box: Any, template: str) -> None:
    box.hold("back")
    sit(box, template, (*NAMES, "Cara"))


def parts(box: Any) -> Any:
    return BigTable(box.services).parts(box.app.screens)[0]


def test_signs_of_phones_are_read() -> None:
    assert read_typed("3.ab \u22125").value == -5
    assert read_typed("3.ab +5").value == 5
    assert read_typed("3.ab").value is None
