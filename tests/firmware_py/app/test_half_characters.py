"""A restored match with half a character in a name: Home, every page and every file work."""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from firmware_py.app.page_queries import PageQueries
from firmware_py.app.page_requests import Request, handle
from firmware_py.panels.web.panel import WebPanel
from firmware_py.storage.backup import back_up, restore
from firmware_py.storage.store import PAUSED
from firmware_py.system.pairing import Pairing
from tests.support.archive import Archived

PATIENCE_S = 60.0
NAME = "a\ud800b"


@pytest.fixture
def restored(make_box: Any, archive: Archived, tmp_path: Path) -> Iterator[Any]:
    """Return a box with a paused and an ended match that another box wrote."""
    other = make_box()
    archive(other.store, "mandala", names=(NAME, "Ben"))
    archive(other.store, "mana", names=(NAME, "Ben"), moves=4, agreed="", status=PAUSED)
    back_up(other.store.path.parent, tmp_path / "backup.db")
    (tmp_path / "data").mkdir()
    restore(tmp_path / "data", tmp_path / "backup.db")
    box = make_box(folder=tmp_path / "data")
    library = PageQueries(tmp_path / "data", lambda: "en")
    box.web = WebPanel(box.app.inbox, Pairing(clock=time.monotonic), port=0, library=library)
    box.app.painter.join(box.web)
    yield box
    box.web.close()


def hear(box: Any, *wanted: str, part: str = "screen") -> dict[str, Any]:
    """Open a page and return what it receives: the parts of the table, and its answers."""
    host = f"127.0.0.1:{box.web.port}"
    received: dict[str, Any] = {}
    ends = time.monotonic() + PATIENCE_S
    origin = Origin(f"http://{host}")
    # A page that leaves messages unread would wait ten seconds before it closes.
    unread: Any = {"max_queue": None, "max_size": None}
    with connect(f"ws://{host}/panel", origin=origin, proxy=None, **unread) as page:
        for each in wanted:
            what, _, text = each.partition(" ")
            page.send(json.dumps({"kind": "want", "what": what, "text": text}))
        while not {part, *(each.partition(" ")[0] for each in wanted)} <= set(received):
            assert time.monotonic() < ends, f"only {sorted(received)} was received"
            box.app.step(0.01)
            try:
                data = page.recv(timeout=0.01)
            except TimeoutError:
                continue
            message = json.loads(data) if isinstance(data, str) else {}
            received[message.get("part") or message.get("what", "")] = message.get("value")
    return received


def test_home_and_the_desk_of_a_page_show_it(restored: Any) -> None:
    """With a question mark in its place."""
    received = hear(restored, "names", "settings", "history {}", 'match {"match":1}', "statistics")
    assert "a?b" in json.dumps(received["screen"], ensure_ascii=False)
    assert received["history"]["rows"][0]["names"] == ["a?b", "Ben"]
    assert received["match"]["names"] == ["a?b", "Ben"]
    assert [each["name"] for each in received["statistics"]["people"]] == ["a?b", "Ben"]


def test_it_is_resumed_and_shared(restored: Any) -> None:
    """The table of the page, and the page of the match that has ended."""
    restored.find("Resume").press()
    received = hear(restored, part="seats")
    assert "a?b" in json.dumps(received["seats"])
    assert handle("share", Request(restored.services, (), "1")).value["path"]
    assert all(page() for page in restored.services.shared_pages.values())


@pytest.mark.parametrize("form", ["record", "json", "bgstats", "picture"])
def test_it_is_exported(restored: Any, form: str) -> None:
    """Every file is of valid UTF-8."""
    room = PageQueries(restored.store.path.parent, lambda: "en")
    made = room.make(f"all.{form}")
    with zipfile.ZipFile(made.path) as packed:
        assert "a?b" in packed.read(packed.namelist()[0]).decode()
    made.path.unlink()
