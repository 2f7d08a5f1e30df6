"""A fault that bench/club_wire.py has to find."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import club_wire
import pytest
from matches import Box
from rows import judge

from firmware_py.club.box_link import ClubLink


def test_a_move_that_waits_for_the_club_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the machine does meanwhile: the wait is a thousand times a frame."""
    feed: Callable[..., None] = Box.feed
    left = [12]

    def wait(self: Box, event: Any) -> None:
        if any(isinstance(each, ClubLink) for each in self.app.painter.panels):
            time.sleep(0.2)
        feed(self, event)

    def few(self: Box) -> Any:
        left[0] = 12
        for event in play(self):
            if not left[0]:
                return
            left[0] -= 1
            yield event

    play: Callable[..., Any] = Box.play
    monkeypatch.setattr(Box, "feed", wait)
    monkeypatch.setattr(Box, "play", few)
    monkeypatch.setattr(club_wire, "BROKERS", ("gone",))
    assert judge(club_wire.measure(tmp_path, matches=1, rounds=1)) == 1
    assert "exceeded: input to frame, broker gone" in capsys.readouterr()[0]


def test_a_row_has_its_limit() -> None:
    assert club_wire.row("gone", 1.05, 1.0).is_kept
    assert not club_wire.row("gone", 1.15, 1.0).is_kept
    assert club_wire.typical([[1.0, 5.0, 3.0], [2.0, 5.0, 9.0], [3.0, 4.0, 9.0]]) == 5.0
