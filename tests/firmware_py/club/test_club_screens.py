"""Joining a club on the box itself, and leaving it with all its data."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.club import commands, membership
from firmware_py.club.hall import Hall
from firmware_py.club.identity import Identity, is_member
from firmware_py.club.setup import ClubConfig, init
from firmware_py.screens.settings.wifi import CharacterEntry
from firmware_py.ui.background_job import Work
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.name_entry import NameEntry

NOW = 1_800_000_000


@pytest.fixture
def club(tmp_path: Path) -> ClubConfig:
    return init(tmp_path / "archive", "Dice", hall_port=0, everywhere=False)


@pytest.fixture
def hall(club: ClubConfig) -> Iterator[Hall]:
    def join(asked: bytes) -> bytes | None:
        return commands.answer_join(club, asked, lambda: NOW)

    running = Hall(club, clock=time.monotonic, join=join)
    yield running
    running.close()


class Link:
    """The connection to a club, as far as leaving it goes."""

    closed = False
    evenings = ()

    def close(self) -> None:
        self.closed = True

    def look_again(self) -> None:
        """Send nothing."""


@pytest.fixture
def member(box: Any) -> Any:
    """Return a box that has what a club needs."""
    Identity(box.store.path.parent).make()
    box.services.can_join_club = True
    box.connected = []
    box.services.connect_club = lambda: box.connected.append(True)
    return box


def finish(box: Any) -> str:
    """Wait for the work, and return what the box says then."""
    work = box.screen
    assert isinstance(work, Work)
    work.wait()
    words = work.words()
    assert words is not None
    box.press("back")
    return str(words.text)


def join(box: Any, host: str, code: str, name: str = "Table 3") -> str:
    """Enter everything, and return what the box says at the end."""
    box.choose("Join a club")
    for text in (host, code):
        assert isinstance(box.screen, CharacterEntry)
        box.screen.password = text
        box.hold("knob")
    assert isinstance(box.screen, NameEntry)
    box.screen.name = name
    box.hold("knob")
    return finish(box)


def test_a_box_joins_and_leaves(member: Any, club: ClubConfig, hall: Hall) -> None:
    data = member.store.path.parent
    code = membership.draw_code()
    archive = club.open_archive()
    archive.add_code(membership.key_of(code), NOW + 100)
    member.choose("Settings").choose("Club")
    text = join(member, f"127.0.0.1:{hall.port}", code.lower())
    assert "Dice" in text
    assert "from now on" in text
    assert member.connected == [True]
    found = membership.membership(data)
    assert found is not None
    assert (found.club, found.name) == ("Dice", "Table 3")
    assert [each.name for each in archive.members()] == ["Table 3"]
    archive.close()

    link = Link()
    member.services.club = link
    member.choose("Leave the club").choose("Yes").choose("Yes")
    assert "has left" in finish(member)
    assert link.closed
    assert member.services.club is None
    assert not is_member(data)
    assert not (data / "club").exists()
    assert "Join a club" in [row.label for row in member.screen.rows()]


def test_a_wrong_code_changes_nothing(member: Any, hall: Hall) -> None:
    member.choose("Settings").choose("Club")
    for host in (f"127.0.0.1:{hall.port}", "127.0.0.1:1", "127.0.0.1:x", "no such host"):
        assert "does not answer" in join(member, host, "AAAAAAAAAA")
    assert member.connected == []
    assert not is_member(member.store.path.parent)


def test_a_card_that_cannot_be_read_can_be_left(member: Any) -> None:
    data = member.store.path.parent
    (data / "club").mkdir()
    (data / "club" / "card.json").write_text("{")
    member.choose("Settings").choose("Club").choose("Leave the club").choose("Yes").choose("Yes")
    finish(member)
    assert not is_member(data)


def test_a_code_is_not_too_short(member: Any) -> None:
    member.choose("Settings").choose("Club").choose("Join a club")
    member.screen.password = "a"
    member.hold("knob")
    member.screen.password = "ABC"
    member.hold("knob")
    assert isinstance(member.screen, CharacterEntry)
    member.press("why")
    assert isinstance(member.screen, TextScreen)


def test_a_box_without_the_programs_has_no_row(box: Any) -> None:
    box.choose("Settings")
    assert "Club" not in [row.label for row in box.screen.rows()]
