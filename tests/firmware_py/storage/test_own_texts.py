"""Texts that people wrote are in a backup, and come back from it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware_py.storage.backup import back_up, bring_in, restore, swap
from firmware_py.storage.own_texts import FOLDER, LARGEST
from firmware_py.storage.schema import find_changed, put_value, seal
from firmware_py.storage.store import Store

LONG = ("x" * 127 + "\n") * (LARGEST // 128)
SKAT = '# Ours.\ntitle = "Skat à trois"\n'


def write(data: Path, name: str, text: str = SKAT) -> None:
    (data / FOLDER).mkdir(parents=True, exist_ok=True)
    (data / FOLDER / name).write_text(text, encoding="utf-8")


def texts(data: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted((data / FOLDER).iterdir())}


def open_and_close(data: Path) -> dict[str, Any]:
    store = Store(data)
    found = dict(store.settings())
    assert list(find_changed(store.connection)) == []
    store.close()
    return found


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of a running box with two texts and other files in their folder."""
    data = tmp_path / "data"
    store = Store(data)
    store.put_setting("language", "fr")
    write(data, "skat.toml")
    write(data, "golf-9.toml", LONG)
    write(data, "Odd Name.toml")
    write(data, "far-too-long.toml", "x" * (LARGEST + 1))
    (data / FOLDER / "a-link.toml").symlink_to(tmp_path / "nowhere")
    made = back_up(data, tmp_path / "backup.db")
    assert list(find_changed(store.connection)) == []
    assert dict(store.settings()) == {"language": "fr"}  # only the copy holds them
    store.close()
    return made


def test_a_fresh_box_gets_them_with_the_first_start(tmp_path: Path, backup: Path) -> None:
    fresh = tmp_path / "fresh"
    assert restore(fresh, backup) is None
    assert not (fresh / FOLDER).exists()
    assert open_and_close(fresh) == {"language": "fr"}
    assert texts(fresh) == {"golf-9.toml": LONG, "skat.toml": SKAT}
    (fresh / FOLDER / "skat.toml").unlink()
    open_and_close(fresh)
    assert "skat.toml" not in texts(fresh), "what was removed since does not come again"


def test_a_running_box_gets_them_at_once(tmp_path: Path, backup: Path) -> None:
    data = tmp_path / "other"
    store = Store(data)
    bring_in(data, backup)
    assert not (data / FOLDER).exists(), "nothing changes before the table has agreed"
    with store.file_released():
        swap(data)
    assert texts(data)["skat.toml"] == SKAT
    assert dict(store.settings()) == {"language": "fr"}
    store.close()


def test_an_existing_text_with_other_content_is_kept(tmp_path: Path, backup: Path) -> None:
    data = tmp_path / "other"
    for name, text in (("skat.toml", "newer"), ("skat-2.toml", "second"), ("own.toml", "mine")):
        write(data, name, text)
    restore(data, backup)
    open_and_close(data)
    found = texts(data)
    assert (found["skat.toml"], found["own.toml"]) == (SKAT, "mine")
    assert (found["skat-2.toml"], found["skat-3.toml"]) == ("second", "newer")
    restore(data, backup)
    open_and_close(data)
    assert texts(data) == found, "the same again adds nothing"


def test_a_full_disk_leaves_them_for_the_next_start(tmp_path: Path, backup: Path) -> None:
    data = tmp_path / "other"
    restore(data, backup)
    (data / FOLDER).write_text("no folder")
    open_and_close(data)
    (data / FOLDER).unlink()
    open_and_close(data)
    assert texts(data)["skat.toml"] == SKAT


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("../../evil", json.dumps("x")),
        ("evil/../x", json.dumps("x")),
        ("", json.dumps("x")),
        ("long", json.dumps("x" * (LARGEST + 1))),
        ("list", "[1, 2]"),
        ("halves", json.dumps("\ud800 x")),
        ("bomb", json.dumps("a." * 32_000 + "a=1")),
        ("wide", json.dumps("x" * 501)),
    ],
)
def test_a_backup_that_somebody_made_up_writes_nowhere_else(
    tmp_path: Path, backup: Path, name: str, value: str
) -> None:
    with closing(sqlite3.connect(backup, isolation_level=None)) as db:
        put_value(db, "settings", f"text:{name}", value)
        seal(db)
    data = tmp_path / "deep" / "er" / "data"
    restore(data, backup)
    before = {path for path in tmp_path.rglob("*") if data not in path.parents}
    open_and_close(data)
    assert {path for path in tmp_path.rglob("*") if data not in path.parents} == before
    expected = {"golf-9.toml", "skat.toml"} | ({"halves.toml"} if name == "halves" else set())
    assert {path.name for path in (data / FOLDER).iterdir()} == expected
