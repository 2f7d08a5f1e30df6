"""The one queue: fingers before programs."""

from __future__ import annotations

from hardware.events import Control, Edge, Event, Inbox, Lost, SerialLine, Turned

PRESS = Edge(Control.KNOB, True, 0.0)


def test_events_come_in_their_order() -> None:
    """Also the lines of an external panel, which are its fingers."""
    inbox = Inbox()
    events: list[Event] = [SerialLine(b"1"), PRESS, SerialLine(b"2"), Lost("serial")]
    for event in events:
        inbox.post(event)
    assert [inbox.take(0) for _ in range(5)] == [*events, None]


def test_what_fingers_do_overtakes_lines_that_can_wait() -> None:
    """However many of them are waiting, and they keep their own order."""
    inbox = Inbox()
    inbox.let_wait("serial")
    for number in range(200):
        inbox.post(SerialLine(b"%d" % number))
    inbox.post(PRESS)
    assert inbox.take(0) == PRESS
    assert inbox.take(0) == SerialLine(b"0")
    inbox.post(SerialLine(b"200"))
    inbox.post(Turned(1))
    assert inbox.take(0) == Turned(1)
    assert [inbox.take(0) for _ in range(201)] == [
        *(SerialLine(b"%d" % number) for number in range(1, 201)),
        None,
    ]


def test_lines_that_wait_are_counted() -> None:
    """So the port is still held back."""
    inbox = Inbox()
    inbox.let_wait("serial")
    for _ in range(3):
        inbox.post(SerialLine(b""))
    inbox.post(PRESS)
    inbox.take(0)
    assert inbox.waiting() == 3
