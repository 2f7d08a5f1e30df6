"""Paused games are tidied up: in order, several at once, practice by itself."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.languages import LANGUAGES
from firmware_py.app.interrupted import PRACTICE_S, forget_practice, go_on
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import begin_match
from firmware_py.screens.home import _waiting

NOON = 1_790_000_000
DAY = 86_400


def pause(box: Any, names: tuple[str, ...] = ("Anna", "Ben"), *, practice: bool = False) -> int:
    """Begin a match of Mana and leave it; return its number."""
    services = box.services
    start = catalog.begin(catalog.load("mana"), seats=2, seed=1, first=0)
    table = begin_match(
        services.queue, "mana", start, names=names, timing=Timing(), time=services.time,
        levels=(0, 2) if practice else (), practice=practice,
    )  # fmt: skip
    table.leave()
    services.table = None
    return table.number


def listed(box: Any) -> list[int]:
    """Return the paused matches in their order."""
    return [stored.id for stored in _waiting(box.services)]


def test_the_last_on_the_table_then_what_was_played_last_then_practice(box: Any) -> None:
    """Whatever their numbers are."""
    dates = iter([NOON, NOON + DAY])
    practice = pause(box, practice=True)
    box.store.date = lambda: NOON + 2 * DAY
    late = pause(box)
    box.store.date = lambda: NOON + DAY
    early = pause(box)
    box.store.date = lambda: next(dates, None)
    newest = pause(box)
    assert listed(box) == [newest, late, early, practice]
    box.services.settings.remember("table", (early, newest))
    assert listed(box) == [early, late, newest, practice]


def test_a_row_shows_the_day_it_was_played_last(box: Any) -> None:
    """That is what they are ordered by."""
    box.store.date = lambda: NOON
    number = pause(box)
    box.store.date = lambda: NOON + 3 * DAY
    box.store.set_status(number, "running")
    box.press("back").choose("Paused games")
    assert "2026-09-24" in " ".join(box.text)


@pytest.mark.parametrize("row", ["Delete", "Stop"])
def test_several_are_ended_at_once(box: Any, row: str) -> None:
    """Those that were chosen, after two questions; the others stay."""
    first, second, third = pause(box), pause(box, ("Eva", "Ida")), pause(box, practice=True)
    box.press("back").choose("Paused games").choose("Tidy up")
    assert box.press().chosen == "(Delete)"  # nothing is chosen: nothing is asked
    box.choose("All practice").choose("Mana · Eva, Ida").choose("Mana · Eva, Ida")
    box.choose("Mana · Eva, Ida").choose(row).choose("Yes").choose("Yes")
    assert listed(box) == [first]
    box.restart()
    assert listed(box) == [first]
    kept = {stored.id for stored in box.store.matches("abandoned")}
    assert kept == (set() if row == "Delete" else {second, third})


def test_no_is_no(box: Any) -> None:
    """At the first question and at the second."""
    numbers = [pause(box), pause(box)]
    for answers in (["No"], ["Yes", "No"]):
        box.hold("back").choose("Paused games").choose("Tidy up").turn(2).press().choose("Delete")
        for answer in answers:
            box.choose(answer)
        assert sorted(listed(box)) == numbers


def test_practice_goes_by_itself_after_a_week(box: Any) -> None:
    """Not before, not a game between people, not where dates are unknown, not the one here."""
    box.store.date = lambda: None
    pause(box, practice=True)
    box.store.date = lambda: NOON
    game, old, here = pause(box), pause(box, practice=True), pause(box, practice=True)
    box.store.date = lambda: NOON + PRACTICE_S
    forget_practice(box.services)
    assert old in listed(box)
    box.services.settings.remember_own("on_table", [here, 0])
    box.store.date = lambda: NOON + PRACTICE_S + 1
    go_on(box.app)
    assert box.services.table.number == here
    assert set(listed(box)) == {1, game, here}
    box.store.date = lambda: None
    forget_practice(box.services)
    assert set(listed(box)) == {1, game, here}


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rows_fit(make_box: Any, language: str, size: str) -> None:
    """With long names, marks, hints and both questions."""
    box = make_box(language=language)
    box.services.settings.put("text", size)
    for practice in (False, False, True):
        pause(box, ("WWWWWWWWWWWW", "Maximiliane"), practice=practice)
    box.choose("Paused games").turn_to_end(1)
    box.press("why").press("back").press()
    for _ in range(6):
        box.press("why").press("back").turn(1)
    box.press().choose("All practice").choose("Delete").turn(1).press().press("back")
    box.choose("Stop").turn(1).press()
    assert box.unfit == {}
