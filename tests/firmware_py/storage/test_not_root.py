"""Commands of an ordinary user, who works in every folder as who they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_py.storage.disk import become_owner_of, write_as_owner


@pytest.fixture(autouse=True)
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program believe that it does not run as root."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)


def test_the_work_is_done_in_the_program_itself(tmp_path: Path) -> None:
    """There is nothing to give up, so that no child is needed."""
    with (tmp_path / "out").open("wb") as target:
        write_as_owner(tmp_path, lambda file: file.write(str(os.getpid()).encode()), target)
    assert (tmp_path / "out").read_text() == str(os.getpid())


def test_what_goes_wrong_is_raised_as_it_is(tmp_path: Path) -> None:
    """The caller knows what to say about it."""
    with (tmp_path / "out").open("wb") as target, pytest.raises(AttributeError):
        write_as_owner(tmp_path, lambda file: file.no_such_thing, target)  # type: ignore[attr-defined]


def test_no_rights_are_given_up(tmp_path: Path) -> None:
    assert not become_owner_of(tmp_path)
