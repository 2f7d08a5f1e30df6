"""What the box in the virtual machine has stored, as its tests compare it."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from engines.match import Match
from firmware_py.club.identity import Identity
from firmware_py.storage.event_log import StatusChange
from firmware_py.storage.store import Store
from tests.support.service_files import ROOT


@pytest.fixture
def read_rows(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the function, which is loaded where its neighbours are."""
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "vm"))
    import twin

    return twin.read_rows


def _store_match(folder: Path) -> Path:
    """Store a match that ended on a box of its own."""
    folder.mkdir()
    store, identity = Store(folder), Identity(folder)
    identity.make()
    store.sign = identity.sign
    engine, chance = catalog.load("mana"), random.Random(7)
    match = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0), ["Ada", "Bo"])
    for _ in range(4):
        match.play(engine.write(chance.choice(list(engine.legal(match.state)))))
    match.play("resign", 0)
    number = store.next_match()
    store.begin(number, match.header)
    store.append(number, 0, match.lines, "[]", change=StatusChange("over", {"winners": [1]}))
    path = store.path
    store.close()
    return path


def test_two_boxes_have_the_same_rows_though_each_signs_with_its_own_key(
    read_rows: Any, tmp_path: Path
) -> None:
    one, other = _store_match(tmp_path / "one"), _store_match(tmp_path / "other")
    assert read_rows(one) == read_rows(other)
    assert read_rows(one)[-1][-1] == "signed"


def test_a_signature_that_is_not_good_is_another_row(read_rows: Any, tmp_path: Path) -> None:
    one, other = _store_match(tmp_path / "one"), _store_match(tmp_path / "other")
    with closing(sqlite3.connect(one, isolation_level=None)) as db:
        (text,) = db.execute("SELECT text FROM events WHERE kind='signed'").fetchone()
        key, signature = text.split()
        wrong = f"{key} {'0' if signature[0] != '0' else '1'}{signature[1:]}"
        db.execute("UPDATE events SET text=? WHERE kind='signed'", (wrong,))
    assert read_rows(one)[-1][-1] == f"badly signed: {wrong}"
    assert read_rows(one) != read_rows(other)
