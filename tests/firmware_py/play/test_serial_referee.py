"""A program on the serial port plays on the match that is on the table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from firmware_py.play.serial_referee import SerialReferee
from firmware_py.ui.screens.lists import Ask
from firmware_py.ui.screens.play import Play
from firmware_py.ui.screens.result import ResultScreen
from hardware.events import SerialLine


class Program:
    """What sits at the other end of the wire."""

    def __init__(self, box: Any) -> None:
        self.box = box
        self.heard: list[dict[str, Any]] = []
        box.app.referee = SerialReferee(box.services, self._take)

    def _take(self, data: bytes) -> None:
        assert data.endswith(b"\n")
        self.heard.append(json.loads(data))

    def say(self, **request: Any) -> dict[str, Any]:
        """Send a request and return the newest line that came back."""
        return self.raw(json.dumps(request).encode())

    def raw(self, line: bytes) -> dict[str, Any]:
        """Send bytes."""
        self.box._feed(SerialLine(line))
        return self.heard[-1]


@pytest.fixture
def program(box: Any) -> Program:
    """Return a program that talks to a box."""
    return Program(box)


NEW = {"cmd": "new", "game": "mana", "seed": 1, "first": 0}


def test_a_new_match_is_shown_and_kept(box: Any, program: Program) -> None:
    """The table sees it at once."""
    assert program.say(**NEW)["ok"]
    assert isinstance(box.screen, Play)
    (stored,) = box.store.matches("running")
    assert stored.header.names == ("Player 1", "Player 2")


def test_a_move_is_on_disk_before_it_is_answered(box: Any, program: Program) -> None:
    """The same way as all moves."""
    program.say(**NEW)
    answer = program.say(cmd="play", move="=b1")
    assert answer["turn"] == {"seat": 1}
    assert [line.text for line in box.store.record(1).lines] == ["=b1"]


def test_moves_made_by_knob_are_told(box: Any, program: Program) -> None:
    """As event lines; the program's own are not told back."""
    program.say(**NEW)
    program.say(cmd="play", move="=b1")
    count = len(program.heard)
    box.press()
    (event,) = program.heard[count:]
    assert event["event"] == "played"
    assert event["who"] == "1"
    assert event["move"].startswith("=")


def test_a_new_match_asks_the_table_while_one_runs(box: Any, program: Program) -> None:
    """The first answer is the safe one; only a deliberate Yes gives the match up."""
    program.say(**NEW)
    count = len(program.heard)
    program.say(**{**NEW, "game": "icehouse"})
    assert isinstance(box.screen, Ask)
    assert len(program.heard) == count
    box.press()
    assert program.heard[-1]["error"]["code"] == "BAD_REQUEST"
    assert box.services.table.match.engine.name == "mana"
    program.say(**{**NEW, "game": "icehouse"})
    box.turn(1).press()
    assert program.heard[-1]["ok"]
    assert box.services.table.match.engine.name == "icehouse"
    assert len(box.store.matches("paused")) == 1


@pytest.mark.parametrize("leave", ["press", "hold"])
def test_a_question_that_is_left_is_a_no(box: Any, program: Program, leave: str) -> None:
    """BACK, or Home: the program does not wait for ever, and knows which request it was."""
    program.say(**NEW)
    count = len(program.heard)
    program.say(**NEW, id=7)
    getattr(box, leave)("back")
    (answer,) = program.heard[count:]
    assert answer["error"]["code"] == "BAD_REQUEST"
    assert answer["id"] == 7


def test_a_question_that_is_dropped_twice_is_answered_once(box: Any, program: Program) -> None:
    """By its own No, and by the table going elsewhere."""
    program.say(**NEW)
    count = len(program.heard)
    program.say(**NEW)
    question = box.screen
    for _ in range(2):
        question.dropped()
    assert [answer["ok"] for answer in program.heard[count:]] == [False]


def test_a_yes_is_answered_once(box: Any, program: Program) -> None:
    """The question is not refused when the new match takes its place."""
    program.say(**NEW)
    count = len(program.heard)
    program.say(**NEW)
    box.turn(1).press()
    assert [answer["ok"] for answer in program.heard[count:]] == [True]


def test_a_match_begun_by_knob_is_told(box: Any, program: Program) -> None:
    """The program hears its moves before it ever said anything."""
    box.choose("New game").choose("Mana").choose("Start")
    while not isinstance(box.screen, Play):
        box.press()
    box.press()
    assert [event["move"] for event in program.heard] == [box.services.table.match.last.text]


def test_a_match_that_was_left_is_not_told_twice(box: Any, program: Program) -> None:
    """Also if it waits in memory, ahead of the disk."""
    program.say(**NEW)
    table = box.services.table
    box.hold("back")
    box.services.table = table
    program.say(cmd="view")
    count = len(program.heard)
    box.services.table.play("=b1")
    assert len(program.heard) == count + 1


def test_hands_do_not_come_onto_the_display(box: Any, program: Program) -> None:
    """A dealer that knows them is for programs among themselves."""
    program.say(**NEW)
    box.hold("back")
    answer = program.say(cmd="new", game="mandala", options={"table": "full"})
    assert answer["error"]["code"] == "BAD_OPTION"
    assert "public" in answer["error"]["text"]
    assert box.services.table is None
    assert program.say(cmd="new", game="mandala")["ok"]


def test_refusals_undo_and_the_end(box: Any, program: Program) -> None:
    """A refused move changes nothing; undo and an ended match are shown."""
    program.say(**NEW)
    assert program.say(cmd="play", move="=a1")["error"]["code"] == "DAIMIO_NOT_ON_DOUBLE"
    program.say(cmd="play", move="=b1")
    assert program.say(cmd="undo")["ok"]
    assert program.say(cmd="redo")["ok"]
    assert program.say(cmd="play", move="resign", seat=0)["turn"] is None
    assert isinstance(box.screen, ResultScreen)


def test_rubbish_is_answered(program: Program) -> None:
    """Noise on the line does no harm."""
    assert program.raw(b"\xff\x00 rubbish")["error"]["code"] == "BAD_REQUEST"
    assert program.raw(b"")["error"]["code"] == "BAD_REQUEST"
    assert program.say(cmd="legal")["error"]["code"] == "NO_MATCH"


def test_without_a_referee_lines_are_nobodys_business(box: Any) -> None:
    """The port is for what the configuration says."""
    box._feed(SerialLine(b'{"cmd":"games"}'))
    assert "> New game" in box.text
