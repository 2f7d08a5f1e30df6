"""Files over the wire, wishes, and tokens that are kept: what a page may do, and who may not."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from firmware_py.panels.web.files import PIECE_BYTES
from firmware_py.panels.web.page_backend import Intake, MadeFile, NotServed
from firmware_py.panels.web.session import REQUESTS_AT_ONCE
from firmware_py.system.pairing import TOKENS_AT_MOST, Pairing, Tokens
from hardware.events import Control, Held, PageRequest, Tapped
from tests.support.web_panel import Rig, wait_until


class Shelf:
    """A library with one book, and room for one more."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.looks = False
        self.most = 3 * PIECE_BYTES
        self.begins = b""

    def read(self, what: str, text: str) -> Any:
        return [what, text]

    def make(self, what: str) -> MadeFile:
        if what != "book":
            raise NotServed("there is no such book")
        path = self.folder / "book"
        path.write_bytes(b"word " * 20_000)
        return MadeFile("book.txt", "text/plain", path)

    def intake(self, what: str) -> Intake:
        del what
        eye = look if self.looks else None
        return Intake(self.folder / "taken", self.most, None, eye, self.begins, "not a word")


def look(path: Path) -> None:
    """Take words, and nothing else."""
    if not path.read_bytes().startswith(b"word"):
        raise NotServed("this is not a book")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def files(rig: Rig) -> AbstractContextManager[ClientConnection]:
    host = f"127.0.0.1:{rig.panel.port}"
    return connect(f"ws://{host}/files", origin=Origin(f"http://{host}"), proxy=None)


def ask(rig: Rig, **wanted: Any) -> list[Any]:
    """Ask for something and hear everything until goodbye."""
    heard: list[Any] = []
    with files(rig) as socket:
        socket.send(json.dumps({"token": "", **wanted}))
        try:
            while True:
                data = socket.recv(timeout=60)
                heard.append(data if isinstance(data, bytes) else json.loads(data))
        except ConnectionClosed:
            return heard


def test_a_file_comes_piece_by_piece_and_is_not_kept(
    make_rig: Callable[..., Rig], shelf: Shelf
) -> None:
    head, *pieces = ask(make_rig(library=shelf), get="book")
    assert head == {"kind": "file", "name": "book.txt", "type": "text/plain", "size": 100_000}
    assert b"".join(pieces) == b"word " * 20_000
    assert max(map(len, pieces)) <= PIECE_BYTES
    wait_until(lambda: not (shelf.folder / "book").exists())


def test_what_is_not_there_is_said(make_rig: Callable[..., Rig], shelf: Shelf) -> None:
    assert ask(make_rig(library=shelf), get="map") == [
        {"kind": "no", "why": "there is no such book"}
    ]


@pytest.mark.parametrize("wanted", [{"get": "book"}, {"put": "restore", "size": 5}, {"get": 5}])
def test_a_viewer_gets_no_file_and_leaves_none(
    make_rig: Callable[..., Rig], shelf: Shelf, wanted: dict[str, Any]
) -> None:
    rig = make_rig(library=shelf, is_local=lambda _address: False)
    assert ask(rig, **wanted) == []
    assert list(shelf.folder.iterdir()) == []
    assert rig.inbox.take(0) is None


def test_an_upload_appears_when_it_is_complete_and_is_posted(
    make_rig: Callable[..., Rig], shelf: Shelf
) -> None:
    rig = make_rig(library=shelf)
    content = b"x" * (2 * PIECE_BYTES + 7)
    with files(rig) as socket:
        socket.send(json.dumps({"token": "", "put": "restore", "size": len(content)}))
        for at in range(0, len(content), PIECE_BYTES):
            assert json.loads(socket.recv(timeout=60)) == {"kind": "go"}
            assert not (shelf.folder / "taken").exists()
            socket.send(content[at : at + PIECE_BYTES])
        assert json.loads(socket.recv(timeout=60)) == {"kind": "done"}
    assert (shelf.folder / "taken").read_bytes() == content
    assert rig.inbox.take(5) == PageRequest("restore", "", "web")


@pytest.mark.parametrize(
    ("content", "answer"),
    [(b"word", {"kind": "done"}), (b"what", {"kind": "no", "why": "this is not a book"})],
)
def test_a_refused_upload_is_reported_to_the_page_and_to_the_box(
    make_rig: Callable[..., Rig], shelf: Shelf, content: bytes, answer: dict[str, str]
) -> None:
    shelf.looks = True
    rig = make_rig(library=shelf)
    with files(rig) as socket:
        socket.send(json.dumps({"token": "", "put": "restore", "size": len(content)}))
        socket.recv(timeout=60)
        socket.send(content)
        assert json.loads(socket.recv(timeout=60)) == answer
    assert rig.inbox.take(5) == PageRequest("restore", "", "web")
    assert (shelf.folder / "taken").exists()  # the box looks at it too


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("beach.jpg", "beach.jpg"),
        ("Été à\tla mer\n.db", "Été à la mer .db"),
        ("a\u202egpj.exe\ud800\0", "a gpj.exe?"),
        ("x" * 60 + ".update", "x" * 19 + "...xxx.update"),
        (5, ""),
        (None, ""),
    ],
)
def test_a_file_is_known_by_a_name_that_can_be_shown(
    make_rig: Callable[..., Rig], shelf: Shelf, sent: object, name: str
) -> None:
    rig = make_rig(library=shelf)
    with files(rig) as socket:
        socket.send(json.dumps({"token": "", "put": "restore", "size": 4, "name": sent}))
        socket.recv(timeout=60)
        socket.send(b"word")
        assert json.loads(socket.recv(timeout=60)) == {"kind": "done"}
    assert rig.inbox.take(5) == PageRequest("restore", name, "web")


def test_an_upload_that_is_too_large_or_breaks_off_leaves_nothing(
    make_rig: Callable[..., Rig], shelf: Shelf
) -> None:
    rig = make_rig(library=shelf)
    answer = ask(rig, put="restore", size=3 * PIECE_BYTES + 1)
    assert answer == [{"kind": "no", "why": "", "size": 3 * PIECE_BYTES}]
    with files(rig) as socket:
        socket.send(json.dumps({"token": "", "put": "restore", "size": 50}))
        socket.recv(timeout=60)
        socket.send(b"half")
        socket.recv(timeout=60)
    wait_until(lambda: list(shelf.folder.iterdir()) == [])
    assert rig.inbox.take(0) is None


def test_an_upload_without_room_is_refused_before_it_is_sent(
    make_rig: Callable[..., Rig], shelf: Shelf
) -> None:
    shelf.most = 2**62
    [answer] = ask(make_rig(library=shelf), put="restore", size=2**61)
    assert (answer["kind"], answer["free"] > 0) == ("no", True)
    assert list(shelf.folder.iterdir()) == []


@pytest.mark.parametrize("piece", [b"what", b"wor", b"\0" * 100])
def test_an_upload_that_begins_wrongly_is_refused_with_its_first_piece(
    make_rig: Callable[..., Rig], shelf: Shelf, piece: bytes
) -> None:
    shelf.begins = b"word"
    rig = make_rig(library=shelf)
    with files(rig) as socket:
        socket.send(json.dumps({"token": "", "put": "restore", "size": 3 * PIECE_BYTES}))
        assert json.loads(socket.recv(timeout=60)) == {"kind": "go"}
        socket.send(piece)
        assert json.loads(socket.recv(timeout=60)) == {"kind": "no", "why": "not a word"}
    assert list(shelf.folder.iterdir()) == []
    assert rig.inbox.take(0) is None


# Wishes


def test_wishes_taps_and_whole_holds_reach_the_inbox(
    make_rig: Callable[..., Rig], shelf: Shelf
) -> None:
    rig = make_rig(library=shelf)
    page = rig.page()
    page.send(kind="want", what="names", text="")
    page.send(kind="tap", code="piece:a2")
    page.send(kind="hold", control="knob")
    page.send(kind="want", what="history", text="{}")
    assert page.wait_for("got") == {"kind": "got", "what": "history", "value": ["history", "{}"]}
    assert rig.inbox.take(1) == PageRequest("names", "", "web-1", may_act=True)
    assert rig.inbox.take(1) == Tapped("piece:a2", "web-1")
    assert rig.inbox.take(1) == Held(Control.KNOB, 1.0, "web-1")


def test_a_viewer_may_ask_and_nothing_else(make_rig: Callable[..., Rig], shelf: Shelf) -> None:
    rig = make_rig(library=shelf, is_local=lambda _address: False)
    page = rig.page()
    for what in ("names", "set", "write", "pages", "forget", "history", "question"):
        page.send(kind="want", what=what, text="")
    page.send(kind="tap", code="piece:a2")
    page.send(kind="hold", control="undo")
    page.settle()
    assert rig.inbox.take(0.1) == PageRequest("question", "", "web-1")
    assert rig.inbox.take(0) is None


def test_a_viewer_cannot_ask_without_end(make_rig: Callable[..., Rig], shelf: Shelf) -> None:
    rig = make_rig(library=shelf, is_local=lambda _address: False)
    rig.pairing.clock = lambda: 1000.0  # no time passes, however slow the machine is
    page = rig.page()
    for _ in range(100):
        page.send(kind="want", what="question", text="turn")
    page.settle()
    assert rig.inbox.waiting() == REQUESTS_AT_ONCE


# Tokens that are kept


def pair(pairing: Pairing, address: str = "192.168.1.20") -> str:
    pairing.ask(address)
    pairing.show()
    answer = pairing.enter(address, pairing.code or "", "iPhone 192.168.1.20")
    assert answer.state == "paired"
    return answer.token


def test_a_paired_page_is_known_after_a_restart_until_it_is_revoked() -> None:
    before = Pairing(clock=time.monotonic)
    token = pair(before)
    stored = before.tokens_to_store()
    assert before.tokens_to_store() is None
    assert token not in json.dumps(stored)
    after = Pairing(clock=time.monotonic, tokens=json.loads(json.dumps(stored)))
    assert after.knows(token)
    (page,) = after.pages()
    assert page.label == "iPhone 192.168.1.20"
    after.forget(page.key)
    assert not after.knows(token)
    assert after.tokens_to_store() == []


@pytest.mark.parametrize("stored", [None, 5, "x", [[1, 2, 3]], [["zz", "", 1]], [{}]])
def test_rubbish_in_the_store_pairs_nobody(stored: object) -> None:
    assert Tokens(stored).pages() == []


def test_only_so_many_pages_are_remembered() -> None:
    tokens = Tokens([[f"{number:064x}", "", number] for number in range(40)])
    assert len(tokens.pages()) == TOKENS_AT_MOST


def test_requests_can_be_switched_off_and_on() -> None:
    pairing = Pairing(clock=time.monotonic)
    pairing.take_requests(wanted=False)
    assert pairing.wants_none
    pairing.take_requests(wanted=True)
    pair(pairing)
