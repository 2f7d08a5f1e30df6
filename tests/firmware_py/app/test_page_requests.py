"""Whatever a page sends, the table goes on, and a page that waits for an answer gets one."""

from __future__ import annotations

import json
import logging
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import page_requests
import pytest
from page_requests import want
from page_table import PATIENCE_S, PageTable

from firmware_py.app import page_requests as handled
from firmware_py.app.page_requests import PageReply
from firmware_py.core.numbers import read_number
from firmware_py.panels.web import messages
from firmware_py.screens.system.notices import Fault
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import Input, Next, Push, Screen, Stay
from hardware.events import Control, Held, PageRequest, Pressed, Tapped, Turned


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PageTable]:
    made = PageTable(tmp_path)
    yield made
    made.close()


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.WARNING)
    return caplog


# --- every request ---


@pytest.mark.parametrize("is_paired", [False, True], ids=["viewer", "paired"])
def test_every_request_leaves_the_match_and_is_answered(
    table: PageTable, log: pytest.LogCaptureFixture, is_paired: bool
) -> None:
    """Every kind, with every Unicode category and every shape of JSON.

    What viewers may not send is refused unread, so that a tenth of it is enough.
    """
    sent = list(page_requests.requests())
    if not is_paired:
        refused = [each for each in sent if each[1] and each[1] not in messages.ANYBODY]
        sent = [each for each in sent if each not in refused] + refused[::10]
    wanted = sum(1 for _, what in sent if what)
    answers: list[int] = []
    table.run(lambda: answers.append(table.ask_all(sent, is_paired=is_paired)))
    assert table.app.top is table.screen
    assert answers[0] >= wanted
    assert [record.getMessage() for record in log.records] == []


def test_the_requests_are_those_that_the_code_knows() -> None:
    """A kind that nobody sends would be one that nobody tested."""
    found = page_requests.kinds()
    assert found["edge"] == ("control", "down")
    sent = [message for message, _ in page_requests.requests()]
    for kind in found:
        assert any(message.startswith(f'{{"kind":"{kind}"') for message in sent)
    for what in messages.WANTS:
        assert want(what, "\u00b2") in sent


def test_every_category_of_characters_is_among_them() -> None:
    """Half a character, superscripts and letters that are numbers are some of them."""
    every = {unicodedata.category(chr(number)) for number in range(sys.maxunicode + 1)}
    assert {unicodedata.category(sign) for sign in page_requests.characters()} == every
    assert {"Cs", "No", "Nl"} <= every


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("history", "[]"), ("history", "5"), ("history", "1e30"), ("history", '{"before":1e30}'),
        ("history", '{"before":true}'), ("history", "NaN"), ("match", '{"match":1e400}'),
        ("match", '{"match":"1"}'), ("match", "{}"), ("paper", "[]"), ("statistics", "[]"),
    ],
)  # fmt: skip
def test_a_request_that_makes_no_sense_is_answered_with_an_error(
    table: PageTable, what: str, text: str
) -> None:
    """The page shows it, and waits no longer."""
    heard: list[Any] = []
    with table.open() as client:
        table.run(lambda: heard.append(table.ask(client, want(what, text), what)))
    assert heard[0]["value"] == {"error": "That did not work."}


def test_a_viewer_that_asks_too_much_is_refused(table: PageTable) -> None:
    """Nobody waits for an answer that does not come."""
    heard: list[Any] = []

    def ask() -> None:
        with table.open(is_paired=False) as client:
            heard.extend(table.ask(client, want("question", "turn"), "question") for _ in range(40))

    table.run(ask)
    assert len(heard) == 40
    assert heard[-1]["value"] == {"error": "That did not work."}


# --- a fault that is planted ---


class BrokenScreen(Screen):
    """A screen that cannot be drawn."""

    def handle(self, event: Input) -> Next:
        return Stay()

    def draw(self, canvas: Canvas) -> None:
        raise RuntimeError("planted: draw")


def plant(monkeypatch: pytest.MonkeyPatch, table: PageTable, place: str) -> None:
    def fail(*_arguments: Any, **_more: Any) -> Any:
        raise RuntimeError(f"planted: {place}")

    match place:
        case "serve":
            monkeypatch.setattr(handled, "handle", fail)
        case "open":
            opened = PageReply(step=Push(BrokenScreen()))
            monkeypatch.setattr(handled, "handle", lambda *_: opened)
        case "answer":
            monkeypatch.setattr(handled, "handle", lambda *_: PageReply(value=object()))
        case "screen":
            for name in ("handle", "tapped"):
                monkeypatch.setattr(table.screen, name, fail)


EVENTS = [
    PageRequest("question", "turn", "web-1"),
    Tapped("piece:a1", "web-1"),
    Pressed(Control.WHY, "web-1"),
    Held(Control.KNOB, 1.0, "web-1"),
    Turned(1, "web-1"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_a_fault_that_a_page_caused_stays_with_that_page(
    table: PageTable, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture, event: Any
) -> None:
    """The page gets the error, the log one line for any number of them, and the table goes on."""
    is_request = isinstance(event, PageRequest)
    plant(monkeypatch, table, "serve" if is_request else "screen")
    heard: list[Any] = []

    def listen() -> None:
        with table.open() as client:
            while len(heard) < 3:
                data = client.recv(timeout=PATIENCE_S)
                message = json.loads(data) if isinstance(data, str) else {}
                if message.get("kind") == "state" and message["may_act"]:
                    for _ in range(3):
                        table.app.inbox.post(event)
                if message.get("kind") == "got":
                    heard.append(message)

    table.run(listen)
    what = "question" if is_request else ""
    says = {"error": "That did not work."}
    assert heard == [{"kind": "got", "what": what, "value": says}] * 3
    assert table.app.top is table.screen
    assert len(log.records) == 1
    assert "planted" in log.records[0].getMessage()


@pytest.mark.parametrize("place", ["open", "answer"])
def test_a_screen_or_an_answer_that_fails_later_is_the_pages_as_well(
    table: PageTable, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """What a page opened and cannot be drawn is closed again."""
    plant(monkeypatch, table, place)
    heard: list[Any] = []

    def ask() -> None:
        with table.open() as client:
            # A screen is pushed before it is drawn: the first answer may be that it was.
            heard.extend(table.ask(client, want("add_name", "x"), "add_name") for _ in range(2))

    table.run(ask)
    assert table.app.top is table.screen
    assert {"error": "That did not work."} in [each["value"] for each in heard]


@pytest.mark.parametrize("event", EVENTS[1:], ids=lambda event: type(event).__name__)
def test_the_same_fault_at_the_box_is_shown_there(
    table: PageTable, monkeypatch: pytest.MonkeyPatch, event: Any
) -> None:
    """Nothing is hidden from those who sit at it."""
    plant(monkeypatch, table, "screen")
    table.app.feed(event._replace(source="box"))
    table.app.paint()
    assert isinstance(table.app.top, Fault)


def test_a_table_that_cannot_be_made_into_a_picture_does_not_fill_the_log(
    table: PageTable, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
) -> None:
    """Each paint fails for the pages, and the box plays on."""
    from firmware_py.app.page_state import BigTable

    def fail(*_: Any) -> Any:
        raise RuntimeError("planted: big table")

    def turn() -> None:
        with table.open() as client:
            for _ in range(5):
                table.ask(client, '{"kind":"turn","steps":1}', "")
                table.ask(client, want("question", "turn"), "question")

    monkeypatch.setattr(BigTable, "parts", fail)
    table.run(turn)
    assert table.app.top is table.screen
    assert len([each for each in log.records if "planted" in each.getMessage()]) == 1


# --- numbers ---


def test_only_ascii_digits_are_a_number() -> None:
    """Every character that Python takes for a digit, one by one."""
    taken = [
        sign
        for sign in map(chr, range(sys.maxunicode + 1))
        if read_number(sign, 10**6) is not None or read_number(f"1{sign}", 10**6) is not None
    ]
    assert taken == list("0123456789")


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1 ", "1_0", "1e1", "1000001", "9" * 5000])
def test_what_is_no_number_or_too_large_is_none(text: str) -> None:
    """Signs, spaces, and digits without end."""
    assert read_number(text, 10**6) is None
