"""A program on the serial port plays on the match that is on the table."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from engines.catalog import GAMES
from firmware_py.app.serial_referee import SerialReferee
from firmware_py.screens.play.match_menu import MatchMenu
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen
from firmware_py.ui.lists import Ask
from hardware.events import Control, Edge, SerialLine, Turned


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

    def say_nothing(self, **request: Any) -> None:
        """Send a request that is answered later."""
        self.box.feed(SerialLine(json.dumps(request).encode()))

    def raw(self, line: bytes) -> dict[str, Any]:
        """Send bytes."""
        self.box.feed(SerialLine(line))
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


def test_moves_made_by_knob_are_sent(box: Any, program: Program) -> None:
    """As event lines; the program's own moves are not sent back."""
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
    box.now += 60
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


@pytest.mark.parametrize(
    "request_",
    [
        {"game": "chess"},
        {"game": "mana", "seats": 9},
        {"game": "mana", "seed": -1},
        {"game": "mana", "options": {"x": 1}},
        {"game": "mana", "options": 5},
        {"game": "mana", "position": 7},
        {"game": "mana", "x": 1},
        {},
    ],
)
def test_a_new_match_that_cannot_be_does_not_ask_the_table(
    box: Any, program: Program, request_: dict[str, Any]
) -> None:
    """It is refused with its own reason, and the picture stays."""
    program.say(cmd="new", game="mana", seed=7)
    before = box.screen
    box.app.paint()
    answer = program.say(cmd="new", **request_)
    assert answer["ok"] is False
    assert answer["error"]["text"] != "People at the table are still playing."
    assert box.screen.__class__ is before.__class__
    assert not any("program wants" in line for line in box.text)


def test_the_table_is_asked_once_a_minute_at_most(box: Any, program: Program) -> None:
    """However often a program asks; each request is answered."""
    program.say(cmd="new", game="mana", seed=7)
    program.say(cmd="new", game="mana", seed=8)
    assert any("program wants" in line for line in box.text)
    for number in range(50):
        answer = program.say(cmd="new", game="mana", seed=number, id=number)
        assert (answer["ok"], answer["id"]) == (False, number)
    box.press()  # No
    assert not any("program wants" in line for line in box.text)
    box.now += 30
    program.say(cmd="new", game="mana", seed=9)
    assert not any("program wants" in line for line in box.text)
    box.now += 31
    program.say(cmd="new", game="mana", seed=9)
    assert any("program wants" in line for line in box.text)


def test_a_yes_is_answered_once(box: Any, program: Program) -> None:
    """The question is not refused when the new match takes its place."""
    program.say(**NEW)
    count = len(program.heard)
    program.say(**NEW)
    box.turn(1).press()
    assert [answer["ok"] for answer in program.heard[count:]] == [True]


def test_a_match_begun_by_knob_is_followed(box: Any, program: Program) -> None:
    """The program hears its moves before it ever said anything."""
    box.choose("New game").choose("Mana").choose("Start")
    while not isinstance(box.screen, Play):
        box.press()
    box.press()
    assert [event["move"] for event in program.heard] == [box.services.table.match.last.text]


def test_a_match_that_was_resumed_sends_each_move_once(box: Any, program: Program) -> None:
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
    box.feed(SerialLine(b'{"cmd":"games"}'))
    assert "> New game" in box.text


class TestFlood:
    """A program that asks without end does not hold up the table."""

    def test_a_press_comes_before_the_next_request(self, box: Any, program: Program) -> None:
        """Of the many that wait, one at most is answered first: the one in work."""
        box.app.inbox.let_wait("serial")
        program.say(**NEW)
        program.heard.clear()
        for _ in range(50):
            box.app.inbox.post(SerialLine(b'{"cmd":"perft","depth":2}'))
        box.app.step(0)
        box.app.inbox.post(Turned(1))
        before = box.panel.pictures[-1]
        box.app.step(0)
        assert len(program.heard) == 1
        assert box.panel.pictures[-1] != before

    def test_one_request_is_answered_a_round(self, box: Any, program: Program) -> None:
        """In their order."""
        box.app.inbox.let_wait("serial")
        for number in range(3):
            box.app.inbox.post(SerialLine(b'{"cmd":"lang","lang":"en","id":%d}' % number))
        for number in range(3):
            box.app.step(0)
            assert [answer["id"] for answer in program.heard] == list(range(number + 1))

    def test_a_hold_counts_while_requests_wait(self, box: Any, program: Program) -> None:
        """What time brings is not put off by a program that never stops."""
        box.app.inbox.let_wait("serial")
        program.say(**NEW)
        box.app.inbox.post(Edge(Control.KNOB, True, box.now))
        box.app.step(0)
        for _ in range(50):
            box.app.inbox.post(SerialLine(b'{"cmd":"legal"}'))
        box.now += 2.0
        box.app.step(0)
        assert isinstance(box.screen, MatchMenu)

    @pytest.mark.parametrize("game", GAMES)
    def test_the_work_for_one_request_is_bounded(
        self, box: Any, program: Program, monkeypatch: pytest.MonkeyPatch, game: str
    ) -> None:
        """In positions looked at, at every depth: a count knows no slow machine."""
        program.say(**{**NEW, "game": game})
        engine = box.services.table.match.engine
        if engine.perft is None:
            assert program.say(cmd="perft", depth=1)["error"]["code"] == "NOT_AVAILABLE"
            return
        perft = sys.modules[engine.perft.__module__]
        looked = []
        apply = perft.apply  # each counts by the rules themselves

        def counted(*arguments: Any) -> Any:
            looked.append(1)
            return apply(*arguments)

        monkeypatch.setattr(perft, "apply", counted)
        for depth in range(101):
            looked.clear()
            program.say(cmd="perft", depth=depth)
            assert len(looked) <= SerialReferee.node_limit


class TestThoughts:
    """What needs thought is thought about elsewhere, and answered when it is ready."""

    def test_a_bot_thinks_outside_the_loop(self, box: Any, program: Program) -> None:
        """The next request is answered meanwhile; the thought comes with its own number."""
        program.say(**NEW)
        program.heard.clear()
        program.say_nothing(cmd="bot", level=3, seconds=0.2, seed=1, id=1)
        assert program.say(cmd="legal", id=2)["id"] == 2
        box.think()
        answer = program.heard[-1]
        assert answer["id"] == 1
        assert answer["move"] in program.say(cmd="legal")["moves"]

    def test_a_hint_brings_its_reasons(self, box: Any, program: Program) -> None:
        program.say(**NEW)
        program.say_nothing(cmd="hint", seconds=0.1, seed=1)
        box.think()
        assert program.heard[-1]["text"]
        assert program.heard[-1]["why"] != []

    def test_a_move_ends_the_thought(self, box: Any, program: Program) -> None:
        """It would be about an old position; the answer names the request."""
        program.say(**NEW)
        program.heard.clear()
        program.say_nothing(cmd="bot", seconds=5, id=1)
        box.press()
        refused = next(answer for answer in program.heard if answer.get("id") == 1)
        assert refused["error"]["code"] == "BAD_REQUEST"
        assert not box.services.thinker.is_busy

    def test_another_match_gets_no_answer_of_this_one(self, box: Any, program: Program) -> None:
        program.say(**NEW)
        program.say_nothing(cmd="bot", seconds=0.1)
        box.hold("back")
        box.think()
        assert program.heard[-1]["error"]["code"] == "BAD_REQUEST"

    def test_a_flood_of_questions_is_refused(self, box: Any, program: Program) -> None:
        program.say(**NEW)
        for number in range(SerialReferee.thoughts_at_most):
            program.say_nothing(cmd="bot", seconds=0.01, id=number)
        assert program.say(cmd="bot", id="more")["error"]["code"] == "BAD_REQUEST"
        box.think()
        assert {answer.get("id") for answer in program.heard} >= {0, 1, 2, 3}
        program.say_nothing(cmd="bot", seconds=0.01, id="later")  # there is room again
        box.think()
        assert "move" in program.heard[-1]
