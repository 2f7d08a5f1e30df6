"""What happens when the disk says no."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.keeper import Keeper
from firmware_py.store import Store


def test_what_could_not_be_kept_waits_in_order(tmp_path: Path) -> None:
    """And is kept as soon as it can be."""
    store = Store(tmp_path)
    keeper = Keeper(store)
    broken = True

    def write(key: str) -> None:
        if broken:
            raise OSError("No space left on device")
        store.put_setting(key, 1)

    assert not keeper.keep(lambda _: write("a"))
    assert not keeper.keep(lambda _: write("b"))
    assert keeper.unsaved == 2
    assert "No space" in keeper.why_not
    broken = False
    assert keeper.keep(lambda _: write("c"))
    assert keeper.unsaved == 0
    assert not keeper.why_not
    assert list(store.settings()) == ["a", "b", "c"]
    store.close()


def test_our_own_mistakes_are_not_swallowed(tmp_path: Path) -> None:
    """Only the disk's troubles wait."""
    store = Store(tmp_path)
    with pytest.raises(ZeroDivisionError):
        Keeper(store).keep(lambda _: 1 // 0)
    store.close()
