"""Texts that people write for a game at a page: over the wire, with the real templates."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from engines.languages import LANGUAGES
from engines.scorepad.shipped import names as shipped_names
from engines.toml_text import SIZE_LIMIT
from firmware_py.app.page_queries import PageQueries
from firmware_py.games.scorepad import templates
from firmware_py.storage import own_texts
from tests.support.web_panel import Rig

MINE = 'title = "Our evening"\n\n[[line]]\nid = "points"\n'
PIECE = 32 * 1024


class Desk:
    """A page with a desk, without a browser."""

    def __init__(self, make_rig: Callable[..., Rig], data: Path, language: str = "en") -> None:
        self.library = PageQueries(data, lambda: language)
        self.rig = make_rig(library=self.library)
        self.page = self.rig.page()

    def want(self, what: str, **about: Any) -> Any:
        self.page.send(kind="want", what=what, text=json.dumps(about))
        return self.page.wait_for("got")["value"]

    def list(self) -> dict[tuple[str, bool], Any]:
        (game,) = self.want("papers")
        return {(each["name"], each["is_own"]): each for each in game["papers"]}

    def send(self, act: str, text: str, game: str = "scorepad") -> Any:
        return put(self.rig, f"paper.{game}.{act}", text.encode())["value"]


def put(rig: Rig, what: str, content: bytes) -> Any:
    """Send a text as a page does; return the last that is heard."""
    host = f"127.0.0.1:{rig.panel.port}"
    heard: Any = None
    with connect(f"ws://{host}/files", origin=Origin(f"http://{host}"), proxy=None) as socket:
        socket.send(json.dumps({"token": "", "put": what, "size": len(content)}))
        try:
            while True:
                heard = json.loads(socket.recv(timeout=60))
                if heard["kind"] == "go":
                    socket.send(content[:PIECE])
                    content = content[PIECE:]
        except ConnectionClosed:
            return heard


@pytest.fixture
def desk(make_rig: Callable[..., Rig], tmp_path: Path) -> Desk:
    return Desk(make_rig, tmp_path)


def test_a_template_of_the_box_becomes_one_of_the_table_and_goes_again(
    desk: Desk, tmp_path: Path
) -> None:
    assert set(desk.list()) == {(name, False) for name in shipped_names()}
    opened = desk.want("paper", game="scorepad", name="low_rounds", is_own=False)
    changed = opened["text"].replace("rounds = 9", "rounds = 7")
    assert changed != opened["text"]
    saved = desk.send("save", changed)
    assert saved["is_fine"]
    assert "Rounds: 7" in desk.list()[saved["name"], True]["about"]
    assert desk.want("paper", game="scorepad", name=saved["name"], is_own=True)["text"] == changed
    desk.want("remove_paper", game="scorepad", name=saved["name"])
    assert set(desk.list()) == {(name, False) for name in shipped_names()}
    assert list(templates.folder_of(tmp_path).iterdir()) == []


def test_saving_replaces_what_was_open_and_a_new_one_replaces_nothing(desk: Desk) -> None:
    first = desk.send("save", MINE)["name"]
    assert desk.send(f"save.{first}", MINE.replace("evening", "morning"))["name"] == first
    assert desk.list()[first, True]["title"] == "Our morning"
    assert desk.send("save", MINE)["name"] == first + "-2"
    assert desk.list()[first, True]["title"] == "Our morning"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_is_reported_with_its_line_and_nothing_is_stored(
    make_rig: Callable[..., Rig], tmp_path: Path, language: str
) -> None:
    desk = Desk(make_rig, tmp_path, language)
    for act in ("check", "save", "save.mine"):
        for wrong in (MINE + "low = 'x'\n", MINE + "low = =\n"):
            found = desk.send(act, wrong)
            assert (found["is_fine"], found["line"], found["name"]) == (False, 5, "")
            assert "5" in found["says"]
            assert found["says"].startswith("Line ") == (language == "en")
    assert desk.send("check", MINE)["is_fine"]
    assert not templates.folder_of(tmp_path).exists()


def test_a_damaged_file_can_be_opened_and_corrected(desk: Desk, tmp_path: Path) -> None:
    folder = templates.folder_of(tmp_path)
    folder.mkdir()
    (folder / "spoilt.toml").write_text(MINE + "low = =\n")
    assert "Line 5" in desk.list()["spoilt", True]["about"]
    text = desk.want("paper", game="scorepad", name="spoilt", is_own=True)["text"]
    assert desk.send("save.spoilt", text.replace("low = =\n", ""))["name"] == "spoilt"


def test_a_paper_has_bounds_and_leads_nowhere_else(desk: Desk, tmp_path: Path) -> None:
    answer = put(desk.rig, "paper.scorepad.save", b"#" * (SIZE_LIMIT + 1))
    assert answer == {"kind": "no", "why": "", "size": SIZE_LIMIT}
    assert put(desk.rig, "paper.scorepad.check", b"#" * SIZE_LIMIT)["kind"] == "done"
    for game in ("mana", "nothing", "../x", ""):
        assert put(desk.rig, f"paper.{game}.check", b"x")["kind"] == "no"
    (tmp_path / "secret.toml").write_text("x = 1")
    for name in ("../secret", "", "/etc/passwd"):
        for is_own in (True, False):
            assert "error" in desk.want("paper", game="scorepad", name=name, is_own=is_own)
        desk.want("remove_paper", game="scorepad", name=name)
    assert (tmp_path / "secret.toml").exists()
    assert desk.send("save.../secret", MINE)["name"] == "our-evening"


def test_a_table_has_so_many_and_no_more(desk: Desk, tmp_path: Path) -> None:
    folder = templates.folder_of(tmp_path)
    folder.mkdir()
    for number in range(own_texts.MOST):
        (folder / f"t{number}.toml").write_text(MINE)
    assert not desk.send("save", MINE)["is_fine"]
    assert desk.send("save.t7", MINE)["is_fine"]


def test_a_viewer_reads_and_writes_no_paper(make_rig: Callable[..., Rig], tmp_path: Path) -> None:
    library = PageQueries(tmp_path, lambda: "en")
    rig = make_rig(library=library, is_local=lambda _address: False)
    page = rig.page()
    for what in ("papers", "paper", "remove_paper"):
        page.send(kind="want", what=what, text="{}")
    page.settle()
    got = [each["value"] for each in page.messages if each["kind"] == "got"]
    assert got == [{"error": "That did not work."}] * 3
    assert put(rig, "paper.scorepad.save", MINE.encode()) is None
    assert list(tmp_path.iterdir()) == []
