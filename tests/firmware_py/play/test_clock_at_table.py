"""The clock at the table: what it charges, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.play.serial_referee import SerialReferee
from firmware_py.ui.screens.laying import Laying
from firmware_py.ui.screens.play import Play
from hardware.events import SerialLine


@pytest.fixture
def laying(box: Any) -> Any:
    """Return a box where people have laid the table for ten minutes."""
    box.services.settings.put("clock", "up")
    box.choose("New game").choose("Mana").choose("Start")
    assert isinstance(box.screen, Laying)
    box.now += 600.0
    return box


def spent(box: Any) -> float:
    """Return what all seats have used."""
    clock = box.services.table.clock
    clock.reckon(box.now)
    return sum(clock.spent_s)


def begin(box: Any) -> None:
    """Go through the pages to the first turn."""
    while isinstance(box.screen, Laying):
        box.press()
    assert isinstance(box.screen, Play)


def test_laying_the_table_is_nobodys_time(laying: Any) -> None:
    """The first turn begins when the last page is put away."""
    begin(laying)
    assert spent(laying) < 1.0
    laying.now += 60.0
    assert spent(laying) == pytest.approx(60.0, abs=1.0)


def test_laying_it_again_neither(laying: Any) -> None:
    """After a pause the table may have to be laid anew."""
    begin(laying)
    laying.now += 60.0
    laying.hold("back").choose("Paused games").press().choose("Lay the table again")
    before = spent(laying)
    laying.now += 600.0
    assert spent(laying) == before
    begin(laying)
    laying.now += 60.0
    assert spent(laying) > before + 50.0


def test_leaving_while_laying_stops_the_clock_for_good(laying: Any) -> None:
    """Home, an hour of supper, and back."""
    laying.hold("back")
    laying.now += 3600.0
    laying.choose("Resume Mana")
    begin(laying)
    assert spent(laying) < 1.0


def test_a_program_that_plays_meanwhile_starts_it(laying: Any) -> None:
    """Its move is the beginning."""
    laying.app.referee = SerialReferee(laying.services, lambda _: None)
    laying._feed(SerialLine(b'{"cmd":"play","move":"=b1"}'))
    assert isinstance(laying.screen, Play)
    laying.now += 60.0
    assert spent(laying) == pytest.approx(60.0, abs=1.0)
