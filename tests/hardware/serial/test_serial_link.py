"""The serial link, on pyserial's loop and on real pseudo terminals that are pulled out."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import BadSetting
from hardware.events import Appeared, Event, Inbox, Lost, SerialLine
from hardware.serial.serial_link import (
    LINE_BYTES_AT_MOST,
    LINES_WAITING_AT_MOST,
    QUEUE_BYTES_AT_MOST,
    LineSplitter,
    SerialLink,
)

if TYPE_CHECKING:
    from tests.hardware.conftest import Port

PATIENCE_S = 60.0


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def link(port: Port, inbox: Inbox) -> Iterator[SerialLink]:
    """Return a link to a plugged-in port, after it has appeared."""
    with SerialLink(
        port.path, inbox, pause_s=0.02, pause_at_most_s=0.1, clock=time.monotonic
    ) as made:
        assert inbox.take(PATIENCE_S) == Appeared("serial")
        yield made


def take(inbox: Inbox) -> Event:
    event = inbox.take(PATIENCE_S)
    assert event is not None, "nothing came"
    return event


def take_line(inbox: Inbox) -> bytes:
    event = take(inbox)
    assert isinstance(event, SerialLine), event
    return event.data


def test_lines_arrive(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """Lines come one by one, without their ends, of either kind."""
    port.say(b"one\ntwo\r\n\nfour\n")
    assert [take_line(inbox) for _ in range(4)] == [b"one", b"two", b"", b"four"]


def test_line_is_stamped(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """A line says when it came, so that a busy loop can still tell a press from a hold."""
    before_s = monotonic()
    port.say(b"x\n")
    event = take(inbox)
    assert isinstance(event, SerialLine)
    assert before_s <= event.at_s <= monotonic()


def test_half_line_waits_for_its_other_half(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """Half a line is not read."""
    port.say(b"hel")
    assert inbox.take(0.1) is None
    port.say(b"lo\n")
    assert take_line(inbox) == b"hello"


def test_written_bytes_arrive(port: Port, link: SerialLink) -> None:
    """What is written comes out at the other end, in order and unchanged."""
    data = bytes(range(256))
    assert link.write(data)
    assert link.write(b"end")
    assert port.hear(259) == data + b"end"


def test_long_write_arrives_whole(port: Port, link: SerialLink) -> None:
    """More than any buffer holds arrives as well."""
    data = random.Random(1).randbytes(300_000)
    assert link.write(data)
    assert port.hear(len(data)) == data


def threads_of(port: Port) -> list[threading.Thread]:
    """Return the threads that serve a port."""
    return [thread for thread in threading.enumerate() if port.path in thread.name]


def wakings(port: Port) -> list[str]:
    """Return how often the kernel put each thread of a port to sleep so far."""
    tasks = [Path(f"/proc/self/task/{thread.native_id}/status") for thread in threads_of(port)]
    lines = [line for task in tasks for line in task.read_text().splitlines()]
    return [line for line in lines if line.startswith("voluntary_ctxt_switches")]


def test_unplugging_is_reported(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """A pulled cable is an event with a reason, and writing is refused."""
    port.unplug()
    event = take(inbox)
    assert isinstance(event, Lost)
    assert port.path in event.why
    assert not link.write(b"x")


def test_replugging_is_reported(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """Plugged in again it works again, in both directions."""
    port.unplug()
    assert isinstance(take(inbox), Lost)
    sleep(0.15)
    port.plug()
    assert take(inbox) == Appeared("serial")
    port.say(b"again\n")
    assert take_line(inbox) == b"again"
    assert link.write(b"yes")
    assert port.hear(3) == b"yes"


def test_unplugging_again_and_again(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """Five times out and in: each loss and each return is reported once, in order."""
    for _ in range(5):
        port.unplug()
        assert isinstance(take(inbox), Lost)
        port.plug()
        assert take(inbox) == Appeared("serial")
    assert inbox.take(0.2) is None


def test_half_line_is_lost_with_the_cable(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """Halves from before and after a loss are not joined."""
    port.say(b"bad ")
    sleep(0.05)
    port.unplug()
    assert isinstance(take(inbox), Lost)
    port.plug()
    assert take(inbox) == Appeared("serial")
    port.say(b"good\n")
    assert take_line(inbox) == b"good"


def test_queued_bytes_are_lost_with_the_cable(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """What was meant for the old device is not sent to the new one."""
    for _ in range(20):
        link.write(b"old " * 4096)
    port.unplug()
    assert isinstance(take(inbox), Lost)
    port.plug()
    assert take(inbox) == Appeared("serial")
    link.write(b"new")
    assert port.hear(3) == b"new"


def test_missing_port_is_reported_once(port: Port, inbox: Inbox) -> None:
    """Started without a cable, the link says what to check, once, and waits for it."""
    port.unplug()
    with SerialLink(port.path, inbox, pause_s=0.01, pause_at_most_s=0.02, clock=time.monotonic):
        assert take(inbox) == Lost("serial", f"no port {port.path}: is the cable plugged in?")
        assert inbox.take(0.2) is None
        port.plug()
        assert take(inbox) == Appeared("serial")


def test_second_program_is_kept_out(port: Port, link: SerialLink) -> None:
    """A port that is in use is not shared, and the message says so."""
    other = Inbox()
    with SerialLink(port.path, other, clock=time.monotonic):
        event = take(other)
        assert isinstance(event, Lost)
        assert "another program uses it" in event.why


def test_not_a_serial_port(inbox: Inbox, tmp_path: object) -> None:
    """A file that is not a port is reported, not fatal."""
    with SerialLink("/dev/null", inbox, clock=time.monotonic):
        event = take(inbox)
    assert isinstance(event, Lost)
    assert "no port /dev/null" in event.why


@pytest.mark.parametrize("url", ["nonsense://x", "/dev/null"])
def test_impossible_settings_are_refused(url: str, inbox: Inbox) -> None:
    """A scheme or a speed that cannot be is an error at once, not a retry for ever."""
    with pytest.raises(BadSetting, match="serial port"):
        SerialLink(url, inbox, baudrate=115200 if "://" in url else -1, clock=time.monotonic)


@pytest.mark.parametrize("baudrate", [0, -1])
def test_impossible_speed_is_refused(baudrate: int, inbox: Inbox) -> None:
    """A port of no speed would open and never say anything."""
    with pytest.raises(BadSetting, match="baudrate"):
        SerialLink("loop://", inbox, baudrate, clock=time.monotonic)


@pytest.mark.parametrize(("url", "baudrate"), [(None, 2**40), ("no\0port", 9600)])
def test_port_that_fails_in_an_odd_way_is_reported(
    port: Port, inbox: Inbox, url: str | None, baudrate: int
) -> None:
    """Whatever pyserial raises on opening, the reader goes on and says what is wrong."""
    with SerialLink(url or port.path, inbox, baudrate, pause_s=0.02, clock=time.monotonic):
        event = take(inbox)
        assert isinstance(event, Lost)
        assert event.why.startswith("no port")


def test_port_on_the_network_works_and_closes(inbox: Inbox) -> None:
    """pyserial cannot wake a reader of socket://, so the link looks up by itself."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        link = SerialLink(url, inbox, clock=time.monotonic)
        peer, _ = server.accept()
        with peer:
            assert take(inbox) == Appeared("serial")
            peer.sendall(b"hello\n")
            assert take_line(inbox) == b"hello"
            assert link.write(b"well\n")
            assert peer.recv(5) == b"well\n"
            link.close()
    assert not [each for each in threading.enumerate() if url in each.name]


def test_peer_that_does_not_read_blocks_nobody(port: Port, link: SerialLink) -> None:
    """A caller that waited would never fill the queue; when it is full, writing says so."""
    accepted = 0
    while link.write(b"x" * 10_000):
        accepted += 10_000
        assert accepted <= 2 * QUEUE_BYTES_AT_MOST
    assert accepted >= QUEUE_BYTES_AT_MOST - 10_000


def test_peer_that_never_reads_is_given_up(port: Port, inbox: Inbox) -> None:
    """After the time for writing the port is lost, and opened afresh."""
    with SerialLink(
        port.path, inbox, pause_s=0.02, write_timeout_s=0.1, clock=time.monotonic
    ) as link:
        assert take(inbox) == Appeared("serial")
        link.write(b"x" * 100_000)
        assert take(inbox) == Lost("serial", f"{port.path} takes no more data")
        port.hear(1)
        assert take(inbox) == Appeared("serial")


def test_one_message_may_be_longer_than_the_queue(port: Port, link: SerialLink) -> None:
    """An answer of any length is taken when nothing else waits."""
    assert link.write(b"y" * (QUEUE_BYTES_AT_MOST + 1))


def test_longest_line_arrives(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """64 KiB are allowed, with either end of line."""
    longest = b"x" * LINE_BYTES_AT_MOST
    port.say(longest + b"\r\n" + longest + b"\n")
    assert take_line(inbox) == longest
    assert take_line(inbox) == longest


@pytest.mark.parametrize("extra", [1, 2, 100_000])
def test_line_too_long_is_reported_and_skipped(
    port: Port, link: SerialLink, inbox: Inbox, extra: int
) -> None:
    """Of a longer one comes a byte more than allowed, and the next line is whole."""
    port.say(b"x" * (LINE_BYTES_AT_MOST + extra) + b"\nnext\n")
    assert len(take_line(inbox)) == LINE_BYTES_AT_MOST + 1
    assert take_line(inbox) == b"next"


def test_rubbish_does_no_harm(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """100,000 lines of noise are lines like any other, and what follows is heard."""
    noise = random.Random(7)
    rubbish = [noise.randbytes(noise.randrange(30)).replace(b"\n", b"?") for _ in range(100_000)]
    sender = threading.Thread(target=port.say, args=(b"\n".join([*rubbish, b"after", b""]),))
    sender.start()
    heard = [take_line(inbox) for _ in range(100_001)]
    sender.join()
    assert heard[-1] == b"after"
    assert heard[:-1] == [line.removesuffix(b"\r") for line in rubbish]


def test_flood_is_held_back(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """Lines that nobody takes wait in the port, not in memory."""
    sender = threading.Thread(target=port.say, args=(b"flood\n" * 20_000,))
    sender.start()
    sleep(0.3)
    assert inbox.waiting() <= LINES_WAITING_AT_MOST
    for _ in range(20_000):
        take_line(inbox)
    sender.join()


def test_idle_link_sleeps(port: Port, link: SerialLink) -> None:
    """While nothing happens the kernel wakes neither thread, however long that is."""
    ends_s = monotonic() + PATIENCE_S
    before, after = None, wakings(port)
    while before != after:  # they have to come to rest first
        assert monotonic() < ends_s, "it wakes again and again"
        sleep(0.3)
        before, after = after, wakings(port)
    assert len(after) == 2


def test_close_is_final(port: Port, link: SerialLink, inbox: Inbox) -> None:
    """Closed, twice even, the threads are gone, nothing is posted, nothing is written."""
    link.close()
    link.close()
    assert not threads_of(port)
    assert inbox.take(0) is None
    assert not link.write(b"x")


def test_close_while_the_port_is_away(port: Port, inbox: Inbox) -> None:
    """Closing does not wait for the next try."""
    port.unplug()
    link = SerialLink(port.path, inbox, pause_s=60, pause_at_most_s=60, clock=time.monotonic)
    take(inbox)
    link.close()
    assert not threads_of(port)


def test_close_while_the_peer_does_not_read(port: Port, inbox: Inbox) -> None:
    """Closing does not wait for a stuck write."""
    with SerialLink(port.path, inbox, write_timeout_s=3600, clock=time.monotonic) as link:
        assert take(inbox) == Appeared("serial")
        link.write(b"x" * 500_000)
        port.hear(1)  # it is under way, and more than the port holds
    assert not threads_of(port)


def test_loop_gives_back_what_is_written(inbox: Inbox) -> None:
    """pyserial's loop:// serves for trying things out."""
    with SerialLink("loop://", inbox, source="referee", clock=time.monotonic) as link:
        assert take(inbox) == Appeared("referee")
        assert link.source == "referee"
        assert link.write(b'{"cmd":"games"}\n')
        event = take(inbox)
        assert isinstance(event, SerialLine)
        assert (event.data, event.source) == (b'{"cmd":"games"}', "referee")


def test_loop_full_of_rubbish_closes(inbox: Inbox) -> None:
    """A loop that runs over is lost and found again like any other port, and can be closed."""
    with SerialLink("loop://", inbox, write_timeout_s=1, clock=time.monotonic) as link:
        assert take(inbox) == Appeared("serial")
        for _ in range(LINES_WAITING_AT_MOST):
            link.write(b"\n" * 100)
        sleep(0.1)


@given(
    lines=st.lists(st.binary(max_size=12).map(lambda line: line.replace(b"\n", b"")), max_size=20),
    cuts=st.lists(st.integers(1, 7), min_size=1),
)
def test_splitting_does_not_depend_on_the_pieces(lines: list[bytes], cuts: list[int]) -> None:
    """However the stream is cut, the same lines come out, the long ones cut off."""
    stream = b"".join(line + b"\n" for line in lines)
    splitter = LineSplitter(at_most=8)
    heard = []
    position = turn = 0
    while position < len(stream):
        size = cuts[turn % len(cuts)]
        heard += splitter.feed(stream[position : position + size])
        position += size
        turn += 1
    assert heard == [line.removesuffix(b"\r")[:9] for line in lines]
